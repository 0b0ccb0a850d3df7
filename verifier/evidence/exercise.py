"""Which item of the conformance suite exercises a clause that the logs never exercised."""

import json
from collections.abc import Iterable, Mapping
from functools import cache

from models.game import Game
from models.reading import Reading
from models.state_space import SuiteGame
from verifier.evidence.collect import gather
from verifier.evidence.totals import EvidenceTotals

SEED = 1  # of the suite that `cloverproof suite DIR` writes


def exercising(game: Game, clauses: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Give for each clause the first complete game of the suite that exercises it, and what that game shows.

    Where no game does, it is a case of the clause itself.
    """
    missing = list(clauses)
    found = _exercised(game) if missing else {}
    return {clause: found.get(clause, (f"step-{clause}-kept-1", "a smallest case of the clause")) for clause in missing}


@cache
def _exercised(game: Game) -> Mapping[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for sample in game.suite_items().games(SEED):
        for clause in _spoken(sample, game):
            found.setdefault(clause, (f"game-{sample.key}", sample.shows))
    return found


def _spoken(sample: SuiteGame, game: Game) -> list[str]:
    evidence = EvidenceTotals()
    lines = [json.dumps(event, separators=(",", ":")).encode() for event in sample.events]
    for _ in gather(sample.key, [lines], Reading(), evidence):
        pass
    return [clause for clause, marks in evidence.clauses.get(game.key, {}).items() if marks.occasions]
