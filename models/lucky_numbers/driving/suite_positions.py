"""The legal turns of a table of the suite, as a program shows them: each is tried."""

from collections.abc import Generator, Iterator

from msgspec import Struct

from models.driving import Ask, CannotAsk, Hello, Request, Response, TriedTurns
from models.lucky_numbers.driving.requests import LuckyHello, LuckyResponse, Put, SetTable, Take
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Garden, write_garden
from models.lucky_numbers.notation import mover_of, read_table
from models.reading import Reading

Talk = Generator[Ask, Response, TriedTurns]


class Trial(Struct, frozen=True):
    """A clover to take: from the middle where `middle`, else it is the next one of the pile of `table`."""

    table: SetTable
    clover: int
    middle: bool = False


def tried_turns(hello: Hello, text: str) -> Talk:
    """Try each turn on a written table. Raises CannotAsk where the program cannot be told the table."""
    assert isinstance(hello, LuckyHello)
    table, drawn = read_table(text, Reading())
    rules, to_move = table.rules, mover_of(text) or 0
    if reason := lack(hello, rules, to_move):
        raise CannotAsk(reason)
    hidden = [number for number, count in enumerate(table.hidden) for _ in range(count)]
    if drawn:
        hidden.append(drawn)
    gardens = tuple(write_garden(rules.board.side, garden) for garden in table.gardens)
    pile = tuple(hidden)
    request = SetTable(rules.players, gardens, tuple(table.middle), pile, to_move)
    tried = TriedTurns([], [])
    for trial in _trials(request, rules.top, drawn):
        yield from _tried(trial, rules, table.gardens[to_move - 1], tried)
    return tried


def lack(hello: LuckyHello, rules: Rules, to_move: int) -> str:
    """Say why a program cannot be asked, empty if it can."""
    if "table" not in hello.can:
        return "the program cannot `table`"
    if "refuse" not in hello.can:
        return "the program cannot `refuse`"
    if not to_move:
        return "play is over"
    if (rules.board.side, rules.top) != (hello.side, hello.top) or rules.sets != (hello.sets or rules.players):
        return "the program plays another size"
    if rules.players not in hello.players:
        return f"the program has no games of {rules.players} players"
    if rules.variants:
        return "a table cannot be told with a house rule"
    return "" if rules.equal_exchange else "a table cannot be told as strict"


def _trials(request: SetTable, top: int, drawn: int | None) -> Iterator[Trial]:
    for number in [drawn] if drawn else sorted(set(request.pile)):
        rest = list(request.pile)
        rest.remove(number)
        table = SetTable(request.players, request.gardens, request.middle, (number, *rest), request.to_move)
        yield Trial(table, number)
    if not drawn:
        for number in range(1, top + 1):
            yield Trial(request, number, middle=True)


def _tried(trial: Trial, rules: Rules, garden: Garden, tried: TriedTurns) -> Talk:
    """Leave the clover in the middle and lay it on each cell; the table is set anew after what was accepted."""
    player, start = trial.table.to_move, f"{'m' if trial.middle else ''}{trial.clover}"
    turns: list[tuple[str, str | None, str]] = [(f"{start} -", None, "a clover left in the middle")]
    for name, old in zip(rules.board.names, garden, strict=True):
        place = "a clover put on another" if old else "a clover put on an empty cell"
        turns.append((f"{start}{f'x{old}' if old else ''} {name}", name, place))
    take = Take(player, "middle", trial.clover) if trial.middle else Take(player, "pile")
    there = "from the pile" if not trial.middle else "from the middle"
    if trial.middle and trial.clover not in trial.table.middle:
        there += " that does not lie there"
    held = False
    for turn, cell, place in turns:
        if not held:
            reply = yield from _asked(trial.table, "a table")
            if reply.cannot:
                raise CannotAsk(f"the program cannot be told the table: {str(reply.cannot)[:80]}")
            if not reply.done:
                raise CannotAsk("the program refuses the table", refused=True)
            reply = yield from _asked(take, f"a clover taken {there}")
            if reply.cannot:
                tried.untold.extend(each for each, _, _ in turns)
            if not reply.done or (reply.clover or trial.clover) != trial.clover:
                return tried
        reply = yield from _asked(Put(player, trial.clover, cell), place)
        held = not reply.done
        if reply.cannot:
            tried.untold.append(turn)
        elif reply.done:
            tried.accepted.append(turn)
    return tried


def _asked(request: Request, place: str) -> Generator[Ask, Response, LuckyResponse]:
    reply = yield Ask(request, place)
    assert isinstance(reply, LuckyResponse)
    return reply
