"""Claims about how short a cycle of tables can be, and how soon it can begin."""

from collections.abc import Iterator

from models.claim import ClaimId, Look
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Start, Turn
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.cycles import ALL_PLAY, plain_rules, strict_rules
from models.lucky_numbers.proofs.invariance import SOUND, some_legal
from models.lucky_numbers.proofs.planned_circles import circles, comes_back
from models.lucky_numbers.proofs.predicates import (
    clauses_about,
    middle_size,
    some_turn,
    table_between,
)
from models.lucky_numbers.symbolic_effect import symbolic_step_of
from models.lucky_numbers.symbolic_state import EXCHANGE, Numbers
from models.proof import LEMMA, Goal, Provable, Question
from models.smt import And, Formula, If, Implies, Not, Or, Sum, number


def _each_turn_tells(rules: Rules) -> Iterator[Question]:
    """Ask whether a turn always lowers the pile or changes the own garden.

    Nothing raises the pile (LNC51), nobody else changes the garden (LNC08), and until as many turns are made as there
    are players nobody has two (LNC17).
    """
    step, premises = some_legal(strict_rules(rules), Turn)
    own = Or(And(mover, Not(step.same_garden(seat))) for seat, mover in step.seats)
    goal = Goal("the pile or the own garden differs", Or(step.after.pile < step.before.pile, own))
    yield Question("any turn, strict reading", premises, (goal,), clauses_about(Turn), doubt=LEMMA)


def _goes_round(rules: Rules) -> Iterator[Question]:
    """Ask whether turns go round; whoever had the last turn then tells how many were made, but for whole rounds."""
    step, premises = some_legal(rules, Turn)
    followed = And(
        Implies(step.before.last == seat, step.move.player == seat % rules.players + 1)
        for seat in range(1, rules.players + 1)
    )
    noted = step.after.last == step.move.player
    goals = (Goal("the next one is to move", followed), Goal("it is noted who was", noted))
    yield Question("any turn", premises, goals, clauses_about(Turn), doubt=LEMMA)


def _in_a_circle(rules: Rules) -> Iterator[Question]:
    """Ask what the turns of a circle are like, and how many clovers can lie in the middle by then.

    In a circle nobody reveals, for that lowers the pile (LNC51), and no cell is filled, for it would stay so (LNC06).
    """
    step, premises = some_legal(rules, Turn)
    before, after = step.before, step.after
    fills = And(step.adds, step.there == 0, step.there_after != 0)
    goals: tuple[Goal, ...] = (
        Goal("at most one clover more lies in the middle", middle_size(after) <= middle_size(before) + 1),
        Goal("a clover that is taken fills a cell or is exchanged", Implies(step.takes, Or(fills, step.exchanges))),
    )
    if not rules.equal_exchange:
        differs = Goal("the exchanged one differs", Implies(step.exchanges, step.there != step.move.clover))
        goals = (*goals, differs)
    yield Question("any turn", premises, goals, clauses_about(Turn), doubt=LEMMA)
    start, premises = some_legal(rules, Start)
    nothing = Implies(start.before.first == 0, middle_size(start.after) == 0)
    yield Question(
        "the start", premises, (Goal("nothing lies in the middle", nothing),), clauses_about(Start), doubt=LEMMA
    )


def _passed_on(rules: Rules) -> Iterator[Question]:
    """Ask whether taking the only clover of the middle leaves the exchanged one there, alone."""
    before = table_between(rules)
    step = symbolic_step_of(before, some_turn(rules, from_middle=True, action=EXCHANGE))
    only = And(before.middle[n] == If(step.move.clover == n, 1, 0) for n in step.numbers)
    goals = tuple(
        Goal(f"a {n} lies there alone", Implies(step.there == n, _only(n, step.after.middle))) for n in step.numbers
    )
    yield Question("exchanging the only clover of the middle", (only, step.there >= 1), goals, doubt=LEMMA)


def _only(number_there: int, middle: Numbers) -> Formula:
    return And(count == (1 if n == number_there else 0) for n, count in enumerate(middle) if n)


def _one_clover_does_not_go_round(rules: Rules) -> Iterator[Question]:
    """Ask whether all can exchange the only clover of the middle for its equal: then each garden holds one.

    A turn that leaves the garden as it was is for an equal one, so the same number lies in the middle all round.
    """
    yield from _in_a_circle(rules)
    yield from _passed_on(rules)
    seats = range(1, rules.players + 1)
    hidden, middle, *held = (number(f"copies.{place}", 0, rules.sets) for place in ("hidden", "middle", *seats))
    premises = (Sum((hidden, middle, *held)) == rules.sets, middle >= 1)
    goal = Goal("not everybody has its equal", Not(And(own >= 1 for own in held)))
    yield Question("the copies of the number in the middle", premises, (goal,), doubt=LEMMA)


