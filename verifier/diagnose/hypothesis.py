"""A hypothesis: a set of known mistakes, and what logs say of a program that makes them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace

from msgspec import Struct

from models.clause import AnyStep, Clause
from models.game import Game
from models.state_space import Mutant
from verifier.diagnose.course import LogCourses, has_effect
from verifier.diagnose.effort import CLAUSE, LOOK, Effort
from verifier.diagnose.watched_log import Trouble, WatchedLog


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


REFUTED = LogOutcome(refuted=True)


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
        self._pairs: dict[tuple[int, int], Clause | None] = {}
        self.of_logs: dict[int, LogCourses] = {}
        self.outcomes: dict[int, dict[frozenset[int], LogOutcome]] = {}

    def _one(self, clause: Clause) -> Clause:
        return self.same.setdefault(clause, clause)

    def extended(self, of: Hypothesis, mistake: int) -> Hypothesis | None:
        """Add a mistake, None where it cannot be made together with the others."""
        if mistake in of.mistakes:
            return None
        changed = dict(of.changed)
        for place, wrong in self.changes[mistake]:
            both = self._both(place, changed[place], wrong) if place in changed else wrong
            if both is None:
                return None
            changed[place] = both
        if changed == dict(of.changed):
            return None  # it adds nothing
        return Hypothesis(of.mistakes | {mistake}, tuple(sorted(changed.items(), key=lambda pair: pair[0])))

    def _both(self, place: int, one: Clause, other: Clause) -> Clause | None:
        """Make two mistakes in one clause, each pair once."""
        key = id(one), id(other)
        if key not in self._pairs:
            merged = self._merged(place, one, other)
            self._pairs[key] = None if merged is None else self._one(merged)
        return self._pairs[key]

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

    def courses(self, log: WatchedLog) -> LogCourses:
        """Give the courses of a log."""
        if id(log) not in self.of_logs:
            self.of_logs[id(log)] = LogCourses(log)
        return self.of_logs[id(log)]

    def forget(self, log: WatchedLog) -> None:
        """Forget what was asked about a log."""
        self.of_logs.pop(id(log), None)
        self.outcomes.pop(id(log), None)

    def outcome(self, hypothesis: Hypothesis, log: WatchedLog) -> LogOutcome:
        """Judge a log under a hypothesis."""
        of_log = self.outcomes.setdefault(id(log), {})
        if hypothesis.mistakes not in of_log:
            courses = self.courses(log)
            before = courses.work
            of_log[hypothesis.mistakes] = self._judged(hypothesis, log, courses)
            self.effort.spend(LOOK * (1 + len(log.troubles) + len(log.refused)) + CLAUSE * (courses.work - before))
        return of_log[hypothesis.mistakes]

    def _judged(self, hypothesis: Hypothesis, log: WatchedLog, courses: LogCourses) -> LogOutcome:
        wrong = [clause for _, clause in hypothesis.changed]
        course = courses.course([clause for clause in wrong if has_effect(clause)])
        if course.impossible:
            return REFUTED
        failing = dict[str, frozenset[int]]()
        for clause in wrong:
            found = course.failing(clause)
            if found is None:
                return REFUTED
            failing[clause.id] = found
        steps, left = course.steps, list[Trouble]()
        allowed = {place for place in log.refused if _would_do(place, course.refused(place), failing)}
        if not allowed <= log.wrongly_refused:
            return REFUTED
        for each in log.troubles:
            if each.kind == "refused-legal":
                stays = each.place in allowed
            elif each.clause in failing:
                stays = each.place in failing[each.clause]
            else:
                stays = each.place not in steps.other or (each.place, each.clause) in steps.broken
            if stays:
                left.append(each)
        found_too = sorted(
            each for each in steps.broken - log.broken if each[1] not in failing and each[0] not in log.supposed
        )
        new = [_new_trouble(self.clauses[self.place_of[id]], place, steps.other[place]) for place, id in found_too]
        return LogOutcome(tuple(left), tuple(new))


def _would_do(place: int, broken: frozenset[str] | None, failing: Mapping[str, frozenset[int]]) -> bool:
    """Tell whether a program would do what it was seen to refuse."""
    if broken is None or not broken <= failing.keys():
        return False
    return not any(place in places for places in failing.values())


def _new_trouble(clause: Clause, place: int, step: AnyStep | None) -> Trouble:
    assert step is not None
    return Trouble(None, clause.id, clause.kind(step), place, step)
