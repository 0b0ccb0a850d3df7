"""A hypothesis: a set of known mistakes, and what logs say of a program that makes them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from math import inf

from msgspec import Struct

from models.clause import Clause
from models.game import Game
from models.state_space import Mutant
from verifier.diagnose.effort import CLAUSE, JUDGED, LOOK, STEP, Effort
from verifier.diagnose.mistaken_game import MistakenGame
from verifier.diagnose.watched_log import ClauseAnswers, Trouble, WatchedLog, answers_of, trouble_of
from verifier.finding import Finding
from verifier.judge import judge


class Hypothesis(Struct, frozen=True):
    """Known mistakes, by their numbers, and the clauses that a program with them has, by their places."""

    mistakes: frozenset[int] = frozenset()
    changed: tuple[tuple[int, Clause], ...] = ()


class LogOutcome(Struct, frozen=True):
    """What is left of a log under a hypothesis: troubles it does not explain, and those that come with it.

    `refuted` tells that a step took place which the mistakes would not have allowed, or was refused which they would.
    """

    left: tuple[Trouble, ...] = ()
    new: tuple[Trouble, ...] = ()
    refuted: bool = False


class HypothesisTrial:
    """Judge logs of one game under hypotheses; what a clause says of a log is asked once."""

    def __init__(self, game: Game, mistakes: Sequence[Mutant], effort: Effort | None = None) -> None:
        self.game, self.clauses, self.mistakes = game, tuple(game.clauses()), mistakes
        self.effort = effort or Effort()
        self.place_of: Mapping[str, int] = {clause.id: place for place, clause in enumerate(self.clauses)}
        self.same: dict[Clause, Clause] = {}
        self.changes = [
            tuple((place, self._one(clause)) for place, clause in mistake.changed(self.clauses).items())
            for mistake in mistakes
        ]
        self.answers: dict[int, dict[int, ClauseAnswers]] = {}  # by log, then by clause
        self.outcomes: dict[int, dict[frozenset[int], LogOutcome]] = {}

    def _one(self, clause: Clause) -> Clause:
        return self.same.setdefault(clause, clause)

    def extended(self, of: Hypothesis, mistake: int) -> Hypothesis | None:
        """Add a mistake, None where it cannot be made together with the others."""
        if mistake in of.mistakes:
            return None
        changed = dict(of.changed)
        for place, wrong in self.changes[mistake]:
            both = self._merged(place, changed[place], wrong) if place in changed else wrong
            if both is None:
                return None
            changed[place] = self._one(both)
        if changed == dict(of.changed):
            return None  # it adds nothing
        return Hypothesis(of.mistakes | {mistake}, tuple(sorted(changed.items(), key=lambda pair: pair[0])))

    def _merged(self, place: int, one: Clause, other: Clause) -> Clause | None:
        """Make two mistakes in one clause, None where they are the same choice made in two ways."""
        right = self.clauses[place]
        if not is_dataclass(one) or isinstance(one, type) or type(one) is not type(other):
            return None
        found = {}
        for field in fields(one):
            usual, first, second = (getattr(each, field.name) for each in (right, one, other))
            if first != usual and second != usual and first != second:
                return None
            if second != usual:
                found[field.name] = second
        merged: Clause = replace(one, **found)
        return merged

    def asked(self, clause: Clause, log: WatchedLog) -> ClauseAnswers:
        """Give what a clause says of a log."""
        of_log = self.answers.setdefault(id(log), {})
        if id(clause) not in of_log:
            self.effort.spend(CLAUSE * len(log.seen))
            of_log[id(clause)] = answers_of(clause, log)
        return of_log[id(clause)]

    def forget(self, log: WatchedLog) -> None:
        """Forget what was asked about a log."""
        self.answers.pop(id(log), None)
        self.outcomes.pop(id(log), None)

    def outcome(self, hypothesis: Hypothesis, log: WatchedLog) -> LogOutcome:
        """Judge a log under a hypothesis."""
        of_log = self.outcomes.setdefault(id(log), {})
        if hypothesis.mistakes not in of_log:
            self.effort.spend(LOOK * (1 + len(log.troubles) + len(log.refused)))
            of_log[hypothesis.mistakes] = self._judged(hypothesis, log)
        return of_log[hypothesis.mistakes]

    def _judged(self, hypothesis: Hypothesis, log: WatchedLog) -> LogOutcome:
        said: dict[str, ClauseAnswers] = {
            self.clauses[place].id: self.asked(clause, log) for place, clause in hypothesis.changed
        }
        fork = min((each.fork for each in said.values() if each.fork is not None), default=None)
        end = inf if fork is None else fork
        if any(each.fails is not None and each.fails < end for each in said.values()):
            return LogOutcome(refuted=True)
        for place, broken in log.refused.items():
            if place < end and broken and _would_do(place, broken, said):
                return LogOutcome(refuted=True)
        left = tuple(each for each in log.troubles if each.place < end and not _explained(each, said))
        if fork is None:
            return LogOutcome(left)
        return self._judged_on(hypothesis, log, fork, left)

    def _judged_on(self, hypothesis: Hypothesis, log: WatchedLog, fork: int, left: tuple[Trouble, ...]) -> LogOutcome:
        """Judge a log on from where another table follows by the mistakes."""
        self.effort.spend((len(log.seen) - fork) * JUDGED + fork * STEP)
        mistaken, changed = MistakenGame(self.game, dict(hypothesis.changed), fork), dict(hypothesis.changed)
        new: list[Trouble] = []
        rest: list[Trouble] = []
        results = judge(
            log.path,
            [log.lines],
            log.reading,
            strict=log.strict,
            instead=lambda each: mistaken.game if each is self.game else each,
        )
        for found in results:
            if not isinstance(found, Finding):
                continue
            trouble = trouble_of(found, mistaken.game, mistaken.asked)
            if trouble is None or 0 <= trouble.place < fork or (trouble.step is None and trouble.key in log.known):
                continue
            if trouble.key in log.known:
                rest.append(trouble)
                continue
            if trouble.kind == "refused-legal" or self.place_of.get(trouble.clause) in changed:
                return LogOutcome(refuted=True)
            new.append(trouble)
        return LogOutcome((*left, *rest), tuple(new))


def _would_do(place: int, broken: frozenset[str], said: Mapping[str, ClauseAnswers]) -> bool:
    """Tell whether a program would do what it was seen to refuse."""
    return all(id in said for id in broken) and not any(place in each.refuses for each in said.values())


def _explained(trouble: Trouble, said: Mapping[str, ClauseAnswers]) -> bool:
    if trouble.kind == "refused-legal":
        return any(trouble.place in each.refuses for each in said.values())
    return trouble.clause in said and trouble.place in said[trouble.clause].allows
