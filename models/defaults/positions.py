"""Positions of a game and its puzzles, by default: a table that the mechanics read, and who is to move on it."""

from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import Annotated, Generic, Literal

from msgspec import Meta, Struct

from models.defaults.successors import LegalSteps, ending_words, legal_steps_of, play_out
from models.endgame import Unaided
from models.formats import PUZZLE_FORMAT, PuzzleFormat
from models.game import Game
from models.mechanics import MoveT, TableT
from models.position import Chance, Objective, Position, Problem, PuzzleWish
from models.puzzle_kind import Level, PuzzleKind
from models.reading import Malformed, Reading
from models.solving import Positions, Words
from models.view import View

FEWEST = 2  # moves to choose from
WORTHS = "1 a win, 0 a shared or endless game or one that nobody wins, -1 a loss"


class TablePuzzle(Struct, forbid_unknown_fields=True):
    """A puzzle of any game that has no form of its own, format cloverproof-puzzle/1."""

    format: PuzzleFormat
    table: Annotated[str, Meta(description="the table in one line, as the suite of the game tells")]
    goal: Annotated[Literal["win"], Meta(description="all play for the win")]
    id: Annotated[str | int | None, Meta(description="a key of its own; has no meaning")] = None
    title: Annotated[str | None, Meta(description="a name; has no meaning")] = None
    note: Annotated[object, Meta(description="anything; has no meaning")] = None
    source: Annotated[object, Meta(description="where it is from; has no meaning")] = None


@cache
def puzzle(game: Game) -> type[TablePuzzle]:
    """Give the form of the puzzles of a game."""

    class Puzzle(TablePuzzle, tag=game.key, tag_field="game"):
        """A puzzle of the game."""

    return Puzzle


class TablePosition(Generic[TableT, MoveT]):
    """A position of a game without chance; see `models.position.Position`."""

    drawn = filled = 0
    together = False
    left: int | None = None

    __slots__ = ("successors", "table")

    def __init__(self, successors: LegalSteps[TableT, MoveT], table: TableT) -> None:
        self.successors, self.table = successors, table

    def __hash__(self) -> int:
        return hash(self.table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TablePosition) and bool(self.table == other.table)

    @property
    def mover(self) -> int:
        """Name the player to move."""
        return self.successors.mechanics.to_move(self.table)

    @property
    def ended(self) -> tuple[int, ...] | None:
        """Name the winners where play is over."""
        return self.successors.mechanics.winners(self.table)

    @property
    def layer(self) -> int:
        """Give the level of the table."""
        return self.successors.mechanics.level(self.table)

    def moves(self) -> tuple[str, ...]:
        """Give the names of all legal moves."""
        return tuple(self.successors.named(self.table))

    def after(self, move: str) -> "TablePosition[TableT, MoveT]":
        """Give the position after a move. Raises ValueError if it is not legal here."""
        found = self.successors.named(self.table).get(move)
        if found is None:
            raise ValueError(f"{move[:40]!r} is no move that can be made here")
        return TablePosition(self.successors, found)

    def chances(self) -> tuple[Chance, ...]:
        """Give nothing: nothing is drawn."""
        return ()

    def limited(self, left: int | None) -> "TablePosition[TableT, MoveT]":
        """Give the position itself: play is never cut off."""
        return self

    def points(self) -> tuple[int, ...]:
        """Give zeros: no points are counted."""
        return (0,) * self.successors.mechanics.players

    def write(self) -> str:
        """Write the position in one line."""
        return self.successors.mechanics.write(self.table)


def positions(game: Game) -> Positions:
    """Give what solving the positions of a game needs; the reference solver does it."""
    return Positions(
        read=partial(_read, game),
        write=partial(_write, game),
        at=partial(_at, game),
        show=partial(_show, game),
        span=_span,
        exchanges=lambda position, move: False,
        deal=partial(_deal, game),
        endgame=Unaided,
        words=lambda: Words(str, lambda move, drawn: move, _ask, "and play is over", lambda objective: 1, _remark),
        kinds=lambda: (WIN,),
    )


def _read(game: Game, puzzle: TablePuzzle, objective: Objective) -> Problem:
    """Give the problem of a puzzle. Raises Malformed, whose field is a key of the puzzle."""
    if objective != "win":
        raise Malformed("value", "goal", f"{game.title} counts no points", "leave out --objective")
    successors = legal_steps_of(game)
    position = TablePosition(successors, successors.mechanics.read(puzzle.table, Reading()))
    if not position.mover:
        raise Malformed("value", "table", f"play is over: {_remark(position)}", "take a table at which it goes on")
    return Problem(position, puzzle.goal, objective, position.mover)


def _write(game: Game, problem: Problem) -> dict[str, object]:
    return {"format": PUZZLE_FORMAT, "game": game.key, "table": problem.start.write(), "goal": problem.goal}


def _at(game: Game, table: Struct, event: Struct) -> tuple[tuple[Position, str], ...]:
    """Give the decision of a turn that follows a table in a log; nothing for other events. Raises Malformed."""
    successors = legal_steps_of(game)
    mechanics = successors.mechanics
    if isinstance(event, mechanics.header):
        return ()
    move = mechanics.move(table, event)
    if not isinstance(move, mechanics.turns):
        return ()
    return ((TablePosition(successors, table), mechanics.say(move)),)


def _show(game: Game, position: Position) -> View:
    assert isinstance(position, TablePosition)
    shown = game.view(position.table)
    return View(shown.pictures, (*shown.lines, f"to move: player {position.mover}"), shown.rows, shown.strips)


def _span(problem: Problem) -> tuple[Fraction, Fraction]:
    return Fraction(-1), Fraction(1)


def _ask(problem: Problem) -> str:
    return f"Player {problem.hero} to move. {WORTHS}."


def _remark(position: Position) -> str:
    return "" if position.ended is None else ending_words(position.ended)


def _deal(game: Game, rng: Random, wish: PuzzleWish) -> Problem:
    """Play by chance to the end, and go so many turns back."""
    successors = legal_steps_of(game)
    tables = [step.before for step in play_out(successors, rng)]
    if not tables:
        raise Malformed("value", "game", "nobody can move at the start", "let the clauses allow something")
    position = TablePosition(successors, tables[-min(wish.turns or 1, len(tables))])
    return Problem(position, "win", "win", position.mover)


# Puzzles that are made of drawn positions ----------------------------------------------------------------------------

WIN = PuzzleKind(
    "win",
    {
        "easy": Level(PuzzleWish("win", turns=3)),
        "medium": Level(PuzzleWish("win", turns=5)),
        "hard": Level(PuzzleWish("win", turns=7)),
    },
    lambda problem: f"Player {problem.hero} moves. Which move wins?",
    f"What a move is worth: {WORTHS}, with best play of all.",
    "worth",
    lambda problem: len(problem.start.moves()) >= FEWEST,
    lambda problem, whole, value: whole == 1,
    lambda position, move: True,
    only="no other move wins",
)
