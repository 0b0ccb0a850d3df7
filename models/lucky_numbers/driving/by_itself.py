"""What a program could do by itself in the place of what it did, and be seen at once: what no request asks for."""

import random
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from models.asking import only_allowing
from models.clause import Clause
from models.driving import Event, Hello, Wish, lacking
from models.lucky_numbers.cases import read_case
from models.lucky_numbers.clauses.ln103_diagonal import OnTheDiagonal
from models.lucky_numbers.clauses.ln201_order import Clockwise
from models.lucky_numbers.clauses.ln204_leave import LeaveRevealed
from models.lucky_numbers.clauses.ln205_take import TakeFaceUp
from models.lucky_numbers.clauses.ln208_another_turn import AnotherTurn
from models.lucky_numbers.clauses.ln209_concede import NobodyConcedes
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.clauses.ln501_rounds import Rounds
from models.lucky_numbers.clauses.ln502_stays import StaysInSetup
from models.lucky_numbers.clauses.ln601_each_starts import EachStarts
from models.lucky_numbers.clauses.ln602_points import Points
from models.lucky_numbers.clauses.ln603_most_points import MostPoints
from models.lucky_numbers.driving.requests import LuckyHello
from models.lucky_numbers.editions import MICHAEL
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.events import TurnEvent
from models.lucky_numbers.garden import EMPTY, Clover, Garden, write_garden
from models.lucky_numbers.moves import Player, Turn, read_move
from models.lucky_numbers.perturbations import perturbations, turned_up
from models.lucky_numbers.table import Step, Table

SHOWN = ("pile", "middle")

SINGLE = "single games are played"
SIZE = "the size of the game is what the program says of itself"
OUT = "no answer says what lay on a cell"
ORDER = "a program may ask for the set-up in an order of its own"
BESIDE = "another rule forbids the same"
# Clauses of which a program that allows too much is known where it refuses, or, of those of placement, lists moves.
SET_UP_ORDER = (OnTheDiagonal(), Clockwise(), LeaveRevealed(), Rounds())
PLACEMENT = (TakeFaceUp(), Ascending())
BY_PLAYERS = (
    "only the first player is waited for",
    f"{OnTheDiagonal.id}: any cell will do",
    f"{OnTheDiagonal.id}: two clovers on one cell",
)
TOURNAMENT = (EachStarts, Points, MostPoints)
# Mistakes that show only in a program that is wrong in more than one clause, or is asked for another reading.
MASKED = {
    "any number of copies may be placed": "no request asks for clovers that there are not",
    "set-up goes on during play": BESIDE,
    "four sets whatever the number of players": BESIDE,
    "an empty pile still gives clovers": BESIDE,
    "the strict reading is not followed": "ask for it with --no-equal-exchange",
    "exchanging is allowed": BESIDE,
    "moving is allowed": "no request moves a clover",
    "anybody starts, whoever is named": "no request asks another player to begin",
}
# Mistakes that no exchange with any program can show.
HIDDEN = {
    "any side is taken for the printed one": SIZE,
    "any highest number is taken for the printed one": SIZE,
    "player 1 always starts": "who starts is the program's own choice",
    "conceding is a rule of the game": "it is outside the edition in any case",
    "a number is said to have lain there": OUT,
    "any number is said to have lain there": OUT,
    "an empty cell can be exchanged": "a request names the cell, and on an empty one that is adding",
    "in the order of the seats": ORDER,
    f"{Rounds.id}: asked of the standard set-up too": ORDER,
    f"{StaysInSetup.id}: asked of the standard set-up too": "a clover is laid on no other one in any set-up",
    **{f"{clause.id}: {words}": SINGLE for clause in TOURNAMENT for words in clause.mutants()},
}


@cache
def _only_refused(clauses: tuple[Clause[Step], ...]) -> tuple[str, ...]:
    """Name the mistakes in some clauses that show only where a program does not refuse what it must."""
    return tuple(only_allowing(clauses, read_case))


