"""The games that an adapter is checked with for what few offer: own players, giving up, refusals in the set-up."""

from models.checked_talk import Asks, TalkOver
from models.driving import Check, Request
from models.lucky_numbers.driving import adapter_faults as faults
from models.lucky_numbers.driving.checked_turns import CheckedTurns
from models.lucky_numbers.driving.requests import Concede, LuckyResponse, New, Play, Put

OWN = 1  # the player whom the program plays itself


class CheckedOffers(CheckedTurns):
    """Begins a game, and asks for one thing that not every program offers."""

    def own_turn(self) -> Asks:
        """Let the program's own player have a turn, if clovers are left for one."""
        if self.rules.dealt <= self.players:
            return
        self.new = New(self.new.players, self.new.setup, (), self.new.seed, self.new.hands, self.new.pile, (OWN,))
        yield from self._begun()
        yield from self.set_up()
        if self.to_move != OWN:
            mover = (yield from self.open_turn()) % self.players + 1
            while mover != OWN:
                yield from self.leave(mover, (yield from self.take(mover)))
                mover = mover % self.players + 1
        request = Play(OWN)
        reply = yield from self.ask(request)
        if reply.cannot:
            return
        if not reply.done:
            self.found(_refused("play", "a turn of the program's own player", reply, self.new, request))
        else:
            self.looked_at("play")

    def giving_up(self) -> Asks:
        """Let a player give up in the first turn."""
        yield from self._begun()
        yield from self.set_up()
        for player in [self.to_move] if self.to_move else range(1, self.players + 1):
            request = Concede(player)
            reply = yield from self.ask(request)
            if reply.done:
                self.looked_at("concede")
            if not reply.refused:
                return
        self.found(_refused("concede", "giving up", reply, request))

    def wrong_set_up(self) -> Asks:
        """Lay a clover beside the diagonal, then one that is not in the hand."""
        yield from self._begun()
        shape, player = self.rules.board, self.to_move or 1
        if not any(self.hands):
            return
        number, names = min(self.hands[player - 1]), shape.names
        beside = next(cell for cell in range(shape.area) if cell not in shape.diagonal)
        strange = next((each for each in range(1, self.rules.top + 1) if each not in self.hands[player - 1]), number)
        for put in (Put(player, number, names[beside]), Put(player, strange, names[shape.diagonal[0]])):
            if put.clover == strange == number:
                continue
            reply = yield from self.ask(put, legal=False)
            if reply.cannot:
                continue
            if reply.done:
                if not self.changes and self.gardens is not None and reply.seen.gardens is not None:
                    self.found(faults.nothing_changed(False, put.cell or "", (put,)))
                raise TalkOver  # the program's own mistake
            self.looked_at("refusals in the set-up")

    def _begun(self) -> Asks:
        reply = yield from self.ask(self.new)
        if not reply.done:
            raise TalkOver
        self.look_at_deal(reply)


def _refused(word: str, what: str, reply: LuckyResponse, *requests: Request) -> Check:
    """Tell that what hello names is refused."""
    help = (
        f"in the branch for `{word}`: do it for the player that is named, or leave `{word}` out of `can` (this is also"
    )
    help += " what a program does that refuses it wrongly)"
    fault = f"{what} is refused, though `can` holds `{word}`: {(reply.why or 'no reason is given')[:80]}"
    return Check(word, fault, help, certain=False, shown_by=requests)
