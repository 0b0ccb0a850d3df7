"""How far following a path may go before it is refused."""

from msgspec import Struct

STEPS = 2_000_000  # that JMESPath may take in one record


class BadPath(Exception):
    """A path that cannot be followed, and why."""


class Steps(Struct):
    """How many steps may still be taken."""

    left: int = STEPS

    def take(self, count: int) -> None:
        """Take some. Raises BadPath where there are no more."""
        self.left -= count
        if self.left < 0:
            raise BadPath(f"takes more than {STEPS} steps in this record")
