"""Positions of Good Fortune, slow and obvious: every move and every end is what the clauses and `effect` say.

A turn is four moves: whoever has the medallion chooses (`choose 5`), the other one chooses, knowing that, and both lay
in the order of the medallion (`lay left`, `lay right`). In Guessing either may choose first, since the other one does
not see it. In Simple laying a turn is one move, `lay 5 left`.
"""

from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from models.clause import breached
from models.good_fortune.checked_successors import uncovered
from models.good_fortune.clauses.gf201_choice import CHOICE
from models.good_fortune.clauses.gf202_priority import Priority
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.collections import totals_of
from models.good_fortune.editions import Rules
from models.good_fortune.effect import lay_tile, step_of
from models.good_fortune.layings import ENDS
from models.good_fortune.legal_moves import legal_ends
from models.good_fortune.moves import BOTH, End, Player, Side, TileLaying, Turn, other_player
from models.good_fortune.table import NOBODY, Hands, Step, Table, write_heap
from models.good_fortune.tiles import Tile, Tiles, TileSet
from models.position import Chance, Position
from models.view import Touched, View

CHOOSE, LAY = "choose", "lay"
PRIORITY, SCORE = Priority(), Score()
OpenScore = Literal["highest", "lowest"]
Chosen = tuple[Tile | None, Tile | None]
NO_TILES: Chosen = (None, None)
NOTHING = Turn(())


