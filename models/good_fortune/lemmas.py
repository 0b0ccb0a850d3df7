"""Proved claims as lemmas about a table: they spare telling all that happened before it."""

from collections.abc import Iterator

from models.claim import ClaimId
from models.good_fortune.proofs.counts import COUNTS, counts_belong_together
from models.good_fortune.proofs.play import PLACES, placed
from models.good_fortune.symbolic_state import SymbolicTable
from models.smt import Formula


def claimed(table: SymbolicTable) -> Iterator[tuple[ClaimId, str, Formula]]:
    """Give what claims say of any table that can occur: the claim, and its part in words and as a formula."""
    yield PLACES, "no tile is in two places", placed(table)
    for name, part in counts_belong_together(table).items():
        yield COUNTS, name, part
