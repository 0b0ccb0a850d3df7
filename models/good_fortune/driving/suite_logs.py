"""The logs of the suite, put to a program by the requests of driving: their deals, and their turns one by one."""

from collections.abc import Generator, Mapping, Sequence

import msgspec

from models.clause import breached
from models.driving import CannotAsk, CannotPlay, Event, Hello, Request, Response, Wish
from models.good_fortune import events
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.driving.plan import texts_of, tiles_of
from models.good_fortune.driving.requests import (
    AskResult,
    Choose,
    Concede,
    FortuneHello,
    FortuneResponse,
    LayTile,
    New,
)
from models.good_fortune.editions import SIMPLE, Rules, rules_of
from models.good_fortune.engine import Engine, GameSeries
from models.reading import Reading

SHOWN = ("line", "hands", "collections", "holder", "side")  # what a program shows, and no request says
FATES = ("won", "discarded")
TOLD = ("winners", "totals", "groups", "collections")  # of a result
BY_ITSELF = "the mistake is in what a program shows by itself"
Asks = Generator[Request, Response, FortuneResponse]
Answering = Generator[Request, Response, Mapping[str, object] | None]
Log = Sequence[Mapping[str, object]]


def ask_log(hello: Hello, log: Log, line: int | None, seed: int) -> Answering:
    """Play the turns of a log, and give where the program refuses one or names another result.

    None where the program lets another player begin: another seed may do. Raises CannotAsk.
    """
    assert isinstance(hello, FortuneHello)
    begin = _deal(hello, log, seed)
    if line is not None and _shown(log, line):
        raise CannotAsk(BY_ITSELF)
    reply = yield from _ask(begin)
    if not reply.done:
        raise CannotAsk(f"the program does not take this deal: {str(reply.why or '')[:80]}")
    if SIMPLE in begin.variants and reply.seen.to_move not in (None, _beginner(log)):
        return None
    talk = _LogTalk()
    for at, event in enumerate(log, 1):
        if event["event"] == "end":
            differs = _named_otherwise(log, at, line, (yield from _ask(AskResult())))
        else:
            differs = yield from talk.differs(event)
        if differs:
            return {"verdict": "breaks", "line": at}
    return {"verdict": "conforms", "line": None}


def _ask(request: Request) -> Asks:
    reply = yield request
    assert isinstance(reply, FortuneResponse)
    if reply.cannot:
        raise CannotAsk("the program cannot be told so")
    return reply


class _LogTalk:
    """Puts event after event; `chosen` are the tiles that the program holds to be laid."""

    def __init__(self) -> None:
        self.chosen: dict[int, int] = {}

    def differs(self, event: Mapping[str, object]) -> Generator[Request, Response, bool]:
        """Put an event, and tell whether the program does otherwise."""
        kind = event["event"]
        if kind in ("turn", "refused"):
            refused = yield from self._turn(msgspec.convert(event["laid"], list[events.Laying]), event)
            return refused != (kind == "refused")
        if kind == "concede":
            return not (yield from _ask(Concede(int(str(event["player"]))))).done
        return False

    def _turn(self, laid: Sequence[events.Laying], event: Mapping[str, object]) -> Generator[Request, Response, bool]:
        """Choose and lay the tiles of a turn, and tell whether the program refuses or shows something else."""
        first = event.get("chooser")
        for each in sorted(laid, key=lambda one: one.player != first):
            player, tile = each.player, each.tile
            if player is None or tile is None or each.end is None:
                raise CannotAsk("a turn that is not told in full")
            if self.chosen.get(player, tile) != tile:
                raise CannotAsk("another tile was chosen, and no request takes that back")
            if player not in self.chosen:
                if not (yield from _ask(Choose(player, tile))).done:
                    return True
                self.chosen[player] = tile
        reply = None
        for each in laid:
            assert each.player is not None
            assert each.tile is not None
            assert each.end is not None
            reply = yield from _ask(LayTile(each.player, each.tile, each.end))
            if not reply.done:
                return True
            del self.chosen[each.player]
            for said, told in ((each.won, reply.won), (each.discarded, reply.discarded)):
                if said is not None and told not in (None, said):
                    return True
        return reply is not None and _shows_otherwise(event, reply)


