"""How often the steps of one game exercise each clause, worked out from counts of its events."""

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec import Struct

from models.clause import ClauseId
from models.lucky_numbers.clauses.ln101_sets import OneSetEach
from models.lucky_numbers.clauses.ln102_setup_count import DiagonalFull
from models.lucky_numbers.clauses.ln103_diagonal import OnTheDiagonal
from models.lucky_numbers.clauses.ln104_printed_size import PrintedSize
from models.lucky_numbers.clauses.ln201_order import Clockwise
from models.lucky_numbers.clauses.ln203_reveal import RevealFaceDown
from models.lucky_numbers.clauses.ln204_leave import LeaveRevealed
from models.lucky_numbers.clauses.ln205_take import TakeFaceUp
from models.lucky_numbers.clauses.ln206_middle import MiddleKept
from models.lucky_numbers.clauses.ln207_pile import PileKept
from models.lucky_numbers.clauses.ln208_another_turn import AnotherTurn
from models.lucky_numbers.clauses.ln209_concede import NobodyConcedes
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.clauses.ln302_add import AddToEmpty
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
from models.lucky_numbers.editions import Rules


class Counted(Struct, frozen=True):
    """How often in one game something happened that exercises clauses.

    `after_full` and `after_last` count the first turns after play had ended so, `ends_full` and `ends_last` the results
    that follow such an end, `ends_counted` those that tell what the fewest empty cells decide. `tournament` counts what
    tells of the games of a tournament, or of who starts them.
    """

    rules: Rules
    turns: Counter[str]
    setups: int
    starts: int
    shown_starts: int
    unstarted: int
    concessions: int
    ends: int
    after_full: int
    after_last: int
    ends_full: int
    ends_last: int
    ends_counted: int
    tournament: int
    points: int
    champions: int


EXERCISED: Mapping[ClauseId, Callable[[Counted], int]] = {
    OneSetEach.id: lambda game: game.setups + game.shown_starts,
    DiagonalFull.id: lambda game: game.setups + game.starts + game.unstarted,
    OnTheDiagonal.id: lambda game: game.setups,
    PrintedSize.id: lambda game: 1,
    Clockwise.id: lambda game: game.turns["all"],
    RevealFaceDown.id: lambda game: game.turns["pile"],
    LeaveRevealed.id: lambda game: game.turns["discard"],
    TakeFaceUp.id: lambda game: game.turns["middle"],
    MiddleKept.id: lambda game: game.turns["place, middle shown"],
    PileKept.id: lambda game: game.turns["all"] - game.turns["pile not shown"],
    AnotherTurn.id: lambda game: (1 + game.turns["all"]) if game.rules.again else 0,
    NobodyConcedes.id: lambda game: game.concessions,
    Ascending.id: lambda game: game.turns["place"] + game.turns["exchange"],
    AddToEmpty.id: lambda game: game.turns["place"],
    Exchange.id: lambda game: game.turns["exchange"],
    FullGarden.id: lambda game: game.after_full + game.ends_full,
    LastClover.id: lambda game: game.after_last + game.ends_last,
    FewestEmpty.id: lambda game: game.ends_counted,
    NoOtherEnd.id: lambda game: game.ends,
    Rounds.id: lambda game: game.setups if game.rules.one_by_one else 0,
    StaysInSetup.id: lambda game: game.setups if game.rules.one_by_one else 0,
    EachStarts.id: lambda game: game.tournament,
    Points.id: lambda game: game.points,
    MostPoints.id: lambda game: game.champions,
}
