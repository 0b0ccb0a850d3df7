"""`cloverproof garden` and `setup` as a user types them; `python -m tests.test_garden_command` pins the output anew."""

import gzip
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

from cli import app
from models.lucky_numbers.gardens import sampled_reveals
from reports.schemas import schema
from tests.gardens import EXAMPLE

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden_garden"
BLOCKED = "3 5 . ./7 8 . 10/13 . 16 ./. 14 . 19"
NEARLY = "3 5 . 8/7 8 9 10/13 . 16 17/14 15 17 19"
COMMANDS = {
    "example": ["garden", EXAMPLE],
    "example-json": ["garden", EXAMPLE, "--format", "json"],
    "example-drawn-13": ["garden", EXAMPLE, "--drawn", "13", "--no-shares"],
    "example-chance": ["garden", EXAMPLE, "--chance", "7", "--no-shares", "--format", "json"],
    "sampled": ["garden", NEARLY, "--no-shares", "--chance", "12", "--middle", "7 14 20", "--orders", "500"],
    "example-one-set": ["garden", EXAMPLE, "--sets", "1"],
    "example-colours": ["garden", BLOCKED, "--color"],
    "blocked": ["garden", BLOCKED],
    "blocked-json": ["garden", BLOCKED, "--format", "json"],
    "blocked-by-three": ["garden", "1 . ./. 2 ./. . 3", "--top", "5"],
    "full": ["garden", "1 2/2 3"],
    "hopeless": ["garden", "1 ./. .", "--pool", "1 2 2"],
    "gone": ["garden", EXAMPLE, "--gone", "9 9", "--drawn", "14"],
    "parked": ["garden", "3 ./. 1", "--pool", "2 2"],
    "not-in-order": ["garden", "5 3/. 7"],
    "not-in-order-json": ["garden", "5 3/. 7", "--format", "json", "--drawn", "8", "--chance", "2"],
    "five-rows": ["garden", "5 . . . ./. 9 . . ./. . 15 . ./. . . 20 ./. . . . 27", "--top", "30", "--no-shares"],
    "setup": ["setup"],
    "setup-two-sets": ["setup", "--sets", "2"],
    "setup-clovers": ["setup", "15 7 5 19", "--sets", "2"],
    "setup-small-json": ["setup", "1 3", "--side", "2", "--top", "4", "--sets", "1", "--format", "json"],
}
WRONG = {
    "wrong-nothing": ["garden"],
    "wrong-both": ["garden", EXAMPLE, "--batch", "x"],
    "wrong-shape": ["garden", "1 2/3"],
    "wrong-rows": ["garden", "1"],
    "wrong-symbol": ["garden", "1 x/2 3"],
    "wrong-number": ["garden", "1 21/. ."],
    "wrong-large": ["garden", "/".join([". . . . . ."] * 6)],
    "wrong-copies": ["garden", "7 7/. 7"],
    "wrong-one-copy": ["garden", "7 ./. 7", "--sets", "1"],
    "wrong-gone": ["garden", "7 ./. 7", "--gone", "7"],
    "wrong-gone-number": ["garden", EXAMPLE, "--gone", "7 0"],
    "wrong-pool": ["garden", EXAMPLE, "--pool", "7, seven"],
    "wrong-pool-and-gone": ["garden", EXAMPLE, "--pool", "7", "--gone", "7"],
    "wrong-pool-and-sets": ["garden", EXAMPLE, "--pool", "7 7", "--sets", "2"],
    "wrong-sets": ["garden", EXAMPLE, "--sets", "5"],
    "wrong-top": ["garden", EXAMPLE, "--top", "31"],
    "wrong-drawn": ["garden", "7 ./. 7", "--drawn", "7"],
    "wrong-drawn-number": ["garden", EXAMPLE, "--drawn", "-1"],
    "wrong-chance": ["garden", EXAMPLE, "--chance", "32"],
    "wrong-chance-none": ["garden", EXAMPLE, "--chance", "0"],
    "wrong-middle": ["garden", EXAMPLE, "--middle", "13 13"],
    "wrong-svg": ["garden", EXAMPLE, "--svg", "/nowhere/garden.svg"],
    "wrong-batch": ["garden", "--batch", "nowhere.jsonl"],
    "wrong-batch-drawn": ["garden", "--batch", "nowhere.jsonl", "--drawn", "3"],
    "wrong-setup-count": ["setup", "5 7 15"],
    "wrong-setup-side": ["setup", "--side", "6"],
    "wrong-setup-few": ["setup", "--top", "1", "--sets", "3"],
    "wrong-setup-gone": ["setup", "--gone", "3"],
    "wrong-setup-copies": ["setup", "5 5 5 7"],
}


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app.program(app.COMMANDS), list(arguments), input=stdin)


