"""A slow and obvious judge of Lucky Numbers logs, to compare the real one with."""

import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

Event = dict[str, Any]
Garden = dict[str, int]

LETTERS = "abcdefghijklmnopqrstuvwxyz"


# The board ------------------------------------------------------------------------------------------------------------


def cells(side: int) -> list[str]:
    """List all cells, row by row from the top."""
    return [LETTERS[column] + str(row + 1) for row in range(side) for column in range(side)]


def diagonal(side: int) -> list[str]:
    """List the cells of the set-up: a1, b2, ..."""
    return [LETTERS[step] + str(step + 1) for step in range(side)]


@cache
def place_of(cell: str) -> tuple[int, int]:
    """Give column and row of a cell, both counted from 0."""
    return LETTERS.index(cell[0]), int(cell[1:]) - 1


def ascends(garden: Garden, cell: str, number: int) -> bool:
    """Tell whether the number ascends strictly with all others of its row and its column."""
    column, row = place_of(cell)
    for other, there in garden.items():
        other_column, other_row = place_of(other)
        if other_row == row and other_column < column and there >= number:
            return False
        if other_row == row and other_column > column and there <= number:
            return False
        if other_column == column and other_row < row and there >= number:
            return False
        if other_column == column and other_row > row and there <= number:
            return False
    return True


def twins(garden: Garden, cell: str, number: int, variants: list[str]) -> bool:
    """Tell whether an equal number lies diagonally next to the cell, as the declared house rule counts it."""
    column, row = place_of(cell)
    steps: list[tuple[int, int]] = []
    if "bruno" in variants or "bruno-any" in variants:
        steps += [(1, -1), (-1, 1)]
    if "bruno-any" in variants:
        steps += [(1, 1), (-1, -1)]
    for other, there in garden.items():
        other_column, other_row = place_of(other)
        if (other_column - column, other_row - row) in steps and there == number:
            return True
    return False


def fewest_empty(empty: list[int], players: list[int]) -> list[int]:
    """List those of the players who have the fewest empty cells."""
    fewest = min((empty[player - 1] for player in players), default=0)
    return [player for player in players if empty[player - 1] == fewest]


def points_of(winners: list[int], empty: list[int]) -> list[int]:
    """Count the tournament points of one game: +2 to a winner, -1 per empty cell to each other player."""
    return [2 if player in winners else -cells_left for player, cells_left in enumerate(empty, 1)]


# One game -------------------------------------------------------------------------------------------------------------


@dataclass
class Result:
    """How play ended: the clause that judges the winners, the winners, the empty cells of each player."""

    clause: str
    winners: list[int]
    empty: list[int]


@dataclass
class Play:
    """One game as far as its log has been read."""

    players: int
    side: int
    top: int
    sets: int
    one_by_one: bool
    variants: list[str]
    tournament: str | None
    gardens: dict[int, Garden]
    pile: int
    middle: list[int] = field(default_factory=list)
    seen: Counter[int] = field(default_factory=Counter)
    laid: dict[int, int] = field(default_factory=dict)
    begun: bool = False
    starter: int | None = None
    next: int | None = None
    conceded: list[int] = field(default_factory=list)
    ended_by: str | None = None
    result: Result | None = None
    overrun_reported: bool = False
    shown_points: list[int] | None = None


def full_pile(play: Play) -> int:
    """Count the clovers that are face down when play starts."""
    return play.top * play.sets - play.side * play.players


def new_play(event: Event) -> Play:
    """Open a game by its header."""
    players: int = event["players"]
    play = Play(
        players=players,
        side=event.get("side", 4),
        top=event.get("top", 20),
        sets=event.get("sets", players),
        one_by_one=event.get("setup") == "michael" or event["edition"] == "ravensburger-2012",
        variants=event.get("variants", []),
        tournament=event.get("tournament", {}).get("id"),
        gardens={player: {} for player in range(1, players + 1)},
        pile=0,
        laid=dict.fromkeys(range(1, players + 1), 0),
    )
    play.pile = full_pile(play)
    return play


def may_move(play: Play) -> list[int]:
    """List the players who may take the next turn."""
    if play.next is None:
        return [player for player in range(1, play.players + 1) if player not in play.conceded]
    for step in range(play.players):
        player = (play.next - 1 + step) % play.players + 1
        if player not in play.conceded:
            return [player]
    return []


def mover(play: Play, event: Event) -> int:
    """Name the player of an event: the one who may move where the log does not say."""
    named: int = event.get("player", (may_move(play) or [1])[0])
    return named


def hidden(play: Play, number: int) -> int:
    """Count the copies of a number that nobody has seen."""
    return max(0, play.sets - play.seen[number])


def empty_cells(play: Play) -> list[int]:
    """Count the empty cells of each player."""
    return [play.side**2 - len(play.gardens[player]) for player in range(1, play.players + 1)]


