"""Claims about the printed example: a 13 is drawn, and the sheets say where it may go, and why not elsewhere."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from models.claim import ClaimId
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT, Ascending
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden, read_garden
from models.lucky_numbers.legal_moves import turn_to
from models.lucky_numbers.moves import Player
from models.lucky_numbers.proofs.placing import by_cell, garden_with
from models.lucky_numbers.proofs.predicates import (
    ascends_term,
    copies_in,
    in_turn,
    marked_filled,
    placement,
    some_garden,
    within_sets,
)
from models.lucky_numbers.proofs.traces import first_garden, gardens_beside, line_to
from models.lucky_numbers.symbolic_state import EXCHANGE, PLACE
from models.lucky_numbers.table import Table
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import And, Count, Formula, If, Iff, Implies, Not, Number, Or, Values, number

EXAMPLE = "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19"
LEGAL = ("c1", "d2", "a3", "b4")
DRAWN, FIRST_2020, FIRST_2012, SECOND, BEHIND = 13, 10, 12, 15, (15, 16)


def _exactly(rules: Rules) -> Iterator[Question]:
    board, garden = read_garden(EXAMPLE, rules.top)
    cell = number("cell", 0, len(garden) - 1)
    step = in_turn(rules, garden, clover=DRAWN, cell=cell)
    step = in_turn(rules, garden, clover=DRAWN, cell=cell, action=If(step.there == 0, PLACE, EXCHANGE))
    legal = Or(cell == board.cells[name] for name in LEGAL)
    allowed = And(clause.term(step) for clause in rules.changes.in_force((PLACEMENT,)))
    yield Question("any cell", (), (Goal("legal exactly there", Iff(allowed, legal)),), (Ascending.id,))


def _only(first: int, equal_exchange: bool) -> Callable[[Rules], Iterator[Question]]:
    """Ask for a garden in which the printed sentence about the 13 is true to the letter."""

    def questions(rules: Rules) -> Iterator[Question]:
        reading = replace(rules, equal_exchange=equal_exchange)
        garden = some_garden(reading)
        premises: tuple[Formula, ...] = (ascends_term(reading, garden), copies_in(garden, DRAWN) >= 1)
        smallest = (*_unlike_printed(garden, first), *by_cell(rules, garden))
        occurs = (marked_filled(reading, garden), within_sets(reading, garden, DRAWN))
        if equal_exchange:
            smallest = ((".in no game", If(And(occurs), 0, 1)), *smallest)
        else:
            premises = (*premises, *occurs)

        def case(values: Values) -> Counterexample:
            own = garden_with(garden, values)
            line = line_to(reading, gardens_beside(reading, [own], [DRAWN]), [DRAWN])
            fits = (cell for cell in range(len(own)) if placement(rules).fits(reading, own, Cell(cell), Clover(DRAWN)))
            return Counterexample(
                tuple(line.steps),
                whole=True,
                facts=_reasons(line.table, first),
                marked=first_garden(rules.board.side, fits),
            )

        goal = Goal("the sentence is not true", _sentence_fails(reading, garden, first))
        yield Question("any garden with a 13", premises, (goal,), (Ascending.id,), smallest, case)

    return questions


def _unlike_printed(garden: tuple[Number, ...], first: int) -> tuple[tuple[str, Number], ...]:
    """Count the cells that differ from the printed garden, of which 2012 tells too little."""
    if first != FIRST_2020:
        return ()
    _, printed = read_garden(EXAMPLE, 20)
    unlike = Count(cell != clover for cell, clover in zip(garden, printed, strict=True))
    return (("cells unlike the printed garden", unlike),)


def _sentence_fails(rules: Rules, garden: tuple[Number, ...], first: int) -> Formula:
    """Deny: one empty cell takes the 13, else only the clovers named can be exchanged, all others are told why not."""
    step = in_turn(rules, garden, clover=DRAWN)
    fits = [placement(rules).fits_term(step, cell) for cell in step.cells]
    adds = [And(garden[cell] == EMPTY, fits[cell]) for cell in step.cells]
    exchanged = [And(garden[cell] != EMPTY, fits[cell]) for cell in step.cells]
    named = [Or(garden[cell] == first, garden[cell] == SECOND) for cell in step.cells]
    told = [_told(rules, garden, cell, first) for cell in step.cells]
    if rules.equal_exchange:  # no garden is wanted: already the word "only" cannot come true
        return Not(And(Implies(exchanged[cell], named[cell]) for cell in step.cells))
    true = (
        Count(adds) == 1,
        And(Iff(exchanged[cell], named[cell]) for cell in step.cells),
        And(copies_in(garden, each) == 1 for each in (first, SECOND)),
        And(Or(garden[cell] != EMPTY, fits[cell], Or(told[cell])) for cell in step.cells),
        And(Or(And(garden[cell] == EMPTY, told[cell][reason]) for cell in step.cells) for reason in range(3)),
    )
    return Not(And(true))


def _told(rules: Rules, garden: tuple[Number, ...], cell: int, first: int) -> list[Formula]:
    """State the three printed reasons of a cell: a smaller number after it, an equal one in line, a larger before."""
    board = rules.board
    before, after = board.before[cell], board.after[cell]
    return [
        Or(garden[other] == first for other in after),
        Or(garden[other] == DRAWN for other in (*before, *after)),
        Or(garden[other] == each for other in before for each in BEHIND),
    ]


def _reasons(table: Table, first: int) -> tuple[tuple[str, str], ...]:
    """Count the empty cells that each printed reason forbids."""
    garden, board = table.gardens[0], table.rules.board
    empty = [cell for cell, clover in enumerate(garden) if clover == EMPTY]
    counts = {
        f"larger than the {first} after it": sum(any(garden[o] == first for o in board.after[c]) for c in empty),
        "equal to the 13 in line": sum(
            any(garden[o] == DRAWN for o in (*board.before[c], *board.after[c])) for c in empty
        ),
        "smaller than the 15 or 16 before it": sum(any(garden[o] in BEHIND for o in board.before[c]) for c in empty),
    }
    return tuple((f"empty cells: {reason}", str(count)) for reason, count in counts.items())


def _literally_true(case: Counterexample) -> bool:
    """Try the 13 on every cell."""
    table = case.steps[-1].after
    garden: Garden = table.gardens[0]
    legal = [
        cell for cell in range(len(garden)) if placement(table.rules).fits(table.rules, garden, cell, Clover(DRAWN))
    ]
    adds = [cell for cell in legal if garden[cell] == EMPTY]
    first = FIRST_2012 if FIRST_2012 in garden and FIRST_2020 not in [garden[c] for c in legal] else FIRST_2020
    exchanged = sorted(garden[cell] for cell in legal if garden[cell] != EMPTY)
    tried = all(turn_to(table, Player(1), Clover(DRAWN), cell) for cell in legal)  # type: ignore[arg-type]
    return tried and len(adds) == 1 and exchanged == [first, SECOND] and DRAWN in garden


def _board(rules: Rules) -> bool:
    return rules.board.side == 4 and rules.top >= 20 and rules.players == 2


def _claim(claim: str, first: int, equal: bool, edition: str) -> Provable:
    statement = (
        f"No garden with a 13 makes it true, as {edition} prints, that another 13 can only be exchanged for the {first} "
        f"or the 15, where equal exchanges are allowed."
        if equal
        else f"No garden with a 13 makes the printed example of {edition} true to the letter where equal exchanges are "
        f"forbidden: one empty cell takes another 13, only the {first} and the 15 can be exchanged for it, and every "
        "other empty cell is forbidden by a printed reason, each reason forbidding some."
    )
    return Provable(
        ClaimId(claim),
        statement,
        "proved" if equal else "refuted",
        "all gardens in order that hold a 13" if equal else "all gardens that can occur with two sets",
        "An equal 13 can always be exchanged for itself, so the printed example contradicts the printed rule."
        if equal
        else "The strict reading saves the example: the printed garden itself makes it true, and many others do."
        if first == FIRST_2020
        else "The strict reading can save the example; the garden is one of many.",
        _only(first, equal),
        None if equal else _literally_true,
        applies=_board,
    )


CLAIMS = (
    Provable(
        ClaimId("LNC42"),
        "In the printed example the 13 may go exactly to c1, and replace the 10 on d2, the 15 on b4 and the 13 on a3.",
        "proved",
        f"the garden {EXAMPLE}, any cell",
        "The sheets leave out the last one.",
        _exactly,
        applies=_board,
    ),
    _claim("LNC43", FIRST_2020, True, "2020"),
    _claim("LNC44", FIRST_2020, False, "2020"),
    _claim("LNC45", FIRST_2012, True, "2012"),
    _claim("LNC46", FIRST_2012, False, "2012"),
)
