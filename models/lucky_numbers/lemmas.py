"""Proved claims as lemmas about a table: they spare telling all that happened before it.

A claim is named with each part, so that who relies on it can say so. Those about tables hold whether or not a player
has conceded, since they look at no more than what a concession leaves as it is.
"""

from collections.abc import Iterator

from models.claim import ClaimId
from models.lucky_numbers.proofs.predicates import (
    CONSERVED,
    ENDS,
    FACE_DOWN,
    GOES_ON,
    MARKED,
    ORDERED,
    invariants,
    together,
)
from models.lucky_numbers.proofs.turns import filled_stay
from models.lucky_numbers.symbolic_state import SymbolicMove, SymbolicStep, SymbolicTable, declared_size
from models.smt import And, Formula, Implies

CONSERVES, SOUND = ClaimId("LNC02"), ClaimId("LNC21")
STAYS, NEVER_GROWS, STOPS = ClaimId("LNC06"), ClaimId("LNC51"), ClaimId("LNC56")
OF_TABLES = (
    *((SOUND, name) for name in (MARKED, GOES_ON, ENDS)),
    (ClaimId("LNC01"), ORDERED),
    (CONSERVES, CONSERVED),
    (SOUND, FACE_DOWN),
)


def claimed(table: SymbolicTable) -> Iterator[tuple[ClaimId, str, Formula]]:
    """Give what claims say of any table that can occur: the claim, and its part in words and as a formula."""
    parts = invariants(table)
    for claim, name in OF_TABLES:
        yield claim, name, parts[name]
    yield CONSERVES, "no clover comes or goes", together(table) == table.rules.clovers


def claimed_of_both(
    before: SymbolicTable, after: SymbolicTable, move: SymbolicMove
) -> Iterator[tuple[ClaimId, str, Formula]]:
    """Give what claims say of two tables with any number of turns between them; `move` is any one of these."""
    stays = filled_stay(SymbolicStep(before, move, after, declared_size(before.rules)))
    yield STAYS, "a filled cell never becomes empty", stays
    yield NEVER_GROWS, "nothing ever raises the pile", after.pile <= before.pile
    pairs = [*zip(before.middle, after.middle, strict=True), (before.pile, after.pile)]
    for old, new in zip(before.gardens, after.gardens, strict=True):
        pairs += zip(old, new, strict=True)
    yield STOPS, "play does not go on once it is over", Implies(before.over, And(old == new for old, new in pairs))
