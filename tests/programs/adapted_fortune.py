"""The right program of Good Fortune behind an adapter that is wrong in one way: `adapted_fortune.py FAULT [OPTIONS]`."""

import json
import sys

from tests.programs import fortune
from tests.programs.adapted_program import AdaptedProgram, Answer, Request, talk

OTHER = {"left": "right", "right": "left"}


class AdaptedFortune(AdaptedProgram):
    """Changes requests before, and answers behind, the right adapter."""

    # ends

    def ends_swapped_in_lay(self, request: Request) -> Answer:
        return self.right({**request, "end": OTHER[request["end"]]} if "end" in request else request)

    def ends_swapped_in_legal(self, request: Request) -> Answer:
        answer = self.right(request)
        if answer.get("moves"):
            answer["moves"] = [OTHER.get(move, move) for move in answer["moves"]]
        return answer

    def line_dealt_from_the_right(self, request: Request) -> Answer:
        return self.right({**request, "line": request["line"][::-1]} if "line" in request else request)

    # players

    def hands_swapped(self, request: Request) -> Answer:
        return self.right({**request, "hands": request["hands"][::-1]} if "hands" in request else request)

    def chosen_swapped(self, request: Request) -> Answer:
        answer = self.right(request)
        if "shows" in answer:
            answer["shows"]["chosen"] = answer["shows"]["chosen"][::-1]
        return answer

    def one_hand(self, request: Request) -> Answer:
        answer = self.right(request)
        if "shows" in answer:
            answer["shows"]["hands"] = answer["shows"]["hands"][:1]
        return answer

    # tiles

    def tiles_from_0_asked(self, request: Request) -> Answer:
        return self.right({**request, "tile": request["tile"] + 1} if "tile" in request else request)

    def tiles_from_0_chosen(self, request: Request) -> Answer:
        answer = self.right(request)
        if "shows" in answer:
            answer["shows"]["chosen"] = [tile and tile - 1 for tile in answer["shows"]["chosen"]]
        return answer

    def tiles_from_0_listed(self, request: Request) -> Answer:
        answer = self.right(request)
        if answer.get("moves"):
            answer["moves"] = [str(int(move) - 1) if move.isdecimal() else move for move in answer["moves"]]
        return answer

    def tiles_as_texts(self, request: Request) -> Answer:
        answer = self.right(request)
        if "shows" in answer:
            answer["shows"]["line"] = list(map(str, answer["shows"]["line"]))
        return answer

    def chosen_0(self, request: Request) -> Answer:
        answer = self.right(request)
        if "shows" in answer:
            answer["shows"]["chosen"] = [tile or 0 for tile in answer["shows"]["chosen"]]
        return answer

    # answers

    def one_total(self, request: Request) -> Answer:
        answer = self.right(request)
        if "totals" in answer:
            answer["totals"] = answer["totals"][:1]
        return answer

    def moves_as_words(self, request: Request) -> Answer:
        answer = self.right(request)
        if answer.get("moves"):
            answer["moves"] = [f"choose {move}" for move in answer["moves"]]
        return answer

    def line_late(self, request: Request) -> Answer:
        answer = self.right(request)
        if "shows" in answer:
            now = answer["shows"]["line"]
            answer["shows"]["line"] = self.kept if request["do"] == "lay" else now
            self.kept = now
        return answer

    def layings_not_made(self, request: Request) -> Answer:
        return {"ok": True, "shows": self.last} if request["do"] == "lay" else self._remembered(request)

    def refused_choices_said_ok(self, request: Request) -> Answer:
        answer = self._remembered(request)
        said_ok = answer.get("ok") is False and request["do"] == "choose"
        return {"ok": True, "shows": self.last} if said_ok else answer

    def refused_layings_said_ok(self, request: Request) -> Answer:
        answer = self._remembered(request)
        said_ok = answer.get("ok") is False and request["do"] == "lay"
        return {"ok": True, "shows": self.last} if said_ok else answer

    def _remembered(self, request: Request) -> Answer:
        answer = self.right(request)
        self.last = json.loads(json.dumps(self.shown(answer))) or self.last
        return answer

    def choices_lost_on_refusal(self, request: Request) -> Answer:
        if self.kept and request["do"] == "lay":
            return {"ok": False, "why": "nothing is chosen"}
        answer = self.right(request)
        self.kept = answer.get("ok") is False and request["do"] == "lay"
        return answer

    # what it says of itself

    def unknown_word(self, request: Request) -> Answer:
        answer = self.right(request)
        if request["do"] == "hello":
            answer["can"] = [*answer["can"], "table"]
        return answer

    def deal_ignored(self, request: Request) -> Answer:
        return self.right({key: value for key, value in request.items() if key not in ("hands", "line")})

    # lines

    def noise(self, request: Request) -> Answer:
        if request["do"] == "choose":
            print("choosing a tile")
        return self.right(request)

    def answers_twice(self, request: Request) -> Answer:
        answer = self.right(request)
        if request["do"] == "choose":
            print(json.dumps(answer))
        return answer


def main() -> None:
    fault = sys.argv.pop(1)
    told = fortune.arguments()
    game = fortune.GoodFortune(frozenset(told.mistake), told.hand)
    can = [word for word in told.can.split(",") if word]
    adapted = AdaptedFortune(fault, fortune.Adapter(game, can, frozenset(filter(None, told.hide.split(",")))).answer)
    talk(adapted, fault)


if __name__ == "__main__":
    main()
