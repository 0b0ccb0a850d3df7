"""The table of a game with a program as it is believed, within a turn too: who is to choose, what is to be laid."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from operator import itemgetter

from models.driving import CannotPlay, Event
from models.good_fortune.engine import Engine
from models.good_fortune.kernel import WON, ends, fate, line_after, mover
from models.good_fortune.layings import ENDS
from models.good_fortune.moves import End

Chosen = tuple[int, int]  # a player and a tile
_NAMED: dict[tuple[bool, ...], tuple[End, ...]] = {
    (True, False): ENDS,
    (True,): ENDS[:1],
    (False,): ENDS[1:],
    (): (),
}


class BelievedTurn:
    """The table; `chosen` are the tiles of this turn in the order of choosing, `laid` those that lie, as a log has it.

    `line` is the line as it lies within the turn. Players are 1 and 2.
    """

    def __init__(self) -> None:
        self.chosen: list[Chosen] = []
        self.laid: list[Event] = []
        self.line: tuple[int, ...] = ()
        self.revealed: int | None = None  # in Guessing, whose choice is known before the other player has chosen
        self.denied: int | None = None  # in Guessing, who was not allowed to choose before the other player

    @cached_property
    def game(self) -> Engine:
        """The engine of the game, set when it begins. Raises CannotPlay before."""
        raise CannotPlay("the game was not begun", "send `new` first")

    @property
    def ended(self) -> bool:
        """Whether play is over by the rules."""
        return self.game.ended or bool(self.game.conceded)

    @property
    def number(self) -> int:
        """How many tiles a turn has."""
        return 1 if self.game.rules.simple else 2

    def hand(self, player: int) -> list[int]:
        """Give the tiles in the hand of a player that are not chosen."""
        mask = self.game.hands[player]
        for _, tile in self.chosen:
            mask &= ~(1 << tile)
        return list(_tiles_in(mask))

    def due(self) -> list[Chosen]:
        """Give the chosen tiles that are not laid."""
        if not self.laid:
            return self.chosen[:]
        laid = [each["tile"] for each in self.laid]
        return [each for each in self.chosen if each[1] not in laid]

    def choosers(self) -> list[int]:
        """Give who may choose now by the rules."""
        return [] if self.ended else self.choosers_in_play()

    def choosers_in_play(self) -> list[int]:
        """Give who might choose now if play went on."""
        game, told = self.game, [player for player, _ in self.chosen]
        if len(told) >= self.number:
            return []
        free = [player for player in (1, 2) if player not in told]
        if game.rules.simple:
            return free if game.last is None else [3 - game.last]
        return free if told or game.rules.guessing or game.holder is None else [game.holder]

    def next_laying(self) -> Chosen | None:
        """Give the tile that is to be laid next by the rules, None while a choice is due."""
        due = self.due()
        if not due or (len(self.chosen) < self.number and not self.laid):
            return None
        if len(due) == 1 or due[0][0] == due[1][0]:
            return due[0]
        of = dict(due)
        player = mover(0, of[1], of[2], 0, self.game.small)
        return player, of[player]

    def ends(self, tile: int) -> list[End]:
        """Give the ends at which a tile may be laid now."""
        return self.ends_at(tile, self.line)

    def ends_at(self, tile: int, line: Sequence[int]) -> list[End]:
        """Give the ends of a line at which a tile may be laid."""
        masks = self.game.masks
        if not line or not 0 < tile < len(masks):
            return []
        return list(_ends_of(*masks[tile], line[0], line[-1]))

    def wins(self, tile: int, end: str) -> bool:
        """Tell whether a tile laid at an end wins the opposite one."""
        line = self.line if end == "left" else self.line[::-1]
        return fate(*self.game.masks[tile], line[0], line[-1]) == WON

    def legal(self) -> frozenset[str] | None:
        """Give the legal moves as a program lists them, None where both may choose."""
        laying = self.next_laying()
        if laying is not None:
            return frozenset(self.ends(laying[1]))
        players = self.choosers()
        if len(players) > 1:
            return None
        return frozenset(str(tile) for player in players for tile in self.hand(player))

    # --- whole turns, as a log holds those that were refused

    def whole_turn(self, chosen: Sequence[Chosen], asked: Event | None = None) -> Event | None:
        """Give the keys of a turn in which these tiles are chosen, and all that is open is legal.

        `asked` is a laying that comes next, behind those that were made.
        """
        both = list(chosen)
        if len(both) < self.number:
            other = 3 - both[0][0] if both else 1
            told = [tile for _, tile in both]
            free = next((tile for tile in self.hand(other) if tile not in told), None)
            if free is None:
                return None
            both.append((other, free))
        laid, line = list(self.laid), self.line
        if asked is not None:
            laid.append(asked)
            line = line_after(line, int(str(asked["tile"])), asked["end"] == "left")
        done = [each["tile"] for each in laid]
        for player, tile in sorted(both, key=itemgetter(1), reverse=not self.game.small):
            if tile in done:
                continue
            way = next(iter(self.ends_at(tile, line)), None)
            if way is None:
                return None
            laid.append({"player": player, "tile": tile, "end": way})
            line = line_after(line, tile, way == "left")
        keys: Event = {"laid": laid}
        if both[0] in chosen and not (self.game.rules.simple or self.game.rules.guessing):
            keys["chooser"] = both[0][0]
        return keys


@lru_cache(maxsize=4096)
def _tiles_in(mask: int) -> tuple[int, ...]:
    return tuple(tile for tile in range(1, mask.bit_length()) if mask >> tile & 1)


@lru_cache(maxsize=4096)
def _ends_of(shares: int, apart: int, at_left: int, at_right: int) -> tuple[End, ...]:
    """Name the ends at which a tile may be laid: within a turn the same is asked again and again."""
    return _NAMED[ends(shares, apart, (at_left, at_right))]
