"""Claims about results: when one can be named, what giving up changes, who starts the games of a tournament."""

from collections.abc import Iterator
from dataclasses import replace

from models.claim import ClaimId
from models.lucky_numbers.assignments import SYMBOLS
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Conceding, End, Move, Player, Scores, Start, Turn
from models.lucky_numbers.proofs.invariance import SOUND, some_legal
from models.lucky_numbers.proofs.long_games import marked_laid
from models.lucky_numbers.proofs.predicates import (
    clauses_about,
    keeps_clauses,
    laid_apart,
    most_invariants,
    refused_case,
    some_turn,
    stands,
    step_case,
    table_between,
)
from models.lucky_numbers.proofs.traces import LineOfPlay
from models.lucky_numbers.proofs.turns import replace_mover
from models.lucky_numbers.symbolic_effect import symbolic_step_of
from models.lucky_numbers.symbolic_state import (
    BY_FULL,
    BY_PILE,
    DISCARD,
    SymbolicStep,
    SymbolicTable,
    symbolic_move,
    symbolic_table,
)
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import And, Count, Formula, Iff, Implies, Not, Number, Or, Values, number
from models.smtlib import number_in

ONLY_THEN = ClaimId("LNC64")


# When a result can be named -------------------------------------------------------------------------------------------


def _one_left(table: SymbolicTable) -> Formula:
    return Count(table.staying) <= 1


def _only_at_the_end(rules: Rules) -> Iterator[Question]:
    step, premises = some_legal(rules, End, conceding=True)
    table = step.before
    full = And(table.ended == BY_FULL, Or(table.full))
    gone = And(table.ended == BY_PILE, table.pile == 0)
    goal = Goal("play is over or one player is left", Or(full, gone, _one_left(table)))
    yield Question("any result", premises, (goal,), clauses_about(End), case=step_case(step))


def _one_result(rules: Rules) -> Iterator[Question]:
    """Ask of two results of the same table whether they are the same, as far as both name them."""
    before = table_between(rules, conceding=True)
    steps = [symbolic_step_of(before, symbolic_move(rules, End, name)) for name in ("one", "other")]
    one, other = (step.move for step in steps)
    ended = Or(before.over, _one_left(before))
    told = {
        what: And(one.shows[what], other.shows[what], ended)
        if what == "winners"
        else And(one.shows[what], other.shows[what])
        for what in ("winners", "empty", "points")
    }
    goals = (
        Goal("the winners", Implies(told["winners"], And(map(Iff, one.winners, other.winners)))),
        Goal(
            "the empty cells", Implies(told["empty"], And(x == y for x, y in zip(one.empty, other.empty, strict=True)))
        ),
        Goal("the points", Implies(told["points"], And(x == y for x, y in zip(one.points, other.points, strict=True)))),
    )
    premises = (most_invariants(before), *map(keeps_clauses, steps))

    def case(values: Values) -> Counterexample:
        made, also = (SYMBOLS.step_with(step, values) for step in steps)
        return Counterexample((made,), facts=(("named as well", _result(also.move)),))

    yield Question("two results of one table", premises, goals, clauses_about(End), case=case)


def _result(end: Move) -> str:
    assert isinstance(end, End)
    parts = (("winners", end.winners and sorted(end.winners)), ("empty", end.empty), ("points", end.points))
    return ", ".join(f"{what} {' '.join(map(str, told or ()))}" for what, told in parts if told is not None)


# Giving up ------------------------------------------------------------------------------------------------------------


def _out(rules: Rules) -> Iterator[Question]:
    """Ask of turns and of results; a garden is only filled by one who has not conceded."""
    turn, premises = some_legal(rules, Turn, conceding=True)
    goals = (
        Goal("who has conceded has no turn", turn.of_mover(turn.before.staying)),
        Goal("who fills a garden has not", _filled_staying(turn.after)),
    )
    known = (*premises, _filled_staying(turn.before))
    yield Question("any turn", known, goals, clauses_about(Turn), case=step_case(turn))
    end, premises = some_legal(rules, End, conceding=True)
    table = end.before
    then = (
        Or(And(table.over, Not(before)), And(Not(table.over), Not(now)))
        for before, now in zip(table.conceded_then, table.conceded, strict=True)
    )
    rightly = And(Implies(wins, stayed) for wins, stayed in zip(end.move.winners, then, strict=True))
    named = (*premises, end.move.shows["winners"], _filled_staying(table), Or(table.over, _one_left(table)))
    goal = Goal("who conceded before the end is no winner", rightly)
    yield Question("any result", named, (goal,), clauses_about(End), case=step_case(end))


def _filled_staying(table: SymbolicTable) -> Formula:
    ended = table.ended == BY_FULL
    pairs = zip(table.full, table.conceded_then, strict=True)
    return Implies(ended, And(Implies(full, Not(conceded)) for full, conceded in pairs))


def _still_a_turn(rules: Rules) -> Iterator[Question]:
    """Ask whether somebody who stays is due, and can reveal any clover that is face down, and leave it."""
    before = table_between(rules, conceding=True)
    step = symbolic_step_of(before, some_turn(rules, from_middle=False, action=DISCARD, cell=0))
    order = rules.changes.form_of(ORDER)
    known = (most_invariants(before), before.playing, Not(before.over), before.tournament == False)  # noqa: E712
    due = [And(order.term(replace_mover(step, seat + 1)), before.staying[seat]) for seat in before.seats]
    goal = Goal("somebody who stays is due", Or(due))
    yield Question("who is due", (*known, Or(before.staying)), (goal,), clauses_about(Turn), case=step_case(step))
    can = And(step.with_number(before.hidden) >= 1, order.term(step))
    goal = Goal("keeps all clauses", keeps_clauses(step))
    yield Question("revealing and leaving", (*known, can), (goal,), clauses_about(Turn), case=refused_case(step))


