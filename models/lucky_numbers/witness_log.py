"""A witness: one legal game that explains a partial log, written as a log, and its facts in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Clover
from models.lucky_numbers.garden import in_words as listed
from models.lucky_numbers.moves import Move, Placing, Turn
from models.lucky_numbers.partial_events import (
    Blank,
    Certain,
    Entry,
    EventAndShown,
    PartialSetup,
    PossibleNumbers,
    PossibleValues,
    Turning,
)
from models.lucky_numbers.partial_record import LuckyRecord
from models.lucky_numbers.symbolic_log import SymbolicEntry
from models.lucky_numbers.symbolic_state import ACTIONS, MOVES
from models.lucky_numbers.table import Table, new_table
from models.partial_log import Fact, LogFormulas
from models.partial_log import WitnessLine as Line
from models.smt import Values
from models.smtlib import number_in

MOST_NUMBERS = 6  # of a middle that are told one by one
ACTS = {"place": "added", "exchange": "exchanged", "discard": "left in the middle"}


def witness_lines(record: LuckyRecord, account: LogFormulas, values: Values) -> Sequence[Line] | None:
    """Give the lines of the game that has these values, None where it does not show what the record shows."""
    table, lines = new_table(record.rules), []
    told = [told for told in account.symbolic_log if number_in(values, told.happens)]
    if not all(_as_shown(table, shown) for shown in record.before):
        return None
    for place, each in enumerate(told):
        entry = each.scene.entry
        move = _move(table, each, values)
        table = step_of(table, move).after
        lines.append(line_of(record, entry, move, table))
        last_of_scene = place + 1 == len(told) or told[place + 1].scene is not each.scene
        if last_of_scene and not all(_as_shown(table, shown) for shown in each.scene.shown):
            return None
    return lines


def _move(table: Table, told: SymbolicEntry, values: Values) -> Move:
    entry = told.scene.entry
    if isinstance(entry, Certain):
        return entry.move
    move: Move = MOVES[told.move.kind].read(told.move, values)
    if not isinstance(move, Turn):
        return move
    if move.action == "exchange" and move.out is None and move.cell is not None:
        old = table.garden(move.player)[move.cell]
        move = replace(move, out=old if old != EMPTY else None)
    if isinstance(entry, Turning):
        return replace(move, pile=entry.pile, middle=entry.middle)
    return replace(move, pile=None, middle=None)


def line_of(record: LuckyRecord, entry: Entry, move: Move, after: Table) -> Line:
    """Give the keys that were not recorded."""
    names = record.rules.board.names
    if isinstance(entry, Certain):
        return Line(entry.line, {})
    if not isinstance(move, Turn):
        assert isinstance(entry, PartialSetup)
        assert isinstance(move, Placing)
        told = {"player": int(move.player), "clover": int(move.clover), "cell": names[move.cell]}
        facts = {"player": entry.player, "clover": entry.clover, "cell": entry.cell}
        return _filled(entry, {"event": "setup"}, told, facts)
    told = {"player": int(move.player), "from": move.source, "clover": int(move.clover), "action": move.action}
    if move.cell is not None:
        told["cell"] = names[move.cell]
    if move.out is not None:
        told["out"] = int(move.out)
    known: dict[str, PossibleValues] = {}
    if isinstance(entry, Turning):
        known = {"player": entry.player, "from": entry.source, "clover": entry.clover, "action": entry.action}
        known |= {"cell": entry.cell, "out": entry.out}
    shown = {"pile": after.pile, "middle": [int(clover) for clover in after.middle]}
    line = _filled(entry, {"event": "turn"}, told, known)
    recorded = isinstance(entry, Turning) and (entry.pile is not None, entry.middle is not None)
    if line.keys and recorded != (True, True):
        have = recorded or (False, False)
        more = {key: value for (key, value), there in zip(shown.items(), have, strict=True) if not there}
        return Line(line.line, {**line.keys, **more}, line.whole)
    return line


def _filled(
    entry: PartialSetup | Turning | Blank,
    head: Mapping[str, object],
    told: Mapping[str, object],
    known: Mapping[str, PossibleValues],
) -> Line:
    if isinstance(entry, Blank) or entry.place or not known:
        return Line(entry.line, {**head, **told}, whole=True)
    new = {key: value for key, value in told.items() if len(known[key]) != 1 or key in entry.listed}
    new |= dict.fromkeys(entry.listed - told.keys())
    return Line(entry.line, {} if new.keys() <= {"out"} - entry.listed and not known.get("out") else new)


def _as_shown(table: Table, shown: PossibleNumbers) -> bool:
    gardens = zip(table.gardens, shown.gardens or (None,) * len(table.gardens), strict=True)
    return (
        (shown.middle is None or table.middle == shown.middle)
        and (shown.pile is None or table.pile == shown.pile)
        and all(
            not known or lies in known
            for garden, told in gardens
            if told is not None
            for lies, known in zip(garden, told, strict=True)
        )
    )


# In words -------------------------------------------------------------------------------------------------------------


def _at(record: LuckyRecord, line: int) -> tuple[EventAndShown | None, PossibleNumbers | None]:
    """Find what stands in a line."""
    for shown in record.before:
        if shown.line == line:
            return None, shown
    for scene in record.whole:
        if scene.entry.line == line:
            return scene, None
        for shown in scene.shown:
            if shown.line == line:
                return scene, shown
    return None, None


def line_kind(record: LuckyRecord, line: int) -> str:
    """Say what a line is."""
    scene, shown = _at(record, line)
    if shown is not None or scene is None:
        return "what the table shows"
    match scene.entry:
        case Turning(place=0):
            return "a turn"
        case PartialSetup(place=0):
            return "a clover of the set-up"
        case Certain(move=move):
            return {"Start": "the start", "End": "the result", "Conceding": "a concession"}.get(
                type(move).__name__, "the end of the record"
            )
    return "a gap"


def facts_in_words(record: LuckyRecord, facts: Sequence[Fact]) -> str:
    """Say in words what some facts of one line say."""
    scene, shown = _at(record, facts[0].line)
    keys = {fact.key for fact in facts}
    parts: list[str] = []
    if shown is None and scene is not None:
        entry = scene.entry
        parts = [
            *(_turn_words(record, entry, keys) if isinstance(entry, Turning | PartialSetup) else _rest(entry, keys))
        ]
        table: Any = entry.move if isinstance(entry, Certain) else entry
    else:
        table = shown
    by_key = {key: [fact.part for fact in facts if fact.key == key] for key in keys}
    if "middle" in keys:
        parts.append(_middle(table.middle, by_key["middle"], record.rules.top))
    if "gardens" in keys and shown is not None:
        parts += _cells(record, shown, by_key["gardens"])
    if "pile" in keys:
        parts.append(f"{table.pile} face down")
    return ", ".join(parts)


def _turn_words(record: LuckyRecord, entry: Turning | PartialSetup, keys: set[str]) -> Iterator[str]:
    board = record.rules.board
    if "player" in keys:
        yield f"player {_or(entry.player)}"
    if "clover" in keys:
        yield f"a {_or(entry.clover)}"
    if isinstance(entry, Turning) and "from" in keys:
        yield f"from the {'middle' if entry.source[0] else 'pile'}"
    if isinstance(entry, Turning) and "action" in keys:
        yield ACTS[ACTIONS[entry.action[0]]]
    if "cell" in keys:
        yield f"on {listed([board.names[cell] for cell in entry.cell], 'or')}"
    if isinstance(entry, Turning) and "out" in keys:
        yield f"for the {_or(entry.out)}"


def _rest(entry: Any, keys: set[str]) -> Iterator[str]:
    move = entry.move
    if "first" in keys:
        yield f"player {move.first} first"
    if "winners" in keys:
        yield f"the winners {listed([str(player) for player in sorted(move.winners)]) or 'nobody'}"
    if "empty" in keys:
        yield f"empty cells {' '.join(map(str, move.empty))}"
    if "points" in keys:
        yield f"points {' '.join(map(str, move.points))}"


def _or(values: Sequence[int]) -> str:
    return listed([str(value) for value in values], "or")


def _middle(middle: Sequence[Clover], parts: Sequence[str], top: int) -> str:
    if len(parts) > MOST_NUMBERS or len(parts) == top or parts == [""]:
        return f"{' '.join(map(str, middle)) or 'nothing'} in the middle"
    counts = [(part, middle.count(Clover(int(part)))) for part in parts]
    amounts = {0: "no {}", 1: "one {}", 2: "two {}s", 3: "three {}s", 4: "four {}s"}
    told = [amounts.get(count, f"{count} times the {{}}").format(part) for part, count in counts]
    return f"{listed(told)} in the middle"


def _cells(record: LuckyRecord, shown: PossibleNumbers, parts: Sequence[str]) -> Iterator[str]:
    names = record.rules.board.cells
    by_seat: dict[int, list[str]] = {}
    for part in parts:
        seat, name = part.split()
        garden = shown.gardens[int(seat) - 1]
        assert garden is not None
        known = garden[names[name]]
        text = " or ".join(str(value) if value else "empty" for value in known)
        by_seat.setdefault(int(seat), []).append(f"{name} {'is ' if known == (0,) else 'holds '}{text}")
    for number, told in by_seat.items():
        yield f"in the garden of player {number} {listed(told)}"
