"""The kernel of Lucky Numbers says on plain numbers what the clauses say of gardens, moves and tables."""

import random
from collections import Counter
from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace

from models.games import GAMES
from models.lucky_numbers.bitboards import layout_of
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.clauses.ln303_exchange import Exchange
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln402_last_clover import LAST
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Clover, Garden, board
from models.lucky_numbers.kernel import fits, in_order, middle_changes, span, was_last, winners
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.table import Ended, Step, Table, new_table
from models.state_space import GameSize
from verifier.explore import Census, layers

GAME = GAMES[0]


@cache
def gardens() -> list[tuple[Rules, Garden]]:
    """Give all gardens of four cells with numbers to 4, and drawn ones of larger boards, in order or not."""
    tiny = Rules(board=board(2), top=4)
    found = [(tiny, tuple(map(Clover, numbers))) for numbers in product(range(5), repeat=4)]
    rng = random.Random(3)
    for side, _ in product((3, 4, 5), range(40)):
        rules, garden = Rules(board=board(side), top=20), [0] * side**2
        for _ in range(rng.randrange(4, 3 * side)):
            cell, number = rng.randrange(side**2), rng.randint(1, 20)
            if rng.random() < 0.1 or PLACEMENT.fits(rules, tuple(map(Clover, garden)), cell, Clover(number)):
                garden[cell] = number
        found.append((rules, tuple(map(Clover, garden))))
    return found


@pytest.mark.parametrize("equal", [True, False], ids=["equal exchange", "strict"])
def test_the_span_of_a_cell_holds_what_the_clause_lets_lie_there(equal: bool) -> None:
    told: Counter[bool] = Counter()
    for rules, garden in gardens():
        judged = replace(rules, equal_exchange=equal)
        for cell in rules.board.cells.values():
            before, after = rules.board.before[cell], rules.board.after[cell]
            low, high = span(garden, before, after, rules.top)
            for number in range(1, rules.top + 1):
                allowed = PLACEMENT.fits(judged, garden, cell, Clover(number))
                told[allowed] += 1
                assert fits(garden, cell, number, before, after, equal) == allowed
                assert (low <= number < high and (equal or garden[cell] != number)) == allowed
    assert min(told.values()) > 1000


def test_a_garden_is_in_order_when_every_number_of_it_fits() -> None:
    told: Counter[bool] = Counter()
    for rules, garden in gardens():
        fitting = all(PLACEMENT.fits(rules, garden, cell, number) for cell, number in enumerate(garden) if number)
        told[fitting] += 1
        assert in_order(garden, rules.board.before, rules.board.after) == fitting
    assert min(told.values()) > 50


def test_the_bitboards_forbid_what_does_not_fit() -> None:
    for rules, garden in gardens():
        layout = layout_of(rules.board.side, rules.top, 2, ())
        packed = layout.pack(garden)
        for cell, number in product(range(len(garden)), range(1, rules.top + 1)):
            lies = layout.clover(cell, garden[cell]) & layout.one_clover - 1
            assert (packed & layout.against(cell, number) == lies) == PLACEMENT.fits(
                rules, garden, cell, Clover(number)
            )


def tables(size: GameSize) -> list[tuple[Table, list[Step]]]:
    """Give every table of a small game, with the steps of all turns one can think of there."""
    space = GAME.state_spaces().open(size)
    codes = [code for layer, _ in layers(space, space.starts(), Census()) for code in layer]
    return [(space.table(code), [step for _, step in GAME.suite_items().trials(space, code)]) for code in codes[::7]]


def test_what_a_turn_does_to_the_middle_is_what_the_clauses_demand() -> None:
    asked = [clause for clause in GAME.clauses() if clause.id in ("LN204", "LN206", "LN303")]
    assert any(isinstance(clause, Exchange) for clause in asked)
    seen: Counter[tuple[str, str]] = Counter()
    for table, steps in tables(GameSize(top=3, sets=2)):
        for step in steps:
            move = step.move
            if not isinstance(move, Turn) or (move.source == "middle" and move.clover not in table.middle):
                continue
            if any(not clause.holds(step) for clause in GAME.clauses() if isinstance(move, clause.moves)):
                continue
            old = 0 if move.cell is None else table.garden(move.player)[move.cell]
            leaves, enters = middle_changes(move.source == "middle", move.cell is not None, move.clover, old)
            heap = Counter(table.middle) + Counter([enters] if enters else []) - Counter([leaves] if leaves else [])
            assert heap == Counter(step.after.middle)
            other = step.after.middle[:-1] if enters else (*step.after.middle, Clover(1))
            shown = Step(table, move, replace(step.after, middle=other))
            assert any(not clause.holds(shown) for clause in asked)
            seen[move.source, move.action] += 1
    assert set(seen) == set(product(("pile", "middle"), ("place", "exchange"))) | {("pile", "discard")}


def test_play_is_over_when_the_clauses_say_so() -> None:
    told: Counter[str] = Counter()
    rules = Rules(board=board(2), top=5)
    for full, drawn, pile in product((False, True), (False, True), range(3)):
        gardens = tuple(tuple(map(Clover, numbers)) for numbers in ((1, 2 if full else 0, 3, 4), (1, 0, 0, 4)))
        table = replace(new_table(rules), gardens=gardens, playing=True, drawn=drawn, pile=pile)
        assert FULL.over(table) == full
        assert LAST.over(table) == (not full and was_last(drawn, pile))
        told["full" if full else "last" if LAST.over(table) else "on"] += 1
        if full or LAST.over(table):
            ended = Ended("full" if full else "pile", table.empty)
            right = FULL.winners(ended) if full else FEWEST.winners(table, table.empty)
            assert winners(table.empty, full) == sorted(right)
    assert set(told) == {"full", "last", "on"}


@pytest.mark.parametrize("empty", list(product(range(4), repeat=3)))
def test_all_with_the_fewest_empty_cells_win(empty: tuple[int, int, int]) -> None:
    table = replace(new_table(Rules(players=3, sets=3)), ended=Ended("pile", empty))
    assert winners(empty, False) == sorted(FEWEST.winners(table, empty))
