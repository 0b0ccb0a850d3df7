"""Between steps of a game and the unknowns of a symbolic step: what value each unknown has, and back."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any

from models.lucky_numbers.editions import VARIANTS, Rules
from models.lucky_numbers.garden import Cell, Clover, board
from models.lucky_numbers.moves import Conceding, End, Move, Opening, Placing, Player, Scores, Start, Stop, Turn
from models.lucky_numbers.some_effect import effect_of
from models.lucky_numbers.table import Ended, Played, Step, Table
from models.lucky_numbers.unknowns import (
    ACTIONS,
    BY_FULL,
    BY_PILE,
    DISCARD,
    NOT_ENDED,
    SomeMove,
    SomeTable,
    Unknowns,
    some_move,
    some_table,
)
from models.smt import Term, Values
from models.smtlib import number_in


def values_of(step: Step) -> dict[str, int]:
    """Give the values of the unknowns of `some_step` that make it this step."""
    rules = step.before.rules
    values = dict(_size(rules))
    values |= _before(step.before)
    _table_values(values, "after", step.after)
    _move_values(values, rules, step.move)
    return values


@lru_cache(maxsize=256)
def _size(rules: Rules) -> Mapping[str, int]:
    size = {"side": rules.board.side, "top": rules.top, "sets": rules.sets, "players": rules.players}
    return {f"size.{what}": value for what, value in size.items()} | {"size.house-rule": bool(rules.again)}


_last: list[tuple[Table, dict[str, int]]] = []


def _before(table: Table) -> dict[str, int]:
    """Give the values of the table before; the last one is remembered, as many steps may begin there."""
    if not _last or _last[0][0] is not table:
        values: dict[str, int] = {}
        _table_values(values, "before", table)
        _last[:] = [(table, values)]
    return _last[0][1]


WHETHER = ("playing", "again", "drawn", "closed", "stopped", "tournament")


@lru_cache(maxsize=256)
def _names(rules: Rules, name: str) -> tuple[str, ...]:
    """Name the unknowns of a table, in the order in which `_table_values` gives their values."""
    seats, numbers = range(1, rules.players + 1), range(1, rules.top + 1)
    by_seat = ("placed", "conceded", "empty-then", "conceded-then")
    return (
        *(f"{name}.{seat}.{cell}" for seat in seats for cell in rules.board.names),
        *(f"{name}.{what}.{seat}" for what in by_seat for seat in seats),
        *(f"{name}.{what}.{number}" for what in ("hidden", "middle") for number in numbers),
        *(f"{name}.{what}" for what in ("pile", "turns", "first", "last", "ended", "played-on", *WHETHER)),
    )


def _table_values(values: dict[str, int], name: str, table: Table) -> None:
    seats, ended, count = range(1, table.rules.players + 1), table.ended, table.middle.count
    told: list[int] = [clover for garden in table.gardens for clover in garden]
    told += table.placed
    told += [seat in table.conceded for seat in seats]
    told += [0] * len(seats) if ended is None else ended.empty
    told += [ended is not None and seat in ended.conceded for seat in seats]
    told += table.hidden[1:]
    told += [count(Clover(each)) for each in range(1, table.rules.top + 1)]
    how = NOT_ENDED if ended is None else BY_FULL if ended.by == "full" else BY_PILE
    told += (table.pile, table.turns, table.first or 0, table.last or 0, how, table.played_on)
    told += [getattr(table, what) for what in WHETHER]
    values.update(zip(_names(table.rules, name), told, strict=True))
    for game, played in enumerate(table.series, 1):
        values[f"{name}.game{game}.first"] = played.first or 0
        values[f"{name}.game{game}.known"] = played.points is not None
        for seat in seats:
            values[f"{name}.game{game}.points.{seat}"] = 0 if played.points is None else played.points[seat - 1]


SHOWN = ("pile", "middle", "winners", "empty", "points")


def _move_values(values: dict[str, int], rules: Rules, move: Move) -> None:
    shown: dict[str, object] = {}
    match move:
        case Placing():
            values |= {"move.player": move.player, "move.clover": move.clover, "move.cell": move.cell}
        case Start():
            shown = {"pile": move.pile, "middle": move.middle}
            values |= {"move.first": move.first or 0, "move.pile": move.pile or 0}
            values |= _heap_values(rules, move.middle)
        case Turn():
            values |= {"move.player": move.player, "move.clover": move.clover, "move.cell": move.cell or 0}
            values |= {"move.from-middle": move.source == "middle", "move.out": move.out or 0}
            values |= {"move.action": ACTIONS.index(move.action), "move.pile": move.pile or 0}
            values |= _heap_values(rules, move.middle)
            shown = {"pile": move.pile, "middle": move.middle}
        case Conceding():
            values["move.player"] = move.player
        case End() | Scores():
            shown = {"winners": move.winners, "points": move.points}
            empty = move.empty if isinstance(move, End) else None
            shown["empty"] = empty
            for seat in range(1, rules.players + 1):
                values[f"move.winner.{seat}"] = seat in (move.winners or ())
                values[f"move.empty.{seat}"] = 0 if empty is None else empty[seat - 1]
                values[f"move.points.{seat}"] = 0 if move.points is None else move.points[seat - 1]
    for what in SHOWN:
        values[f"move.shows.{what}"] = shown.get(what) is not None


@lru_cache(maxsize=1024)
def _heap_values(rules: Rules, heap: tuple[Clover, ...] | None) -> Mapping[str, int]:
    return {f"move.middle.{each}": (heap or ()).count(Clover(each)) for each in range(1, rules.top + 1)}


# The table after a move -----------------------------------------------------------------------------------------------


def terms_after(step: Step) -> Mapping[str, Any]:
    """Give the table after a move as terms over the table before and the move, by the names that `values_of` uses.

    The same mapping is given for all steps of one shape.
    """
    before = step.before
    closed = before.closed if isinstance(step.move, Stop) else None
    return _terms_after(before.rules, type(step.move), len(before.series), closed)


@lru_cache(maxsize=256)
def _terms_after(rules: Rules, kind: type, games: int, closed: bool | None) -> Mapping[str, Any]:
    before = some_table(rules, "before", games)
    if closed is not None:
        before = replace(before, closed=closed)
    after = effect_of(before, some_move(rules, kind))
    return dict(_named(some_table(rules, "after", len(after.series)), after))


def _named(unknown: Any, term: Any) -> Iterator[tuple[str, Any]]:
    """Pair the unknowns of one table with what stands in their places in another."""
    if isinstance(unknown, Term):
        yield unknown.args[0], term
    elif isinstance(unknown, tuple):
        for pair in zip(unknown, term, strict=True):
            yield from _named(*pair)
    elif is_dataclass(unknown):
        for each in fields(unknown):
            yield from _named(getattr(unknown, each.name), getattr(term, each.name))


# Back -----------------------------------------------------------------------------------------------------------------


def step_with(step: Unknowns, values: Values) -> Step:
    """Give the step that a symbolic step becomes with these values; unknowns without one are as low as can be."""
    rules = step.rules
    if step.move.kind is Opening:
        rules = _declared(step, values)
    return Step(
        table_with(step.before, values, rules),
        move_with(step.move, values),
        table_with(step.after, values, rules),
    )


def _declared(step: Unknowns, values: Values) -> Rules:
    """Give the rules of a header; with another size the gardens are of no matter."""
    size = step.size
    variants = tuple(VARIANTS)[:1] if number_in(values, size.house_rule) else ()
    return Rules(
        board=board(number_in(values, size.side)),
        top=number_in(values, size.top),
        sets=number_in(values, size.sets),
        players=number_in(values, size.players),
        variants=variants,
        again=tuple(way for name in variants for way in VARIANTS[name]),
    )


def table_with(table: SomeTable, values: Values, rules: Rules) -> Table:
    """Give the table that a symbolic one becomes with these values."""

    def of(term: object) -> int:
        return number_in(values, term)

    if rules is not table.rules:
        from models.lucky_numbers.table import new_table

        return new_table(rules, tuple(Played(None, None) for _ in table.series))
    ended = of(table.ended)
    return Table(
        rules=rules,
        gardens=tuple(tuple(Clover(of(cell)) for cell in garden) for garden in table.gardens),
        hidden=tuple(map(of, table.hidden)),
        pile=of(table.pile),
        middle=_heap(table.middle, values),
        placed=tuple(map(of, table.placed)),
        playing=bool(of(table.playing)),
        first=_player(of(table.first)),
        last=_player(of(table.last)),
        again=bool(of(table.again)),
        drawn=bool(of(table.drawn)),
        conceded=_players(table.conceded, values),
        ended=_ended(table, values) if ended else None,
        played_on=bool(of(table.played_on)),
        closed=bool(of(table.closed)),
        stopped=bool(of(table.stopped)),
        turns=of(table.turns),
        tournament=bool(of(table.tournament)),
        series=tuple(
            Played(_player(of(game.first)), tuple(map(of, game.points)) if of(game.known) else None)
            for game in table.series
        ),
    )


def _ended(table: SomeTable, values: Values) -> Ended:
    empty = tuple(number_in(values, count) for count in table.empty_then)
    by_full = number_in(values, table.ended) == BY_FULL
    return Ended("full" if by_full else "pile", empty, _players(table.conceded_then, values))


def _heap(counts: tuple[object, ...], values: Values) -> tuple[Clover, ...]:
    return tuple(Clover(each) for each in range(1, len(counts)) for _ in range(number_in(values, counts[each])))


def _player(value: int) -> Player | None:
    return Player(value) if value else None


def _players(flags: tuple[object, ...], values: Values) -> frozenset[Player]:
    return frozenset(Player(seat) for seat, each in enumerate(flags, 1) if number_in(values, each))


def move_with(move: SomeMove, values: Values) -> Move:
    """Give the move that a symbolic one becomes with these values."""

    def of(term: object) -> int:
        return number_in(values, term)

    def shown(what: str) -> bool:
        return bool(of(move.shows[what]))

    kind = move.kind
    if kind is Placing:
        return Placing(Player(of(move.player)), Clover(of(move.clover)), Cell(of(move.cell)))
    if kind is Start:
        pile = of(move.pile) if shown("pile") else None
        return Start(_player(of(move.first)), pile, _heap(move.middle, values) if shown("middle") else None)
    if kind is Turn:
        action = of(move.action)
        return Turn(
            Player(of(move.player)),
            "middle" if of(move.from_middle) else "pile",
            Clover(of(move.clover)),
            ("place", "exchange", "discard")[action],
            None if action == DISCARD else Cell(of(move.cell)),
            Clover(of(move.out)) if of(move.out) else None,
            of(move.pile) if move.shows and shown("pile") else None,
            _heap(move.middle, values) if move.shows and shown("middle") else None,
        )
    if kind is Conceding:
        return Conceding(Player(of(move.player)))
    if kind in (End, Scores):
        winners = _players(move.winners, values) if shown("winners") else None
        points = tuple(map(of, move.points)) if shown("points") else None
        if kind is Scores:
            return Scores(points, winners)
        return End(winners, tuple(map(of, move.empty)) if shown("empty") else None, points)
    return Opening() if kind is Opening else Stop()


def merged(*values: Mapping[str, int]) -> dict[str, int]:
    """Put values together."""
    return {name: value for each in values for name, value in each.items()}
