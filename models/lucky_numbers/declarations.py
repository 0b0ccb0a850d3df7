"""Other ways to read a log of Lucky Numbers."""

import re
from collections.abc import Callable, Sequence

from models.declaration import (
    PLAYERS_FROM_0,
    Declaration,
    LogEvent,
    Rewriting,
    from_one,
    next_named,
    shown_before,
    with_header,
)
from models.lucky_numbers.editions import EDITIONS, MICHAEL, NO_EQUAL_EXCHANGE, SIDE, STANDARD, VARIANTS
from models.lucky_numbers.garden import LARGEST_SIDE

CellPlace = tuple[int, int]  # column and row from 0


def cells_moved(moved: Callable[[int, CellPlace], CellPlace], gardens: bool = False) -> Rewriting:
    """Give what names cells as they lie when a board of some side is turned or mirrored, and shown gardens too."""

    def rewritten(events: Sequence[LogEvent]) -> list[LogEvent]:
        found, side = list[LogEvent](), SIDE
        for each in events:
            if each.get("event") == "game":
                told = each.get("side")
                side = told if isinstance(told, int) and 0 < told <= LARGEST_SIDE else SIDE
            if isinstance(cell := each.get("cell"), str):
                each = each | {"cell": _moved_name(cell, side, moved)}
            if gardens and isinstance(shown := each.get("gardens"), list):
                each = each | {"gardens": [_moved_garden(text, moved) for text in shown]}
            found.append(each)
        return found

    return rewritten


def _moved_name(cell: str, side: int, moved: Callable[[int, CellPlace], CellPlace]) -> str:
    column, row = cell[:1], cell[1:]
    if not ("a" <= column <= "z" and row.isascii() and row.isdigit() and len(row) < 3):
        return cell
    column_there, row_there = moved(side, (ord(column) - ord("a"), int(row) - 1))
    if not 0 <= column_there < LARGEST_SIDE:
        return cell
    return f"{chr(ord('a') + column_there)}{row_there + 1}"


def _moved_garden(text: object, moved: Callable[[int, CellPlace], CellPlace]) -> object:
    rows = [row.split() for row in text.split("/")] if isinstance(text, str) else []
    side = len(rows)
    if not rows or any(len(row) != side for row in rows):
        return text
    there = {moved(side, (column, row)): rows[row][column] for row in range(side) for column in range(side)}
    return "/".join(" ".join(there.get((column, row), ".") for column in range(side)) for row in range(side))


def _exchanges_named(events: Sequence[LogEvent]) -> list[LogEvent]:
    """Call it an exchange where a clover is placed on a cell on which the same player has placed one."""
    found, covered = list[LogEvent](), set[tuple[object, str]]()
    for each in events:
        cell, what = each.get("cell"), each.get("event")
        if what == "game":
            covered = set()
        if isinstance(cell, str):
            place = (repr(each.get("player")), cell)
            if each.get("action") == "place" and place in covered:
                each = each | {"action": "exchange"}
            if what in ("setup", "turn"):
                covered.add(place)
        found.append(each)
    return found


def _without_hand(events: Sequence[LogEvent]) -> list[LogEvent]:
    """Count one clover less face down behind each turn that revealed one."""
    found = []
    for each in events:
        pile = each.get("pile")
        held = each.get("event") == "turn" and each.get("from") == "pile" and isinstance(pile, int)
        found.append(each | {"pile": pile - 1} if held and isinstance(pile, int) else each)
    return found


def _numbers_from_one(events: Sequence[LogEvent]) -> list[LogEvent]:
    """Count the numbers of clovers from 1."""
    found = []
    for each in from_one("clover", "out", "middle")(events):
        shown = each.get("gardens")
        found.append(each | {"gardens": [_one_more(text) for text in shown]} if isinstance(shown, list) else each)
    return found


def _one_more(garden: object) -> object:
    if not isinstance(garden, str):
        return garden
    words = (
        str(int(each) + 1) if each.isascii() and each.isdigit() and len(each) < 6 else each
        for each in re.split(r"([ /])", garden)
    )
    return "".join(words)


def _without_middle(events: Sequence[LogEvent]) -> list[LogEvent]:
    """Count as face down what does not lie in the middle, where both are shown."""
    found = []
    for each in events:
        pile, middle = each.get("pile"), each.get("middle")
        if isinstance(pile, int) and isinstance(middle, list):
            each = each | {"pile": pile - len(middle)}
        found.append(each)
    return found


