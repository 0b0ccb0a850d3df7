"""The beginning of a game that an adapter is checked with: what was dealt, and the set-up."""

from collections import Counter

from models.checked_talk import Asks, TalkOver, hedged
from models.driving import Check
from models.lucky_numbers.driving import adapter_faults as faults
from models.lucky_numbers.driving.checked_game import CheckedGame, told_deal
from models.lucky_numbers.driving.requests import LuckyHello, LuckyResponse, New, Put, Shows

SEED = 20
HALF = 2  # clovers of a hand that may be otherwise in a program that deals wrongly


class CheckedSetUp(CheckedGame):
    """Asks for the deal and the set-up."""

    def __init__(self, hello: LuckyHello, players: int, setup: str) -> None:
        super().__init__(hello, players)
        hands, pile = told_deal(self.rules, hello.diagonal) if "deal" in self.can else (None, None)
        self.new = New(players, setup, (), SEED, hands, pile)
        self.expected = list(pile or ())
        self.hands: list[list[int]] = []
        self.first: Shows | None = None

    def look_at_deal(self, reply: LuckyResponse) -> None:
        """See that the answer to `new` shows what it must, and the hands that were dealt."""
        seen, told = reply.seen, self.new.hands
        filled = self._on_diagonals()
        if self.hello.diagonal == "players":
            if told is None and (seen.hands is None or len(seen.hands) != self.players):
                help = 'in the branch for `new`: add "hands" to "shows", a list of clovers per player, or say'
                help += ' "diagonal":"program" in hello if the program lays them itself'
                if seen.hands is None and seen.to_move is not None:
                    help = hedged(help, False, "starts without a set-up")
                    self.found(Check("shows", "the answer to `new` shows no hands", help, False, False, (self.new,)))
                    raise TalkOver
                self._grave("shows", f"the answer to `new` shows no hands of {self.players} players", help)
            if filled and seen.hands is not None and not any(seen.hands):
                help = 'in the branch for `hello`: say "diagonal":"program"'
                self._grave("hello", "the diagonal is laid already, though hello says that players lay it", help)
            self.hands = [list(hand) for hand in told or seen.hands or ()]
        if self.hello.diagonal == "program" and seen.gardens is None:
            help = 'in the branch for `new`: add "gardens" to "shows", a text per player'
            self._grave("shows", "the answer to `new` shows no gardens, though the program lays the diagonal", help)
        if self.gardens is not None:
            self.believed = [list(garden) for garden in (self.believed[0], *self.gardens[1:])]
        shown = seen.hands if self.hello.diagonal == "players" else filled
        if told is None or shown is None or len(shown) != self.players or not all(shown):
            return
        unlike = [(Counter(mine) - Counter(theirs)).total() for mine, theirs in zip(told, shown, strict=True)]
        if min(unlike) >= HALF:
            rotated = (*told[1:], told[0]), (told[-1], *told[:-1])
            if any(list(map(sorted, shown)) == list(map(sorted, each)) for each in rotated):
                self.end(faults.player_zero("player 1 has the clovers of another player", self.new))
            fault = f"player 1 is dealt {', '.join(map(str, told[0]))} and has {', '.join(map(str, shown[0]))}"
            self.end(faults.not_dealt(fault, True, (self.new,)))
        self.looked_at("deal")

    def _on_diagonals(self) -> list[list[int]]:
        """Give the clovers that lie in each garden, nothing if none lies."""
        found = [[number for number in garden if number] for garden in (self.gardens or ())[1:]]
        return found if any(found) else []

    def _grave(self, what: str, fault: str, help: str) -> None:
        self.end(Check(what, fault, help, True, True, (self.new,)))

    def set_up(self) -> Asks:
        """Lay every hand on the diagonal, the lowest clover first, in turns."""
        names, diagonal = self.rules.board.names, self.rules.board.diagonal
        while any(self.hands):
            seats = [player for player in range(1, self.players + 1) if self.hands[player - 1]]
            seats.sort(key=lambda player: (player != self.to_move, -len(self.hands[player - 1])))
            for player in seats:
                hand = self.hands[player - 1]
                at = next((cell for cell in diagonal if not self.believed[player][cell]), None)
                if at is None:
                    raise TalkOver
                put = Put(player, min(hand), names[at])
                reply = yield from self.ask(put)
                if reply.done:
                    hand.remove(put.clover)
                    self.believed[player][at] = put.clover
                    break
            else:
                if not any(map(any, self.believed)) and self.hands[0]:
                    yield from self._other_end(min(self.hands[0]))
                    yield from self._player_zero(Put(0, min(self.hands[0]), names[0]))
                raise TalkOver

    def _other_end(self, number: int) -> Asks:
        """Where no player may lay a clover of the hand: see whether cells are counted from another end."""
        shape = self.rules.board
        for at in (shape.side - 1, shape.area - shape.side):
            put = Put(1, number, shape.names[at])
            yield from self.ask(put, legal=False)
            if len(self.changes) == 1 and self.changes[0] != (1, at, number):
                self.end(faults.shows_elsewhere(shape, at, self.changes[0][1], "put", put))
            if self.changes:
                raise TalkOver

    def _player_zero(self, put: Put) -> Asks:
        """Where no player may lay a clover of the hand: see whether there is a player 0."""
        reply = yield from self.ask(put)
        if reply.done and self.gardens is not None and self.gardens[1][0] == put.clover:
            self.end(faults.player_zero("a put of player 0 is answered ok, and shows in the first garden", put))
