"""What an event says, once every value in it is known to exist in the game."""

import re
from collections.abc import Sequence
from typing import Literal, NewType, TypeVar, assert_never, cast

from msgspec import Struct

from models.lucky_numbers import events
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Cell, Clover
from models.reading import Malformed

Player = NewType("Player", int)
LARGEST_COUNT = 10**6
CELL_OTHERWISE = re.compile(r"([a-z])(0)|([1-9])([a-z])|[\[(]?\s*([0-9])\s*[-,;/:. ]\s*([0-9])\s*[\])]?")
Source = Literal["pile", "middle"]
Action = Literal["place", "exchange", "discard"]
Numbers = tuple[Clover, ...]


class Opening(Struct, frozen=True):
    """The header: the rules are declared."""


class Placing(Struct, frozen=True):
    """A clover is placed before play."""

    player: Player
    clover: Clover
    cell: Cell


class Start(Struct, frozen=True):
    """Play begins; what was shown of it may be None."""

    first: Player | None = None
    pile: int | None = None
    middle: Numbers | None = None


class Turn(Struct, frozen=True, gc=False):
    """A turn, and what was shown after it (None where it was not)."""

    player: Player
    source: Source
    clover: Clover
    action: Action
    cell: Cell | None = None
    out: Clover | None = None
    pile: int | None = None
    middle: Numbers | None = None


class Conceding(Struct, frozen=True):
    """A player gives up."""

    player: Player


class End(Struct, frozen=True):
    """A result is named; None where a part was not."""

    winners: frozenset[Player] | None = None
    empty: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None


class Stop(Struct, frozen=True):
    """The record breaks off."""


class Scores(Struct, frozen=True):
    """A tournament's result is named; None where a part was not."""

    points: tuple[int, ...] | None = None
    winners: frozenset[Player] | None = None


Move = Opening | Placing | Start | Turn | Conceding | End | Stop | Scores


def read_move(rules: Rules, event: events.Event, to_move: Player | None) -> Move:
    """Read an event; raises Malformed where a value does not exist in the game or a needed one is missing.

    `to_move` is whose turn it is, for a turn whose player was not recorded.
    """
    match event:
        case events.TurnEvent() | events.RefusedEvent():
            return _turn(rules, event, to_move)
        case events.GameEvent():
            return Opening()
        case events.SetupEvent():
            return _placing(rules, event)
        case events.StartEvent():
            first = None if event.first is None else _player(rules, event.first, "first")
            return Start(first, _count(event.pile, "pile"), _numbers(rules, event.middle))
        case events.ConcedeEvent():
            return Conceding(_player(rules, event.player, "player"))
        case events.GapEvent():
            raise _missing("event", "turns or clovers of the set-up were")
        case events.ShownEvent():
            raise _missing("event", "what the table shows is told, but not the moves that led to it: they were")
        case events.EndEvent():
            empty = _per_player(rules, event.empty, "empty")
            return End(_players(rules, event.winners), empty, _per_player(rules, event.points, "points"))
        case events.StopEvent():
            return Stop()
        case events.TournamentEvent():
            return Scores(_per_player(rules, event.points, "points"), _players(rules, event.winners))
    assert_never(event)


def _placing(rules: Rules, event: events.SetupEvent) -> Placing:
    if event.player is None or event.clover is None or event.cell is None:
        known = {"player": event.player, "clover": event.clover, "cell": event.cell}
        raise _missing(next(field for field, value in known.items() if value is None))
    player, clover = _player(rules, event.player, "player"), _clover(rules, _one(event.clover, "clover"), "clover")
    return Placing(player, clover, _cell(rules, _one(event.cell, "cell")))


def _turn(rules: Rules, event: events.TurnEvent | events.RefusedEvent, to_move: Player | None) -> Turn:
    player = to_move if event.player is None else _player(rules, event.player, "player")
    if player is None or event.source is None or event.clover is None or event.action is None:
        known = {"player": player, "from": event.source, "clover": event.clover, "action": event.action}
        raise _missing(next(field for field, value in known.items() if value is None))
    if event.action == "discard":
        cell = None
    elif event.cell is None:
        raise _missing("cell")
    else:
        cell = _cell(rules, _one(event.cell, "cell"))
    return Turn(
        player,
        event.source,
        _clover(rules, _one(event.clover, "clover"), "clover"),
        event.action,
        cell,
        None if event.out is None else _clover(rules, _one(event.out, "out"), "out"),
        _count(event.pile, "pile"),
        _numbers(rules, event.middle),
    )


