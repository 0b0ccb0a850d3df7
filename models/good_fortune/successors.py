"""All tables of a game with a known tile set, as numbers: the turns of the rules as they are; a table in one line."""

from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb

from msgspec.structs import replace

from models.clause import breached
from models.good_fortune.checked_successors import uncovered
from models.good_fortune.collections import totals_of
from models.good_fortune.editions import LINE
from models.good_fortune.effect import step_of
from models.good_fortune.kernel import ahead, ends, mover
from models.good_fortune.layings import ENDS
from models.good_fortune.legal_moves import written
from models.good_fortune.moves import BOTH, Player, TileLaying, Turn, after_laying, other_player
from models.good_fortune.table import Hands, Step, Table
from models.good_fortune.tiles import Tile, Tiles
from models.state_space import Code, Edge, GameEnd, Successors


class Tables:
    """All tables of one game; a table is packed into the bits of one number.

    No turn gives a tile back to a hand, so there are no cycles, and the level is the number of tiles in hand.
    """

    least_cycle = 1

    def __init__(self, table: Table, title: str) -> None:
        self.rules, self.asked = table.rules, uncovered()
        self.title = title + "".join(f", {clause.id} asked of each turn by itself" for clause in self.asked)
        self.start = table
        self.masks = table.rules.tiles.masks  # of each tile: which share a charm with it, and which do not
        self.top = self.rules.top + 1
        self.all = (1 << self.top) - 1

    # --- numbers and tables

    def code(self, table: Table) -> Code:
        """Give the number of a table."""
        last = (table.last or 0) if self.rules.simple else 0  # who laid last only matters there
        packed = (table.holder or 0) | (table.side == "large") << 2 | last << 3
        for tile in table.line:
            packed = packed << 6 | tile
        for tiles in (*table.hands, *table.won):
            packed = packed << self.top | sum(1 << tile for tile in tiles)
        return packed

    def table(self, code: Code) -> Table:
        """Give a table as clauses read it."""
        masks = []
        for _ in range(4):
            masks.append(code & self.all)
            code >>= self.top
        line = []
        for _ in range(LINE):
            line.append(Tile(code & 63))
            code >>= 6
        second_won, first_won, second, first = map(_tiles, masks)
        hand, hands = self.rules.hand, (first, second)
        laid = (hand - len(first), hand - len(second))
        return Table(
            self.rules,
            hands=hands,
            line=tuple(reversed(line)),
            won=(first_won, second_won),
            holder=Player(code & 3) if code & 3 else None,
            side="large" if code & 4 else "small",
            dealt=True,
            last=Player(code >> 3) if code >> 3 else None,
            laid=laid,
            ended=not (first or second),
            turns=sum(laid) if self.rules.simple else laid[0],
        )

    def level(self, code: Code) -> int:
        """Count the tiles in hand."""
        return (code >> 2 * self.top & (1 << 2 * self.top) - 1).bit_count()

    # --- starts

    def starts(self) -> Iterator[Code]:
        """Give every table at which play can start."""
        hand, top = self.rules.hand, self.rules.top
        rest = range(2, top)
        for one in combinations(rest, hand - 1):
            for other in combinations([tile for tile in rest if tile not in one], hand - 1):
                line = [tile for tile in rest if tile not in one and tile not in other]
                for first in BOTH:
                    mine, others = (1, *one), (*other, top)
                    hands = (mine, others) if first == 1 else (others, mine)
                    for order in permutations(line):
                        yield self.code(self._dealt(hands, order, first))

    def _dealt(self, hands: tuple[tuple[int, ...], ...], line: tuple[int, ...], first: Player) -> Table:
        one, other = (tuple(Tile(tile) for tile in sorted(hand)) for hand in hands)
        holder = None if self.rules.simple else first
        return replace(self.start, hands=(one, other), line=tuple(Tile(tile) for tile in line), holder=holder)

    def count_starts(self) -> int:
        """Count them without making them."""
        hand, rest = self.rules.hand, self.rules.top - 2
        return 2 * comb(rest, hand - 1) * comb(rest - hand + 1, hand - 1) * 6

    # --- turns

    def steps(self, code: Code) -> Iterator[tuple[Edge, Step]]:
        """Give all legal turns, each with the step it makes."""
        table = self.table(code)
        for laid in self._turns(table):
            step = step_of(table, Turn(laid))
            if self.asked and breached(self.asked, step):
                continue
            words = ", ".join(f"{each.player}: {each.tile} {each.end}" for each in laid)
            yield Edge(words, chance=False, after=self.code(step.after)), step

    def _turns(self, table: Table) -> Iterator[tuple[TileLaying, ...]]:
        if table.rules.simple:
            for player in BOTH if table.last is None else (other_player(table.last),):
                for tile in table.hand(player):
                    for laying, _ in self.layings(table.line, player, tile):
                        yield (laying,)
            return
        for one in table.hands[0]:
            for other in table.hands[1]:
                begins = BOTH[mover(0, one, other, 0, table.side == "small") - 1]
                first, second = (one, other) if begins == BOTH[0] else (other, one)
                for laying, line in self.layings(table.line, begins, first):
                    for then, _ in self.layings(line, other_player(begins), second):
                        yield laying, then

    def layings(self, line: Tiles, player: Player, tile: Tile) -> Iterator[tuple[TileLaying, Tiles]]:
        """Give the legal layings of a tile at a line, each with the line it leaves."""
        for left in ends(*self.masks[tile], line):
            end = ENDS[0] if left else ENDS[1]
            yield TileLaying(player, tile, end), after_laying(line, tile, end)

    def ways(self, code: Code) -> list[Edge]:
        """Give all legal turns in words."""
        return [way for way, _ in self.steps(code)]

    def spread(self, code: Code) -> Successors:
        """Give all tables one turn away: all of them are of one lower level."""
        after = [way.after for way, _ in self.steps(code)]
        return Successors(0, [], ((1 if self.rules.simple else 2, after),) if after else ())

    def beside(self, code: Code) -> list[Code]:
        """Give the tables of the same level one turn away: there are none."""
        return []

    def ending(self, code: Code) -> GameEnd | None:
        """Tell how play ended, None while it goes on."""
        if self.level(code):
            return None
        table = self.table(code)
        scores = [totals_of(self.rules.tiles, tiles) for tiles in table.won]
        if any(len(each) > 1 for each in scores):
            return GameEnd("the hands are empty, the score is left open", ())
        one, other = scores[0][0], scores[1][0]
        winner = ahead(one, other)
        if not winner:
            return GameEnd("the hands are empty, both have as many points", BOTH)
        return GameEnd("the hands are empty, one winner", (Player(winner),))

    def write(self, code: Code) -> str:
        """Write a table in one line, without its tiles."""
        return write_table(self.table(code))


