"""The clauses of Lucky Numbers, one file each; a new one is listed here."""

from models.lucky_numbers.clauses.ln101_sets import OneSetEach
from models.lucky_numbers.clauses.ln102_setup_count import DiagonalFull
from models.lucky_numbers.clauses.ln103_diagonal import OnTheDiagonal
from models.lucky_numbers.clauses.ln104_printed_size import PrintedSize
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.clauses.ln203_reveal import REVEAL
from models.lucky_numbers.clauses.ln204_leave import LeaveRevealed
from models.lucky_numbers.clauses.ln205_take import TakeFaceUp
from models.lucky_numbers.clauses.ln206_middle import MiddleKept
from models.lucky_numbers.clauses.ln207_pile import PileKept
from models.lucky_numbers.clauses.ln208_another_turn import BRUNO
from models.lucky_numbers.clauses.ln209_concede import NobodyConcedes
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.clauses.ln302_add import AddToEmpty
from models.lucky_numbers.clauses.ln303_exchange import Exchange
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln402_last_clover import LAST
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.clauses.ln404_no_other_end import NoOtherEnd
from models.lucky_numbers.clauses.ln501_rounds import Rounds
from models.lucky_numbers.clauses.ln502_stays import StaysInSetup
from models.lucky_numbers.clauses.ln601_each_starts import EachStarts
from models.lucky_numbers.clauses.ln602_points import POINTS
from models.lucky_numbers.clauses.ln603_most_points import MostPoints

CLAUSES = (
    OneSetEach(),
    DiagonalFull(),
    OnTheDiagonal(),
    PrintedSize(),
    ORDER,
    REVEAL,
    LeaveRevealed(),
    TakeFaceUp(),
    MiddleKept(),
    PileKept(),
    BRUNO,
    NobodyConcedes(),
    PLACEMENT,
    AddToEmpty(),
    Exchange(),
    FULL,
    LAST,
    FEWEST,
    NoOtherEnd(),
    Rounds(),
    StaysInSetup(),
    EachStarts(),
    POINTS,
    MostPoints(),
)
