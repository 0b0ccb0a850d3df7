"""Time the claims, and compare all descriptions of small games: `python -m tests.bench_prove [--crosscheck] [PLAYERS] [--tiny]`."""

import sys
import time
from collections import Counter
from collections.abc import Sequence

from models.games import GAMES
from models.state_space import GameSize
from verifier.agreement import Agreement
from verifier.distinguish import mistakes_of, tell_apart
from verifier.explore import Census, layers
from verifier.prove import crosscheck, decide

GAME = GAMES[0]
SIZES = (GameSize(top=5, sets=1), GameSize(top=3, sets=2), GameSize(top=4, sets=2))


def claims(players: list[int], second: bool, most: int | None) -> None:
    """Print for each claim the processor time, and the share of it that went into building and writing terms."""
    proofs = GAME.proofs()
    print(f"{'claim':7} {'players':>7} {'questions':>9} {'z3 s':>8} {'building':>9} {'cvc5 s':>8}")
    begun, building, total = time.process_time(), 0.0, 0.0
    for claim in proofs.claims[:most]:
        fitting = [n for n in players if claim.applies(proofs.rules(None, None, n))]
        for n in fitting if claim.per_players else fitting[:1]:
            start = time.process_time()
            decision = decide(GAME, claim, proofs.rules(None, None, n), 60, keep=second)
            seconds, share = time.process_time() - start, decision.building / decision.seconds
            if second:
                crosscheck(GAME, decision, 300)
            other = f"{decision.crosschecking:8.2f}" if second else f"{'-':>8}"
            line = f"{claim.id:7} {n:7} {decision.asked:9} {seconds:8.2f} {share:8.0%} {other}  {decision.word}"
            print(line, flush=True)
            building, total = building + decision.building, total + decision.seconds
    print(f"all {time.process_time() - begun:.1f} s of one processor, {building / total:.0%} of it building terms")


def agreement(sizes: Sequence[GameSize]) -> None:
    """Ask checks, terms and engine about every turn one can think of, from every table of small games."""
    shared = Agreement(GAME.proofs().symbols, GAME.clauses())
    for size in sizes:
        space, told, tables, begun = GAME.state_spaces().open(size), Counter[bool](), 0, time.process_time()
        for layer, _ in layers(space, space.starts(), Census()):
            for code in layer:
                tables += 1
                found = set()
                for _, step in GAME.suite_items().trials(space, code):
                    allowed = all(shared.check(step, follows=True))
                    told[allowed] += 1
                    if allowed:
                        found.add(step.after)
                assert found == {step.after for _, step in space.steps(code)}
        counts = f"{tables:,} tables, {told[True]:,} legal and {told[False]:,} broken turns"
        print(f"agreement, {space.title}: {counts} in {time.process_time() - begun:.1f} s")


def mistakes(most: int | None) -> None:
    """Tell every mistake from its clause."""
    begun, found = time.process_time(), list(tell_apart(GAME, mistakes_of(GAME.clauses()[:most]), 60))
    killed = sum(each.step is not None for each in found)
    print(f"mistakes told apart by solver-found steps: {killed} of {len(found)} in {time.process_time() - begun:.1f} s")


def main(words: Sequence[str] = ()) -> None:
    """Print all measures."""
    tiny = "--tiny" in words
    most, sizes = (1, (GameSize(2, 5, 1),)) if tiny else (None, SIZES)
    players = [int(word) for word in words if word.isdigit()] or ([2] if tiny else [2, 3, 4])
    claims(players, "--crosscheck" in words, most)
    mistakes(most)
    agreement(sizes)


if __name__ == "__main__":
    main(sys.argv[1:])
