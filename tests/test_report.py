"""Reports on logs: what is counted, against asking every step by itself, in any order, killed and resumed."""

import json
import math
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.clause import OUTSIDE
from models.evidence import Draws
from models.game import Game
from models.games import GAMES
from models.reading import Malformed, Reading
from tests.generator import FAULTS, STYLES, dump, play_game, tournament
from tests.test_agreement import RECORDS, mutilated
from verifier.evidence.chisquare import tail
from verifier.evidence.collect import gather
from verifier.evidence.exercise import exercising
from verifier.evidence.fairness import Shuffle, fairness, unpacked
from verifier.evidence.totals import ClauseCounts, EvidenceTotals, as_plain, restored, stored
from verifier.finding import Finding
from verifier.judge import judge
from verifier.minimize import lines_showing, minimize
from verifier.suite import items

GAME = GAMES[0]
KEY = GAME.key


def gathered(lines: list[bytes], block: int = 1000, path: str = "log") -> tuple[EvidenceTotals, list[Finding]]:
    evidence = EvidenceTotals()
    blocks = [lines[start : start + block] for start in range(0, len(lines), block)]
    results = list(gather(path, blocks, Reading(), evidence))
    return evidence, [each for each in results if isinstance(each, Finding)]


def by_steps(lines: list[bytes], game: Game = GAME) -> dict[str, ClauseCounts]:
    """Count as the definition says: ask of every step whether it exercises the clause and whether it keeps it."""
    series, play = game.series(), None
    decode = msgspec.json.Decoder(game.events).decode
    marks: dict[str, ClauseCounts] = {}
    for line in lines:
        try:
            event = decode(line)
        except msgspec.MsgspecError:
            play = None if line.strip() else play
            series.lose() if line.strip() else None
            continue
        try:
            if isinstance(event, game.header):
                play = None
                play = game.engine(event, Reading(), series)
            if play is None or isinstance(event, game.refused):
                continue
            step = play.step(event)
        except Malformed:
            play = None
            series.lose()
            continue
        for clause in game.clauses():
            told = marks.setdefault(clause.id, ClauseCounts())
            told.occasions += clause.exercised(step)
            if isinstance(step.move, clause.moves) and not clause.holds(step):
                assert clause.exercised(step), f"{clause.id} is broken where it is not exercised: {line!r}"
                outside = clause.kind(step) == OUTSIDE
                told.outside += outside
                told.broken += not outside
        play.adopt(step)
    return marks


def same_counts(lines: list[bytes], block: int = 1000, game: Game = GAME) -> EvidenceTotals:
    evidence, findings = gathered(lines, block)
    refused = Counter(each.clause for each in findings if each.kind == "refused-legal")
    slow, fast = by_steps(lines, game), evidence.clauses.get(game.key, {})
    for clause in game.clauses():
        own, other = fast.get(clause.id, ClauseCounts()), slow.get(clause.id, ClauseCounts())
        told = (own.occasions - own.refused, own.broken - own.refused, own.outside)
        assert told == (other.occasions, other.broken, other.outside), clause.id
        assert own.refused == refused[clause.id]
        assert own.kept >= 0
    return evidence


def legal_games(seed: int, count: int) -> Iterable[list[dict[str, Any]]]:
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        yield play_game(
            rng,
            players=rng.randint(2, 4),
            side=rng.choice((3, 4, 4)),
            edition=rng.choice(("tiki-2020", "ravensburger-2012")),
            setup=rng.choice(("standard", "michael")),
            variants=rng.choice(((), (), ("bruno",), ("bruno-any",))),
            style=rng.choice(STYLES),
            show=rng.random() < 0.7,
            end=rng.random() < 0.8,
            concede=rng.random() < 0.3,
            refusals=rng.random() < 0.3,
            nulls=rng.random() < 0.2,
        )


def split(events: list[dict[str, Any]]) -> list[bytes]:
    return dump(events).encode().splitlines()


