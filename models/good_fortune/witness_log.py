"""A witness: one legal game that explains a partial log, written as a log, and its facts in words."""

from collections.abc import Iterator, Mapping, Sequence

from models.good_fortune.partial_events import (
    Certain,
    Dealt,
    Entry,
    PartialHeaps,
    PartialLaying,
    Result,
    Turned,
)
from models.good_fortune.partial_record import FortuneRecord
from models.good_fortune.symbolic_state import Heaps as SomeHeaps
from models.good_fortune.symbolic_state import Numbers, SymbolicLaying, SymbolicStep
from models.partial_log import OF_HEADER, Fact, LogFormulas, WitnessLine
from models.smt import Values
from models.smtlib import number_in

FEW = 3  # tiles of a heap that are told one by one
ORDER = ("first", "then")


def witness_lines(record: FortuneRecord, account: LogFormulas, values: Values) -> Sequence[WitnessLine]:
    """Give the lines of the game that has these values: what the judge needs, and what a line says of it in part."""
    lines = []
    for scene in account.symbolic_log.entries:
        if number_in(values, scene.happens):
            entry, step = scene.entry, scene.step
            match entry:
                case Dealt():
                    keys = {"hands": _heaps(step.move.hands, values), "line": _row(step.move.line, values)}
                    lines.append(WitnessLine(entry.line, keys))
                case Turned():
                    head = {"event": "turn"} if entry.place else {}
                    lines.append(WitnessLine(entry.line, head | _turn(entry, step, values), whole=bool(entry.place)))
                case Result():
                    lines.append(WitnessLine(entry.line, _collections(entry.collections, step, values)))
                case Certain():
                    lines.append(WitnessLine(entry.line, {}))
    if record.hides:
        faces = enumerate(account.symbolic_log.tiles.read(values).faces, 1)
        lines.insert(0, WitnessLine(OF_HEADER, {"tiles": [[tile, *face.charms, face.die] for tile, face in faces]}))
    return lines


def _turn(entry: Turned, step: SymbolicStep, values: Values) -> dict[str, object]:
    """Give the layings whole, who chose first, and what was shown in part."""
    move = step.move
    keys: dict[str, object] = {"laid": [_laying(each, values) for each in move.laid]}
    holder = number_in(values, step.before.holder)
    if holder and entry.chooser is None and not (step.rules.simple or step.rules.guessing):
        keys["chooser"] = holder
    if entry.row is not None and None in entry.row:
        keys["line"] = _row(move.line, values)
    if _in_part(entry.hands):
        keys["hands"] = _heaps(move.hands, values)
    return keys | _collections(entry.collections, step, values)


def _collections(known: PartialHeaps | None, step: SymbolicStep, values: Values) -> dict[str, object]:
    return {"collections": _heaps(step.move.collections, values)} if _in_part(known) else {}


def _in_part(heaps: PartialHeaps | None) -> bool:
    return heaps is not None and any(heap is None or not heap.whole for heap in heaps)


def _laying(laying: SymbolicLaying, values: Values) -> dict[str, object]:
    fate = "won" if number_in(values, laying.won) else "discarded"
    return {
        "player": number_in(values, laying.player),
        "tile": number_in(values, laying.tile),
        "end": "left" if number_in(values, laying.left) else "right",
        fate: number_in(values, laying.taken),
    }


def _row(row: Numbers | None, values: Values) -> list[int]:
    return [number_in(values, tile) for tile in row or ()]


def _heaps(heaps: SomeHeaps, values: Values) -> list[list[int]]:
    return [[tile for tile, count in enumerate(heap) for _ in range(number_in(values, count))] for heap in heaps]


# In words -------------------------------------------------------------------------------------------------------------


def _at(record: FortuneRecord, line: int) -> Entry | None:
    return next((entry for entry in record.entries if entry.line == line), None)


