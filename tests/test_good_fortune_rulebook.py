"""The examples of the rule sheet of Good Fortune, told in `rulebook/good-fortune-*.md`: each row of their tables is a test."""

from itertools import combinations_with_replacement, pairwise, permutations, product
from math import factorial
from typing import Any

import pytest

from models.good_fortune.clauses import CLAUSES
from models.good_fortune.game import GOOD_FORTUNE
from models.good_fortune.moves import Turn
from models.good_fortune.tiles import CHARMS, read_tile
from models.state_space import GameSize
from tests.test_rulebook import Row, sections
from verifier.item_steps import steps_of_log
from verifier.judge import broken

Event = dict[str, Any]

TURN, SCORES = "good-fortune-first-turn.md", "good-fortune-scores.md"
FACTS = sections(TURN)[0].values["Facts"]
TURNS = sections(TURN)[0].rows
COLLECTIONS = [row for section in sections(SCORES) for row in section.rows]


@pytest.mark.parametrize("row", TURNS, ids=[row["turn"] for row in TURNS])
def test_the_printed_first_turn_and_what_differs_from_it_are_judged_as_told(row: Row) -> None:
    step = GOOD_FORTUNE.case(f"{FACTS} | {row['turn']}")
    assert " ".join(clause.id for clause in broken(GOOD_FORTUNE, step)) == row["broken"]


def test_what_the_sheet_tells_of_the_first_turn_is_legal_and_wins_the_15() -> None:
    told = [row["turn"] for row in TURNS if row["told by the sheet"] == "yes"]
    lines = set()
    for turn in told:
        step = GOOD_FORTUNE.case(f"{FACTS} | {turn}")
        assert step.after.won == ((), (15,))
        lines.add(step.after.line)
    assert lines == {(8, 12, 9), (9, 5, 8)}  # either end for the 9


def test_the_nine_may_be_laid_at_either_end_and_the_five_at_one_only() -> None:
    legal = []
    for first, second in product(("left", "right"), repeat=2):
        step = GOOD_FORTUNE.case(f"{FACTS} | chooser 1, 2: 5 {first}, 1: 9 {second}")
        assert isinstance(step.move, Turn)
        if not broken(GOOD_FORTUNE, step):
            legal.append((first, second))
    assert legal == [("left", "left"), ("left", "right")]


def test_every_clause_about_laying_is_told_of_in_the_first_turn() -> None:
    named = {clause for row in TURNS for clause in row["broken"].split()}
    assert named == {str(clause.id) for clause in CLAUSES if str(clause.id).startswith("GF2")} - {"GF209"}


# Scores ---------------------------------------------------------------------------------------------------------------


def slow_totals(tiles: list[tuple[set[str], int]]) -> tuple[set[int], set[int], int]:
    """Work out by other means: all orders of the charms, kept where each group is the greatest when its turn comes."""
    charms = sorted({charm for pair, _ in tiles for charm in pair})
    again, once = set(), set()

    def rank(charm: str, some: list[int]) -> tuple[int, int]:
        mine = [each for each in some if charm in tiles[each][0]]
        return len(mine), sum(tiles[each][1] for each in mine)

    everything = list(range(len(tiles)))
    for order in permutations(charms):
        left, total, right = everything, 0, True
        for charm in order:
            count, dice = rank(charm, left)
            right = right and (not left or (count, dice) == max(rank(other, left) for other in charms))
            total += count * dice
            left = [each for each in left if charm not in tiles[each][0]]
        if right:
            again.add(total)
        if all(rank(one, everything) >= rank(other, everything) for one, other in pairwise(order)):
            once.add(total)
    best = 0
    for split in product(*(sorted(pair) for pair, _ in tiles)):
        total = 0
        for charm in set(split):
            mine = [tiles[place][1] for place, each in enumerate(split) if each == charm]
            total += len(mine) * sum(mine)
        best = max(best, total)
    return again, once, best


