"""`cloverproof convert`: there and back without a loss, and every event keeps its place."""

import gzip
import json
import os
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

from cli import app
from models.games import GAMES
from models.reading import Reading
from reports.schemas import schema
from tests.generator import FAULTS, STYLES, dump, play_game, tournament
from verifier.convert import Conversion, convert
from verifier.dialects import DIALECTS
from verifier.finding import Finding
from verifier.logs import judge_log
from verifier.source import SourceLimits

ROOT = Path(__file__).parent.parent
RECORDS = sorted((ROOT / "records").glob("*/*.jsonl"))
EXAMPLES = ROOT / "docs" / "examples"
NATIVE = ROOT / "records" / "native"
WRITTEN = [dialect.name for dialect in DIALECTS if dialect.writes]
DECODE = msgspec.json.Decoder(GAMES[0].events).decode


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app.program(app.COMMANDS), list(arguments), input=stdin)


def converted(path: Path, target: str, source: str | None = None) -> bytes:
    return b"".join(convert([str(path)], Conversion(source, target)))


def events(text: bytes) -> list[Any]:
    return [DECODE(line) for line in text.split(b"\n") if line.strip()]


def results(path: Path) -> list[Any]:
    """Give what the judge says of a log, without its places."""
    told = judge_log(str(path), SourceLimits(), Reading())
    return [
        (each.game, each.clause, each.kind, each.turn, each.player, each.fault.message, each.help)
        if isinstance(each, Finding)
        else (each.game, each.outcome, each.finished, each.turns, each.findings)
        for each in told
    ]


def there_and_back(path: Path, target: str, folder: Path) -> Path:
    """Convert a log, judge it in the other form too, and convert it back."""
    other, back = folder / f"other.{target}", folder / "back.jsonl"
    other.write_bytes(converted(path, target))
    back.write_bytes(converted(other, "cloverproof"))
    return other


@pytest.mark.parametrize("target", WRITTEN)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_record_comes_back_with_equal_events_and_equal_findings(path: Path, target: str, tmp_path: Path) -> None:
    other = there_and_back(path, target, tmp_path)
    assert events((tmp_path / "back.jsonl").read_bytes()) == events(path.read_bytes())
    assert results(path) == results(other) == results(tmp_path / "back.jsonl")


def games() -> dict[str, list[dict[str, Any]]]:
    made: dict[str, list[dict[str, Any]]] = {}
    for seed in range(12):
        rng = random.Random(seed)
        made[f"game {seed}"] = play_game(
            rng,
            side=(4, 3, 2)[seed % 3],
            top=(20, 13, 6)[seed % 3],
            players=2 + seed % 3,
            setup=("standard", "michael")[seed % 2],
            variants=([], ["bruno"], ["bruno-any"], [])[seed % 4],
            style=STYLES[seed % 3],
            concede=seed % 5 == 4,
            refusals=seed % 2 == 0,
            nulls=seed % 3 == 1,
            show=seed % 4 != 3,
        )
    made["tournament"] = tournament(random.Random(7), players=3)
    made["odd texts"] = [
        {**made["game 0"][0], "names": ["a, b", '"', "#1 | x", "ä\u202e"], "source": {"by": [1, None, "\n"]}},
        *made["game 0"][1:-1],
        {"event": "stop", "reason": '# "no" \\ more; a, b | c'},
    ]
    for name, fault in FAULTS.items():
        log = next(filter(None, (fault.log(random.Random(f"{name} {seed}")) for seed in range(20))), None)
        if log is not None:
            made[name] = log
    return made


MADE = games()


