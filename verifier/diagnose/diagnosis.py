"""What logs of one program look like: the known mistakes under which all that they show would be right."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from models.declaration import Declaration
from models.game import Game
from models.reading import Reading
from models.state_space import Mutant
from verifier.diagnose.declared import fitting_declarations
from verifier.diagnose.evidence_logs import KeptLog
from verifier.diagnose.hypothesis import Hypothesis, HypothesisTrial
from verifier.diagnose.search import MistakeSearch
from verifier.diagnose.telling_apart import TellingCase, narrowness, telling_cases
from verifier.diagnose.watched_log import WatchedLog
from verifier.suite import all_mistakes

SAMPLE = 3000  # lines of logs that are searched first
OF_A_SORT = 2  # logs of the sample for each sort of finding
MORE = 3  # logs that are added where the sample has not told everything
ROUNDS = 4
MOST_ASKED = 6_000_000  # clauses that are asked about a step in one search


class NamedMistake(Struct, frozen=True):
    """A known mistake: its words, and the clauses it is made in with their titles."""

    words: str
    clauses: tuple[str, ...]
    titles: tuple[str, ...]


class Diagnosis(Struct, frozen=True):
    """The smallest sets of known mistakes that explain most, the narrowest first.

    `findings` counts what is wrong in the logs, `left` what the sets leave, by clause. Sets that stand beside each
    other explain the same. `telling` are cases that tell apart what the logs do not; `whole` that the search was not
    cut short. `declared` are ways of reading the logs under which they have no finding.
    """

    game: str
    logs: int
    findings: int
    sets: tuple[tuple[NamedMistake, ...], ...]
    left: tuple[tuple[str, int], ...]
    telling: tuple[TellingCase, ...] = ()
    whole: bool = True
    left_out: int = 0
    declared: tuple[Declaration, ...] = ()
    source: str = ""

    @property
    def explained(self) -> int:
        """How many findings the mistakes explain."""
        return self.findings - sum(count for _, count in self.left)

    @property
    def apart(self) -> tuple[tuple[NamedMistake, ...], ...]:
        """Beside each mistake of the first set, those that could stand in its place."""
        if not self.sets:
            return ()
        first = self.sets[0]
        found = []
        for place in range(len(first)):
            rest = {*first[:place], *first[place + 1 :]}
            swaps = [{*other} - rest for other in self.sets[1:] if len(other) == len(first) and rest < {*other}]
            found.append(tuple(next(iter(swap)) for swap in swaps))
        return tuple(found)

    @property
    def others(self) -> tuple[tuple[NamedMistake, ...], ...]:
        """Sets that explain as much, with more than one mistake of the first in another one's place."""
        first = set(self.sets[0]) if self.sets else set()
        return tuple(other for other in self.sets[1:] if len(first & {*other}) < len(first) - 1)

    @property
    def fits(self) -> bool:
        """Tell whether everything is explained."""
        return not self.left and bool(self.sets)


def diagnoses(
    logs: Sequence[KeptLog], reading: Reading, *, strict: bool = False, left_out: int = 0, most: int = MOST_ASKED
) -> list[Diagnosis]:
    """Diagnose the programs that wrote some logs, as their headers name them, for each game that they break rules of.

    A search ends when clauses were asked about a step so many times as `most`.
    """
    programs: dict[tuple[str, str], list[KeptLog]] = {}
    for log in logs:
        if log.game is not None:
            programs.setdefault((log.game.key, log.source), []).append(log)
    found = []
    for own in programs.values():
        game = own[0].game
        assert game is not None
        if any(log.found for log in own) and game.offers("suite_items"):
            found.append(_Work(game, own, reading, strict, most).diagnose(left_out))
    return found


@cache
def _mistakes(game: Game) -> Sequence[Mutant]:
    return all_mistakes(game)


