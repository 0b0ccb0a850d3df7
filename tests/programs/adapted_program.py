"""A right program behind an adapter that is wrong in one way: what can be wrong in an adapter of any game."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

Request = dict[str, Any]
Answer = dict[str, Any]
Told = Callable[[Request], Answer]


class AdaptedProgram:
    """Changes requests before, and answers behind, the right adapter."""

    def __init__(self, fault: str, right: Told) -> None:
        self.right = right
        self.answer: Told = getattr(self, fault.replace(" ", "_"))
        self.kept: Any = None
        self.last: Answer = {}

    def shown(self, answer: Answer) -> Answer:
        shows: Answer = answer.get("shows") or {}
        return shows

    def right_one(self, request: Request) -> Answer:
        return self.right(request)

    # players

    def players_from_0_asked(self, request: Request) -> Answer:
        return self.right({**request, "player": request["player"] + 1} if "player" in request else request)

    def players_from_0_to_move(self, request: Request) -> Answer:
        answer = self.right(request)
        if self.shown(answer).get("to_move"):
            answer["shows"]["to_move"] -= 1
        return answer

    def players_from_0_winners(self, request: Request) -> Answer:
        answer = self.right(request)
        if answer.get("winners"):
            answer["winners"] = [winner - 1 for winner in answer["winners"]]
        return answer

    # answers

    def no_ok(self, request: Request) -> Answer:
        answer = self.right(request)
        if answer.get("ok") is True:
            del answer["ok"]
        return answer

    def no_over(self, request: Request) -> Answer:
        answer = self.right(request)
        if request["do"] == "result":
            answer.pop("over", None)
        return answer

    def no_winners(self, request: Request) -> Answer:
        answer = self.right(request)
        answer.pop("winners", None)
        return answer

    def no_moves(self, request: Request) -> Answer:
        return {} if request["do"] == "legal" else self.right(request)

    def other_key(self, request: Request) -> Answer:
        answer = self.right(request)
        if "to_move" in self.shown(answer):
            answer["shows"]["toMove"] = answer["shows"].pop("to_move")
        return answer

    # what it says of itself

    def claims_to_list(self, request: Request) -> Answer:
        return {"ok": False, "cannot": "no list"} if request["do"] == "legal" else self.right(request)

    def not_begun_anew(self, request: Request) -> Answer:
        if request["do"] == "new" and self.last:
            return {"ok": True, "shows": self.last}
        answer = self.right(request)
        self.last = json.loads(json.dumps(self.shown(answer))) or self.last
        return answer

    # lines

    def no_end(self, request: Request) -> Answer:
        return self.right(request)


def talk(adapted: AdaptedProgram, fault: str) -> None:
    """Answer the lines of standard input."""
    for line in sys.stdin:
        print(json.dumps(adapted.answer(json.loads(line))), flush=True)
    if fault == "no end":
        time.sleep(30)
