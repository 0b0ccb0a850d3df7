"""Mutant logs: for each mistake one that a program with it would write, legal up to the event that shows it."""

import random
from collections.abc import Sequence

from models.good_fortune.candidate_events import candidate_events
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.perturbations import SHOWN
from models.good_fortune.suite_games import suite_games
from models.mutant_logs import MutantLogs
from models.state_space import Mutant, SuiteGame

MUTANT_LOGS = MutantLogs(clauses=CLAUSES, shown=SHOWN, results=frozenset({"end"}))


def mutant_logs(seed: int, mistakes: Sequence[Mutant]) -> Sequence[SuiteGame]:
    """Write a log for each mistake that a log can show; others only show in the verdict on legal games."""
    rng = random.Random(f"slips {seed}")
    return MUTANT_LOGS.find(rng, (each for log in suite_games(seed) for each in candidate_events(log)), mistakes)