@pytest.mark.parametrize("record", RECORDS, ids=[f"{record.parent.name}/{record.stem}" for record in RECORDS])
def test_a_record_is_counted_as_its_steps_are(record: Any) -> None:
    lines = record.read_bytes().splitlines()
    assert as_plain(same_counts(lines)) == as_plain(same_counts(lines, block=7))


def test_games_are_counted_as_their_steps_are() -> None:
    spoken: Counter[str] = Counter()
    for seed, events in enumerate(legal_games(1, 25)):
        evidence = same_counts(split(events), block=random.Random(seed).choice((5, 17, 1000)))
        spoken.update(clause for clause, marks in evidence.clauses[KEY].items() if marks.occasions)
    for number in range(6):
        rng = random.Random(f"cup {number}")
        evidence = same_counts(split(tournament(rng, players=2 + number % 3)), block=rng.choice((5, 1000)))
        spoken.update(clause for clause, marks in evidence.clauses[KEY].items() if marks.occasions)
    assert set(spoken) == {clause.id for clause in GAME.clauses()}


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_game_is_counted_as_its_steps_are(name: str) -> None:
    events = next(log for log in (FAULTS[name].log(random.Random(f"{name} {seed}")) for seed in range(40)) if log)
    evidence = same_counts(split(events), block=random.Random(name).choice((5, 1000)))
    assert sum(marks.broken for marks in evidence.clauses[KEY].values())


def test_mutilated_games_are_counted_as_their_steps_are() -> None:
    reached = Counter[str]()
    for number, events in enumerate(legal_games(2, 50)):
        rng = random.Random(number)
        evidence = same_counts(split(mutilated(rng, events, rng.randint(1, 4))), block=rng.choice((5, 1000)))
        tally = evidence.tally
        reached.update({"breaks": tally.breaking, "unreadable": tally.unreadable, "conforms": tally.conform})
    assert min(reached[outcome] for outcome in ("breaks", "unreadable", "conforms")) > 3


def test_what_is_gathered_does_not_change_what_is_found() -> None:
    for number, events in enumerate(legal_games(3, 8)):
        lines = split(mutilated(random.Random(number), events, 2))
        plain = [
            (each.clause, each.line, each.kind)
            for each in judge("log", [lines], Reading())
            if isinstance(each, Finding)
        ]
        assert plain == [(each.clause, each.line, each.kind) for each in gathered(lines)[1]]


def some_logs(count: int) -> list[tuple[str, list[bytes]]]:
    names = list(FAULTS)
    logs = []
    for number, events in enumerate(legal_games(4, count)):
        if number % 3 == 0:
            events = FAULTS[names[number % len(names)]].log(random.Random(number)) or events
        logs.append((f"g{number:03}.jsonl", split(events)))
    return logs


def test_evidence_adds_up_in_any_order_and_grouping() -> None:
    parts = [gathered(lines, path=path)[0] for path, lines in some_logs(24)]
    whole = EvidenceTotals()
    for part in parts:
        whole.join(part)
    rng = random.Random(5)
    for _ in range(5):
        rng.shuffle(parts)
        cut = rng.randrange(1, len(parts))
        left, right = EvidenceTotals(), EvidenceTotals()
        for part in parts[:cut]:
            left.join(part)
        for part in parts[cut:]:
            right.join(restored(stored(part)))
        right.join(left)
        assert in_key_order(as_plain(right)) == in_key_order(as_plain(whole))


def in_key_order(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=lambda content: content.hex())


# Fairness -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [  # percentage points that any table of the distribution prints
        (3.841458820694124, 1, 0.05),
        (6.634896601021213, 1, 0.01),
        (5.991464547107979, 2, 0.05),
        (18.307038053275146, 10, 0.05),
        (30.143527205646159, 19, 0.05),
        (53.383540622969321, 38, 0.05),
        (61.162086763689699, 38, 0.01),
        (124.34211340400407, 100, 0.05),
    ],
)
def test_the_tail_of_chi_square_is_as_tables_print_it(value: float, freedom: int, chance: float) -> None:
    assert tail(value, freedom) == pytest.approx(chance, rel=1e-9)


