"""What a record tells once of a game: the players, what lies before play, and the result."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from verifier.guess import roles
from verifier.guess.draft import Draft
from verifier.guess.hands import is_hand, small_hand
from verifier.guess.record_shape import IDENTIFIER, whole_number, words_of
from verifier.guess.roles import is_garden, number_in

COUNT = {"players", "numplayers", "nplayers", "playercount", "numberofplayers", "playerscount", "nbplayers", "count"}
RESULT = (
    "winners",
    "winner",
    "won",
    "winnerid",
    "winneridx",
    "winnerindex",
    "winningplayer",
    "winnername",
    "gewinner",
    "sieger",
    "gagnant",
)
TIED = ("draw", "tie", "tied", "shared", "both", "all")
NAME_KEYS = ("name", "nick", "nickname", "username", "id", "playerid", "uid", "key", "player")
FIRST_WORDS = {
    "startaufstellung",
    "aufstellung",
    "anfang",
    "beginn",
    "depart",
    "départ",
    "start",
    "starting",
    "setup",
    "initial",
    "init",
    "hand",
    "hands",
    "deal",
    "dealt",
    "begin",
    "diagonal",
    "opening",
}
MOST = 4000  # parts that are looked at
AT_MOST_PLAYERS = 4


def parts_of(root: object, *, skip: object) -> Iterator[tuple[str, object]]:
    """Give the parts of a record outside of its moves, with their paths; of lists the first and the last elements."""
    waiting: list[tuple[str, object, int]] = [("", root, 0)]
    for _ in range(MOST):
        if not waiting:
            return
        path, value, depth = waiting.pop(0)
        if path:
            yield path, value
        if (value is skip and value is not root) or depth > 5:
            continue
        if isinstance(value, dict):
            waiting += [(_below(path, key), child, depth + 1) for key, child in list(value.items())[:100]]
        elif isinstance(value, list) and not all(number_in(each) is not None for each in value):
            waiting += [(f"{path}[{number}]", each, depth + 1) for number, each in enumerate(value[:4])]
            if len(value) > 4:
                waiting.append((f"{path}[-1]", value[-1], depth + 1))


def _below(path: str, key: str) -> str:
    step = key if IDENTIFIER.fullmatch(key) else '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{path}.{step}" if path else step


def last_key(path: str) -> str:
    """Give the last key of a path in small letters, without what is no letter and no digit."""
    return re.sub(r"[^a-z0-9]", "", path.rpartition(".")[2].lower())


class GameParts:
    """What stands beside the moves of a record."""

    def __init__(self, root: object, moves: object, players: list[object]) -> None:
        self.parts = list(parts_of(root, skip=moves))
        self.seen = players
        self.people = self._people()
        self.count = len(self.people[1]) if self.people else self._counted()

    def _people(self) -> tuple[str, list[dict[object, object]]] | None:
        """Find the list of the players, or an object with a member for each, and what may stand for each."""
        people: tuple[str, list[dict[object, object]]] | None = None
        for path, value in self.parts:
            named = last_key(path) in (
                "players",
                "spieler",
                "joueurs",
                "names",
                "playernames",
                "seats",
                "users",
                "participants",
            )
            if (
                isinstance(value, list)
                and 2 <= len(value) <= AT_MOST_PLAYERS
                and not any(isinstance(e, list) for e in value)
            ):
                marks = [dict.fromkeys(_marks(each)) for each in value]
                known = any(set(map(str, mark)) & set(map(str, self.seen)) for mark in marks)
                numbers = any(number_in(each) is not None and not isinstance(each, dict) for each in value)
                if not numbers and (known or (named and all(marks))):
                    return path, [dict(mark) for mark in marks]
            if (
                isinstance(value, dict)
                and set(map(str, self.seen)) <= value.keys()
                and 2 <= len(value) <= AT_MOST_PLAYERS
            ):
                people = people or (path, [{key: None} for key in value])
        return people

    def _counted(self) -> int:
        for path, value in self.parts:
            number = whole_number(value)
            if last_key(path) in COUNT and number is not None and 2 <= number <= AT_MOST_PLAYERS:
                return number
        for _, value in self.parts:
            if isinstance(value, list) and 2 <= len(value) <= AT_MOST_PLAYERS and all(map(is_hand, value)):
                return len(value)
        numbers = [number for number in map(whole_number, self.seen) if number is not None]
        most = (
            max(numbers) + (min(numbers) == 0) if numbers and max(numbers) <= AT_MOST_PLAYERS else len(set(self.seen))
        )
        return max(2, min(AT_MOST_PLAYERS, most))

    def put_players(self, draft: Draft) -> None:
        """Say how many players there are, and what stands for each."""
        counted = [p for p, v in self.parts if last_key(p) in COUNT and whole_number(v) == self.count]
        header: dict[str, str] = {}
        if self.people is not None:
            path, marks = self.people
            header["players"] = path
            if all(any(isinstance(each, str) for each in mark) for mark in marks):
                value = dict(self.parts)[path]
                first = value[0] if isinstance(value, list) else None
                if isinstance(first, str):
                    header["names"] = path
                elif isinstance(first, dict) and isinstance(first.get("name"), str):
                    header["names"] = f"{path}[].name"
        elif counted:
            header["players"] = counted[0]
        else:
            draft.header["players"] = self.count
            draft.say("header", "players", text="as many as are seen to move", sure=len(set(self.seen)) == self.count)
        if header:
            draft.record["header"] = header
        self._put_names(draft)

    def _put_names(self, draft: Draft) -> None:
        seen = _in_order(list(dict.fromkeys(self.seen)))
        if not seen:
            return
        numbers = [whole_number(each) for each in seen]
        small = [number for number in numbers if number is not None and number <= AT_MOST_PLAYERS]
        if len(small) == len(seen) and 0 not in small:
            return
        meant: dict[str, object] = {}
        if len(small) == len(seen):
            meant = {str(number): number + 1 for number in range(self.count)}
            draft.say("values", "player", text="players count from 0 in the record, from 1 here")
        else:
            order = (
                {str(mark): number for number, marks in enumerate(self.people[1], 1) for mark in marks}
                if self.people
                else {}
            )
            told = all(str(each) in order for each in seen)
            for number, each in enumerate(seen, 1):
                meant[str(each)] = order.get(str(each), number) if told else number
            counted = seen == _in_order(list(reversed(seen)))
            if not told and not counted:
                meant = {str(each): number for number, each in enumerate(_in_turn(self.seen), 1)}
            text = "in the order of the list of players" if told else "as they are counted"
            text = text if told or counted else "in the order in which they move"
            draft.say("values", "player", text=f"{text}; it must be clockwise", sure=told or counted or self.count == 2)
        draft.values["player"] = meant

    def put_setup(self, draft: Draft) -> None:
        """Say what lies before play, if the record has it in one part for each player."""
        found: list[tuple[int, str, list[object]]] = []
        for path, value in self.parts:
            hands = list(value.values()) if isinstance(value, dict) else value
            small = (
                bool(words_of(path.rpartition(".")[2]) & FIRST_WORDS)
                and isinstance(hands, list)
                and all(map(small_hand, hands))
            )
            if isinstance(hands, list) and len(hands) == self.count and (small or all(map(is_hand, hands))):
                found.append((0 if words_of(path) & FIRST_WORDS else 1, path, hands))
            if isinstance(value, list) and len(value) == self.count and all(isinstance(each, dict) for each in value):
                for key in value[0]:
                    inner = [each.get(key) for each in value]
                    if all(map(is_hand, inner)):
                        rank = 0 if words_of(key) & FIRST_WORDS else 1
                        found.append((rank, _below(f"{path}[]", key), inner))
        if not found:
            return
        _, path, hands = min(found, key=lambda each: each[0])
        draft.record["setup"] = path
        self._put_size(draft, hands[0])
        numbers = [
            [number_in(each) for each in hand] for hand in hands if isinstance(hand, list) and not is_garden(hand)
        ]
        if any(sorted(hand, key=lambda number: number or 0) != hand for hand in numbers):
            draft.say(
                "record",
                "setup",
                text="numbers that do not ascend: if they were laid in order, add dealt = true",
                sure=False,
            )
            return
        sure = found[0][0] == 0 or len(found) == 1
        what = "what each player lays before play"
        draft.say(
            "record",
            "setup",
            text=what + (", on the diagonal from a1" if numbers else ""),
            sure=sure,
        )

    @staticmethod
    def _put_size(draft: Draft, hand: object) -> None:
        """Say how large the board is, where it is not the printed one."""
        if isinstance(hand, (list, dict)) and len(hand) >= roles.SIDE:
            draft.header.pop("side", None)
            draft.remarks.pop(("header", "side"), None)
        elif isinstance(hand, (list, dict)):
            draft.header["side"] = len(hand)
            draft.say(
                "header", "side", text="as many as each player lays before play; `top`, if it is not 20", sure=False
            )

    def put_result(self, draft: Draft) -> None:
        """Say who won, if the record says it."""
        for name in RESULT:
            for path, value in self.parts:
                if last_key(path) != name or isinstance(value, (bool, float)):
                    continue
                draft.record["end"] = {"winners": path}
                draft.say(
                    "record", "end", text="null: play was not over" if value is None else f"here {str(value)[:40]}"
                )
                self.put_winners(draft, value)
                return

    def put_winners(self, draft: Draft, value: object) -> None:
        """Say what stands for those who have won."""
        for each in value if isinstance(value, list) else [value]:
            known = draft.values.get("player", {})
            if isinstance(each, str) and each.lower() in TIED:
                draft.values.setdefault("winners", {})[each] = list(range(1, self.count + 1))
                draft.say("values", "winners", each, text="all players share the win", sure=False)
            elif whole_number(each) is not None and known and str(each) not in known:
                draft.values["winners"] = {str(number): number + 1 for number in range(self.count)}
                draft.say("values", "winners", text="counted from 0?", sure=False)
            elif self.people and str(each) not in known and isinstance(each, str):
                marks = {str(mark): number for number, every in enumerate(self.people[1], 1) for mark in every}
                if each in marks:
                    draft.values.setdefault("winners", {})[each] = marks[each]


def _in_order(players: list[object]) -> list[object]:
    """Order players whose names end in a number or a letter by that; others stay as they are."""
    marks = [re.search(r"(\d|\b[A-Da-d])$", str(player)) for player in players]
    told = [mark[0].lower() for mark in marks if mark is not None]
    if len(told) < len(players) or len(set(told)) < len(told):
        return players
    return [player for _, player in sorted(zip(told, players, strict=True), key=lambda each: each[0])]


def _in_turn(moved: list[object]) -> list[object]:
    """Order players as they mostly follow one another."""
    follows = Counter(pairwise(moved))
    order, rest = moved[:1], list(dict.fromkeys(moved))[1:]
    while rest:
        order.append(max(rest, key=lambda each: follows[order[-1], each]))
        rest.remove(order[-1])
    return order


def _marks(player: object) -> list[object]:
    """Give what may stand for a player: himself, or what names him."""
    if isinstance(player, dict):
        return [value for key, value in player.items() if last_key(key) in NAME_KEYS and isinstance(value, (str, int))]
    return [player] if isinstance(player, (str, int)) else []
