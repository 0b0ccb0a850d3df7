"""Which steps each clause speaks about: those where something else in their place could have broken it."""

from collections.abc import Callable

from models.lucky_numbers.moves import Conceding, End, Move, Opening, Placing, Scores, Start, Turn
from models.lucky_numbers.table import Step, Table


def speaks(clause: str, step: Step) -> bool:
    """Tell whether a clause speaks about a step."""
    asked = SPEAKS.get(clause)
    return asked is not None and asked(step.before, step.move)


def _is(*moves: type) -> Callable[[Table, Move], bool]:
    return lambda table, move: isinstance(move, moves)


def _turn(asked: Callable[[Turn], bool]) -> Callable[[Table, Move], bool]:
    return lambda table, move: isinstance(move, Turn) and asked(move)


def _one_by_one(table: Table, move: Move) -> bool:
    return isinstance(move, Placing) and table.rules.one_by_one


def _sets(table: Table, move: Move) -> bool:
    shown = isinstance(move, Start) and (move.pile is not None or move.middle is not None)
    return shown or isinstance(move, Placing)


def _setup_count(table: Table, move: Move) -> bool:
    return isinstance(move, Placing | Start) or (isinstance(move, Turn) and not table.playing)


def _house_rule(table: Table, move: Move) -> bool:
    return isinstance(move, Opening | Turn) and bool(table.rules.again)


def _full(table: Table, move: Move) -> bool:
    """Speak of the first turn after a full garden, and of the result that follows it."""
    if table.ended is None or table.ended.by != "full":
        return False
    return isinstance(move, End) or (isinstance(move, Turn) and not table.played_on)


def _last(table: Table, move: Move) -> bool:
    """Speak of the first event after the last clover's turn: another turn, or the result."""
    if table.ended is None or table.ended.by != "pile" or table.played_on:
        return False
    return isinstance(move, End | Turn)


def _fewest(table: Table, move: Move) -> bool:
    if not isinstance(move, End) or (move.winners is None and move.empty is None):
        return False
    return table.ended.by == "pile" if table.ended is not None else len(table.staying) <= 1


def _starts(table: Table, move: Move) -> bool:
    if not table.tournament:
        return False
    first = (isinstance(move, Start) and move.first is not None) or (isinstance(move, Turn) and table.first is None)
    return first or isinstance(move, Opening | Scores)


def _points(table: Table, move: Move) -> bool:
    return isinstance(move, End | Scores) and move.points is not None


def _champion(table: Table, move: Move) -> bool:
    return isinstance(move, Scores) and move.winners is not None


SPEAKS: dict[str, Callable[[Table, Move], bool]] = {
    "LN101": _sets,
    "LN102": _setup_count,
    "LN103": _is(Placing),
    "LN104": _is(Opening),
    "LN201": _is(Turn),
    "LN203": _turn(lambda turn: turn.source == "pile"),
    "LN204": _turn(lambda turn: turn.action == "discard"),
    "LN205": _turn(lambda turn: turn.source == "middle"),
    "LN206": _turn(lambda turn: turn.action == "place" and turn.middle is not None),
    "LN207": _turn(lambda turn: turn.pile is not None),
    "LN208": _house_rule,
    "LN209": _is(Conceding),
    "LN301": _turn(lambda turn: turn.cell is not None),
    "LN302": _turn(lambda turn: turn.action == "place"),
    "LN303": _turn(lambda turn: turn.action == "exchange"),
    "LN401": _full,
    "LN402": _last,
    "LN403": _fewest,
    "LN404": _is(End),
    "LN501": _one_by_one,
    "LN502": _one_by_one,
    "LN601": _starts,
    "LN602": _points,
    "LN603": _champion,
}
