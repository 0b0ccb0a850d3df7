"""A SAT solver that can be asked again and again, within a time."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

SLICE = 2000  # conflicts between two looks at the clock
CHUNK = 20_000  # clauses handed over at once
MOST_CLAUSES = 25_000_000  # a few gigabytes


class OutOfTime(Exception):
    """The time that was given is over, or the question has become too large."""


class Clock:
    """Time given for one record, in seconds."""

    def __init__(self, seconds: float) -> None:
        self.begun = time.monotonic()
        self.end = self.begun + seconds

    def look(self) -> None:
        """Raise OutOfTime when the time is over."""
        if time.monotonic() > self.end:
            raise OutOfTime

    @property
    def passed(self) -> float:
        """The seconds that have passed."""
        return time.monotonic() - self.begun


class Sat:
    """Clauses over numbered variables, and questions about them; variable 1 is true."""

    def __init__(self, clock: Clock) -> None:
        from pysat.solvers import Cadical195

        self.solver: Any = Cadical195()
        self.clock = clock
        self.variables = 1
        self.given = 0
        self.waiting: list[Sequence[int]] = [(1,)]

    def new(self) -> int:
        """Give a new variable."""
        self.variables += 1
        return self.variables

    def add(self, *clause: int) -> None:
        """Add a clause: at least one of these literals holds. Raises OutOfTime."""
        self.waiting.append(clause)
        if len(self.waiting) >= CHUNK:
            self._hand_over()

    def _hand_over(self) -> None:
        self.clock.look()
        self.given += len(self.waiting)
        if self.given > MOST_CLAUSES:
            raise OutOfTime
        self.solver.append_formula(self.waiting)
        self.waiting = []

    def ask(self, assumed: Iterable[int] = (), patience: float | None = None) -> bool | None:
        """Tell whether the clauses and these literals can hold together.

        None where that took longer than `patience` seconds. Raises OutOfTime.
        """
        self._hand_over()
        literals, begun = list(assumed), time.monotonic()
        while True:
            self.solver.conf_budget(SLICE)
            answer: bool | None = self.solver.solve_limited(literals)
            if answer is not None:
                return answer
            self.clock.look()
            if patience is not None and time.monotonic() > begun + patience:
                return None

    def prefer(self, literals: Iterable[int]) -> None:
        """Try these literals first."""
        self._hand_over()
        self.solver.set_phases(list(literals))

    def core(self) -> list[int]:
        """Give those of the assumed literals that could not hold together."""
        return list(self.solver.get_core() or ())

    def model(self) -> list[int]:
        """Give all variables as literals that hold."""
        return list(self.solver.get_model())

    def close(self) -> None:
        """Give the memory back."""
        self.solver.delete()
