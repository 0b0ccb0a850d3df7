"""Lucky Numbers as something to explore."""

from models.game import Malformed, Reading
from models.lucky_numbers import events
from models.lucky_numbers.asking import Asking, uncovered
from models.lucky_numbers.compact import Compact, counts_of
from models.lucky_numbers.editions import EDITIONS, Rules, rules_of
from models.lucky_numbers.notation import read_table
from models.lucky_numbers.phases import TURN
from models.world import Code, Size, World, Worlds

MOST_NUMBERS = 64


def world(size: Size) -> World:
    """Give the tables of a game of a size. Raises Malformed where there is no such game."""
    edition = size.edition or EDITIONS[0].key
    header = events.GameEvent(
        format="",
        game="lucky-numbers",
        edition=edition,
        players=size.players,
        variants=list(dict.fromkeys(size.variants)),
        side=size.side,
        top=size.top,
        sets=size.sets,
    )
    rules = rules_of(header, Reading(answers=size.answers))
    _explorable(rules.top)
    return _tables(rules, (0,) + (rules.sets,) * rules.top)


def read(text: str, reading: Reading) -> tuple[World, Code]:
    """Read a written table, and give the world of all tables with its clovers. Raises Malformed."""
    table, drawn = read_table(text, reading)
    _explorable(table.rules.top)
    tables = _tables(table.rules, counts_of(table, drawn))
    return tables, tables.code(table, drawn)


def _tables(rules: Rules, total: tuple[int, ...]) -> Compact:
    clauses = uncovered()
    return Asking(rules, total, clauses) if clauses else Compact(rules, total)


def _explorable(top: int) -> None:
    if top > MOST_NUMBERS:
        raise Malformed(
            "header", "top", f"{top} numbers are too many to explore", f"the highest is {MOST_NUMBERS} there"
        )


WORLDS = Worlds(world, read, TURN)
