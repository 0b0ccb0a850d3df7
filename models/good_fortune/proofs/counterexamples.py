"""Cases of claims in words, pictures and logs."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from models.clause import Picture
from models.formats import LOG_FORMAT
from models.good_fortune import events
from models.good_fortune.editions import GUESSING, HAND, SIMPLE, Rules
from models.good_fortune.effect import step_of
from models.good_fortune.legal_moves import written
from models.good_fortune.moves import Conceding, Dealing, Ending, Opening, Stop, TileGroup, TileLaying, Turn
from models.good_fortune.successors import write_table
from models.good_fortune.symbolic_state import MOVES, SymbolicMove
from models.good_fortune.symbolic_tiles import SomeTiles
from models.good_fortune.table import Hands, Step, Table, in_words, undealt_table, write_heap
from models.good_fortune.tiles import BLANK, CHARMS, Face, Tiles, TileSet
from models.proof import Counterexample, StepInWords
from models.smt import Values
from models.smtlib import number_in


def tiles_from(tiles: SomeTiles, values: Values, top: int = 0) -> TileSet:
    """Give the tile set that one with unknowns becomes, up to a number; a tile whose name is 0 stays unknown."""
    faces = []
    for tile, face in enumerate(tiles.faces, 1):
        charms = [charm for charm, here in zip(CHARMS, face.carries, strict=True) if number_in(values, here)]
        told = f"tile.{tile}.first" in values
        faces.append(Face((charms[0], charms[1]), number_in(values, face.die)) if told else BLANK)
    return TileSet((*faces, *(BLANK for _ in range(len(faces), top))))


def first_turn(
    rules: Rules, tiles: TileSet, hands: Hands, line: Tiles, turn: SymbolicMove, values: Values
) -> tuple[Step, ...]:
    """Play a game up to its first turn, which a symbolic move becomes."""
    steps, table = list[Step](), undealt_table(replace(rules, tiles=tiles))
    for move in (Opening(), Dealing(hands, line), MOVES[turn.kind].read(turn, values)):
        steps.append(step_of(table, move))
        table = steps[-1].after
    return tuple(steps)


# In words -------------------------------------------------------------------------------------------------------------


def steps_in_words(steps: Sequence[Step]) -> list[StepInWords]:
    """Put steps into words, behind the table that they begin with."""
    if not steps:
        return []
    first = StepInWords("init", "the table before", state_of(steps[0].before))
    return [
        first,
        *(StepInWords(type(each.move).__name__.lower(), _words(each), state_of(each.after)) for each in steps),
    ]


def _words(step: Step) -> str:
    match step.move:
        case Opening():
            return "a game begins"
        case Dealing(hands, line):
            first, second = map(write_heap, hands)
            return f"dealt: {first} to player 1, {second} to player 2, {write_heap(line)} in the line"
        case Turn(laid, chooser):
            first = f"player {chooser} chooses first; " if chooser else ""
            return first + ", then ".join(_laid(each, step) for each in laid)
        case Ending():
            return _result(step.move)
        case Conceding(player):
            return f"player {player} gives up"
        case Stop():
            return "the record breaks off"
    return type(step.move).__name__.lower()


def _laid(laying: TileLaying, step: Step) -> str:
    tile = written(step.before.rules.tiles, laying.tile)
    fate = {"won": f" and wins the {laying.taken}", "discarded": f" and the {laying.taken} leaves"}
    return f"player {laying.player} lays the {tile} {laying.end}{fate.get(laying.fate or '', '')}"


def _result(move: Ending) -> str:
    said = []
    for player, groups in enumerate(move.groups or ((), ()), 1):
        if groups:
            said.append(f"player {player}: " + " + ".join(map(_group, groups)))
    if move.totals is not None:
        said.append(f"totals {move.totals[0]} and {move.totals[1]}")
    if move.winners is not None:
        named = [f"player {each}" for each in sorted(move.winners)]
        said.append(f"{in_words(named) or 'nobody'} {'win' if len(named) > 1 else 'wins'}")
    return "the result: " + "; ".join(said or ["nothing is named"])


def _group(group: TileGroup) -> str:
    points = "" if group.points is None else f" = {group.points}"
    return f"{group.charm} on {write_heap(group.tiles)}{points}"


def state_of(table: Table) -> dict[str, object]:
    """Give a table as plain values."""

    def both(heaps: Hands) -> list[list[int]]:
        return [[int(tile) for tile in each] for each in heaps]

    return {
        "written": [write_table(table)],
        "line": [int(tile) for tile in table.line],
        "hands": both(table.hands),
        "won": both(table.won),
        "holder": int(table.holder or 0),
        "small": table.side == "small",
        "last": int(table.last or 0),
        "over": table.ended,
    }


def draw_case(case: Counterexample) -> tuple[Picture, ...]:
    """Draw what a case is about: the line and the tile to lay, or the collections that are scored."""
    table: Table = case.table if case.table is not None else case.steps[-1].before
    tiles = table.rules.tiles

    def row(some: Tiles) -> tuple[str, ...]:
        return tuple(written(tiles, tile) for tile in some) or ("nothing",)

    if not any(table.hands):
        pairs = zip((1, 2), table.won, strict=True)
        return tuple(Picture(f"won by player {p}", (row(won),), {}, named=False) for p, won in pairs if won)
    hands = zip((1, 2), table.hands, strict=True)
    line = Picture("the line", (row(table.line),), {}, named=False)
    return (line, *(Picture(f"in hand of player {p}", (row(hand),), {}, named=False) for p, hand in hands if hand))


# As a log -------------------------------------------------------------------------------------------------------------


def log_of(steps: Sequence[Step]) -> list[bytes]:
    """Write a whole line of play as the lines of a log."""
    return [msgspec.json.encode(_without_nothing(msgspec.to_builtins(_event(step)))) + b"\n" for step in steps]


def _without_nothing(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_nothing(each) for key, each in value.items() if each is not None}
    return [_without_nothing(each) for each in value] if isinstance(value, list) else value


def _event(step: Step) -> events.Event:
    move = step.move
    match move:
        case Opening():
            return _header(step.before)
        case Dealing():
            return events.DealEvent(_lists(move.hands), list(move.line), move.holder, move.side)
        case Turn():
            laid = [_laying(each) for each in move.laid]
            after = step.after
            return events.TurnEvent(laid, move.chooser, list(after.line), _lists(after.hands), _lists(after.won))
        case Ending():
            groups: list[list[events.Group] | None] | None = None
            if move.groups is not None:
                groups = [[_named(group) for group in each] for each in move.groups]
            totals = None if move.totals is None else list(move.totals)
            winners: list[int] | None = None if move.winners is None else sorted(move.winners)
            return events.EndEvent(_lists(move.collections), groups, totals, winners)
    raise ValueError(f"a line of play has no {type(move).__name__}")


def _laying(laying: TileLaying) -> events.Laying:
    won = laying.taken if laying.fate == "won" else None
    return events.Laying(laying.player, laying.tile, laying.end, won, laying.taken if won is None else None)


def _named(group: TileGroup) -> events.Group:
    return events.Group(str(group.charm), list(group.tiles), group.points)


def _lists(heaps: Hands | None) -> list[events.Heap] | None:
    return None if heaps is None else [list(each) for each in heaps]


def _header(table: Table) -> events.GameEvent:
    rules = table.rules
    rows = [[tile, *face.charms, face.die] for tile, face in enumerate(rules.tiles.faces, 1)]
    variants = [name for name, chosen in ((GUESSING, rules.guessing), (SIMPLE, rules.simple)) if chosen]
    return events.GameEvent(
        format=LOG_FORMAT,
        game="good-fortune",
        edition=rules.edition.key,
        variants=variants or None,
        tiles=rows or None,
        hand=rules.hand if rules.hand != HAND else None,
    )
