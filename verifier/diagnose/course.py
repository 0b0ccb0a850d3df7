"""The course of a log as it follows by mistaken clauses: its steps, and which clauses each of them breaks."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import chain

from msgspec import Struct

from models.clause import AnyStep, Clause, binds
from models.game import GameEngine
from models.reading import Malformed
from verifier.diagnose.made_steps import MADE, MadeSteps
from verifier.diagnose.seen_steps import SeenStep, with_effects
from verifier.diagnose.watched_log import WatchedLog, fails


def has_effect(clause: Clause) -> bool:
    """Tell whether another table may follow by a clause."""
    return type(clause).effect is not Clause.effect


class NoLegalMove(Exception):
    """A step of the log could not have taken place."""


class CourseSteps:
    """The steps of a log as they follow by the effects of some clauses, in the order in which these are applied.

    `other` holds the places of those that are not as in the log, `broken` the right clauses that these break,
    `refused` those that refused ones among them break (None: they mean nothing). Where the table is again that of the
    log, for it was shown, the log is followed until it is not. `failing` are the places of other steps that break
    a mistaken clause, and are wrong or were refused; `impossible` tells that one breaks it which is neither.
    """

    def __init__(
        self, log: WatchedLog, effects: Sequence[Clause], forks: Sequence[Sequence[int]], made: MadeSteps
    ) -> None:
        self.log, self.effects, self.forks, self.made = log, effects, forks, made
        self.other = dict[int, AnyStep | None]()
        self.broken = set[tuple[int, str]]()
        self.refused = dict[int, frozenset[str] | None]()
        self.impossible = False
        self._play: GameEngine | None = None
        self._series = log.game.series()
        self._reached, self._opened = 0, -1
        self.failing: dict[str, set[int]] = {clause.id: set() for clause in effects}
        try:
            place = 0
            while (fork := self._next_fork(place)) is not None:
                place = self._followed(fork)
        except (Malformed, NoLegalMove):
            self.impossible = True

    def _next_fork(self, start: int) -> int | None:
        places = ((each, bisect_left(each, start)) for each in self.forks)
        return min((each[at] for each, at in places if at < len(each)), default=None)

    def _followed(self, start: int) -> int:
        """Follow the log from where another table follows to where it is again the same; give the next place."""
        apart, now = False, self._before(start)
        for place in range(start, len(self.log.seen)):
            seen = self.log.seen[place]
            step = self.other[place] = self._step(place, seen, now)
            if seen.refused:
                self._ask_refused(place, step)
            else:
                assert step is not None
                assert seen.step is not None
                self._ask(place, step)
                now = step.after
                apart = now != seen.step.after
            if not apart:
                return place + 1
        return len(self.log.seen)

    def _before(self, place: int) -> object:
        """Give the table before an event, which is that of the log."""
        step = self.log.seen[place].step
        assert step is not None
        return step.before

    def _step(self, place: int, seen: SeenStep, now: object) -> AnyStep | None:
        """Make the step of an event on the table as it lies now."""
        known = self.made.made[place].get(now)
        step = self._made(place, seen, now) if known is None else known
        if known is None and step is not None and step.before == now:
            self.made.made[place].put(now, step)
        return None if step is None else self._with_effects(step)

    def _made(self, place: int, seen: SeenStep, now: object) -> AnyStep | None:
        play = self._at(place, now)
        self.made.work += MADE
        if not seen.refused:
            step: AnyStep = play.step(seen.event)
            return step
        trial = play.trial(seen.event)
        return None if trial is None else trial[0]

    def _with_effects(self, step: AnyStep) -> AnyStep:
        changed: AnyStep = with_effects(step, self.effects)
        return changed

    def _at(self, place: int, now: object) -> GameEngine:
        """Give the engine as it stands before an event, where the table lies as it does now."""
        game, seen = self.log.game, self.log.seen
        for each in range(self._reached, place + 1):
            if isinstance(seen[each].event, game.header) and each != self._opened:
                if game.stand is not None and self._play is not None:
                    game.stand(self._play, self._lay_before(each))
                if any(self._opened < place <= each for place in self.log.lost):
                    self._series.lose()
                self._play, self._opened = game.engine(seen[each].event, self.log.reading, self._series), each
            step = self.other.get(each, seen[each].step)
            if game.stand is None and self._play and each < place and not seen[each].refused and step is not None:
                self._play.adopt(step)
        self.made.work += 0 if game.stand is not None else MADE // 4 * (place - self._reached)
        self._reached = place
        assert self._play is not None
        if game.stand is not None and self._opened != place:
            game.stand(self._play, now)
        return self._play

    def _lay_before(self, place: int) -> object:
        """Give the table that the event before a place has left."""
        earlier = (each for each in range(place - 1, -1, -1) if not self.log.seen[each].refused)
        step = next(found for each in earlier if (found := self.other.get(each, self.log.seen[each].step)) is not None)
        return step.after

    def _ask(self, place: int, step: AnyStep) -> None:
        """Ask the clauses about a step that is not as in the log. Raises NoLegalMove."""
        for clause in self.effects:
            if fails(clause, step):
                if not self.log.excuses(place, clause.id):
                    raise NoLegalMove
                self.failing[clause.id].add(place)
        self.broken.update((place, id) for id in self._broken_by(place, step))

    def _ask_refused(self, place: int, step: AnyStep | None) -> None:
        self.refused[place] = None if step is None else self._broken_by(place, step)
        for clause in self.effects:
            if step is not None and fails(clause, step):
                self.failing[clause.id].add(place)

    def _broken_by(self, place: int, step: AnyStep) -> frozenset[str]:
        return self.made.broken_by(place, step) - self.failing.keys()


class AskedClause(Struct, frozen=True):
    """What a mistaken clause says of the steps of a log as they are.

    `failing` are the places of steps that break it and are wrong, or refused; `against` is that of the first other one
    that breaks it, at which asking ends.
    """

    failing: frozenset[int]
    against: int | None


class LogCourses:
    """The courses of a log, and what mistaken clauses say of it; each is asked once."""

    def __init__(self, log: WatchedLog) -> None:
        self.log = log
        self.places = dict[type, list[int]]()
        for place, seen in enumerate(log.seen):
            if seen.step is not None:
                self.places.setdefault(type(seen.step.move), []).append(place)
        self.made = MadeSteps(log)
        self._answers = dict[int, AskedClause]()
        self._forks = dict[int, Sequence[int]]()
        self._courses = dict[tuple[int, ...], Course]()
        self.work = 0  # how often a clause was asked about a step

    def asked_about(self, clause: Clause) -> list[int]:
        """Give the places of the steps that a clause is a rule of the edition for."""
        found = [places for move, places in self.places.items() if binds(clause, move)]
        return found[0] if len(found) == 1 else sorted(chain.from_iterable(found))

    def forks(self, clause: Clause) -> Sequence[int]:
        """Give the places of the steps from which another table follows by a clause."""
        if not has_effect(clause):
            return ()
        if id(clause) not in self._forks:
            seen, found = self.log.seen, list[int]()
            for move, places in self.places.items():
                if issubclass(move, clause.moves):
                    found += [place for place in places if _is_changed(clause, seen[place].step)]
                    self.work += len(places)
            self._forks[id(clause)] = sorted(found)
        return self._forks[id(clause)]

    def answer(self, clause: Clause) -> AskedClause:
        """Ask a mistaken clause about the steps of the log, where no other table follows by it."""
        if id(clause) not in self._answers:
            self._answers[id(clause)] = self._asked(clause)
        return self._answers[id(clause)]

    def _asked(self, clause: Clause) -> AskedClause:
        log, failing, forks = self.log, set[int](), frozenset(self.forks(clause))
        for place in self.asked_about(clause):
            step = log.seen[place].step
            self.work += 1
            if step is None or place in forks or clause.holds(step):
                continue
            if not log.excuses(place, clause.id):
                return AskedClause(frozenset(failing), place)
            failing.add(place)
        return AskedClause(frozenset(failing), None)

    def course(self, effects: Sequence[Clause]) -> "Course":
        """Give the course that follows by some clauses."""
        key = tuple(id(clause) for clause in effects if self.forks(clause))
        if key not in self._courses:
            own = [clause for clause in effects if id(clause) in key]
            before = self.made.work
            steps = CourseSteps(self.log, own, [self.forks(clause) for clause in own], self.made)
            self.work += self.made.work - before + len(steps.other)
            self._courses[key] = Course(self, steps)
        return self._courses[key]


class Course:
    """A course of a log, and what mistaken clauses say of it."""

    def __init__(self, courses: LogCourses, steps: CourseSteps) -> None:
        self.courses, self.steps = courses, steps
        self.impossible = steps.impossible
        self._failing = dict[int, frozenset[int] | None]()

    def failing(self, clause: Clause) -> frozenset[int] | None:
        """Give the places of the steps that break a clause, which are wrong or were refused; None if there are others.

        The clause is a mistaken one of the course, or one by which the log takes no other course.
        """
        if id(clause) not in self._failing:
            self._failing[id(clause)] = self._asked(clause)
        return self._failing[id(clause)]

    def _asked(self, clause: Clause) -> frozenset[int] | None:
        base, log, other = self.courses.answer(clause), self.courses.log, self.steps.other
        if base.against is not None and base.against not in other:
            return None
        failing = {place for place in base.failing if place not in other}
        unasked: list[tuple[int, AnyStep | None]] = []
        if clause.id in self.steps.failing:
            failing |= self.steps.failing[clause.id]
        else:
            unasked += other.items()
        if base.against is not None:
            later = (place for place in self.courses.asked_about(clause) if place > base.against)
            unasked += [(place, log.seen[place].step) for place in later if place not in other]
        self.courses.work += len(unasked)
        for place, step in unasked:
            if step is not None and fails(clause, step):
                if not log.excuses(place, clause.id):
                    return None
                failing.add(place)
        return frozenset(failing)

    def refused(self, place: int) -> frozenset[str] | None:
        """Give the right clauses that a refused step breaks, None if it means nothing."""
        return self.steps.refused[place] if place in self.steps.refused else self.courses.log.refused[place]


def _is_changed(clause: Clause, step: AnyStep | None) -> bool:
    return step is not None and clause.effect(step) is not step
