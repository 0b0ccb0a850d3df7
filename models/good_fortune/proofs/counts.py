"""Claims about how many turns, layings and tiles there are."""

from collections.abc import Iterator, Mapping

from models.claim import ClaimId, Look
from models.good_fortune.clauses.gf201_choice import Choice
from models.good_fortune.clauses.gf401_end import HandsEmpty
from models.good_fortune.clauses.gf502_simple import SimpleLaying
from models.good_fortune.editions import Rules
from models.good_fortune.moves import Dealing, Turn
from models.good_fortune.proofs import graph_checks
from models.good_fortune.proofs.play import PLACES, deal_step, placed
from models.good_fortune.proofs.predicates import clauses_about, keeps_clauses, some_turn, table_between, variants
from models.good_fortune.symbolic_effect import symbolic_effect
from models.good_fortune.symbolic_state import SEATS, SymbolicStep, SymbolicTable
from models.proof import Goal, Provable, Question
from models.smt import And, Formula, Iff, Implies, Not, Number, Or, Sum

COUNTS = ClaimId("GFC05")
COUNTING = (Choice, HandsEmpty, SimpleLaying)  # the clauses that it takes to count turns


def size(heap: tuple[Number, ...]) -> Number:
    """Count the tiles of a heap."""
    return Sum(heap)


def counts_belong_together(table: SymbolicTable) -> Mapping[str, Formula]:
    """State, part by part, how turns, layings and tiles in hand belong together."""
    rules, (one, other) = table.rules, table.laid
    parts: dict[str, Formula] = {
        "a tile less in hand for each that was laid": And(
            size(hand) + laid == rules.hand for hand, laid in zip(table.hands, table.laid, strict=True)
        ),
        "a collection has no more tiles than its player has laid": And(
            size(won) <= laid for won, laid in zip(table.won, table.laid, strict=True)
        ),
        "play is over when the hands are empty": Iff(table.ended, And(size(hand) == 0 for hand in table.hands)),
    }
    if rules.simple:
        parts["they lay in turn"] = And(
            one + other == table.turns,
            Implies(table.last == 0, And(one == 0, other == 0)),
            Implies(table.last == 1, Or(one == other, one == other + 1)),
            Implies(table.last == 2, Or(one == other, other == one + 1)),
        )
    else:
        parts["both lay one tile a turn"] = And(one == table.turns, other == table.turns)
    return parts


def _counted(rules: Rules) -> Iterator[Question]:
    for name, some in variants(rules):
        step = deal_step(some)
        goals = tuple(Goal(part, formula) for part, formula in counts_belong_together(symbolic_effect(step)).items())
        yield Question(f"the deal, {name}", (keeps_clauses(step),), goals, clauses_about(Dealing))
        step = some_turn(some)
        premises = (placed(step.before), And(counts_belong_together(step.before).values()), keeps_clauses(step))
        goals = tuple(Goal(part, formula) for part, formula in counts_belong_together(symbolic_effect(step)).items())
        yield Question(f"a turn, {name}", premises, goals, clauses_about(Turn))


def _events(rules: Rules) -> Iterator[tuple[str, SymbolicStep, tuple[Formula, ...]]]:
    """Give the events that lead to a table, the deal and a turn, with their names and what is known of them."""
    for name, some in variants(rules):
        step = deal_step(some)
        yield f"after the deal, {name}", step, (keeps_clauses(step),)
        step = some_turn(some)
        known = And(counts_belong_together(step.before).values())
        yield f"after a turn, {name}", step, (placed(step.before), known, keeps_clauses(step, *COUNTING))


def _turns(rules: Rules) -> Iterator[Question]:
    for name, step, premises in _events(rules):
        table = symbolic_effect(step)
        layings = Sum(table.laid)
        goals = (
            Goal("over after as many turns", Iff(table.ended, table.turns == table.rules.turns)),
            Goal("over after as many layings", Iff(table.ended, layings == 2 * table.rules.hand)),
            Goal("never more", And(table.turns <= table.rules.turns, layings <= 2 * table.rules.hand)),
        )
        yield Question(name, premises, goals, clauses_about(step.move.kind))


def _has_a_choice(rules: Rules) -> Iterator[Question]:
    for name, step, premises in _events(rules):
        table = symbolic_effect(step)
        going = (*premises, Not(table.ended))
        if table.rules.simple:
            due = (Goal(f"player {p}", Implies(table.last == 3 - p, size(table.hands[p - 1]) >= 1)) for p in (1, 2))
            start = Goal("whoever starts", Implies(table.last == 0, And(size(hand) >= 1 for hand in table.hands)))
            goals = (*due, start)
        else:
            goals = tuple(Goal(f"player {seat + 1}", size(table.hands[seat]) >= 1) for seat in SEATS)
        yield Question(name, going, goals, clauses_about(step.move.kind))


def _collections(rules: Rules) -> Iterator[Question]:
    table = table_between(rules)
    goals = (
        Goal("one player", And(size(won) <= rules.hand for won in table.won)),
        Goal("both", size(table.won[0]) + size(table.won[1]) <= 2 * rules.hand),
    )
    yield Question("any table", (And(counts_belong_together(table).values()),), goals)


CLAIMS = (
    Provable(
        COUNTS,
        "A hand has a tile less for each that was laid, a collection no more than were laid, and play is over when "
        "both hands are empty.",
        "proved",
        "all tables of any game, with Guessing and Simple laying, by induction over the deal and the turns",
        "The numbers of turns and tiles follow from it.",
        _counted,
        rests_on=(PLACES,),
        per_players=False,
        look=Look("tables", graph_checks.no_collection_too_large),
    ),
    Provable(
        ClaimId("GFC06"),
        "A game has nine turns and 18 layings (18 turns in Simple laying), never more or fewer.",
        "proved",
        "all tables of any game, as the deal and every turn leave them",
        "No game is endless, and none ends early.",
        _turns,
        rests_on=(PLACES, COUNTS, ClaimId("GFC11")),
        per_players=False,
        look=Look("games", graph_checks.as_many_turns),
    ),
    Provable(
        ClaimId("GFC07"),
        "Until play is over, whoever is to choose a tile has one.",
        "proved",
        "all tables of any game, as the deal and every turn leave them",
        "Nobody ever passes.",
        _has_a_choice,
        rests_on=(PLACES, COUNTS, ClaimId("GFC11")),
        per_players=False,
        look=Look("tables", graph_checks.has_a_choice),
    ),
    Provable(
        ClaimId("GFC08"),
        "Nobody wins more than nine tiles, and both together win no more than 18.",
        "proved",
        "all tables of any game",
        "It bounds what a collection can score.",
        _collections,
        rests_on=(COUNTS,),
        per_players=False,
        look=Look("tables", graph_checks.few_are_won),
    ),
)
