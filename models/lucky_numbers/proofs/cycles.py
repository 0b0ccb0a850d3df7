"""Claims about endless play."""

from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as changed

from models.claim import ClaimId, Look
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.placing import garden_with
from models.lucky_numbers.proofs.predicates import (
    clauses_about,
    keeps_clauses,
    middle_size,
    one_set_each,
    some_turn,
    table_between,
)
from models.lucky_numbers.proofs.traces import LineOfPlay
from models.lucky_numbers.symbolic_effect import symbolic_step_of
from models.lucky_numbers.symbolic_state import EXCHANGE, NOT_ENDED, SymbolicStep, SymbolicTable
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import And, Formula, Not, Sum, Values
from models.smtlib import number_in


def _laid(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Give gardens with only marked cells filled, all alike but the last, so that players can pass on a number."""
    side = rules.board.side
    apart = (rules.top - 1) // side
    gardens = [[0] * side**2 for _ in range(rules.players)]
    for seat, garden in enumerate(gardens, 1):
        for place, cell in enumerate(rules.board.diagonal):
            garden[cell] = apart * place + (2 if seat == rules.players else 1)
    return tuple(map(tuple, gardens))


def _just_begun(rules: Rules, left: int) -> SymbolicTable:
    """Give a table where some clovers were revealed and left, one a turn, and only marked cells are filled."""
    table = table_between(rules)
    return replace(
        table,
        gardens=_laid(rules),
        playing=True,
        first=1,
        last=(left - 1) % rules.players + 1,
        ended=NOT_ENDED,
        drawn=True,
        empty_then=(0,) * rules.players,
        conceded_then=(False,) * rules.players,
        placed=(rules.board.side,) * rules.players,
        turns=left,
    )


def _exchanges(first: SymbolicTable, mover: int, turns: int) -> list[SymbolicStep]:
    """Let one player after another exchange a clover of the middle."""
    table, steps, players = first, [], first.rules.players
    for turn in range(turns):
        player = (mover - 1 + turn) % players + 1
        move = some_turn(first.rules, f"turn{turn + 1}", player=player, from_middle=True, action=EXCHANGE)
        steps.append(symbolic_step_of(table, move))
        table = steps[-1].after
    return steps


def _circle(rules: Rules, rounds: int, left: int) -> Iterator[Question]:
    """Let everybody exchange clovers of the middle, in which some were left, and ask whether the table differs."""
    first = _just_begun(rules, left)
    steps = _exchanges(first, left % rules.players + 1, rounds * rules.players)
    premises = (
        middle_size(first) == left,
        And(first.pile == Sum(first.hidden), first.pile >= 1),
        And(first.copies(each) == rules.sets for each in first.numbers),
        And(keeps_clauses(step) for step in steps),
    )

    def case(values: Values) -> Counterexample:
        line = LineOfPlay(rules)
        line.set_up([garden_with(garden, values) for garden in first.gardens])
        for clover in (n for n in first.numbers for _ in range(number_in(values, first.middle[n]))):
            line.reveal(line.mover, clover, None)
        for step in steps:
            line.take(line.mover, number_in(values, step.move.clover), number_in(values, step.move.cell))
        facts = (("turns of the circle", str(len(steps))), ("turns in all", str(left + len(steps))))
        return Counterexample(tuple(line.steps), whole=True, facts=facts)

    goal = Goal("the table differs", Not(_same(first, steps[-1].after)))
    own = list(enumerate(step.move for step in steps[: left + 1]))
    smallest = tuple(each for n, move in own for each in ((f".clover {n}", move.clover), (f".cell {n}", move.cell)))
    yield Question("everybody exchanges", premises, (goal,), clauses_about(Turn), smallest, case)


def _same(one: SymbolicTable, other: SymbolicTable) -> Formula:
    gardens = zip(one.gardens, other.gardens, strict=True)
    cells = And(old == new for pair in gardens for old, new in zip(*pair, strict=True))
    counted = And(old == new for old, new in zip(one.counted, other.counted, strict=True))
    return And(
        counted,
        cells,
        And(old == new for old, new in zip(one.middle, other.middle, strict=True)),
        one.pile == other.pile,
    )


def _comes_again(case: Counterexample) -> bool:
    turns = int(dict(case.facts)["turns of the circle"])
    first, last = case.steps[-turns].before, case.steps[-1].after
    same = all(
        getattr(first, what) == getattr(last, what)
        for what in ("gardens", "middle", "hidden", "pile", "last", "counted")
    )
    return same and last.ended is None


def strict_rules(rules: Rules) -> Rules:
    """Give the rules by which no clover replaces an equal one."""
    return changed(rules, equal_exchange=False)


def _any_circle(rules: Rules) -> Iterator[Question]:
    return _one_round(rules) if rules.equal_exchange else _two_rounds_strictly(rules)


def _one_round(rules: Rules) -> Iterator[Question]:
    return _circle(rules, 1, 2)


def _two_rounds_strictly(rules: Rules) -> Iterator[Question]:
    return _circle(strict_rules(rules), 2, 2 - rules.players % 2)


def plain_rules(rules: Rules) -> bool:
    """Tell whether no house rule is in force."""
    return not rules.again


def _plain_with_copies(rules: Rules) -> bool:
    return plain_rules(rules) and one_set_each(rules)


ALL_PLAY = "all lines of play without house rules in which nobody concedes"
FOUND = "lines of play in which a clover or two are left and then exchanged with the middle"


CLAIMS = (
    Provable(
        ClaimId("LNC14"),
        "Every game comes to an end.",
        "refuted",
        FOUND,
        "No rule forbids repetition and nobody has to reveal: a program needs its own way out.",
        _any_circle,
        _comes_again,
        applies=_plain_with_copies,
        look=Look("games", lambda rules, games: games.cycle is None),
        among=True,
    ),
    Provable(
        ClaimId("LNC15"),
        "Where equal exchanges are allowed, no table comes again within as many turns as there are players.",
        "refuted",
        FOUND,
        "The shortest circle: everybody exchanges a clover for its equal. It begins after two turns, as soon as it can "
        "(LNC18).",
        _one_round,
        _comes_again,
        applies=_plain_with_copies,
        look=Look("games", graph_checks.no_circle_of(1), graph_checks.plain_equal),
        among=True,
    ),
    Provable(
        ClaimId("LNC37"),
        "Where equal exchanges are forbidden, no table comes again within twice as many turns as there are players.",
        "refuted",
        FOUND,
        "It does not end endless play: two exchanges of each player lead back. With three players a single clover goes "
        "round twice.",
        _two_rounds_strictly,
        _comes_again,
        applies=_plain_with_copies,
        look=Look("games", graph_checks.no_circle_of(2), graph_checks.plain_strict),
        among=True,
    ),
)
