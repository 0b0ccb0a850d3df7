"""What the printed sheets of Lucky Numbers say differently, leave open, and get wrong in an example."""

from models.clause import Cite
from models.evidence import Difference, OpenQuestion, PrintedExample, RuleBook
from models.lucky_numbers.clauses.ln102_setup_count import DiagonalFull
from models.lucky_numbers.clauses.ln103_diagonal import OnTheDiagonal
from models.lucky_numbers.clauses.ln201_order import Clockwise
from models.lucky_numbers.clauses.ln204_leave import LeaveRevealed
from models.lucky_numbers.clauses.ln205_take import TakeFaceUp
from models.lucky_numbers.clauses.ln208_another_turn import AnotherTurn
from models.lucky_numbers.clauses.ln209_concede import NobodyConcedes
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.clauses.ln303_exchange import Exchange
from models.lucky_numbers.clauses.ln401_full_garden import FullGarden
from models.lucky_numbers.clauses.ln402_last_clover import LastClover
from models.lucky_numbers.clauses.ln403_fewest_empty import FewestEmpty
from models.lucky_numbers.clauses.ln404_no_other_end import NoOtherEnd
from models.lucky_numbers.clauses.ln501_rounds import Rounds
from models.lucky_numbers.clauses.ln502_stays import StaysInSetup
from models.lucky_numbers.clauses.ln601_each_starts import EachStarts
from models.lucky_numbers.clauses.ln602_points import Points
from models.lucky_numbers.clauses.ln603_most_points import MostPoints
from models.lucky_numbers.editions import STRICT
from models.reading import Reading

EN, FR, OLD = "tiki-2020-en", "tiki-2020-fr", "ravensburger-2012-fr"

DIFFERENCES = (
    Difference(
        "How the diagonal is filled",
        (
            (Cite(EN, "Game Setup", 6), "each player draws four clovers and then chooses where they go"),
            (Cite(FR, "Préparation du jeu", 6), "the same"),
            (Cite(OLD, "Préparation du jeu", 2), "one clover each in turn, and it stays; the sheet knows no other way"),
            (Cite(EN, "Variant: MICHAEL'S SETUP", 3), "the way of 2012 is a variant with a name of its own"),
        ),
        "Logs name the set-up; the edition of 2012 has only the one by one.",
        (DiagonalFull.id, Rounds.id, StaysInSetup.id),
    ),
    Difference(
        "Which clover is the last",
        (
            (Cite(EN, "Game End", 2), "the last clover in the middle of the table"),
            (Cite(FR, "Fin de la partie", 2), "the same"),
            (Cite(OLD, "Fin de la partie", 2), "the last one that is hidden"),
        ),
        "Face-up clovers lie in the middle too, and nobody has to take the last of them: the hidden one is meant.",
        (LastClover.id,),
    ),
    Difference(
        "When a full garden ends play",
        (
            (Cite(EN, "Game End", 1), "says who wins, the first to fill a garden, but not when play stops"),
            (Cite(FR, "Fin de la partie", 1), "play stops as soon as the last empty cell is filled"),
            (Cite(OLD, "Fin de la partie", 1), "the same"),
        ),
        "Play stops at once; a round is not finished.",
        (FullGarden.id,),
    ),
    Difference(
        "Whether a clover taken from the middle may be exchanged",
        (
            (Cite(EN, "B) Take a face-up clover", 1), "it is added in accordance with the placement rules"),
            (Cite(FR, "B) Récupérer un trèfle visible", 1), "it is placed by the placement rules"),
            (Cite(OLD, "B) Récupérer une tuile visible", 1), "the same"),
        ),
        "It may be exchanged: the placement rules hold for both options.",
        (TakeFaceUp.id, Exchange.id),
    ),
    Difference(
        "Whether equal numbers may stand in one line",
        (
            (Cite(EN, "Placement rules", 2), "numbers ascend"),
            (Cite(FR, "Règle de pose", 2), "numbers ascend strictly"),
            (Cite(OLD, "Règles de pose", 2), "numbers ascend"),
        ),
        "They may not: the printed example forbids the cells in line with an equal number in every sheet.",
        (Ascending.id,),
    ),
    Difference(
        "What must be in order",
        (
            (Cite(EN, "Placement rules", 2), "the number that is placed, with all others of its row and column"),
            (Cite(FR, "Règle de pose", 2), "all numbers of a row and of a column, at any time"),
            (Cite(OLD, "Règles de pose", 2), "the same"),
        ),
        "Both come to the same, which is proved (LNC01).",
        (Ascending.id,),
    ),
    Difference(
        "The numbers of the printed example",
        (
            (Cite(EN, "Placement rules", 3), "a 10 may be exchanged for the 13"),
            (Cite(OLD, "Règles de pose", 3), "a 12 stands where the 10 stands in 2020"),
        ),
        "The rest of the picture of 2012 is not known, so only that of 2020 is recalculated.",
        (Ascending.id,),
    ),
    Difference(
        "What a tournament is",
        (
            (Cite(EN, "Variant: TOURNAMENT MODE", 1), "a variant"),
            (Cite(FR, "Variante : MODE TOURNOI", 1), "the same"),
            (Cite(OLD, "Alternative à la fin de la partie", 1), "another end of the game, agreed on before it begins"),
        ),
        "The rules of it are the same.",
        (EachStarts.id, Points.id, MostPoints.id),
    ),
)

