"""Claims about the set-up: every diagonal can be laid, in both ways of laying it."""

from collections.abc import Iterator
from dataclasses import replace as some

from msgspec.structs import replace

from models.claim import ClaimId
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Placing, Start
from models.lucky_numbers.proofs.ground import keeps, names, stands, start_of, step_case, table_between
from models.lucky_numbers.some_effect import follow, step_of
from models.lucky_numbers.unknowns import PLACE, SomeMove, SomeTable, some_move
from models.proof import Goal, Provable, Question
from models.smt import And, Count, Formula, Implies, Number
from models.smt import number as some_number


def _laid(rules: Rules) -> Iterator[Question]:
    """Lay any diagonals in rounds, and ask of each clover whether it keeps all clauses."""
    board, seats = rules.board, range(1, rules.players + 1)
    order = [(seat, cell) for cell in board.diagonal for seat in seats]
    if not rules.one_by_one:
        order.sort()
    numbers = {place: some_number(f"laid.{place[0]}.{board.names[place[1]]}", 1, rules.top) for place in order}
    way, table = "in rounds" if rules.one_by_one else "all at once", start_of(rules)
    for place, (seat, cell) in enumerate(order, 1):
        earlier = [numbers[each] for each in order[: place - 1]]
        laid = And(_may_be_laid(table, seat, cell, each, earlier) for each in table.numbers)
        goals = (Goal("any number of which a copy is left", laid),)
        yield Question(f"{way}: player {seat} on {board.names[cell]}", (), goals, names(Placing))
        so_far = [*earlier, numbers[seat, cell]]
        hidden = (0, *(rules.sets - Count(own == each for own in so_far) for each in table.numbers))
        step = step_of(table, SomeMove(Placing, seat, numbers[seat, cell], cell, action=PLACE))
        table = some(step.after, hidden=hidden)
    start = step_of(table, SomeMove(Start, first=1, shows={"pile": False, "middle": False}, middle=table.middle))
    yield Question(f"{way}: the start", (), (Goal("keeps all clauses", keeps(start)),), names(Start))


def _may_be_laid(table: SomeTable, seat: int, cell: int, each: int, earlier: list[Number]) -> Formula:
    """State that a number of which a copy is left may be laid, and that one copy fewer is left then."""
    step = step_of(table, SomeMove(Placing, seat, each, cell, action=PLACE))
    counts = (
        told == old - (number == each)
        for number, (told, old) in enumerate(zip(step.after.hidden, table.hidden, strict=True))
    )
    return Implies(Count(own == each for own in earlier) <= table.rules.sets - 1, And(keeps(step), And(counts)))


def _any_diagonal(rules: Rules) -> Iterator[Question]:
    for one_by_one in (False, True):
        yield from _laid(replace(rules, one_by_one=one_by_one))


def _same_gardens(rules: Rules) -> Iterator[Question]:
    """Ask whether what Michael's set-up allows is allowed all at once too; both reach every diagonal (LNC32)."""
    rounds, at_once = (replace(rules, one_by_one=one_by_one) for one_by_one in (True, False))
    for kind in (Placing, Start):
        move = some_move(rules, kind)
        step = follow(table_between(rounds), move, "after")
        other = follow(table_between(at_once), move, "after")
        goal: Formula = keeps(other)
        name = f"a {kind.__name__.lower()} in rounds"
        yield Question(
            name, (keeps(step), stands(step)), (Goal("is allowed at once", goal),), names(kind), case=step_case(step)
        )


CLAIMS = (
    Provable(
        ClaimId("LNC32"),
        "Any diagonal is a legal set-up: any numbers in any order, as far as there are copies for all players.",
        "proved",
        "all diagonals of all players, laid at once or in rounds",
        "Programs that refuse equal or descending diagonals are wrong.",
        _any_diagonal,
    ),
    Provable(
        ClaimId("LNC33"),
        "The set-ups of 2012 (Michael's) and of 2020 reach the same gardens.",
        "proved",
        "all steps of set-up",
        "The editions differ in what a player knows when laying a clover, not in what can come of it.",
        _same_gardens,
        rests_on=(ClaimId("LNC32"),),
    ),
)
