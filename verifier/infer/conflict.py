"""Find a smallest set of facts and clauses that contradict each other."""

from collections.abc import Iterable, Iterator, Sequence

from models.partial_log import PartialLog
from verifier.infer.decide import Impossible, Query, account_of, possible
from verifier.infer.sat import Clock, OutOfTime

WIDEST = 16  # turns with anything before them that are looked at; formulas about more are as large as for all
PATIENCE = 5  # seconds of the processor for one question, so that a hard one does not use up the time of all


def conflict(record: PartialLog, at: int, clock: Clock, *, alone: int | None = None) -> Impossible:
    """Say why no legal game explains the record up to a line.

    The last lines that contradict each other whatever happened before them are looked for first. Of them facts are
    taken away line by line, the oldest first, then clause by clause and fact by fact, as long as what is left still
    cannot be explained. Where the time ends, what was left by then is given. `alone` is a line from which on the record
    is known to contradict itself.
    """
    for since in _windows(record, at, clock) if alone is None else (alone, None):
        account = account_of(record, at, clock, sure=False, since=since)
        query = Query(account, clock, sure=False)
        search = _Search(query)
        if not search.begin() and since is not None:
            continue
        minimal = search.run()
        facts = [query.facts[literal] for literal in search.left if literal in query.facts]
        order = {fact.flag.key: place for place, fact in enumerate(account.facts)}
        facts.sort(key=lambda fact: (fact.line, order[fact.flag.key]))
        clauses = {name for name, literal in query.clauses.items() if literal in search.left}
        used = [named for named, literal in query.claims.items() if literal in search.left]
        claims = {claim: "; ".join(said for each, said in used if each == claim) for claim, _ in used}
        return Impossible(at, since, facts, sorted({*clauses, *claims}), minimal, claims=claims)
    raise AssertionError("what cannot be explained contradicts itself")


def _windows(record: PartialLog, at: int, clock: Clock) -> Iterator[int | None]:
    """Give first lines of what contradicts itself, the last one first: each time of twice as many turns."""
    starts = record.window_starts(at)
    width = 1
    while width <= min(len(starts), WIDEST):
        if not possible(record, at, clock, starts[width - 1]):
            yield starts[width - 1]
        width *= 2
    yield None


class _Search:
    """What is left of the facts and clauses."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.left: set[int] = {*query.facts, *query.clauses.values(), *query.claims.values()}
        self.needed: set[int] = set()
        self.sure = True

    def begin(self) -> bool:
        """Tell whether all facts and clauses together contradict each other. Raises OutOfTime."""
        return not self._explained(self.left, None)

    def run(self) -> bool:
        """Take away what is not needed; tell whether all of that was found out."""
        try:
            for groups in (self._lines, self._clauses, self._keys, self._each):
                for group in groups():
                    self._without(group)
        except OutOfTime:
            return False
        return self.sure

    def _lines(self) -> Iterable[list[int]]:
        facts = self.query.facts
        lines = sorted({fact.line for fact in facts.values()})
        return ([literal for literal, fact in facts.items() if fact.line == line] for line in lines)

    def _clauses(self) -> Iterable[list[int]]:
        return ([literal] for literal in sorted({*self.query.clauses.values(), *self.query.claims.values()}))

    def _keys(self) -> Iterable[list[int]]:
        facts = self.query.facts
        keys = dict.fromkeys((fact.line, fact.key) for fact in facts.values())
        return ([literal for literal, fact in facts.items() if (fact.line, fact.key) == key] for key in keys)

    def _each(self) -> Iterable[list[int]]:
        return ([literal] for literal in sorted(self.left))

    def _without(self, group: Sequence[int]) -> None:
        gone = self.left.intersection(group)
        if gone and not gone & self.needed and self._explained(self.left - gone, PATIENCE) and len(gone) == 1:
            self.needed |= gone

    def _explained(self, kept: set[int], patience: float | None) -> bool:
        """Tell whether a game explains what is kept; where none does, keep only what the solver needed."""
        answer = self.query.sat.ask(sorted(kept), patience)
        if answer is False:
            self.left = kept.intersection(self.query.sat.core())
            return False
        self.sure = self.sure and (answer is not None or len(kept) + 1 < len(self.left))
        return True
