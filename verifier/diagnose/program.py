"""Diagnosing a program: a few of its logs are searched, all others are asked as far as there is effort for it."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from models.declaration import Declaration
from models.game import Game
from models.reading import Reading
from models.state_space import Mutant
from verifier.diagnose.asked import AskedHypotheses
from verifier.diagnose.declared import DeclaredLogs, fitting_declarations, telling_declarations
from verifier.diagnose.diagnosis import Diagnosis, OneLine, named_mistake, words
from verifier.diagnose.effort import MOST, STEP, Effort
from verifier.diagnose.evidence_logs import KeptLog
from verifier.diagnose.hypothesis import Hypothesis, HypothesisTrial
from verifier.diagnose.search import MOST as MOST_MISTAKES
from verifier.diagnose.search import MistakeSearch
from verifier.diagnose.telling_apart import narrowness, telling_cases
from verifier.diagnose.watched_log import WatchedLog
from verifier.suite import all_mistakes

SAMPLE = 3000  # lines of logs that are searched first
OF_A_SORT = 2  # logs of the sample for each sort of finding
MORE = 3  # logs that are added where the sample has not told everything
ROUNDS = 4
MANY = 30  # lines beside which one is a slip


def diagnoses(
    logs: Sequence[KeptLog], reading: Reading, *, strict: bool = False, left_out: int = 0, most: int = MOST
) -> list[Diagnosis]:
    """Diagnose the programs that wrote some logs, as their headers name them, for each game that they break rules of.

    `most` is the work that may be done for all of them together, in the units of `Effort`.
    """
    programs: dict[tuple[str, str], list[KeptLog]] = {}
    for log in logs:
        if log.game is not None:
            programs.setdefault((log.game.key, log.source), []).append(log)
    wrong = [own for own in programs.values() if any(log.found for log in own) and _offers(own[0].game)]
    effort, found = Effort(most), list[Diagnosis]()
    for number, own in enumerate(wrong):
        game, share = own[0].game, effort.share(len(wrong) - number)
        assert game is not None
        found.append(_of_program(game, DeclaredLogs(own, reading), strict, share, left_out))
        effort.back(share)
    return found


def _offers(game: Game | None) -> bool:
    return game is not None and game.offers("suite_items")


def _of_program(game: Game, own: DeclaredLogs, strict: bool, effort: Effort, left_out: int) -> Diagnosis:
    """Diagnose a program by its logs as they stand, or read otherwise where that takes no more than it explains."""
    declared = fitting_declarations(game, own)
    reserve = effort.share(6)
    found = _Work(game, own, strict, effort).diagnose(left_out, declared)
    effort.back(reserve)
    size = len(found.sets[0]) if found.fits else MOST_MISTAKES + 1
    if declared or size == 1:
        return found
    for each in telling_declarations(game, own):
        read = _Work(game, each, strict, effort).diagnose(left_out, (), each.declared)
        if read.fits and len(read.sets[0]) < size:
            return read
    return found


@cache
def _mistakes(game: Game) -> Sequence[Mutant]:
    return all_mistakes(game)


class _Work:
    """Diagnosing one program by its logs, read in one way."""

    def __init__(self, game: Game, own: DeclaredLogs, strict: bool, effort: Effort) -> None:
        self.game, self.reading, self.strict, self.effort = game, own.reading, strict, effort
        self.mistakes, self.logs = _mistakes(game), own.logs
        self.trial = HypothesisTrial(game, self.mistakes)
        chosen = _sampled(own.logs)
        self.rest = [log for place, log in enumerate(own.logs) if place not in chosen]
        self.sample = [self._watched(log) for place, log in enumerate(own.logs) if place in chosen]

    def _watched(self, log: KeptLog) -> WatchedLog:
        self.effort.spend(STEP * len(log.lines))
        return WatchedLog(log.path, log.lines, self.game, self.reading, self.strict)

    def diagnose(
        self, left_out: int, declared: tuple[Declaration, ...], read_as: Declaration | None = None
    ) -> Diagnosis:
        """Search a sample, ask the other logs, and search again with those that say otherwise."""
        for number in range(ROUNDS):
            self.trial.effort = share = self.effort.share(3)
            search = MistakeSearch(self.trial, self.sample)
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
                unasked += bool(log.found)
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
        common = set[int]().union(*sets).intersection(*sets)
        own_words = [[each for each in own if each not in common] for own in sets]
        pairs = zip(own_words, sets, strict=True)
        told = telling_cases(self.game, [(words(self.mistakes, own), self._changed(whole)) for own, whole in pairs])
        return Diagnosis(
            game=self.game.key,
            logs=len(self.logs),
            findings=asked.all.total(),
            sets=named,
            left=tuple(left.most_common()),
            telling=told,
            stopped=stopped,
            left_out=left_out,
            declared=declared,
            source=self.logs[0].source,
            read_as=read_as,
            slip=_slip(self.logs),
        )

    def _changed(self, own: Sequence[int]) -> Hypothesis:
        found = Hypothesis()
        for each in own:
            found = self.trial.extended(found, each) or found
        return found

    def _narrow(self, own: Sequence[int]) -> int:
        return narrowness(self.game, self._changed(own))


def _slip(logs: Sequence[KeptLog]) -> OneLine | None:
    """Give the one line about which all findings are, if there are many other lines."""
    places = {(log.path, line) for log in logs for line in log.wrong_lines}
    lines = sum(len(log.lines) for log in logs)
    if len(places) != 1 or lines < MANY:
        return None
    ((path, line),) = places
    return OneLine(path, line, lines)


def _sampled(logs: Sequence[KeptLog]) -> set[int]:
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