@pytest.mark.parametrize("target", [name for name in WRITTEN if name != "cloverproof"])
@pytest.mark.parametrize("name", MADE)
def test_a_game_sound_or_faulty_comes_back_with_equal_events(name: str, target: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(dump(MADE[name]), "utf-8")
    other = there_and_back(path, target, tmp_path)
    assert events((tmp_path / "back.jsonl").read_bytes()) == events(path.read_bytes())
    assert results(path) == results(other) == results(tmp_path / "back.jsonl")


def test_score_sheets_are_written_in_their_notation_not_as_json() -> None:
    for path in RECORDS:
        lines = converted(path, "score-sheet").decode().split("\n")
        assert not any(line.startswith("{") for line in lines), path


def test_each_converted_event_keeps_its_place_in_the_source() -> None:
    for path in NATIVE.glob("*.json"):
        lines = path.read_text("utf-8").split("\n")
        told = [json.loads(line) for line in converted(path, "cloverproof").split(b"\n") if line]
        for event in told:
            assert event["at"]["path"] == str(path)
            if event["event"] in ("setup", "turn"):
                there = lines[event["at"]["line"] - 1][event["at"]["column"] - 1 :]
                assert json.loads(there.rstrip(","))["move"]["clover"]["number"] == event["clover"]


def test_findings_in_a_converted_log_name_the_place_in_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    out = tmp_path / "game.jsonl"
    assert run("convert", "records/native/native_2p_pile_exhausted.server.json", "-o", str(out)).exit_code == 0
    result = run("validate", str(out))
    assert result.exit_code == 1
    assert f"  --> {out}:45:" in result.stdout
    assert "  <-- records/native/native_2p_pile_exhausted.server.json:76:1\n" in result.stdout
    row = json.loads(run("validate", str(out), "--format", "json").stdout.split("\n")[0])
    assert row["origin"]["line"] == 76
    Draft202012Validator(schema("findings")).validate(row)


def test_json_findings_of_a_foreign_log_fit_the_schema() -> None:
    told = run("validate", str(NATIVE / "native_2p_pile_exhausted.spectator.json"), "--format", "json").stdout
    rows = [json.loads(line) for line in told.splitlines()]
    assert (rows[0]["line"], rows[0]["column"], rows[0]["pointer"]) == (76, 1, "/actions/74")
    for row in rows:
        Draft202012Validator(schema("findings")).validate(row)


def test_several_logs_become_one_with_a_header_row_each_game() -> None:
    text = converted(RECORDS[0], "table")
    result = run("convert", "--to", "table", str(RECORDS[0]), str(RECORDS[0]))
    assert result.exit_code == 0
    rows = result.stdout_bytes.split(b"\n")
    assert rows.count(text.split(b"\n")[0]) == 1
    assert sum(row.startswith(b"game,") for row in rows) == 2


def test_standard_input_and_compressed_logs_are_converted(tmp_path: Path) -> None:
    packed = tmp_path / "sheet.txt.gz"
    packed.write_bytes(gzip.compress((EXAMPLES / "sheet.txt").read_bytes()))
    from_file, from_pipe = run("convert", str(packed)), run("convert", "-", stdin=(EXAMPLES / "sheet.txt").read_bytes())
    assert from_file.exit_code == from_pipe.exit_code == 0
    assert events(from_file.stdout_bytes) == events(from_pipe.stdout_bytes)
    assert run("validate", str(packed)).exit_code == 0


def test_a_folder_is_searched_for_the_endings_of_the_form_that_is_named() -> None:
    assert "4 logs," in run("validate", str(NATIVE), "--dialect", "game-park").stdout
    assert len(events(run("convert", str(NATIVE), "--from", "game-park").stdout_bytes)) == 2 * 46 + 2 * 257
    assert "4 logs," in run("validate", str(NATIVE)).stdout


def test_several_processes_find_the_same_in_foreign_logs() -> None:
    one, two = (run("validate", str(NATIVE), "--dialect", "game-park", "--jobs", str(jobs)).stdout for jobs in (1, 2))
    assert one == two


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--from", "chess", "x"], "the form 'chess' is not known"),
        (["--to", "game-park", "x"], "the form 'game-park' cannot be written"),
        (["--mapping", "nowhere.toml", "x"], "cannot read the mapping nowhere.toml"),
        (["nowhere.txt"], "error[LOG001]"),
        (["nowhere/*.txt"], "error[LOG001]: no log matches"),
        ([str(ROOT / "LICENSE")], "error[LOG013]"),
        ([str(EXAMPLES / "archive.json")], "error[LOG016]"),
        (["-o", "nowhere/at/all", str(EXAMPLES / "sheet.txt")], "cannot write nowhere/at/all"),
    ],
)
def test_wrong_use_is_told_and_ends_with_2(arguments: list[str], words: str) -> None:
    result = run("convert", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("text", ["[header\n", "[columns]\nplayer = 3\n", "strange = 1\n", '{"header": [', "\xff"])
def test_a_mapping_that_cannot_be_used_is_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mapping.toml"
    path.write_text(text, "latin-1")
    for command in ("convert", "validate"):
        result = run(command, "--mapping", str(path), str(EXAMPLES / "plays.csv"))
        assert result.exit_code == 2
        assert "error: the mapping" in result.stderr


def test_a_log_that_cannot_be_read_to_its_end_leaves_no_file(tmp_path: Path) -> None:
    path, out = tmp_path / "bad.txt", tmp_path / "out.jsonl"
    path.write_text("game: lucky-numbers\nedition: tiki-2020\nplayers: 2\nset 1: 5 a1\nset what\n", "utf-8")
    result = run("convert", str(path), "-o", str(out))
    assert result.exit_code == 2
    assert "error[LOG017]: 'set what' is no line of a score sheet" in result.stderr
    assert f"{path}:5:1" in result.stderr
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", [".", "", "folder", "sheet.txt/below"])
def test_what_cannot_be_written_is_told_and_stays(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "sheet.txt").write_bytes((EXAMPLES / "sheet.txt").read_bytes())
    result = run("convert", "sheet.txt", "-o", name)
    assert result.exit_code == 2
    assert "error: cannot write" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "sheet.txt"]


def test_a_log_is_converted_in_its_own_place_through_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "sheet.txt", tmp_path / "link.txt"
    path.write_bytes((EXAMPLES / "sheet.txt").read_bytes())
    path.chmod(0o640)
    link.symlink_to(path)
    wanted = events(converted(path, "cloverproof"))
    assert run("convert", str(path), "-o", str(link)).exit_code == 0
    assert link.is_symlink()
    assert (path.stat().st_mode & 0o777, events(path.read_bytes())) == (0o640, wanted)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("convert", str(EXAMPLES / "sheet.txt"), "-o", str(pipe)).exit_code == 0
        assert events(os.read(reader, 1 << 16)) == events(converted(EXAMPLES / "sheet.txt", "cloverproof"))
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_what_a_table_cannot_say_is_told() -> None:
    result = run("convert", "-", "--to", "table", stdin=b'{"event":"game","format":"other/1"}\n')
    assert result.exit_code == 2
    assert "error[LOG019]" in result.stderr


def test_following_is_for_our_own_form() -> None:
    assert run("validate", "--follow", "--dialect", "game-park", str(NATIVE)).exit_code == 2
