"""The kernel of Good Fortune says on plain numbers what the clauses say on tables."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from models.changes import UNCHANGED, RuleChanges
from models.good_fortune.attained_totals import attained
from models.good_fortune.cases import read_case
from models.good_fortune.clauses.gf201_choice import Choice
from models.good_fortune.clauses.gf202_priority import Priority
from models.good_fortune.clauses.gf204_connect import CONNECT
from models.good_fortune.clauses.gf205_discard import DISCARD
from models.good_fortune.clauses.gf208_tiles_stay import TilesStay
from models.good_fortune.clauses.gf401_end import END
from models.good_fortune.clauses.gf402_groups import Grouping
from models.good_fortune.clauses.gf403_score import Score, added
from models.good_fortune.editions import Rules
from models.good_fortune.effect import step_of
from models.good_fortune.endgame_layings import LEFT_END, MIDDLE_AT, RIGHT_AT, RIGHT_END, ends_for, line_and_won
from models.good_fortune.endgame_scores import case_of
from models.good_fortune.kernel import (
    FORBIDDEN,
    GONE,
    OPEN,
    WON,
    ahead,
    ends,
    fate,
    heaps_after,
    line_after,
    may_be,
    mover,
    over,
    points,
    rank,
)
from models.good_fortune.layings import ENDS
from models.good_fortune.moves import BOTH, End, Fate, Player, TileLaying, Turn, after_laying
from models.good_fortune.scoring import foremost, times
from models.good_fortune.symbolic_tiles import times_term
from models.good_fortune.table import Step, Table
from models.good_fortune.tiles import CHARMS, Face, Tile, TileSet, tile_set

A, B, C, D, E, F = "clover", "horseshoe", "hand-of-fatma", "maneki-neko", "ganesh", "matiasma"
OWN = (A, B)
KINDS = ((A, C), (A, None), (None, D), (None, None), (C, D), (E, F))  # what an end may carry
PAIRS = list(product(KINDS, repeat=2))
LINE = (Tile(2), Tile(3), Tile(4))


def tiles_with(left: tuple[str | None, str | None], right: tuple[str | None, str | None]) -> TileSet:
    """Give tiles of which 1 is laid, at a line of 2, 3 and 4."""
    return tile_set([[1, *OWN, 1], [2, *left, 1], [3, A, E, 1], [4, *right, 1], [5, C, D, 1]])


def step_with(tiles: TileSet, end: End, told: Fate | None) -> Step:
    """Lay tile 1, with the right tile told if one is."""
    out = LINE[-1] if end == "left" else LINE[0]
    table = Table(Rules(simple=True, tiles=tiles, hand=1), ((Tile(1),), (Tile(5),)), LINE, dealt=True)
    return step_of(table, Turn((TileLaying(Player(1), Tile(1), end, told, None if told is None else out),)))


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_a_laying_does_what_the_clauses_say(
    left: tuple[str | None, str | None], right: tuple[str | None, str | None], end: End
) -> None:
    tiles = tiles_with(left, right)
    beside, opposite = (2, 4) if end == "left" else (4, 2)
    goes = fate(*tiles.masks[1], beside, opposite)

    def allowed(told: Fate | None) -> bool:
        step = step_with(tiles, end, told)
        return CONNECT.holds(step) and DISCARD.holds(step)

    assert (goes != FORBIDDEN) == allowed(None)
    assert (goes in (WON, OPEN)) == allowed("won")
    apart = not any(tiles.masks[1][0] >> tile & 1 for tile in (2, 4))
    assert (goes in (GONE, OPEN) and apart) == allowed("discarded")
    assert ((end == "left") in ends(*tiles.masks[1], LINE)) == allowed(None)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_heaps_change_as_the_clause_says(
    left: tuple[str | None, str | None], right: tuple[str | None, str | None], end: End
) -> None:
    tiles, clause = tiles_with(left, right), TilesStay()
    beside, opposite = (2, 4) if end == "left" else (4, 2)
    goes = fate(*tiles.masks[1], beside, opposite)
    if goes == FORBIDDEN:
        return
    step = step_with(tiles, end, None)
    hand, won, unsure = heaps_after(1 << 1, 0, 0, 1, opposite, goes)
    assert hand == 0
    for shown in ((), (Tile(2),), (Tile(4),), (Tile(2), Tile(4))):
        told = replace(step, move=replace(step.move, collections=(shown, ()), hands=((), (Tile(5),))))
        assert clause.holds(told) == may_be(sum(1 << tile for tile in shown), won, unsure), (shown, goes)
    kept = replace(step, move=replace(step.move, hands=((Tile(1),), (Tile(5),))))
    assert not clause.holds(kept)
    assert step.after.won[0] == tuple(tile for tile in LINE if won >> tile & 1)
    assert step.after.unsure[0] == tuple(tile for tile in LINE if unsure >> tile & 1)


@pytest.mark.parametrize("left", [True, False])
def test_the_compiled_loop_lays_as_the_kernel_says(left: bool) -> None:
    whole = [kind for kind in KINDS if None not in kind]
    for one, other in product(whole, repeat=2):
        tiles = tiles_with(one, other)
        case = case_of(tiles, (1, 2, 3, 4, 5), highest=True, simple=True)
        line = 1 | 2 << MIDDLE_AT | 3 << RIGHT_AT  # places of the tiles, which begin at 0
        found = int(line_and_won(case, line, 0, left))
        row = (found & 31, found >> MIDDLE_AT & 31, found >> RIGHT_AT & 31)
        assert row == line_after((1, 2, 3), 0, left)
        beside, opposite = (2, 4) if left else (4, 2)
        assert (found >> 15) == (opposite if fate(*tiles.masks[1], beside, opposite) == WON else 0)
        may = bool(ends_for(case, line, 0) & (LEFT_END if left else RIGHT_END))
        assert may == (left in ends(*tiles.masks[1], (2, 3, 4)))


@pytest.mark.parametrize("end", ENDS)
def test_the_line_is_that_of_the_moves(end: End) -> None:
    assert line_after(LINE, Tile(1), end == "left") == after_laying(LINE, Tile(1), end)


def test_who_moves_is_who_the_medallion_names() -> None:
    rules = Rules(hand=1)
    for holder, small, (one, other) in product(BOTH, (True, False), ((1, 5), (5, 1))):
        table = Table(
            rules, ((Tile(one),), (Tile(other),)), LINE, holder=holder, side="small" if small else "large", dealt=True
        )
        assert mover(holder, 0, 0, 0, small) == Choice().chooser(Step(table, Turn(()), table)) == holder
        assert mover(holder, one, 0, 0, small) == mover(holder, 0, other, 0, small) == 3 - holder
        first = mover(holder, one, other, 0, small)
        for player in BOTH:
            laid = [TileLaying(BOTH[0], Tile(one), "left"), TileLaying(BOTH[1], Tile(other), "left")]
            order = laid if player == 1 else laid[::-1]
            assert Priority().holds(step_of(table, Turn(tuple(order)))) == (player == first)
        assert mover(holder, one, other, 1, small) == 2
        assert mover(holder, one, other, 2, small) == 1


def test_play_is_over_when_the_clause_says_so() -> None:
    for one, other, mine, others in product(((), (Tile(1),)), ((), (Tile(5),)), range(3), range(3)):
        table = Table(Rules(hand=1), (one, other), LINE, laid=(mine, others), dealt=True)
        assert over(len(one), len(other), min(mine, others), 1) == END.over(table)


def test_groups_and_winners_are_as_the_clause_says() -> None:
    score = Score()
    for number, dice in product(range(1, 7), range(1, 20)):
        assert points(number, dice) == score.points(number, dice) == times_term(number, dice) == number * dice
    for one, other in product(range(4), repeat=2):
        winner = ahead(one, other)
        named = [frozenset({Player(winner)})] if winner else [frozenset(BOTH), frozenset()]
        assert score.winners_of((one, other)) == named


@pytest.mark.parametrize(
    ("form", "points"),
    [
        (Grouping(), times),
        (Grouping(), added),
        (Grouping(dice_break_ties=False), times),
        (Grouping(dice_break_ties=False), added),
        (Grouping(again=False), times),
        (Grouping(again=False), added),
    ],
)
def test_totals_of_known_tiles_come_out_two_ways(form: Grouping, points: Callable[[int, int], int]) -> None:
    drawn, several = Random(7), 0
    for size in [0, 1, 2, 3, 4, 5] * 30:
        pairs = [drawn.sample(CHARMS[:5], 2) for _ in range(size)]
        faces = [Face((one, other), drawn.randint(1, 3)) for one, other in pairs]
        found = form.totals(faces, points)
        assert set(found) == attained(faces, points, form.ranks, again=form.again)
        several += len(found) > 1
    assert several or not form.again or points is added


def test_where_groups_are_otherwise_a_total_is_too() -> None:
    """Counted once, the tiles score 10 and not 8; without the rule about groups nothing tells what they score."""
    case = "tiles 3AB1 4AC1 5BD1 6CD2; won 3 4 5 6/-; hands -/- | end totals {} 0"
    once = RuleChanges(instead=(Grouping.mutants()["it is counted once"],))
    for changes, right in ((UNCHANGED, {10}), (once, {8}), (RuleChanges(without=(Grouping.id,)), {8, 9, 10})):
        for total in (8, 9, 10):
            step = read_case(case.format(total))
            table = replace(step.before, rules=replace(step.before.rules, changes=changes))
            assert Score().holds(step_of(table, step.move)) is (total in right), (changes, total)


def test_the_charm_on_most_tiles_comes_first_and_then_the_one_with_more_dice() -> None:
    assert rank(3, 3) > rank(2, 12) > rank(2, 11) > rank(1, 6) > rank(0, 0) == 0
    faces = [Face((A, B), 1), Face((A, C), 1), Face((B, D), 5)]  # type: ignore[arg-type] # charms by their names
    assert [charm for charm, _ in foremost(faces, frozenset(range(3)))] == [B]


def test_a_wrong_total_is_told_with_the_groups_that_make_up_the_right_one() -> None:
    case = read_case("tiles 3AB1 4AC1 5BD4; won 3 4/5; hands -/- | end totals 5 4")
    assert Score().fault(case).help.endswith("; player 1 has clover 3 4 (2 x 2)")
