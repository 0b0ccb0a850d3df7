"""Claims about how long a game is: how turns go round, how soon it can be over, and what ends it for certain."""

from collections.abc import Iterator, Sequence

from models.claim import ClaimId, Look
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Start, Turn
from models.lucky_numbers.proofs import graph_checks, planned_cases
from models.lucky_numbers.proofs.invariance import SOUND, some_legal
from models.lucky_numbers.proofs.long_games import (
    alone_to_reveal,
    exchanging_once,
    has_filled_soonest,
    has_lasted_longest,
    has_revealed_alone,
    soonest_full,
)
from models.lucky_numbers.proofs.predicates import clauses_about, one_set_each
from models.lucky_numbers.symbolic_state import BY_FULL, BY_PILE, MOST, SymbolicTable
from models.proof import LEMMA, Goal, Provable, Question
from models.smt import And, Formula, If, Implies, Number, Or, Sum, flag, number

ROUNDS = ClaimId("LNC57")
COUNTED = "the turns of each player counted beside the table"


def soonest(rules: Rules) -> int:
    """Give the turn that can fill a garden at the soonest."""
    return (len(rules.board.unmarked) - 1) * rules.players + 1


def last_by_one(rules: Rules) -> int:
    """Give the last turn there can be where one player always reveals."""
    return (rules.dealt - 1) * rules.players + 1


def plain(rules: Rules) -> bool:
    """Tell whether no house rule is in force."""
    return not rules.again


def _enough_for_a_garden(rules: Rules) -> bool:
    return plain(rules) and rules.dealt >= soonest(rules)


# Turns go round -------------------------------------------------------------------------------------------------------


def _before_own(table: SymbolicTable, player: int) -> Number:
    """Count the turns of a game before the first one of a player; 0 as long as nobody is known to start."""
    found: Number = 0
    for first in range(1, table.rules.players + 1):
        found = If(table.first == first, (player - first) % table.rules.players, found)
    return found


def _until_own(table: SymbolicTable, player: int) -> Number:
    """Count the turns that others have before a player is to move."""
    found = _before_own(table, player)
    for last in range(1, table.rules.players + 1):
        found = If(table.last == last, (player - last - 1) % table.rules.players, found)
    return found


def _own_turns(rules: Rules) -> tuple[Number, ...]:
    return tuple(number(f"own-turns.{player}", 0, MOST) for player in range(1, rules.players + 1))


def _in_rounds(table: SymbolicTable, own: Sequence[Number]) -> Formula:
    """State how many turns each player has had: as many as rounds were begun, but for those still to come."""
    return And(
        table.rules.players * count + _before_own(table, player) == table.turns + _until_own(table, player)
        for player, count in enumerate(own, 1)
    )


def _rounds(rules: Rules) -> Iterator[Question]:
    own = _own_turns(rules)
    start, premises = some_legal(rules, Start)
    goal = Goal("nobody has had a turn", _in_rounds(start.after, (0,) * rules.players))
    yield Question("the start", premises, (goal,), clauses_about(Start), doubt=LEMMA)
    step, premises = some_legal(rules, Turn)
    after = tuple(count + If(mover, 1, 0) for count, (_, mover) in zip(own, step.seats, strict=True))
    goals = (
        Goal("turns go round", _in_rounds(step.after, after)),
        Goal("nobody is two ahead", And(one <= other + 1 for one in after for other in after)),
    )
    yield Question("any turn", (*premises, _in_rounds(step.before, own)), goals, clauses_about(Turn), doubt=LEMMA)


# How soon a game can be over ------------------------------------------------------------------------------------------


def _not_over_before(rules: Rules) -> Iterator[Question]:
    """Count own turns beside the table: each fills one cell at most (LNC13), and each turn reveals one clover at most."""
    start, premises = some_legal(rules, Start)
    goal = Goal("all but the marked clovers are face down", start.after.pile >= rules.dealt)
    yield Question("the start", premises, (goal,), clauses_about(Start), doubt=LEMMA)
    step, premises = some_legal(rules, Turn)
    own, after = _own_turns(rules), step.after
    filled_by_turns = And(
        empty + count >= len(rules.board.unmarked) for empty, count in zip(after.empty, own, strict=True)
    )
    revealed_by_turns = step.before.pile + step.before.turns >= rules.dealt
    goals = (
        Goal("each turn reveals one at most", after.pile + after.turns >= rules.dealt),
        Goal("a full garden", Implies(after.ended == BY_FULL, after.turns >= soonest(rules))),
        Goal("the last clover", Implies(after.ended == BY_PILE, after.turns >= rules.dealt)),
    )
    known = (filled_by_turns, _in_rounds(after, own), step.before.playing, revealed_by_turns)
    yield Question("any turn", (*premises, *known), goals, clauses_about(Turn), doubt=LEMMA)


