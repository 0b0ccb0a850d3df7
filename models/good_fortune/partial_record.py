"""The record of a game with facts missing: its events, read as far as they say something."""

from collections.abc import Sequence

from msgspec.structs import replace

from models.good_fortune import events
from models.good_fortune.editions import LARGEST_HAND, rules_of
from models.good_fortune.moves import (
    Conceding,
    Dealing,
    Ending,
    Stop,
    Turn,
    read_move,
)
from models.good_fortune.partial_events import (
    Blank,
    Certain,
    Dealt,
    Entry,
    PartialHeap,
    PartialHeaps,
    PartialLaying,
    Result,
    Row,
    Turned,
)
from models.good_fortune.snapshot import check_place
from models.good_fortune.table import undealt_table
from models.good_fortune.tiles import Tile
from models.reading import Malformed, Reading

LONGEST_GAP = 2 * LARGEST_HAND  # turns


class FortuneRecord:
    """What was recorded of one game."""

    open_ended = False  # a game has so many turns, which limits what a gap can hold
    lengths: Sequence[int] = ()

    def __init__(self, header: events.GameEvent, reading: Reading) -> None:
        self.rules = rules_of(header, reading)
        self.entries: list[Entry] = []
        self.left_out: list[int] = []
        self.place = undealt_table(self.rules)

    @property
    def hides(self) -> bool:
        """Whether anything is not known of the tiles, which no event says."""
        return not self.rules.tiles.knows(range(1, self.rules.top + 1))

    @property
    def names_charms(self) -> bool:
        """Whether anything names a charm: else they may change their names."""
        told = any(charm is not None for face in self.rules.tiles.faces for charm in face.charms)
        return told or any(isinstance(entry, Result) and entry.groups is not None for entry in self.entries)

    # --- reading

    def add(self, event: events.Event, line: int) -> None:
        """Take the next event. Raises Malformed."""
        if isinstance(event, events.RefusedEvent | events.GameEvent):
            self.left_out.append(line)
            return
        check_place(self.place, event)
        self.entries += self._entries(event, line)
        place = self.place
        self.place = replace(
            place,
            dealt=place.dealt or isinstance(event, events.DealEvent),
            closed=place.closed or isinstance(event, events.EndEvent),
            stopped=place.stopped or (isinstance(event, events.StopEvent) and not place.closed),
        )

    def _entries(self, event: events.Event, line: int) -> Sequence[Entry]:
        match event:
            case events.DealEvent():
                return (self._dealt(event, line),)
            case events.TurnEvent():
                return (self._turned(event, line),)
            case events.EndEvent():
                return (self._result(event, line),)
            case events.GapEvent(turns=None):
                return (Blank(line),)
            case events.GapEvent(turns=int(turns)):
                if not 0 <= turns <= LONGEST_GAP:
                    help_line = f"0 to {LONGEST_GAP}, or null: nobody knows"
                    raise Malformed("value", "turns", "a gap cannot have so many turns", help_line)
                return [Turned(line, self.layings, place=place) for place in range(1, turns + 1)]
        move = self._read(event)
        assert isinstance(move, Conceding | Stop)
        return (Certain(line, move),)

    def _read(self, event: events.Event) -> object:
        return read_move(self.rules, event, (), ((), ()))

    @property
    def layings(self) -> tuple[PartialLaying, ...]:
        """The layings of a turn of which nothing is known."""
        return (PartialLaying(),) * (1 if self.rules.simple else 2)

    def _dealt(self, event: events.DealEvent, line: int) -> Dealt:
        move = self._read(replace(event, hands=_filled_heaps(event.hands) or [[], []], line=_filled(event.line)))
        assert isinstance(move, Dealing)
        return Dealt(line, _heaps(event.hands) or (None, None), _row(event.line), move.holder, move.side)

    def _turned(self, event: events.TurnEvent, line: int) -> Turned:
        said = event.laid if event.laid is not None else [events.Laying() for _ in self.layings]
        whole = [
            replace(
                each,
                player=1 if each.player is None else each.player,
                tile=1 if each.tile is None else each.tile,
                end=each.end or "left",
            )
            for each in said
        ]
        row = None if event.line is None else _filled(event.line)
        shown = {"hands": _filled_heaps(event.hands), "collections": _filled_heaps(event.collections)}
        move = self._read(replace(event, laid=whole, line=row, **shown))
        assert isinstance(move, Turn)
        laid = tuple(
            PartialLaying(each.player, each.tile, each.end, laying.fate, laying.taken)
            for each, laying in zip(said, move.laid, strict=True)
        )
        hands, collections = _heaps(event.hands), _heaps(event.collections)
        return Turned(line, laid, move.chooser, _row(event.line), hands, collections, move.holder, move.side)

    def _result(self, event: events.EndEvent, line: int) -> Result:
        move = self._read(replace(event, collections=_filled_heaps(event.collections)))
        assert isinstance(move, Ending)
        return Result(line, _heaps(event.collections), move.groups, move.totals, move.winners)

    # --- what else is asked

    @property
    def turns(self) -> int:
        """How many turns were recorded, or are stated to be missing."""
        return sum(isinstance(entry, Turned) for entry in self.entries)

    def window_starts(self, line: int) -> Sequence[int]:
        """Give no lines: a conflict is looked for in the whole record, which is short."""
        return ()


def _filled(heap: events.Heap) -> events.Heap:
    """Put a tile for each one that is not known: only to see that the others exist."""
    return [1 if tile is None else tile for tile in heap or ()]


def _filled_heaps(heaps: list[events.Heap] | None) -> list[events.Heap] | None:
    return None if heaps is None else [_filled(heap) for heap in heaps]


def _heaps(said: list[events.Heap] | None) -> PartialHeaps | None:
    if said is None:
        return None
    one, other = (None if heap is None else _heap(heap) for heap in said)
    return one, other


def _heap(said: list[int | None]) -> PartialHeap:
    return PartialHeap(len(said), tuple(sorted(Tile(tile) for tile in said if tile is not None)))


def _row(said: list[int | None] | None) -> Row | None:
    return None if said is None else tuple(said)
