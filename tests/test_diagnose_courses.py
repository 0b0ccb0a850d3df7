"""What is left of a log under mistakes is what the judge finds who judges it by the mistaken clauses."""

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from models.clause import OUTSIDE, Clause
from models.game import Game
from models.games import GAMES
from models.reading import Reading
from tests.mistaken_game import MistakenGame
from tests.mistaken_play import log_lines, play
from verifier.diagnose.hypothesis import Hypothesis, HypothesisTrial
from verifier.diagnose.watched_log import WatchedLog
from verifier.finding import Finding
from verifier.judge import judge
from verifier.suite import all_mistakes

LUCKY, FORTUNE = GAMES
RECORDS = ["console-equal/*.jsonl", "school-lossy/g007*.jsonl", "school-sorted/*.jsonl", "gamepark/g001*.jsonl"]
Found = tuple[int | None, str, str]


def by_the_judge(game: Game, changed: Mapping[int, Clause], log: Sequence[bytes]) -> set[Found]:
    mistaken = MistakenGame(game, changed).game
    results = judge("", [log], Reading(), instead=lambda each: mistaken if each is game else each)
    return {
        (each.line, each.clause, each.kind) for each in results if isinstance(each, Finding) if each.kind != OUTSIDE
    }


def hypotheses(trial: HypothesisTrial, rng: random.Random, pairs: int) -> Iterator[Hypothesis]:
    """Every mistake alone, and some together with others."""
    wide = [found for each in range(len(trial.mistakes)) if (found := trial.extended(Hypothesis(), each))]
    for _ in range(pairs):
        wider = trial.extended(rng.choice(wide), rng.randrange(len(trial.mistakes)))
        wide += [] if wider is None else [wider]
    yield from wide


def logs_of(game: Game) -> Iterator[list[bytes]]:
    rng = random.Random(f"courses {game.key}")
    mistakes = all_mistakes(game)
    for number in range(6):
        yield log_lines(play(game, rng.choice(mistakes).changed(game.clauses()), random.Random(f"course {number}")))
    if game is LUCKY:
        for pattern in RECORDS:
            path = min(Path("records").glob(pattern))
            yield path.read_bytes().splitlines(keepends=True)


HEADER = {"event": "game", "format": "cloverproof/1", "game": "lucky-numbers", "edition": "tiki-2020", "players": 2}
SMALL = {**HEADER, "setup": "standard", "side": 2, "top": 6, "sets": 2}
SET_UP = [
    {"event": "setup", "player": player, "clover": clover, "cell": cell}
    for player, clover, cell in ((1, 1, "a1"), (1, 5, "b2"), (2, 1, "a1"), (2, 6, "b2"))
]


def game_of_series(place: int, *behind: dict[str, object]) -> list[dict[str, object]]:
    """Give a game of a tournament, with an exchange, that player 1 starts and that has no result."""
    taken = {"event": "turn", "player": 1, "from": "pile", "clover": 4, "action": "exchange", "cell": "b2", "out": 5}
    header = {**SMALL, "tournament": {"id": "t", "game": place}}
    return [header, *SET_UP, {"event": "start", "first": 1}, taken, *behind]


LOST = {"event": "turn", "player": 99, "from": "pile", "clover": 1, "action": "discard"}
RESULT = {"event": "tournament", "points": [0, 0]}


@pytest.mark.parametrize("behind", [[], [LOST]], ids=["no result", "lost"])
def test_courses_know_the_games_before_as_the_judge_does(behind: list[dict[str, object]]) -> None:
    log = log_lines([*game_of_series(1, *behind), *game_of_series(2), *game_of_series(3), RESULT])
    trial = HypothesisTrial(LUCKY, all_mistakes(LUCKY))
    watched, known = WatchedLog("", log, LUCKY, Reading()), by_the_judge(LUCKY, {}, log)
    assert {(each.line, each.clause, each.kind) for each in watched.troubles} == known
    assert "LN601" in {clause for _, clause, _ in known}
    for each in hypotheses(trial, random.Random(2), 0):
        found, outcome = by_the_judge(LUCKY, dict(each.changed), log), trial.outcome(each, watched)
        assert (outcome.refuted or bool(outcome.new)) == bool(found - known)
        if not outcome.refuted:
            assert {(one.line, one.clause, one.kind) for one in outcome.left} == found & known


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_courses_and_the_judge_find_the_same(game: Game) -> None:
    trial, counts, rng = HypothesisTrial(game, all_mistakes(game)), [0, 0, 0], random.Random(1)
    asked = list(hypotheses(trial, rng, 100))
    for log in logs_of(game):
        watched = WatchedLog("", log, game, Reading())
        known = by_the_judge(game, {}, log)
        assert known == {(each.line, each.clause, each.kind) for each in watched.troubles}
        for each in rng.sample(asked, 60):
            found, outcome = by_the_judge(game, dict(each.changed), log), trial.outcome(each, watched)
            assert (outcome.refuted or bool(outcome.new)) == bool(found - known)
            if not outcome.refuted:
                assert {(one.line, one.clause, one.kind) for one in outcome.left} == found & known
            counts[0 if outcome.refuted else 1 if outcome.new else 2] += 1
        trial.forget(watched)
    assert counts[0]
    assert counts[1] or game is FORTUNE
    assert counts[2]
