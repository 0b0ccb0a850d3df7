"""How the graph of a small game decides claims about Lucky Numbers: by looking at tables, at steps, at all games."""

from collections.abc import Callable
from functools import lru_cache

from models.claim import Games
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.clauses.ln602_points import POINTS
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Clover, Garden
from models.lucky_numbers.kernel import was_last
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.proofs.predicates import placement
from models.lucky_numbers.table import Step, Table


@lru_cache(maxsize=1 << 16)
def ascends(rules: Rules, garden: Garden) -> bool:
    """Tell whether all rows and columns of a garden ascend, empty cells left out."""
    return PLACEMENT.orders(rules, garden)


def gardens_in_order(table: Table) -> bool:
    """Check all gardens."""
    return all(ascends(table.rules, garden) for garden in table.gardens)


def conserved(step: Step) -> bool:
    """Count every number before and after: gardens, middle and face down."""
    return copies(step.before) == copies(step.after)


def copies(table: Table) -> list[int]:
    """Count the copies of each number on a table."""
    counts = list(table.hidden)
    for garden in table.gardens:
        for clover in garden:
            counts[clover] += clover != EMPTY
    for clover in table.middle:
        counts[clover] += 1
    return counts


@lru_cache(maxsize=1 << 16)
def takes(rules: Rules, garden: Garden, number: int) -> bool:
    """Tell whether some cell of a garden takes a number."""
    return any(placement(rules).fits(rules, garden, cell, number) for cell in range(len(garden)))  # type: ignore[arg-type]


def fits_somewhere(table: Table) -> bool:
    """Try every number that can be revealed in the garden of whoever is to move."""
    if table.ended is not None or table.first is None:
        return True
    garden = table.garden(table.first)
    return all(takes(table.rules, garden, number) for number, count in enumerate(table.hidden) if count)


def stays_filled(step: Step) -> bool:
    """Compare the cells of all gardens before and after."""
    pairs = zip(step.before.gardens, step.after.gardens, strict=True)
    return all(new != EMPTY for before, after in pairs for old, new in zip(before, after, strict=True) if old != EMPTY)


def exchange_fills_nothing(step: Step) -> bool:
    """Look at how an exchange ends play, if it does."""
    assert isinstance(step.move, Turn)
    return step.move.action != "exchange" or step.after.ended is None or step.after.ended.by != "full"


def own_garden_only(step: Step) -> bool:
    """Compare the gardens of the others."""
    assert isinstance(step.move, Turn)
    pairs = enumerate(zip(step.before.gardens, step.after.gardens, strict=True), 1)
    return all(before == after for player, (before, after) in pairs if player != step.move.player)


def not_over(step: Step) -> bool:
    """Look at whether play was over before a turn."""
    return step.before.ended is None


def one_full(table: Table) -> bool:
    """Count the full gardens."""
    return table.empty.count(0) <= 1


def tie_needs_last_clover(table: Table) -> bool:
    """Look at the winners of a game that is over."""
    if table.ended is None or table.ended.by == "pile":
        return True
    return len(table.rules.changes.form_of(FULL).winners(table.ended)) == 1


def one_winner(table: Table) -> bool:
    """Count the winners after the last clover."""
    if table.ended is None or table.ended.by == "full":
        return True
    return len(table.rules.changes.form_of(FEWEST).winners(table, table.ended.empty)) == 1


def within_bounds(table: Table) -> bool:
    """Look at the cells of full gardens."""
    board, top = table.rules.board, table.rules.top
    return all(
        sum(board.place(cell)) + 1 <= garden[cell] <= top - 2 * (board.side - 1) + sum(board.place(cell))
        for garden in table.gardens
        if EMPTY not in garden
        for cell in board.cells.values()
    )


def sound(table: Table) -> bool:
    """Look at pile and marked cells, and whether play is over when it must be."""
    filled = all(garden[cell] != EMPTY for garden in table.gardens for cell in table.rules.board.diagonal)
    over = 0 in table.empty or was_last(table.drawn, table.pile)
    return filled and table.pile == sum(table.hidden) and over == (table.ended is not None)


def middle_fits(table: Table) -> bool:
    """Try every clover of the middle in the garden of whoever is to move."""
    if table.ended is not None or table.first is None:
        return True
    return all(takes(table.rules, table.garden(table.first), clover) for clover in table.middle)


def exchange_ends_nothing(step: Step) -> bool:
    """Look whether play is over after an exchange."""
    return not isinstance(step.move, Turn) or step.move.action != "exchange" or step.after.ended is None


def sheets_agree(table: Table) -> bool:
    """Try every number on every cell: the placed number fits where the whole garden is in order then."""
    return all(_sheets_agree(table.rules, garden) for garden in table.gardens)


