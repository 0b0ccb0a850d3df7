"""Partial logs: what inferring needs of a game, a log with facts missing as formulas over what was not recorded."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from models.claim import ClaimId
from models.clause import ClauseId
from models.parameters import EventIn
from models.smt import Formula, Number, Term, Values


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a line says: its key, and which part of it where it has several. It holds where the flag does."""

    line: int
    key: str
    part: str
    flag: Term


@dataclass(frozen=True, slots=True)
class Demand:
    """What a clause demands of the step of a line, or what a proved claim says, which `claim` has words for."""

    line: int
    clause: ClauseId | ClaimId
    formula: Formula
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    """A fact that was not recorded: its line, which of the missing turns there (from 1, 0: none), and its key.

    `term` is its value as a number, `write` gives that as it stands in a log.
    """

    line: int
    place: int
    key: str
    term: Number
    write: Callable[[int], object]


@dataclass
class LogFormulas:
    """A record as formulas.

    `bounds` are terms with the least and the highest value they can have, each stated before it is used; `twins` are
    terms that are equal to others in all games that keep the clauses; `holds` is what holds whatever the clauses say.
    `facts` is empty where the facts are taken for certain, which keeps the formulas small; otherwise each can be taken
    away. `symbolic_log` is for the game itself.
    """

    bounds: list[tuple[Number, int, int]] = field(default_factory=list)
    twins: list[tuple[Term, Number]] = field(default_factory=list)
    holds: list[Formula] = field(default_factory=list)
    demands: list[Demand] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    symbolic_log: Any = None


OF_HEADER = 0  # stands for the line of the header


@dataclass(frozen=True, slots=True)
class WitnessLine:
    """One line of a game that explains a record: the keys to fill in, or a whole event that is missing there.

    The line `OF_HEADER` fills in the header.
    """

    line: int
    keys: Mapping[str, object]
    whole: bool = False


class PartialLog(Protocol[EventIn]):
    """One game of a log in which facts may be missing.

    `open_ended` tells of a gap of unknown length, `lengths` are numbers of turns to try for it, `turns` counts those
    that were recorded or are stated to be missing, `left_out` are lines that say nothing that is inferred from: they
    are neither believed nor judged. `hides` tells that something is not known that no event says: what lies in the
    box. The game that is found says it in its header. `lacks` tells that facts are missing that judging can do without.
    """

    open_ended: bool
    left_out: list[int]

    @property
    def hides(self) -> bool: ...

    @property
    def lacks(self) -> bool: ...

    @property
    def turns(self) -> int: ...

    @property
    def lengths(self) -> Sequence[int]: ...

    def add(self, event: EventIn, line: int) -> None:
        """Take the next event. Raises Malformed where it cannot stand or has a value that does not exist."""
        ...

    def window_starts(self, line: int) -> Sequence[int]:
        """Give lines before which all that happened can be left open, the last one up to a line first."""
        ...

    def loosened(self) -> "Iterator[PartialLog[EventIn]]":
        """Give the same record with less asked of it, the least first, so that what it cannot be is seen sooner."""
        ...

    def account(
        self, line: int, *, since: int | None = None, sure: bool, missing: int | None, pause: Callable[[], None]
    ) -> LogFormulas:
        """State the record up to a line as formulas; `since` leaves open what happened before another line.

        `sure` takes the facts for certain. A gap of unknown length is taken for up to `missing` turns each, or, where
        that is None, for anything at all. `pause` is called now and then and may raise.
        """
        ...

    def explained(self, account: LogFormulas, values: Values) -> Sequence[WitnessLine] | None:
        """Give the game that has these values, None where it does not show what the record shows."""
        ...

    def played(self, chance: Random) -> Sequence[WitnessLine] | None:
        """Play one legal game towards what the record shows, None where that is not reached or not tried.

        Only where nothing else is missing than turns, so that there is nothing to tell but the game.
        """
        ...

    def words(self, facts: Sequence[Fact]) -> str:
        """Say in words what some facts of one line say."""
        ...

    def kind(self, line: int) -> str:
        """Say what a line is."""
        ...
