"""A SAT solver that can be asked again and again, within a time."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

SLICE = 2.0  # seconds after which Ctrl-C is heard for the first time; then twice as many
CHUNK = 20_000  # clauses handed over at once
MOST_CLAUSES = 25_000_000  # a few gigabytes


class OutOfTime(Exception):
    """The time that was given is over."""


class TooMuchToAsk(OutOfTime):
    """The question has become too large, and would be so in any time."""


class Clock:
    """Time given for one record, in seconds; of the wall, or as `now` tells it."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.begun = now()
        self.end = self.begun + seconds

    def look(self) -> None:
        """Raise OutOfTime when the time is over."""
        if self.now() > self.end:
            raise OutOfTime

    @property
    def passed(self) -> float:
        """The seconds that have passed."""
        return self.now() - self.begun


class _Solver(Protocol):
    """What is asked of the solver."""

    def add_clauses(self, clauses: Sequence[Sequence[int]]) -> None: ...
    def nb_vars(self) -> int: ...
    def solve(self, assumed: Sequence[int], *, time_limit: float) -> tuple[bool | None, Sequence[bool | None]]: ...
    def get_conflict(self) -> Sequence[int]: ...


class Sat:
    """Clauses over numbered variables, and questions about them; variable 1 is true."""

    def __init__(self, clock: Clock) -> None:
        from pycryptosat import Solver

        self.solver: _Solver = Solver()
        self.clock = clock
        self.variables = 1
        self.given = 0
        self.waiting: list[Sequence[int]] = [(1,)]
        self.solution: Sequence[bool | None] = ()

    def new(self) -> int:
        """Give a new variable."""
        self.variables += 1
        return self.variables

    def add(self, *clause: int) -> None:
        """Add a clause: at least one of these literals holds. Raises OutOfTime."""
        self.waiting.append(clause)
        if len(self.waiting) >= CHUNK:
            self._hand_over()

    def add_all(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses, several at a time. Raises OutOfTime."""
        self.waiting += clauses
        if len(self.waiting) >= CHUNK:
            self._hand_over()

    def _hand_over(self) -> None:
        self.clock.look()
        self.given += len(self.waiting)
        if self.given > MOST_CLAUSES:
            raise TooMuchToAsk
        if self.waiting:
            self.solver.add_clauses(self.waiting)
            self.waiting = []

    def ask(self, assumed: Iterable[int] = (), patience: float | None = None) -> bool | None:
        """Tell whether the clauses and these literals can hold together.

        None where that took longer than `patience` seconds of the processor: what else a machine does must not change
        what is told. Raises OutOfTime.
        """
        self._hand_over()
        known = self.solver.nb_vars()
        literals = [literal for literal in assumed if abs(literal) <= known]  # others are in no clause
        begun, slice_ = time.thread_time(), SLICE
        while True:
            left = max(0.1, self.clock.end - self.clock.now())
            limit = min(slice_, left) if patience is None else min(slice_, left, patience)
            answer, solution = self.solver.solve(literals, time_limit=limit)
            if answer is not None:
                break
            self.clock.look()
            if patience is not None and time.thread_time() > begun + patience:
                return None
            slice_ *= 2
        if answer:
            self.solution = solution
        return answer

    def core(self) -> list[int]:
        """Give those of the assumed literals that could not hold together."""
        return [-literal for literal in self.solver.get_conflict()]

    def model(self) -> set[int]:
        """Give the variables that hold."""
        return {variable for variable, holds in enumerate(self.solution) if holds}
