"""Search for the smallest sets of known mistakes that explain what logs show, driven by what is found wrong in them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from verifier.diagnose.hypothesis import Hypothesis, HypothesisTrial, LogOutcome
from verifier.diagnose.watched_log import Trouble, WatchedLog

MOST = 3  # mistakes of a set
WIDTH = 40  # sets of each size that are gone on from


class JudgedHypothesis(Struct, frozen=True):
    """A hypothesis, how many troubles it leaves, and how many come with it."""

    hypothesis: Hypothesis
    left: int
    new: int

    @property
    def rank(self) -> tuple[int, int]:
        """What is better is less: it leaves less, then it needs fewer mistakes."""
        return self.left + self.new, len(self.hypothesis.mistakes)


class MistakeSearch:
    """Search over some logs of one program."""

    def __init__(self, trial: HypothesisTrial, logs: Sequence[WatchedLog], most: int) -> None:
        self.trial, self.logs, self.most = trial, logs, trial.spent + most
        self.tried: dict[frozenset[int], JudgedHypothesis | None] = {}
        self.whole = True  # whether all could be asked

    def run(self) -> list[JudgedHypothesis]:
        """Give the sets that leave least, of the smallest size that does."""
        start = self.judged(Hypothesis())
        assert start is not None
        level, best = [start], [start]
        for _ in range(MOST):
            grown: dict[frozenset[int], JudgedHypothesis] = {}
            for judged in level:
                grown |= {each.hypothesis.mistakes: each for each in self._children(judged.hypothesis)}
            level = sorted(grown.values(), key=lambda each: each.rank)[:WIDTH]
            least = min((each.rank[0] for each in grown.values() if not each.new), default=best[0].rank[0])
            if least < best[0].rank[0]:
                best = [each for each in grown.values() if each.rank[0] == least and not each.new]
            if not best[0].rank[0] or not level:
                break
        return best

    def judged(self, hypothesis: Hypothesis) -> JudgedHypothesis | None:
        """Judge all logs under a hypothesis, None where one refutes it."""
        if hypothesis.mistakes not in self.tried and hypothesis.mistakes and self.trial.spent > self.most:
            self.whole = False
            return None
        if hypothesis.mistakes not in self.tried:
            self.tried[hypothesis.mistakes] = self._judge(hypothesis)
        return self.tried[hypothesis.mistakes]

    def _judge(self, hypothesis: Hypothesis) -> JudgedHypothesis | None:
        left = new = 0
        for log in self.logs:
            outcome = self.trial.outcome(hypothesis, log)
            if outcome.refuted:
                return None
            left, new = left + len(outcome.left), new + len(outcome.new)
        return JudgedHypothesis(hypothesis, left, new)

    def _children(self, of: Hypothesis) -> list[JudgedHypothesis]:
        """Add a mistake that explains something that is left; what nothing explains is passed over."""
        kept: list[JudgedHypothesis] = []
        for log, trouble in self._kinds(of):
            found = [self.judged(wider) for wider in self._explaining(of, log, trouble)]
            kept += [each for each in found if each is not None]
            if any(not each.new for each in kept):
                break
        return kept

    def _kinds(self, of: Hypothesis) -> list[tuple[WatchedLog, Trouble]]:
        """Give one trouble of each sort that is left, the sort with most troubles first."""
        sorts: dict[tuple[object, ...], list[tuple[WatchedLog, Trouble]]] = {}
        for log in self.logs:
            for trouble in _troubles(self.trial.outcome(of, log)):
                if trouble.step is not None:
                    key = (trouble.clause, trouble.kind, type(trouble.step.move))
                    sorts.setdefault(key, []).append((log, trouble))
        return [each[0] for each in sorted(sorts.values(), key=len, reverse=True)]

    def _explaining(self, of: Hypothesis, log: WatchedLog, trouble: Trouble) -> Iterator[Hypothesis]:
        """Give the hypotheses, wider by a mistake or by two in one clause, under which a trouble would be none."""
        if self.trial.spent > self.most:
            self.whole = False
            return
        wider = [found for each in range(len(self.trial.mistakes)) if (found := self.trial.extended(of, each))]
        explaining = [each for each in wider if self._explains(each, of, log, trouble)]
        if explaining or trouble.kind == "refused-legal" or len(of.mistakes) + 2 > MOST:
            yield from explaining
            return
        place = self.trial.place_of[trouble.clause]
        of_clause = [each for each in wider if [at for at, _ in each.changed if at == place]]
        pairs = (
            found
            for each in of_clause
            for more in range(max(each.mistakes) + 1, len(self.trial.mistakes))
            if [at for at, _ in self.trial.changes[more]] == [place] and (found := self.trial.extended(each, more))
        )
        yield from (each for each in pairs if self._explains(each, of, log, trouble))

    def _explains(self, wider: Hypothesis, of: Hypothesis, log: WatchedLog, trouble: Trouble) -> bool:
        """Tell whether a trouble may be none under a wider hypothesis."""
        step = trouble.step
        assert step is not None
        before = dict(of.changed)
        for place, clause in wider.changed:
            if before.get(place) is clause:
                continue
            fork = self.trial.asked(clause, log).fork
            if fork is not None and fork <= trouble.place:
                return True
            if not isinstance(step.move, clause.moves):
                continue
            holds = clause.holds(clause.effect(step))
            if not holds if trouble.kind == "refused-legal" else holds and clause.id == trouble.clause:
                return True
        return False


def _troubles(outcome: LogOutcome) -> Iterator[Trouble]:
    yield from outcome.left
    yield from outcome.new
