"""Are known mistakes named? `python -m tests.bench_diagnose [GAME] [--games N] [--pairs N] [--tiny]`.

For each known mistake a program with it alone plays some games, with refusals and what it shows; what the diagnosis of
their logs names is told beside it. Then pairs of mistakes, and how long a folder of logs takes beside judging it.
"""

import random
import sys
import time
from collections.abc import Iterable, Mapping, Sequence

from models.clause import Clause
from models.game import Game
from models.games import GAMES
from models.reading import Reading
from tests.mistaken_play import log_lines, play
from verifier.diagnose.diagnosis import Diagnosis, diagnoses
from verifier.diagnose.evidence_logs import EvidenceLogs
from verifier.suite import all_mistakes


def diagnosed(logs: Iterable[Sequence[bytes]]) -> tuple[Diagnosis | None, float, float, int]:
    """Judge and diagnose logs: what is found, the seconds of judging and of diagnosing, and the bytes."""
    evidence, begun, size = EvidenceLogs(), time.perf_counter(), 0
    for number, lines in enumerate(logs):
        size += sum(map(len, lines))
        for _ in evidence.judge(f"{number}.jsonl", [lines], Reading()):
            pass
    judged = time.perf_counter()
    found = diagnoses(evidence.logs, evidence.reading)
    return (found[0] if found else None), judged - begun, time.perf_counter() - judged, size


def games(game: Game, changed: Mapping[int, Clause], seed: str, count: int) -> list[list[bytes]]:
    """Play games with mistakes."""
    return [log_lines(play(game, changed, random.Random(f"{seed} {number}"))) for number in range(count)]


def named(diagnosis: Diagnosis) -> list[set[str]]:
    """Give the sets of a diagnosis, each by the names of its mistakes."""
    return [
        {f"{each.clauses[0]}: {each.words}" if len(each.clauses) == 1 else each.words for each in own}
        for own in diagnosis.sets
    ]


def verdict(diagnosis: Diagnosis | None, wanted: set[str]) -> str:
    """Say whether mistakes were named: alone, in a group, or something else."""
    if diagnosis is None:
        return "does not show"
    plain = [{name.rpartition(": ")[2] for name in own} for own in named(diagnosis)]
    words = {name.rpartition(": ")[2] for name in wanted}
    if words in plain:
        return "named" if len(plain) == 1 else f"one of {len(plain)}"
    return "another alone" if len(plain) == 1 and diagnosis.fits else "not named"


def mistakes_table(game: Game, count: int, most: int | None) -> None:
    """Tell each mistake and what was named."""
    clauses, tally = game.clauses(), dict[str, int]()
    for mistake in all_mistakes(game)[:most]:
        begun = time.perf_counter()
        logs = games(game, mistake.changed(clauses), mistake.name, count)
        played = time.perf_counter() - begun
        found, judging, diagnosing, _ = diagnosed(logs)
        told = verdict(found, {mistake.name})
        sort = "in a group" if told.startswith("one of") else told
        tally[sort] = tally.get(sort, 0) + 1
        findings = 0 if found is None else found.findings
        note = (
            f"  {named(found)[:3]} leaves {dict(found.left)}" if found and told.startswith(("not", "another")) else ""
        )
        print(f"{mistake.name[:72]:72} {findings:6} {told:14} {played:6.1f}s {judging:6.2f}s {diagnosing:6.2f}s{note}")
    print(f"{game.key}: {', '.join(f'{count} {sort}' for sort, count in sorted(tally.items()))}")


def pairs_table(game: Game, count: int, pairs: int) -> None:
    """Tell how often both mistakes of a pair are named."""
    rng, clauses, mistakes = random.Random(game.key), game.clauses(), all_mistakes(game)
    both = shown = 0
    for number in range(pairs):
        one, other = rng.sample(mistakes, 2)
        changed = one.changed(clauses)
        while changed.keys() & other.changed(clauses).keys():
            other = rng.choice(mistakes)
        logs = games(game, changed | other.changed(clauses), f"pair {number}", count)
        found, *_ = diagnosed(logs)
        told = verdict(found, {one.name, other.name})
        shown += found is not None
        both += told == "named" or told.startswith("one of")
        print(f"{one.name[:50]:50} | {other.name[:50]:50} {told} {named(found)[:2] if found else ''}")
    print(f"{game.key}: both named {both} of {shown}")


def main(words: Sequence[str] = ()) -> None:
    """Print the tables."""
    tiny = "--tiny" in words
    numbers = {word: int(words[place + 1]) for place, word in enumerate(words) if word in ("--games", "--pairs")}
    count, pairs = numbers.get("--games", 2 if tiny else 20), numbers.get("--pairs", 0 if tiny else 50)
    chosen = [game for game in GAMES if game.key in words] or list(GAMES)
    print(f"{'mistake':72} {'found':>6} {'diagnosis':14} {'played':>7} {'judged':>7} {'diagnosed':>7}")
    for game in chosen:
        mistakes_table(game, count, 2 if tiny else None)
        pairs_table(game, count, pairs)


if __name__ == "__main__":
    main(sys.argv[1:])
