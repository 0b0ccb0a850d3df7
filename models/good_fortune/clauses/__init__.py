"""The clauses of Good Fortune, one file each; a new one is listed here."""

from models.good_fortune.clauses.gf101_deal import Deal
from models.good_fortune.clauses.gf102_printed_size import PrintedSize
from models.good_fortune.clauses.gf201_choice import Choice
from models.good_fortune.clauses.gf202_priority import Priority
from models.good_fortune.clauses.gf203_at_an_end import AtAnEnd
from models.good_fortune.clauses.gf204_connect import CONNECT
from models.good_fortune.clauses.gf205_discard import DISCARD
from models.good_fortune.clauses.gf206_second import SecondOnNewLine
from models.good_fortune.clauses.gf207_medallion import Medallion
from models.good_fortune.clauses.gf208_tiles_stay import TilesStay
from models.good_fortune.clauses.gf209_concede import NobodyConcedes
from models.good_fortune.clauses.gf401_end import END
from models.good_fortune.clauses.gf402_groups import GROUPING
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.clauses.gf501_guessing import Guessing
from models.good_fortune.clauses.gf502_simple import SimpleLaying

CLAUSES = (
    Deal(),
    PrintedSize(),
    Choice(),
    Priority(),
    AtAnEnd(),
    CONNECT,
    DISCARD,
    SecondOnNewLine(),
    Medallion(),
    TilesStay(),
    NobodyConcedes(),
    END,
    GROUPING,
    Score(),
    Guessing(),
    SimpleLaying(),
)
