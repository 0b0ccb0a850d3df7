"""A table in one line: `5 ./. 9; 3 ./. 8; middle 4; to move 2; drawn 6; top 10`.

First the gardens of all players, then in any order what else there is to say, all separated by `;`. What is not said is
as usual: nothing in the middle, player 1 to move, nothing just revealed, all clovers not seen face down, the printed
numbers, one set per player.
"""

from msgspec.structs import replace

from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.editions import (
    EDITIONS,
    LARGEST_TOP,
    MOST_PLAYERS,
    MOST_SETS,
    NO_EQUAL_EXCHANGE,
    TOP,
    VARIANTS,
    Rules,
)
from models.lucky_numbers.garden import EMPTY, Board, Cell, Clover, Garden, read_garden, write_garden
from models.lucky_numbers.kernel import was_last
from models.lucky_numbers.moves import Player
from models.lucky_numbers.table import Ended, Table, new_table, write_heap
from models.reading import Malformed, Reading

FORM = "for example '5 ./. 9; 3 ./. 8; middle 4; to move 2; top 10'"
FACTS = ("middle", "hidden", "to move", "drawn", "top", "sets")
FLAGS = (*VARIANTS, "strict")
ALONE_SETS = 2  # whoever fills a garden alone sits in a game of two, the fewest players


def wrong_table(message: str, help_line: str = FORM) -> Malformed:
    """Say what is wrong with a written table."""
    return Malformed("value", "table", message, help_line)


def read_table(text: str, reading: Reading, fewest: int = 2) -> tuple[Table, Clover | None]:
    """Read a table between two turns, and the clover just revealed there if there is one.

    `fewest` gardens it must have. Raises Malformed.
    """
    parts = [part.strip() for part in text.split(";")]
    written = [part for part in parts if "/" in part]
    if parts[: len(written)] != written or not fewest <= len(written) <= MOST_PLAYERS:
        raise wrong_table(f"a table begins with the gardens of {fewest} to {MOST_PLAYERS} players, not {len(written)}")
    facts = _facts(parts[len(written) :])
    top = _number(facts, "top", TOP, 1, LARGEST_TOP)
    boards = [_garden(garden, top, player) for player, garden in enumerate(written, 1)]
    if len({board.side for board, _ in boards}) > 1:
        raise wrong_table("the gardens have different sides")
    variants = tuple(name for name in VARIANTS if name in facts)
    rules = Rules(
        edition=next(edition for edition in EDITIONS if reading.edition in (None, edition.key)),
        board=boards[0][0],
        top=top,
        sets=_number(facts, "sets", len(written) if len(written) > 1 else ALONE_SETS, 1, MOST_SETS),
        players=len(written),
        again=tuple(dict.fromkeys(way for name in variants for way in VARIANTS[name])),
        variants=variants,
        equal_exchange=NO_EQUAL_EXCHANGE not in reading.answers and "strict" not in facts,
    )
    drawn = _numbers(facts, "drawn", top)
    if len(drawn) > 1:
        raise wrong_table("one clover can be drawn at a time")
    return _table(rules, tuple(garden for _, garden in boards), drawn, facts), drawn[0] if drawn else None


def mover_of(text: str) -> int | None:
    """Give the player to move, as a written table says, None where play is over."""
    parts = (part.strip() for part in text.split(";"))
    return next((int(part.removeprefix("to move")) for part in parts if part.startswith("to move")), None)


def _facts(parts: list[str]) -> dict[str, str]:
    facts: dict[str, str] = {}
    for part in parts:
        key = next((fact for fact in FACTS if part.startswith(fact + " ")), part)
        if key not in FACTS and key not in FLAGS:
            raise wrong_table(f"not a fact of a table: {part[:40]!r}", f"known: {', '.join((*FACTS, *FLAGS))}; {FORM}")
        if key in facts:
            raise wrong_table(f"{key!r} is said twice")
        facts[key] = part.removeprefix(key).strip()
    return facts