# What ends a game for certain -----------------------------------------------------------------------------------------


def _alone_revealing(rules: Rules) -> Iterator[Question]:
    """Ask whether the pile falls with each turn of player 1, who stands for all (LNC74), whoever begins.

    If it is another one, the first turn reveals too, for nothing lies in the middle.
    """
    start, premises = some_legal(rules, Start)
    goals = (
        Goal("all but the marked clovers are face down", start.after.pile <= rules.dealt),
        Goal("nothing lies in the middle", _nothing_yet(start.after)),
    )
    yield Question("the start", premises, goals, clauses_about(Start), doubt=LEMMA)
    step, premises = some_legal(rules, Turn)
    own = _own_turns(rules)
    others_first = [If(And(table.turns >= 1, _before_own(table, 1) >= 1), 1, 0) for table in (step.before, step.after)]
    before = step.before.pile + own[0] + others_first[0] <= rules.dealt
    after = step.after.pile + own[0] + If(step.move.player == 1, 1, 0) + others_first[1] <= rules.dealt
    always = Implies(step.move.player == 1, step.reveals)
    known = (step.before.playing, before, _nothing_yet(step.before), _in_rounds(step.before, own), always)
    goals = (
        Goal("the pile falls by each own turn", after),
        Goal("no turn comes later", step.after.turns <= last_by_one(rules)),
    )
    yield Question(
        "any turn where player 1 always reveals", (*premises, *known), goals, clauses_about(Turn), doubt=LEMMA
    )


def _nothing_yet(table: SymbolicTable) -> Formula:
    return Implies(table.turns == 0, And(count == 0 for count in table.middle[1:]))


def _limited(rules: Rules) -> Iterator[Question]:
    """Ask whether pile, empty cells and exchanges left fall together; the last ones are counted beside the table.

    No turn raises the pile (LNC51) and no filled cell becomes empty (LNC06).
    """
    step, premises = some_legal(rules, Turn, conceding=True)
    fills = And(step.adds, step.there == 0, step.there_after != 0)
    goal = Goal("whoever neither reveals nor exchanges fills a cell", Or(step.reveals, step.exchanges, fills))
    yield Question("any turn", premises, (goal,), clauses_about(Turn), doubt=LEMMA)
    start, premises = some_legal(rules, Start)
    goals = (
        Goal("all marked cells are filled", And(empty <= len(rules.board.unmarked) for empty in start.after.empty)),
        Goal("all but the marked clovers are face down", start.after.pile <= rules.dealt),
    )
    yield Question("the start", premises, goals, clauses_about(Start), doubt=LEMMA)
    yield _one_cell_less(rules)
    yield from _measure_falls(rules)


def _one_cell_less(rules: Rules) -> Question:
    names = rules.board.names
    old, new = ([number(f"{when}.{name}", 0, 1) for name in names] for when in ("empty-before", "empty-after"))
    premises = tuple(after <= before for before, after in zip(old, new, strict=True))
    less = (Implies(And(was == 1, now == 0), Sum(new) + 1 <= Sum(old)) for was, now in zip(old, new, strict=True))
    goal = Goal("whichever cell is filled, fewer are empty", And(less))
    return Question("a garden in which no filled cell becomes empty", premises, (goal,), doubt=LEMMA)


def _measure_falls(rules: Rules) -> Iterator[Question]:
    """Put together what turns do to pile, empty cells and exchanges left, of each player or of all together."""
    seats = range(1, rules.players + 1)
    pile, empty, turns, limit = (number(name, 0, MOST) for name in ("pile", "empty", "turns", "limit"))
    reveals, exchanges, fills = (flag(name) for name in ("reveals", "exchanges", "fills"))
    left = [number(f"left.{seat}", 0, MOST) for seat in seats]
    mover = [flag(f"mover.{seat}") for seat in seats]
    used = [If(And(exchanges, own), 1, 0) for own in mover]
    measure = pile + empty + Sum(left)
    after = pile - If(reveals, 1, 0) + empty - If(fills, 1, 0) + Sum(map(_less, left, used))
    premises = (
        Or(reveals, exchanges, fills),
        Or(mover),
        And(Implies(And(exchanges, own), has >= 1) for own, has in zip(mover, left, strict=True)),
    )
    goal = Goal("they fall", after + 1 <= measure)
    yield Question("pile, empty cells and exchanges left", premises, (goal,), doubt=LEMMA)
    begun = rules.dealt + len(rules.board.unmarked) * rules.players + rules.players * limit
    known = (turns + measure <= begun, pile >= 1, empty >= rules.players, And(has <= limit for has in left))
    goal = Goal("few enough turns", turns + 1 <= begun - rules.players)
    yield Question("a turn, some clover face down and no garden full", known, (goal,), doubt=LEMMA)


