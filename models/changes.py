"""What is otherwise than the rules have it: clauses in another form, left out, or added, and counters for them."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar, cast

from msgspec import Struct

from models.clause import AnyStep, Clause, ClauseId
from models.smt import Number

ClauseT = TypeVar("ClauseT", bound=Clause)


class Counting(Protocol):
    """Counters that added clauses speak of; a table holds their values in one row, and no clause of the game reads it.

    `step` is a step with unknowns in `after_term`, of which all but the counters behind it are known.
    """

    def start(self, rules: object) -> tuple[int, ...]:
        """Give the counters before anything has happened."""
        ...

    def after(self, step: AnyStep) -> tuple[int, ...]:
        """Give the counters after a step."""
        ...

    def named(self, table: object) -> Mapping[str, object]:
        """Give the counters of a table with unknowns by their names, as expressions of a user's own read them."""
        ...

    def after_term(self, step: object) -> tuple[Number, ...]:
        """Give them after a step with unknowns."""
        ...


class RuleChanges(Struct, frozen=True):
    """What a user has otherwise than the rules: clauses `instead` of those with their ids, ids `without` which play
    goes on, clauses `added` to them, all in the `game` of that key ("": in any). Rules carry it, so that whoever knows
    the rules knows which clauses are in force.
    """

    instead: tuple[Clause, ...] = ()
    without: tuple[ClauseId, ...] = ()
    added: tuple[Clause, ...] = ()
    counting: Counting | None = None
    game: str = ""

    def __bool__(self) -> bool:
        return bool(self.instead or self.without or self.added)

    @property
    def ids(self) -> tuple[ClauseId, ...]:
        """Name all clauses that are not as the rules have them."""
        return (*(clause.id for clause in self.instead), *self.without, *(clause.id for clause in self.added))

    def first_counts(self, rules: object) -> tuple[int, ...]:
        """Give the counters that a table has before anything has happened."""
        return () if self.counting is None else self.counting.start(rules)

    def form_of(self, clause: ClauseT) -> ClauseT:
        """Give the form of a clause that others refer to; one that is left out still says what its words mean."""
        for each in self.instead:
            if each.id == clause.id:
                return cast("ClauseT", each)
        return clause

    def in_force(self, clauses: Sequence[ClauseT]) -> Sequence[ClauseT]:
        """Give the clauses that are asked, for those of the game."""
        if not self:
            return clauses
        kept = (self.form_of(clause) for clause in clauses if clause.id not in self.without)
        return (*kept, *(cast("ClauseT", each) for each in self.added))


UNCHANGED = RuleChanges()