@pytest.mark.parametrize("row", COLLECTIONS, ids=[row["collection"] for row in COLLECTIONS])
def test_a_collection_scores_what_is_told_by_every_reading(row: Row) -> None:
    scored = GOOD_FORTUNE.material().score(row["collection"].split(), None)
    assert scored.totals == tuple(map(int, row["totals"].split()))
    assert scored.readings["ordered once, not counted again"] == tuple(map(int, row["ordered once"].split()))
    assert scored.readings["split at will, at best"] == (int(row["split at will"]),)
    faces = [read_tile(text)[1] for text in row["collection"].split()]
    tiles = [({CHARMS[CHARMS.index(charm)] for charm in face.charms if charm}, face.die or 0) for face in faces]
    again, once, best = slow_totals(tiles)  # type: ignore[arg-type]
    assert (tuple(sorted(again)), tuple(sorted(once)), best) == (
        scored.totals,
        scored.readings["ordered once, not counted again"],
        scored.readings["split at will, at best"][0],
    )


# Numbers that follow from the sheet -----------------------------------------------------------------------------------


def test_the_tiles_can_be_split_in_so_many_ways() -> None:
    """Who has tile 1 does not matter, nor does the order in the line: 12,471,030 ways."""
    tables = GOOD_FORTUNE.state_spaces().open(GameSize(top=21))
    both, orders = 2, 6
    assert tables.count_starts() == both * orders * 12_471_030
    assert factorial(19) // (factorial(8) * factorial(8) * factorial(3)) == 12_471_030
    for top in (5, 7):
        tables = GOOD_FORTUNE.state_spaces().open(GameSize(top=top))
        splits = {
            tuple(frozenset(part) for part in (order[:hand], order[hand : 2 * hand], order[2 * hand :]))
            for hand in ((top - 3) // 2,)
            for order in permutations(range(1, top + 1))
            if 1 in order[:hand] and top in order[hand : 2 * hand]
        }
        codes = list(tables.starts())
        assert len(set(codes)) == len(codes) == tables.count_starts() == both * orders * len(splits)


def test_a_group_of_forty_has_four_tiles_with_ten_or_five_with_eight() -> None:
    for most in (4, 6):
        groups = {
            (size, sum(dice))
            for size in range(1, 10)
            for dice in combinations_with_replacement(range(1, most + 1), size)
            if size * sum(dice) == 40
        }
        assert groups == {(4, 10), (5, 8)}


ALIKE = [["clover", "scarab"]] * 21
APART = [["clover", "horseshoe"], ["hand-of-fatma", "maneki-neko"]]


def whole_game(charms: list[list[str]], chosen: list[tuple[int, int]], line: list[int]) -> list[Event]:
    """Write a game in which the higher or lower tile of each pair is laid at the left, as the medallion has it."""
    hands = [[pair[0] for pair in chosen], [pair[1] for pair in chosen]]
    rows = [[number, *pair, 1] for number, pair in enumerate(charms, 1)]
    events: list[Event] = [
        {"event": "game", "format": "cloverproof/1", "game": "good-fortune", "edition": "daimon-2025", "tiles": rows},
        {"event": "deal", "hands": hands, "line": line},
    ]
    for number, pair in enumerate(chosen):
        laid: list[Event] = [{"player": player, "tile": tile, "end": "left"} for player, tile in enumerate(pair, 1)]
        laid.sort(key=lambda each: each["tile"], reverse=bool(number % 2))
        events.append({"event": "turn", "laid": laid})
    return events


def won_in(events: list[Event]) -> list[int]:
    """Replay a game that must be legal, and count what each has won."""
    steps = [probe.step for probe in steps_of_log(GOOD_FORTUNE, events)]
    assert all(not broken(GOOD_FORTUNE, step) for step in steps)
    assert steps[-1].after.ended
    assert sum(len(step.move.laid) for step in steps if isinstance(step.move, Turn)) == 18
    return [len(won) for won in steps[-1].after.won]


def test_eighteen_layings_win_from_no_tile_to_eighteen() -> None:
    pairs = [(number, number + 1) for number in range(1, 18, 2)]
    pairs[-1] = (17, 21)
    assert won_in(whole_game(ALIKE, pairs, [18, 19, 20])) == [9, 9]
    order = [tile for turn, pair in enumerate(pairs) for tile in sorted(pair, reverse=bool(turn % 2))]
    charms = [[""]] * 21
    for place, tile in enumerate([20, 19, 18, *order]):  # each new tile differs from both ends
        charms[tile - 1] = APART[place % 2]
    assert won_in(whole_game(charms, pairs, [18, 19, 20])) == [0, 0]
