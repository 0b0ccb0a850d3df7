"""Tables under changed rules: their numbers, with the counters of clauses that were added, and what is not explored."""

from collections.abc import Iterable

from models.reading import Malformed
from models.state_space import Code

BITS = 24


class CountedCodes:
    """Puts the counters that a table carries to its number: each combination of them that occurs has one of its own."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._counters: list[tuple[int, ...]] = []

    def joined(self, code: Code, counted: tuple[int, ...]) -> Code:
        """Give the number of a table with its counters."""
        known = self._numbers.get(counted)
        if known is None:
            known = self._numbers[counted] = len(self._counters)
            self._counters.append(counted)
        return code << BITS | known

    def counted(self, code: Code) -> tuple[int, ...]:
        """Give the counters out of such a number."""
        return self._counters[code & ((1 << BITS) - 1)]

    def told(self, code: Code) -> str:
        """Write them behind the line of a table; nothing where there are none."""
        counted = self.counted(code)
        return f"; counted {counted}" if counted else ""


def uncounted(code: Code) -> Code:
    """Give the number without its counters."""
    return code >> BITS


def unexplored(what: str, explored: Iterable[str]) -> Malformed:
    """Say that something cannot be explored, and what can."""
    help_line = "`prove --rules` and `validate --rules` go by any; explored are changes of "
    return Malformed("value", "rules", f"{what} cannot be explored", help_line + ", ".join(sorted(explored)))