def _one_clover_does_not_go_round_twice(rules: Rules) -> Iterator[Question]:
    """Follow the only clover of the middle through two exchanges of each player that leave the garden as it was.

    Where both are on one cell, the second takes what the first gave; on two cells each would be for an equal one.
    """
    strict, turns = strict_rules(rules), 2 * rules.players
    yield from _in_a_circle(strict)
    yield from _passed_on(strict)
    lying = [number(f"lying.{turn}", 1, rules.top) for turn in range(turns)]
    lying.append(lying[0])
    cells = [number(f"cell.{turn}", 0, rules.board.side**2 - 1) for turn in range(turns)]
    restored = []
    for one in range(rules.players):
        other = one + rules.players
        same_cell = And(cells[one] == cells[other], lying[other] == lying[one + 1], lying[other + 1] == lying[one])
        two_cells = And(lying[one] == lying[one + 1], lying[other] == lying[other + 1])
        restored.append(Or(same_cell, And(cells[one] != cells[other], two_cells)))
    premises = (And(lying[turn] != lying[turn + 1] for turn in range(turns)),)
    yield Question(
        "one clover through two rounds", premises, (Goal("some garden differs", Not(And(restored))),), doubt=LEMMA
    )


# How short a circle would speak against a claim, by its turns and all turns so far -----------------------------------


def _within_a_round(rules: Rules, length: int, turns: int) -> bool:
    return length <= rules.players


def _between_rounds(rules: Rules, length: int, turns: int) -> bool:
    return length % rules.players != 0


def _with_one_clover(rules: Rules, length: int, turns: int) -> bool:
    return turns < rules.players + 2


def _with_one_clover_twice(rules: Rules, length: int, turns: int) -> bool:
    return turns < 2 * rules.players + 2


CLAIMS = (
    Provable(
        ClaimId("LNC16"),
        "Where equal exchanges are forbidden, no table comes again within as many turns as there are players.",
        "proved",
        "all turns from tables that can occur while nobody has conceded: each lowers the pile or changes the own garden, "
        "as nobody else does; that no circle is so short follows by counting turns, which no solver was asked",
        "The strict reading lengthens the shortest circle.",
        _each_turn_tells,
        comes_back(_within_a_round),
        search=circles(_within_a_round, strict=True),
        rests_on=(SOUND, ClaimId("LNC08"), ClaimId("LNC17"), ClaimId("LNC51")),
        applies=plain_rules,
        look=Look("games", graph_checks.no_circle_of(1), graph_checks.plain_strict),
    ),
    Provable(
        ClaimId("LNC17"),
        "A table comes again only after as many turns as there are players, or a multiple of that.",
        "proved",
        ALL_PLAY + ": turns go round, and it is noted who had the last; the bound follows by counting",
        "Whose turn it is belongs to a table: so the circles found are the shortest.",
        _goes_round,
        comes_back(_between_rounds),
        search=circles(_between_rounds),
        rests_on=(SOUND,),
        applies=plain_rules,
        look=Look("games", lambda rules, games: not (games.cycle or 0) % rules.players, graph_checks.no_house_rule),
    ),
    Provable(
        ClaimId("LNC18"),
        "Where equal exchanges are allowed, no line of play comes back to one of its tables sooner than two turns after "
        "as many as there are players.",
        "proved",
        ALL_PLAY
        + "; by then two clovers must lie in the middle. What each turn does is proved; that the bound follows "
        "from it is reasoned in words (docstrings of its questions)",
        "So the line of play that refutes LNC15 is a shortest one.",
        _one_clover_does_not_go_round,
        comes_back(_with_one_clover),
        search=circles(_with_one_clover),
        rests_on=(SOUND, ClaimId("LNC02"), ClaimId("LNC06"), ClaimId("LNC17"), ClaimId("LNC51")),
        applies=lambda rules: plain_rules(rules) and rules.equal_exchange,
    ),
    Provable(
        ClaimId("LNC19"),
        "Where equal exchanges are forbidden, no even number of players comes back to a table of the same game sooner "
        "than two turns after twice as many as there are players.",
        "proved",
        ALL_PLAY + "; by then two clovers must lie in the middle. (Of three players one clover is enough: LNC37.) "
        "What each turn does is proved; that the bound follows from it is reasoned in words (docstrings of its questions)",
        "So the line of play that refutes LNC37 is a shortest one.",
        _one_clover_does_not_go_round_twice,
        comes_back(_with_one_clover_twice),
        search=circles(_with_one_clover_twice, strict=True),
        rests_on=(SOUND, ClaimId("LNC06"), ClaimId("LNC16"), ClaimId("LNC17"), ClaimId("LNC51")),
        applies=lambda rules: plain_rules(rules) and rules.players % 2 == 0,
    ),
)
