"""Small games of Good Fortune, every turn one can think of: engine, clauses and a judge of their own say the same."""

import random
from collections.abc import Iterator
from copy import copy
from itertools import permutations, product
from typing import Any

import pytest

from models.good_fortune import events
from models.good_fortune.engine import Engine, GameSeries
from models.good_fortune.game import GOOD_FORTUNE
from models.good_fortune.layings import ENDS
from models.good_fortune.tiles import CHARMS, TileSet, tile_set
from models.reading import Reading
from tests.good_fortune_games import random_tiles
from verifier.judge import broken

Line = tuple[int, ...]


def engine_of(hands: list[list[int]], line: Line, tiles: Any, variant: str | None = None) -> Engine:
    """Give an engine behind a deal."""
    header = events.GameEvent(
        "cloverproof/1",
        "good-fortune",
        "daimon-2025",
        variants=[variant] if variant else None,
        tiles=[list(row) for row in tiles] if tiles is not None else None,
        hand=len(hands[0]),
    )
    engine = Engine(header, Reading(), GameSeries())
    assert engine.make(events.DealEvent([list(hand) for hand in hands], list(line)))
    return engine


def shares(tiles: Any, one: int, other: int) -> bool:
    return bool(set(tiles[one - 1][1:3]) & set(tiles[other - 1][1:3]))


def laid(tiles: Any, line: Line, laying: events.Laying) -> Line | None:
    """Lay a tile by the sheet; None where it does not allow what the laying says."""
    tile, left = laying.tile, laying.end == "left"
    assert tile is not None
    fits = [shares(tiles, tile, line[0]), shares(tiles, tile, line[-1])]
    mine, gone = (fits[0], line[-1]) if left else (fits[1], line[0])
    if any(fits) and not mine:
        return None
    if laying.won is not None and (not mine or laying.won != gone):
        return None
    if laying.discarded is not None and (mine or laying.discarded != gone):
        return None
    return (tile, *line[:-1]) if left else (*line[1:], tile)


def legal(tiles: Any, line: Line, turn: events.TurnEvent) -> bool:
    """Judge a first turn, small side up, both tiles being in the right hands."""
    assert turn.laid is not None
    first, second = turn.laid
    assert first.tile is not None
    assert second.tile is not None
    if first.tile > second.tile:
        return False
    after = laid(tiles, line, first)
    return after is not None and laid(tiles, after, second) is not None


def every_turn(hands: list[list[int]], line: Line) -> Iterator[events.TurnEvent]:
    """Give all turns with the only tiles in hand: order, ends, what is won or leaves."""
    tiles = [hands[0][0], hands[1][0]]
    fates = [(None, None), *((tile, None) for tile in (*line, *tiles)), *((None, tile) for tile in (*line, *tiles))]
    for order in ((0, 1), (1, 0)):
        for ends in product(ENDS, repeat=2):
            for told in product(fates, repeat=2):
                layings = [
                    events.Laying(each + 1, tiles[each], end, *fate)
                    for each, end, fate in zip(order, ends, told, strict=True)
                ]
                yield events.TurnEvent(layings)


DEALS = [([[one], [6 - one]], line) for one in (1, 5) for line in permutations((2, 3, 4))]


@pytest.mark.parametrize("seed", range(3))
def test_every_turn_of_the_smallest_game_is_judged_alike_by_engine_clauses_and_the_sheet(seed: int) -> None:
    rng = random.Random(seed)
    both = set()
    for hands, line in rng.sample(DEALS, 5):
        tiles = random_tiles(rng, 5)
        start = engine_of(hands, line, tiles)
        for turn in every_turn(hands, line):
            engine = copy(start)
            taken = engine.make(turn)
            step = start.step(turn)
            kept = not broken(GOOD_FORTUNE, step)
            assert taken is kept is legal(tiles, line, turn), (tiles, hands, line, turn)
            if taken:
                assert engine.table() == step.after
            both.add(taken)
    assert both == {True, False}


def test_with_unknown_charms_no_turn_is_called_wrong_that_some_tile_set_allows() -> None:
    rng = random.Random(9)
    counts = {True: 0, False: 0}
    for hands, line in rng.sample(DEALS, 6):
        tiles = random_tiles(rng, 5)
        hidden = [list(row) for row in tiles]
        place, column = rng.randrange(5), rng.choice((1, 2))
        hidden[place][column] = None
        known = hidden[place][3 - column]
        possible = []
        for charm in CHARMS:
            if charm != known:
                some = [list(row) for row in hidden]
                some[place][column] = charm
                possible.append(some)
        start = engine_of(hands, line, hidden)
        for turn in every_turn(hands, line):
            kept = not broken(GOOD_FORTUNE, start.step(turn))
            assert copy(start).make(turn) is kept
            somewhere = any(legal(some, line, turn) for some in possible)
            assert kept or not somewhere, (hidden, hands, line, turn)
            counts[kept] += 1
    assert min(counts.values()) > 20


# Whole games ----------------------------------------------------------------------------------------------------------


def plays(engine: Engine) -> int:
    """Count all legal lines to the end by the engine, fates told by it."""
    if engine.ended:
        return 1
    count = 0
    hands = [[tile for tile in range(30) if engine.hands[player] >> tile & 1] for player in (1, 2)]
    for one, other in product(*hands):
        for order in (((1, one), (2, other)), ((2, other), (1, one))):
            for ends in product(ENDS, repeat=2):
                layings = [events.Laying(player, tile, end) for (player, tile), end in zip(order, ends, strict=True)]
                trial = copy(engine)
                if trial.make(events.TurnEvent(layings)):
                    count += plays(trial)
    return count


def counted(tiles: Any, hands: tuple[frozenset[int], frozenset[int]], line: Line, small: bool) -> int:
    """Count them by the sheet."""
    if not hands[0]:
        return 1
    count = 0
    for one, other in product(*hands):
        first, second = sorted((one, other), reverse=not small)
        for ends in product(ENDS, repeat=2):
            after = laid(tiles, line, events.Laying(1, first, ends[0]))
            then = None if after is None else laid(tiles, after, events.Laying(1, second, ends[1]))
            if then is not None:
                assert len(then) == 3
                count += counted(tiles, (hands[0] - {one}, hands[1] - {other}), then, not small)
    return count


@pytest.mark.parametrize("seed", range(4))
def test_engine_and_sheet_count_the_same_lines_of_play(seed: int) -> None:
    rng = random.Random(seed)
    for hand in (1, 2, 2, 3) if seed == 0 else (1, 2):
        top = 2 * hand + 3
        rest = rng.sample(range(2, top), top - 2)
        hands = [[1, *rest[: hand - 1]], [top, *rest[hand - 1 : 2 * hand - 2]]]
        line = tuple(rest[2 * hand - 2 :])
        tiles = random_tiles(rng, top)
        found = plays(engine_of(hands, line, tiles))
        assert found == counted(tiles, (frozenset(hands[0]), frozenset(hands[1])), line, True)
        assert found > 0


def test_a_tile_set_says_of_any_two_tiles_whether_they_share_a_charm() -> None:
    rng = random.Random(1)
    for _ in range(20):
        rows = random_tiles(rng, 7)
        known: TileSet = tile_set(rows, 7)
        for one, other in product(range(1, 8), repeat=2):
            assert known.shares(one, other) is shares(rows, one, other)