def _over_when_alone(rules: Rules) -> Iterator[Question]:
    before = replace(marked_laid(rules), playing=True, first=1, conceded=table_between(rules, conceding=True).conceded)
    step = symbolic_step_of(before, some_turn(rules, from_middle=False, action=DISCARD, cell=0))

    def case(values: Values) -> Counterexample:
        line = LineOfPlay(rules)
        line.set_up(laid_apart(rules))  # type: ignore[arg-type]
        for player in sorted(SYMBOLS.table.read(before, values).conceded):
            line.make(Conceding(Player(player)))
        line.reveal(number_in(values, step.move.player), number_in(values, step.move.clover), None)
        return Counterexample(tuple(line.steps), whole=True)

    smallest = ((".player", step.move.player), (".clover", step.move.clover))
    goal = Goal("two players are left at least", Count(before.staying) >= 2)
    yield Question("the first turn", (keeps_clauses(step),), (goal,), clauses_about(Turn), smallest, case)


def _plays_on_alone(case: Counterexample) -> bool:
    last = case.steps[-1]
    return isinstance(last.move, Turn) and len(last.before.staying) == 1 and last.before.staying[0] == last.move.player


# Who starts in a tournament -------------------------------------------------------------------------------------------


def _each_starts_once(rules: Rules) -> Iterator[Question]:
    """Ask of any number of games up to one too many; who stands where follows from who starts."""
    games, firsts = number("games", 0, rules.players + 1), _firsts(rules)
    steps = [_ended_after(rules, played) for played in range(rules.players + 2)]
    legal = Or(And(games == played, keeps_clauses(step)) for played, step in enumerate(steps))
    known = And(first != 0 for first in firsts)
    players = range(1, rules.players + 1)
    once = And(
        Count(_stands(first, player, place, rules) for first in firsts) == 1 for player in players for place in players
    )
    goals = (Goal("as many games as players", games == rules.players), Goal("everybody has every place once", once))

    def case(values: Values) -> Counterexample:
        return step_case(steps[number_in(values, games)])(values)

    yield Question("a tournament is over", (legal, known), goals, clauses_about(Scores), case=case)
    before = replace(symbolic_table(rules, "table", rules.players - 1), tournament=True, playing=False)
    step = symbolic_step_of(before, symbolic_move(rules, Start))
    goal = Goal(
        "nobody starts again", And(Or(step.move.first == 0, game.first != step.move.first) for game in before.series)
    )
    yield Question(
        "the start of a game", (keeps_clauses(step), stands(step)), (goal,), clauses_about(Start), case=step_case(step)
    )


def _ended_after(rules: Rules, games: int) -> SymbolicStep:
    table = replace(symbolic_table(rules, "tournament", games), tournament=True)
    return symbolic_step_of(table, symbolic_move(rules, Scores))


def _firsts(rules: Rules) -> tuple[Number, ...]:
    return tuple(game.first for game in symbolic_table(rules, "tournament", rules.players).series)


def _stands(first: Number, player: int, place: int, rules: Rules) -> Formula:
    """State that a player is the first, second ... of a game, by who starts it."""
    return first == (player - place) % rules.players + 1


CLAIMS = (
    Provable(
        ONLY_THEN,
        "A result is named only where a garden is full, the last clover was revealed, or all players but one have conceded.",
        "proved",
        "all results of tables that can occur",
        "A program that stops for any other reason stops a game that is not over.",
        _only_at_the_end,
        rests_on=(SOUND,),
    ),
    Provable(
        ClaimId("LNC65"),
        "A table has one result: two that name winners, empty cells or points name the same.",
        "proved",
        "all pairs of results of a table that can occur, after concessions too",
        "Two programs cannot both be right and disagree.",
        _one_result,
        rests_on=(SOUND, ONLY_THEN),
    ),
    Provable(
        ClaimId("LNC66"),
        "Whoever has conceded has no turn any more, and wins only a game that was over by then.",
        "proved",
        "all turns and results of tables that can occur, by induction over who fills a garden",
        "Conceding is in no rule book; this is what a log that holds one is judged by.",
        _out,
        rests_on=(SOUND, ONLY_THEN),
    ),
    Provable(
        ClaimId("LNC67"),
        "As long as anybody has not conceded, there is a legal turn until play is over: one of those who stay is due, "
        "and may reveal any face-down clover and leave it.",
        "proved",
        "all tables that can occur, whoever has conceded",
        "Concessions leave no table that nobody can go on from.",
        _still_a_turn,
        rests_on=(SOUND,),
    ),
    Provable(
        ClaimId("LNC68"),
        "When all players but one have conceded, no turn is legal any more.",
        "refuted",
        "first turns with only marked cells filled, whoever has conceded",
        "A program may stop then, but need not: the one who is left may still fill the garden.",
        _over_when_alone,
        _plays_on_alone,
        among=True,
    ),
    Provable(
        ClaimId("LNC69"),
        "A tournament that is over has had as many games as players, and in these each player has stood at each place "
        "of the order once: has started one, been second in one, and so on.",
        "proved",
        "all tournaments of up to one game too many, where it is known who started each game",
        "Starting is an advantage or none: in a tournament everybody has it equally.",
        _each_starts_once,
    ),
)
