"""The state space of Good Fortune, opened for a size or at a written table."""

from msgspec.structs import replace

from models.good_fortune import events
from models.good_fortune.cases import read_table
from models.good_fortune.changed_successors import ChangedTables
from models.good_fortune.editions import EDITIONS, LINE, rules_of
from models.good_fortune.moves import Player
from models.good_fortune.phases import TURN
from models.good_fortune.successors import Tables
from models.good_fortune.table import Table
from models.good_fortune.tiles import Tile, TileSet, load, shipped
from models.reading import Malformed, Reading
from models.state_space import Code, GameSize, StateSpace, StateSpaces

FORM = "for example 'tiles invented; line 8 20 15; hands 1 3/5 21'"
MOST_TILES = 63
INVENTED = "invented"


def open_space(size: GameSize) -> StateSpace:
    """Give all tables of a game with the first tiles of the invented set. Raises Malformed where there is none."""
    if size.top < 5 or size.top % 2 == 0:
        raise Malformed(
            "header", "top", f"no game has {size.top} tiles", "it is odd: 3 in the line, 1 or more in a hand"
        )
    header = events.GameEvent(
        format="",
        game="good-fortune",
        edition=size.edition or EDITIONS[0].key,
        players=size.players,
        variants=list(dict.fromkeys(size.variants)),
        hand=(size.top - LINE) // 2,
    )
    whole = load(INVENTED, None)
    if size.top > len(whole.faces):
        raise Malformed("header", "top", f"{size.top} tiles are too many", f"the invented set has {len(whole.faces)}")
    some = TileSet(whole.faces[: size.top], whole.name if size.top == len(whole.faces) else "", invented=True)
    rules = replace(rules_of(header, Reading(changes=size.changes)), tiles=some)
    variant = ", Guessing" if rules.guessing else ", Simple laying" if rules.simple else ""
    title = f"hands of {rules.hand}, tiles 1 to {rules.top} of the invented set{variant}"
    table = Table(rules, dealt=True)
    return ChangedTables(table, title) if rules.changes else Tables(table, title)


def read_space(text: str, reading: Reading) -> tuple[StateSpace, Code]:
    """Read a written table, and give the world of all tables that can follow it. Raises Malformed."""
    parts = [part.strip() for part in text.split(";")]
    named = next((part for part in parts if part.startswith("tiles ") and shipped(part[6:].strip())), None)
    try:
        table = read_table("; ".join(part for part in parts if part != named))
    except ValueError as wrong:
        raise Malformed("value", "table", str(wrong)[:200], FORM) from None
    known = reading.material or (load(named[6:].strip(), None) if named else table.rules.tiles)
    assert isinstance(known, TileSet)
    table = replace(table, rules=replace(table.rules, tiles=known))
    _check(table)
    if table.holder is None and not table.rules.simple:
        table = replace(table, holder=table.owner(Tile(1)) or Player(1))
    title = "what can follow a table"
    if reading.changes:
        table = replace(table, rules=replace(table.rules, changes=reading.changes))
        changed = ChangedTables(table, title)
        return changed, changed.code(replace(table, counted=changed.first_counts(table)))
    tables = Tables(table, title)
    return tables, tables.code(table)


def _check(table: Table) -> None:
    """See to it that the table can be played on. Raises Malformed."""
    one, other = table.hands
    here = [*table.line, *one, *other, *table.won[0], *table.won[1]]
    twice = next((tile for tile in here if here.count(tile) > 1), None)
    first, second = len(one), len(other)
    fault = ""
    if len(table.line) != LINE:
        fault = f"{len(table.line)} tiles in the line, not {LINE}"
    elif twice is not None:
        fault = f"tile {twice} stands twice"
    elif max(first, second) > table.rules.hand or max(here) > MOST_TILES:
        fault = "more tiles than the game has (say its size)"
    elif not table.rules.simple and first != second:
        fault = f"hands of {first} and {second} tiles: both lay as many"
    elif table.rules.simple and abs(first - second) > 1:
        fault = f"hands of {first} and {second} tiles: they lay in turn"
    elif table.rules.simple and first != second and table.last != (1 if first < second else 2):
        fault = f"hands of {first} and {second} tiles: say who laid last"
    elif not table.rules.tiles.knows(here):
        unknown = next(tile for tile in here if not table.rules.tiles.knows([tile]))
        fault = f"it is not known what tile {unknown} carries"
    elif any(table.unsure) or table.conceded or table.played_on:
        fault = "only what can follow by the rules is explored"
    if fault:
        raise Malformed("value", "table", fault, FORM)


STATE_SPACES = StateSpaces(open_space, read_space, TURN)
