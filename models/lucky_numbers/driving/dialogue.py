"""What was said in a game of Lucky Numbers with a program, followed on the engine and written as a log."""

from collections.abc import Sequence

from models.driving import CannotPlay, Discrepancy, Event, Request, Response
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.driving.driven_set_up import DrivenSetUp
from models.lucky_numbers.driving.requests import (
    AskLegal,
    AskResult,
    Concede,
    LuckyResponse,
    New,
    Play,
    Put,
    SetTable,
    Shows,
    Take,
)

MOST_SHOWN = 5_000  # clovers in the middle
DEALS = "offer `deal`, or shuffle by the `seed` of `new`: only then an exchange can be repeated"
SHUFFLES = "this exchange begins by a shuffle of the program's own: it must hang on the `seed` of `new` alone"
LAID_OUT = "reveal the clovers of `pile`, and deal those of `hands`, in the order in which they are given"
MOST_MISSING = 2  # of the moves that one list lacks are written as refused


class LuckyDialogue(DrivenSetUp):
    """One game with a program, answer by answer.

    `repeats` tells that requests are made again, `dealt` that they say what is revealed.
    """

    repeats = dealt = False

    # --- answers

    def hear(self, request: Request, reply: Response) -> None:
        """Follow an answer. Raises CannotPlay where it contradicts what the program says of itself."""
        if self.lost or not isinstance(reply, LuckyResponse):
            return
        if isinstance(request, Take | Put | Play | Concede) and not 1 <= request.player <= self.seats:
            return  # a file of requests may name a player that there is not
        shows = reply.shows
        if shows is not None and len(shows.middle or ()) > MOST_SHOWN:
            raise CannotPlay(f"the middle shows {len(shows.middle or ()):,} clovers", "show what lies face up")
        if self.over is False and reply.done and isinstance(request, Put | Play | Concede):
            self.over = None  # it was said of the table before
        match request:  # the most frequent first
            case Put():
                self._put(request, reply)
            case Take():
                self._take(request, reply)
            case New():
                self.dealt = request.pile is not None
                self.begin_new(request, reply)
            case SetTable():
                self.dealt = True
                self.begin_table(request, reply)
            case Play():
                self._play(request, reply)
            case Concede() if reply.done:
                self.add({"event": "concede", "player": request.player})
            case AskLegal() if reply.done and reply.moves is not None:
                self._list(frozenset(reply.moves))
            case AskResult() if reply.done:
                self._result(reply)
        if shows is not None:
            if shows.to_move is not None and not 1 <= shows.to_move <= self.seats:
                raise CannotPlay(
                    f"`to_move` shows player {shows.to_move} of {self.seats}",
                    "players are counted from 1 to the number of players",
                )
            self.seen, self.says = shows, shows.to_move
            self.over = self.over if shows.over is None else shows.over
        if any(self.hands):
            self.count_before_play()
        if self.over and "result" not in self.hello.can and self.begun and self.game.playing:
            self._over_too_early()

    @property
    def _deal_help(self) -> str:
        if self.dealt:
            return LAID_OUT
        return SHUFFLES if "deal" in self.hello.can else DEALS

    # --- turns

    def _take(self, request: Take, reply: LuckyResponse) -> None:
        if self.repeats and self.dealt_otherwise and not reply.done:
            raise CannotPlay(
                "the clovers of the set-up are others: the program deals otherwise each time", self._deal_help
            )
        if any(self.hands) and not self.game.playing and not reply.done:
            self.unlogged.append((len(self.events), {"event": "start"}))
            return
        if not self.game.playing and not self.game.stopped:
            self.start(self.seen)
        number = request.clover
        if reply.done:
            number = reply.clover if reply.clover is not None else reply.seen.held if number is None else number
            if number is None:
                raise CannotPlay("the answer to `take` names no clover", 'add "clover": the number that was taken')
            self.held = (request.player, request.source, number)
            if request.source == "pile" and self.game.pile == 1 and reply.seen.over and not self.ended:
                self._left_by_itself(reply.seen)
            return
        if self.held is not None or self.alone:
            return  # one must be laid first, or play may be over
        if self.ended and self.over is False and self.says in (None, request.player):
            self.deny("go on", "shows that play goes on, and refuses each turn")
        if not reply.refused or (self.game.first is None and not self.game.turns):
            return
        lying = self.game.pile if request.source == "pile" else number in self.numbers()
        if request.player == self.says != self.mover and lying and not self.ended:
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

    def _left_by_itself(self, seen: Shows) -> None:
        """Follow a last clover that the program has left in the middle by itself: where it fits, that is refused."""
        assert self.held is not None
        player, source, number = self.held
        left = seen.held is None and sorted(seen.middle or ()) == sorted([*self.numbers(), number])
        if not left or not 1 <= player <= self.seats:
            return
        turn: Event = {"event": "turn", "player": player, "from": source, "clover": number}
        if self.cells(player, number):
            self.doubtful = True
            self.events.append(turn | self.somewhere(player, number) | {"event": "refused"})
        self.held = None
        self.turns += 1
        self.add(turn | {"action": "discard", "pile": seen.pile, "middle": list(seen.middle or ())})

    def _put(self, request: Put, reply: LuckyResponse) -> None:
        game = self.game
        if not game.playing and any(self.hands):
            self.lay_in_set_up(request, reply)
            return
        if self.held is None and reply.done and self._revealed_before(request, reply):
            self.held = (request.player, "pile", request.clover)
        if self.held is None:
            self._put_untaken(request, reply)
            return
        player, (holder, source, number) = request.player, self.held
        if reply.refused and player != holder:
            return
        if number != request.clover:
            raise CannotPlay(
                f"clover {number} was taken, and {request.clover} is to be laid: the program deals otherwise each time",
                self._deal_help,
            )
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
            event["pile"] = self.face_down(seen, game.pile - (source == "pile"))
        if seen.middle is not None:
            event["middle"] = list(seen.middle)
        if seen.gardens is not None and (wrong := self._other_gardens(seen.gardens, before, player, cell, number)):
            event["gardens"] = wrong
        self.add(event)

    def _revealed_before(self, request: Put, reply: LuckyResponse) -> bool:
        """Tell whether a clover that was laid and not taken is the one that the program had revealed by itself."""
        due = self.game.pile - 1
        return self.seen.held == request.clover or self.face_down(reply.seen, due) == due

    def _put_untaken(self, request: Put, reply: LuckyResponse) -> None:
        """Follow a clover that was laid though none was in hand: as if the set-up went on."""
        event: Event = {"event": "setup", "player": request.player, "clover": request.clover, "cell": request.cell}
        if reply.done:
            self.add(event)
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
        known = self.texts
        if list(texts) == [known.get(lies) or self.text_of(lies) for lies in right]:
            return None
        found = [
            text if shown is not None and layout.pack(shown) != lies else None
            for text, shown, lies in zip(texts, self.read(texts), right, strict=True)
        ]
        return found if any(found) else None

    def _play(self, request: Play, reply: LuckyResponse) -> None:
        if not reply.done:
            return
        event = self.own_turn(request.player, reply.seen) if self.game.playing else None
        if event is None:
            self.add({"event": "stop", "reason": "what the program's own player did is not shown"})
            self.lost = True
            return
        self.turns += 1
        self.add(event)

    # --- what is said of the moves and of the end

    def _over_too_early(self) -> None:
        if not self.ended and not self.closed and not self.alone:
            self.deny("the table", "over")

    def _list(self, moves: frozenset[str]) -> None:
        """Write what a list lacks as refused."""
        self.listed = moves
        if not self.game.playing or self.ended or self.alone or (self.held is None and self.mover is None):
            return
        for move in sorted(self.legal() - moves)[:MOST_MISSING]:
            self.doubtful = True
            self.events.append({"event": "refused", **self.keys_of(move)})

    def _result(self, reply: LuckyResponse) -> None:
        shown = self.over
        if reply.over is not None:
            self.over = reply.over
            if self.game.playing and not (self.alone or shown is None) and reply.over == self.ended != shown:
                self.deny("the table", f"shows that play {'is over' if shown else 'goes on'}")
        if not reply.over or self.closed:
            return
        self.closed = True
        facts = {"winners": reply.winners, "empty": reply.empty}
        self.add({"event": "end", **{key: list(value) for key, value in facts.items() if value is not None}})
