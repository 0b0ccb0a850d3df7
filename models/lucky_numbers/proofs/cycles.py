"""Claims about endless play."""

from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as changed

from models.claim import ClaimId
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.proofs.ground import (
    keeps,
    laid_apart,
    middle_size,
    names,
    some_turn,
    table_between,
)
from models.lucky_numbers.proofs.invariance import SOUND, some_legal
from models.lucky_numbers.proofs.lines import Line
from models.lucky_numbers.proofs.placing import garden_with
from models.lucky_numbers.some_effect import step_of
from models.lucky_numbers.unknowns import EXCHANGE, NOT_ENDED, SomeTable, Unknowns
from models.lucky_numbers.values import number_in
from models.proof import Case, Goal, Provable, Question
from models.smt import And, Formula, Not, Or, Sum, Values


def _just_begun(rules: Rules) -> SomeTable:
    """Give a table where everybody has revealed one clover and left it, and only marked cells are filled."""
    table = table_between(rules)
    return replace(
        table,
        gardens=laid_apart(rules),
        playing=True,
        first=1,
        last=rules.players,
        ended=NOT_ENDED,
        drawn=True,
        empty_then=(0,) * rules.players,
        conceded_then=(False,) * rules.players,
        placed=(rules.board.side,) * rules.players,
        turns=rules.players,
    )


def _circle(rules: Rules, rounds: int) -> Iterator[Question]:
    """Let everybody exchange clovers with the middle, and ask whether the table never comes again."""
    first = _just_begun(rules)
    table, steps = first, []
    for turn in range(rounds * rules.players):
        move = some_turn(rules, f"turn{turn + 1}", player=turn % rules.players + 1, from_middle=True, action=EXCHANGE)
        steps.append(step_of(table, move))
        table = steps[-1].after
    premises = (
        middle_size(first) == rules.players,
        And(first.pile == Sum(first.hidden), first.pile >= 1),
        And(first.copies(each) == rules.sets for each in first.numbers),
        And(keeps(step) for step in steps),
    )

    def case(values: Values) -> Case:
        line = Line(rules)
        line.set_up([garden_with(garden, values) for garden in first.gardens])
        heap = [n for n in range(1, rules.top + 1) for _ in range(number_in(values, first.middle[n]))]
        for player, clover in enumerate(heap, 1):
            line.reveal(player, clover, None)
        for step in steps:
            line.take(line.mover, number_in(values, step.move.clover), number_in(values, step.move.cell))
        return Case(tuple(line.steps), whole=True, facts=(("turns of the circle", str(len(steps))),))

    goal = Goal("the table differs", Not(_same(first, table)))
    own = list(enumerate(step.move for step in steps[: rules.players]))
    smallest = tuple(each for n, move in own for each in ((f".clover {n}", move.clover), (f".cell {n}", move.cell)))
    yield Question("everybody exchanges", premises, (goal,), names(Turn), smallest, case)


def _same(one: SomeTable, other: SomeTable) -> Formula:
    gardens = zip(one.gardens, other.gardens, strict=True)
    cells = And(old == new for pair in gardens for old, new in zip(*pair, strict=True))
    return And(
        cells, And(old == new for old, new in zip(one.middle, other.middle, strict=True)), one.pile == other.pile
    )


def _comes_again(case: Case) -> bool:
    turns = int(dict(case.facts)["turns of the circle"])
    first, last = case.steps[-turns].before, case.steps[-1].after
    same = all(getattr(first, what) == getattr(last, what) for what in ("gardens", "middle", "hidden", "pile", "last"))
    return same and last.ended is None


def _one_round(rules: Rules) -> Iterator[Question]:
    return _circle(rules, 1)


def _two_rounds_strictly(rules: Rules) -> Iterator[Question]:
    return _circle(_strict(rules), 2)


def _strict(rules: Rules) -> Rules:
    return changed(rules, equal_exchange=False)


def _each_turn_tells(rules: Rules) -> Iterator[Question]:
    """Ask whether a turn always lowers the pile or changes the own garden; nobody else changes that (LNC08)."""
    step, premises = some_legal(_strict(rules), Turn)
    own = Or(And(mover, Not(step.same_garden(seat))) for seat, mover in step.seats)
    goal = Goal("the pile or the own garden differs", Or(_pile_falls(step), own))
    yield Question("any turn, strict reading", premises, (goal,), names(Turn))


def _pile_falls(step: Unknowns) -> Formula:
    return step.after.pile < step.before.pile


def _plain(rules: Rules) -> bool:
    return not rules.again


CLAIMS = (
    Provable(
        ClaimId("LNC14"),
        "Every game comes to an end.",
        "refuted",
        "all lines of play in which everybody first leaves a clover, then exchanges with the middle",
        "No rule forbids repetition and nobody has to reveal: a program needs its own way out.",
        _one_round,
        _comes_again,
        applies=_plain,
    ),
    Provable(
        ClaimId("LNC15"),
        "Where equal exchanges are allowed, no table comes again within as many turns as there are players.",
        "refuted",
        "all lines of play in which everybody first leaves a clover, then exchanges with the middle",
        "The shortest circle: everybody exchanges a clover for its equal; after fewer turns somebody else is to move.",
        _one_round,
        _comes_again,
        applies=_plain,
    ),
    Provable(
        ClaimId("LNC16"),
        "Where equal exchanges are forbidden, no table comes again within as many turns as there are players.",
        "proved",
        "all turns from tables that can occur: each lowers the pile or changes the own garden, as nobody else does",
        "The strict reading lengthens the shortest circle.",
        _each_turn_tells,
        rests_on=(SOUND, ClaimId("LNC08")),
        applies=_plain,
    ),
    Provable(
        ClaimId("LNC37"),
        "Where equal exchanges are forbidden, no table comes again within twice as many turns as there are players.",
        "refuted",
        "all lines of play in which everybody first leaves a clover, then exchanges with the middle",
        "It does not end endless play: two exchanges of each player lead back.",
        _two_rounds_strictly,
        _comes_again,
        applies=_plain,
    ),
)
