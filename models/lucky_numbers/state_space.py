"""The state space of Lucky Numbers, opened for a size or at a written table."""

from msgspec.structs import replace

from models.lucky_numbers import events
from models.lucky_numbers.changed_successors import ChangedSpace
from models.lucky_numbers.checked_successors import CheckedSuccessors, uncovered
from models.lucky_numbers.editions import EDITIONS, Rules, rules_of
from models.lucky_numbers.notation import read_table
from models.lucky_numbers.phases import TURN
from models.lucky_numbers.successors import FastSpace, counts_of
from models.reading import Malformed, Reading
from models.state_space import Code, GameSize, StateSpace, StateSpaces

MOST_NUMBERS = 64


def open_space(size: GameSize) -> StateSpace:
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
    rules = rules_of(header, Reading(answers=size.answers, changes=size.changes))
    _explorable(rules.top)
    total = (0,) + (rules.sets,) * rules.top
    return ChangedSpace(rules, total) if rules.changes else _tables(rules, total)


def read_space(text: str, reading: Reading) -> tuple[StateSpace, Code]:
    """Read a written table, and give the world of all tables with its clovers. Raises Malformed."""
    table, drawn = read_table(text, reading)
    _explorable(table.rules.top)
    total = counts_of(table, drawn)
    if reading.changes:
        rules = replace(table.rules, changes=reading.changes)
        changed = ChangedSpace(rules, total)
        return changed, changed.codes.joined(changed.plain.code(table, drawn), reading.changes.first_counts(rules))
    tables = _tables(table.rules, total)
    return tables, tables.code(table, drawn)


def _tables(rules: Rules, total: tuple[int, ...]) -> FastSpace:
    clauses = uncovered()
    return CheckedSuccessors(rules, total, clauses) if clauses else FastSpace(rules, total)


def _explorable(top: int) -> None:
    if top > MOST_NUMBERS:
        raise Malformed(
            "header", "top", f"{top} numbers are too many to explore", f"the highest is {MOST_NUMBERS} there"
        )


STATE_SPACES = StateSpaces(open_space, read_space, TURN)
