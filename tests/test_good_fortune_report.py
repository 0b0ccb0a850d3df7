"""Reports on logs of Good Fortune: counts against asking every step by itself, scenes, mixed folders."""

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.games import GAMES
from models.good_fortune.game import GOOD_FORTUNE
from tests.generator import dump, play_game
from tests.good_fortune_games import FAULTS, Log, Program, random_tiles, spoilt, text
from tests.test_good_fortune_logs import drawn
from tests.test_good_fortune_rulebook import slow_totals
from tests.test_report import gathered, same_counts
from verifier.evidence.exercise import exercising
from verifier.evidence.totals import EvidenceTotals, as_plain, restored, stored

CLAUSES = GOOD_FORTUNE.clauses()
KEY = GOOD_FORTUNE.key


def counted(log: Log, rng: random.Random) -> EvidenceTotals:
    return same_counts(text(log).encode().splitlines(), rng.choice((1, 3, 1000)), GOOD_FORTUNE)


# Counts ---------------------------------------------------------------------------------------------------------------


def test_sound_games_are_counted_as_their_steps_are() -> None:
    spoken: Counter[str] = Counter()
    for seed in range(40):
        log, rng = drawn(seed)
        evidence = counted(log, rng)
        spoken.update(clause for clause, marks in evidence.clauses[KEY].items() if marks.occasions)
    assert set(spoken) == {clause.id for clause in CLAUSES} - {"GF209"}


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_game_is_counted_as_its_steps_are(name: str) -> None:
    broken = 0
    for seed in range(6):
        rng = random.Random(f"{name} {seed}")
        broken += sum(marks.broken for marks in counted(FAULTS[name][0](rng).play(), rng).clauses[KEY].values())
    assert broken


def test_damaged_games_are_counted_as_their_steps_are() -> None:
    reached, broken = Counter[str](), Counter[str]()
    for seed in range(400):
        log, rng = drawn(seed)
        evidence = counted(spoilt(log, rng), rng)
        tally = evidence.tally
        reached.update({"breaks": tally.breaking, "unreadable": tally.unreadable, "conforms": tally.conform})
        broken.update(clause for clause, marks in evidence.clauses.get(KEY, {}).items() if marks.broken)
    assert min(reached[outcome] for outcome in ("breaks", "unreadable", "conforms")) > 10
    assert len(broken) >= 12


def test_the_games_of_the_suite_exercise_every_clause() -> None:
    found = exercising(GOOD_FORTUNE, [clause.id for clause in CLAUSES])
    assert all(item.startswith("game-") for item, _ in found.values()), found


# What was not recorded, and what the program did with open questions ---------------------------------------------------


def facts_of(log: Log) -> dict[str, tuple[int, int]]:
    return gathered(text(log).encode().splitlines())[0].lacking[KEY]


def answers_of(log: Log) -> dict[str, dict[str, int]]:
    return gathered(text(log).encode().splitlines())[0].readings.get(KEY, {})


def test_what_was_not_recorded_is_told() -> None:
    whole = {fact for fact, (missing, _) in facts_of(Program(random.Random(1)).play()).items() if missing}
    assert not whole
    log = Program(random.Random(1), tells=False, tells_tiles=False).play()
    del log[2]["chooser"], log[3]["laid"][0]["won" if "won" in log[3]["laid"][0] else "discarded"], log[-1]["groups"]
    facts = {fact: pair for fact, pair in facts_of(log).items() if pair[0]}
    assert facts == {
        "what a tile carries": (21, 21),
        "who has the medallion at the deal": (1, 1),
        "the side of the medallion at the deal": (1, 1),
        "who chooses first": (1, 9),
        "whether the opposite tile is won": (1, 18),
        "the line after a turn": (9, 9),
        "the hands after a turn": (9, 9),
        "the collections after a turn": (9, 9),
        "who has the medallion after a turn": (9, 9),
        "the side of the medallion after a turn": (9, 9),
        "the groups": (1, 1),
    }


ROWS = {  # what the tiles of the collection of player 1 carry, then the total a program may give and what that says
    "tie": ([("AB", 1), ("AC", 1), ("BD", 1), ("CE", 1)], {8: "so that it scores most", 6: "so that it scores least"}),
    "again": ([("AB", 1), ("AC", 1), ("BD", 1), ("CD", 2)], {10: "it was counted again", 8: "it was counted once"}),
    "split": (
        [("AB", 1), ("AC", 1), ("AD", 1), ("BC", 4)],
        {13: "the rule was followed", 14: "the tiles were split for the best total"},
    ),
}
CHARMS = dict(
    zip("ABCDEFG", ("clover", "horseshoe", "hand-of-fatma", "maneki-neko", "ganesh", "matiasma", "scarab"), strict=True)
)