def set_up_is_wrong(play: Play) -> bool:
    """Tell whether some player has not laid exactly one clover per diagonal cell."""
    return any(count != play.side for count in play.laid.values())


def without(numbers: list[int], number: int) -> list[int]:
    """Take one copy of the number away, if there is one."""
    rest = list(numbers)
    if number in rest:
        rest.remove(number)
    return rest


# Events ---------------------------------------------------------------------------------------------------------------


def judge_setup(play: Play, event: Event) -> set[str]:
    """Judge a set-up clover, then lay it."""
    player, number, cell = event["player"], event["clover"], event["cell"]
    broken = set()
    if play.seen[number] >= play.sets:
        broken.add("LN101")
    if play.begun or play.laid[player] >= play.side:
        broken.add("LN102")
    if cell not in diagonal(play.side) or cell in play.gardens[player]:
        broken.add("LN103")
    if play.one_by_one and play.laid[player] > min(play.laid.values()):
        broken.add("LN501")
    if play.one_by_one and cell in play.gardens[player]:
        broken.add("LN502")
    play.gardens[player][cell] = number
    play.seen[number] += 1
    play.laid[player] += 1
    return broken


def judge_start(play: Play, event: Event) -> set[str]:
    """Judge what is face down and face up when play starts."""
    broken = set()
    if "pile" in event and event["pile"] != full_pile(play):
        broken.add("LN101")
    if event.get("middle"):
        broken.add("LN101")
    if set_up_is_wrong(play):
        broken.add("LN102")
    play.begun = True
    play.pile = event.get("pile", play.pile)
    play.middle = list(event.get("middle", play.middle))
    play.starter = event.get("first")
    play.next = event.get("first")
    return broken


def middle_after(play: Play, event: Event) -> list[int]:
    """Say what lies face up after a turn by the rules."""
    number, action = event["clover"], event["action"]
    middle = list(play.middle)
    if event["from"] == "middle":
        middle = without(middle, number)
    if action == "discard":
        middle.append(number)
    garden = play.gardens[mover(play, event)]
    if action == "exchange" and event["cell"] in garden:
        middle.append(garden[event["cell"]])
    return middle


def pile_after(play: Play, event: Event) -> int:
    """Count what lies face down after a turn by the rules."""
    return max(0, play.pile - 1) if event["from"] == "pile" else play.pile


def broken_by_turn(play: Play, event: Event, equal_exchange: bool) -> set[str]:
    """List the clauses that a turn breaks, and change nothing."""
    player, number, action, source = mover(play, event), event["clover"], event["action"], event["from"]
    cell, garden = event.get("cell", ""), play.gardens[player]
    broken = set()

    if not play.begun and set_up_is_wrong(play):
        broken.add("LN102")
    if player not in may_move(play):
        broken.add("LN201")
    if play.ended_by is not None:
        broken.add(play.ended_by)

    if source == "pile":
        all_known = play.pile <= sum(hidden(play, each) for each in range(1, play.top + 1))
        if play.pile == 0 or (all_known and hidden(play, number) == 0):
            broken.add("LN203")
    if source == "middle" and number not in play.middle:
        broken.add("LN205")
    if source == "middle" and action == "discard":
        broken.add("LN204")

    if action in ("place", "exchange") and not ascends(garden, cell, number):
        broken.add("LN301")
    if action == "place" and (cell in garden or "out" in event):
        broken.add("LN302")
    if action == "exchange":
        if cell not in garden or event.get("out", garden[cell]) != garden[cell]:
            broken.add("LN303")
        elif garden[cell] == number and not equal_exchange:
            broken.add("LN301")

    if "middle" in event and sorted(event["middle"]) != sorted(middle_after(play, event)):
        broken.add({"place": "LN206", "exchange": "LN303", "discard": "LN204"}[action])
    if "pile" in event and event["pile"] != pile_after(play, event):
        broken.add("LN207")
    return broken


def judge_turn(play: Play, event: Event, equal_exchange: bool) -> set[str]:
    """Judge a turn, then carry it out."""
    player, number, action = mover(play, event), event["clover"], event["action"]
    broken = broken_by_turn(play, event, equal_exchange)
    if play.ended_by is not None:
        if play.overrun_reported:
            broken.discard(play.ended_by)
        play.overrun_reported = True

    middle, pile = middle_after(play, event), pile_after(play, event)
    play.middle = list(event.get("middle", middle))
    play.pile = event.get("pile", pile)
    if event["from"] == "pile":
        play.seen[number] += 1
    if action != "discard":
        play.gardens[player][event["cell"]] = number

    play.begun = True
    if play.starter is None:
        play.starter = player
    again = action != "discard" and twins(play.gardens[player], event["cell"], number, play.variants)
    play.next = player if again else player % play.players + 1

    if play.ended_by is None:
        empty = empty_cells(play)
        if action != "discard" and empty[player - 1] == 0:
            play.ended_by = "LN401"
            play.result = Result("LN401", [player], empty)
        elif event["from"] == "pile" and play.pile == 0:
            still_in = [each for each in range(1, play.players + 1) if each not in play.conceded]
            play.ended_by = "LN402"
            play.result = Result("LN403", fewest_empty(empty, still_in), empty)
    return broken


