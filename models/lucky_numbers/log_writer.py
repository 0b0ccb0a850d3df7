"""Whole events from a foreign record that says less: what it leaves out is read off the table."""

from typing import Any

import msgspec

from models.game import GameEngine
from models.lucky_numbers import events
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.editions import rules_of
from models.lucky_numbers.engine import Engine
from models.lucky_numbers.kernel import winners
from models.lucky_numbers.series import GameSeries
from models.reading import Malformed, Reading

Event = dict[str, Any]
SHOWN_KEYS = ("out", "pile", "middle")
FOLLOWED = ("setup", "start", "turn", "concede", "end", "stop")
MOST_UNTOLD = 256  # events that wait for the engine
NO_NUMBER = -1  # of a clover that lies there, but whose number nobody knows
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(events.Event).decode


class TableLogWriter:
    """Write the events of one game.

    What lies on a cell is what was laid there last, whatever the rules say of it. Only the pile, the middle and the
    result are asked of the engine, and of what the clauses say a step does where the engine does not allow it; so
    events wait until one of these is asked for. What cannot be played (a fact is unknown or means nothing) ends what
    the engine can tell; a clover of unknown player or cell ends what can be told of the gardens too.
    """

    def __init__(self, header: Event) -> None:
        self.start: Event = {}
        self.shows = self.playing = False
        self.declared: events.GameEvent | None = None  # what the engine plays, None where it cannot follow any more
        self.engine: Engine | None = None
        self.untold: list[bytes] = []  # what the engine has not been told yet
        self.laid: dict[tuple[int, str], int] | None = None  # None: nobody can tell any more
        self.missing: list[int] = []  # how many clovers each player has still to place before play
        try:
            declared = msgspec.convert(header, events.GameEvent)
            side = rules_of(declared, Reading()).board.side
        except (msgspec.ValidationError, Malformed, OverflowError):
            return
        self.declared, self.laid, self.missing = declared, {}, [side] * declared.players

    def write(self, event: Event) -> list[Event]:
        """Complete an event and follow it."""
        kind, written = event["event"], []
        if kind == "lay":
            if not self.playing and self._before_play(event):
                say = event.get
                kind = "setup"
                event = {"event": kind, "player": say("player"), "clover": say("clover"), "cell": say("cell")}
            else:
                kind = "turn"
                if not self.playing:
                    written.append({"event": "start", **self.start})
                    self._follow("start", written[0])
        if kind != "turn":
            self._follow(kind, event)
            written.append(event)
            return written
        event, derived = self._whole(event)
        self._follow(kind, event)
        if self.shows:
            self._show(event, derived)
        if derived:
            event["derived"] = derived
        written.append(event)
        return written

    def _show(self, turn: Event, derived: list[str]) -> None:
        """Add what lies face down and in the middle after a turn."""
        engine = self._told()
        if engine is None:
            return
        if "pile" not in turn:
            turn["pile"] = engine.pile
            derived.append("pile")
        if "middle" not in turn:
            turn["middle"] = list(map(int, engine.numbers()))
            derived.append("middle")

    def result(self) -> Event | None:
        """Name the result of a game that is over."""
        engine = self._told()
        return None if engine is None else self.result_by(engine)

    def result_by(self, engine: GameEngine) -> Event | None:
        """Name the result of a game that is over, by an engine that has followed it."""
        assert isinstance(engine, Engine)
        if engine.ended is None:
            return None
        by, empty, conceded = engine.ended
        named = winners(empty, by == "full")
        if conceded and by == "pile":
            named = sorted(FEWEST.winners(engine.table(), empty))
        return {"event": "end", "winners": named, "empty": list(empty), "derived": ["winners", "empty"]}

    def followed(self, lines: list[bytes]) -> Engine | None:
        """Give an engine that has followed a whole game, whose events behind the header are these."""
        self.untold = lines
        return self._told()

    def lies(self, player: int, cell: str) -> int | None:
        """Give the number on a cell, 0 where it is empty, None where nobody can tell."""
        number = None if self.laid is None else self.laid.get((player, cell), 0)
        return None if number == NO_NUMBER else number

    def _before_play(self, event: Event) -> bool:
        """Tell whether a clover is placed before play, where nobody has begun: somebody has not placed all of them."""
        if event.get("from") == "pile" or event.get("action") is not None:
            return False
        return bool(self.missing) and max(self.missing) > 0

    def _whole(self, event: Event) -> tuple[Event, list[str]]:
        """Give a turn with its keys in their order, with what was done and what lay there, and what of it was added."""
        say, derived = event.get, []
        player, action, cell = say("player"), say("action"), say("cell")
        turn = {"event": "turn", "player": player, "from": say("from"), "clover": say("clover"), "action": action}
        old = None
        if self.laid is not None and type(cell) is str and type(player) is int and 0 < player <= len(self.missing):
            old = self.laid.get((player, cell), 0)
        if old is not None and "action" not in event:
            turn["action"] = action = "exchange" if old else "place"
            derived.append("action")
        if cell is not None or "cell" in event:
            turn["cell"] = cell
        if old and old != NO_NUMBER and action == "exchange" and "out" not in event:
            turn["out"] = old
            derived.append("out")
        if len(event) + len(derived) > len(turn):  # what was shown, and keys that no turn has
            for key in (*SHOWN_KEYS, *event):
                if key in event and key != "event":
                    turn[key] = event[key]
        return turn, derived

    def _follow(self, kind: str, event: Event) -> None:
        """Note what an event does to the gardens, and keep it for the engine."""
        if kind == "turn":
            self.playing = True
            if event["action"] != "discard":
                self._lay(event)
        elif kind == "setup":
            self._lay(event)
            player = event.get("player")
            if type(player) is int and 0 < player <= len(self.missing):
                self.missing[player - 1] -= 1
        elif kind == "start":
            self.playing = True
        elif kind == "gap":
            self.declared, self.laid, self.missing = None, None, []
        if self.declared is None or kind not in FOLLOWED:
            return
        say = event.get
        if list in (type(say("clover")), type(say("cell")), type(say("out"))):
            self.declared = None  # one of several: nobody can tell which
            return
        try:
            self.untold.append(_encode(event))
        except (msgspec.MsgspecError, OverflowError, UnicodeEncodeError):
            self.declared = None  # a number or a text that no line can hold
        if len(self.untold) >= MOST_UNTOLD:
            self._told()

    def _lay(self, event: Event) -> None:
        """Note that a clover lies on a cell from now on."""
        say = event.get
        player, cell, number = say("player"), say("cell"), say("clover")
        if (
            type(player) is int
            and 0 < player <= len(self.missing)
            and type(cell) is str
            and say("action", "") is not None
        ):
            if self.laid is not None:
                self.laid[player, cell] = number if type(number) is int else NO_NUMBER
        else:
            self.laid = None

    def _told(self) -> Engine | None:
        """Tell the engine all that waits, and give it; None where it cannot follow."""
        if self.declared is None:
            return None
        if self.engine is None:
            self.engine = Engine(self.declared, Reading(), GameSeries())
        engine, waiting = self.engine, iter(self.untold)
        self.untold = []
        while (line := engine.take(waiting)) is not None:
            try:
                event = _decode(line)
                if not engine.make(event):
                    engine.adopt(engine.step(event))
            except (msgspec.ValidationError, Malformed, OverflowError):
                self.declared = None
                return None
        return engine
