"""Claims about what one turn does and what it leaves alone."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from models.claim import ClaimId, Look
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Start, Turn
from models.lucky_numbers.proofs import graph_checks
from models.lucky_numbers.proofs.invariance import SOUND, some_legal
from models.lucky_numbers.proofs.predicates import (
    clauses_about,
    keeps_clauses,
    most_invariants,
    refused_case,
    some_turn,
    step_case,
    table_between,
    unshown,
)
from models.lucky_numbers.symbolic_effect import symbolic_step_of
from models.lucky_numbers.symbolic_state import (
    BY_FULL,
    DISCARD,
    NOT_ENDED,
    SymbolicMove,
    SymbolicStep,
)
from models.proof import Goal, Provable, Question
from models.smt import And, Count, Formula, Iff, Implies, Or


def of_turns(name: str, goal: Callable[[SymbolicStep], Formula]) -> Callable[[Rules], Iterator[Question]]:
    """Ask whether something is true of every turn."""

    def questions(rules: Rules) -> Iterator[Question]:
        step, premises = some_legal(rules, Turn, conceding=True)
        yield Question("any turn", premises, (Goal(name, goal(step)),), clauses_about(Turn), case=step_case(step))

    return questions


def filled_stay(step: SymbolicStep) -> Formula:
    """State that no filled cell becomes empty."""
    cells = zip(step.before.gardens, step.after.gardens, strict=True)
    return And(Or(old == 0, new != 0) for before, after in cells for old, new in zip(before, after, strict=True))


def _own_only(step: SymbolicStep) -> Formula:
    return And(Or(mover, step.same_garden(seat)) for seat, mover in step.seats)


def _exchange_fills_nothing(step: SymbolicStep) -> Formula:
    return Implies(step.exchanges, step.after.ended != BY_FULL)


def _one_full(step: SymbolicStep) -> Formula:
    return Count(step.after.full) <= 1


def _play_goes_on(step: SymbolicStep) -> Formula:
    return step.before.ended == NOT_ENDED


def _pile_never_grows(step: SymbolicStep) -> Formula:
    return And(
        Implies(step.reveals, step.after.pile == step.before.pile - 1),
        Implies(step.takes, step.after.pile == step.before.pile),
    )


def _one_table_only(rules: Rules) -> Iterator[Question]:
    """Ask whether all that clauses leave open after a turn is what the turn itself says.

    A placing shows nothing of the table after it, and the start nothing of gardens: they are what they say.
    """
    for kind in (Start, Turn):
        step, premises = some_legal(rules, kind, conceding=True)
        said = symbolic_step_of(step.before, _untold(step.move)).after
        pairs = zip(step.after.gardens, said.gardens, strict=True)
        same = And(one == other for before, after in pairs for one, other in zip(before, after, strict=True))
        of_turn = (Goal("gardens", same), Goal("another turn", Iff(step.after.again, said.again)))
        goals = (
            *(of_turn if kind is Turn else ()),
            Goal("middle", And(one == other for one, other in zip(step.after.middle, said.middle, strict=True))),
            Goal("pile", step.after.pile == said.pile),
        )
        yield Question(f"after a {kind.__name__.lower()}", premises, goals, clauses_about(kind), case=step_case(step))


def _untold(move: SymbolicMove) -> SymbolicMove:
    """Give the move without all that it shows of the table after it."""
    return replace(move, shows=dict.fromkeys(move.shows, False)) if move.kind is Start else unshown(move)


def _option_a(rules: Rules) -> Iterator[Question]:
    """Ask whether whoever is due can reveal any clover that is face down, and leave it."""
    before = table_between(rules)
    move = some_turn(rules, from_middle=False, action=DISCARD, cell=0)
    step = symbolic_step_of(before, move)
    order = rules.changes.form_of(ORDER)
    can = And(step.with_number(before.hidden) >= 1, order.term(step))
    premises = (most_invariants(before), before.playing, before.ended == NOT_ENDED)
    due = Or(order.term(replace_mover(step, seat + 1)) for seat in before.seats)
    goals = (
        Goal("somebody is due", due),
        Goal("some clover is face down", Or(count >= 1 for count in before.hidden[1:])),
    )
    yield Question("who can reveal", premises, goals, clauses_about(Turn), case=step_case(step))
    yield Question(
        "revealing and leaving",
        (*premises, can),
        (Goal("keeps all clauses", keeps_clauses(step)),),
        clauses_about(Turn),
        case=refused_case(step),
    )


def replace_mover(step: SymbolicStep, player: int) -> SymbolicStep:
    """Give the same step with a known player."""
    return replace(step, move=replace(step.move, player=player))


CLAIMS = (
    Provable(
        ClaimId("LNC03"),
        "Until play is over there is a legal turn: whoever is due may reveal any face-down clover and leave it.",
        "proved",
        "all tables that can occur while nobody has conceded",
        "A program never needs a way to pass.",
        _option_a,
        rests_on=(SOUND,),
        look=Look("games", lambda rules, games: not games.dead),
    ),
    Provable(
        ClaimId("LNC06"),
        "A filled cell never becomes empty.",
        "proved",
        "all turns from tables that can occur",
        "Progress is never lost: each garden fills up and never thins out.",
        of_turns("filled cells stay filled", filled_stay),
        rests_on=(SOUND,),
        look=Look("steps", graph_checks.stays_filled),
    ),
    Provable(
        ClaimId("LNC07"),
        "An exchange never fills a garden.",
        "proved",
        "all turns from tables that can occur",
        "Only adding can win at once.",
        of_turns("no garden becomes full", _exchange_fills_nothing),
        rests_on=(SOUND,),
        look=Look("steps", graph_checks.exchange_fills_nothing),
    ),
    Provable(
        ClaimId("LNC08"),
        "A turn changes no garden but the own one.",
        "proved",
        "all turns from tables that can occur",
        "There is no attack on a garden: players meet in the middle only.",
        of_turns("the gardens of the others stay", _own_only),
        rests_on=(SOUND,),
        look=Look("steps", graph_checks.own_garden_only),
    ),
    Provable(
        ClaimId("LNC09"),
        "At most one garden is full.",
        "proved",
        "all turns from tables that can occur",
        "Nobody can finish while another one has finished.",
        of_turns("at most one is full", _one_full),
        rests_on=(SOUND,),
        look=Look("tables", graph_checks.one_full),
    ),
    Provable(
        ClaimId("LNC22"),
        "The clauses leave nothing open: after a turn that keeps them all, gardens, middle and pile can lie in one way "
        "only.",
        "proved",
        "all turns from tables that can occur, and what the start shows of middle and pile; a placing, and the start of "
        "gardens, are taken at their word, for no record shows a table after them",
        "A rule sheet with a hole would leave two programs free to differ.",
        _one_table_only,
        rests_on=(SOUND,),
    ),
    Provable(
        ClaimId("LNC51"),
        "Each reveal lowers the pile by one and nothing ever raises it.",
        "proved",
        "all turns from tables that can occur",
        "A game in which everybody always reveals ends after as many turns as clovers are face down at the start.",
        of_turns("the pile", _pile_never_grows),
        rests_on=(SOUND,),
        look=Look("steps", graph_checks.pile_falls_by_reveals),
    ),
    Provable(
        ClaimId("LNC56"),
        "No turn is legal once play is over.",
        "proved",
        "all turns from tables that can occur",
        "A result can be checked against any table shown before it: nothing lies elsewhere by then.",
        of_turns("play is not over", _play_goes_on),
        rests_on=(SOUND,),
        look=Look("steps", graph_checks.not_over),
    ),
)