def _less(count: Number, by: Number) -> Number:
    return count - by


PLAIN_GAMES = "all games without house rules in which nobody concedes"

CLAIMS = (
    Provable(
        ROUNDS,
        "Nobody has ever had two turns more than another player.",
        "proved",
        f"{PLAIN_GAMES}, by induction, {COUNTED}",
        "Whoever counts turns counts those of all players.",
        _rounds,
        planned_cases.is_two_ahead,
        search=planned_cases.search_ahead,
        rests_on=(SOUND,),
        applies=plain,
    ),
    Provable(
        ClaimId("LNC58"),
        "No game is over sooner than with the last turn that one player needs to fill all unmarked cells: turn 23 of two "
        "players, 34 of three, 45 of four; and none ends by the last clover before all were revealed, one a turn: turn "
        "32, 48, 64.",
        "proved",
        f"{PLAIN_GAMES}, by induction, {COUNTED}",
        "How short can a game be?",
        _not_over_before,
        planned_cases.ends_too_soon,
        search=planned_cases.search_end,
        rests_on=(SOUND, ClaimId("LNC13"), ROUNDS),
        applies=plain,
        look=Look("games", graph_checks.earliest_full, graph_checks.no_house_rule),
    ),
    Provable(
        ClaimId("LNC59"),
        "Every game takes longer than 23 turns of two players, 34 of three, 45 of four (than the player who starts needs "
        "to fill all unmarked cells).",
        "refuted",
        "all full gardens of the player who starts with one copy of each number",
        "The shortest game.",
        soonest_full,
        has_filled_soonest,
        applies=_enough_for_a_garden,
        look=Look("games", graph_checks.not_sooner, _enough_for_a_garden),
    ),
    Provable(
        ClaimId("LNC60"),
        "One player who always reveals ends the game, whatever the others do: the last turn is at the latest the 63rd of "
        "two players, the 142nd of three, the 253rd of four (one for each clover face down but the first, in every "
        "round, and one).",
        "proved",
        f"{PLAIN_GAMES}, by induction, {COUNTED}",
        "Endless play needs all players: any one of them can end it alone.",
        _alone_revealing,
        planned_cases.lasts_too_long,
        search=planned_cases.search_late,
        rests_on=(SOUND, ClaimId("LNC03"), ROUNDS, ClaimId("LNC74")),
        applies=plain,
    ),
    Provable(
        ClaimId("LNC61"),
        "One player who always reveals ends the game sooner than with the 63rd turn of two players, the 142nd of three, "
        "the 253rd of four.",
        "refuted",
        "games in which player 1 reveals and leaves, and all others exchange with the middle",
        "So long can the others hold it up.",
        alone_to_reveal,
        has_revealed_alone,
        rests_on=(SOUND,),
        applies=lambda rules: plain(rules) and one_set_each(rules),
        among=True,
    ),
    Provable(
        ClaimId("LNC62"),
        "Any limit on exchanges ends every game: where each player may exchange k times, pile, empty cells and exchanges "
        "left fall together with every turn, so that there are at most 54 + 2k turns of two players, 81 + 3k of three, "
        "108 + 4k of four (clovers face down, and for each player the unmarked cells but one, and k).",
        "proved",
        "all games by such a rule, concessions and house rules too, exchanges left counted beside the table; what a turn "
        "does to the sums is asked of numbers that stand for them",
        "Endless play needs endless exchanging; a designer can stop it with any number.",
        _limited,
        planned_cases.exceeds_limit,
        search=planned_cases.search_limit,
        rests_on=(SOUND, ClaimId("LNC06"), ClaimId("LNC51")),
    ),
    Provable(
        ClaimId("LNC63"),
        "Where each player may exchange once, no game takes as many as 56 turns of two players, 84 of three, 112 of four.",
        "refuted",
        "all gardens with one empty cell and one copy of each number, the same for each player",
        "The longest game under a limit: the bound is sharp.",
        exchanging_once,
        has_lasted_longest,
        applies=lambda rules: plain(rules) and one_set_each(rules),
    ),
)
