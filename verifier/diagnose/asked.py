"""Hypotheses that are asked about logs, one log after another."""

from collections import Counter
from collections.abc import Sequence

from verifier.diagnose.hypothesis import Hypothesis, HypothesisTrial
from verifier.diagnose.watched_log import Trouble, WatchedLog


class AskedHypotheses:
    """What hypotheses leave of the logs that they are asked about; one that a log speaks against is out."""

    def __init__(self, trial: HypothesisTrial, hypotheses: Sequence[Hypothesis]) -> None:
        self.trial, self.alive = trial, list(hypotheses)
        self.left: dict[frozenset[int], Counter[str]] = {each.mistakes: Counter() for each in hypotheses}
        self.all: Counter[str] = Counter()

    def look(self, log: WatchedLog) -> bool:
        """Ask about a log; tell whether a hypothesis explains everything in it."""
        _count(self.all, log.troubles, log.copies)
        explained, alive = not log.troubles, []
        for each in self.alive:
            outcome = self.trial.outcome(each, log)
            if outcome.refuted or outcome.new:
                continue
            alive.append(each)
            _count(self.left[each.mistakes], outcome.left, log.copies)
            explained = explained or not outcome.left
        gone = len(alive) < len(self.alive) and not alive
        self.alive = alive
        return explained and not gone

    def best(self) -> list[Hypothesis]:
        """Give those that leave least."""
        least = min((self.left[each.mistakes].total() for each in self.alive), default=0)
        return [each for each in self.alive if self.left[each.mistakes].total() == least]


def _count(counts: Counter[str], troubles: Sequence[Trouble], copies: int) -> None:
    for each in troubles:
        counts[each.clause] += copies