def unoffered(hello: Hello, wish: Wish) -> Mapping[str, str]:
    """Say of clauses and mistakes why they are not tried, where a program does not offer what they are about."""
    assert isinstance(hello, LuckyHello)
    rules = lacking(bool(hello.variants), wish.variants is None or bool(wish.variants), "house rules of another turn")
    setup = lacking(MICHAEL in hello.setups, wish.setup in (None, MICHAEL), "Michael's set-up")
    concede = lacking("concede" in hello.can, True, "giving up")
    refusals = lacking("refuse" in hello.can, True, "refusals")
    listed = "" if {"legal", "play"} & {*hello.can} else refusals
    laid = lacking(hello.diagonal == "players", True, "a set-up that players lay")
    found = {
        **dict.fromkeys(_only_refused(SET_UP_ORDER), refusals),
        **dict.fromkeys(BY_PLAYERS, laid or refusals),
        **dict.fromkeys(_only_refused(PLACEMENT), listed),
        "equal numbers pass, but only among neighbours": listed,
        AnotherTurn.id: rules,
        "another turn that was earned is not given": rules,
        Rounds.id: setup,
        "an exchange in Michael's set-up": setup,
        NobodyConcedes.id: concede,
        "who conceded is not skipped": concede,
        "who conceded can win": concede,
        "one concession ends play": concede,
    }
    return {what: reason for what, reason in found.items() if reason}


def by_itself(event: Mapping[str, object], table: object) -> Iterator[Event]:
    """Give other events that a program could have made of a request: other clovers revealed, shown or named."""
    assert isinstance(table, Table)
    kind = event["event"]
    if kind == "end" and not event.get("winners"):
        return
    whole: Event = {"empty": list(table.empty), **event} if kind == "end" else dict(event)
    for other in perturbations(random.Random(0), whole, table):
        if other["event"] == "end":
            if "points" not in other and (kind == "turn" or (kind == "end" and other.keys() <= event.keys())):
                yield other
        elif other["event"] == kind == "start":
            yield {key: value for key, value in other.items() if key == "event" or key in event}
        elif other["event"] == kind == "turn" and _same_request(event, other):
            yield other
    if kind == "turn":
        yield from _other_gardens(event, table)
    if event.keys() >= {*SHOWN}:
        yield from turned_up(whole, table)


def _same_request(event: Mapping[str, object], other: Event) -> bool:
    """Tell whether a program can make this of the same request, and shows it."""
    if any(event.get(key) != other.get(key) for key in ("player", "from", "cell")):
        return False
    if any(key in other and key not in event for key in (*SHOWN, "out")):
        return False
    if other.get("out", event.get("out")) != event.get("out"):
        return False
    if event["clover"] != other["clover"]:
        return event["from"] == "pile" and event["action"] == other["action"]
    covered = event["action"] == "exchange" and other["action"] == "place"
    return event["action"] == other["action"] or covered


def _other_gardens(event: Mapping[str, object], table: Table) -> Iterator[Event]:
    """Show one clover more, in the own garden or in another one, or the clover in another garden."""
    before, player = table.gardens, Player(int(str(event["player"])))
    move = read_move(table.rules, msgspec.convert(event, TurnEvent), None)
    assert isinstance(move, Turn)
    after, side = step_of(table, move).after.gardens, table.rules.board.side
    own, next_one = player - 1, player % table.rules.players
    for seat, base in ((own, after), (next_one, after), (next_one, before)):
        free = [cell for cell, number in enumerate(base[seat]) if number == EMPTY]
        for cell in free[:1]:
            clover = move.clover if base is before else Clover(1)
            garden: Garden = (*base[seat][:cell], clover, *base[seat][cell + 1 :])
            shown = [write_garden(side, garden if at == seat else base[at]) for at in range(table.rules.players)]
            yield {**event, "gardens": shown}