class Scores(Program):
    """Its player 1 wins tiles 1 to 4, it is said, and scores what it is told to."""

    total = 0

    def result(self) -> dict[str, Any]:
        return {"event": "end", "collections": [[1, 2, 3, 4], []], "totals": [self.total, 0], "winners": [1]}


@pytest.mark.parametrize(("question", "total"), [(key, total) for key, (_, totals) in ROWS.items() for total in totals])
def test_the_answer_a_total_gives_to_an_open_question_is_told(question: str, total: int) -> None:
    tiles, says = ROWS[question]
    rng = random.Random(4)
    program_ = Scores(rng)
    rows = random_tiles(rng, 21)
    for number, (charms, die) in enumerate(tiles, 1):
        rows[number - 1] = (number, CHARMS[charms[0]], CHARMS[charms[1]], die)
    program_.rows, program_.total = rows, total
    assert answers_of(program_.play())[question] == {says[total]: 1}


def test_who_is_named_in_a_tie_who_begins_and_what_becomes_of_the_medallion_are_told() -> None:
    found: dict[str, Counter[str]] = {}
    for seed in range(300):
        rng = random.Random(seed)
        variant = rng.choice([None, "guessing", "simple-laying"])
        log = Program(rng, rng.choice([1, 2]), variant).play()
        if log[-1]["winners"] == [1, 2] and seed % 2:
            log[-1]["winners"] = []
        named = len(log[-1]["winners"])
        answers = answers_of(log)
        tied = log[-1]["totals"][0] == log[-1]["totals"][1]
        assert answers.get("equal", {}) == ({"both were named" if named else "nobody was named": 1} if tied else {})
        for question, told in answers.items():
            found.setdefault(question, Counter()).update(told)
    assert set(found["starts"]) == {"the player with the 1", "the other player"}
    assert set(found["equal"]) == {"both were named", "nobody was named"}
    assert set(found["medallion"]) == {"it stayed"}


def test_games_are_counted_by_how_they_end() -> None:
    found = Counter[str]()
    for seed in range(110):
        rng = random.Random(seed)
        log = Program(rng, rng.choice([9, 2]), tells_tiles=seed % 5 > 0).play()
        log = log[: rng.choice([4, 99])]
        log += [{"event": "stop"}] if log[-1]["event"] != "end" and seed % 2 else []
        ((ending, _),) = gathered(text(log).encode().splitlines())[0].ends[KEY].items()
        rows = log[0].get("tiles")
        if log[-1]["event"] != "end" and log[0].get("hand") != 2:
            assert ending == ("the record breaks off" if log[-1]["event"] == "stop" else "no end recorded")
        elif log[-1]["event"] == "end":
            right = "too little is known to score them"
            if rows:
                faces = {row[0]: ({*row[1:3]}, row[3]) for row in rows}
                scores = [slow_totals([faces[tile] for tile in own])[0] for own in log[-1]["collections"]]
                right = "one winner" if scores[0] != scores[1] else "both have as many points"
                right = "the score is left open" if max(map(len, scores)) > 1 else right
            assert ending == f"the hands are empty, {right}", log[-1]
        found[ending] += 1
    assert len(found) == 6


def test_evidence_of_both_games_adds_up_in_any_order() -> None:
    parts = [gathered(text(drawn(seed)[0]).encode().splitlines(), path=f"g{seed}")[0] for seed in range(6)]
    lucky = [play_game(random.Random(seed), players=2) for seed in range(3)]
    parts += [gathered(dump(log).encode().splitlines(), path=f"l{seed}")[0] for seed, log in enumerate(lucky)]
    one, other = EvidenceTotals(), EvidenceTotals()
    for part in parts:
        one.join(part)
    for part in reversed(parts):
        other.join(restored(stored(part)))
    assert json.dumps(as_plain(one), sort_keys=True, default=bytes.hex) == json.dumps(
        as_plain(other), sort_keys=True, default=bytes.hex
    )
    assert one.games == {KEY: 6, GAMES[0].key: 3}


