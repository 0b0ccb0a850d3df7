"""Search for the smallest sets of known mistakes that explain what logs show, driven by what is found wrong in them."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from msgspec import Struct

from verifier.diagnose.effort import EXTEND, LOOK, Effort
from verifier.diagnose.hypothesis import Hypothesis, HypothesisTrial, LogOutcome
from verifier.diagnose.watched_log import Trouble, WatchedLog

WIDTH = 40  # sets of each size that are gone on from
# by mistakes in a set, the sorts of troubles for which one more is sought, and again
PATIENCE = ((1, 1, 1), (4, 4, 1), (1, 1, 1, 1))
MOST = max(map(len, PATIENCE))  # mistakes of a set


class JudgedHypothesis(Struct, frozen=True):
    """A hypothesis, how many troubles it leaves, and how many come with it."""

    hypothesis: Hypothesis
    left: int
    new: int

    @property
    def rank(self) -> tuple[int, int]:
        """What is better is less: it leaves less, then it needs fewer mistakes."""
        return self.left + self.new, len(self.hypothesis.mistakes)


class SetSearch(ABC):
    """Search for sets of mistakes that grow by one at a time, whatever is to be explained.

    The best ones of each size, so many as `width`, are gone on from. `patience` says for how many sorts of what is
    left one more mistake is sought, by the size of the set; where that does not explain all, the next one is tried.
    No set has more mistakes than `most`. `stopped` is how many mistakes had the sets among which the search was cut
    short, 0 if it was not.
    """

    width = WIDTH
    patience: tuple[tuple[int, ...], ...] = PATIENCE

    def __init__(self, effort: Effort, most: int = MOST) -> None:
        self.effort, self.most, self.stopped = effort, most, 0

    @abstractmethod
    def judged(self, hypothesis: Hypothesis) -> JudgedHypothesis | None:
        """Tell what a set leaves, None where something speaks against it or no more can be asked."""

    @abstractmethod
    def children(self, of: Hypothesis, patience: int) -> list[JudgedHypothesis]:
        """Give sets with one more mistake that explain more."""

    def stands(self, hypothesis: Hypothesis) -> bool:
        """Tell whether nothing speaks against a set; asked of the best ones alone."""
        return True

    def run(self) -> list[JudgedHypothesis]:
        """Give the sets that leave least, of the smallest size that does."""
        start = self.judged(Hypothesis())
        assert start is not None
        best = [start]
        for patience in self.patience:
            best = min(best, self._grown(start, patience), key=lambda found: found[0].rank)
            if not best[0].rank[0] or self.stopped:
                break
        return best

    def _grown(self, start: JudgedHypothesis, patiences: Sequence[int]) -> list[JudgedHypothesis]:
        """Let sets grow by a mistake at a time."""
        level, best = [start], [start]
        for patience in patiences[: self.most]:
            grown: dict[frozenset[int], JudgedHypothesis] = {}
            for judged in level:
                grown |= {each.hypothesis.mistakes: each for each in self.children(judged.hypothesis, patience)}
            ranked = sorted(grown.values(), key=lambda each: each.rank)
            best = self._best_of(ranked, best)
            level = ranked[: self.width]
            if not best[0].rank[0] or not level:
                break
        return best

    def _best_of(self, ranked: Sequence[JudgedHypothesis], best: list[JudgedHypothesis]) -> list[JudgedHypothesis]:
        found: list[JudgedHypothesis] = []
        for each in ranked:
            if each.rank[0] >= best[0].rank[0] or (found and each.rank[0] > found[0].rank[0]):
                break
            if not each.new and self.stands(each.hypothesis):
                found.append(each)
        return found or best

    def cut(self, size: int) -> bool:
        """Tell whether no more can be asked, and note among sets of which size."""
        if self.effort.spent:
            self.stopped = self.stopped or size
        return self.effort.spent


class MistakeSearch(SetSearch):
    """Search over some logs of one program."""

    def __init__(self, trial: HypothesisTrial, logs: Sequence[WatchedLog], most: int = MOST) -> None:
        super().__init__(trial.effort, most)
        self.trial, self.logs = trial, logs
        self.tried: dict[frozenset[int], JudgedHypothesis | None] = {}
        self.found: dict[tuple[object, ...], list[JudgedHypothesis]] = {}  # by set and trouble: what explains more

    def judged(self, hypothesis: Hypothesis) -> JudgedHypothesis | None:
        """Judge all logs under a hypothesis, None where one refutes it."""
        if hypothesis.mistakes not in self.tried and hypothesis.mistakes and self.cut(len(hypothesis.mistakes)):
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
            left += len(outcome.left) * log.copies
            new += len(outcome.new) * log.copies
        return JudgedHypothesis(hypothesis, left, new)

    def children(self, of: Hypothesis, patience: int) -> list[JudgedHypothesis]:
        """Add a mistake that explains something that is left; what nothing explains is passed over."""
        kept: list[JudgedHypothesis] = []
        explained = 0
        for log, trouble in self._kinds(of):
            key = of.mistakes, id(log), trouble.place, trouble.clause, trouble.kind
            if key not in self.found:
                self.found[key] = self._found(of, log, trouble)
            found = self.found[key]
            kept += found
            explained += any(not each.new for each in found)
            if explained >= patience:
                break
        return kept

    def _found(self, of: Hypothesis, log: WatchedLog, trouble: Trouble) -> list[JudgedHypothesis]:
        tried = (self.judged(wider) for wider in self._explaining(of, log, trouble))
        return [each for each in tried if each is not None and self._explained(each.hypothesis, of, log)]

    def _kinds(self, of: Hypothesis) -> list[tuple[WatchedLog, Trouble]]:
        """Give one trouble of each sort that is left, the sort with most troubles first."""
        sorts: dict[tuple[object, ...], list[tuple[WatchedLog, Trouble]]] = {}
        for log in self.logs:
            outcome = self.trial.outcome(of, log)
            self.effort.spend(LOOK * (len(outcome.left) + len(outcome.new)))
            for trouble in _troubles(outcome):
                if trouble.step is not None:
                    key = (trouble.clause, trouble.kind, type(trouble.step.move))
                    sorts.setdefault(key, []).append((log, trouble))
        return [each[0] for each in sorted(sorts.values(), key=len, reverse=True)]

    def _explaining(self, of: Hypothesis, log: WatchedLog, trouble: Trouble) -> Iterator[Hypothesis]:
        """Give the hypotheses, wider by a mistake or by two in one clause, under which a trouble would be none."""
        if self.cut(len(of.mistakes) + 1):
            return
        self.effort.spend(EXTEND * len(self.trial.mistakes))
        wider = [found for each in range(len(self.trial.mistakes)) if (found := self.trial.extended(of, each))]
        explaining = [each for each in wider if self._explains(each, of, log, trouble)]
        if explaining or trouble.kind == "refused-legal" or len(of.mistakes) + 2 > self.most:
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
        """Tell whether a trouble may be none under a wider hypothesis, before a log is judged under it."""
        step = trouble.step
        assert step is not None
        before = dict(of.changed)
        for place, clause in wider.changed:
            if before.get(place) is clause:
                continue
            forks = self.trial.courses(log).forks(clause)
            if forks and forks[0] <= trouble.place:
                return True
            if not isinstance(step.move, clause.moves):
                continue
            holds = clause.holds(clause.effect(step))
            if not holds if trouble.kind == "refused-legal" else holds and clause.id == trouble.clause:
                return True
        return False

    def _explained(self, wider: Hypothesis, of: Hypothesis, log: WatchedLog) -> bool:
        """Tell whether something is explained that was not: another course of the log alone explains nothing."""
        before, after = (self.trial.outcome(each, log) for each in (of, wider))
        self.effort.spend(LOOK * (len(after.left) + len(after.new)))
        still = {(each.place, each.clause, each.kind) for each in _troubles(after)}
        return any((each.place, each.clause, each.kind) not in still for each in _troubles(before))


def _troubles(outcome: LogOutcome) -> Iterator[Trouble]:
    yield from outcome.left
    yield from outcome.new