def _garden(text: str, top: int, player: int) -> tuple[Board, Garden]:
    try:
        board, garden = read_garden(text, top)
    except ValueError as error:
        raise wrong_table(f"garden of player {player}: {error}") from None
    rules = Rules(board=board, top=top)
    for cell, clover in enumerate(garden):
        if clover != EMPTY and PLACEMENT.against(rules, garden, Cell(cell), clover):
            raise wrong_table(f"garden of player {player}: the {clover} on {board.names[cell]} is not in order (LN301)")
    return board, garden


def _number(facts: dict[str, str], key: str, usual: int, least: int, most: int) -> int:
    text = facts.get(key)
    if text is None:
        return usual
    if text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most:
        return int(text)
    raise wrong_table(f"{key} is {text[:20]!r}", f"{key} is a number from {least} to {most}")


def _numbers(facts: dict[str, str], key: str, top: int) -> tuple[Clover, ...]:
    text = facts.get(key, "-")
    if text == "-":
        return ()
    tokens = text.split()
    bad = next((t for t in tokens if not (t.isascii() and t.isdigit() and len(t) < 6 and 1 <= int(t) <= top)), None)
    if bad is not None:
        raise wrong_table(f"{key}: {bad[:20]!r} is no number from 1 to {top}")
    return tuple(sorted(Clover(int(token)) for token in tokens))


def _table(rules: Rules, gardens: tuple[Garden, ...], drawn: tuple[Clover, ...], facts: dict[str, str]) -> Table:
    middle = _numbers(facts, "middle", rules.top)
    seen = [clover for garden in gardens for clover in garden] + [*middle, *drawn]
    counts = [0] + [seen.count(Clover(number)) for number in range(1, rules.top + 1)]
    if "hidden" in facts:
        given = _numbers(facts, "hidden", rules.top)
        hidden = (0, *(given.count(Clover(number)) for number in range(1, rules.top + 1)))
    else:
        hidden = (0, *(rules.sets - count for count in counts[1:]))
    for number in range(1, rules.top + 1):
        if hidden[number] < 0 or counts[number] + hidden[number] > rules.sets:
            raise wrong_table(
                f"too many copies of {number}", f"there are {rules.sets} sets, so as many copies of each number"
            )
    mover = Player(_number(facts, "to move", 1, 1, rules.players))
    table = replace(
        new_table(rules),
        gardens=gardens,
        hidden=hidden,
        pile=sum(hidden),
        middle=middle,
        placed=(rules.board.side,) * rules.players,
        playing=True,
        first=mover,
    )
    if drawn and FULL.over(table):
        raise wrong_table("a garden is full, so play is over and nothing is drawn", "leave `drawn` out")
    return ended(table) if not drawn else table


def ended(table: Table) -> Table:
    """Note the end of play where a garden is full or nothing is face down."""
    if FULL.over(table):
        return replace(table, ended=Ended("full", table.empty))
    return replace(table, drawn=True, ended=Ended("pile", table.empty)) if was_last(True, table.pile) else table


def write_table(table: Table, mover: int, drawn: int, missing: bool) -> str:
    """Write a table in the form that `read_table` reads; `missing` tells that the face-down clovers must be named."""
    rules = table.rules
    parts = [write_garden(rules.board.side, garden) for garden in table.gardens]
    parts.append(f"middle {write_heap(table.middle) if table.middle else '-'}")
    if missing:
        face_down = [number for number, count in enumerate(table.hidden) for _ in range(count)]
        parts.append(f"hidden {write_heap(face_down) if face_down else '-'}")
    if mover:
        parts.append(f"to move {mover}")
    if drawn:
        parts.append(f"drawn {drawn}")
    if rules.top != TOP:
        parts.append(f"top {rules.top}")
    if rules.sets != rules.players:
        parts.append(f"sets {rules.sets}")
    return "; ".join([*parts, *rules.variants, *(() if rules.equal_exchange else ("strict",))])
