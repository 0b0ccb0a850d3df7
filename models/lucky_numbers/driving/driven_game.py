"""The log of a game with a program: how it begins, what is written, and what no log can hold."""

from collections.abc import Sequence
from typing import get_args

import msgspec

from models.asking import DialogueLog, ShowsNoDeal, begun
from models.driving import CannotPlay, Discrepancy, Event, Wish
from models.formats import LOG_FORMAT
from models.lucky_numbers import events
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln402_last_clover import LAST
from models.lucky_numbers.clauses.ln404_no_other_end import NoOtherEnd
from models.lucky_numbers.driving.believed import BelievedTable
from models.lucky_numbers.driving.requests import NOTHING, LuckyHello, LuckyResponse, New, SetTable, Shows
from models.lucky_numbers.driving.tables import events_before, set_up_events
from models.lucky_numbers.editions import EDITIONS, MICHAEL, SIDE, STANDARD, TOP
from models.lucky_numbers.engine import Engine
from models.lucky_numbers.series import GameSeries
from models.reading import Malformed

# The types of events by their tags: `convert` to one of them is forty times as fast as to their union.
KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(events.Event)}
MOST_SEATS = 4


class DrivenGame(DialogueLog, BelievedTable):
    """One game with a program, from its answer to `new` or `table` on."""

    def __init__(self, hello: LuckyHello, wish: Wish) -> None:
        super().__init__()
        self.hello, self.wish = hello, wish
        self.hands: list[list[int]] = []
        self.seen: Shows = NOTHING
        self.seats, self.begun = MOST_SEATS, False

    def open(self, players: int, setup: str, variants: Sequence[str]) -> None:
        hello = self.hello
        edition = self.wish.reading.edition or EDITIONS[0].key
        header: Event = {"event": "game", "format": LOG_FORMAT, "game": "lucky-numbers", "edition": edition}
        header |= {"setup": setup, "players": players}
        if variants:
            header["variants"] = list(variants)
        usual = (("side", hello.side, SIDE), ("top", hello.top, TOP), ("sets", hello.sets, players))
        header |= {key: value for key, value, printed in usual if value not in (printed, None)}
        header["source"] = hello.name
        read = msgspec.convert(header, events.GameEvent)
        self.game = begun(lambda: Engine(read, self.wish.reading, GameSeries()), read)
        self.seats, self.begun = self.game.rules.players, True
        self.events.append(header)

    def add(self, event: Event) -> None:
        """Write an event, and go on from the table after it."""
        self.events.append(event)
        read = msgspec.convert(event, KINDS[str(event["event"])])
        self.game.refused = False
        if self.game.make(read):
            return
        self.doubtful = True
        try:
            self.game.adopt(self.game.step(read))
        except Malformed:
            self.lost = True

    def begin_new(self, request: New, reply: LuckyResponse) -> None:
        if not reply.done:
            return
        self.open(request.players, request.setup, request.variants or ())
        seen = reply.seen
        if self.hello.diagonal == "players":
            hands = request.hands or seen.hands
            if hands is None or len(hands) != request.players:
                raise ShowsNoDeal(
                    f"the answer to `new` shows no hands of {request.players} players",
                    'add "hands" to "shows", a list of clovers per player, or say "diagonal":"program" in hello',
                )
            self.hands = [list(hand) for hand in hands]
            return
        self.hands = [[] for _ in range(request.players)]
        if self.hello.diagonal == "program":
            if seen.gardens is None:
                raise CannotPlay(
                    "the answer to `new` shows no gardens, though the program lays the diagonal",
                    'add "gardens" to "shows", a text per player',
                )
            for event in set_up_events(self.game.rules, self.read(seen.gardens), request.setup == MICHAEL):
                self.add(event)
        self.start(seen)

    def start(self, seen: Shows) -> None:
        pile = self.face_down(seen, self.game.rules.dealt)
        facts = {"first": seen.to_move, "pile": pile, "middle": None if seen.middle is None else list(seen.middle)}
        self.add({"event": "start", **{key: value for key, value in facts.items() if value is not None}})

    def begin_table(self, request: SetTable, reply: LuckyResponse) -> None:
        if not reply.done:
            return
        self.open(request.players, STANDARD, ())
        before = events_before(self.game.rules, request)
        if before is None:
            raise CannotPlay("no game is known that leads to this table", "use another table")
        for event in before:
            self.add(event)
        self.hands = [[] for _ in range(request.players)]

    def deny(self, asked: str, said: str) -> None:
        """Note that the program does not see the end of play, or sees one that there is not."""
        if self.game.ended is None:
            self.note(Discrepancy(NoOtherEnd.id, asked, said, "play goes on"))
        else:
            clause = FULL if self.game.ended[0] == "full" else LAST
            self.note(Discrepancy(clause.id, asked, said, "play is over"))

    def note(self, seen: Discrepancy) -> None:
        """Note what stays as it is once."""
        if seen not in self.discrepancies:
            self.discrepancies.append(seen)
