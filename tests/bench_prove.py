"""Time the claims: `python -m tests.bench_prove [PLAYERS ...]`."""

import sys
import time

from models.games import GAMES
from verifier.prove import decide


def main(players: list[int]) -> None:
    """Print for each claim the time, and the share of it that went into building and writing terms."""
    game = GAMES[0]
    proofs = game.proofs()
    print(f"{'claim':7} {'players':>7} {'questions':>9} {'seconds':>8} {'building':>9}")
    begun, building, total = time.perf_counter(), 0.0, 0.0
    for claim in proofs.claims:
        fitting = [n for n in players if claim.applies(proofs.rules(None, None, n))]
        for n in fitting if claim.per_players else fitting[:1]:
            decision = decide(game, claim, proofs.rules(None, None, n), 60)
            share = decision.building / decision.seconds
            print(f"{claim.id:7} {n:7} {decision.asked:9} {decision.seconds:8.2f} {share:8.0%}  {decision.word}")
            building, total = building + decision.building, total + decision.seconds
    print(f"all {time.perf_counter() - begun:.1f} s on one processor, {building / total:.0%} of it building terms")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [2, 3, 4])
