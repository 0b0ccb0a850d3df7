"""A step of which an engine knows what it breaks, without a question to the clauses."""

from collections.abc import Callable

from msgspec import Struct

from models.clause import AnyStep, ClauseId


class KnownBreach(Struct, eq=False):
    """What the step of a line breaks: the clauses, by their order in the game, whose move it is and of which kind.

    `turn` is its number in the game where it is a turn, `left` counts the lines behind it that were not read yet.
    `make` gives the step itself; it is asked once, where somebody asks for the step: most often only its words need it.
    """

    clauses: tuple[ClauseId, ...]
    player: int | None
    move: type
    turn: int | None
    line: bytes
    left: int
    make: Callable[[], AnyStep]
    made: AnyStep | None = None

    def step(self) -> AnyStep:
        """Give the table before it, the move and the table after it."""
        if self.made is None:
            self.made = self.make()
        return self.made