def test_the_tail_of_chi_square_is_the_integral_of_its_density() -> None:
    for freedom in (1, 2, 3, 7, 38, 57):
        low, high, steps = 5.0, 400.0, 40_000
        width = (high - low) / steps

        def density(x: float, freedom: int = freedom) -> float:
            return math.exp((freedom / 2 - 1) * math.log(x / 2) - x / 2 - math.lgamma(freedom / 2)) / 2

        middle = math.fsum(density(low + (step + 0.5) * width) for step in range(steps)) * width
        assert tail(low, freedom) == pytest.approx(middle, rel=1e-5)
    assert tail(0, 3) == tail(-1, 3) == 1
    assert tail(5000, 38) < 1e-300
    with pytest.raises(ValueError, match="freedom"):
        tail(1, 0)


def a_deal(rng: random.Random, top: int = 6, sets: int = 3, taken: int = 4, most: int = 14) -> Draws:
    """Deal a pile: some clovers are taken before play, and play stops after a number of draws that they decide."""
    pile = [number for number in range(1, top + 1) for _ in range(sets)]
    rng.shuffle(pile)
    rest = pile[taken:]
    hidden = (0, *(rest.count(number) for number in range(1, top + 1)))
    drawn: list[int] = []
    while rest and len(drawn) < most and drawn.count(top) < 2:  # a decision that depends on what came
        drawn.append(rest.pop())
    return Draws(hidden, tuple(drawn))


