"""From the engine's lists to a table that clauses read, and back."""

from collections import Counter
from functools import lru_cache
from typing import cast

from msgspec.structs import replace

from models.lucky_numbers import events
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.engine_state import EngineState
from models.lucky_numbers.garden import Clover, Garden, read_garden
from models.lucky_numbers.moves import Numbers, Player, Turn, read_move
from models.lucky_numbers.table import Ended, Played, Step, Table
from models.reading import Malformed


def table_of(engine: EngineState) -> Table:
    """Give the table an engine stands at."""
    if engine.standing is not None:
        return engine.standing
    return Table(
        rules=engine.rules,
        gardens=tuple(map(engine.layout.unpack, engine.gardens[1:])),
        hidden=tuple(engine.hidden),
        pile=engine.pile,
        middle=_sorted(engine.middle, engine.style.comma),
        placed=tuple(engine.placed[1:]),
        playing=engine.playing,
        first=cast("Player | None", engine.first),
        last=cast("Player | None", engine.last),
        again=engine.again,
        drawn=engine.drawn,
        conceded=engine.conceded,
        ended=None if engine.ended is None else Ended(*engine.ended),
        played_on=engine.played_on,
        closed=engine.closed,
        stopped=engine.stopped,
        turns=engine.turns,
        tournament=engine.series.key is not None,
        series=engine.series.games,
        counted=engine.counted,
    )


@lru_cache(maxsize=16)
def _sorted(middle: bytes, comma: bytes) -> Numbers:
    """Give the numbers of a middle as a log shows it in ascending order."""
    inside = middle[len(comma) : -len(comma)]
    return cast("Numbers", tuple(sorted(map(int, inside.split(comma)))) if inside else ())


def load(engine: EngineState, step: Step) -> None:
    """Set an engine to the table after a step."""
    table = engine.standing = step.after
    engine.refused = False
    engine.gardens[1:] = map(engine.layout.pack, table.gardens)
    engine.hidden[:] = table.hidden
    engine.pile = table.pile
    if _sorted(engine.middle, engine.style.comma) != table.middle:
        engine.lay(_in_shown_order(engine, table))
    engine.placed[1:] = table.placed
    engine.playing, engine.first, engine.last = table.playing, table.first, table.last
    engine.drawn, engine.conceded = table.drawn, table.conceded
    engine.ended = None if table.ended is None else (table.ended.by, table.ended.empty, table.ended.conceded)
    engine.turns, engine.again_after = table.turns, table.turns if table.again else -1
    engine.played_on, engine.closed, engine.stopped = table.played_on, table.closed, table.stopped
    engine.settled = engine.settled or (engine.series.key is not None and len(table.series) != len(engine.series.games))
    engine.series.games, engine.counted = table.series, table.counted
    _whose_turn(engine, table)


def _in_shown_order(engine: EngineState, table: Table) -> list[bytes]:
    """Keep what still lies in the middle in its order, and put what is new behind it."""
    left, kept = Counter(map(b"%d".__mod__, table.middle)), []
    for token in engine.numbers():
        if left[token]:
            left[token] -= 1
            kept.append(token)
    return [*kept, *left.elements()]


def _whose_turn(engine: EngineState, table: Table) -> None:
    """Let the engine go on by itself where a plain turn is due; `to_move` 0 sends each event to the clauses."""
    if table.conceded:
        engine.following = (0, *(_next(table, player) for player in table.players))
    stops = not table.playing or table.stopped or settled_early(table)
    over = stops or (table.ended is not None and not table.played_on)
    due = () if over or (table.last is None and table.first is None) else ORDER.due(table)
    engine.to_move = due[0] if len(due) == 1 else 0


def _next(table: Table, player: Player) -> int:
    """Give whose turn it is after a turn of a player, 0 for nobody."""
    due = ORDER.due(replace(table, last=player, again=False))
    return due[0] if due else 0


def step_from(engine: EngineState, event: events.Event) -> Step:
    """Give the step an event makes; raises Malformed where it cannot stand or says nothing."""
    before = table_of(engine)
    check_place(before, engine.settled and not before.series, event)
    if isinstance(event, events.TurnEvent):
        move = read_move(engine.rules, event, _only_one(before) if event.player is None else None)
        return step_of(before, move, shown_gardens(engine.rules, event.gardens))
    move = read_move(engine.rules, event, None)
    if isinstance(event, events.TournamentEvent):
        before = _whole_series(engine, before)
    return step_of(before, move)