class FortunePosition(Struct, frozen=True, eq=False):
    """A position of Good Fortune; see `models.position.Position`.

    `hands` and `won` are sorted. `holder` has the medallion with `side` up (None where it means nothing). `chosen` are
    the tiles that were chosen in this turn and are still in hand, `laid` who has laid already in it. `open_score` tells
    which total counts where a collection may have several.
    """

    rules: Rules
    hands: Hands
    line: Tiles
    mover: int
    won: Hands = NOBODY
    holder: Player | None = None
    side: Side = "small"
    chosen: Chosen = NO_TILES
    laid: Player | None = None
    open_score: OpenScore = "highest"

    def _key(self) -> tuple[object, ...]:
        return self.hands, self.line, self.mover, self.won, self.holder, self.side, self.chosen, self.laid

    def __hash__(self) -> int:
        return hash(self._key())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FortunePosition) or self._key() != other._key():
            return False
        return self.open_score == other.open_score and (self.rules is other.rules or self.rules == other.rules)

    left = None  # play ends by itself
    drawn = 0  # nothing is drawn
    filled = 0

    @property
    def ended(self) -> tuple[int, ...] | None:
        """Name the winners where play is over: of two who have as many points, both."""
        if self.mover or any(self.hands):
            return None
        winners = SCORE.winners_of(self.totals())[0]
        return tuple(sorted(int(player) for player in winners))

    def totals(self) -> tuple[int, int]:
        """Give what both collections score."""
        one, other = (_total(self.rules.tiles, tiles, self.open_score) for tiles in self.won)
        return one, other

    def points(self) -> tuple[int, ...]:
        """Give how far each player is ahead where play is over."""
        one, other = self.totals()
        return one - other, other - one

    def moves(self) -> tuple[str, ...]:
        """Give the names of all legal moves, by ascending number, left before right."""
        if not self.mover:
            return ()
        found = self._fitting()
        return tuple(filter(self._asked, found)) if uncovered() else found

    def _fitting(self) -> tuple[str, ...]:
        player = Player(self.mover)
        if self.rules.simple:
            return tuple(f"{LAY} {tile} {end}" for tile in self._hand(player) for end in self._ends(tile))
        if self._choosing():
            return tuple(f"{CHOOSE} {tile}" for tile in self._hand(player))
        return tuple(f"{LAY} {end}" for end in self._ends(self._own(player)))

    def after(self, move: str) -> "FortunePosition":
        """Give the position after a move. Raises ValueError if it is not legal here."""
        if move not in self.moves():
            raise ValueError(f"{move[:40]!r} is no move that can be made here")
        after = self._after(move)
        stuck = uncovered() and after.mover and not after.moves()
        return replace(after, mover=0) if stuck else after

    def _after(self, move: str) -> "FortunePosition":
        if not self.rules.simple and self._choosing():
            return self.choose(Player(self.mover), Tile(int(move.split(" ")[1])))
        return self._laid(self._laying(move))

    def _laying(self, move: str) -> TileLaying:
        player, (_, *what) = Player(self.mover), move.split(" ")
        end: End = "left" if what[-1] == "left" else "right"
        return TileLaying(player, Tile(int(what[0])) if self.rules.simple else self._own(player), end)

    def _asked(self, move: str) -> bool:
        """Ask the clauses that nothing fast knows of: of each laying, as if it were a turn; a choice must have one."""
        if not self.rules.simple and self._choosing():
            laid = [TileLaying(Player(self.mover), Tile(int(move.split(" ")[1])), end) for end in ENDS]
        else:
            laid = [self._laying(move)]
        table = self.table()
        return any(not breached(uncovered(), step_of(table, Turn((each,)))) for each in laid)

    def choose(self, player: Player, tile: Tile) -> "FortunePosition":
        """Give the position once a player has chosen a tile: the other one chooses, or the first tile is laid."""
        one, other = self.chosen
        chosen = (tile, other) if player == BOTH[0] else (one, tile)
        if None in chosen:
            return replace(self, chosen=chosen, mover=int(other_player(player)))
        return replace(self, chosen=chosen, mover=int(self.first_to_lay(chosen)))

    def first_to_lay(self, chosen: Chosen) -> Player:
        """Tell who lays first when both have chosen."""
        one, other = chosen
        assert one is not None
        assert other is not None
        return BOTH[(one < other) is not PRIORITY.first_lower(Step(self.table(), NOTHING, self.table()))]

    def _laid(self, laying: TileLaying) -> "FortunePosition":
        table, player = self.table(), laying.player
        if not self.rules.simple and self.laid is None:
            found = lay_tile(table, laying)
            one, other = self.chosen
            rest = (None, other) if player == BOTH[0] else (one, None)
            return replace(self._on(found), mover=int(other_player(player)), chosen=rest, laid=player)
        found = step_of(table, Turn((laying,))).after
        following = other_player(player) if self.rules.simple else self._chooser(found)
        position = replace(self._on(found), holder=found.holder, side=found.side, chosen=NO_TILES, laid=None)
        return replace(position, mover=0 if found.ended else int(following or 0))

    def _chooser(self, table: Table) -> Player | None:
        """Tell who names a choice first: in Guessing player 1, since it makes no difference."""
        return BOTH[0] if self.rules.guessing else CHOICE.chooser(Step(table, NOTHING, table))

    @property
    def layer(self) -> int:
        """Count what is to be laid, twice, and whether it is to be chosen first."""
        return 2 * (len(self.hands[0]) + len(self.hands[1])) + (self.laid is None and None in self.chosen)

    @property
    def together(self) -> bool:
        """Tell whether both players are to choose at the same time."""
        return self.rules.guessing and self.mover != 0 and self.laid is None and self.chosen == NO_TILES

    @property
    def hidden(self) -> bool:
        """Tell whether one player has chosen and the other one, who is to choose, does not see what."""
        return self.rules.guessing and self.laid is None and sum(tile is not None for tile in self.chosen) == 1

    def _on(self, table: Table) -> "FortunePosition":
        return replace(self, hands=table.hands, line=table.line, won=table.won)

    def _hand(self, player: Player) -> Tiles:
        return self.hands[player - 1]

    def _own(self, player: Player) -> Tile:
        tile = self.chosen[player - 1]
        assert tile is not None
        return tile

    def _choosing(self) -> bool:
        return self.laid is None and None in self.chosen

    def _ends(self, tile: Tile) -> tuple[End, ...]:
        return legal_ends(self.rules.tiles, self.line, tile)

    def chances(self) -> tuple[Chance, ...]:
        """Give nothing: nothing is drawn."""
        return ()

    def limited(self, left: int | None) -> "FortunePosition":
        """Give the position itself: play is never cut off."""
        return self

    def table(self) -> Table:
        """Give the table as clauses read it: what was chosen is still in hand."""
        laid = (self.rules.hand - len(self.hands[0]), self.rules.hand - len(self.hands[1]))
        return Table(
            self.rules,
            hands=self.hands,
            line=self.line,
            won=self.won,
            holder=self.holder,
            side=self.side,
            dealt=True,
            last=other_player(Player(self.mover)) if self.rules.simple and self.mover else None,
            laid=laid,
            ended=not any(self.hands),
            turns=sum(laid) if self.rules.simple else min(laid),
        )

    def write(self) -> str:
        """Write the position in one line."""
        parts = [f"line {write_heap(self.line)}"]
        for name, (one, other) in (("hands", self.hands), ("won", self.won)):
            parts.append(f"{name} {_row(one)}/{_row(other)}")
        if self.holder is not None:
            parts.append(f"holder {self.holder}; side {self.side}")
        elif not self.rules.simple:
            parts.append(f"side {self.side}")
        if self.chosen != NO_TILES:
            parts.append("chosen " + "/".join(str(tile or "-") for tile in self.chosen))
        if self.laid is not None:
            parts.append(f"laid {self.laid}")
        return "; ".join([*parts, f"to move {self.mover}"])

    def view(self) -> View:
        """Show the position: the line, the hands, the collections, the medallion, what was chosen."""
        from models.good_fortune.legal_moves import view

        shown = view(self.table())
        lines = list(shown.lines)
        for player in BOTH:
            tile = self.chosen[player - 1]
            if tile is not None:
                lines.append(f"player {player} has chosen the {tile}")
        if self.mover and self.rules.guessing and self._choosing():
            lines.append("both players choose at the same time")
        elif self.mover:
            lines.append(f"to move: player {self.mover}")
        return View(shown.pictures, tuple(lines), shown.rows, shown.strips)


def _row(tiles: Tiles) -> str:
    return write_heap(tiles) if tiles else "-"


@lru_cache(maxsize=1 << 16)
def _total(tiles: TileSet, owned: Tiles, which: OpenScore) -> int:
    totals = totals_of(tiles, owned)
    return max(totals) if which == "highest" else min(totals)


def touched(position: Position, move: str) -> Touched:
    """Tell where a move happens on a view: the tile in hand, or the tile at the end of the line where one is laid."""
    what = move.split(" ")
    numbers = [word for word in what if word.isdigit()]
    for number, strip in enumerate(position.view().strips if isinstance(position, FortunePosition) else ()):
        names = [card.name for card in strip.cards]
        if numbers and numbers[0] in names:
            return Touched(pieces=((number, names.index(numbers[0])),))
        if not numbers and names:
            return Touched(pieces=((number, 0 if what[-1] == "left" else len(names) - 1),))
    return Touched()
