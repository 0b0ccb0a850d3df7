"""A third game, as a newcomer adds one: noughts and crosses. docs/a-new-game.md walks through this file."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from models.clause import Cite, Clause, ClauseId, Fault, Picture
from models.defaults import SmallGame
from models.game import Edition
from models.mechanics import Mechanics, Step, Stop
from models.reading import Reading
from models.smt import And, Count, Formula, If, Not, Number, Or
from models.step_claim import step_claim

# The events of a log ---------------------------------------------------------------------------------------------------

Player = Annotated[int, Meta(ge=1, le=2, description="a player: 1 draws crosses and begins, 2 draws noughts")]
Nobody = Annotated[int, Meta(ge=0, le=2, description="a player, 0 for nobody")]


class Header(Struct, frozen=True, tag="game", tag_field="event"):
    """The header of a game."""

    format: str = "cloverproof/1"
    game: Literal["noughts"] = "noughts"
    edition: str = "paper"


class Turn(Struct, frozen=True, tag="turn", tag_field="event"):
    """A player marks a cell."""

    player: Player
    cell: Annotated[int, Meta(ge=1, le=9, description="the cells are counted row by row")]


class Refused(Turn, frozen=True, tag="refused", tag_field="event"):
    """A turn that the program refused."""


class End(Struct, frozen=True, tag="end", tag_field="event"):
    """The result as the program gave it."""

    winner: Nobody


Event = Header | Turn | Refused | End | Stop
Move = Turn | End

# The table and the mechanics -------------------------------------------------------------------------------------------

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Table(Struct, frozen=True):
    """What lies on each cell (0: nothing), and who is to move."""

    board: Annotated[tuple[Nobody, ...], Meta(min_length=9, max_length=9)] = (0,) * 9
    mover: Player = 1

    def three(self, player: int) -> bool:
        """Tell whether a player has three in a row."""
        return any(all(self.board[cell] == player for cell in line) for line in LINES)

    def rows(self, player: Number) -> list[Formula]:
        """State of each line that a player has it, as terms."""
        return [And(self.board[cell] == player for cell in line) for line in LINES]


class Noughts(Mechanics[Table, Move]):
    """How noughts and crosses is played, whether by the rules or not."""

    header, turns, results = Header, (Turn,), (End,)

    def open(self, header: Header, reading: Reading) -> Table:
        return Table()

    def effect(self, table: Table, move: Move) -> Table:
        if isinstance(move, End):
            return table
        board = tuple(If(move.cell == cell + 1, move.player, table.board[cell]) for cell in range(9))
        return replace(table, board=board, mover=3 - move.player)

    def to_move(self, table: Table) -> int:
        return table.mover if self.winners(table) is None else 0

    def winners(self, table: Table) -> tuple[int, ...] | None:
        won = tuple(player for player in (1, 2) if table.three(player))
        return won if won or all(table.board) else None

    def picture(self, table: Table) -> Picture:
        signs = tuple(".XO"[mark] for mark in table.board)
        return Picture("", (signs[:3], signs[3:6], signs[6:]), {}, named=False)


# The clauses -----------------------------------------------------------------------------------------------------------

TurnStep = Step[Table, Turn]
EndStep = Step[Table, End]
HALF = "board 1 2 0 0 0 0 0 0 0"
ROW = "board 1 1 1 2 2 0 0 0 0; mover 2"
FULL = "board 1 2 1 1 2 2 2 1 1; mover 2"


@dataclass(frozen=True)
class InTurn(Clause[TurnStep]):
    """The players mark a cell in turn; player 1 begins."""

    id, title, cites = ClauseId("NC101"), "players mark in turn", (Cite("paper", "Play", 1),)
    moves, kept = (Turn,), ("start | turn 1 5", "mover 2 | turn 2 5")
    broken = ("start | turn 2 5", "mover 2 | turn 1 5")

    enforced: bool = True

    def holds(self, step: TurnStep) -> bool:
        return step.move.player == step.before.mover or not self.enforced

    def term(self, step: TurnStep) -> Formula:
        return Or(step.after.mover != step.before.mover, not self.enforced)

    def fault(self, step: TurnStep) -> Fault:
        return Fault(f"player {step.before.mover} is to move", "player", "not this one's turn")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {"anybody may move": cls(enforced=False)}


@dataclass(frozen=True)
class EmptyCell(Clause[TurnStep]):
    """A mark is made on an empty cell, and stays there."""

    id, title, cites = ClauseId("NC102"), "marks are made on empty cells", (Cite("paper", "Play", 2),)
    moves, grants = (Turn,), "turn"
    kept, broken = (f"{HALF} | turn 1 3",), (f"{HALF} | turn 1 1", f"{HALF} | turn 1 2")

    own_too: bool = True

    def holds(self, step: TurnStep) -> bool:
        there = step.before.board[step.move.cell - 1]
        return there == 0 or (there == step.move.player and not self.own_too)

    def term(self, step: TurnStep) -> Formula:
        cells = list(zip(step.before.board, step.after.board, strict=True))
        changed = Or(old != new for old, new in cells)
        return And(Or(not self.own_too, changed), *(Or(old == 0, old == new) for old, new in cells))

    def fault(self, step: TurnStep) -> Fault:
        return Fault(f"cell {step.move.cell} is taken", "cell", "there is a mark on it")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {"a player may mark an own cell again": cls(own_too=False)}


@dataclass(frozen=True)
class PlayStops(Clause[TurnStep]):
    """Nobody marks a cell once a player has three in a row."""

    id, title, cites = ClauseId("NC201"), "three in a row end play", (Cite("paper", "The end", 1),)
    moves, kept = (Turn,), ("board 1 1 0 2 2 0 0 0 0 | turn 1 3",)
    broken = (f"{ROW} | turn 2 9", "board 1 2 2 0 1 0 0 0 1; mover 2 | turn 2 4")

    lines: tuple[tuple[int, ...], ...] = LINES

    def holds(self, step: TurnStep) -> bool:
        board = step.before.board
        return not any(board[a] == board[b] == board[c] > 0 for a, b, c in self.lines)

    def term(self, step: TurnStep) -> Formula:
        board = step.before.board
        return And(Or(board[cell] != player for cell in line) for line in self.lines for player in (1, 2))

    def fault(self, step: TurnStep) -> Fault:
        return Fault("play is over: three in a row", "event", "a turn after the end")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {"diagonals are not seen": cls(lines=LINES[:6])}


@dataclass(frozen=True)
class Result(Clause[EndStep]):
    """The player with three in a row has won; nobody has if the board is full without."""

    id, title, cites = ClauseId("NC202"), "the winner has three in a row", (Cite("paper", "The end", 2),)
    moves = results = (End,)
    kept, broken = (f"{ROW} | end 1", f"{FULL} | end 0"), (f"{ROW} | end 2", f"{FULL} | end 1", "start | end 0")

    full: bool = True

    def holds(self, step: EndStep) -> bool:
        if step.move.winner:
            return step.before.three(step.move.winner)
        return not (step.before.three(1) or step.before.three(2)) and (all(step.before.board) or not self.full)

    def term(self, step: EndStep) -> Formula:
        full = Or(not self.full, And(mark != 0 for mark in step.before.board))
        drawn = And(full, *(Not(Or(step.before.rows(player))) for player in (1, 2)))
        return And(Or(step.move.winner != 0, drawn), Or(step.move.winner == 0, *step.before.rows(step.move.winner)))

    def fault(self, step: EndStep) -> Fault:
        return Fault("the result is another one, or play goes on", "winner", "not the winner")

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {"a draw at any time": cls(full=False)}


CLAUSES: tuple[Clause, ...] = (InTurn(), EmptyCell(), PlayStops(), Result())

# The claims ------------------------------------------------------------------------------------------------------------


def one_winner(step: TurnStep) -> Formula:
    """State that not both players have three in a row after a turn."""
    return Not(And(Or(step.after.rows(player)) for player in (1, 2)))


def one_row(step: TurnStep) -> Formula:
    """State that the mover has at most one row after a turn."""
    return Count(step.after.rows(step.move.player)) <= 1


def even(step: TurnStep) -> Formula:
    """State that both players have marked as often as the turn says."""
    crosses, noughts = (Count(mark == player for mark in step.before.board) for player in (1, 2))
    return crosses + 1 == noughts + step.before.mover


claim = partial(step_claim, mechanics=Noughts, clauses=CLAUSES, kind=Turn)
CLAIMS = (
    claim("NCC01", "Never do both players have three in a row.", "proved", one_winner),
    claim("NCC02", "A mark completes one row at most.", "refuted", one_row, given=even),
)

NOUGHTS = SmallGame(
    key="noughts",
    title="Noughts and crosses",
    editions=(Edition("paper", "As played on paper", ("paper",), ()),),
    events=Event,
    header=Header,
    refused=Refused,
    clauses=lambda: CLAUSES,
    claims=lambda: CLAIMS,
    mechanics=Noughts,
)
