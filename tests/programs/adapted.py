"""The right program of Lucky Numbers behind an adapter that is wrong in one way: `adapted.py FAULT [OPTIONS of lucky.py]`."""

import json
import sys

from tests.programs import lucky
from tests.programs.adapted_program import AdaptedProgram, Answer, Request, talk


def swapped(name: str) -> str:
    return "abcdefghi"[int(name[1:]) - 1] + str("abcdefghi".index(name[0]) + 1)


def transposed(text: str) -> str:
    return "/".join(" ".join(row) for row in zip(*(row.split() for row in text.split("/")), strict=True))


class Adapted(AdaptedProgram):
    """Changes requests before, and answers behind, the right adapter."""

    # cells

    def empty_from_the_last_player(self, request: Request) -> Answer:
        answer = self.right(request)
        if answer.get("empty"):
            answer["empty"] = answer["empty"][::-1]
        return answer

    def swapped_in_put(self, request: Request) -> Answer:
        if request.get("cell"):
            request["cell"] = swapped(request["cell"])
        return self.right(request)

    def swapped_in_gardens(self, request: Request) -> Answer:
        answer = self.right(request)
        if "gardens" in self.shown(answer):
            answer["shows"]["gardens"] = list(map(transposed, answer["shows"]["gardens"]))
        return answer

    def swapped_in_table(self, request: Request) -> Answer:
        if request["do"] == "table":
            request["gardens"] = list(map(transposed, request["gardens"]))
        return self.right(request)

    def swapped_in_legal(self, request: Request) -> Answer:
        answer = self.right(request)
        if answer.get("moves"):
            moves = [move.split() for move in answer["moves"]]
            answer["moves"] = [" ".join([*m[:-1], swapped(m[-1]) if len(m[-1]) == 2 else m[-1]]) for m in moves]
        return answer

    def rows_from_below(self, request: Request) -> Answer:
        if request.get("cell"):
            request["cell"] = request["cell"][0] + str(5 - int(request["cell"][1]))
        return self.right(request)

    def columns_from_the_right(self, request: Request) -> Answer:
        if request.get("cell"):
            request["cell"] = "dcba"["abcd".index(request["cell"][0])] + request["cell"][1]
        return self.right(request)

    def zeros_in_gardens(self, request: Request) -> Answer:
        answer = self.right(request)
        if "gardens" in self.shown(answer):
            answer["shows"]["gardens"] = [text.replace(".", "0") for text in answer["shows"]["gardens"]]
        return answer

    # players

    def players_from_0_everywhere(self, request: Request) -> Answer:
        answer = self.players_from_0_asked(request)
        if self.shown(answer).get("to_move"):
            answer["shows"]["to_move"] -= 1
        return answer

    def gardens_in_another_order(self, request: Request) -> Answer:
        answer = self.right(request)
        if "gardens" in self.shown(answer):
            answer["shows"]["gardens"] = answer["shows"]["gardens"][1:] + answer["shows"]["gardens"][:1]
        return answer

    def turn_order_not_checked(self, request: Request) -> Answer:
        answer = self.right(request)
        if "turn of player" in answer.get("why", "") and request["do"] in ("take", "put"):
            request["player"] = int(answer["why"].split()[-1])
            answer = self.right(request)
        return answer

    # what is in hand

    def held_never_cleared(self, request: Request) -> Answer:
        answer = self.right(request)
        if request["do"] == "take" and answer.get("ok"):
            self.kept = answer["clover"]
        if self.kept and "shows" in answer:
            answer["shows"]["held"] = self.kept
        return answer

    def held_0(self, request: Request) -> Answer:
        answer = self.right(request)
        if "held" in self.shown(answer):
            answer["shows"]["held"] = answer["shows"]["held"] or 0
        return answer

    def clover_remembered(self, request: Request) -> Answer:
        answer = self.right(request)
        if request["do"] == "new":
            self.kept = None
        if "clover" in answer:
            self.kept = answer["clover"] = answer["shows"]["held"] = self.kept or answer["clover"]
        return answer

    def clover_from_the_middle_remembered(self, request: Request) -> Answer:
        if request["do"] == "put" and self.kept and request["clover"] != self.kept:
            return {"ok": False, "why": f"no {self.kept} lies in the middle"}
        if request["do"] == "take" and request["from"] == "middle":
            self.kept = request["clover"]
        return self.right(request)

    def hand_lost_on_refusal(self, request: Request) -> Answer:
        if request["do"] == "put" and self.kept == "lost":
            return {"ok": False, "why": "no clover is in hand"}
        answer = self.right(request)
        self.kept = "lost" if request["do"] == "put" and answer["ok"] is False else None
        return answer

    def first_of_the_hand(self, request: Request) -> Answer:
        if request["do"] == "new":
            self.kept = [list(hand) for hand in request["hands"]]
        if request["do"] == "put" and self.kept and self.kept[request["player"] - 1]:
            request["clover"] = self.kept[request["player"] - 1].pop(0)
        return self.right(request)

    # answers

    def no_gardens(self, request: Request) -> Answer:
        answer = self.right(request)
        self.shown(answer).pop("gardens", None)
        return answer

    def no_hands(self, request: Request) -> Answer:
        for key in ("hands", "pile"):
            request.pop(key, None) if request["do"] == "new" else None
        answer = self.right(request)
        self.shown(answer).pop("hands", None)
        if request["do"] == "hello":
            answer["can"] = [word for word in answer["can"] if word != "deal"]
        return answer

    def no_clover(self, request: Request) -> Answer:
        answer = self.right(request)
        answer.pop("clover", None)
        self.shown(answer).pop("held", None)
        return answer

    def clover_in_held_alone(self, request: Request) -> Answer:
        answer = self.right(request)
        answer.pop("clover", None)
        return answer

    def shows_late(self, request: Request) -> Answer:
        answer = self.right(request)
        if "shows" in answer:
            now = json.dumps(answer["shows"])
            if request["do"] == "put" and answer["ok"]:
                answer["shows"] = json.loads(self.kept)
            self.kept = now
        return answer

    def refusals_said_ok(self, request: Request) -> Answer:
        answer = self.right(request)
        if answer.get("ok") is False and request["do"] == "put":
            return {"ok": True, "shows": self.last}
        self.last = self.shown(answer) or self.last
        return answer

    def pile_as_a_list(self, request: Request) -> Answer:
        answer = self.right(request)
        if "pile" in self.shown(answer):
            answer["shows"]["pile"] = [0] * answer["shows"]["pile"]
        return answer

    def numbers_as_texts(self, request: Request) -> Answer:
        answer = self.right(request)
        if "clover" in answer:
            answer["clover"] = str(answer["clover"])
        return answer

    def moves_as_objects(self, request: Request) -> Answer:
        answer = self.right(request)
        if answer.get("moves"):
            answer["moves"] = [move.replace("take ", "") for move in answer["moves"]]
        return answer

    # what it says of itself

    def unknown_word(self, request: Request) -> Answer:
        answer = self.right(request)
        if request["do"] == "hello":
            answer["can"] = [*answer["can"], "undo"]
        return answer

    def hello_without_players(self, request: Request) -> Answer:
        answer = self.right(request)
        if request["do"] == "hello":
            del answer["players"]
        return answer

    def deal_ignored(self, request: Request) -> Answer:
        if request["do"] == "new":
            request = {key: value for key, value in request.items() if key not in ("hands", "pile")}
        return self.right(request)

    def deal_from_the_end(self, request: Request) -> Answer:
        if request["do"] == "new":
            request["pile"].reverse()
        return self.right(request)

    def table_from_the_end(self, request: Request) -> Answer:
        if request["do"] == "table":
            request["pile"].reverse()
        return self.right(request)

    def diagonal_laid_already(self, request: Request) -> Answer:
        answer = self.right(request)
        if request["do"] == "hello":
            answer["diagonal"] = "players"
        elif not self.shown(answer).get("hands", True) or request["do"] == "new":
            answer["shows"]["hands"] = [[] for _ in answer["shows"]["gardens"]]
        return answer

    # what not every program offers

    def claims_to_play(self, request: Request) -> Answer:
        return {"ok": False, "cannot": "no players"} if request["do"] == "play" else self.right(request)

    def claims_to_concede(self, request: Request) -> Answer:
        return {"ok": False, "cannot": "nobody gives up"} if request["do"] == "concede" else self.right(request)

    def own_turns_refused(self, request: Request) -> Answer:
        return {"ok": False, "why": "not mine"} if request["do"] == "play" else self.right(request)

    def giving_up_refused(self, request: Request) -> Answer:
        return {"ok": False, "why": "go on"} if request["do"] == "concede" else self.right(request)

    def illegal_placing_said_ok(self, request: Request) -> Answer:
        answer = self.right(request)
        if request["do"] == "put" and answer.get("ok") is False and any(self.shown(self.last).get("hands") or ()):
            return {"ok": True, "shows": self.shown(self.last)}
        self.last = answer if "shows" in answer else self.last
        return answer

    # lines

    def noise(self, request: Request) -> Answer:
        if request["do"] == "put":
            print("placing a clover")
        return self.right(request)

    def answers_twice(self, request: Request) -> Answer:
        answer = self.right(request)
        if request["do"] == "take":
            print(json.dumps(answer))
        return answer


def main() -> None:
    fault = sys.argv.pop(1)
    told = lucky.arguments()
    wrong = frozenset(told.mistake)
    game = lucky.LuckyNumbers(wrong, told.side, told.top, told.sets, told.equal_exchange, told.diagonal)
    can = [word for word in told.can.split(",") if word]
    adapted = Adapted(fault, lucky.Adapter(game, can, frozenset(filter(None, told.hide.split(",")))).answer)
    talk(adapted, fault)


if __name__ == "__main__":
    main()
