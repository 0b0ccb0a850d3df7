"""What the engine knows to be broken, without asking, is what the clauses say of the same step; and it goes on alike."""

import random
from collections import Counter
from itertools import islice, product
from operator import length_hint

import msgspec
import pytest

from models.clause import ClauseId
from models.games import GAMES
from models.lucky_numbers import events
from models.lucky_numbers.engine import Engine
from models.lucky_numbers.engine_state import same_numbers
from models.lucky_numbers.moves import Start
from models.lucky_numbers.table import Step
from models.reading import Malformed, Reading
from tests.generator import FAULTS, dump
from tests.test_agreement import READINGS, faulty_logs, judged, mutilated
from verifier.judge import broken

GAME = GAMES[0]
SEEN = ("LN101", "LN102", "LN204", "LN205", "LN206", "LN301", "LN303", "LN401", "LN402")
_decode = msgspec.json.Decoder(events.Event).decode


def known_in(text: str, reading: Reading) -> Counter[ClauseId]:
    """Replay a log, compare each breach that the engine knows, and count the clauses of all."""
    counted = Counter[ClauseId]()
    first, *lines = text.encode().splitlines()
    try:
        header = _decode(first)
        engine = GAME.engine(header, reading, GAME.series()) if isinstance(header, events.GameEvent) else None
    except (Malformed, msgspec.MsgspecError):
        return counted
    if engine is None:
        return counted
    assert isinstance(engine, Engine)
    alone = GAME.engine(header, reading, GAME.series())  # makes the lines one by one, and asks the clauses
    assert isinstance(alone, Engine)
    engine.known = []
    rest, made = iter(lines), iter(lines)
    going = True
    while going:
        line = engine.take(rest)
        for known in engine.known:
            for each in islice(made, length_hint(made) - known.left - 1):
                assert follow(alone, each)
            assert next(made) == known.line
            before = alone.table()
            assert alone.take(iter([known.line])) is not None
            assert alone.table() == before
            step = known.step()
            assert isinstance(step, Step)
            assert step.before == before
            assert [clause.id for clause in broken(GAME, step)] == [*known.clauses]
            alone.adopt(step)
            assert (known.player, known.move) == (getattr(step.move, "player", None), type(step.move))
            assert known.turn == (None if isinstance(step.move, Start) else alone.turns)
            counted.update(known.clauses)
        engine.known.clear()
        behind = 0 if line is None else length_hint(rest) + 1
        for each in islice(made, length_hint(made) - behind):
            assert follow(alone, each)
        assert engine.table() == alone.table()
        going = line is not None and made_of(engine, line) and (bool(engine.known) or follow(alone, next(made)))
    return counted


def follow(engine: Engine, line: bytes) -> bool:
    """Make what a line says, whatever it breaks; tell whether it says anything."""
    return engine.take(iter([line])) is None or made_of(engine, line)


def made_of(engine: Engine, line: bytes) -> bool:
    """Make what a line says that was given back, whatever it breaks; tell whether it says anything."""
    try:
        event = _decode(line)
        if not isinstance(event, events.RefusedEvent) and not engine.make(event):
            engine.adopt(engine.step(event))
    except (Malformed, msgspec.MsgspecError):
        return False
    return True


def test_what_the_engine_knows_to_be_broken_is_what_the_clauses_say() -> None:
    counted = Counter[ClauseId]()
    for name in FAULTS:
        for log in faulty_logs(name)[:1]:
            counted += known_in(dump(log), READINGS[0]) + known_in(dump(log), READINGS[1])
    assert {*counted} == {*SEEN}
    assert min(counted.values()) >= 2, counted


def log_of(placed: int, start: str, variants: str) -> str:
    """Write a game of two in which so many clovers are placed before it starts, and one more behind."""
    header = f'{{"event":"game","format":"cloverproof/1","game":"lucky-numbers","edition":"tiki-2020","players":2,"variants":{variants}}}'
    cells = product(((2, "a1"), (7, "b2"), (11, "c3"), (17, "d4")), (1, 2))
    set_up = [
        f'{{"event":"setup","player":{player},"clover":{clover},"cell":"{cell}"}}' for (clover, cell), player in cells
    ]
    turns = [f'{{"event":"turn","player":1,"from":"pile","clover":5,"action":"discard","pile":{n}}}' for n in (31, 39)]
    return "\n".join((header, *set_up[:placed], f'{{"event":"start"{start}}}', *set_up[placed : placed + 1], *turns))


def test_a_start_that_is_known_to_be_wrong_breaks_what_the_clauses_say() -> None:
    counted = Counter[ClauseId]()
    firsts, middles = ("", ',"first":2', ',"first":3'), ("", ',"middle":[]', ',"middle":[3]', ',"middle":[,]')
    piles = ("", *(f',"pile":{pile}' for pile in ("null", "-1", "0", "31", "32", "40", "41", '"40"', "40.0", "[40]")))
    for placed, first, pile, middle, variants in product((0, 7, 8), firsts, piles, middles, ("[]", '["bruno"]')):
        log = log_of(placed, first + pile + middle, variants)
        counted += known_in(log, READINGS[0])
        assert judged(log).findings == judged(log, thorough=True).findings
    assert min(counted[ClauseId("LN101")], counted[ClauseId("LN102")]) > 40, counted


@pytest.mark.parametrize("comma", [b",", b", "])
def test_the_numbers_of_two_middles_are_compared_in_any_order(comma: bytes) -> None:
    rng, counted = random.Random(7), Counter[bool]()
    for _ in range(4000):
        one = [rng.choice((1, 2, 3, 12, 20, 21)) for _ in range(rng.randrange(8))]
        other = [*one]
        for place in (rng.randrange(len(one)) for _ in range(2) if one):
            other[place], other[-1] = other[-1], rng.choice((other[place], other[place], 3))
        told, heap = (comma + b"".join(b"%d%b" % (number, comma) for number in each) for each in (one, other))
        assert same_numbers(told, heap, comma) == (sorted(one) == sorted(other)), (told, heap)
        counted[one != other and sorted(one) == sorted(other)] += 1
    assert min(counted.values()) > 1000


@pytest.mark.parametrize("seed", range(1))
def test_a_mutilated_log_breaks_what_the_clauses_say(seed: int) -> None:
    rng = random.Random(seed)
    for name in FAULTS:
        for log in faulty_logs(name)[:1]:
            known_in(dump(mutilated(rng, log, 2)), READINGS[seed % 2])
