"""Mutant logs: for each mistake one that a program with it would write, legal up to the event that shows it."""

import random
from collections.abc import Sequence

from models.lucky_numbers.candidate_events import candidate_events
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.clauses.ln208_another_turn import BRUNO
from models.lucky_numbers.suite_games import suite_games
from models.mutant_logs import MutantLogs
from models.state_space import Mutant, SuiteGame

MUTANT_LOGS = MutantLogs(
    clauses=CLAUSES,
    shown=frozenset({"pile", "middle", "out"}),
    results=frozenset({"end", "tournament"}),
    apart=frozenset({CLAUSES.index(BRUNO)}),  # who is next shows in the turn behind
)


def mutant_logs(seed: int, mistakes: Sequence[Mutant]) -> Sequence[SuiteGame]:
    """Write a log for each mistake that a log can show; others only show in the verdict on legal games."""
    rng = random.Random(f"slips {seed}")
    return MUTANT_LOGS.find(rng, (each for log in suite_games(seed) for each in candidate_events(rng, log)), mistakes)
