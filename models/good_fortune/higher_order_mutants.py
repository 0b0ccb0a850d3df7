"""Higher-order mutants: programs in which several clauses are wrong together."""

from collections.abc import Sequence

from models.clause import Clause
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.clauses.gf101_deal import Deal
from models.good_fortune.clauses.gf201_choice import Choice
from models.good_fortune.clauses.gf202_priority import Priority
from models.good_fortune.clauses.gf203_at_an_end import AtAnEnd
from models.good_fortune.clauses.gf204_connect import Connect
from models.good_fortune.clauses.gf205_discard import Discard
from models.good_fortune.clauses.gf206_second import SecondOnNewLine
from models.good_fortune.clauses.gf207_medallion import Medallion
from models.good_fortune.clauses.gf208_tiles_stay import TilesStay
from models.good_fortune.clauses.gf401_end import HandsEmpty
from models.good_fortune.clauses.gf402_groups import Grouping
from models.good_fortune.clauses.gf403_score import Score, dice_only
from models.good_fortune.clauses.gf501_guessing import Guessing
from models.good_fortune.clauses.gf502_simple import SimpleLaying
from models.good_fortune.table import Step
from models.state_space import Mutant

TOGETHER: dict[str, tuple[Clause[Step], ...]] = {
    "the tile beside it is pushed out and won": (
        AtAnEnd(leaves="neighbour"),
        Connect(wins_opposite=False),
        Discard(opposite_leaves=False),
        SecondOnNewLine(looks_at_taken=False, looks_at_line=False),
    ),
    "nobody has to connect, and every laying wins": (Connect(must=False), Discard(wins_nothing=False)),
    "nothing is ever won": (Connect(must=False, wins=False),),
    "the second tile is laid as if the first were not there": (
        SecondOnNewLine(new_line=False, looks_at_line=False),
        Connect(line_as_left=False),
        Discard(line_as_left=False),
    ),
    "the middle of the line connects too, and wins": (Connect(middle_too=True), Discard(middle_connects=True)),
    "the medallion is never touched": (
        Medallion(handed_over=False, turned_over=False),
        Priority(always="small"),
        Choice(in_order=False),
    ),
    "player 1 keeps the medallion": (Choice(always_player_1=True), Medallion(handed_over=False)),
    "the small side is always up": (Priority(always="small"), Medallion(turned_over=False)),
    "anybody chooses and lays in any order": (
        Choice(in_order=False, one_each=False),
        Priority(numbers_count=False),
    ),
    "who has the highest tile begins, with the large side up": (Choice(lowest_first=False, small_first=False),),
    "any deal will do": (Deal(lowest_apart=False, highest_apart=False, even=False, whole=False, same_hand=True),),
    "the other player gets what is won, and keeps what is discarded": (
        TilesStay(to_the_other=True),
        Discard(wins_nothing=False),
    ),
    "the line is told from right to left, also the second tile": (
        AtAnEnd(backwards=True),
        SecondOnNewLine(looks_at_line=False),
    ),
    "tiles are split at will for the best total": (Grouping(most_first=False), Score(best_split=True)),
    "charms are counted once, and the total follows": (Grouping(again=False), Score(looks_at_totals=False)),
    "a tile counts for both of its charms": (
        Grouping(once=False, most_first=False),
        Score(looks_at_totals=False),
    ),
    "each group scores its dice, ties go to either charm": (
        Grouping(dice_break_ties=False),
        Score(points=dice_only),
    ),
    "play stops one tile early, and the line is shared out": (HandsEmpty(left=1, line_scores=True),),
    "play goes on with the tiles that were won": (Choice(own_hand=False), HandsEmpty(stops=False)),
    "both variants are always on": (Guessing(always=True), SimpleLaying(always=True)),
}


def higher_order_mutants() -> Sequence[Mutant]:
    """Give these programs, each with all its clauses."""
    return tuple(Mutant(name, replaced(*wrong)) for name, wrong in TOGETHER.items())


def replaced(*wrong: Clause[Step]) -> tuple[Clause[Step], ...]:
    """Give all clauses, some of them wrong."""
    instead = {clause.id: clause for clause in wrong}
    return tuple(instead.get(clause.id, clause) for clause in CLAUSES)
