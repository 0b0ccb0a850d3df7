"""Claims about the set-up: every diagonal can be laid, in both ways of laying it."""

from collections.abc import Iterator

from msgspec.structs import replace

from models.claim import ClaimId
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Placing, Start
from models.lucky_numbers.proofs.ground import keeps, names, start_of, stands, step_case, table_between
from models.lucky_numbers.some_effect import follow, step_of
from models.lucky_numbers.unknowns import PLACE, SomeMove, some_move
from models.proof import Goal, Provable, Question
from models.smt import And, Count, Formula, number


def _laid(rules: Rules) -> Iterator[Question]:
    """Lay any diagonals in rounds, and ask of each clover whether it keeps all clauses."""
    board, seats = rules.board, range(1, rules.players + 1)
    order = [(seat, cell) for cell in board.diagonal for seat in seats]
    if not rules.one_by_one:
        order.sort()
    numbers = {place: number(f"laid.{place[0]}.{board.names[place[1]]}", 1, rules.top) for place in order}
    counts = (Count(laid == each for laid in numbers.values()) for each in range(1, rules.top + 1))
    premises = (And(count <= rules.sets for count in counts),)
    table, goals = start_of(rules), []
    for seat, cell in order:
        step = step_of(table, SomeMove(Placing, seat, numbers[seat, cell], cell, action=PLACE))
        goals.append(Goal(f"player {seat} on {board.names[cell]}", keeps(step)))
        table = step.after
    start = step_of(table, SomeMove(Start, first=1, shows={"pile": False, "middle": False}, middle=table.middle))
    goals.append(Goal("the start", keeps(start)))
    yield Question(f"{'in rounds' if rules.one_by_one else 'all at once'}", premises, tuple(goals), names(Placing))


def _any_diagonal(rules: Rules) -> Iterator[Question]:
    for one_by_one in (False, True):
        yield from _laid(replace(rules, one_by_one=one_by_one))


def _same_gardens(rules: Rules) -> Iterator[Question]:
    """Ask whether what Michael's set-up allows is allowed all at once too; that it reaches every diagonal is above."""
    rounds, at_once = (replace(rules, one_by_one=one_by_one) for one_by_one in (True, False))
    for kind in (Placing, Start):
        move = some_move(rules, kind)
        step = follow(table_between(rounds), move, "after")
        other = follow(table_between(at_once), move, "after")
        goal: Formula = keeps(other)
        name = f"a {kind.__name__.lower()} in rounds"
        yield Question(name, (keeps(step), stands(step)), (Goal("is allowed at once", goal),), names(kind), case=step_case(step))
    yield from _laid(rounds)


CLAIMS = (
    Provable(
        ClaimId("LNC32"),
        "Any diagonal is a legal set-up: any numbers in any order, as far as there are copies, for all players together.",
        "proved",
        "all diagonals of all players, laid at once or in rounds",
        "Programs that refuse equal or descending diagonals are wrong.",
        _any_diagonal,
    ),
    Provable(
        ClaimId("LNC33"),
        "The set-ups of 2012 (Michael's) and of 2020 reach the same gardens.",
        "proved",
        "all steps of set-up and all diagonals",
        "The editions differ in what a player knows when laying a clover, not in what can come of it.",
        _same_gardens,
    ),
)
