"""The events of a partial log: what each says, as far as it was recorded."""

from dataclasses import dataclass, field

from models.lucky_numbers.moves import Conceding, End, Numbers, Start, Stop

PossibleValues = tuple[int, ...]  # the values a fact can have: none where it was not recorded


@dataclass(frozen=True, slots=True)
class PossibleNumbers:
    """What lay on the table: by player and cell the numbers that can lie there (none: not recorded)."""

    line: int
    gardens: tuple[tuple[PossibleValues, ...] | None, ...] = ()
    middle: Numbers | None = None
    pile: int | None = None


@dataclass(frozen=True, slots=True)
class PartialSetup:
    """A clover of the set-up; `listed` are the keys that are written as lists of readings."""

    line: int
    player: PossibleValues = ()
    clover: PossibleValues = ()
    cell: PossibleValues = ()
    place: int = 0
    listed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Turning:
    """A turn; `action` counts as in `symbolic_state`, `source` is 1 for the middle."""

    line: int
    player: PossibleValues = ()
    source: PossibleValues = ()
    clover: PossibleValues = ()
    action: PossibleValues = ()
    cell: PossibleValues = ()
    out: PossibleValues = ()
    pile: int | None = None
    middle: Numbers | None = None
    place: int = 0
    listed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Blank:
    """Nobody knows how many turns are missing."""

    line: int


@dataclass(frozen=True, slots=True)
class Certain:
    """An event in which nothing is missing that a move needs: a start, a result, a concession, a stop."""

    line: int
    move: Start | End | Conceding | Stop


Entry = PartialSetup | Turning | Blank | Certain


@dataclass
class EventAndShown:
    """An event, and what was shown right behind it."""

    entry: Entry
    shown: list[PossibleNumbers] = field(default_factory=list)
