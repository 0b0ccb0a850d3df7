"""Claims about play: the line, where tiles lie, who has the medallion."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from models.claim import ClaimId, Look
from models.good_fortune.clauses.gf203_at_an_end import AtAnEnd
from models.good_fortune.clauses.gf204_connect import Connect
from models.good_fortune.clauses.gf205_discard import Discard
from models.good_fortune.clauses.gf206_second import SecondOnNewLine
from models.good_fortune.editions import LINE, Rules
from models.good_fortune.layings import line_after_layings
from models.good_fortune.moves import Dealing, Turn
from models.good_fortune.proofs import graph_checks
from models.good_fortune.proofs.predicates import (
    LooseTiles,
    clauses_about,
    keeps_clauses,
    some_turn,
    table_between,
    variants,
)
from models.good_fortune.symbolic_effect import hands_after, symbolic_effect, won_after
from models.good_fortune.symbolic_state import (
    SEATS,
    Form,
    Numbers,
    SymbolicStep,
    SymbolicTable,
    empty_table,
    same,
    symbolic_move,
)
from models.proof import Goal, Provable, Question
from models.smt import And, Count, Formula, Iff, Implies, Not, Number, Or, Sum, number

PLACES = ClaimId("GFC02")
LAYING = (AtAnEnd, Connect, Discard, SecondOnNewLine)
LENGTHS = "how many tiles are shown is known as a clause is asked, and one of another number it refuses at once"


def deal_step(rules: Rules, shown: int = LINE) -> SymbolicStep:
    """Give the deal."""
    form = Form(line=0, shown=shown)
    return SymbolicStep(empty_table(rules, LooseTiles()), symbolic_move(rules, Dealing, form), form, rules.hand)


def _three_in_line(rules: Rules) -> Iterator[Question]:
    others = [length for length in range(rules.top + 1) if length != LINE]
    dealt = tuple(Goal(f"{length} tiles", Not(keeps_clauses(deal_step(rules, length)))) for length in others)
    yield Question("a deal of a line of another length", (), dealt, clauses_about(Dealing), settled=LENGTHS)
    step = deal_step(rules)
    yield Question(
        "the deal",
        (keeps_clauses(step),),
        (Goal("three tiles", three(symbolic_effect(step).line)),),
        clauses_about(Dealing),
    )
    for name, some in variants(rules):
        laid = 1 if some.simple else 2
        goals = []
        for length in others:
            form = Form(laid, shown=length)
            step = SymbolicStep(table_between(some), symbolic_move(some, Turn, form), form, some.hand)
            goals.append(Goal(f"{length} tiles", Not(keeps_clauses(step, *LAYING))))
        about = tuple(each.id for each in LAYING)
        yield Question(f"a turn that shows another length, {name}", (), tuple(goals), about, settled=LENGTHS)
        form = Form(laid, shown=LINE)
        step = SymbolicStep(table_between(some), symbolic_move(some, Turn, form), form, some.hand)
        shown = step.move.line or ()
        there = (*step.before.line, *(each.laying.tile for each in step.met))
        goals = [
            Goal("three different tiles", three(shown)),
            Goal("only what lay there or was laid", And(Or(each == tile for tile in there) for each in shown)),
            Goal("the tile that was laid last is at an end", Or(shown[end] == there[-1] for end in (0, -1))),
        ]
        yield Question(
            f"a turn that shows three, {name}",
            (placed(step.before), keeps_clauses(step)),
            tuple(goals),
            clauses_about(Turn),
        )


def three(line: Numbers) -> Formula:
    """State that a line has three tiles, no two of them the same."""
    return And(len(line) == LINE, (one != other for one, other in combinations(line, 2)))


def in_one_place_term(table: SymbolicTable) -> Mapping[int, Formula]:
    """State of each tile that it lies in one place at most."""
    heaps = (*table.hands, *table.won)
    return {
        tile: Sum([*(heap[tile] for heap in heaps), Count(each == tile for each in table.line)]) <= 1
        for tile in table.numbers
    }


def placed(table: SymbolicTable) -> Formula:
    """State it of all tiles."""
    return And(in_one_place_term(table).values())


def _in_one_place(rules: Rules) -> Iterator[Question]:
    step = deal_step(rules)
    goals = tuple(Goal(f"the {tile}", part) for tile, part in in_one_place_term(symbolic_effect(step)).items())
    yield Question("the deal", (keeps_clauses(step),), goals, clauses_about(Dealing))
    for name, some in variants(rules):
        step = some_turn(some)
        premises = (placed(step.before), keeps_clauses(step))
        goals = tuple(Goal(f"the {tile}", part) for tile, part in in_one_place_term(symbolic_effect(step)).items())
        yield Question(f"a turn, {name}", premises, goals, clauses_about(Turn))


def _opposite_leaves(rules: Rules) -> Iterator[Question]:
    for name, some in variants(rules):
        step = some_turn(some)
        for each, which in zip(step.met, ("the first tile", "the second tile"), strict=False):
            told = each.laying.taken != 0
            goals = (
                Goal("the opposite tile leaves", Implies(told, each.laying.taken == each.pushed_out)),
                Goal("it is won by connecting only", Implies(told, Iff(each.laying.won, each.connects))),
            )
            yield Question(f"{which}, {name}", (keeps_clauses(step),), goals, clauses_about(Turn))


def _nothing_open(rules: Rules) -> Iterator[Question]:
    for name, some in variants(rules):
        form = Form(1 if some.simple else 2, shown=LINE)
        before = table_between(some)
        before = replace(before, unsure=tuple((0,) * len(heap) for heap in before.unsure))  # type: ignore[arg-type]
        step = SymbolicStep(before, symbolic_move(some, Turn, form), form, some.hand)
        move, won = step.move, won_after(step)
        hands = hands_after(before.hands, move.laid)
        known = before.holder != 0
        goals = [Goal("the line", same(move.line or (), line_after_layings(step)))]
        for seat in SEATS:
            held = And(one == other for one, other in zip(move.hands[seat], hands[seat], strict=True))
            owned = And(Iff(one >= 1, other >= 1) for one, other in zip(move.collections[seat], won[seat], strict=True))
            goals.append(Goal(f"the hand of player {seat + 1}", Implies(move.shows["hands"], held)))
            goals.append(Goal(f"the collection of player {seat + 1}", Implies(move.shows["collections"], owned)))
        if not some.simple:
            passed = Implies(move.holder != 0, move.holder + before.holder == 3)
            turned = Implies(move.side != 0, Iff(move.side == 2, Not(before.large)))
            goals += [] if some.guessing else [Goal("who has the medallion", passed)]
            goals.append(Goal("its side", turned))
        yield Question(
            f"a turn, {name}", (placed(before), known, keeps_clauses(step)), tuple(goals), clauses_about(Turn)
        )


# The medallion --------------------------------------------------------------------------------------------------------


def _locked(table: SymbolicTable, first: Number) -> Formula:
    """State that who began chooses first exactly while the small side is up."""
    return And(table.holder != 0, Iff(table.holder == first, Not(table.large)))


def _one_lock(rules: Rules) -> Iterator[Question]:
    first = number("first", 1, 2)
    step = deal_step(rules)
    has_it = And(Implies(first == seat + 1, step.move.hands[seat][1] >= 1) for seat in SEATS)
    goal = Goal("after the deal", _locked(symbolic_effect(step), first))
    yield Question("the deal", (keeps_clauses(step), has_it), (goal,), clauses_about(Dealing))
    form = Form(2)
    before = table_between(rules)
    step = SymbolicStep(before, symbolic_move(rules, Turn, form), form, rules.hand)
    premises = (_locked(before, first), keeps_clauses(step))
    yield Question(
        "a turn", premises, (Goal("after the turn", _locked(symbolic_effect(step), first)),), clauses_about(Turn)
    )
    step = some_turn(rules, before)
    lower = step.move.laid[0].tile < step.move.laid[1].tile
    chooses = step.move.chooser
    goal = Goal("who chose and which comes first", Implies(chooses != 0, Iff(chooses == first, lower)))
    apart = step.move.laid[0].tile != step.move.laid[1].tile
    yield Question("in a turn", (_locked(before, first), keeps_clauses(step), apart), (goal,), clauses_about(Turn))


CLAIMS = (
    Provable(
        ClaimId("GFC01"),
        "The line holds three different tiles: a deal or a turn that shows more or fewer breaks a clause, and so does "
        "a single laying (a turn of Simple laying); those it shows lay there or were laid.",
        "proved",
        "all deals and turns, in the game as printed, in Guessing and in Simple laying, whatever the tiles carry",
        "A laying that wins or discards nothing, or two tiles, is wrong.",
        _three_in_line,
        rests_on=(PLACES,),
        per_players=False,
        look=Look("tables", graph_checks.three_in_line),
    ),
    Provable(
        PLACES,
        "No tile is in two places: a hand, the line or a collection has it.",
        "proved",
        "all tables of any game, with Guessing and Simple laying, by induction over the deal and the turns, whatever "
        "the tiles carry",
        "It is the first thing to check in an implementation.",
        _in_one_place,
        rests_on=(ClaimId("GFC04"),),
        per_players=False,
        look=Look("tables", graph_checks.no_tile_in_two_places),
    ),
    Provable(
        ClaimId("GFC03"),
        "The tile that leaves the line is the one at the end opposite to where a tile is laid, and it is won exactly "
        "if that tile connects.",
        "proved",
        "all turns, whatever the tiles carry",
        "What a log says of it is never needed where the charms are known.",
        _opposite_leaves,
        per_players=False,
        look=Look("steps", graph_checks.opposite_is_won),
    ),
    Provable(
        ClaimId("GFC04"),
        "The clauses leave nothing open: line, hands, collections and medallion after a turn follow from its layings.",
        "proved",
        "all turns from all tables on which no tile is in two places, whatever the tiles carry, with Guessing and "
        "Simple laying; in Guessing it is of no matter who has the medallion, and the clauses leave it open",
        "A log that names the layings names everything.",
        _nothing_open,
        per_players=False,
    ),
    Provable(
        ClaimId("GFC09"),
        "Who chooses first and which number is laid first are locked together: whoever had tile 1 chooses first in all "
        "turns in which the lower number is laid first, and in no others.",
        "proved",
        "all turns of any game as printed, by induction",
        "The sheet tells of two things that alternate; they never come apart.",
        _one_lock,
        per_players=False,
    ),
)
