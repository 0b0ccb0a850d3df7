"""The single steps of the suite, put to a program on a table that it is told."""

from collections.abc import Generator

from msgspec.structs import replace

from models.clause import breached
from models.driving import Ask, CannotAsk, Hello, Request, Response
from models.lucky_numbers.cases import read_case
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.driving.requests import LuckyHello, LuckyResponse, Put, SetTable, Take
from models.lucky_numbers.driving.suite_positions import lack
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import write_garden
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.table import Step

Trying = Generator[Ask, Response, bool]


def tried_step(hello: Hello, text: str) -> Trying:
    """Try a step, and tell whether the program accepts it. Raises CannotAsk where it cannot be told it."""
    assert isinstance(hello, LuckyHello)
    step = read_case(text)
    turn = step.move
    if not isinstance(turn, Turn):
        raise CannotAsk("a step that is no turn")
    table = _table(hello, step, turn)
    reply = yield from _asked(table, "a table")
    if reply.cannot:
        raise CannotAsk(f"the program cannot be told the table: {str(reply.cannot)[:80]}")
    if not reply.done:
        raise CannotAsk("the program refuses the table", refused=True)
    take = Take(turn.player, "pile") if turn.source == "pile" else Take(turn.player, "middle", turn.clover)
    reply = yield from _asked(take, f"a clover taken from the {turn.source}")
    if reply.cannot:
        raise CannotAsk("the program cannot be told the turn")
    if not reply.done or (reply.clover or turn.clover) != turn.clover:
        return False
    cell = None if turn.cell is None else step.before.rules.board.names[turn.cell]
    reply = yield from _asked(
        Put(turn.player, turn.clover, cell), "a clover put on a cell" if cell else "a clover left"
    )
    if reply.cannot:
        raise CannotAsk("the program cannot be told the turn")
    return reply.done


def _table(hello: LuckyHello, step: Step, turn: Turn) -> SetTable:
    """Give the table of a step. Raises CannotAsk."""
    before, rules = step.before, step.before.rules
    due = ORDER.due(before)
    to_move = turn.player if turn.player in due else due[0]
    if before.ended is not None or not before.playing:
        raise CannotAsk("no table is told when play is over or has not begun")
    if reason := lack(hello, rules, to_move):
        raise CannotAsk(reason)
    if before.conceded or before.tournament or before.series:
        raise CannotAsk("a table does not tell what happened before")
    _look_at_turn(step, turn)
    pile = [number for number, count in enumerate(before.hidden) for _ in range(count)]
    if len(pile) != before.pile:
        raise CannotAsk("a table on which the face-down clovers are not all told")
    if turn.source == "pile":
        if turn.clover not in pile:
            raise CannotAsk("no pile has such a clover")
        pile.remove(turn.clover)
        pile.insert(0, turn.clover)
    gardens = tuple(write_garden(rules.board.side, garden) for garden in before.gardens)
    return SetTable(rules.players, gardens, tuple(before.middle), tuple(pile), to_move)


def _look_at_turn(step: Step, turn: Turn) -> None:
    """See that requests can say what is wrong with a turn. Raises CannotAsk."""
    before = step.before
    if turn.action != "discard" and turn.cell is not None:
        lies = bool(before.garden(turn.player)[turn.cell])
        if (turn.action == "exchange") != lies:
            raise CannotAsk("no request tells adding from exchanging")
    bare = step_of(before, replace(turn, out=None, pile=None, middle=None))
    if _legal(bare) != _legal(step):
        raise CannotAsk("the mistake is in what a program shows by itself")


def _legal(step: Step) -> bool:
    return not breached(CLAUSES, step)


def _asked(request: Request, place: str) -> Generator[Ask, Response, LuckyResponse]:
    reply = yield Ask(request, place)
    assert isinstance(reply, LuckyResponse)
    return reply
