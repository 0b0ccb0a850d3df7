"""A clause of a rule book: its sources, its cases, its check, and the mistakes people make in it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, Literal, NewType, Protocol, Self, final

from msgspec import Struct

from models.parameters import StepT
from models.smt import Formula

ClauseId = NewType("ClauseId", str)
Kind = Literal["breach", "refused-legal", "outside-edition", "result", "unreadable"]
OUTSIDE: Kind = "outside-edition"


class Cite(Struct, frozen=True):
    """A place in a printed rule sheet: its key, the heading, the paragraph below that heading (from 1)."""

    sheet: str
    heading: str
    paragraph: int


class Picture(Struct, frozen=True):
    """A grid to draw: its rows of short texts, and the signs of the cells that matter, by (row, column).

    `named` tells whether its columns have letters and its rows numbers.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    marks: Mapping[tuple[int, int], str]
    named: bool = True


class Fault(Struct, frozen=True):
    """How one step breaks one clause, in words.

    `field` is the key of the log line that shows it (its value gets underlined; `laid/1/end` leads into a value by
    places in lists and keys), `label` stands beside the underline, `against` names the cells that speak against the
    move, `help` what would have been right (empty: the legal moves say it).
    """

    message: str
    field: str = ""
    label: str = ""
    against: tuple[str, ...] = ()
    help: str = ""


class Clause(ABC, Generic[StepT]):
    """One clause of the rules, the only place where it stands.

    The docstring of a subclass is its statement. It is asked about the kinds of move in `moves`; by those that are
    among `outside` as well it is broken only outside the edition (a house rule, another size, giving up), and those
    among `results` name a result. `kept` and `broken` are its smallest cases, in the notation of the game. The fields
    of an instance are the knobs an implementer may turn the wrong way: `mutants` names them.
    """

    id: ClassVar[ClauseId]
    title: ClassVar[str]
    cites: ClassVar[tuple[Cite, ...]]
    moves: ClassVar[tuple[type, ...]]
    kept: ClassVar[tuple[str, ...]]
    broken: ClassVar[tuple[str, ...]]
    outside: ClassVar[tuple[type, ...]] = ()
    results: ClassVar[tuple[type, ...]] = ()
    reading: ClassVar[str] = ""
    grants: ClassVar[str] = ""

    @abstractmethod
    def holds(self, step: StepT) -> bool:
        """Tell whether the step keeps the clause; only steps with one of its `moves` are asked about."""

    def term(self, step: Any) -> Formula:
        """State the clause over a step with unknowns, in another way than `holds` checks it, for provers.

        A game that offers no proofs has none. Raises NotImplementedError.
        """
        raise NotImplementedError(f"{self.id} has no term")

    @abstractmethod
    def fault(self, step: StepT) -> Fault:
        """Put into words how the step breaks the clause."""

    def effect(self, step: StepT) -> StepT:
        """Give a step with what the clause lets follow from its move where the log does not show it.

        As the rules have it that is so already; a mistaken clause changes the table after the step.
        """
        return step

    def exercised(self, step: StepT) -> bool:
        """Tell whether something else in the place of any step could have broken the clause: what reports count."""
        return isinstance(step.move, self.moves)

    @final
    def kind(self, step: StepT) -> Kind:
        """Tell what sort of finding a broken clause makes."""
        return self.kind_by(type(step.move))

    @final
    def kind_by(self, move: type) -> Kind:
        """Tell what sort of finding a kind of move makes that breaks the clause."""
        if not binds(self, move):
            return OUTSIDE
        return "result" if issubclass(move, self.results) else "breach"

    @classmethod
    @abstractmethod
    def mutants(cls) -> Mapping[str, Self]:
        """Give the mistakes implementers make in this clause, by name."""

    @property
    def statement(self) -> str:
        """The clause in one paragraph."""
        return " ".join((self.__doc__ or "").split())


def binds(clause: Clause, move: type) -> bool:
    """Decide whether a clause is a rule of the edition for a kind of move, which such a move must keep.

    It is decided here alone: the judge, the prover, its terms, the replay of cases and the suite ask this function.
    """
    return issubclass(move, clause.moves) and not issubclass(move, clause.outside)


def binding(clauses: Iterable[Clause], move: type) -> tuple[Clause, ...]:
    """Give the clauses that are rules of the edition for a kind of move."""
    return tuple(clause for clause in clauses if binds(clause, move))


def breached(clauses: Iterable[Clause[StepT]], step: StepT) -> list[Clause[StepT]]:
    """Give the rules of the edition that a step breaks."""
    return [clause for clause in binding(clauses, type(step.move)) if not clause.holds(step)]


def keeps(clauses: Iterable[Clause[StepT]], step: StepT) -> bool:
    """Tell whether a step breaks none of the rules of the edition; the first one that it breaks is the last asked."""
    return all(clause.holds(step) for clause in clauses if binds(clause, type(step.move)))


class AnyStep(Protocol):
    """A table, the move made on it, and the table after it, of any game."""

    @property
    def before(self) -> object: ...
    @property
    def move(self) -> object: ...
    @property
    def after(self) -> object: ...