QUESTIONS = (
    OpenQuestion(
        "May a clover replace one of the same number?",
        f"{Ascending.reading} `--no-equal-exchange` judges by the strict reading.",
        (Ascending.id,),
        ("LNC04", "LNC05", "LNC43", "LNC44"),
    ),
    OpenQuestion(
        "Must play come to an end?",
        "No: nobody ever has to reveal a clover, and no rule forbids to come back to the same table.",
        (NoOtherEnd.id,),
        ("LNC14", "LNC15"),
    ),
    OpenQuestion(
        "May a player take back what was just left or exchanged?",
        "Yes: any clover that lies face up may be taken, whoever put it there and whenever.",
        (TakeFaceUp.id,),
    ),
    OpenQuestion(
        "Must a revealed clover be placed if it fits?",
        "No: leaving it is always allowed. A clover taken from the middle must be placed.",
        (LeaveRevealed.id,),
        ("LNC04",),
    ),
    OpenQuestion(
        "Must the start diagonal ascend?",
        "No: any order of numbers is legal there, equal ones too, for no two of its cells share a line.",
        (OnTheDiagonal.id,),
    ),
    OpenQuestion(
        "In which order do players place within a round of Michael's set-up?",
        "In any order, as long as nobody is a clover ahead.",
        (Rounds.id,),
    ),
    OpenQuestion(
        "Does whoever reveals the last clover share a tie?",
        "Yes, like anybody else.",
        (FewestEmpty.id,),
        ("LNC40",),
    ),
    OpenQuestion(
        "What do several winners of a tournament's game score?",
        "Two points each, and none of them loses points for empty cells.",
        (Points.id,),
    ),
    OpenQuestion(
        "Who starts?",
        "The oldest player, whom no log names: a log says who starts, or it is whoever takes the first turn.",
        (Clockwise.id,),
    ),
    OpenQuestion(
        "May a player give up?",
        "No sheet says so. A log may hold it; the player is skipped, and it is told as outside the edition.",
        (NobodyConcedes.id,),
    ),
    OpenQuestion(
        "The house rule bruno: which equal neighbours give another turn?",
        "Programs count different ones, so a log must declare `bruno` (the rising diagonal) or `bruno-any` (all four).",
        (AnotherTurn.id,),
    ),
)

EXAMPLES = (
    PrintedExample(
        "Where may the 13 go?",
        (Cite(EN, "Placement rules", 3), Cite(FR, "Règle de pose", 4)),
        "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19",
        13,
        ("c1", "d2", "b4"),
        "The sheets say that the 13 can only go to the marked empty cell, or be exchanged for the 10 or the 15. By "
        "their own placement rule it may also replace the other 13, which is none of the other numbers of its lines. "
        "Programs in use allow it, and so does cloverproof; the strict reading follows the example instead.",
        ("LNC42", "LNC43", "LNC44"),
        other=("the strict reading", Reading(answers=STRICT)),
    ),
)

RULEBOOK = RuleBook(
    languages={EN: "English", FR: "French", OLD: "French"},
    differences=DIFFERENCES,
    questions=QUESTIONS,
    examples=EXAMPLES,
)
