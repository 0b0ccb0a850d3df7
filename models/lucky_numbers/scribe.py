"""Whole events from a record that says less: what it leaves out is read off the table that is played along."""

from typing import Any

import msgspec

from models.game import Malformed, Reading
from models.lucky_numbers import events
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.play import Engine, Series

Event = dict[str, Any]
SETUP_KEYS = ("player", "clover", "cell")
SHOWN_KEYS = ("out", "pile", "middle")
FOLLOWED: dict[str, type[msgspec.Struct]] = {
    "setup": events.SetupEvent,
    "start": events.StartEvent,
    "turn": events.TurnEvent,
    "concede": events.ConcedeEvent,
    "end": events.EndEvent,
    "stop": events.StopEvent,
}


class Narrator:
    """Write the events of one game.

    The table is played along by the engine, and by what the clauses say a step does where the engine does not allow
    it. From an event on that cannot be played (a fact is unknown or means nothing) nothing is derived any more.
    """

    def __init__(self, header: Event) -> None:
        self.start: Event = {}
        self.shows = self.playing = False
        self.engine: Engine | None = None
        self.missing: list[int] = []  # how many clovers each player has still to place before play
        try:
            declared = msgspec.convert(header, events.GameEvent)
            self.engine = Engine(declared, Reading(), Series())
        except (msgspec.ValidationError, Malformed, OverflowError):
            return
        self.missing = [self.engine.rules.board.side] * declared.players

    def write(self, event: Event) -> list[Event]:
        """Complete an event and follow it."""
        kind, written = event["event"], []
        if kind == "lay":
            if self._before_play(event):
                kind, event = "setup", {"event": "setup", **{key: event.get(key) for key in SETUP_KEYS}}
            else:
                kind = "turn"
                if not self.playing:
                    written.append({"event": "start", **self.start})
                    self._follow("start", written[0])
        if kind == "turn":
            event, derived = self._whole(event)
            self._follow(kind, event)
            if self.shows and self.engine is not None:
                if "pile" not in event:
                    event["pile"] = self.engine.pile
                    derived.append("pile")
                if "middle" not in event:
                    event["middle"] = list(map(int, self.engine.numbers()))
                    derived.append("middle")
            if derived:
                event["derived"] = derived
        else:
            self._follow(kind, event)
        written.append(event)
        return written

    def result(self) -> Event | None:
        """Name the result of a game that is over."""
        if self.engine is None or self.engine.ended is None:
            return None
        table = self.engine.table()
        assert table.ended is not None
        full = table.ended.by == "full"
        winners = FULL.winners(table.ended) if full else FEWEST.winners(table, table.ended.empty)
        empty = list(table.ended.empty)
        return {"event": "end", "winners": sorted(winners), "empty": empty, "derived": ["winners", "empty"]}

    def _before_play(self, event: Event) -> bool:
        """Tell whether a clover is placed before play: nobody has begun, and somebody has not placed all of them."""
        if self.playing or event.get("from") == "pile" or event.get("action") is not None:
            return False
        return any(count > 0 for count in self.missing)

    def _whole(self, event: Event) -> tuple[Event, list[str]]:
        """Give a turn with its keys in their order, with what was done and what lay there, and what of it was added."""
        say, derived = event.get, []
        player, action, cell = say("player"), say("action"), say("cell")
        turn = {"event": "turn", "player": player, "from": say("from"), "clover": say("clover"), "action": action}
        old = None if cell is None else self._lies_on(player, cell)
        if old is not None and "action" not in event:
            turn["action"] = action = "exchange" if old else "place"
            derived.append("action")
        if cell is not None or "cell" in event:
            turn["cell"] = cell
        if old and action == "exchange" and "out" not in event:
            turn["out"] = old
            derived.append("out")
        if not event.keys() <= turn.keys():
            for key in (*SHOWN_KEYS, *event):
                if key in event and key != "event":
                    turn[key] = event[key]
        return turn, derived

    def _lies_on(self, player: Any, name: Any) -> int | None:
        """Give the number on a cell, 0 where it is empty or no cell at all, None where nobody can tell."""
        engine = self.engine
        if engine is None or type(player) is not int or not 1 <= player <= engine.rules.players:
            return None
        if not isinstance(name, str):
            return None
        cell = engine.rules.board.cells.get(name)
        return 0 if cell is None else engine.layout.number_on(engine.gardens[player], cell)

    def _follow(self, kind: str, event: Event) -> None:
        if kind == "setup":
            player = event.get("player")
            if type(player) is int and 1 <= player <= len(self.missing):
                self.missing[player - 1] -= 1
        elif kind in ("start", "turn"):
            self.playing = True
        elif kind == "gap":
            self.engine, self.missing = None, []
        if self.engine is None or kind not in FOLLOWED:
            return
        say = event.get
        if type(say("clover")) is list or type(say("cell")) is list or type(say("out")) is list:
            self.engine = None  # one of several: nobody can tell which
            return
        try:
            said = msgspec.convert(event, FOLLOWED[kind])
            self.engine.refused = False
            if not self.engine.make(said):
                self.engine.adopt(self.engine.step(said))
        except (msgspec.ValidationError, Malformed, OverflowError):
            self.engine = None
