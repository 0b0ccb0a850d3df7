"""Positions of Lucky Numbers, slow and obvious: every move and every end is what the clauses and `effect` say."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from models.clause import Clause, breached
from models.lucky_numbers.checked_successors import uncovered
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.clauses.ln602_points import POINTS
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden
from models.lucky_numbers.moves import Numbers, Player, Source, Turn
from models.lucky_numbers.notation import ended, write_table
from models.lucky_numbers.table import Step, Table, new_table
from models.position import DRAW, LEAVE, Chance, Position
from models.view import Touched, View

EVERYBODY = 0
TAKE = "take"
SOURCES: tuple[Source, Source] = ("middle", "pile")


class LuckyPosition(Struct, frozen=True, eq=False):
    """A position of Lucky Numbers; see `models.position.Position`.

    `middle` is sorted, `hidden[n]` counts the face-down copies of n (one in hand is not among them). `left` counts
    turns of the player `counted`, or of all players where that is 0. One player alone has a garden too.
    """

    rules: Rules
    gardens: tuple[Garden, ...]
    middle: Numbers
    hidden: tuple[int, ...]
    mover: int
    drawn: int = 0
    left: int | None = None
    counted: int = EVERYBODY
    ended: tuple[int, ...] | None = None

    def _key(self) -> tuple[object, ...]:
        return self.gardens, self.middle, self.hidden, self.mover, self.drawn, self.left

    def __hash__(self) -> int:
        return hash(self._key())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LuckyPosition) or self._key() != other._key():
            return False
        return self.counted == other.counted and (self.rules is other.rules or self.rules == other.rules)

    together = False  # nobody chooses in secret

    @property
    def layer(self) -> int:
        """Count the face-down clovers."""
        return sum(self.hidden)

    @property
    def filled(self) -> int:
        """Name the player whose garden is full, 0 for nobody."""
        return next((number for number, garden in enumerate(self.gardens, 1) if EMPTY not in garden), 0)

    def moves(self) -> tuple[str, ...]:
        """Give the names of all legal moves: the draw first, then by ascending number and by cell."""
        found = self._fitting() if self.mover else ()
        return tuple(filter(self._asked, found)) if self._further() else found

    def _fitting(self) -> tuple[str, ...]:
        names, garden = self.rules.board.names, self.gardens[self.mover - 1]
        if self.drawn:
            return (*(names[cell] for cell in fitting(self.rules, garden, Clover(self.drawn))), LEAVE)
        return (
            *((DRAW,) if self.layer else ()),
            *(
                f"{TAKE} {number} {names[cell]}"
                for number in sorted(set(self.middle))
                for cell in fitting(self.rules, garden, number)
            ),
        )

    def _asked(self, move: str) -> bool:
        """Ask the clauses that nothing fast knows of about a move."""
        turn = self.turn(move)
        return turn is None or not breached(self._further(), step_of(self.table(), turn))

    def _further(self) -> Sequence[Clause[Step]]:
        """Give the clauses to ask beside those that the moves are made by."""
        return (*uncovered(), *self.rules.changes.added)

    def after(self, move: str) -> "LuckyPosition":
        """Give the position after a move other than a draw. Raises ValueError if it is not legal here."""
        turn = self.turn(move)
        if turn is None or not self._allows(turn) or not self._asked(move):
            raise ValueError(f"{move[:40]!r} is no move that can be made here without chance")
        return self._of(step_of(self.table(), turn).after)

    def turn(self, move: str) -> Turn | None:
        """Give a move as clauses read it, legal or not; None if it is no name of one, or a draw."""
        number, cell = str(self.drawn), move
        if not self.drawn:
            take, _, rest = move.partition(" ")
            number, _, cell = rest.partition(" ")
            if take != TAKE or not (number.isascii() and number.isdigit()) or number[0] == "0" or len(number) > 5:
                return None
        mover, clover, source = Player(self.mover), Clover(int(number)), SOURCES[bool(self.drawn)]
        if cell == LEAVE and self.drawn:
            return Turn(mover, "pile", clover, "discard")
        at = self.rules.board.cells.get(cell)
        if at is None or not self.mover:
            return None
        old = self.gardens[mover - 1][at]
        if old == EMPTY:
            return Turn(mover, source, clover, "place", at)
        return Turn(mover, source, clover, "exchange", at, old)

    def _allows(self, turn: Turn) -> bool:
        if turn.source == "middle" and turn.clover not in self.middle:
            return False
        return turn.cell is None or turn.cell in fitting(self.rules, self.gardens[turn.player - 1], turn.clover)

    def chances(self) -> tuple[Chance, ...]:
        """Give the outcomes of a draw by ascending number."""
        if not self.mover or self.drawn:
            return ()
        return tuple(
            Chance(number, copies, replace(self, drawn=number, hidden=_less(self.hidden, number)))
            for number, copies in enumerate(self.hidden)
            if copies
        )

    def limited(self, left: int | None) -> "LuckyPosition":
        """Give the position with another number of turns until play is cut off."""
        return replace(self, left=left)

    def points(self) -> tuple[int, ...]:
        """Give the tournament points (LN602), zeros where play has no result."""
        if self.ended is None:
            return (0,) * len(self.gardens)
        return POINTS.points(self.table()) or (0,) * len(self.gardens)

    def table(self) -> Table:
        """Give the table as clauses read it: a clover in hand is still face down there."""
        hidden = self.hidden
        if self.drawn:
            hidden = (*hidden[: self.drawn], hidden[self.drawn] + 1, *hidden[self.drawn + 1 :])
        table = Table(
            self.rules,
            self.gardens,
            hidden,
            sum(hidden),
            self.middle,
            (self.rules.board.side,) * self.rules.players,
            playing=True,
            first=Player(self.mover) if self.mover else None,
        )
        return ended(table)

    def _of(self, table: Table) -> "LuckyPosition":
        """Give the position of a table after a turn of the mover."""
        left = self.left
        if left is not None and self.counted in (EVERYBODY, self.mover):
            left -= 1
        over, winners = table.ended, None
        if over is not None:
            won = FULL.winners(over) if over.by == "full" else FEWEST.winners(table, over.empty)
            winners = tuple(sorted(int(player) for player in won))
        return replace(
            self,
            gardens=table.gardens,
            middle=table.middle,
            hidden=table.hidden,
            mover=0 if over is not None or left == 0 else int(ORDER.due(table)[0]),
            drawn=0,
            left=left,
            ended=winners,
        )

    def write(self) -> str:
        """Write the position in one line."""
        rules = self.rules
        table = replace(new_table(rules), gardens=self.gardens, hidden=self.hidden, pile=self.layer, middle=self.middle)
        text = write_table(table, self.mover, self.drawn, missing=True)
        return text if self.left is None else f"{text}; turns {self.left}"

    def view(self) -> View:
        """Show the position: the gardens, the middle, what is face down, whose move it is."""
        from models.lucky_numbers.legal_moves import draw, heap
        from models.lucky_numbers.table import write_heap

        pictures = tuple(draw(self.rules, f"player {player}", garden) for player, garden in enumerate(self.gardens, 1))
        down = [number for number, count in enumerate(self.hidden) for _ in range(count)]
        lines = [f"middle: {write_heap(self.middle)}", f"face down ({len(down)}): {write_heap(down)}"]
        if self.mover:
            lines.append(f"to move: player {self.mover}")
        if self.drawn:
            lines.append(f"drawn: {self.drawn}")
        open_heaps = [heap("middle", self.middle), *([heap("drawn", (self.drawn,))] if self.drawn else [])]
        return View(pictures, tuple(lines), strips=tuple(open_heaps))


@lru_cache(maxsize=1 << 16)
def fitting(rules: Rules, garden: Garden, clover: Clover) -> tuple[Cell, ...]:
    """Give the cells where the placement clause allows a clover."""
    if PLACEMENT.id in rules.changes.without:
        return tuple(Cell(cell) for cell in range(len(garden)))
    holds = rules.changes.form_of(PLACEMENT).fits
    return tuple(Cell(cell) for cell in range(len(garden)) if holds(rules, garden, cell, clover))


def _less(hidden: tuple[int, ...], number: int) -> tuple[int, ...]:
    return (*hidden[:number], hidden[number] - 1, *hidden[number + 1 :])


def is_exchange(position: Position, move: str) -> bool:
    """Tell whether a move is an exchange."""
    assert isinstance(position, LuckyPosition)
    turn = position.turn(move)
    return turn is not None and turn.action == "exchange"


def touched(position: Position, move: str) -> Touched:
    """Tell where a move happens on a view: its cell, or the clover in hand that is left; nowhere for a draw."""
    assert isinstance(position, LuckyPosition)
    turn = position.turn(move)
    if turn is None:
        return Touched()
    if turn.cell is None:
        return Touched(pieces=((1, 0),))
    column, row = position.rules.board.place(turn.cell)
    return Touched({(position.mover - 1, row, column): str(turn.clover)})