class _Work:
    """Diagnosing one program."""

    def __init__(self, game: Game, logs: Sequence[KeptLog], reading: Reading, strict: bool, most: int) -> None:
        self.game, self.reading, self.strict = game, reading, strict
        self.mistakes = _mistakes(game)
        self.trial = HypothesisTrial(game, self.mistakes)
        self.most = most
        chosen = _sampled(logs)
        self.rest = [log for place, log in enumerate(logs) if place not in chosen]
        self.sample = [self._watched(log) for place, log in enumerate(logs) if place in chosen]
        self.logs, self.source = len(logs), logs[0].source
        self.declared = fitting_declarations(game, logs, reading)

    def _watched(self, log: KeptLog) -> WatchedLog:
        return WatchedLog(log.path, log.lines, self.game, self.reading, self.strict)

    def diagnose(self, left_out: int) -> Diagnosis:
        """Search a sample, ask the other logs, and search again with those that say otherwise."""
        for number in range(ROUNDS):
            search = MistakeSearch(self.trial, self.sample, self.most)
            found = search.run()
            asked = _Asked(self.trial, [each.hypothesis for each in found])
            for log in self.sample:
                asked.look(log)
            more = self._ask_the_rest(asked, last=number == ROUNDS - 1)
            if not more:
                break
            self.sample += [self._watched(log) for log in more]
            self.rest = [log for log in self.rest if log not in more]
        return self._told(asked, left_out, search.whole)

    def _ask_the_rest(self, asked: "_Asked", last: bool) -> list[KeptLog]:
        """Ask the logs beside the sample; give those that speak against everything that was found."""
        against: list[KeptLog] = []
        for log in self.rest:
            watched = self._watched(log)
            if not asked.look(watched):
                against.append(log)
            self.trial.forget(watched)
            if len(against) >= MORE and not last:
                break
        return [] if last else against

    def _told(self, asked: "_Asked", left_out: int, whole: bool) -> Diagnosis:
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
            logs=self.logs,
            findings=asked.all.total(),
            sets=named,
            left=tuple(left.most_common()),
            telling=told,
            whole=whole,
            left_out=left_out,
            declared=self.declared,
            source=self.source,
        )

    def _changed(self, own: Sequence[int]) -> Hypothesis:
        found = Hypothesis()
        for each in own:
            found = self.trial.extended(found, each) or found
        return found

    def _narrow(self, own: Sequence[int]) -> int:
        return narrowness(self.game, self._changed(own))


class _Asked:
    """Hypotheses that are asked about logs, one log after another."""

    def __init__(self, trial: HypothesisTrial, hypotheses: Sequence[Hypothesis]) -> None:
        self.trial, self.alive = trial, list(hypotheses)
        self.left: dict[frozenset[int], Counter[str]] = {each.mistakes: Counter() for each in hypotheses}
        self.all: Counter[str] = Counter()

    def look(self, log: WatchedLog) -> bool:
        """Ask about a log; tell whether a hypothesis explains everything in it."""
        self.all.update(trouble.clause for trouble in log.troubles)
        explained, alive = not log.troubles, []
        for each in self.alive:
            outcome = self.trial.outcome(each, log)
            if outcome.refuted or outcome.new:
                continue
            alive.append(each)
            self.left[each.mistakes].update(trouble.clause for trouble in outcome.left)
            explained = explained or not outcome.left
        gone = len(alive) < len(self.alive) and not alive
        self.alive = alive
        return explained and not gone

    def best(self) -> list[Hypothesis]:
        """Give those that leave least."""
        least = min((self.left[each.mistakes].total() for each in self.alive), default=0)
        return [each for each in self.alive if self.left[each.mistakes].total() == least]


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


def words(mistakes: Sequence[Mutant], own: Sequence[int]) -> str:
    """Give the words of some mistakes."""
    return ", and ".join(mistakes[each].name.rpartition(": ")[2] for each in own)


def named_mistake(game: Game, mistake: Mutant) -> NamedMistake:
    """Name a mistake and its clauses."""
    wrong = mistake.changed(game.clauses()).values()
    ids, titles = tuple(clause.id for clause in wrong), tuple(clause.title for clause in wrong)
    return NamedMistake(mistake.name.removeprefix(f"{ids[0]}: "), ids, titles)
