"""Search the logs of one program, read in one way: first a few of them, then all others are asked."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from models.declaration import Declaration
from models.game import Game
from models.state_space import Mutant
from verifier.diagnose.asked import AskedHypotheses
from verifier.diagnose.course import has_effect
from verifier.diagnose.declared import DeclaredLogs
from verifier.diagnose.diagnosis import Diagnosis, OneLine, named_mistake
from verifier.diagnose.effort import STEP, Effort
from verifier.diagnose.evidence_logs import KeptLog
from verifier.diagnose.hypothesis import Hypothesis, HypothesisTrial
from verifier.diagnose.search import MOST as MOST_MISTAKES
from verifier.diagnose.search import MistakeSearch
from verifier.diagnose.telling_apart import named_groups, narrowness, telling_cases
from verifier.diagnose.watched_log import WatchedLog
from verifier.suite import all_mistakes

SAMPLE = 1500  # lines of logs that are searched first
OF_A_SORT = 2  # logs of the sample for each sort of finding
MORE = 3  # logs that are added where the sample has not told everything
ROUNDS = 4
MANY = 30  # lines beside which one is a slip


@cache
def _mistakes(game: Game) -> Sequence[Mutant]:
    return all_mistakes(game)


class LogSearch:
    """Diagnosing one program by its logs, read in one way."""

    def __init__(self, game: Game, own: DeclaredLogs, strict: bool, effort: Effort) -> None:
        self.game, self.reading, self.strict, self.effort = game, own.reading, strict, effort
        self.mistakes, self.logs = _mistakes(game), own.logs
        self.trial = HypothesisTrial(game, self.mistakes)
        chosen = sampled(own.logs)
        rest = (log for place, log in enumerate(own.logs) if place not in chosen)
        self.rest = sorted(rest, key=lambda log: not log.found)
        self.sample = [self._watched(log) for place, log in enumerate(own.logs) if place in chosen]

    def _watched(self, log: KeptLog) -> WatchedLog:
        self.effort.spend(STEP * len(log.lines))
        return WatchedLog(log.path, log.lines, self.game, self.reading, self.strict, log.copies, log.supposed)

    def fit(self, most: int) -> int | None:
        """Give how many mistakes explain the sample, None where it takes more than `most`."""
        self.trial.effort = share = self.effort.share(3)
        found = MistakeSearch(self.trial, self.sample, most).run()
        self.effort.back(share)
        return None if found[0].rank[0] else len(found[0].hypothesis.mistakes)

    def against(self, logs: Sequence[KeptLog], most: int) -> list[KeptLog]:
        """Give those of other logs that speak against every set of so many mistakes, as far as there is work for them.

        These are sets that explain the sample.
        """
        self.trial.effort = self.effort
        found = [each.hypothesis for each in MistakeSearch(self.trial, self.sample, most).run()]
        speaking = list[KeptLog]()
        for log in logs:
            asked = AskedHypotheses(self.trial, found)
            if self.effort.spent:
                break
            watched = self._watched(log)
            if not asked.look(watched):
                speaking.append(log)
            self.trial.forget(watched)
        return speaking

    def diagnose(
        self,
        left_out: int,
        declared: tuple[Declaration, ...],
        read_as: Declaration | None = None,
        most: int = MOST_MISTAKES,
    ) -> Diagnosis:
        """Search a sample, ask the other logs, and search again with those that say otherwise.

        No set has more than `most` mistakes.
        """
        for number in range(ROUNDS):
            self.trial.effort = share = self.effort.share(3)
            search = MistakeSearch(self.trial, self.sample, most)
            found = search.run()
            self.effort.back(share)
            self.trial.effort = self.effort
            asked = AskedHypotheses(self.trial, [each.hypothesis for each in found])
            for log in self.sample:
                asked.look(log)
            more, unasked = self._ask_the_rest(asked, last=number == ROUNDS - 1)
            if not more:
                break
            self.sample += [self._watched(log) for log in more]
            self.rest = [log for log in self.rest if log not in more]
        return self._told(asked, search.stopped, left_out + unasked, declared, read_as)

    def _ask_the_rest(self, asked: AskedHypotheses, last: bool) -> tuple[list[KeptLog], int]:
        """Ask the logs beside the sample; give those that speak against everything that was found.

        Counted are logs with findings that could not be asked, for the effort was spent.
        """
        against, unasked = list[KeptLog](), 0
        reserve = Effort(0) if last else self.effort.share(3)
        for log in self.rest:
            if self.effort.spent and not against:
                self.effort.back(reserve)  # nothing is to be searched again so far
                reserve = Effort(0)
            if self.effort.spent:
                unasked += log.count if log.found else 0
                continue
            watched = self._watched(log)
            if not asked.look(watched):
                against.append(log)
            self.trial.forget(watched)
            if len(against) >= MORE and not last:
                break
        self.effort.back(reserve)
        return ([] if last else against), unasked

    def _told(
        self,
        asked: AskedHypotheses,
        stopped: int,
        left_out: int,
        declared: tuple[Declaration, ...],
        read_as: Declaration | None,
    ) -> Diagnosis:
        best = asked.best()
        sets = sorted((sorted(each.mistakes) for each in best), key=lambda own: (self._narrow(own), own))
        left = asked.left[best[0].mistakes] if best else asked.all
        named = tuple(tuple(named_mistake(self.game, self.mistakes[each]) for each in own) for own in sets if own)
        return Diagnosis(
            game=self.game.key,
            logs=sum(log.count for log in self.logs),
            findings=asked.all.total(),
            sets=named,
            left=tuple(left.most_common()),
            telling=telling_cases(self.game, named_groups(self.mistakes, sets, self._changed)),
            stopped=stopped,
            left_out=left_out,
            declared=declared,
            source=self.logs[0].source,
            read_as=read_as,
            slip=None if read_as is not None else self._slip(best),  # lines are counted otherwise then
        )

    def _slip(self, best: Sequence[Hypothesis]) -> OneLine | None:
        """Give the one line about which all findings are, unless what follows in the log hangs on the mistake too."""
        slip = _one_line(self.logs)
        if slip is None or not best:
            return slip
        wrong = [clause for _, clause in best[0].changed if has_effect(clause)]
        logs = [log for log in self.sample if log.path == slip.path]
        on = any(len(self.trial.courses(log).course(wrong).steps.other) > 1 for log in logs)
        return None if on else slip

    def _changed(self, own: Sequence[int]) -> Hypothesis:
        found = Hypothesis()
        for each in own:
            found = self.trial.extended(found, each) or found
        return found

    def _narrow(self, own: Sequence[int]) -> int:
        return narrowness(self.game, self._changed(own))


def _one_line(logs: Sequence[KeptLog]) -> OneLine | None:
    """Give the one line about which all findings are, if there are many other lines."""
    places = [(log.path, *place) for log in logs for place in log.wrong.values()]
    lines = sum(len(log.lines) * log.copies for log in logs)
    again = any(log.copies > 1 or log.lacks for log in logs if log.found)
    if len(places) != 1 or again or lines < MANY:
        return None
    ((path, line, column),) = places
    return OneLine(path, line, lines, column)


def sampled(logs: Sequence[KeptLog]) -> set[int]:
    """Choose logs, by their places, that show every sort of finding, and some that show none."""
    order = sorted(range(len(logs)), key=lambda place: len(logs[place].lines))
    chosen: set[int] = set()
    lines, shown = 0, Counter[tuple[str, str]]()
    for wanted in (True, False):
        for place in order:
            log = logs[place]
            room = lines + len(log.lines) <= SAMPLE
            telling = any(shown[sort] < OF_A_SORT for sort in log.found)
            if place in chosen or not (telling if wanted else room):
                continue
            chosen.add(place)
            lines += len(log.lines)
            shown.update(log.found.keys())
    return chosen