def output(arguments: list[str]) -> str:
    result = run(*arguments)
    return f"{result.stdout}{result.stderr}exit code {result.exit_code}\n"


@pytest.mark.parametrize("name", COMMANDS | WRONG)
def test_the_output_is_as_pinned(name: str) -> None:
    assert output((COMMANDS | WRONG)[name]) == (GOLDEN / f"{name}.txt").read_text("utf-8")


def test_every_golden_file_belongs_to_a_command() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(COMMANDS | WRONG)


@pytest.mark.parametrize("name", COMMANDS)
def test_an_answer_ends_with_code_0_unless_the_garden_itself_is_not_in_order(name: str) -> None:
    assert run(*COMMANDS[name]).exit_code == ("not-in-order" in name)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_use_ends_with_code_2_one_error_and_no_traceback(name: str) -> None:
    result = run(*WRONG[name])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("name", [name for name in COMMANDS if "json" in name or name == "example-chance"])
def test_json_fits_its_schema(name: str) -> None:
    form = schema(COMMANDS[name][0])
    Draft202012Validator(form).validate(json.loads(run(*COMMANDS[name]).stdout))


def test_the_keys_of_the_form_are_there_and_the_figures_of_the_example() -> None:
    row = json.loads(run("garden", EXAMPLE, "--format", "json").stdout)
    assert (row["legal"], row["fillable"], row["completions"], row["fewest_turns"]) == (True, True, 24, 7)
    assert row["blocked_by"] == []
    assert {"example", "turns"} <= row.keys()
    assert [set(turn) >= {"clover", "cell"} for turn in row["turns"]] == [True] * 7


def test_an_exact_pool_answers_as_the_sets_it_comes_from() -> None:
    held = [int(text) for text in EXAMPLE.replace("/", " ").replace(".", "").split()]
    pool = " ".join(str(number) for number in range(1, 21) for _ in range(2 - held.count(number)))
    for more in (["--chance", "7"], ["--drawn", "13"]):
        wholes = [
            json.loads(run("garden", EXAMPLE, "--format", "json", *more, *which).stdout)
            for which in ([], ["--pool", pool])
        ]
        assert wholes[0] == wholes[1]


def test_the_picture_shows_every_number_and_what_blocks(tmp_path: Path) -> None:
    path = tmp_path / "garden.svg"
    assert run("garden", BLOCKED, "--svg", str(path)).exit_code == 0
    root = ElementTree.fromstring(path.read_text("utf-8"))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"3", "5", "7", "8", "10", "13", "16", "14", "19"} <= set(texts)
    circles = [element.get("class") for element in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert circles.count("clover blocked") == 2


@pytest.mark.parametrize(
    ("option", "others"),
    [
        (["--seed", "3"], []),
        (["--orders", "100"], ["--chance", "2", "--exact"]),
        (["--orders", "100"], ["--batch", "nowhere.jsonl"]),
        (["--exact"], ["--expect"]),
        (["--jobs", "3"], ["--expect"]),
        (["--sets", "2"], ["--pool", "7 9"]),
    ],
)
def test_an_option_that_means_nothing_is_refused(option: list[str], others: list[str]) -> None:
    refused = run("garden", *([] if "--batch" in others else [EXAMPLE]), *option, *others)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"error: {option[0]} means nothing here\nhelp: it goes with")


def test_ctrl_c_leaves_what_is_known_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled_reveals, "count_all", lambda *_: signal.raise_signal(signal.SIGINT))
    known = run("garden", EXAMPLE, "--chance", "7").stdout
    stopped = run("garden", EXAMPLE, "--chance", "7", "--expect")
    assert (stopped.exit_code, stopped.stdout, stopped.stderr) == (130, known, "interrupted\n")
    row = json.loads(run("garden", EXAMPLE, "--chance", "7", "--expect", "--format", "json").stdout)
    assert ("chance" in row, "expected" in row) == (True, False)


def test_ctrl_c_leaves_what_was_sampled_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    counting, calls = sampled_reveals.count_all, list[int]()

    def twice(*given: Any) -> int:
        calls.append(len(given[-1]))
        if len(calls) > 2:
            signal.raise_signal(signal.SIGINT)
        return int(counting(*given))

    monkeypatch.setattr(sampled_reveals, "AT_ONCE", 50)
    monkeypatch.setattr(sampled_reveals, "count_all", twice)
    stopped = run("garden", EXAMPLE, "--chance", "14", "--expect", "--no-shares", "--seed", "3")
    assert (stopped.exit_code, stopped.stderr) == (130, "interrupted\n")
    assert "100 orders of the face-down clovers, seed 3" in stopped.stdout
    monkeypatch.undo()
    assert (
        run("garden", EXAMPLE, "--chance", "14", "--orders", "100", "--no-shares", "--seed", "3").stdout
        == stopped.stdout
    )