# The report -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Report on a folder with logs of both games, sound and faulty."""
    folder = tmp_path_factory.mktemp("mixed")
    (folder / "logs").mkdir()
    for number, name in enumerate(FAULTS):
        (folder / f"logs/{number}.jsonl").write_text(text(FAULTS[name][0](random.Random(number)).play()))
    for number in range(2):
        (folder / f"logs/lucky{number}.jsonl").write_text(dump(play_game(random.Random(number), players=2)))
    arguments = ["report", str(folder / "logs"), "-o", str(folder / "out"), "--html", "--md", "--json", "--minimize"]
    result = CliRunner().invoke(program(COMMANDS), [*arguments, "-j", "1"])
    assert result.exit_code == 1, result.output
    return folder / "out"


def test_both_games_have_their_parts_and_only_one_of_them_is_about_shuffling(mixed: Path) -> None:
    page, sheet = (mixed / "report.html").read_text(), (mixed / "report.md").read_text()
    for title in ("Lucky Numbers", "Good Fortune"):
        assert f"{title}: clause by clause" in page
        assert f"## {title}: what the logs cannot show" in sheet
        assert f"## {title}: how games end" in sheet
    assert "Lucky Numbers: are the clovers shuffled?" in sheet
    assert page.count("are the clovers shuffled?") == sheet.count("are the clovers shuffled?") == 1
    assert "Good Fortune: are the" not in page


def test_a_breach_shows_the_line_that_the_tile_met_and_the_one_it_leaves(mixed: Path) -> None:
    sheet = (mixed / "report.md").read_text()
    part = sheet[sheet.index("### GF204") :]
    before = part[part.index("the line, before") :].splitlines()[1].split()
    after = part[part.index("the line, after") :].splitlines()[1].split()
    assert (len(before), len(after)) == (5, 3)
    assert sum(cell.startswith("[") for cell in after) == 1
    laid = next(cell for cell in after if cell.startswith("["))
    assert laid in (after[0], after[-1])
    bare = [cell.strip("()") for cell in before[1:-1]]
    assert (after[1:] == bare[:-1]) if laid == after[0] else (after[:-1] == bare[1:])


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_every_breach_of_a_clause_can_be_shown(clause: Any) -> None:
    assert GOOD_FORTUNE.evidence is not None
    for case in clause.broken:
        step = GOOD_FORTUNE.case(case)
        shown = GOOD_FORTUNE.evidence().step_view(step, clause.fault(step))
        for plot in (*shown.before, *shown.after):
            (row,) = plot.rows
            assert all(place == 0 and 0 <= at < len(row) for place, at in (*plot.moved, *plot.against, *plot.legal))
        assert not shown.before or len(shown.before[0].rows[0]) - len(step.before.line) in (0, 2)
        assert all(name and before and after for name, before, after in shown.facts)


def test_a_wrong_result_shows_what_each_player_scores() -> None:
    step = GOOD_FORTUNE.case("tiles 3AB1 4AC1 5BD1 6CE1; won 3 4 5 6/-; hands -/- | end totals 7 0")
    clause = next(clause for clause in CLAUSES if clause.id == "GF403")
    assert GOOD_FORTUNE.evidence is not None
    facts = {name: after for name, _, after in GOOD_FORTUNE.evidence().step_view(step, clause.fault(step)).facts}
    assert facts["points of player 1"] == (
        "8 (horseshoe 3 5 = 4 + hand-of-fatma 4 6 = 4) or 6 (clover 3 4 = 4 + horseshoe 5 = 1 + hand-of-fatma 6 = 1)"
    )
    assert facts["points of player 2"] == "0 (no group)"


def test_pictures_hold_every_piece_they_draw(mixed: Path) -> None:
    page = (mixed / "report.html").read_text()
    drawings = re.findall(r'<svg class="garden[^"]*" viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"(.*?)</svg>', page, re.DOTALL)
    assert len(drawings) == page.count('<svg class="garden') > 8
    pieces = 0
    for left, top, wide, high, drawing in drawings:
        for x, y, width, height in re.findall(
            r'<rect class="(?:cell|card|place)[^"]*" x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"', drawing
        ):
            pieces += 1
            assert int(left) <= int(x) <= int(left) + int(wide) - int(width)
            assert int(top) <= int(y) <= int(top) + int(high) - int(height)
    assert pieces > 8


def test_each_breach_is_cut_down_to_a_log_that_still_shows_it(mixed: Path) -> None:
    found = sorted((mixed / "minimized").glob("GF*.jsonl"))
    assert len(found) >= 6
    for path in found:
        clause = path.name.partition("-")[0]
        lines = path.read_bytes().splitlines()
        findings = gathered(lines)[1]
        assert clause in {each.clause for each in findings}
        kept = [line for line in lines[2:] if b'"turn"' in line]
        assert len(kept) <= 9
