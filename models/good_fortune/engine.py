"""The fast engine: replays the events of a log, move by move.

It allows a move only if every clause does; in all doubt it says no and changes nothing, and the clauses are asked
about the step (`step`, `adopt`). That both agree is what the tests compare event by event. A set of tiles is a number
whose bits are its members.
"""

from collections.abc import Callable, Iterator
from typing import Any

from models.good_fortune import events
from models.good_fortune.editions import HAND, LINE
from models.good_fortune.engine_state import EngineState, tile_bits
from models.good_fortune.kernel import FORBIDDEN, GONE, OPEN, WON, fate, heaps_after, line_after, may_be, mover, over
from models.reading import Reading

# fmt: off
COVERS = frozenset((
    "GF101", "GF102",
    "GF201", "GF202", "GF203", "GF204", "GF205", "GF206", "GF207", "GF208", "GF209",
    "GF401", "GF402", "GF403",
    "GF501", "GF502",
))
# fmt: on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.good_fortune.table import Step, Table
    from models.known_breach import KnownBreach


class GameSeries:
    """Games of one file: they have nothing to do with each other."""

    def lose(self) -> None:
        """Note that a game could not be read."""


class Engine(EngineState):
    """One game of a log."""

    covers = COVERS
    known: "list[KnownBreach] | None" = None

    def __init__(self, header: events.GameEvent, reading: Reading, series: GameSeries) -> None:
        super().__init__(header, reading)

    def opening(self, event: events.GameEvent) -> bool:
        """Declare the printed game."""
        return self.rules.hand == HAND

    def take(self, lines: Iterator[bytes]) -> bytes | None:
        """Leave each line to be decoded."""
        return next(lines, None)

    def make(self, event: events.Event) -> bool:
        """Make the move of an event if it keeps every clause."""
        return not self.stopped and MAKE[type(event)](self, event)

    def deal(self, event: events.DealEvent) -> bool:
        """Deal the tiles."""
        rules, hands, line = self.rules, event.hands, event.line
        if self.dealt or hands is None or line is None or len(hands) != 2 or len(line) != LINE:
            return False
        one, other = hands
        if one is None or other is None or len(one) != rules.hand or len(other) != rules.hand:
            return False
        if {*one, *other, *line} != {*range(1, rules.top + 1)}:  # as many as there are tiles, so each stands once
            return False
        first = 1 if 1 in one else 2
        lowest, highest = (one, other) if first == 1 else (other, one)
        if 1 not in lowest or rules.top not in highest:
            return False
        if rules.simple:
            if event.holder is not None or event.side is not None:
                return False
        else:
            if event.holder not in (None, first) or event.side == "large":
                return False
            self.holder = first
        self.hands = [0, tile_bits(one), tile_bits(other)]
        self.line, self.dealt = tuple(tile for tile in line if tile is not None), True
        return True

    def turn(self, event: events.TurnEvent) -> bool:
        """Make a turn."""
        rules, laid = self.rules, event.laid
        if not self.dealt or self.ended or self.closed or self.conceded or len(self.line) != LINE or not laid:
            return False
        if not (self._simple_order(event, laid) if rules.simple else self._order(event, laid)):
            return False
        line, won, unsure, hands = self.line, self.won[:], self.unsure[:], self.hands[:]
        for laying in laid:
            player, tile = laying.player, laying.tile
            if player is None or tile is None or laying.end is None or not 0 < tile <= rules.top:
                return False
            if not hands[player] >> tile & 1:
                return False
            at_left = laying.end == "left"
            beside, opposite = (line[0], line[-1]) if at_left else (line[-1], line[0])
            goes = self._fate(laying, tile, beside, opposite)
            if goes == FORBIDDEN:
                return False
            hands[player], won[player], unsure[player] = heaps_after(
                hands[player], won[player], unsure[player], tile, opposite, goes
            )
            line = line_after(line, tile, at_left)
        return self._shown(event, laid, line, hands, won, unsure)

    def _fate(self, laying: events.Laying, tile: int, beside: int, opposite: int) -> int:
        """Tell what becomes of the opposite tile as it was told, FORBIDDEN where that cannot be."""
        shares, apart = self.masks[tile]
        must = fate(shares, apart, beside, opposite)
        told = laying.discarded if laying.won is None else laying.won
        if told is None or must == FORBIDDEN:
            return must
        if told != opposite or (laying.won is not None and laying.discarded is not None):
            return FORBIDDEN
        if laying.won is not None:
            return WON if must != GONE else FORBIDDEN
        return GONE if must == GONE or (must == OPEN and not shares >> opposite & 1) else FORBIDDEN

    def _order(self, event: events.TurnEvent, laid: list[events.Laying]) -> bool:
        if len(laid) != 2:
            return False
        first, second = laid
        if first.tile is None or second.tile is None or {first.player, second.player} != {1, 2}:
            return False
        if event.chooser is not None and (self.rules.guessing or event.chooser != self.holder):
            return False
        one, other = (first, second) if first.player == 1 else (second, first)
        return mover(0, one.tile or 0, other.tile or 0, 0, self.small) == first.player

    def _simple_order(self, event: events.TurnEvent, laid: list[events.Laying]) -> bool:
        if len(laid) != 1 or event.chooser is not None or event.holder is not None or event.side is not None:
            return False
        return laid[0].player in (1, 2) and laid[0].player != self.last

    def _shown(
        self,
        event: events.TurnEvent,
        laid: list[events.Laying],
        line: tuple[int, ...],
        hands: list[int],
        won: list[int],
        unsure: list[int],
    ) -> bool:
        """Compare what was shown with what must be, and go on from there if it is the same."""
        rules = self.rules
        holder, small = self.holder, self.small
        if not rules.simple:
            small = not small
            if event.side is not None and (event.side == "small") is not small:
                return False
            if rules.guessing:
                if event.holder not in (None, 1, 2):
                    return False
                holder = event.holder or holder
            else:
                if holder is None:
                    return False
                holder = 3 - holder
                if event.holder not in (None, holder):
                    return False
        if event.line is not None and tuple(event.line) != line:
            return False
        top = rules.top
        if event.hands is not None:
            shown = members(event.hands, top)
            if shown is None or shown != hands:
                return False
        if event.collections is not None:
            shown = members(event.collections, top)
            if shown is None:
                return False
            if not (may_be(shown[1], won[1], unsure[1]) and may_be(shown[2], won[2], unsure[2])):
                return False
            won, unsure = shown, [0, 0, 0]
        self.line, self.hands, self.won, self.unsure, self.holder, self.small = line, hands, won, unsure, holder, small
        players = [laying.player for laying in laid]
        self.last = players[-1]
        self.laid = [0, self.laid[1] + players.count(1), self.laid[2] + players.count(2)]
        self.turns += 1
        self.ended = over(hands[1], hands[2], min(self.laid[1:]), rules.hand)
        if self.ended:
            self.won_then, self.unsure_then, self.line_then = won, unsure, line
        return True

    def end(self, event: events.EndEvent) -> bool:
        """Name the result; one that names points is left to the clauses."""
        if not self.ended or self.closed or self.conceded:
            return False
        if event.groups is not None or event.totals is not None or event.winners is not None:
            return False
        if event.collections is not None:
            shown = members(event.collections, self.rules.top)
            if shown is None:
                return False
            if not all(may_be(shown[each], self.won[each], self.unsure[each]) for each in (1, 2)):
                return False
        self.closed = True
        return True

    def stop(self, event: events.StopEvent) -> bool:
        """Break off."""
        self.stopped = not self.closed
        return True

    def finished(self) -> bool:
        """Tell whether a result was named."""
        return self.closed

    def table(self) -> "Table":
        """Give the table as it lies, as clauses read it."""
        from models.good_fortune.snapshot import table_of

        return table_of(self)

    def step(self, event: events.Event) -> "Step":
        """Give what the event does, allowed or not, as a step that clauses judge. Raises Malformed."""
        from models.good_fortune.snapshot import step_from

        return step_from(self, event)

    def trial(self, event: events.Event) -> "tuple[Step, str] | None":
        """Give the step a refused event asked for and what it asked for, None where that cannot be told."""
        from models.good_fortune.snapshot import trial_from

        assert isinstance(event, events.RefusedEvent)
        return trial_from(self, event)

    def adopt(self, step: "Step") -> None:
        """Go on from the table after a step."""
        from models.good_fortune.snapshot import load

        load(self, step)


def members(of_players: list[events.Heap], top: int) -> list[int] | None:
    """Give the sets of both players, None where a tile does not exist, stands twice or is not known."""
    if len(of_players) != 2:
        return None
    found = [0]
    for tiles in of_players:
        if tiles is None or None in tiles or len(set(tiles)) != len(tiles):
            return None
        if tiles and not 0 < min(tiles) <= max(tiles) <= top:  # type: ignore[type-var, operator]
            return None
        found.append(tile_bits(tiles))
    return found


def _never(engine: Engine, event: object) -> bool:
    return False


MAKE: dict[type, Callable[[Engine, Any], bool]] = {
    events.GameEvent: _never,
    events.DealEvent: Engine.deal,
    events.TurnEvent: Engine.turn,
    events.RefusedEvent: _never,
    events.ConcedeEvent: _never,
    events.EndEvent: Engine.end,
    events.GapEvent: _never,
    events.StopEvent: Engine.stop,
}
