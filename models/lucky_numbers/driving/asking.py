"""Asking a program for its set-up: clovers laid where they may be, and where or when they may not."""

from collections.abc import Generator
from random import Random

from models.asking import Asking, ConversationOver
from models.driving import Aims, Ask, Request, Response, Wish
from models.lucky_numbers.driving.dialogue import LuckyDialogue
from models.lucky_numbers.driving.plan import Plan
from models.lucky_numbers.driving.requests import LuckyHello, LuckyResponse, Put, Take
from models.lucky_numbers.editions import MICHAEL, Rules
from models.lucky_numbers.garden import board

MOST_TURNS, MOST_AFTER_END = 300, 150
Asks = Generator[Ask, Response, LuckyResponse]


class AskingSetUp(Asking[LuckyDialogue, LuckyResponse]):
    """What a conversation asks before play."""

    def __init__(self, hello: LuckyHello, wish: Wish, aims: Aims, rng: Random, plan: Plan, most: int | None) -> None:
        super().__init__(LuckyDialogue(hello, wish), LuckyResponse, hello, aims, rng)
        self.hello, self.plan = hello, plan
        self.turns_left, self.after_end = most or MOST_TURNS, MOST_AFTER_END
        self.rules = Rules(
            board=board(hello.side), top=hello.top, sets=hello.sets or plan.players, players=plan.players
        )

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
        probes: dict[str, Request] = {}
        if off:
            probes["set-up beside the diagonal"] = Put(player, hand[0], self.rng.choice(off))
        if taken:
            probes["set-up on a taken cell"] = Put(player, hand[0], self.rng.choice(taken))
        if free and others:
            probes["set-up with a clover of nobody's hand"] = Put(player, self.rng.choice(others), free[0])
        behind = min(len(hand) for hand in ex.hands), max(len(hand) for hand in ex.hands)
        if self.plan.setup == MICHAEL and len(hand) == behind[0] < behind[1] and free:
            probes["set-up ahead of the others"] = Put(player, hand[0], free[0])
        first = ", but for one player" if len(players) == 1 else ""
        wrong: dict[str, Request] = {f"a turn before the set-up is done{first}": Take(ex.seen.to_move or 1, "pile")}
        yield from self.probe(wrong | probes)
