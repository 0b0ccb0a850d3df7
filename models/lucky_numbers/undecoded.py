"""What undecoded lines mean to the engine: each part is decoded once and remembered by its text."""

from typing import Literal

import msgspec

from models.lucky_numbers import events
from models.lucky_numbers.bitboards import DISCARD, Act, Layout, Setup, Style, Who
from models.lucky_numbers.editions import Rules

LONGEST_PART = 100
SETUP_LINE = (b'{"event":"setup"', b'{"event": "setup"')


class _Who(msgspec.Struct, forbid_unknown_fields=True, rename={"source": "from"}):
    """The part of a turn before its action."""

    event: Literal["turn"]
    player: int
    source: Literal["pile", "middle"]
    clover: int


class _Act(msgspec.Struct, forbid_unknown_fields=True):
    """The part of a turn from its action on, up to what was shown after it."""

    action: Literal["place", "exchange", "discard"]
    cell: str | None = None
    out: int | None = None


class _Setup(msgspec.Struct, forbid_unknown_fields=True, tag="setup", tag_field="event"):
    """A clover placed before play, with nothing else in its line."""

    player: int
    clover: int
    cell: str


_decode_who = msgspec.json.Decoder(_Who).decode
_decode_act = msgspec.json.Decoder(_Act).decode
_decode_setup = msgspec.json.Decoder(_Setup | events.StopEvent).decode


class LineReader:
    """Reads the lines of one game; what it has read is remembered with the layout of the game."""

    def __init__(self, rules: Rules, layout: Layout) -> None:
        self.rules, self.layout = rules, layout
        self.unread = (b"", b"")  # the last parts of a line that could not be read by themselves

    def read(self, first: bytes, then: bytes, comma: bytes) -> tuple[Who, Act] | None:
        """Give what two parts of a line mean, None where the whole line should be looked at."""
        if not then or (first, then) == self.unread:
            return None
        who = self.layout.whos[comma].get(first) or self._learn_who(first, comma)
        act = self.layout.acts.get(then) or self._learn_act(then) if who else None
        if who is None or act is None:
            self.unread = (first, then)
            return None
        return who, act

    def parts(self, text: bytes, style: Style) -> tuple[Who, Act] | None:
        """Give what the text of a line up to what it shows means, None where the whole line should be looked at."""
        first, _, then = text.partition(style.action)
        return self.read(first, then, style.comma)

    def _learn_who(self, text: bytes, comma: bytes) -> Who | None:
        """Find out what the part of a line before its action means, and remember it.

        If closing it makes a whole event, and opening the part behind makes a whole one too, and neither has a key
        that belongs into the other, then the line says just this and what it shows.
        """
        if len(text) > LONGEST_PART:
            return None
        try:
            said = _decode_who(text + b"}")
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return None
        who = self.who(said.player, said.clover, said.source, comma)
        if who is not None:
            self.layout.make_room()
            self.layout.whos[comma][text] = who
        return who

    def who(self, player: int | None, number: int | list[int] | None, source: str | None, comma: bytes) -> Who | None:
        """Give the meaning of the part of a turn before its action; None if it has none in this game."""
        if player is None or not isinstance(number, int) or source is None:
            return None
        if not (0 < player <= self.rules.players and 0 < number <= self.rules.top):
            return None
        return self.layout.who(player, number, source, comma)

    def _learn_act(self, text: bytes) -> Act | None:
        """Find out what the part of a line from its action to the shown pile means, and remember it."""
        if len(text) > LONGEST_PART:
            return None
        try:
            said = _decode_act(b'{"action":' + text + b"}")
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return None
        act = self.act(said.action, said.cell, said.out)
        if act is not None:
            self.layout.make_room()
            self.layout.acts[text] = act
        return act

    def act(self, action: str | None, name: str | list[str] | None, out: int | list[int] | None) -> Act | None:
        """Give the meaning of the part of a turn from its action on; None if it has none in this game."""
        if isinstance(out, list) or isinstance(name, list):
            return None  # several readings
        if out is not None and not 0 < out <= self.rules.top:
            return None
        if action == "discard":
            return DISCARD
        cell = self.rules.board.cells.get(name) if name is not None else None
        if cell is None or action is None:
            return None
        if action == "place":
            return (cell, None, 0, 0) if out is None else None
        return self.layout.exchange(cell, out or 0)

    def learn_setup(self, line: bytes) -> Setup | None:
        """Find out what a line of the set-up means, and remember it."""
        if len(line) > LONGEST_PART or not line.startswith(SETUP_LINE):
            return None
        try:
            event = _decode_setup(line)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return None
        if not isinstance(event, _Setup):
            return None
        known = self.setup(events.SetupEvent(event.player, event.clover, event.cell))
        if known is not None:
            self.layout.make_room()
            self.layout.setups[line] = known
        return known

    def setup(self, event: events.SetupEvent) -> Setup | None:
        """Give the meaning of a clover placed before play; None if it has none in this game."""
        rules = self.rules
        player, number = event.player, event.clover
        cell = rules.board.cells.get(event.cell) if isinstance(event.cell, str) else None
        if player is None or not isinstance(number, int) or cell not in rules.board.diagonal:
            return None
        if not (0 < player <= rules.players and 0 < number <= rules.top):
            return None
        return self.layout.setup(player, number, cell)