def _shows_otherwise(event: Mapping[str, object], reply: FortuneResponse) -> bool:
    """Tell whether what a program shows after a turn is not what the log says."""
    if event["event"] != "turn":
        return False
    shown: Event = msgspec.to_builtins(reply.seen)
    for key in SHOWN:
        right, here = event.get(key), shown.get(key)
        if right is None or here is None:
            continue
        if _sorted(key, right) != _sorted(key, here):
            return True
    return False


def _sorted(key: str, value: object) -> object:
    """Put heaps in order, of which none has one of its own."""
    if key not in ("hands", "collections"):
        return list(value) if isinstance(value, tuple) else value
    return [sorted(heap) for heap in msgspec.convert(value, list[list[int]])]


def _named_otherwise(log: Log, at: int, line: int | None, reply: FortuneResponse) -> bool:
    """Tell whether a program names another result than a log. Raises CannotAsk where it does not say enough to tell."""
    if not reply.over:
        return True
    told: Event = {key: value for key, value in msgspec.to_builtins(reply).items() if key in TOLD and value is not None}
    right = _keeps(log, at, {"event": "end", **told})
    if at != line:
        return not right
    if _keeps(log, at, {key: value for key, value in log[at - 1].items() if key in ("event", *told)}):
        raise CannotAsk("the program does not tell the whole result")
    return right


def _keeps(log: Log, at: int, event: Event) -> bool:
    """Tell whether an event in the place of a line keeps the rules."""
    engine = Engine(msgspec.convert(log[0], events.GameEvent), Reading(), GameSeries())
    for before in log[: at - 1]:
        read = msgspec.convert(before, events.Event)
        if not isinstance(read, events.RefusedEvent):
            engine.adopt(engine.step(read))
    return not breached(CLAUSES, engine.step(msgspec.convert(event, events.Event)))


def _beginner(log: Log) -> int | None:
    turn = next((event for event in log if event["event"] in ("turn", "refused")), None)
    return None if turn is None else msgspec.convert(turn["laid"], list[events.Laying])[0].player


def _deal(hello: FortuneHello, log: Log, seed: int) -> New:
    """Give the deal of a log. Raises CannotAsk."""
    header = msgspec.convert(log[0], events.GameEvent)
    kinds = [str(event["event"]) for event in log]
    needs = {"deal", "refuse", "result"} | ({"concede"} if "concede" in kinds else set())
    for need in sorted(needs - set(hello.can)):
        raise CannotAsk(f"the program cannot `{need}`")
    variants = tuple(header.variants or ())
    if not set(variants) <= set(hello.variants):
        raise CannotAsk("a variant that the program does not offer")
    if kinds.count("deal") != 1 or "gap" in kinds:
        raise CannotAsk("a log that does not tell its one deal")
    rules = rules_of(header, Reading())
    if rules.hand != hello.hand:
        raise CannotAsk("another size than the program's")
    deal = msgspec.convert(log[kinds.index("deal")], events.DealEvent)
    hands = msgspec.convert(deal.hands, tuple[tuple[int, ...], ...])
    return New(2, variants, seed, hands, tuple(each or 0 for each in deal.line or ()), _tiles(hello, rules))


def _tiles(hello: FortuneHello, rules: Rules) -> tuple[str, ...] | None:
    """Give what the tiles carry, for a program that does not say it itself. Raises CannotAsk."""
    tiles = rules.tiles
    if not tiles.knows(range(1, rules.top + 1)):
        raise CannotAsk("a log that does not tell what the tiles carry")
    if hello.tiles is None:
        return texts_of(tiles)
    try:
        own = tiles_of(hello, Wish())
    except CannotPlay as wrong:
        raise CannotAsk(wrong.message) from wrong
    if own.faces != tiles.faces:
        raise CannotAsk("other tiles than the program's")
    return None


def _shown(log: Log, line: int) -> bool:
    """Tell whether the event of a line breaks nothing but for what a program shows."""
    event = log[line - 1]
    if event["event"] != "turn":
        return event["event"] not in ("refused", "end")
    bare: Event = {key: value for key, value in event.items() if key not in SHOWN}
    layings = msgspec.convert(event["laid"], list[dict[str, object]])
    bare["laid"] = [{key: value for key, value in each.items() if key not in FATES} for each in layings]
    return _keeps(log, line, bare)
