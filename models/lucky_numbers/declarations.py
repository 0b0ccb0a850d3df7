"""Other ways to read a log of Lucky Numbers."""

from collections.abc import Sequence

from models.declaration import PLAYERS_FROM_0, Declaration, LogEvent, shown_before, with_header
from models.lucky_numbers.editions import EDITIONS, MICHAEL, NO_EQUAL_EXCHANGE, STANDARD, VARIANTS


def _swapped(events: Sequence[LogEvent]) -> list[LogEvent]:
    """Take rows for columns."""
    return [each | {"cell": _across(cell)} if isinstance(cell := each.get("cell"), str) else each for each in events]


def _across(cell: str) -> str:
    column, row = cell[:1], cell[1:]
    if not ("a" <= column <= "z" and row.isascii() and row.isdigit() and 1 <= int(row[:3]) <= 26):
        return cell
    return f"{chr(ord('a') + int(row) - 1)}{ord(column) - ord('a') + 1}"


def _without_hand(events: Sequence[LogEvent]) -> list[LogEvent]:
    """Count one clover less face down behind each turn that revealed one."""
    found = []
    for each in events:
        pile = each.get("pile")
        held = each.get("event") == "turn" and each.get("from") == "pile" and isinstance(pile, int)
        found.append(each | {"pile": pile - 1} if held and isinstance(pile, int) else each)
    return found


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
    PLAYERS_FROM_0,
    Declaration("row and column of the cells are swapped", "write the column first: `b3` is column b, row 3", _swapped),
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
        "the pile counts the clover that was just revealed", "count only what still lies face down", _without_hand
    ),
)
