"""What follows a table: every candidate turn that no clause forbids."""

from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import Generic

from models.clause import Clause, binding
from models.game import Game
from models.mechanics import Mechanics, MoveT, Step, TableT
from models.reading import Malformed, Reading

LONGEST = 200  # turns of a game by random play; then the record breaks off
REMEMBERED = 1 << 16  # tables whose successors are kept


class LegalSteps(Generic[TableT, MoveT]):
    """The legal turns of a game at any of its tables, each as the step it makes."""

    def __init__(self, mechanics: Mechanics[TableT, MoveT], clauses: tuple[Clause, ...]) -> None:
        self.mechanics = mechanics
        self.clauses = cache(lambda move: binding(clauses, move))
        self.of = lru_cache(REMEMBERED)(self._of)
        self.named = lru_cache(REMEMBERED)(self._named)

    def _of(self, table: TableT) -> tuple[Step[TableT, MoveT], ...]:
        """Give the steps of all legal turns. Raises Malformed where the clauses allow turns after the end."""
        steps = (self.mechanics.step(table, move) for move in self.mechanics.candidates(table))
        legal = tuple(step for step in steps if all(each.holds(step) for each in self.clauses(type(step.move))))
        if legal and not self.mechanics.to_move(table):
            what = f"play is over at `{self.mechanics.write(table)}`, but no clause forbids {self.say(legal[0])}"
            raise Malformed("place", "table", what, "let a clause say that nobody plays on")
        return legal

    def _named(self, table: TableT) -> dict[str, TableT]:
        """Give the tables after all legal turns by the names of the turns."""
        return {self.say(step): step.after for step in self.of(table)}

    def say(self, step: Step[TableT, MoveT]) -> str:
        """Name the turn of a step."""
        return self.mechanics.say(step.move)


@cache
def legal_steps_of(game: Game) -> LegalSteps:
    """Give what tells the legal turns of a game; all who ask share what is remembered."""
    return LegalSteps(game.mechanics(), tuple(game.clauses()))


def play_out(successors: LegalSteps[TableT, MoveT], rng: Random) -> Iterator[Step[TableT, MoveT]]:
    """Play by chance until nobody can move."""
    table = successors.mechanics.start(Reading())
    for _ in range(LONGEST):
        legal = successors.of(table)
        if not legal:
            return
        step = rng.choice(legal)
        yield step
        table = step.after


def ending_words(winners: tuple[int, ...]) -> str:
    """Say how play ended."""
    if not winners:
        return "nobody wins"
    *most, last = map(str, winners)
    return f"players {', '.join(most)} and {last} win" if most else f"player {last} wins"