def _missing(field: str, what: str = "") -> Malformed:
    if what:
        help = "`validate --infer` tells whether a legal game explains it"
        return Malformed("missing", field, f"{what} not recorded", help)
    return Malformed("missing", field, f"{field} was not recorded", f"it can only be judged with its {field}")


ValueT = TypeVar("ValueT", int, str)


def _one(value: ValueT | list[ValueT], field: str) -> ValueT:
    """Give a value that is recorded in one reading; several readings are not enough to judge by."""
    if not isinstance(value, list):
        return value
    if len(value) == 1:
        return value[0]
    raise _missing(field, f"which of several readings of {field} is right was")


def _player(rules: Rules, value: int, field: str) -> Player:
    if 1 <= value <= rules.players:
        return Player(value)
    help = f"players are 1 to {rules.players}" + (": the first one is 1, not 0" if value == 0 else "")
    raise Malformed("value", field, f"there is no player {_short(value)}", help)


def _clover(rules: Rules, value: int, field: str) -> Clover:
    if 1 <= value <= rules.top:
        return Clover(value)
    raise Malformed(
        "value", field, f"there is no clover with the number {_short(value)}", f"numbers are 1 to {rules.top}"
    )


def _cell(rules: Rules, name: str) -> Cell:
    cell = rules.board.cells.get(name)
    if cell is None:
        known = f"cells are a1 to {rules.board.names[-1]}"
        meant = _meant(name, rules.board.names)
        raise Malformed("value", "cell", f"there is no cell {name[:20]!r}", f"{known}{meant}")
    return cell


def _meant(name: str, names: Sequence[str]) -> str:
    """Say which cell a name may stand for that counts from 0, or has row and column in other ways."""
    found = CELL_OTHERWISE.fullmatch(name)
    if found is None:
        return ""
    letter, digit, row_first, letter_last, one, other = found.groups()
    if digit == "0":
        return f": rows count from 1, and {letter}0 would be {letter}1" if f"{letter}1" in names else ""
    if letter_last and f"{letter_last}{row_first}" in names:
        return f": did you mean {letter_last}{row_first}?"
    if one is None:
        return ""
    pairs = (f"{chr(ord('a') + int(column))}{int(row) + 1}" for column, row in ((one, other), (other, one)))
    first, turned = pairs
    if not {first, turned} <= {*names}:
        return ": a letter for the column, a number for the row"
    return f": counted from 0 it would be {first}" + ("" if first == turned else f" (column, row) or {turned}")


def _numbers(rules: Rules, values: list[int] | None) -> Numbers | None:
    if values is None:
        return None
    numbers = cast("list[Clover]", sorted(values))
    if numbers and not 1 <= numbers[0] <= numbers[-1] <= rules.top:
        return tuple(_clover(rules, value, "middle") for value in values)  # raises
    return tuple(numbers)


def _players(rules: Rules, values: list[int] | None) -> frozenset[Player] | None:
    if values is None:
        return None
    players = frozenset(_player(rules, value, "winners") for value in values)
    if len(players) != len(values):
        raise Malformed("value", "winners", "a player is named twice", "name each winner once")
    return players


def _count(value: int | None, field: str) -> int | None:
    if value is None or abs(value) <= LARGEST_COUNT:
        return value
    raise Malformed("value", field, f"{field} cannot be so large", f"the largest count is {LARGEST_COUNT}")


def _short(value: int) -> str:
    """Write a number that may be absurd."""
    return str(value) if abs(value) < 10**20 else "with too many digits"


def _per_player(rules: Rules, values: list[int] | None, field: str) -> tuple[int, ...] | None:
    if values is None:
        return None
    if len(values) == rules.players:
        return tuple(value for value in values if _count(value, field) is not None)
    raise Malformed(
        "value", field, f"{len(values)} numbers for {rules.players} players", f"{field} has one number per player"
    )