def slow_sums(draws: Iterable[Draws], top: int) -> list[tuple[list[int], list[Fraction], list[list[Fraction]]]]:
    """Add up draws, chances and products of chances as the text says, in fractions."""
    parts: list[Any] = [
        ([0] * (top + 1), [Fraction(0)] * (top + 1), [[Fraction(0)] * (top + 1) for _ in range(top + 1)]) for _ in "ab"
    ]
    for each in draws:
        hidden, dealt = list(each.hidden), sum(each.hidden)
        for place, number in enumerate(each.numbers):
            seen, expected, pairs = parts[place >= dealt // 2]
            chances = [Fraction(count, sum(hidden)) for count in hidden]
            seen[number] += 1
            for one, chance in enumerate(chances):
                expected[one] += chance
                for two, other in enumerate(chances):
                    pairs[one][two] += chance * other
            hidden[number] -= 1
    return parts


def test_packed_sums_of_draws_are_those_of_fractions() -> None:
    top, rng = 6, random.Random(3)
    games = [a_deal(rng) for _ in range(60)]
    shuffle = Shuffle(top)
    for each in games:
        shuffle.add(each)
    for part, (seen, expected, pairs) in enumerate(slow_sums(games, top)):
        assert shuffle.seen[part] == seen
        assert unpacked(shuffle.chances[part], top) == pytest.approx([float(each) for each in expected], abs=1e-8)
        for number in range(1, top + 1):
            wanted = [float(each) for each in pairs[number]]
            assert unpacked(shuffle.pairs[part][number], top) == pytest.approx(wanted, abs=1e-8)


def test_a_fair_shuffle_is_rarely_doubted_and_the_chances_are_evenly_spread() -> None:
    rng, values = random.Random(11), []
    for _ in range(100):
        shuffle = Shuffle(6)
        for _ in range(80):
            shuffle.add(a_deal(rng))
        found = fairness(shuffle)
        assert found.p is not None
        values.append(found.p)
    values.sort()
    # The largest distance from an even spread stays below the bound that chance passes once in ten thousand times.
    distance = max(abs(value - (place + 0.5) / len(values)) for place, value in enumerate(values))
    assert distance < 2.2 / len(values) ** 0.5


def test_a_pile_that_is_not_shuffled_well_is_told() -> None:
    rng, shuffle = random.Random(5), Shuffle(6)
    for _ in range(300):
        fair = a_deal(rng)
        late = sorted(fair.numbers, key=lambda number: number + rng.random() * 8)  # small numbers tend to come first
        shuffle.add(Draws(fair.hidden, tuple(late)))
    found = fairness(shuffle)
    assert found.p is not None
    assert found.p < 1e-6


def test_too_few_draws_are_called_too_few_and_an_impossible_clover_ends_them() -> None:
    shuffle = Shuffle(6)
    shuffle.add(Draws((0, 1, 0, 0, 0, 0, 9), (1, 1, 6)))
    assert shuffle.draws == [1, 0]
    assert fairness(shuffle).p is None


# Cutting logs down ----------------------------------------------------------------------------------------------------


def kinds_in(lines: Iterable[bytes]) -> set[tuple[str, str]]:
    return {(each.clause, each.kind) for each in judge("log", [list(lines)], Reading()) if isinstance(each, Finding)}


@pytest.mark.parametrize("name", sorted(FAULTS)[::9])
def test_a_log_is_cut_down_to_one_from_which_no_event_can_be_left_out(name: str) -> None:
    events = next(log for log in (FAULTS[name].log(random.Random(f"{name} {seed}")) for seed in range(40)) if log)
    lines = split(events)
    first = next(
        each for each in judge("log", [lines], Reading()) if isinstance(each, Finding) and each.kind != "unreadable"
    )
    before = lines[: first.line]
    cut = minimize(before, first.clause, first.kind, Reading())
    if cut is None:  # an unreadable line comes first, or other games are needed: then nothing is cut
        assert any(kind == "unreadable" for _, kind in kinds_in(before))
        return
    wanted, kept = (first.clause, first.kind), cut.text.encode().splitlines()
    found = kinds_in(kept)
    assert wanted in found <= kinds_in(before)
    assert len(kept) <= len(before)
    assert json.loads(kept[0])["event"] == "game"
    for place in range(1, len(kept)):
        fewer = kinds_in(kept[:place] + kept[place + 1 :])
        assert wanted not in fewer or not fewer <= found


def test_the_lines_of_one_game_of_a_log_are_found_again() -> None:
    logs = [lines for _, lines in some_logs(12)]
    whole = [line for lines in logs for line in lines]
    evidence = gathered(whole)[0]
    for breach in evidence.breaches.values():
        if breach.kind == "unreadable":
            continue
        place = breach.example.place
        lines, begun = lines_showing(
            place.game, breach.clause, breach.kind, lambda by: by("log", [whole[:100], whole[100:]], Reading())
        )
        assert lines == whole[: place.line]
        assert place.line - begun - 1 == place.before
        assert b'"event":"game"' in lines[begun]


# Killed and gone on with ----------------------------------------------------------------------------------------------


def a_folder(tmp_path: Path, count: int) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for name, lines in some_logs(count):
        (folder / name).write_bytes(b"\n".join(lines) + b"\n")
    return folder


FORMS = ("--html", "--md", "--json", "--junit", "--sarif")
FILES = ("report.html", "report.md", "report.jsonl", "report.junit.xml", "report.sarif")


def ask(folder: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "cli.app", "report", "games", *FORMS, *more]


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


def killed_half_way(words: list[str], folder: Path, journal: Path) -> bool:
    """Start a report, and kill it when it has noted something; false where it was over before."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(words, cwd=folder, stderr=quiet, stdout=quiet, start_new_session=True) as run:
        while not (journal.exists() and journal.stat().st_size > 2000) and run.poll() is None:
            time.sleep(0.005)
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    return run.returncode == -signal.SIGKILL


def test_a_report_that_is_killed_half_way_goes_on_and_counts_nothing_twice(tmp_path: Path) -> None:
    games = a_folder(tmp_path, 20)
    text = RECORDS[0].parent.parent.joinpath("school-clean/g004_2p_greedy.jsonl").read_bytes()
    for number in range(1000):
        (games / f"more{number:04}.jsonl").write_bytes(text)
    whole = subprocess.run(ask(tmp_path, "-o", "whole", "-j", "2"), cwd=tmp_path, capture_output=True, check=False)
    assert whole.returncode == 1, whole.stderr
    journal = tmp_path / "half" / "report.journal"
    for _ in range(20):  # it may be over before this process is run again
        if killed_half_way(ask(tmp_path, "-o", "half", "-j", "2"), tmp_path, journal):
            break
        shutil.rmtree(journal.parent)
    with journal.open("ab") as file:
        file.write(b"\0\0\0\0\0\0\1\0half a record")
    again = subprocess.run(
        ask(tmp_path, "-o", "half", "-j", "2", "--resume"), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert again.returncode == 1
    assert "had been judged before" in again.stderr
    assert contents(tmp_path / "half") == contents(tmp_path / "whole")
    # A third time nothing is left to do, and nothing changes.
    third = subprocess.run(
        ask(tmp_path, "-o", "half", "--resume"), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "resumed: 1,020 logs had been judged before" in third.stderr
    assert contents(tmp_path / "half") == contents(tmp_path / "whole")


def report_on(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(program(COMMANDS), ["report", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_a_log_that_changed_or_another_order_is_not_gone_on_with(tmp_path: Path) -> None:
    games, out = a_folder(tmp_path, 4), tmp_path / "out"
    assert report_on(str(games), "-o", str(out), "--md", "-j", "1")[0] == 1
    assert report_on(str(games), "-o", str(out), "--md", "-j", "1", "--resume", "--strict")[0] == 2
    name = games / "g001.jsonl"
    name.write_bytes(name.read_bytes() + b"\n")
    code, _, err = report_on(str(games), "-o", str(out), "--md", "-j", "1", "--resume")
    assert code == 2
    assert "g001.jsonl was changed since" in err
    (out / "report.journal").write_bytes(b"something else")
    code, _, err = report_on(str(games), "-o", str(out), "--md", "-j", "1", "--resume")
    assert code == 2
    assert "no journal" in err


def test_a_log_named_twice_is_judged_once(tmp_path: Path) -> None:
    games = a_folder(tmp_path, 3)
    _, once, _ = report_on(str(games), "-o", str(tmp_path / "a"), "-j", "1")
    _, twice, err = report_on(str(games), str(games / "g001.jsonl"), "-o", str(tmp_path / "b"), "-j", "1")
    assert once == twice
    assert "1 log named twice" in err


def test_wrong_use_is_refused_with_code_2(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    assert report_on("-o", out)[0] == 2
    assert report_on("nothing-here.jsonl", "-o", out)[0] == 2
    assert report_on("records", "--rulebook", "-o", out)[0] == 2
    assert report_on("--rulebook", "--sarif", "-o", out)[0] == 2
    file = tmp_path / "file"
    file.write_text("")
    code, _, err = report_on("records/school-clean", "-o", str(file), "-j", "1")
    assert code == 2
    assert "cannot write" in err


def test_the_command_that_repeats_a_breach_finds_it_again(tmp_path: Path) -> None:
    games = a_folder(tmp_path, 9)
    odd = games / "it's a log.jsonl"
    (games / "g000.jsonl").rename(odd)
    report_on(str(games), "-o", str(tmp_path / "out"), "--json", "-j", "1")
    rows = [json.loads(line) for line in (tmp_path / "out" / "report.jsonl").read_text().splitlines()]
    breaches = [row for row in rows if row["type"] == "breach"]
    assert breaches
    for row in breaches:
        words = shlex.split(row["command"])
        assert words[:2] == ["cloverproof", "validate"]
        result = CliRunner().invoke(program(COMMANDS), [*words[1:], "--format", "json"])
        found = [json.loads(line) for line in result.stdout.splitlines()]
        assert any(
            each["type"] == "finding"
            and (each["clause"], each["line"], each["kind"]) == (row["clause"], row["line"], row["kind"])
            for each in found
        )


def test_a_never_exercised_clause_names_an_item_of_the_suite_that_exercises_it() -> None:
    missing = [clause.id for clause in GAME.clauses()]
    found = exercising(GAME, missing)
    known = {item.id: item for item in items(GAME, 1, ("game", "step"))}
    for clause, (item, _) in found.items():
        assert item in known
        if known[item].events:
            lines = [json.dumps(event).encode() for event in known[item].events]
            assert by_steps(lines)[clause].occasions
