"""Tables and steps of the suite as JSON objects, beside their text."""

from typing import Annotated

from msgspec import Meta, Struct, convert

from models.formats import LOG_FORMAT
from models.lucky_numbers.cases import read_case
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.editions import EDITIONS, MICHAEL, STANDARD, Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import write_garden
from models.lucky_numbers.moves import Conceding, End, Move, Opening, Placing, Scores, Start, Turn
from models.lucky_numbers.notation import mover_of, read_table
from models.lucky_numbers.table import Step, Table
from models.reading import Reading
from models.state_space import ItemScope, SuiteStep

Event = dict[str, object]


class LuckyTable(Struct, tag="lucky-numbers", tag_field="game"):
    """A table between two turns, with the keys of a puzzle."""

    gardens: Annotated[list[str], Meta(description="of players 1, 2, ..., row by row, `.` is an empty cell")]
    middle: Annotated[list[int], Meta(description="the face-up numbers")]
    pile: Annotated[list[int], Meta(description="the face-down numbers, in no order")]
    to_move: Annotated[int | None, Meta(description="the player to move; null: play is over, or anybody may begin")]
    drawn: Annotated[int | None, Meta(description="a number that was just revealed")]
    top: Annotated[int, Meta(description="the highest number")]
    sets: Annotated[int, Meta(description="copies of each number")]
    variants: Annotated[list[str], Meta(description="house rules in force")]
    equal_exchange: Annotated[bool, Meta(description="whether a clover may replace an equal one")]


class EarlierGame(Struct):
    """An earlier game of a tournament."""

    first: Annotated[int | None, Meta(description="who started it")]
    points: Annotated[list[int] | None, Meta(description="null: it had no result")]


class LuckyStepTable(LuckyTable, tag="lucky-numbers", tag_field="game"):
    """The table before a step, with what happened before."""

    setup: Annotated[str, Meta(description="standard or michael")]
    playing: Annotated[bool, Meta(description="false in the set-up")]
    over: Annotated[bool, Meta(description="whether play is over")]
    face_down: Annotated[int, Meta(description="how many clovers were shown to lie face down")]
    first: Annotated[int | None, Meta(description="who had or has the first turn; null: not said")]
    last: Annotated[int | None, Meta(description="who had the last turn; null: nobody yet")]
    again: Annotated[bool, Meta(description="whether that player has another turn by a house rule")]
    revealed: Annotated[bool, Meta(description="whether the last turn revealed a clover")]
    conceded: Annotated[list[int], Meta(description="who has given up")]
    played_on: Annotated[bool, Meta(description="whether there was a turn behind the end of play")]
    tournament: Annotated[bool, Meta(description="whether it is a game of a tournament")]
    earlier: Annotated[list[EarlierGame], Meta(description="the games of the tournament before it")]


def table_form(text: str) -> LuckyTable:
    """Give a written table of the suite as an object."""
    table, drawn = read_table(text, Reading())
    return convert({**_common(table), "to_move": mover_of(text), "drawn": drawn}, LuckyTable)


def step_form(text: str) -> SuiteStep:
    """Give a case as objects: the table before, the event of the move, what was shown otherwise than it follows."""
    step = read_case(text)
    table = step.before
    due = ORDER.due(table)
    before = _common(table) | {
        "to_move": int(due[0]) if table.playing and table.ended is None and len(due) == 1 else None,
        "drawn": None,
        "setup": MICHAEL if table.rules.one_by_one else STANDARD,
        "playing": table.playing,
        "over": table.ended is not None,
        "face_down": table.pile,
        "first": table.first,
        "last": table.last,
        "again": table.again,
        "revealed": table.drawn,
        "conceded": sorted(map(int, table.conceded)),
        "played_on": table.played_on,
        "tournament": table.tournament,
        "earlier": [{"first": each.first, "points": each.points} for each in table.series],
    }
    return SuiteStep(convert(before, LuckyStepTable), event_of(table.rules, step.move), _shown(step))


def item_scope(table: object, move: object | None) -> ItemScope:
    """Tell on which boards, in which editions and by which house rules a table or a step on it is played."""
    assert isinstance(table, Table)
    rules = table.rules
    setup = MICHAEL if rules.one_by_one else STANDARD
    held = [each.key for each in EDITIONS if not isinstance(move, Placing) or setup in each.setups]
    return ItemScope(rules.board.side, tuple(held), rules.variants)


def _common(table: Table) -> dict[str, object]:
    rules = table.rules
    return {
        "game": "lucky-numbers",
        "gardens": [write_garden(rules.board.side, garden) for garden in table.gardens],
        "middle": list(map(int, table.middle)),
        "pile": [number for number, count in enumerate(table.hidden) for _ in range(count)],
        "top": rules.top,
        "sets": rules.sets,
        "variants": list(rules.variants),
        "equal_exchange": rules.equal_exchange,
    }


def _shown(step: Step) -> dict[str, object] | None:
    """Give what was shown after a step otherwise than it follows from it."""
    follows, after = step_of(step.before, step.move).after, step.after
    shown: dict[str, object] = {}
    if after.gardens != follows.gardens:
        shown["gardens"] = [write_garden(after.rules.board.side, garden) for garden in after.gardens]
    if after.again != follows.again:
        shown["again"] = after.again
    return shown or None


def event_of(rules: Rules, move: Move) -> Event:
    """Write a move as an event of a log."""
    names = rules.board.names
    match move:
        case Opening():
            return _header(rules)
        case Placing(player, clover, cell):
            return {"event": "setup", "player": player, "clover": clover, "cell": names[cell]}
        case Start(first, pile, middle):
            return _told("start", first=first, pile=pile, middle=middle)
        case Turn():
            event: Event = {"event": "turn", "player": move.player, "from": move.source, "clover": move.clover}
            name = None if move.cell is None else names[move.cell]
            told = _told("turn", cell=name, out=move.out, pile=move.pile, middle=move.middle)
            return {**event, "action": move.action, **told}
        case Conceding(player):
            return {"event": "concede", "player": player}
        case End(winners, empty, points):
            return _told("end", winners=None if winners is None else sorted(winners), empty=empty, points=points)
        case Scores(points, winners):
            return _told("tournament", points=points, winners=None if winners is None else sorted(winners))
    return {"event": "stop"}


def _told(kind: str, **facts: object) -> Event:
    """Give an event with the facts that were told."""
    lists = {key: list(value) if isinstance(value, tuple) else value for key, value in facts.items()}
    return {"event": kind, **{key: value for key, value in lists.items() if value is not None}}


def _header(rules: Rules) -> Event:
    return {
        "event": "game",
        "format": LOG_FORMAT,
        "game": "lucky-numbers",
        "edition": rules.edition.key,
        "setup": MICHAEL if rules.one_by_one else STANDARD,
        "players": rules.players,
        "variants": list(rules.variants),
        "side": rules.board.side,
        "top": rules.top,
        "sets": rules.sets,
    }
