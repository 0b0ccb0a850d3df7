"""From the engine's numbers to a table that clauses read, and back."""

from msgspec.structs import replace

from models.good_fortune import events
from models.good_fortune.effect import step_of
from models.good_fortune.engine_state import EngineState, tile_bits
from models.good_fortune.layings import ENDS, met
from models.good_fortune.moves import Player, Turn, read_move
from models.good_fortune.table import Hands, Step, Table
from models.good_fortune.tiles import Tile, Tiles
from models.reading import Malformed


def _tiles(mask: int) -> Tiles:
    return tuple(Tile(tile) for tile in range(mask.bit_length()) if mask >> tile & 1)


def _pair(masks: list[int]) -> Hands:
    return _tiles(masks[1]), _tiles(masks[2])


def table_of(engine: EngineState) -> Table:
    """Give the table of an engine."""
    return Table(
        engine.rules,
        hands=_pair(engine.hands),
        line=tuple(Tile(tile) for tile in engine.line),
        won=_pair(engine.won),
        unsure=_pair(engine.unsure),
        holder=None if engine.holder is None else Player(engine.holder),
        side="small" if engine.small else "large",
        dealt=engine.dealt,
        last=None if engine.last is None else Player(engine.last),
        laid=(engine.laid[1], engine.laid[2]),
        conceded=frozenset(Player(each) for each in engine.conceded),
        ended=engine.ended,
        played_on=engine.played_on,
        closed=engine.closed,
        stopped=engine.stopped,
        turns=engine.turns,
        counted=engine.counted,
    )


def load(engine: EngineState, step: Step) -> None:
    """Let an engine go on from the table after a step."""
    table = step.after
    if table.ended and not step.before.ended:
        engine.won_then, engine.unsure_then = ([0, *map(tile_bits, of)] for of in (table.won, table.unsure))
        engine.line_then = table.line
    engine.hands, engine.won, engine.unsure = (
        [0, *map(tile_bits, of)] for of in (table.hands, table.won, table.unsure)
    )
    engine.laid = [0, *table.laid]
    engine.line, engine.holder, engine.small = table.line, table.holder, table.side == "small"
    engine.last, engine.turns, engine.dealt = table.last, table.turns, table.dealt
    engine.conceded, engine.ended, engine.played_on = table.conceded, table.ended, table.played_on
    engine.closed, engine.stopped, engine.counted = table.closed, table.stopped, table.counted


def step_from(engine: EngineState, event: events.Event) -> Step:
    """Give the step an event makes; raises Malformed where it cannot stand or says nothing."""
    before = table_of(engine)
    check_place(before, event)
    if before.played_on and isinstance(event, events.EndEvent):
        line = tuple(Tile(tile) for tile in engine.line_then)
        before = replace(before, line=line, won=_pair(engine.won_then), unsure=_pair(engine.unsure_then))
    return step_of(before, read_move(engine.rules, event, before.line, before.hands, before.last))


def check_place(table: Table, event: events.Event) -> None:
    """Raise Malformed where an event cannot stand after what has happened."""
    what = ""
    if table.stopped:
        what = "an event after the record broke off"
    elif table.closed and isinstance(event, events.ConcedeEvent):
        what = "a concession after the result"
    elif isinstance(event, events.DealEvent) and table.dealt:
        what = "a second deal"
    elif isinstance(event, events.EndEvent) and table.closed:
        what = "a second result"
    if what:
        raise Malformed("place", "event", what, "the events of a game: game, deal, turn ..., end or stop")
    if isinstance(event, events.TurnEvent | events.EndEvent | events.GapEvent) and not table.dealt:
        raise Malformed(
            "missing", "event", "the deal was not recorded", "a game is judged from its deal on: hands and line"
        )


def trial_from(engine: EngineState, event: events.RefusedEvent) -> tuple[Step, str] | None:
    """Give the turn a refused event asked for.

    None where a fact is missing or means nothing in this game, or where nobody knows whether the tiles connect: such a
    turn was rightly refused, or nobody can tell.
    """
    before = table_of(engine)
    if before.ended or before.closed or before.stopped or not before.dealt:
        return None
    try:
        move = read_move(engine.rules, event, before.line, before.hands, before.last)
    except Malformed:
        return None
    assert isinstance(move, Turn)
    asked = replace(move, line=None, hands=None, collections=None, holder=None, side=None)
    step = step_of(before, asked)
    unclear = any(each.shares(end) is None for each in met(step) for end in ENDS)
    return None if unclear else (step, "turn")
