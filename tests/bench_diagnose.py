"""Are known mistakes named? `python -m tests.bench_diagnose [GAME] [--games N] [--pairs N] [--keep FOLDER] [--tiny]`.

For each known mistake a program with it alone plays some games, with refusals and what it shows; what the diagnosis of
their logs names is told beside it. Where nothing is wrong with these games, more are played, until something is. Then
pairs of mistakes. Seconds are those of the processor. Playing takes most of them: with `--keep` the logs lie in a folder
and are not played again.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from models.clause import OUTSIDE, Clause
from models.game import Game
from models.games import GAMES
from models.reading import Reading
from models.state_space import Mutant
from tests.mistaken_play import log_lines, play
from verifier.diagnose.diagnosis import Diagnosis
from verifier.diagnose.evidence_logs import EvidenceLogs
from verifier.diagnose.hypothesis import Hypothesis, HypothesisTrial
from verifier.diagnose.program import diagnoses
from verifier.diagnose.watched_log import WatchedLog
from verifier.finding import Finding
from verifier.judge import judge
from verifier.suite import all_mistakes

Log = list[bytes]
MORE = 10  # times as many games are played where nothing is found wrong
STRICT = Reading(answers=frozenset({"no-equal-exchange"}))
READINGS = {"LN301: the strict reading is not followed": STRICT}  # as which logs are judged
OUTSIDE_ALONE = "allows what is only outside the edition, which is no finding"
FORBIDS_MORE = "only forbids more, of what no log says that it was refused"
UNSEEN = {
    "some clovers lie face up at the start": "the program turns none up before play",
    "LN102: set-up goes on during play": "LN103 forbids it as well, for the diagonal is full then",
    "LN103: values must ascend along the diagonal": FORBIDS_MORE,
    "LN103: equal values are refused": FORBIDS_MORE,
    "LN104: any side is taken for the printed one": OUTSIDE_ALONE,
    "LN104: any highest number is taken for the printed one": OUTSIDE_ALONE,
    "LN104: four sets whatever the number of players": OUTSIDE_ALONE,
    "LN201: player 1 always starts": "who starts is free",
    "LN203: an empty pile still gives clovers": "LN402 forbids it as well, for play is over then",
    "LN209: conceding is a rule of the game": OUTSIDE_ALONE,
    "LN501: asked of the standard set-up too": FORBIDS_MORE,
    "LN501: in the order of the seats": FORBIDS_MORE,
    "LN502: exchanging is allowed": "LN103 forbids it as well, for the cell is taken",
    "LN502: moving is allowed": "no log shows gardens during the set-up",
    "LN502: asked of the standard set-up too": FORBIDS_MORE,
    "LN601: asked of games outside tournaments too": FORBIDS_MORE,
    "GF102: a short game is printed too": OUTSIDE_ALONE,
    "GF102: a long game is printed too": OUTSIDE_ALONE,
    "GF207: it must be handed over in Guessing too": FORBIDS_MORE,
    "GF207: Simple laying has a medallion": "GF502 forbids to show one",
    "GF209: anybody may give up": OUTSIDE_ALONE,
    "GF401: play goes on with empty hands": "GF201 forbids it as well, for no tile is in hand",
}


def diagnosed(logs: Iterable[Sequence[bytes]], reading: Reading | None = None) -> tuple[Diagnosis | None, float, float]:
    """Judge and diagnose logs: what is found, the seconds of judging and of diagnosing."""
    evidence, begun = EvidenceLogs(), time.process_time()
    for number, lines in enumerate(logs):
        for _ in evidence.judge(f"{number}.jsonl", [lines], reading or Reading()):
            pass
    judged = time.process_time()
    found = diagnoses(evidence)
    return (found[0] if found else None), judged - begun, time.process_time() - judged


class Games:
    """Games that programs with mistakes play, kept in a folder if there is one."""

    def __init__(self, game: Game, count: int, kept: Path | None) -> None:
        self.game, self.count, self.kept = game, count, kept

    def of(self, changed: Mapping[int, Clause], seed: str) -> list[Log]:
        """Give the logs of the games of a program, and more of them until something is wrong."""
        reading = READINGS.get(seed, Reading())
        logs = [self._log(changed, f"{seed} {number}", reading) for number in range(self.count)]
        shows = any(_is_wrong(log, reading) for log in logs)
        while not shows and seed not in UNSEEN and len(logs) < MORE * self.count:
            logs.append(self._log(changed, f"{seed} {len(logs)}", reading))
            shows = _is_wrong(logs[-1], reading)
        return logs

    def _log(self, changed: Mapping[int, Clause], seed: str, reading: Reading) -> Log:
        path = None if self.kept is None else self.kept / f"{self.game.key} {seed}.jsonl".replace("/", "-")
        if path is not None and path.exists():
            return path.read_bytes().splitlines(keepends=True)
        lines = log_lines(play(self.game, changed, random.Random(seed), reading))
        if path is not None:
            path.write_bytes(b"".join(lines))
        return lines


def _is_wrong(log: Sequence[bytes], reading: Reading) -> bool:
    return any(isinstance(each, Finding) and each.kind != OUTSIDE for each in judge("", [log], reading))


def named(diagnosis: Diagnosis) -> list[set[str]]:
    """Give the sets of a diagnosis, each by the names of its mistakes."""
    return [
        {f"{each.clauses[0]}: {each.words}" if len(each.clauses) == 1 else each.words for each in own}
        for own in diagnosis.sets
    ]


class Verdicts:
    """Whether mistakes are named: alone, in a group, something else, or nothing."""

    def __init__(self, game: Game) -> None:
        self.game, self.mistakes = game, all_mistakes(game)
        self.trial = HypothesisTrial(game, self.mistakes)
        self.number = {mistake.name: number for number, mistake in enumerate(self.mistakes)}

    def of(self, diagnosis: Diagnosis | None, wanted: Sequence[Mutant]) -> str:
        """Say how mistakes are named; sets that change the rules in the same way are the same set."""
        if diagnosis is None:
            return "does not show"
        sets = named(diagnosis)
        if self._program({each.name for each in wanted}) in map(self._program, sets):
            return "named" if len(sets) == 1 else f"one of {len(sets)}"
        return "another alone" if len(sets) == 1 and diagnosis.fits else "not named"

    def _program(self, names: Iterable[str]) -> tuple[tuple[int, Clause], ...]:
        return self.supposed(names).changed

    def supposed(self, names: Iterable[str]) -> Hypothesis:
        """Give the program with mistakes of these names."""
        found = Hypothesis()
        for name in sorted(names):
            number = self.number[name] if name in self.number else self.number[name.partition(": ")[2]]
            found = self.trial.extended(found, number) or found
        return found

    def explains(self, names: Sequence[str], logs: Sequence[Log]) -> bool:
        """Tell whether mistakes explain everything in some logs, and nothing speaks against them."""
        watched = [WatchedLog("", log, self.game, Reading()) for log in logs]
        outcomes = [self.trial.outcome(self.supposed(names), log) for log in watched]
        for log in watched:
            self.trial.forget(log)
        return not any(each.left or each.new or each.refuted for each in outcomes)


def _note(found: Diagnosis | None, told: str) -> str:
    return f"  {named(found)[:3]} leaves {dict(found.left)}" if found and told.startswith(("not", "another")) else ""


def mistakes_table(games: Games, most: int | None) -> None:
    """Tell each mistake and what was named."""
    verdicts, tally = Verdicts(games.game), Counter[str]()
    for mistake in verdicts.mistakes[:most]:
        begun = time.process_time()
        logs = games.of(mistake.changed(games.game.clauses()), mistake.name)
        played = time.process_time() - begun
        found, judging, diagnosing = diagnosed(logs, READINGS.get(mistake.name))
        told = verdicts.of(found, [mistake])
        cannot = mistake.name in UNSEEN and found is None
        tally["cannot show" if cannot else "in a group" if told.startswith("one of") else told] += 1
        findings = 0 if found is None else found.findings
        print(
            f"{mistake.name[:72]:72} {len(logs):4} {findings:6} {told:14} {played:6.1f}s {judging:6.2f}s"
            f" {diagnosing:6.2f}s{f'  {UNSEEN[mistake.name]}' if cannot else _note(found, told)}",
            flush=True,
        )
    print(f"{games.game.key}: {', '.join(f'{count} {sort}' for sort, count in sorted(tally.items()))}")


def pairs_table(games: Games, pairs: int) -> None:
    """Tell how often both mistakes of a pair are named, of those that show and of all.

    A mistake does not show where the other one alone explains all that the logs hold.
    """
    game, verdicts = games.game, Verdicts(games.game)
    rng, clauses, tally = random.Random(game.key), game.clauses(), Counter[str]()
    for number in range(pairs):
        one, other = rng.sample(verdicts.mistakes, 2)
        changed = one.changed(clauses)
        while changed.keys() & other.changed(clauses).keys():
            other = rng.choice(verdicts.mistakes)
        logs = games.of(changed | other.changed(clauses), f"pair {number}")
        found, _, diagnosing = diagnosed(logs)
        told = verdicts.of(found, [one, other])
        hidden = [each for each, rest in ((one, other), (other, one)) if verdicts.explains([rest.name], logs)]
        if found is None:
            sort = "neither shows"
        elif hidden:
            alone = verdicts.of(found, [each for each in (one, other) if each not in hidden] or [one])
            sort = f"one does not show, the other {'named' if alone.startswith(('named', 'one')) else 'not named'}"
        else:
            sort = f"both show, {'both named' if told.startswith(('named', 'one of')) else 'not both named'}"
        tally[sort] += 1
        fits = "" if verdicts.explains([one.name, other.name], logs) else " (the pair itself does not fit)"
        print(f"{one.name} | {other.name}: {sort}, {diagnosing:.1f}s{fits}{_note(found, told)}", flush=True)
    print(f"{game.key}, {pairs} pairs: {', '.join(f'{count} {sort}' for sort, count in sorted(tally.items()))}")


def main(words: Sequence[str] = ()) -> None:
    """Print the tables."""
    tiny = "--tiny" in words
    values = dict(pairwise(words))
    count, pairs = int(values.get("--games", 2 if tiny else 20)), int(values.get("--pairs", 0 if tiny else 50))
    kept = Path(values["--keep"]) if "--keep" in values else None
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
    chosen = [game for game in GAMES if game.key in words] or list(GAMES)
    print(f"{'mistake':72} {'logs':>4} {'found':>6} {'diagnosis':14} {'played':>7} {'judged':>7} {'diagnosed':>7}")
    for game in chosen:
        games = Games(game, count, kept)
        mistakes_table(games, 2 if tiny else None)
        pairs_table(games, pairs)


if __name__ == "__main__":
    main(sys.argv[1:])