def readable(play: Play, event: Event) -> bool:
    """Tell whether a refused turn names a clover, an action and a cell that exist."""
    return (
        event.get("player", 1) in range(1, play.players + 1)
        and event.get("clover") in range(1, play.top + 1)
        and event.get("from") in ("pile", "middle")
        and event.get("action") in ("place", "exchange", "discard")
        and (event["action"] == "discard" or event.get("cell") in cells(play.side))
    )


def judge_refused(play: Play, event: Event, equal_exchange: bool) -> set[str]:
    """Name the clause that a program broke by refusing a legal turn, or a legal draw."""
    turn = {key: value for key, value in event.items() if key not in ("pile", "middle")}
    if readable(play, turn):
        if broken_by_turn(play, turn, equal_exchange):
            return set()
        return {{"place": "LN301", "exchange": "LN303", "discard": "LN204"}[turn["action"]]}
    if "clover" not in turn and "action" not in turn and turn.get("from") == "pile":
        ready = play.begun or not set_up_is_wrong(play)
        if ready and mover(play, turn) in may_move(play) and play.pile > 0 and play.ended_by is None:
            return {"LN203"}
    return set()


def true_result(play: Play) -> Result | None:
    """Say how play ended, or would end by its concessions; None while it goes on."""
    still_in = [player for player in range(1, play.players + 1) if player not in play.conceded]
    if play.result is None and len(still_in) <= 1:
        return Result("LN403", still_in, empty_cells(play))
    return play.result


def judge_end(play: Play, event: Event) -> set[str]:
    """Compare the result that the program shows with the true one."""
    play.shown_points = event.get("points")
    result = true_result(play)
    if result is None:
        return {"LN404"}
    broken = set()
    if "winners" in event and sorted(event["winners"]) != sorted(result.winners):
        broken.add(result.clause)
    if "empty" in event and event["empty"] != result.empty:
        broken.add(result.clause)
    if "points" in event and event["points"] != points_of(result.winners, result.empty):
        broken.add("LN602")
    return broken


def game_points(play: Play) -> list[int] | None:
    """Give the points of a game as shown, else the right ones, else None for a game without a result."""
    if play.shown_points is not None:
        return play.shown_points
    result = true_result(play)
    return points_of(result.winners, result.empty) if result is not None else None


def judge_tournament(games: list[Play], event: Event) -> set[str]:
    """Judge a tournament by the games that belong to it."""
    broken = set()
    starters = [play.starter for play in games if play.starter is not None]
    if len(games) != games[0].players or len(starters) != len(set(starters)):
        broken.add("LN601")

    sums: list[int] | None = [0] * games[0].players
    for play in games:
        won = game_points(play)
        sums = None if sums is None or won is None else [before + more for before, more in zip(sums, won, strict=True)]
    if "points" in event and sums is not None and event["points"] != sums:
        broken.add("LN602")
    totals = event.get("points", sums)
    if "winners" in event and totals is not None:
        best = [player for player, total in enumerate(totals, 1) if total == max(totals)]
        if sorted(event["winners"]) != best:
            broken.add("LN603")
    return broken


def of_one_tournament(games: list[Play]) -> list[Play]:
    """List the last games of a file that share the tournament of the very last one."""
    last: list[Play] = []
    for play in reversed(games):
        if play.tournament != games[-1].tournament:
            break
        last.insert(0, play)
    return last


# A file ---------------------------------------------------------------------------------------------------------------


def judge(text: str, *, equal_exchange: bool = True) -> list[tuple[int, str]]:
    """List all breaches of one log file: line from 1, clause id."""
    findings: list[tuple[int, str]] = []
    games: list[Play] = []
    for line, words in enumerate(text.split("\n"), 1):
        if not words.strip():
            continue
        event: Event = {key: value for key, value in json.loads(words).items() if value is not None}
        kind = event["event"]
        broken: set[str] = set()
        if kind == "game":
            games.append(new_play(event))
        elif kind == "setup":
            broken = judge_setup(games[-1], event)
        elif kind == "start":
            broken = judge_start(games[-1], event)
        elif kind == "turn":
            broken = judge_turn(games[-1], event, equal_exchange)
        elif kind == "refused":
            broken = judge_refused(games[-1], event, equal_exchange)
        elif kind == "concede":
            games[-1].conceded.append(mover(games[-1], event))
        elif kind == "end":
            broken = judge_end(games[-1], event)
        elif kind == "tournament":
            broken = judge_tournament(of_one_tournament(games), event)
        findings += [(line, clause) for clause in broken]
    return sorted(findings)
