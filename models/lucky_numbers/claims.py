"""The claims about Lucky Numbers that the graph of a small game decides."""

from functools import lru_cache

from models.claim import Claim, ClaimId, Games
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.clauses.ln401_full_garden import FULL
from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Garden
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.table import Step, Table


@lru_cache(maxsize=1 << 16)
def ascends(rules: Rules, garden: Garden) -> bool:
    """Tell whether all rows and columns of a garden ascend, empty cells left out."""
    side = rules.board.side
    lines = [garden[row * side : (row + 1) * side] for row in range(side)]
    lines += [garden[column::side] for column in range(side)]
    filled = [[clover for clover in line if clover != EMPTY] for line in lines]
    return all(sorted(set(line)) == line for line in filled)


def in_order(table: Table) -> bool:
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
    return any(PLACEMENT.fits(rules, garden, cell, number) for cell in range(len(garden)))  # type: ignore[arg-type]


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


def one_full(table: Table) -> bool:
    """Count the full gardens."""
    return table.empty.count(0) <= 1


def tie_needs_last_clover(table: Table) -> bool:
    """Look at the winners of a game that is over."""
    if table.ended is None or table.ended.by == "pile":
        return True
    return len(FULL.winners(table.ended)) == 1


def one_winner(table: Table) -> bool:
    """Count the winners after the last clover."""
    if table.ended is None or table.ended.by == "full":
        return True
    return len(FEWEST.winners(table, table.ended.empty)) == 1


def within_bounds(table: Table) -> bool:
    """Look at the cells of full gardens."""
    board, top = table.rules.board, table.rules.top
    return all(
        sum(board.place(cell)) + 1 <= garden[cell] <= top - 2 * (board.side - 1) + sum(board.place(cell))
        for garden in table.gardens
        if EMPTY not in garden
        for cell in board.cells.values()
    )


def earliest_full(rules: Rules, games: Games) -> bool:
    """Count the turns until one player has filled all but the marked cells."""
    side = rules.board.side
    least = (side * side - side - 1) * rules.players + 1
    return games.soonest.get("a full garden", least) >= least


def _plain(rules: Rules) -> bool:
    return not rules.again


CLAIMS = (
    Claim(ClaimId("LNC01"), "On every table all rows and columns ascend.", "proved", "tables", in_order),
    Claim(ClaimId("LNC02"), "No turn changes how many copies of a number there are.", "proved", "steps", conserved),
    Claim(
        ClaimId("LNC03"),
        "Until play is over there is a legal turn.",
        "proved",
        "games",
        lambda rules, games: not games.dead,
    ),
    Claim(
        ClaimId("LNC04"),
        "Where equal exchanges are allowed, a revealed clover has a legal cell.",
        "proved",
        "tables",
        fits_somewhere,
        lambda rules: rules.equal_exchange,
    ),
    Claim(
        ClaimId("LNC05"),
        "Where equal exchanges are forbidden, a revealed clover has a legal cell.",
        "refuted",
        "tables",
        fits_somewhere,
        lambda rules: not rules.equal_exchange,
    ),
    Claim(ClaimId("LNC06"), "A filled cell never becomes empty.", "proved", "steps", stays_filled),
    Claim(ClaimId("LNC07"), "An exchange never fills a garden.", "proved", "steps", exchange_fills_nothing),
    Claim(ClaimId("LNC08"), "A turn changes no garden but the own one.", "proved", "steps", own_garden_only),
    Claim(ClaimId("LNC09"), "At most one garden is full.", "proved", "tables", one_full),
    Claim(ClaimId("LNC10"), "Only the last clover can bring a tie.", "proved", "tables", tie_needs_last_clover),
    Claim(ClaimId("LNC11"), "After the last clover one player wins alone.", "refuted", "tables", one_winner),
    Claim(
        ClaimId("LNC12"),
        "In a full garden a cell holds at least as many as the steps to it from the first corner, and that much "
        "leaves room for the steps to the last one.",
        "proved",
        "tables",
        within_bounds,
    ),
    Claim(
        ClaimId("LNC13"),
        "No garden is full before one player has had as many turns as cells are unmarked.",
        "proved",
        "games",
        earliest_full,
        _plain,
    ),
    Claim(
        ClaimId("LNC14"),
        "Every game comes to an end.",
        "refuted",
        "games",
        lambda rules, games: games.cycle is None,
    ),
    Claim(
        ClaimId("LNC15"),
        "No table comes again within as many turns as there are players.",
        "refuted",
        "games",
        lambda rules, games: games.cycle is None or games.cycle > rules.players,
        lambda rules: rules.equal_exchange and not rules.again,
    ),
    Claim(
        ClaimId("LNC16"),
        "Where equal exchanges are forbidden, no table comes again within as many turns as there are players.",
        "proved",
        "games",
        lambda rules, games: games.cycle is None or games.cycle > rules.players,
        lambda rules: not rules.equal_exchange and not rules.again,
    ),
)
