"""Proved claims as lemmas about a table: they spare telling all that happened before it.

A claim is named with each part, so that who relies on it can say so. Those about tables hold whether or not a player
has conceded, since they look at no more than what a concession leaves as it is.
"""

from collections.abc import Iterator

from models.claim import ClaimId
from models.lucky_numbers.proofs.predicates import CONSERVED, FACE_DOWN, ORDERED, invariants
from models.lucky_numbers.proofs.turns import filled_stay
from models.lucky_numbers.symbolic_state import SymbolicMove, SymbolicStep, SymbolicTable, declared_size
from models.smt import Formula

OF_TABLES = ((ClaimId("LNC01"), ORDERED), (ClaimId("LNC02"), CONSERVED), (ClaimId("LNC21"), FACE_DOWN))
STAYS, NEVER_GROWS = ClaimId("LNC06"), ClaimId("LNC51")


def claimed(table: SymbolicTable) -> Iterator[tuple[ClaimId, str, Formula]]:
    """Give what claims say of any table that can occur: the claim, and its part in words and as a formula."""
    parts = invariants(table)
    for claim, name in OF_TABLES:
        yield claim, name, parts[name]


def claimed_of_both(
    before: SymbolicTable, after: SymbolicTable, move: SymbolicMove
) -> Iterator[tuple[ClaimId, str, Formula]]:
    """Give what claims say of two tables with any number of turns between them; `move` is any one of these."""
    stays = filled_stay(SymbolicStep(before, move, after, declared_size(before.rules)))
    yield STAYS, "a filled cell never becomes empty", stays
    yield NEVER_GROWS, "nothing ever raises the pile", after.pile <= before.pile
