"""Asking a program: each request with its place of play, and probes by how seldom they were tried."""

from collections.abc import Generator
from random import Random

from models.driving import Aims, Ask, Request, Response, Wish
from models.good_fortune.driving.dialogue import FortuneDialogue
from models.good_fortune.driving.plan import Plan, rules_for
from models.good_fortune.driving.requests import FortuneHello, FortuneResponse

MOST_TURNS = 60
ENOUGH = 3  # times that the same illegal probe is accepted until others come first
Asks = Generator[Ask, Response, FortuneResponse]


class ConversationOver(Exception):
    """The conversation ends here."""


class Asking:
    """What a conversation asks in any place."""

    def __init__(self, hello: FortuneHello, wish: Wish, aims: Aims, rng: Random, plan: Plan, most: int | None) -> None:
        self.hello, self.aims, self.rng, self.plan = hello, aims, rng, plan
        self.dialogue = FortuneDialogue(hello, wish)
        self.can = frozenset(hello.can)
        self.refuses = "refuse" in self.can
        self.turns_left = most or MOST_TURNS
        self.rules = rules_for(hello, wish, plan.variants)

    def ask(self, request: Request, place: str, legal: bool = True) -> Asks:
        if place in self.aims.avoid:
            raise ConversationOver(f"not asked again: {place}")
        self.aims.tried[place] += 1
        reply = yield Ask(request, place, legal)
        self.dialogue.hear(request, reply)
        if reply.cannot:
            self.aims.cannot[place] += 1
        assert isinstance(reply, FortuneResponse)
        return reply

    def probe(self, probes: dict[str, Request]) -> Generator[Ask, Response, bool]:
        """Make that illegal request of several which was tried least; tell whether it was accepted."""
        for place in sorted(probes, key=lambda each: (self.weight(each), self.rng.random())):
            if place not in self.aims.avoid:
                reply = yield from self.ask(probes[place], place, legal=False)
                if reply.done:
                    self.aims.accepted[place] += 1
                return reply.done
        return False

    def weight(self, place: str) -> int:
        """Tell how often something was tried; what is accepted again and again comes last."""
        return self.aims.tried[place] + (1000 if self.aims.accepted[place] >= ENOUGH else 0)
