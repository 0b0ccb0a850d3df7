"""What was said in a game of Lucky Numbers with a program, followed on the engine and written as a log."""

from collections.abc import Sequence

import msgspec

from models.driving import CannotPlay, Discrepancy, Event, Request, Response, Wish
from models.lucky_numbers import events
from models.lucky_numbers.clauses.ln103_diagonal import OnTheDiagonal
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln402_last_clover import LAST
from models.lucky_numbers.clauses.ln404_no_other_end import NoOtherEnd
from models.lucky_numbers.driving.believed import BelievedTable
from models.lucky_numbers.driving.requests import (
    NOTHING,
    AskLegal,
    AskResult,
    Concede,
    LuckyHello,
    LuckyResponse,
    New,
    Play,
    Put,
    SetTable,
    Shows,
    Take,
)
from models.lucky_numbers.driving.tables import events_before, set_up_events
from models.lucky_numbers.editions import EDITIONS, MICHAEL, SIDE, STANDARD, TOP
from models.lucky_numbers.engine import Engine
from models.lucky_numbers.series import GameSeries
from models.reading import Malformed

MOST_MISSING = 2  # of the moves that one list lacks are written as refused
_event = msgspec.convert


class LuckyDialogue(BelievedTable):
    """One game with a program, from its answer to `new` or `table` on.

    `says` is who is to move as the program shows it, `over`
    whether it shows that play is over, `listed` what it listed last. `lost` tells that nothing more can be followed.
    """

    def __init__(self, hello: LuckyHello, wish: Wish) -> None:
        super().__init__()
        self.hello, self.wish = hello, wish
        self.events: list[Event] = []
        self.discrepancies: list[Discrepancy] = []
        self.unlogged: list[tuple[int, Event]] = []
        self.turns = 0
        self.hands: list[list[int]] = []
        self.says: int | None = None
        self.over: bool | None = None
        self.listed: frozenset[str] | None = None
        self.closed = self.lost = False
        self.seen: Shows = NOTHING

    # --- answers

    def hear(self, request: Request, reply: Response) -> None:
        """Follow an answer. Raises CannotPlay where it contradicts what the program says of itself."""
        if not isinstance(reply, LuckyResponse):
            return
        match request:
            case New():
                self._new(request, reply)
            case SetTable():
                self._table(request, reply)
            case Take():
                self._take(request, reply)
            case Put():
                self._put(request, reply)
            case Play():
                self._play(request, reply)
            case Concede() if reply.done:
                self._add({"event": "concede", "player": request.player})
            case AskLegal() if reply.done and reply.moves is not None:
                self._list(frozenset(reply.moves))
            case AskResult() if reply.done:
                self._result(reply)
        if reply.shows is not None:
            self.seen = reply.shows
            self.over = self.over if reply.shows.over is None else reply.shows.over
            self.says = reply.shows.to_move

    def _open(self, players: int, setup: str, variants: Sequence[str]) -> None:
        hello = self.hello
        edition = self.wish.reading.edition or EDITIONS[0].key
        header: Event = {"event": "game", "format": "cloverproof/1", "game": "lucky-numbers", "edition": edition}
        header |= {"setup": setup, "players": players}
        if variants:
            header["variants"] = list(variants)
        usual = (("side", hello.side, SIDE), ("top", hello.top, TOP), ("sets", hello.sets, players))
        header |= {key: value for key, value, printed in usual if value not in (printed, None)}
        header["source"] = hello.name
        read = _event(header, events.GameEvent)
        try:
            self.engine = Engine(read, self.wish.reading, GameSeries())
        except Malformed as wrong:
            raise CannotPlay(f"what hello says makes no game: {wrong.message}", wrong.help) from wrong
        self.events.append(header)
        if not self.engine.opening(read):
            self.engine.adopt(self.engine.step(read))

    def _add(self, event: Event) -> None:
        """Write an event, and go on from the table after it."""
        self.events.append(event)
        read = _event(event, events.Event)
        self.game.refused = False
        if self.game.make(read):
            return
        try:
            self.game.adopt(self.game.step(read))
        except Malformed:
            self.lost = True

    def _new(self, request: New, reply: LuckyResponse) -> None:
        if not reply.done:
            return
        self._open(request.players, request.setup, request.variants or ())
        seen = reply.seen
        if self.hello.diagonal == "players":
            hands = request.hands or seen.hands
            if hands is None or len(hands) != request.players:
                raise CannotPlay(
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
                self._add(event)
        self._start(seen)

    def _start(self, seen: Shows) -> None:
        facts = {"first": seen.to_move, "pile": seen.pile, "middle": None if seen.middle is None else list(seen.middle)}
        self._add({"event": "start", **{key: value for key, value in facts.items() if value is not None}})

    def _table(self, request: SetTable, reply: LuckyResponse) -> None:
        if not reply.done:
            return
        self._open(request.players, STANDARD, ())
        before = events_before(self.game.rules, request)
        if before is None:
            raise CannotPlay("no game is known that leads to this table", "use another table")
        for event in before:
            self._add(event)
        self.hands = [[] for _ in range(request.players)]

    # --- turns

    def _take(self, request: Take, reply: LuckyResponse) -> None:
        if any(self.hands) and not self.game.playing and not reply.done:
            self.unlogged.append((len(self.events), {"event": "start"}))
            return
        if not self.game.playing and not self.game.stopped:
            self._start(self.seen)
        number = request.clover
        if reply.done:
            number = reply.clover if reply.clover is not None else reply.seen.held if number is None else number
            if number is None:
                raise CannotPlay("the answer to `take` names no clover", 'add "clover": the number that was taken')
            self.held = (request.player, request.source, number)
            return
        if not reply.refused or (self.game.first is None and not self.game.turns):
            return
        if request.player == self.says != self.mover and not self.ended:
            asked = f"a turn of player {request.player}"
            self.discrepancies.append(
                Discrepancy(
                    ORDER.id, asked, "shows this player to move, and refuses", f"player {self.mover} is to move"
                )
            )
        event: Event = {"event": "refused", "player": request.player, "from": request.source}
        if number is not None:
            event |= {"clover": number, **self.somewhere(request.player, number)}
        self.events.append(event)

    def _put(self, request: Put, reply: LuckyResponse) -> None:
        game = self.game
        if not game.playing and any(self.hands):
            self._set_up(request, reply)
            return
        if self.held is None:
            self._put_untaken(request, reply)
            return
        player, source, number = self.held
        event: Event = {"event": "turn", "player": player, "from": source, "clover": number}
        cell = None if request.cell is None else game.rules.board.cells.get(request.cell)
        if cell is None:
            event["action"] = "discard"
        else:
            event |= self.laying(cell, game.layout.number_on(game.gardens[player], cell))
        if reply.refused:
            self.events.append(event | {"event": "refused"})
        if not reply.done:
            return
        self.held = None
        self.turns += 1
        before = game.gardens[:]
        seen = reply.seen
        if seen.pile is not None:
            event["pile"] = seen.pile
        if seen.middle is not None:
            event["middle"] = list(seen.middle)
        if seen.gardens is not None and (wrong := self._other_gardens(seen.gardens, before, player, cell, number)):
            event["gardens"] = wrong
        self._add(event)

    def _put_untaken(self, request: Put, reply: LuckyResponse) -> None:
        """Follow a clover that was laid though none was in hand: as if the set-up went on."""
        event: Event = {"event": "setup", "player": request.player, "clover": request.clover, "cell": request.cell}
        if reply.done:
            self._add(event)
        elif reply.refused:
            self.unlogged.append((len(self.events), event))

    def _other_gardens(
        self, texts: Sequence[str | None], before: Sequence[int], player: int, cell: int | None, number: int
    ) -> list[str | None] | None:
        """Give the gardens that are shown otherwise than a turn leaves them, None for each right one, or if all are."""
        layout, right = self.game.layout, list(before[1:])
        if cell is not None:
            old = layout.number_on(right[player - 1], cell)
            right[player - 1] += layout.clover(cell, number) - layout.clover(cell, old)
        found = [
            text if shown is not None and layout.pack(shown) != lies else None
            for text, shown, lies in zip(texts, self.read(texts), right, strict=True)
        ]
        return found if any(found) else None

    def _set_up(self, request: Put, reply: LuckyResponse) -> None:
        hand = self.hands[request.player - 1]
        event: Event = {"event": "setup", "player": request.player, "clover": request.clover, "cell": request.cell}
        if reply.refused and request.clover in hand:
            self.unlogged.append((len(self.events), event))
        if not reply.done:
            return
        if request.clover in hand:
            hand.remove(request.clover)
        self._add(event)
        if not any(self.hands):
            self._start(reply.seen)

    def _play(self, request: Play, reply: LuckyResponse) -> None:
        if not reply.done:
            return
        event = self.own_turn(request.player, reply.seen)
        if event is None:
            self._add({"event": "stop", "reason": "what the program's own player did is not shown"})
            self.lost = True
            return
        self.turns += 1
        self._add(event)

    # --- what is said of the moves and of the end

    def _list(self, moves: frozenset[str]) -> None:
        """Write what a list lacks as refused."""
        self.listed = moves
        if not self.game.playing or self.ended or (self.held is None and self.mover is None):
            return
        for move in sorted(self.legal() - moves)[:MOST_MISSING]:
            self.events.append({"event": "refused", **self.keys_of(move)})

    def _result(self, reply: LuckyResponse) -> None:
        if reply.over is not None:
            self.over = reply.over
        if not reply.over or self.closed:
            return
        self.closed = True
        facts = {"winners": reply.winners, "empty": reply.empty}
        self._add({"event": "end", **{key: list(value) for key, value in facts.items() if value is not None}})

    def deny(self, asked: str, said: str) -> None:
        """Note that the program does not see the end of play, or sees one that there is not."""
        if self.game.ended is None:
            self.discrepancies.append(Discrepancy(NoOtherEnd.id, asked, said, "play goes on"))
        else:
            clause = FULL if self.game.ended[0] == "full" else LAST
            self.discrepancies.append(Discrepancy(clause.id, asked, said, "play is over"))

    def deny_set_up(self, player: int) -> None:
        """Note that no clover of a hand can be placed before play."""
        asked = f"a clover of player {player} on the diagonal, before play"
        self.discrepancies.append(Discrepancy(OnTheDiagonal.id, asked, "refused", "it is legal"))

    def stop(self, reason: str) -> None:
        """Close the log where the conversation ends before the game does."""
        if self.events and not self.closed and self.events[-1]["event"] != "stop":
            self.events.append({"event": "stop", "reason": reason})
