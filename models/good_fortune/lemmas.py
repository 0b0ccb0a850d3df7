"""Proved claims as lemmas about a table: they spare telling all that happened before it."""

from collections.abc import Iterator
from dataclasses import replace

from models.claim import ClaimId
from models.good_fortune.proofs.counts import COUNTS, counts_belong_together
from models.good_fortune.proofs.play import PLACES, placed
from models.good_fortune.symbolic_state import SEATS, SymbolicTable, symbolic_table
from models.smt import Formula, number


def any_table(now: SymbolicTable, name: str) -> SymbolicTable:
    """Give a table some turns after another one, of which only is known who has conceded."""
    rules, nothing = now.rules, (0,) * (now.rules.top + 1)
    names = ("tiles", "dealt", "conceded", "closed", "stopped", "played_on")
    one, other = (number(f"{name}.laid.{seat}", 0, rules.hand) for seat in SEATS)
    turns = number(f"{name}.turns", 0, rules.turns)
    kept = {each: getattr(now, each) for each in names}
    return replace(symbolic_table(rules, name), **kept, unsure=(nothing, nothing), laid=(one, other), turns=turns)


def claimed(table: SymbolicTable) -> Iterator[tuple[ClaimId, str, Formula]]:
    """Give what claims say of any table that can occur: the claim, and its part in words and as a formula."""
    yield PLACES, "no tile is in two places", placed(table)
    for name, part in counts_belong_together(table).items():
        yield COUNTS, name, part
