"""For each mistake a log that a program with it would write: a legal game up to the first event that shows it."""

import random
from collections.abc import Sequence

from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.clauses.ln208_another_turn import BRUNO
from models.lucky_numbers.samples import games
from models.lucky_numbers.trials_of_logs import candidates
from models.slips import Slips
from models.world import Mistake, Sample

SLIPS = Slips(
    clauses=CLAUSES,
    shown=frozenset({"pile", "middle", "out"}),
    results=frozenset({"end", "tournament"}),
    apart=frozenset({CLAUSES.index(BRUNO)}),  # who is next shows in the turn behind
)


def slips(seed: int, mistakes: Sequence[Mistake]) -> Sequence[Sample]:
    """Write a log for each mistake that a log can show; others only show in the verdict on legal games."""
    rng = random.Random(f"slips {seed}")
    return SLIPS.find(rng, (each for log in games(seed) for each in candidates(rng, log)), mistakes)
