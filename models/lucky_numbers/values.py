"""Between steps of a game and the unknowns of a symbolic step: what value each unknown has, and back."""

from collections import Counter
from collections.abc import Mapping

from models.lucky_numbers.editions import VARIANTS, Rules
from models.lucky_numbers.garden import Cell, Clover, board
from models.lucky_numbers.moves import Conceding, End, Move, Opening, Placing, Player, Scores, Start, Stop, Turn
from models.lucky_numbers.table import Ended, Played, Step, Table
from models.lucky_numbers.unknowns import ACTIONS, BY_FULL, DISCARD, SomeMove, SomeTable, Unknowns
from models.smt import Term, Values
from models.smtlib import work_out


def values_of(step: Step) -> dict[str, int]:
    """Give the values of the unknowns of `some_step` that make it this step."""
    rules = step.before.rules
    size = {"side": rules.board.side, "top": rules.top, "sets": rules.sets, "players": rules.players}
    values = {f"size.{what}": value for what, value in size.items()}
    values["size.house-rule"] = bool(rules.again)
    values |= _before(step.before)
    _table_values(values, "after", step.after)
    _move_values(values, step.before.rules, step.move)
    return values


_last: list[tuple[Table, dict[str, int]]] = []


def _before(table: Table) -> dict[str, int]:
    """Give the values of the table before; the last one is remembered, as many steps may begin there."""
    if not _last or _last[0][0] is not table:
        values: dict[str, int] = {}
        _table_values(values, "before", table)
        _last[:] = [(table, values)]
    return _last[0][1]


def _table_values(values: dict[str, int], name: str, table: Table) -> None:
    names, numbers = table.rules.board.names, range(1, table.rules.top + 1)
    ended = table.ended
    in_middle = Counter(table.middle)
    for seat, garden in enumerate(table.gardens, 1):
        for cell, clover in zip(names, garden, strict=True):
            values[f"{name}.{seat}.{cell}"] = clover
        values[f"{name}.placed.{seat}"] = table.placed[seat - 1]
        values[f"{name}.conceded.{seat}"] = seat in table.conceded
        values[f"{name}.empty-then.{seat}"] = 0 if ended is None else ended.empty[seat - 1]
        values[f"{name}.conceded-then.{seat}"] = ended is not None and seat in ended.conceded
    for each in numbers:
        values[f"{name}.hidden.{each}"] = table.hidden[each]
        values[f"{name}.middle.{each}"] = in_middle[Clover(each)]
    values |= {f"{name}.pile": table.pile, f"{name}.turns": table.turns}
    values |= {f"{name}.first": table.first or 0, f"{name}.last": table.last or 0}
    values[f"{name}.ended"] = 0 if ended is None else 1 if ended.by == "full" else 2
    for what in ("playing", "again", "drawn", "closed", "stopped", "tournament"):
        values[f"{name}.{what}"] = getattr(table, what)
    values[f"{name}.played-on"] = table.played_on
    for game, played in enumerate(table.series, 1):
        values[f"{name}.game{game}.first"] = played.first or 0
        values[f"{name}.game{game}.known"] = played.points is not None
        for seat in range(1, table.rules.players + 1):
            values[f"{name}.game{game}.points.{seat}"] = 0 if played.points is None else played.points[seat - 1]


def _move_values(values: dict[str, int], rules: Rules, move: Move) -> None:
    shown: dict[str, object] = {}
    match move:
        case Placing():
            values |= {"move.player": move.player, "move.clover": move.clover, "move.cell": move.cell}
        case Start():
            shown = {"pile": move.pile, "middle": move.middle}
            values |= {"move.first": move.first or 0, "move.pile": move.pile or 0}
            in_middle = Counter(move.middle or ())
            values |= {f"move.middle.{each}": in_middle[Clover(each)] for each in range(1, rules.top + 1)}
        case Turn():
            values |= {"move.player": move.player, "move.clover": move.clover, "move.cell": move.cell or 0}
            values |= {"move.from-middle": move.source == "middle", "move.out": move.out or 0}
            values |= {"move.action": ACTIONS.index(move.action), "move.pile": move.pile or 0}
            shown = {"pile": move.pile}
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
    for what in ("pile", "middle", "winners", "empty", "points"):
        values[f"move.shows.{what}"] = shown.get(what) is not None


# Back -----------------------------------------------------------------------------------------------------------------


def number_in(values: Values, term: object) -> int:
    """Work out a number or formula."""
    if not isinstance(term, Term):
        return int(term)  # type: ignore[call-overload, no-any-return]
    if term.op in ("number", "flag"):
        return int(values.get(term.args[0], term.low or 0))
    return int(work_out(term, values))


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