def line_kind(record: FortuneRecord, line: int) -> str:
    """Say what a line is."""
    match _at(record, line):
        case Dealt():
            return "the deal"
        case Turned(place=0):
            return "a turn"
        case Result():
            return "the result"
        case Certain(move=move):
            return {"Conceding": "a concession"}.get(type(move).__name__, "the end of the record")
    return "a gap"


def facts_in_words(record: FortuneRecord, facts: Sequence[Fact]) -> str:
    """Say in words what some facts of one line say."""
    entry, parts = _at(record, facts[0].line), dict[str, list[str]]()
    for fact in facts:
        parts.setdefault(fact.key, []).append(fact.part)
    match entry:
        case Dealt():
            said = [*_heap_words(entry.hands, parts, "hands"), *_row_words(entry.row, parts), *_medal(entry, parts)]
        case Turned():
            said = list(_turn_words(entry, parts))
        case Result():
            said = list(_result_words(entry, parts))
        case _:
            said = []
    return ", ".join(said)


def _turn_words(entry: Turned, parts: Mapping[str, list[str]]) -> Iterator[str]:
    if "chooser" in parts:
        yield f"player {entry.chooser} chooses first"
    for place, laid in enumerate(entry.laid):
        keys = {key.rpartition("/")[2] for key in parts if key.startswith(f"laid/{place}/")}
        if keys:
            yield " ".join(_laying_words(laid, keys, ORDER[place] if len(entry.laid) > 1 else ""))
    yield from _row_words(entry.row, parts)
    yield from _heap_words(entry.hands, parts, "hands")
    yield from _heap_words(entry.collections, parts, "collections")
    yield from _medal(entry, parts)


def _laying_words(laid: PartialLaying, keys: set[str], order: str) -> Iterator[str]:
    if order:
        yield order
    yield f"the {laid.tile}" if "tile" in keys else "a tile"
    if "player" in keys:
        yield f"of player {laid.player}"
    if "end" in keys:
        yield f"on the {laid.end}"
    if "won" in keys:
        yield f"wins the {laid.taken}"
    if "discarded" in keys:
        yield f"discards the {laid.taken}"


def _row_words(row: Sequence[int | None] | None, parts: Mapping[str, list[str]]) -> Iterator[str]:
    said = parts.get("line", [])
    if row is None or not said:
        return
    if len(said) == len(row) or "length" in said:
        yield f"the line {' '.join('?' if tile is None else str(tile) for tile in row) or 'of no tile'}"
    else:
        yield from (f"the {row[int(place)]} in place {int(place) + 1} of the line" for place in said)


def _heap_words(heaps: PartialHeaps | None, parts: Mapping[str, list[str]], key: str) -> Iterator[str]:
    where = "in hand" if key == "hands" else "won"
    for seat, heap in enumerate(heaps or (), 1):
        said = [part.split()[1] for part in parts.get(key, []) if part.startswith(f"{seat} ")]
        if heap is None or not said:
            continue
        if len(said) > FEW and heap.whole:
            yield f"player {seat}: {' '.join(map(str, heap.tiles)) or 'nothing'} {where}"
            continue
        for tile in said:
            if tile == "size":
                yield f"player {seat}: {heap.size} tiles {where}"
            else:
                yield f"player {seat}: {'the' if int(tile) in heap.tiles else 'no'} {tile} {where}"


def _medal(entry: Dealt | Turned, parts: Mapping[str, list[str]]) -> Iterator[str]:
    if "holder" in parts:
        yield f"the medallion of player {entry.holder}"
    if "side" in parts:
        yield f"its {entry.side} side up"


def _result_words(entry: Result, parts: Mapping[str, list[str]]) -> Iterator[str]:
    yield from _heap_words(entry.collections, parts, "collections")
    yield from (f"the groups of player {seat}" for seat in parts.get("groups", []))
    for seat in parts.get("totals", []):
        yield f"{entry.totals[int(seat) - 1] if entry.totals else ''} points of player {seat}"
    if "winners" in parts:
        yield f"the winners {' '.join(map(str, sorted(entry.winners or ()))) or 'nobody'}"