def test_what_can_be_told_is_told_where_there_are_too_many_clovers_to_sample() -> None:
    empty, many = "/".join([". . . ."] * 4), ["--top", "30", "--sets", "3", "--no-shares"]
    told = run("garden", empty, *many, "--expect")
    assert (told.exit_code, told.stdout) == (2, run("garden", empty, *many).stdout)
    assert told.stderr.splitlines()[-2:] == [
        "error: there are too many clovers face down to sample their orders",
        "help: take fewer sets, a lower highest number, or a pool",
    ]


# Batches --------------------------------------------------------------------------------------------------------------


def test_a_batch_answers_each_line_in_order_and_names_what_cannot_be_read() -> None:
    lines: list[Any] = [
        EXAMPLE,
        {"garden": EXAMPLE, "sets": 1, "id": "one set"},
        {"garden": "3 ./. 1", "pool": [2, 2], "id": [7]},
        {"garden": "3 ./. 1", "gone": "3"},
        "5 3/. 7",
        "1 x/. .",
        {"garden": 5},
        {"garden": EXAMPLE, "sets": 0, "id": "none"},
        17,
        "x" * 70_000,
    ]
    texts = [json.dumps(line) for line in lines]
    stdin = "\n".join([*texts[:2], "", *texts[2:], "{", '"1 ./. 4']) + "\n"
    result = run("garden", "--batch", "-", stdin=stdin)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["line"] for row in rows] == [1, 2, *range(4, 14)]
    assert [row["type"] for row in rows] == ["garden"] * 5 + ["error"] * 7
    assert [row.get("id") for row in rows[:3]] == [None, "one set", [7]]
    assert [row["completions"] for row in rows[:3]] == [24, 0, 0]
    assert rows[7]["id"] == "none"
    assert rows[2]["fewest_turns"] == 5
    assert rows[4]["breaches"][0] == {"clause": "LN301", "cell": "a1", "against": {"b1": 3}}
    assert result.exit_code == 2
    for row in rows:
        Draft202012Validator(schema("garden")).validate(row)
    for line in lines[:6]:
        Draft202012Validator(schema("garden-line")).validate(line)


def test_a_batch_in_several_processes_is_the_same_as_in_one(tmp_path: Path) -> None:
    path = tmp_path / "gardens.jsonl"
    path.write_text("".join(json.dumps({"garden": EXAMPLE, "top": top}) + "\n" for top in range(19, 31)) * 5, "utf-8")
    one, two = (run("garden", "--batch", str(path), "--jobs", jobs, "--shares") for jobs in ("1", "2"))
    assert one.stdout == two.stdout
    assert (one.exit_code, two.exit_code) == (0, 0)
    assert all("cells" in json.loads(line) for line in one.stdout.splitlines())


def test_a_batch_may_be_compressed_and_a_damaged_one_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "gardens.jsonl.gz"
    whole = gzip.compress(json.dumps(EXAMPLE).encode() + b"\n")
    path.write_bytes(whole)
    assert json.loads(run("garden", "--batch", str(path)).stdout)["completions"] == 24
    for damaged in (whole[:-9], whole[:12] + b"xx" + whole[14:], b"plain"):
        path.write_bytes(damaged)
        result = run("garden", "--batch", str(path))
        assert (result.exit_code, result.stderr[:17]) == (2, "error: cannot rea")


@pytest.mark.parametrize("wrong", [["--top", "99"], ["--sets", "5"], ["--gone", "x"], ["--pool", "3", "--gone", "4"]])
def test_wrong_options_of_a_batch_are_told_once_and_before_any_answer(wrong: list[str]) -> None:
    result = run("garden", "--batch", "-", *wrong, stdin='"1 ./. 3"\n' * 3)
    assert (result.exit_code, result.stdout, result.stderr.count("error: ")) == (2, "", 1)


MEASURED = """
import resource, sys
from cli.garden_batch import Usual, answer_all
from cli.options import game_with
used = []
for path in sys.argv[1:]:
    answer_all(game_with('gardens', None).gardens(), path, Usual(None, None, None, None, shares=False), 1)
    used.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(*used, file=sys.stderr)
"""


def test_memory_does_not_grow_with_the_length_of_a_batch(tmp_path: Path) -> None:
    few, many = tmp_path / "few.jsonl", tmp_path / "many.jsonl"
    few.write_bytes(b'"1 ./. 3"\n' * 100)
    many.write_bytes(b'"1 ./. 3"\n' * 10_000)
    ran = subprocess.run(
        [sys.executable, "-c", MEASURED, str(few), str(many)], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert ran.stdout.count("\n") == 10_100
    before, after = map(int, ran.stderr.split())
    assert after - before < 4_000  # KiB


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, arguments in (COMMANDS | WRONG).items():
        (GOLDEN / f"{name}.txt").write_text(output(arguments), "utf-8")
