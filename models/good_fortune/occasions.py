"""Which steps each clause speaks about: those where something else in their place could have broken it."""

from collections.abc import Callable

from models.good_fortune.clauses.gf401_end import END
from models.good_fortune.layings import ENDS, Met, met
from models.good_fortune.moves import Conceding, Dealing, Ending, Move, Opening, Turn
from models.good_fortune.table import Step, Table


def speaks(clause: str, step: Step) -> bool:
    """Tell whether a clause speaks about a step."""
    asked = SPEAKS.get(clause)
    return asked is not None and asked(step.before, step.move)


def _is(*moves: type) -> Callable[[Table, Move], bool]:
    return lambda table, move: isinstance(move, moves)


def _turn(asked: Callable[[Table, Turn], bool]) -> Callable[[Table, Move], bool]:
    return lambda table, move: isinstance(move, Turn) and asked(table, move)


def _choice(table: Table, move: Move) -> bool:
    """Speak of every turn, and of a deal that shows the medallion."""
    shown = isinstance(move, Dealing) and (move.holder is not None or move.side is not None)
    return isinstance(move, Turn) or (shown and not table.rules.simple)


def _priority(table: Table, move: Turn) -> bool:
    return len(move.laid) == 2 and not table.rules.simple


def _met(table: Table, move: Turn) -> tuple[Met, ...]:
    return met(Step(table, move, table))


def _connect(table: Table, move: Turn) -> bool:
    """Speak where a tile shares a charm with an end, and where a tile is told to be won."""
    return any(each.connects() or each.laying.fate == "won" for each in _met(table, move))


def _discard(table: Table, move: Turn) -> bool:
    """Speak where a tile shares no charm with either end, and where a tile is told to have left the game."""
    return any(
        each.laying.fate == "discarded" or not (each.connects() or all(each.shares(end) is None for end in ENDS))
        for each in _met(table, move)
    )


def _second(table: Table, move: Turn) -> bool:
    return len(move.laid) == 2 and bool(table.line) and (move.laid[1].taken is not None or move.line is not None)


def _medallion(table: Table, move: Turn) -> bool:
    told = move.side is not None or (move.holder is not None and not table.rules.guessing)
    return told and not table.rules.simple


def _heaps(table: Table, move: Move) -> bool:
    """Speak of hands and collections that are shown."""
    shown = isinstance(move, Turn) and (move.hands is not None or move.collections is not None)
    return shown or (isinstance(move, Ending) and move.collections is not None)


def _conceding(table: Table, move: Move) -> bool:
    return isinstance(move, Conceding) or (isinstance(move, Turn) and bool(table.conceded))


def _end(table: Table, move: Move) -> bool:
    """Speak of a result, and of the first turn after the end."""
    if isinstance(move, Ending):
        return not table.conceded
    return isinstance(move, Turn) and END.over(table) and not table.played_on


def _score(table: Table, move: Move) -> bool:
    if not isinstance(move, Ending):
        return False
    told = any(group.points is not None for of_player in move.groups or () for group in of_player)
    return told or move.totals is not None or move.winners is not None


def _simple(table: Table, move: Move) -> bool:
    return isinstance(move, Dealing | Turn) and table.rules.simple


SPEAKS: dict[str, Callable[[Table, Move], bool]] = {
    "GF101": _is(Dealing),
    "GF102": _is(Opening),
    "GF201": _choice,
    "GF202": _turn(_priority),
    "GF203": _turn(lambda table, turn: turn.line is not None and bool(table.line)),
    "GF204": _turn(_connect),
    "GF205": _turn(_discard),
    "GF206": _turn(_second),
    "GF207": _turn(_medallion),
    "GF208": _heaps,
    "GF209": _conceding,
    "GF401": _end,
    "GF402": lambda table, move: isinstance(move, Ending) and move.groups is not None,
    "GF403": _score,
    "GF501": _turn(lambda table, turn: table.rules.guessing),
    "GF502": _simple,
}
