"""The logs of the suite, put to a program by the requests of driving: their deals, and their turns one by one."""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence

import msgspec

from models.clause import breached
from models.driving import CannotAsk, Event, Hello, Request, Response
from models.lucky_numbers import events
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.driving.requests import (
    AskResult,
    Concede,
    LuckyHello,
    LuckyResponse,
    New,
    Put,
    Shows,
    Take,
)
from models.lucky_numbers.editions import MICHAEL, SIDE, STANDARD, TOP, rules_of
from models.lucky_numbers.engine import Engine
from models.lucky_numbers.garden import EMPTY, read_garden
from models.lucky_numbers.series import GameSeries
from models.reading import Reading

SHOWN = ("pile", "middle", "out", "gardens")  # what a program shows, and no request says
Asks = Generator[Request, Response, LuckyResponse]
Answering = Generator[Request, Response, Mapping[str, object] | None]


def _ask(request: Request) -> Asks:
    reply = yield request
    assert isinstance(reply, LuckyResponse)
    if reply.cannot:
        raise CannotAsk("the program cannot be told so")
    return reply


def _same_size(hello: LuckyHello, side: int, top: int, sets: int, players: int) -> None:
    if (side, top, sets) != (hello.side, hello.top, hello.sets or players):
        raise CannotAsk("another size than the program's")
    if players not in hello.players:
        raise CannotAsk(f"{players} players")


def ask_log(hello: Hello, log: Sequence[Mapping[str, object]], line: int | None, seed: int) -> Answering:
    """Play the turns of a log, and give where the program refuses one, shows another table, or names another result.

    None where the program lets another player begin: another seed may do. Raises CannotAsk.
    """
    assert isinstance(hello, LuckyHello)
    begin, first = _deal(hello, log, seed)
    if line is not None and _shown(log, line):
        raise CannotAsk("the mistake is in what a program shows by itself")
    reply = yield from _ask(begin)
    if not reply.done:
        raise CannotAsk(f"the program does not take this deal: {str(reply.why or '')[:80]}")
    laid = hello.diagonal == "program"
    if laid:
        _look_at_set_up(log, reply)
    held: int | None = None
    shown = _ShownTurns()
    for at, event in enumerate(log, 1):
        kind, refused = event["event"], False
        player = int(str(event.get("player", 0)))
        if kind == "setup" and not laid:
            reply = yield from _ask(Put(player, int(str(event["clover"])), str(event["cell"])))
            refused = not reply.done
        elif kind == "start" and reply.seen.to_move not in (None, first):
            return None
        elif kind in ("turn", "refused"):
            number = int(str(event["clover"]))
            if held is None:
                source = event["from"]
                take = Take(player, "pile") if source == "pile" else Take(player, "middle", number)
                reply = yield from _ask(take)
                if reply.done and reply.clover not in (None, number):
                    raise CannotAsk("the program does not keep the order of revealing")
                refused = not reply.done
            if not refused:
                cell = event.get("cell")
                reply = yield from _ask(Put(player, number, None if cell is None else str(cell)))
                refused, held = not reply.done, number if not reply.done else None
            if kind == "turn" and not refused:
                refused = shown.differ(event, reply.seen)
            if kind == "refused":
                refused = not refused
        elif kind == "concede":
            refused = not (yield from _ask(Concede(player))).done
        elif kind == "end":
            reply = yield from _ask(AskResult())
            named = event.get("winners")
            refused = not reply.over or (reply.winners is not None and sorted(reply.winners) != named)
        if refused:
            return {"verdict": "breaks", "line": at}
    return {"verdict": "conforms", "line": None}


class _ShownTurns:
    """What a program shows behind the turns of a log, held against what stands there.

    How many clovers it counts face down in all is its own; how many fewer they get is not.
    """

    def __init__(self) -> None:
        self.piles: tuple[int, int] | None = None  # in the log and as shown, behind the turn before

    def differ(self, event: Mapping[str, object], seen: Shows) -> bool:
        """Tell whether the program shows another middle, or another number of clovers less face down."""
        middle, pile, before = event.get("middle"), event.get("pile"), self.piles
        if isinstance(middle, list) and seen.middle is not None and sorted(middle) != sorted(seen.middle):
            return True
        if not isinstance(pile, int) or seen.pile is None:
            self.piles = None
            return False
        self.piles = pile, seen.pile + (seen.held is not None)
        return before is not None and self.piles[1] - before[1] != pile - before[0]