@lru_cache(maxsize=1 << 16)
def _sheets_agree(rules: Rules, garden: Garden) -> bool:
    tries = [(cell, number) for cell in rules.board.cells.values() for number in _numbers(rules)]
    return all(
        placement(rules).fits(rules, garden, cell, number)
        == ascends(rules, (*garden[:cell], number, *garden[cell + 1 :]))
        for cell, number in tries
        if rules.equal_exchange or number != garden[cell]
    )


def _numbers(rules: Rules) -> list[Clover]:
    return [Clover(number) for number in range(1, rules.top + 1)]


def enough(mistake: str, *, of_full: bool = False) -> Callable[[Table], bool]:
    """Try every number that is left on every cell, with a mistake in the placement: nothing more may pass."""
    mistaken = PLACEMENT.mutants()[mistake]

    @lru_cache(maxsize=1 << 16)
    def passes(rules: Rules, garden: Garden, number: Clover) -> bool:
        return all(
            placement(rules).fits(rules, garden, cell, number) or not mistaken.fits(rules, garden, cell, number)
            for cell in rules.board.cells.values()
        )

    def check(table: Table) -> bool:
        rules = table.rules
        numbers = [number for number in _numbers(rules) if copies(table)[number]]
        return all(
            passes(rules, garden, number)
            for garden in table.gardens
            if not of_full or EMPTY not in garden
            for number in numbers
            if of_full or garden.count(number) < rules.sets
        )

    return check


def no_twins(table: Table) -> bool:
    """Look for a number that stands twice in one garden."""
    laid = ([clover for clover in garden if clover != EMPTY] for garden in table.gardens)
    return all(len(set(clovers)) == len(clovers) for clovers in laid)


def revealer_in_no_tie(step: Step) -> bool:
    """Look for whoever revealed the last clover among tied winners."""
    after = step.after
    assert isinstance(step.move, Turn)
    if after.ended is None or after.ended.by == "full":
        return True
    winners = after.rules.changes.form_of(FEWEST).winners(after, after.ended.empty)
    return len(winners) == 1 or step.move.player not in winners


def pile_falls_by_reveals(step: Step) -> bool:
    """Compare the pile before and after."""
    assert isinstance(step.move, Turn)
    return step.after.pile == step.before.pile - (step.move.source == "pile")


def every_cell_takes_some(table: Table) -> bool:
    """Try every number on every empty cell."""
    rules = table.rules
    return all(_no_dead_cell(rules, garden) for garden in table.gardens)


@lru_cache(maxsize=1 << 16)
def _no_dead_cell(rules: Rules, garden: Garden) -> bool:
    return all(
        any(placement(rules).fits(rules, garden, cell, number) for number in _numbers(rules))
        for cell in rules.board.cells.values()
        if garden[cell] == EMPTY
    )


def points_bounded(table: Table) -> bool:
    """Look at the points of a game that is over."""
    points = table.rules.changes.form_of(POINTS).points(table)
    if table.ended is None or points is None:
        return True
    side = table.rules.board.side
    return POINTS.prize in points and all(own == 2 or -side * (side - 1) <= own < 0 for own in points)


def not_sooner(rules: Rules, games: Games) -> bool:
    """Look whether a full garden comes only after the turn that could fill it at the soonest."""
    return games.soonest.get("a full garden") != _soonest(rules)


def earliest_full(rules: Rules, games: Games) -> bool:
    """Count the turns until one player has filled all but the marked cells."""
    return games.soonest.get("a full garden", _soonest(rules)) >= _soonest(rules)


def _soonest(rules: Rules) -> int:
    side = rules.board.side
    return (side * side - side - 1) * rules.players + 1


def no_circle_of(rounds: int) -> Callable[[Rules, Games], bool]:
    """Look whether the shortest circle has more turns than so many rounds."""
    return lambda rules, games: games.cycle is None or games.cycle > rounds * rules.players


def no_house_rule(rules: Rules) -> bool:
    """Tell whether no house rule is in force."""
    return not rules.again


def equal_reading(rules: Rules) -> bool:
    """Tell whether a clover may replace an equal one."""
    return rules.equal_exchange


def strict_reading(rules: Rules) -> bool:
    """Tell whether a clover may not replace an equal one."""
    return not rules.equal_exchange


def plain_equal(rules: Rules) -> bool:
    """Tell whether a clover may replace an equal one and no house rule is in force."""
    return no_house_rule(rules) and equal_reading(rules)


def plain_strict(rules: Rules) -> bool:
    """Tell whether a clover may not replace an equal one and no house rule is in force."""
    return no_house_rule(rules) and strict_reading(rules)
