"""The games that an adapter is checked with: a set-up, some turns, and a second game with the same deal."""

from collections.abc import Generator, Sequence

from models.checked_talk import Asks, TalkOver
from models.driving import Check, Request, Response
from models.lucky_numbers.driving import adapter_faults as faults
from models.lucky_numbers.driving.checked_lists import CheckedLists
from models.lucky_numbers.driving.checked_set_up import HALF
from models.lucky_numbers.driving.requests import (
    LuckyHello,
    LuckyResponse,
    Put,
    Take,
)


class CheckedTurns(CheckedLists):
    """Asks for the set-up and some turns, and knows what a right adapter shows."""

    def __init__(self, hello: LuckyHello, players: int, setup: str) -> None:
        super().__init__(hello, players, setup)
        self.earlier: list[tuple[Request, int]] = []  # takes from the pile, and what they gave
        self.last_put: Put
        self.from_middle = 0  # the last clover taken from the middle

    def play(self) -> Asks:
        """Begin a game, lay the set-up and take some turns."""
        reply = yield from self.ask(self.new)
        if not reply.done:
            return
        self.first = reply.seen
        self.look_at_deal(reply)
        yield from self.set_up()
        if self.hello.diagonal != "none":
            self.looked_at("set-up")
        yield from self._turns()

    def again(self) -> Asks:
        """Begin the same game once more."""
        first = self.first
        if first is None:
            return
        self.gardens = None
        reply = yield from self.ask(self.new)
        if not reply.done:
            return
        seen = reply.seen
        if "again" in self.can:
            for key in ("gardens", "middle", "pile"):
                was, now = getattr(first, key), getattr(seen, key)
                if None not in (was, now) and was != now and not (key == "gardens" and self._own_deal()):
                    fault = f"a second `new` shows other {key} than the first one: the game before is not over"
                    self.end(faults.not_begun_anew(fault, (self.new,)))
            self.looked_at("several games")
        if self.new.pile is not None and None not in (first.hands, seen.hands) and first.hands != seen.hands:
            fault = "two games with one deal have different hands"
            self.end(faults.not_dealt(fault, True, (self.new,)))

    def _own_deal(self) -> bool:
        return self.hello.diagonal == "program" and self.new.pile is None

    # --- turns

    def _turns(self) -> Asks:
        """Take some turns: add, leave, take what was left, and again from the pile with an illegal put before it."""
        mover = yield from self.open_turn()
        mover = mover % self.players + 1
        if "refuse" in self.can:
            yield from self._wrong_turn(mover)
        left = yield from self.take(mover)
        yield from self.leave(mover, left)
        mover = mover % self.players + 1
        cells = self.fitting(mover, left)
        if self.middle is not None and left in self.middle and cells:
            if "legal" in self.can:
                yield from self.listed(mover, 0)
            yield from self.take(mover, left)
            yield from self._lay(mover, left, cells[0])
            self.from_middle = left
            mover = mover % self.players + 1
        number = yield from self.take(mover)
        if "legal" in self.can:
            yield from self.listed(mover, number)
        yield from self.lay_anywhere(mover, number)
        yield from self._same_clover_again(mover)
        if "result" in self.can and "table" not in self.can:  # a table comes to its end
            yield from self.result()
        if self.expected and self.can & {"refuse", "legal"}:
            mover = mover % self.players + 1
            number = yield from self.take(mover)
            if "legal" in self.can:
                yield from self.listed(mover, number)
            if "refuse" in self.can:
                yield from self._illegal_put(mover, number)

    def open_turn(self) -> Generator[Request, Response, int]:
        """Take the first turn, whoever has it, and give the player."""
        seats = [self.to_move] if self.to_move else list(range(1, self.players + 1))
        for player in seats:
            take = Take(player, "pile")
            reply = yield from self.ask(take)
            if reply.done:
                number = self._taken(take, reply)
                cells = self.fitting(player, number)
                yield from self.lay_anywhere(player, number, cells)
                return player
        if reply.refused and "refuse" in self.can and self.rules.dealt > 0:
            yield from self._counted_otherwise(self.to_move, take, reply)
        raise TalkOver

    def _counted_otherwise(self, shown: int | None, take: Take, reply: LuckyResponse) -> Asks:
        """See whether a turn of a player with another number is taken where that of the player shown is refused."""
        who = "nobody" if shown is None else f"player {shown}"
        for player in (0,) if shown is None else (shown - 1, shown % self.players + 1):
            if (yield from self.ask(Take(player, "pile"))).done:
                fault = f"`to_move` shows {who}, each turn of whom is refused, and a turn of player {player} is taken"
                self.end(faults.player_zero(fault, take))
        self.found(faults.first_turn_refused(who, reply.why or "", take))

    def take(self, player: int, clover: int | None = None) -> Generator[Request, Response, int]:
        take = Take(player, "pile" if clover is None else "middle", clover)
        reply = yield from self.ask(take)
        if not reply.done:
            raise TalkOver
        return self._taken(take, reply)

    def _taken(self, take: Take, reply: LuckyResponse) -> int:
        """See that a take names a clover, the one that was dealt."""
        held = reply.seen.held
        number = reply.clover if reply.clover is not None else held if take.clover is None else take.clover
        if number is None:
            self.end(faults.no_clover(take))
        if reply.clover is None:
            self.found(faults.no_clover(take, grave=False))
        if not 1 <= number <= self.rules.top:
            help = "in the branch for `take`: `clover` is the number on the clover"
            self.end(Check("take", f"a clover {number} is taken", help, True, True, (take,)))
        if held is not None and reply.clover is not None and held != reply.clover:
            self.found(faults.unlike_held(reply.clover, held, take))
        if take.source == "pile":
            self.earlier.append((take, number))
            self._look_at_draws()
        self.looked_at("take")
        return number

    def _look_at_draws(self) -> None:
        """See that clovers come as dealt, if the program says that it can deal."""
        told, drawn = self.expected, [number for _, number in self.earlier]
        size = len(drawn)
        if not told or size != HALF + 1:
            return
        requests = (self.new, *(request for request, _ in self.earlier))
        if drawn == told[: -size - 1 : -1]:
            certain = self.hello.diagonal != "none"
            self.found(faults.not_dealt("clovers are revealed from the end of `pile`", certain, requests))
            return
        if len(set(drawn)) > 1 and not any(mine == theirs for mine, theirs in zip(drawn, told, strict=False)):
            fault = f"{', '.join(map(str, told[:size]))} are dealt, and {', '.join(map(str, drawn))} revealed"
            self.found(faults.not_dealt(fault, False, requests))

    def _lay(self, player: int, number: int, cell: int) -> Generator[Request, Response, LuckyResponse]:
        put = Put(player, number, self.rules.board.names[cell])
        reply = yield from self.ask(put)
        self.last_put = put
        if reply.done:
            self.believed[player][cell] = number
            held = reply.seen.held
            if held is not None and held in (0, number):
                self.found(faults.held_on(held, put))
        return reply

    def lay_anywhere(self, player: int, number: int, cells: Sequence[int] | None = None) -> Asks:
        """Lay a clover from the pile where it fits, or leave it."""
        cells = self.fitting(player, number) if cells is None else cells
        if not cells:
            yield from self.leave(player, number)
            return
        reply = yield from self._lay(player, number, cells[0])
        if not reply.done:
            self._look_at_remembered(number)
            if self.from_middle and reply.refused:
                self.found(faults.remembered_refusal(self.last_put))
            elif reply.refused and (yield from self._lay_elsewhere(player, number, cells[0])):
                return
            raise TalkOver

    def _lay_elsewhere(self, player: int, number: int, refused: int) -> Generator[Request, Response, bool]:
        """Lay a clover on any other cell, exchanges too: where cells are counted otherwise, few are accepted."""
        garden = self.believed[player]
        for cell in range(self.rules.board.area):
            if cell != refused and self.fits(garden, cell, number):
                reply = yield from self._lay(player, number, cell)
                if reply.done or not reply.refused:
                    return reply.done
        return False

    def leave(self, player: int, number: int) -> Asks:
        """Leave a clover from the pile in the middle."""
        reply = yield from self.ask(Put(player, number, None))
        if not reply.done:
            self._look_at_remembered(number)
            raise TalkOver

    def _look_at_remembered(self, number: int) -> None:
        """Where a program does not take the clover that it named: see whether it was the one of a turn before."""
        drawn = [each for _, each in self.earlier]
        if number in drawn[:-1] and number == drawn[-1]:
            certain = len(drawn) <= len(self.expected) and self.expected[len(drawn) - 1] != number
            requests = tuple(request for request, _ in self.earlier)
            self.end(faults.same_again(number, certain, requests))

    def other_clover(self, put: Put, shown: int) -> Check:
        """Say why another clover shows than was laid."""
        return faults.other_clover(put.clover, shown, not any(self.hands), put)

    def _same_clover_again(self, mover: int) -> Asks:
        """Where all turns took one number, take more until no program could have so many."""
        player = mover
        while len({number for _, number in self.earlier}) == 1:
            number = self.earlier[0][1]
            if len(self.earlier) > self.rules.sets:
                requests = tuple(request for request, _ in self.earlier)
                self.end(faults.same_again(number, bool(self.expected), requests))
            player = player % self.players + 1
            yield from self.leave(player, (yield from self.take(player)))

    # --- what must be refused

    def _wrong_turn(self, mover: int) -> Asks:
        """Let the player behind the mover take a clover; where that is answered ok, see whose turn it was."""
        other = mover % self.players + 1
        if self.to_move not in (None, mover):
            return
        take = Take(other, "pile")
        reply = yield from self.ask(take, legal=False)
        if not reply.done:
            self.looked_at("turn order")
            return
        number = self._taken(take, reply)
        both = [cell for cell in self.fitting(other, number) if cell in self.fitting(mover, number)]
        if both:
            put = Put(other, number, self.rules.board.names[both[0]])
            yield from self.ask(put, legal=False)
            if self.changes == [(mover, both[0], number)]:
                self.found(faults.player_ignored(other, mover, (take, put)))
        raise TalkOver

    def _illegal_put(self, player: int, number: int) -> Asks:
        """Lay a clover where it does not fit; where that is answered ok, see whether it lies there."""
        cells = self.forbidden(player, number)
        if not cells:
            return
        put = Put(player, number, self.rules.board.names[cells[0]])
        reply = yield from self.ask(put, legal=False)
        if reply.done:
            if not self.changes and self.gardens is not None and reply.seen.gardens is not None:
                self.found(faults.nothing_changed(False, put.cell or "", (put,)))
            raise TalkOver
        self.looked_at("refusals")
        if reply.refused and (fit := self.fitting(player, number)):
            again = yield from self._lay(player, number, fit[0])
            if again.refused:
                self.found(faults.lost_on_refusal(self.last_put))
            raise TalkOver