def _deal(hello: LuckyHello, log: Sequence[Mapping[str, object]], seed: int) -> tuple[New, int]:
    """Give the deal of a log, and who starts."""
    header = msgspec.convert(log[0], events.GameEvent)
    if any(event["event"] in ("tournament", "gap", "shown") for event in log) or header.tournament is not None:
        raise CannotAsk("more than one game")
    players, kinds = header.players, [str(event["event"]) for event in log]
    _same_size(hello, header.side or SIDE, header.top or TOP, header.sets or players, players)
    if kinds.count("game") > 1:
        raise CannotAsk("more than one game")
    setup, variants = header.setup or STANDARD, tuple(header.variants or ())
    setup = MICHAEL if rules_of(header, Reading()).one_by_one else setup
    if setup not in hello.setups or not set(variants) <= set(hello.variants):
        raise CannotAsk("a set-up or a house rule that the program does not offer")
    needs = {"deal", "result"} | ({"concede"} if "concede" in kinds else set())
    for need in sorted(needs - set(hello.can)):
        raise CannotAsk(f"the program cannot `{need}`")
    if hello.diagonal == "none":
        raise CannotAsk("the program has no set-up")
    hands: list[list[int]] = [[] for _ in range(players)]
    revealed: list[int] = []
    skip = False
    for event in log:
        if event["event"] == "setup":
            hands[int(str(event["player"])) - 1].append(int(str(event["clover"])))
        elif event["event"] in ("turn", "refused") and event.get("from") == "pile" and "clover" in event:
            if not skip:
                revealed.append(int(str(event["clover"])))
            skip = event["event"] == "refused"
        elif event["event"] == "refused":
            raise CannotAsk("what was asked for is not told")
    left = Counter(dict.fromkeys(range(1, (header.top or TOP) + 1), header.sets or players))
    left.subtract(Counter(revealed))
    left.subtract(Counter(number for hand in hands for number in hand))
    if any(len(hand) != (header.side or SIDE) for hand in hands) or min(left.values()) < 0:
        raise CannotAsk("a deal that there is not")
    turns = [event for event in log if event["event"] == "turn"]
    start = next((event for event in log if event["event"] == "start"), {})
    first = int(str(start.get("first") or (turns[0]["player"] if turns else 1)))
    pile = (*revealed, *left.elements())
    return New(players, setup, variants, seed, tuple(map(tuple, hands)), pile), first


def _look_at_set_up(log: Sequence[Mapping[str, object]], reply: LuckyResponse) -> None:
    """See that the program has laid the set-up of a log. Raises CannotAsk."""
    begin = Engine(msgspec.convert(log[0], events.GameEvent), Reading(), GameSeries())
    wanted: list[list[int]] = [[EMPTY] * begin.rules.board.side**2 for _ in range(begin.rules.players)]
    for event in log:
        if event["event"] == "setup" and (at := begin.rules.board.cells.get(str(event["cell"]))) is not None:
            wanted[int(str(event["player"])) - 1][at] = int(str(event["clover"]))
    try:
        shown = [list(read_garden(text or "", begin.rules.top)[1]) for text in reply.seen.gardens or ()]
    except ValueError:
        shown = []
    if shown != wanted:
        raise CannotAsk("the program lays the set-up, and lays it otherwise")


def _shown(log: Sequence[Mapping[str, object]], line: int) -> bool:
    """Tell whether the event of a line breaks nothing but for what a program shows."""
    if log[line - 1]["event"] not in ("setup", "turn"):
        return log[line - 1]["event"] != "refused"
    engine = Engine(msgspec.convert(log[0], events.GameEvent), Reading(), GameSeries())
    for event in log[: line - 1]:
        read = msgspec.convert(event, events.Event)
        if not isinstance(read, events.RefusedEvent):
            engine.adopt(engine.step(read))
    action, cell = log[line - 1].get("action"), log[line - 1].get("cell")
    if action != "discard" and isinstance(cell, str) and (at := engine.rules.board.cells.get(cell)) is not None:
        player = int(str(log[line - 1]["player"]))
        if (action == "exchange") != bool(engine.layout.number_on(engine.gardens[player], at)) and action is not None:
            raise CannotAsk("no request tells adding from exchanging")
    bare: Event = {key: value for key, value in log[line - 1].items() if key not in SHOWN}
    return not breached(CLAUSES, engine.step(msgspec.convert(bare, events.Event)))
