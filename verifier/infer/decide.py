"""Ask a solver whether a legal game explains a record, and what its missing facts can have been."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from models.partial_log import Demand, Fact, Gap, LogFormulas, PartialLog, WitnessLine
from models.smt import Values
from verifier.infer.cnf import Finite, literal_holds
from verifier.infer.sat import Clock, OutOfTime, Sat


@dataclass(frozen=True, slots=True)
class Found:
    """What a missing fact can have been; `all_of_them` tells that no other value is possible."""

    gap: Gap
    values: tuple[int, ...]
    all_of_them: bool

    @property
    def forced(self) -> bool:
        """Whether only one value is possible."""
        return self.all_of_them and len(self.values) == 1


@dataclass(frozen=True, slots=True)
class Consistent:
    """A legal game explains the record; `missing` is how many turns each gap of unknown length was taken for."""

    game: Sequence[WitnessLine]
    found: Sequence[Found]
    missing: int | None = None


@dataclass(frozen=True, slots=True)
class Impossible:
    """No legal game explains the record up to the line `at`, but one does up to the line before.

    Where the time ended before that line was found, `located` is false and `at` is a later one; where it ended before a
    contradiction was found, there are no facts; `too_large` tells that more time would not help.

    The facts and clauses contradict each other, whatever happened before the line `since` (None: the record from its
    beginning on); where `minimal` is true none of them can go. Proved claims stand among the clauses for the legal play
    before that line; `claims` has words for them.
    """

    at: int
    since: int | None
    facts: Sequence[Fact]
    clauses: Sequence[str]
    minimal: bool
    located: bool = True
    too_large: bool = False
    claims: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Undecided:
    """It was not found out; `hopeless` tells that more time would not help."""

    why: str
    hopeless: bool = False


Outcome = Consistent | Impossible | Undecided


class Query:
    """The formulas of an account in a solver; `assumed` are the facts and clauses that can be taken away."""

    def __init__(self, account: LogFormulas, clock: Clock, *, sure: bool) -> None:
        self.account, self.clock = account, clock
        self.sat = Sat(clock)
        self.finite = finite = Finite(self.sat)
        for term, other in account.twins:
            finite.twin(term, other)
        for number, low, high in account.bounds:
            finite.bound(number, low, high)
        for formula in account.holds:
            self.sat.add(finite.literal(formula))
        self.clauses: dict[str, int] = {}
        self.claims: dict[tuple[str, str], int] = {}  # by claim and what of it is used
        for demand in account.demands:
            demanded = finite.literal(demand.formula)
            if sure:
                self.sat.add(demanded)
            else:
                self.sat.add(-self._taken_back(demand), demanded)
        self.asked = [finite.values(gap.term) for gap in account.gaps]  # written before a model is asked for
        self.facts = {finite.literal(fact.flag): fact for fact in account.facts}

    def _taken_back(self, demand: Demand) -> int:
        """Give the literal of a clause, or of what is used of a claim, without which nothing is demanded."""
        if demand.claim:
            named = demand.clause, demand.claim
            if named not in self.claims:
                self.claims[named] = self.sat.new()
            return self.claims[named]
        if demand.clause not in self.clauses:
            self.clauses[demand.clause] = self.sat.new()
        return self.clauses[demand.clause]

    def values(self) -> Values:
        """Give the values of all unknowns after a yes."""
        return self.finite.values_in(self.sat.model())


def account_of(
    record: PartialLog, line: int, clock: Clock, *, sure: bool, missing: int | None = None, since: int | None = None
) -> LogFormulas:
    """State the record up to a line."""
    return record.account(line, since=since, sure=sure, missing=missing, pause=clock.look)


def played(record: PartialLog, clock: Clock, tries: int) -> Consistent | None:
    """Play towards what the record shows, None where no game came out."""
    for number in range(tries):
        clock.look()
        game = record.played(Random(f"{number} of {tries}"))
        if game is not None:
            missing = sum(told.whole for told in game) if record.open_ended else None
            return Consistent(game, (), missing)
    return None


def consistent(record: PartialLog, line: int, clock: Clock) -> Outcome | None:
    """Look for a legal game, None where there is none."""
    open_ended = record.open_ended
    for missing in record.lengths if open_ended else (0,):
        account = account_of(record, line, clock, sure=True, missing=missing)
        query = Query(account, clock, sure=True)
        if query.sat.ask():
            game = record.explained(account, query.values())
            if game is None:
                return Undecided("the game that was found does not show what the record shows")
            return Consistent(game, list(_found(query)), missing if open_ended else None)
    return None


def possible(record: PartialLog, line: int, clock: Clock, since: int | None = None) -> bool:
    """Tell whether the record can be explained if anything at all may have happened in gaps of unknown length."""
    account = account_of(record, line, clock, sure=True, since=since)
    return bool(Query(account, clock, sure=True).sat.ask())


# What the missing facts can be ----------------------------------------------------------------------------------------


@dataclass
class _Search:
    """The values of one missing fact that were seen, and the literals of those that were not."""

    gap: Gap
    literals: dict[int, int]
    seen: set[int] = field(default_factory=set)
    done: bool = False

    @property
    def unseen(self) -> list[int]:
        return [literal for value, literal in self.literals.items() if value not in self.seen]


def _found(query: Query) -> Iterator[Found]:
    """Find the values that each missing fact can have; where the time ends, those that were found by then."""
    searches = [_Search(*each) for each in zip(query.account.gaps, query.asked, strict=True)]
    _note(query, searches)
    try:
        for search in searches:
            while search.unseen:
                chosen = query.sat.new()
                query.sat.add(-chosen, *search.unseen)
                if not query.sat.ask((chosen,)):
                    break
                _note(query, searches)
            search.done = True
    except OutOfTime:
        pass
    for search in searches:
        yield Found(search.gap, tuple(sorted(search.seen)), search.done)


def _note(query: Query, searches: Iterable[_Search]) -> None:
    model = query.sat.model()
    for search in searches:
        if not search.done:
            search.seen |= {value for value, literal in search.literals.items() if literal_holds(literal, model)}
