"""Claims about the set-up: every diagonal can be laid, in both ways of laying it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as changed

from models.claim import ClaimId
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Placing, Start
from models.lucky_numbers.proofs.predicates import (
    clauses_about,
    keeps_clauses,
    refused_case,
    stands,
    start_of,
    step_case,
    table_between,
)
from models.lucky_numbers.symbolic_effect import open_step, symbolic_step_of
from models.lucky_numbers.symbolic_state import SymbolicTable, symbolic_move
from models.proof import Goal, Provable, Question
from models.smt import And, Formula, Implies, number


def _laid(rules: Rules) -> Iterator[Question]:
    """Lay any numbers of which a copy is left, one after another, and ask of each whether it keeps all clauses."""
    board, seats = rules.board, range(1, rules.players + 1)
    order = [(seat, cell) for cell in board.diagonal for seat in seats]
    if not rules.one_by_one:
        order.sort()
    way = "in rounds" if rules.one_by_one else "all at once"
    for place, (seat, cell) in enumerate(order):
        table = _with_laid(rules, order[:place])
        step = symbolic_step_of(table, replace(symbolic_move(rules, Placing), player=seat, cell=cell))
        left = step.with_number(table.hidden) >= 1
        goals = (Goal("keeps all clauses", keeps_clauses(step)),)
        yield Question(
            f"{way}: player {seat} on {board.names[cell]}",
            (left,),
            goals,
            clauses_about(Placing),
            case=refused_case(step),
        )
    table = _with_laid(rules, order)
    move = symbolic_move(rules, Start)
    start = symbolic_step_of(table, move)
    shown = Implies(move.shows["pile"], move.pile == rules.clovers - len(order))
    nothing = Implies(move.shows["middle"], And(count == 0 for count in move.middle))
    yield Question(
        f"{way}: the start",
        (shown, nothing),
        (Goal("keeps all clauses", keeps_clauses(start)),),
        clauses_about(Start),
        case=refused_case(start),
    )


def _with_laid(rules: Rules, places: Sequence[tuple[int, int]]) -> SymbolicTable:
    """Give the table when some marked cells are laid with any numbers; what is left may be anything."""
    table, first = table_between(rules), start_of(rules)
    gardens = tuple(
        tuple(
            number(f"laid.{seat}.{name}", 1, rules.top) if (seat, cell) in places else 0
            for cell, name in enumerate(rules.board.names)
        )
        for seat in range(1, rules.players + 1)
    )
    placed = tuple(sum(seat == own for own, _ in places) for seat in range(1, rules.players + 1))
    return replace(first, gardens=gardens, placed=placed, hidden=table.hidden, pile=rules.clovers - len(places))


def _any_diagonal(rules: Rules) -> Iterator[Question]:
    for one_by_one in (False, True):
        yield from _laid(changed(rules, one_by_one=one_by_one))


def _same_gardens(rules: Rules) -> Iterator[Question]:
    """Ask whether what Michael's set-up allows is allowed all at once too; both reach every diagonal (LNC32)."""
    rounds, at_once = (changed(rules, one_by_one=one_by_one) for one_by_one in (True, False))
    for kind in (Placing, Start):
        move = symbolic_move(rules, kind)
        step = open_step(table_between(rounds), move, "after")
        other = open_step(table_between(at_once), move, "after")
        goal: Formula = keeps_clauses(other)
        name = f"a {kind.__name__.lower()} in rounds"
        yield Question(
            name,
            (keeps_clauses(step), stands(step)),
            (Goal("is allowed at once", goal),),
            clauses_about(kind),
            case=step_case(step),
        )


CLAIMS = (
    Provable(
        ClaimId("LNC32"),
        "Any diagonal is a legal set-up: any numbers in any order, as far as there are copies for all players.",
        "proved",
        "all diagonals of all players, laid at once or in rounds, and any start behind them that shows, if it shows it, "
        "the right pile and an empty middle",
        "Programs that refuse equal or descending diagonals are wrong.",
        _any_diagonal,
    ),
    Provable(
        ClaimId("LNC33"),
        "The set-ups of 2012 (Michael's) and of 2020 reach the same gardens.",
        "proved",
        "all steps of set-up: what is allowed in rounds is allowed at once too, and both reach every diagonal (LNC32); "
        "so a mistake in a clause of the set-up shows in LNC32, or only in the order of laying",
        "The editions differ in what a player knows when laying a clover, not in what can come of it.",
        _same_gardens,
        rests_on=(ClaimId("LNC32"),),
    ),
)