def _tiles(mask: int) -> Tiles:
    return tuple(Tile(tile) for tile in range(mask.bit_length()) if mask >> tile & 1)


def _row(tiles: Tiles) -> str:
    return " ".join(map(str, tiles)) or "-"


def _pair(pair: Hands) -> str:
    return f"{_row(pair[0])}/{_row(pair[1])}"


def write_table(table: Table) -> str:
    """Write a table in the form that `read_space` reads, with its tiles where they are no whole set of the program."""
    rules, tiles = table.rules, table.rules.tiles
    parts = [f"line {_row(table.line)}", f"hands {_pair(table.hands)}", f"won {_pair(table.won)}"]
    if tiles.name:
        parts.append(f"tiles {tiles.name}")
    else:
        here = sorted({*table.line, *table.hands[0], *table.hands[1], *table.won[0], *table.won[1]})
        parts.append("tiles " + " ".join(written(tiles, tile) for tile in here))
    if table.holder is not None:
        parts.append(f"holder {table.holder}")
    parts += ["side large"] if table.side == "large" else []
    parts += [f"last {table.last}"] if rules.simple and table.last is not None else []
    parts += [f"size {rules.hand}"] if rules.hand != 9 else []
    parts += ["guessing"] if rules.guessing else []
    parts += ["simple"] if rules.simple else []
    return "; ".join(parts)
