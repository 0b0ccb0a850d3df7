"""For each mistake a log that a program with it would write: a legal game up to the first event that shows it."""

import random
from collections.abc import Sequence

from models.good_fortune.alternatives import SHOWN
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.samples import games
from models.good_fortune.trials_of_logs import candidates
from models.slips import Slips
from models.world import Mistake, Sample

SLIPS = Slips(clauses=CLAUSES, shown=SHOWN, results=frozenset({"end"}))


def slips(seed: int, mistakes: Sequence[Mistake]) -> Sequence[Sample]:
    """Write a log for each mistake that a log can show; others only show in the verdict on legal games."""
    rng = random.Random(f"slips {seed}")
    return SLIPS.find(rng, (each for log in games(seed) for each in candidates(log)), mistakes)
