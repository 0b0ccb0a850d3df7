"""Asking a program: each request with its place of play, probes by how seldom they were tried, and the set-up."""

from collections.abc import Generator
from random import Random

from models.driving import Aims, Ask, Request, Response, Wish
from models.lucky_numbers.driving.dialogue import LuckyDialogue
from models.lucky_numbers.driving.plan import Plan
from models.lucky_numbers.driving.requests import LuckyHello, LuckyResponse, Put, Take
from models.lucky_numbers.editions import MICHAEL, Rules
from models.lucky_numbers.garden import board

MOST_TURNS, MOST_AFTER_END = 300, 150
ENOUGH = 3  # times that the same illegal probe is accepted until others come first
Asks = Generator[Ask, Response, LuckyResponse]


class ConversationOver(Exception):
    """The conversation ends here."""


class Asking:
    """What a conversation asks besides turns."""

    def __init__(self, hello: LuckyHello, wish: Wish, aims: Aims, rng: Random, plan: Plan, most: int | None) -> None:
        self.hello, self.aims, self.rng, self.plan = hello, aims, rng, plan
        self.dialogue = LuckyDialogue(hello, wish)
        self.can = frozenset(hello.can)
        self.refuses = "refuse" in self.can
        self.turns_left, self.after_end = most or MOST_TURNS, MOST_AFTER_END
        self.rules = Rules(
            board=board(hello.side), top=hello.top, sets=hello.sets or plan.players, players=plan.players
        )

    def ask(self, request: Request, place: str, legal: bool = True) -> Asks:
        if place in self.aims.avoid:
            raise ConversationOver(f"not asked again: {place}")
        self.aims.tried[place] += 1
        reply = yield Ask(request, place, legal)
        self.dialogue.hear(request, reply)
        if reply.cannot:
            self.aims.cannot[place] += 1
        assert isinstance(reply, LuckyResponse)
        return reply

    def probe(self, probes: dict[str, Request]) -> Generator[Ask, Response, LuckyResponse | None]:
        """Make that illegal request of several which was tried least."""
        for place in sorted(probes, key=lambda each: (self.weight(each), self.rng.random())):
            if place not in self.aims.avoid:
                reply = yield from self.ask(probes[place], place, legal=False)
                if reply.done:
                    self.aims.accepted[place] += 1
                return reply
        return None

    def weight(self, place: str) -> int:
        """Tell how often something was tried; what is accepted again and again comes last."""
        return self.aims.tried[place] + (1000 if self.aims.accepted[place] >= ENOUGH else 0)

    # --- before play

    def set_up(self) -> Generator[Ask, Response, None]:
        ex = self.dialogue
        while any(ex.hands):
            if self.refuses and self.rng.random() < 0.15:
                yield from self._probe_set_up()
                if ex.game.playing or not any(ex.hands):
                    return
            seats = [player for player in range(1, self.plan.players + 1) if ex.hands[player - 1]]
            if self.plan.setup == MICHAEL:
                seats.sort(key=lambda player: -len(ex.hands[player - 1]))
            if ex.seen.to_move in seats:
                seats.sort(key=lambda player: player != ex.seen.to_move)
            for player in seats:
                reply = yield from self.ask(self._setting(player), "a clover of the set-up")
                if reply.done:
                    break
            else:
                ex.deny_set_up(seats[0])
                raise ConversationOver("no clover of the set-up was accepted")

    def _free(self, player: int) -> list[str]:
        names, garden = self.rules.board.names, self.dialogue.game.gardens[player]
        lies = self.dialogue.game.layout.number_on
        return [names[cell] for cell in self.rules.board.diagonal if not lies(garden, cell)]

    def _setting(self, player: int) -> Put:
        free, hand = self._free(player), self.dialogue.hands[player - 1]
        index = self.rng.randrange(len(free)) if free and self.plan.style == "any" else 0
        cell = free[index] if free else self.rules.board.names[0]
        return Put(player, hand[index % len(hand)], cell)

    def _probe_set_up(self) -> Generator[Ask, Response, None]:
        """Lay a clover where or when it may not be laid before play."""
        ex, names = self.dialogue, self.rules.board.names
        players = [player for player in range(1, self.plan.players + 1) if ex.hands[player - 1]]
        player = self.rng.choice(players)
        hand, free = ex.hands[player - 1], self._free(player)
        off = [name for cell, name in enumerate(names) if cell not in self.rules.board.diagonal]
        taken = [names[cell] for cell in self.rules.board.diagonal if names[cell] not in free]
        others = [number for number in range(1, self.rules.top + 1) if number not in hand]
        probes = {"set-up beside the diagonal": Put(player, hand[0], self.rng.choice(off))}
        if taken:
            probes["set-up on a taken cell"] = Put(player, hand[0], self.rng.choice(taken))
        if free:
            probes["set-up with a clover of nobody's hand"] = Put(player, self.rng.choice(others), free[0])
        behind = min(len(hand) for hand in ex.hands), max(len(hand) for hand in ex.hands)
        if self.plan.setup == MICHAEL and len(hand) == behind[0] < behind[1] and free:
            probes["set-up ahead of the others"] = Put(player, hand[0], free[0])
        first = ", but for one player" if len(players) == 1 else ""
        wrong: dict[str, Request] = {f"a turn before the set-up is done{first}": Take(ex.seen.to_move or 1, "pile")}
        yield from self.probe(wrong | probes)
