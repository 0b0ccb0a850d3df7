"""What the printed sheet of Good Fortune leaves open, and its examples."""

from models.clause import Cite
from models.evidence import OpenQuestion, PrintedExample, RuleBook, ScoreExample
from models.good_fortune.clauses.gf201_choice import Choice
from models.good_fortune.clauses.gf204_connect import Connect
from models.good_fortune.clauses.gf205_discard import Discard
from models.good_fortune.clauses.gf207_medallion import Medallion
from models.good_fortune.clauses.gf209_concede import NobodyConcedes
from models.good_fortune.clauses.gf402_groups import Grouping
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.clauses.gf501_guessing import Guessing
from models.good_fortune.clauses.gf502_simple import SimpleLaying
from models.good_fortune.editions import HAND, LINE, SHEET
from models.good_fortune.tiles import BLANK, CHARM_LETTERS, TileSet, read_tile
from models.reading import Reading

TURN, END, GAIN = "Exemple d'un premier tour de jeu", "Exemple de fin de partie", "Multiplication du bonheur !"
SHOWN = "5AB1 8AC1 9FG1 12DE1 15CD1"  # made up, but for the charm of 5 and 8 and what the 9 does not share


def _set(written: str) -> TileSet:
    faces = [BLANK] * (2 * HAND + LINE)
    for token in written.split():
        number, face = read_tile(token)
        assert number is not None
        faces[number - 1] = face
    return TileSet(tuple(faces))


QUESTIONS = (
    OpenQuestion(
        "A tie in number and die sum: which charm is grouped first?",
        "Any of them: the sheet does not say, so every total that comes out is possible, and all of them are told.",
        (Grouping.id,),
        ("GFC21", "GFC22"),
        ("AB1 AC1 BD1 CE1",),
        (
            "tiles 3AB1 4AC1 5BD1 6CE1; won 3 4 5 6/-; hands -/- | end totals 6 0",
            "tiles 3AB1 4AC1 5BD1 6CE1; won 3 4 5 6/-; hands -/- | end totals 8 0",
            "tiles 3AB1 4AC1 5BD1 6CE1; won 3 4 5 6/-; hands -/- | end totals 7 0",
        ),
    ),
    OpenQuestion(
        "Is it counted again for the tiles that are left?",
        "Yes, since a tile lies in one group only. The sheet orders groups from the most to the least frequent charm "
        "and does not say whether that is counted once.",
        (Grouping.id,),
        ("GFC23", "GFC24", "GFC28"),
        ("AB1 AC1 BD1 CD2",),
    ),
    OpenQuestion(
        "Is grouping a duty, or may a player split the tiles better?",
        "A duty: the sheet says which charm is grouped first. The command score tells what the best split would give.",
        (Grouping.id, Score.id),
        ("GFC25", "GFC26"),
        ("AB1 AC1 AD1 BC4",),
    ),
    OpenQuestion(
        "Who wins if both have as many points?",
        "The sheet does not say. Both or nobody may be named, not one of them.",
        (Score.id,),
        ("GFC41",),
        ("AB1", "CD1"),
        (
            "tiles 3AB1 4CD1; won 3/4; hands -/- | end totals 1 1, winners 1 2",
            "tiles 3AB1 4CD1; won 3/4; hands -/- | end totals 1 1, winners -",
            "tiles 3AB1 4CD1; won 3/4; hands -/- | end totals 1 1, winners 1",
        ),
    ),
    OpenQuestion(
        "Who begins in Simple laying?",
        SimpleLaying.reading,
        (SimpleLaying.id,),
        (),
        (),
        (
            "hands 1/21; line 8 12 15; simple | 1: 1 left",
            "hands 1/21; line 8 12 15; simple | 2: 21 left",
            "hands 1/21; line 8 12 15; simple; last 1 | 1: 1 left",
        ),
    ),
    OpenQuestion(
        "Is the medallion handed over in Guessing?",
        Medallion.reading,
        (Medallion.id, Guessing.id),
        (),
        (),
        (
            "hands 9/5; line 8 12 15; holder 1; guessing | 2: 5 left, 1: 9 left => holder 1; side large",
            "hands 9/5; line 8 12 15; holder 1; guessing | 2: 5 left, 1: 9 left => holder 2; side large",
        ),
    ),
    OpenQuestion(
        "Who holds the medallion after the deal in Guessing?",
        Choice.reading,
        (Choice.id, Guessing.id),
        (),
        (),
        (
            "guessing; size 1 | deal 1/5, line 2 3 4",
            "guessing; size 1 | deal 1/5, line 2 3 4, holder 1",
            "guessing; size 1 | deal 5/1, line 2 3 4, holder 1",
        ),
    ),
    OpenQuestion(
        "Can a tile carry one charm twice, and what do its dice show?",
        Connect.reading,
        (Connect.id, Grouping.id),
    ),
    OpenQuestion(
        "Which tile carries what?",
        "The sheet has no list. A tile set is an input; what the printed examples tell of it is checked.",
        (Connect.id, Discard.id),
        ("GFC31", "GFC32", "GFC33", "GFC34"),
    ),
    OpenQuestion(
        "May a player give up?",
        "The sheet knows nothing of it. A log may hold it; it is told as outside the edition, and the other one wins.",
        (NobodyConcedes.id,),
    ),
)

EXAMPLES = (
    PrintedExample(
        "Where may the 5 be laid?",
        (Cite(SHEET, TURN, 2),),
        "8 12 15",
        5,
        ("left",),
        "The 5 is laid first, for the small side is up; it shares the hand of Fatma with the 8 and wins the 15. Which "
        "tile lies between 8 and 15 is not told, the 12 stands for it; what is not told of the charms is made up.",
        ("GFC31", "GFC32"),
        Reading(material=_set(SHOWN)),
    ),
    PrintedExample(
        "And then the 9?",
        (Cite(SHEET, TURN, 3),),
        "5 8 12",
        9,
        ("left", "right"),
        "The 9 shares no charm with either end, so it may be laid at both; the tile at the other end leaves the game.",
        ("GFC31", "GFC32"),
        Reading(material=_set(SHOWN)),
    ),
)

MADE_UP = "The tiles of the picture are not known; these are made up to show the same."
SCORES = (
    ScoreExample("Three tiles with 9 points", (Cite(SHEET, GAIN, 2),), "DE3 BE3 FE3", 27, MADE_UP, ("GFC34",)),
    ScoreExample("Two tiles with 4 points", (Cite(SHEET, GAIN, 5),), "AB2 AC2", 8, MADE_UP, ("GFC34",)),
    ScoreExample(
        "The collection of the winner",
        (Cite(SHEET, END, 1),),
        "EA2 EB2 EC2 ED1 EF1 AB4 AC3 FG2 FG2",
        62,
        f"40 + 14 + 8. {MADE_UP}",
        ("GFC27", "GFC33", "GFC34"),
    ),
    ScoreExample(
        "The collection of the other player",
        (Cite(SHEET, END, 1),),
        "EA4 EB3 EC2 ED1 AB2 AC2 AG1 FG4",
        59,
        f"40 + 15 + 4. {MADE_UP}",
        ("GFC27", "GFC33", "GFC34", "GFC35"),
    ),
)

PIECES = f"A tile is written as its number, its two charms and its die, such as 5AB1: {CHARM_LETTERS}."
RULEBOOK = RuleBook({SHEET: "French"}, (), QUESTIONS, EXAMPLES, SCORES, PIECES)
