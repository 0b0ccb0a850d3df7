"""What lies in the box, for a game whose rules do not say it: tile sets, and what collections of tiles score."""

from collections.abc import Callable, Sequence
from typing import Generic

from msgspec import Struct

from models.clause import Cite
from models.parameters import HeaderT, SetT, StepT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.partial_log import PartialLog
    from models.reading import TilesOfBox
    from models.smt import Formula, Values


class BadMaterial(ValueError):
    """A tile set, or a tile, that is none; `faults` tells all that is wrong with it."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(faults[0])
        self.faults = tuple(faults)


class PrintedFact(Struct, frozen=True):
    """Something that a rule sheet shows of the printed tiles, and whether a set agrees (None: it does not say)."""

    statement: str
    cite: Cite
    agrees: bool | None


class ScoredGroup(Struct, frozen=True):
    """A group of a collection: its charm, its tiles as they were written, the sum of its dice, its score."""

    charm: str
    tiles: tuple[str, ...]
    dice: int
    points: int


class ScoredWay(Struct, frozen=True):
    """One way in which the rules let the groups be formed, first group first."""

    groups: tuple[ScoredGroup, ...]
    total: int


class Scored(Struct, frozen=True):
    """What a collection may score: every way, all totals, and what other readings of the sheet would give."""

    ways: tuple[ScoredWay, ...]
    totals: tuple[int, ...]
    readings: dict[str, tuple[int, ...]] = {}


LogLine = tuple[str, int]  # the path of a log, and a line of it


class Hint(Struct, frozen=True, eq=False):
    """What one move says of tiles that are not known: which move, in words, as a formula."""

    key: LogLine
    words: str
    formula: "Formula"


class Hidden(Struct, frozen=True, eq=False):
    """A tile set with unknowns in it: what every set keeps, what moves say, and what one may come to know.

    `candidates` are (sort, words, formula); `read` makes a tile set of the values a solver finds.
    """

    base: "tuple[Formula, ...]"
    hints: tuple[Hint, ...]
    candidates: "tuple[tuple[str, str, Formula], ...]"
    read: "Callable[[Values], TilesOfBox]"


class Material(Struct, Generic[HeaderT, StepT, SetT], frozen=True):
    """What a game with tile sets tells about them.

    `load` reads a file, or a set that comes with the program by its name (raises BadMaterial, OSError); `names` lists
    those. `check` tells what a whole set lacks, `describe` what is in it, `facts` compares it with what is printed.
    `score` reads tiles, by number where a set is given (raises BadMaterial). `hidden` states what games say of tiles
    that are not known: whole games given as keyed steps, and records with gaps, each with the path of its log. It is
    told whether no two tiles may carry the same charms (raises BadMaterial where the games are too large). `unknown`
    gives a set of which nothing is known for the header of a game, to read that game by; `write` writes it as a file.
    """

    load: Callable[[str], SetT]
    names: Callable[[], tuple[str, ...]]
    check: Callable[[SetT], tuple[str, ...]]
    describe: Callable[[SetT], tuple[str, ...]]
    facts: Callable[[SetT], tuple[PrintedFact, ...]]
    score: Callable[[Sequence[str], SetT | None], Scored]
    hidden: "Callable[[Sequence[Sequence[tuple[LogLine, StepT]]], Sequence[tuple[str, PartialLog]], bool], Hidden]"
    unknown: Callable[[HeaderT], SetT]
    write: Callable[[SetT], str]
