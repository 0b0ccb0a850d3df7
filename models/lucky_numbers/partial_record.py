"""The record of a game with facts missing: its events, read as far as they say something."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from msgspec.structs import replace

from models.lucky_numbers import events
from models.lucky_numbers.editions import rules_of
from models.lucky_numbers.moves import Conceding, End, Numbers, Player, Start, Stop, read_move
from models.lucky_numbers.partial_events import (
    Blank,
    Certain,
    Entry,
    EventAndShown,
    PartialSetup,
    PossibleNumbers,
    PossibleValues,
    Turning,
)
from models.lucky_numbers.snapshot import check_place, one_garden_each
from models.lucky_numbers.table import new_table
from models.reading import Malformed, Reading

LONGEST_GAP = 400  # turns
FEW_MISSING, MOST_MISSING = (2, 8), 60  # turns that are tried where nobody knows how many are missing
MOST_READINGS = 50


class LuckyRecord:
    """What was recorded of one game."""

    hides = lacks = False

    def __init__(self, header: events.GameEvent, reading: Reading) -> None:
        self.rules = rules_of(header, reading)
        self.before: list[PossibleNumbers] = []
        self.scenes: list[EventAndShown] = []
        self.open_ended = False
        self.left_out: list[int] = []
        self.place = new_table(self.rules)
        self.to_come: EventAndShown | None = None

    # --- reading

    def add(self, event: events.Event, line: int) -> None:
        """Take the next event. Raises Malformed."""
        if isinstance(event, events.RefusedEvent | events.TournamentEvent | events.GameEvent):
            self.left_out.append(line)
            return
        check_place(self.place, False, event)
        match event:
            case events.GapEvent():
                self._gap(event, line)
            case events.ShownEvent():
                self._shown(event, line)
            case events.SetupEvent():
                self._scene(self._laying(event, line))
            case events.TurnEvent():
                self._scene(self._turning(event, line))
                if event.gardens is not None:
                    self._shown(events.ShownEvent(event.gardens), line)
            case _:
                move = read_move(self.rules, event, None)
                self._scene(Certain(line, cast("Start | End | Conceding | Stop", move)))
        playing = self.place.playing or isinstance(event, events.StartEvent | events.TurnEvent)
        playing = playing or (isinstance(event, events.GapEvent) and event.setup is None)
        gone = {Player(event.player)} if isinstance(event, events.ConcedeEvent) and event.player else frozenset()
        self.place = replace(
            self.place,
            playing=playing,
            conceded=self.place.conceded | gone,
            closed=self.place.closed or isinstance(event, events.EndEvent),
            stopped=self.place.stopped or (isinstance(event, events.StopEvent) and not self.place.closed),
        )

    def _scene(self, entry: Entry) -> None:
        self.scenes.append(EventAndShown(entry))

    def _gap(self, event: events.GapEvent, line: int) -> None:
        if event.setup is None:
            if event.turns is None:
                self.open_ended = True
                self._scene(Blank(line))
                return
            if not 0 <= event.turns <= LONGEST_GAP:
                raise Malformed(
                    "value", "turns", "a gap cannot have so many turns", f"0 to {LONGEST_GAP}, or null: nobody knows"
                )
            for place in range(1, event.turns + 1):
                self._scene(Turning(line, place=place))
            return
        if self.place.playing:
            raise Malformed("place", "setup", "a gap in the set-up after play has begun", "`turns` counts turns")
        most = self.rules.board.side * self.rules.players
        if event.setup is True:
            if self.to_come is not None:
                raise Malformed("place", "setup", "a second gap for the rest of the set-up", "one says it all")
            self.to_come = EventAndShown(PartialSetup(line))
            self.scenes.append(self.to_come)
            return
        if not 1 <= event.setup <= most:
            raise Malformed("value", "setup", f"the set-up has {most} clovers", f"1 to {most} can be missing, or true")
        for place in range(1, event.setup + 1):
            self._scene(PartialSetup(line, place=place))

    def _shown(self, event: events.ShownEvent, line: int) -> None:
        start = read_move(self.rules, events.StartEvent(None, event.pile, event.middle), None)
        assert isinstance(start, Start)
        gardens: tuple[tuple[PossibleValues, ...] | None, ...] = ()
        if event.gardens is not None:
            if len(event.gardens) != self.rules.players:
                raise one_garden_each(len(event.gardens), self.rules.players)
            gardens = tuple(None if text is None else self._garden(text) for text in event.gardens)
        shown = PossibleNumbers(line, gardens, start.middle, start.pile)
        (self.scenes[-1].shown if self.scenes else self.before).append(shown)

    def _garden(self, text: str) -> tuple[PossibleValues, ...]:
        side, rows = self.rules.board.side, text.split("/")
        tokens = [row.split() for row in rows]
        if len(rows) != side or any(len(row) != side for row in tokens):
            raise Malformed("value", "gardens", f"a garden is not {side} rows of {side} cells", "like `3 5/. 8`")
        return tuple(self._token(token) for row in tokens for token in row)

    def _token(self, token: str) -> PossibleValues:
        if token == "?":
            return ()
        values = []
        for part in token.split("|")[: MOST_READINGS + 1]:
            right = part.isascii() and part.isdigit() and len(part) < 6 and 1 <= int(part) <= self.rules.top
            if part != "." and not right:
                help_line = f"numbers from 1 to {self.rules.top}, `.` for an empty cell, `?` for an unknown one"
                raise Malformed("value", "gardens", f"{token[:20]!r} cannot lie in a garden", help_line)
            values.append(0 if part == "." else int(part))
        return tuple(sorted(set(values)))

    def _laying(self, event: events.SetupEvent, line: int) -> PartialSetup:
        usual: dict[str, object] = {"player": 1, "clover": 1, "cell": self.rules.board.names[0]}
        clover, cell = self._checked(event, usual, ("clover", "cell"))
        return PartialSetup(line, _known(event.player), clover, self._cells(cell), 0, _listed(event))

    def _turning(self, event: events.TurnEvent, line: int) -> Turning:
        from models.lucky_numbers.symbolic_state import ACTIONS

        usual: dict[str, object] = {"player": 1, "source": "pile", "clover": 1, "action": "place"}
        usual |= {"cell": self.rules.board.names[0]}
        clover, cell, out = self._checked(event, usual, ("clover", "cell", "out"))
        laid = event.action != "discard"
        middle = read_move(self.rules, events.StartEvent(None, event.pile, event.middle), None)
        assert isinstance(middle, Start)
        return Turning(
            line,
            _known(event.player),
            () if event.source is None else (int(event.source == "middle"),),
            clover,
            () if event.action is None else (ACTIONS.index(event.action),),
            self._cells(cell) if laid else (),
            out if laid else (),
            event.pile,
            middle.middle,
            listed=_listed(event),
        )

    def _cells(self, names: Sequence[str]) -> PossibleValues:
        return tuple(sorted({int(self.rules.board.cells[name]) for name in names}))

    def _checked(self, event: Any, usual: dict[str, Any], several: Sequence[str]) -> list[tuple[Any, ...]]:
        """Give the readings of some keys; all values are read as those of complete events are. Raises Malformed."""
        readings: list[tuple[object, ...]] = []
        for key in several:
            value = getattr(event, key)
            listed: list[Any] = value if isinstance(value, list) else [] if value is None else [value]
            if isinstance(value, list) and not 1 <= len(value) <= MOST_READINGS:
                help_line = f"give 1 to {MOST_READINGS}, or null"
                raise Malformed("value", key, f"{len(value)} readings of {key}", help_line)
            readings.append(tuple(sorted(set(listed))))
        whole = {key: value for key, value in usual.items() if getattr(event, key) is None}
        whole |= {key: found[0] for key, found in zip(several, readings, strict=True) if found}
        for key, found in zip(several, readings, strict=True):
            for value in found or (whole.get(key),):
                read_move(self.rules, replace(event, **{**whole, key: value}), None)
        return readings

    # --- what else is asked

    @property
    def whole(self) -> list[EventAndShown]:
        """All scenes, with the set-up clovers that a gap stands for."""
        if self.to_come is None:
            return self.scenes
        told = sum(isinstance(scene.entry, PartialSetup) for scene in self.scenes) - 1
        lacking = max(0, self.rules.board.side * self.rules.players - told)
        filled: list[EventAndShown] = []
        for scene in self.scenes:
            if scene is not self.to_come:
                filled.append(scene)
                continue
            line = scene.entry.line
            filled += [EventAndShown(PartialSetup(line, place=place)) for place in range(1, lacking + 1)]
            if filled:
                filled[-1].shown.extend(scene.shown)
        return filled

    @property
    def turns(self) -> int:
        """How many turns were recorded, or are stated to be missing."""
        return sum(isinstance(scene.entry, Turning) for scene in self.scenes)

    @property
    def lengths(self) -> Sequence[int]:
        """How many turns to try for a gap: few, as many as fill all gardens, as many as reveal all clovers."""
        rules = self.rules
        return sorted({*FEW_MISSING, len(rules.board.unmarked) * rules.players, rules.dealt, MOST_MISSING})

    @property
    def most_shown(self) -> int:
        """The most copies of a number that were shown face up."""
        middles: list[Numbers | None] = [each.middle for each in self.before]
        for scene in self.scenes:
            entry = scene.entry
            middles += [each.middle for each in scene.shown]
            if isinstance(entry, Turning):
                middles.append(entry.middle)
            elif isinstance(entry, Certain) and isinstance(entry.move, Start):
                middles.append(entry.move.middle)
        return max((count for middle in middles for count in Counter(middle or ()).values()), default=0)

    def window_starts(self, line: int) -> Sequence[int]:
        """Give lines before which all that happened can be left open, the last one up to a line first."""
        turns = (scene.entry.line for scene in self.scenes if isinstance(scene.entry, Turning | Blank))
        return sorted({turn for turn in turns if turn <= line}, reverse=True)


def _listed(event: object) -> frozenset[str]:
    return frozenset(key for key in ("clover", "cell", "out") if isinstance(getattr(event, key, None), list))


def _known(value: int | None) -> PossibleValues:
    return () if value is None else (value,)
