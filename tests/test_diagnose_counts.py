"""As many findings are diagnosed as are found in the logs by judging them."""

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from models.clause import OUTSIDE
from models.game import Game
from models.games import GAMES
from models.reading import Reading
from tests.generator import STYLES, tournament
from tests.mistaken_play import log_lines, play
from tests.test_agreement import mutilated
from verifier.diagnose.evidence_logs import EvidenceLogs
from verifier.diagnose.watched_log import WatchedLog
from verifier.finding import Finding
from verifier.judge import judge
from verifier.suite import all_mistakes

Counts = Counter[str]
RECORDS = sorted(Path("records").glob("*/*.jsonl"))


def found_in(log: Sequence[bytes]) -> Counts:
    """Count what is found wrong in a log, by clause."""
    found = (each for each in judge("", [log], Reading()) if isinstance(each, Finding))
    return Counter(each.clause for each in found if each.kind != OUTSIDE)


def diagnosed_in(log: Sequence[bytes]) -> tuple[Counts, Counts]:
    """Count what is kept of a log as found wrong, and what is found wrong in the lines that are kept."""
    evidence = EvidenceLogs()
    for _ in evidence.judge("", [log], Reading()):
        pass
    kept, asked = Counts(), Counts()
    for each in evidence.logs:
        assert each.game is not None
        for (clause, _), count in each.found.items():
            kept[clause] += count * each.copies
        watched = WatchedLog("", each.lines, each.game, Reading(), copies=each.copies)
        for trouble in watched.troubles:
            asked[trouble.clause] += each.copies
    return kept, asked


def test_what_is_wrong_in_a_tournament_is_what_is_wrong_by_all_its_games() -> None:
    reached = Counts()
    for seed in range(40):
        rng = random.Random(f"tournament {seed}")
        whole = tournament(rng, players=rng.choice((2, 3)), side=rng.choice((2, 3)), style=rng.choice(STYLES))
        log = log_lines(mutilated(rng, whole, seed % 4))
        found = found_in(log)
        assert diagnosed_in(log) == (found, found), seed
        reached += found
    assert {"LN601", "LN602"} <= reached.keys()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_as_much_is_wrong_in_the_lines_that_are_kept_as_in_the_log(game: Game) -> None:
    rng = random.Random(f"counts {game.key}")
    mistakes = all_mistakes(game)
    for number in range(12):
        log = log_lines(play(game, rng.choice(mistakes).changed(game.clauses()), random.Random(f"counts {number}")))
        found = found_in(log * (1 + number % 2))
        assert diagnosed_in(log * (1 + number % 2)) == (found, found), number


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_as_much_is_wrong_in_the_lines_that_are_kept_of_a_record_as_in_all(path: Path) -> None:
    log = path.read_bytes().splitlines(keepends=True)
    found = found_in(log)
    assert diagnosed_in(log) == (found, found)


@pytest.mark.parametrize("place", [0, 1])
def test_a_game_that_cannot_be_read_may_have_been_one_of_the_tournament(place: int) -> None:
    events = tournament(random.Random(5), side=2)
    headers = [number for number, each in enumerate(events) if each["event"] == "game"]
    events[headers[place]] = {**events[headers[place]], "edition": "tiki-1999"}
    log = log_lines(events)
    assert found_in(log).keys() == {"LOG010"}
    assert not {clause for each in diagnosed_in(log) for clause in each if not clause.startswith("LOG")}