def _new_and_old_swapped(events: Sequence[LogEvent]) -> list[LogEvent]:
    """Take each clover that is named as the new one of an exchange for the old one."""
    return [
        each | {"clover": each["out"], "out": each["clover"]} if {"clover", "out"} <= each.keys() else each
        for each in events
    ]


def _taken_named(events: Sequence[LogEvent]) -> list[LogEvent]:
    """Take a clover from the middle where no turn names one from there, and the pile is as large as before."""
    turns = [each for each in events if each.get("event") == "turn"]
    if any(each.get("from") != "pile" for each in turns):
        return list(events)
    found, before = list[LogEvent](), None
    for each in events:
        if each.get("event") == "game":
            before = None
        pile = each.get("pile")
        taken = each.get("event") == "turn" and isinstance(pile, int) and pile == before
        found.append(each | {"from": "middle"} if taken else each)
        before = pile if each.get("event") in ("start", "turn") else before
    return found


MIRRORED: tuple[tuple[str, str, Callable[[int, CellPlace], CellPlace]], ...] = (
    (
        "the rows are counted from below",
        "count them from above: `a1` is the top left cell",
        lambda side, place: (place[0], side - 1 - place[1]),
    ),
    (
        "the columns are counted from the right",
        "count them from the left: `a1` is the top left cell",
        lambda side, place: (side - 1 - place[0], place[1]),
    ),
    (
        "the rows are counted from below and the columns from the right",
        "count them from the top left cell: it is `a1`",
        lambda side, place: (side - 1 - place[0], side - 1 - place[1]),
    ),
)
DECLARATIONS = (
    *(
        Declaration(
            f"the house rule `{name}` is in force", f'declare it: "variants":["{name}"]', with_header(variants=[name])
        )
        for name in VARIANTS
    ),
    Declaration("Michael's set-up is played", 'declare it: "setup":"michael"', with_header(setup=MICHAEL)),
    Declaration("the standard set-up is played", 'declare it: "setup":"standard"', with_header(setup=STANDARD)),
    *(
        Declaration(
            f"the edition `{each.key}` is played",
            f'declare it: "edition":"{each.key}"',
            with_header(edition=each.key, setup=each.setups[0]),
        )
        for each in EDITIONS
    ),
    Declaration(
        "the strict reading is followed, and no clover replaces an equal one",
        "judge by it: --no-equal-exchange",
        answers=frozenset({NO_EQUAL_EXCHANGE}),
    ),
    *PLAYERS_FROM_0,
    Declaration("the numbers of clovers are counted from 0", "count them from 1", _numbers_from_one),
    Declaration("each turn names the player who comes next", "name the player whose turn it was", next_named("player")),
    Declaration("who starts is counted from 0, unlike other players", "count players from 1", from_one("first")),
    Declaration(
        "row and column of the cells are swapped",
        "write the column first: `b3` is column b, row 3",
        cells_moved(lambda side, place: place[::-1]),
    ),
    *(
        Declaration(words + too, remedy, cells_moved(moved, gardens))
        for words, remedy, moved in MIRRORED
        for too, gardens in (("", False), (", in the gardens that are shown too", True))
    ),
    Declaration(
        "the rows of the cells are counted from 0",
        "count them from 1: `a1` is in the first row",
        cells_moved(lambda side, place: (place[0], place[1] + 1)),
    ),
    Declaration("an exchange is written as a placement", 'write it as it is: "action":"exchange"', _exchanges_named),
    Declaration(
        "`clover` and `out` of an exchange are swapped",
        "`clover` is the new one, `out` the old one",
        _new_and_old_swapped,
    ),
    Declaration(
        '`from` is "pile" in every turn',
        'write "from":"middle" where a clover is taken from there',
        _taken_named,
    ),
    Declaration(
        "the middle is shown as it lay before the turn", "show it as it lies after the turn", shown_before("middle")
    ),
    Declaration("the pile is counted before the turn", "count it after the turn", shown_before("pile")),
    Declaration(
        "pile and middle are shown as they were before the turn",
        "show them as they are after the turn",
        shown_before("pile", "middle"),
    ),
    Declaration(
        "the gardens are shown as they lay before the turn",
        "show them as they lie after the turn",
        shown_before("gardens"),
    ),
    Declaration(
        "pile, middle and gardens are shown as they were before the turn",
        "show them as they are after the turn",
        shown_before("pile", "middle", "gardens"),
    ),
    Declaration("the pile counts the middle too", "count only what still lies face down", _without_middle),
    Declaration(
        "the pile counts the clover that was just revealed", "count only what still lies face down", _without_hand
    ),
)