def shown_gardens(rules: Rules, texts: list[str | None] | None) -> tuple[Garden | None, ...]:
    """Read the gardens that a turn shows, none where it shows none. Raises Malformed."""
    if texts is None:
        return ()
    if len(texts) != rules.players:
        raise one_garden_each(len(texts), rules.players)
    found: list[Garden | None] = []
    for text in texts:
        try:
            shown = None if text is None else read_garden(text, rules.top)
        except ValueError as wrong:
            raise Malformed("value", "gardens", str(wrong), "like `3 5/. 8`") from wrong
        if shown is not None and shown[0] is not rules.board:
            side = rules.board.side
            raise Malformed("value", "gardens", f"a garden is not {side} rows of {side} cells", "like `3 5/. 8`")
        found.append(None if shown is None else shown[1])
    return tuple(found)


def one_garden_each(count: int, players: int) -> Malformed:
    """Say that there are too few or too many gardens."""
    help = "one for each player, null where it was not recorded"
    return Malformed("value", "gardens", f"{count} gardens for {players} players", help)


def _whole_series(engine: EngineState, before: Table) -> Table:
    """Put the last game into its series, and games nobody knows anything of where one could not be read."""
    series = engine.series
    games = series.games if engine.settled else (*series.games, Played(before.first, None))
    engine.settled = True
    if series.lost or series.incomplete:
        games = (Played(None, None),) * engine.rules.players
        series.lost = series.incomplete = False
    return replace(before, series=games)


def check_place(table: Table, told: bool, event: events.Event) -> None:
    """Raise Malformed where an event cannot stand behind what came before."""
    what, field = "", "event"
    if isinstance(event, events.TournamentEvent):
        if not table.tournament:
            what = "a tournament's result, but no game before it names a tournament"
        elif told:
            what = "a second result of the tournament"
    elif table.stopped:
        what = "an event after the record broke off"
    elif table.closed and isinstance(event, events.ConcedeEvent):
        what = "a concession after the result"
    elif table.closed and not table.playing and isinstance(event, events.SetupEvent | events.StartEvent):
        what = "a set-up after the result"
    elif isinstance(event, events.TurnEvent):
        if settled_early(table):
            what = "a turn after the result"
    elif isinstance(event, events.StartEvent) and table.playing:
        what = "a start after play has begun"
    elif isinstance(event, events.EndEvent) and table.closed:
        what = "a second result"
    if what:
        raise Malformed("place", field, what, "the events of a game: game, setup ..., start, turn ..., end or stop")


def settled_early(table: Table) -> bool:
    """Tell whether the result was named when nobody else was left, so that it ended play."""
    return table.closed and table.ended is None and len(table.staying) <= 1


def trial_from(engine: EngineState, event: events.RefusedEvent) -> tuple[Step, str] | None:
    """Give the turn a refused event asked for, and what was asked: place, exchange, discard or draw.

    None where a fact is missing or means nothing in this game: such a turn was rightly refused, or nobody can tell.
    """
    before = table_of(engine)
    if (before.ended is not None and before.played_on) or before.closed or before.stopped:
        return None
    if event.clover is None and event.action is None and event.source == "pile":
        return _draw(before, event)
    try:
        move = read_move(engine.rules, event, _only_one(before))
    except Malformed:
        return None
    assert isinstance(move, Turn)
    return step_of(before, replace(move, pile=None, middle=None)), move.action


def _only_one(table: Table) -> Player | None:
    """Give whose turn it is, if that is certain."""
    due = ORDER.due(table)
    return due[0] if len(due) == 1 else None


def _draw(before: Table, event: events.RefusedEvent) -> tuple[Step, str] | None:
    """Ask for any clover that can be face down, to be left in the middle."""
    player = event.player if event.player is not None else _only_one(before)
    number = next((number for number, count in enumerate(before.hidden) if count), 1)
    if player is None or player not in before.players:
        return None
    return step_of(before, Turn(Player(player), "pile", Clover(number), "discard")), "draw"
