"""Reports as SARIF, JUnit, JSON Lines and Markdown: valid, complete, and harmless whatever a log says."""

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.games import GAMES
from reports.report.rows import ReportRow
from reports.schemas import schema
from reports.uri import uri
from tests.test_agreement import FOLDER
from verifier.codes import CODES

SARIF = json.loads((Path(__file__).parent / "schemas/sarif-2.1.0-rtm.5.json").read_text("utf-8"))
HEADER = '{"event":"game","format":"cloverproof/1","game":"lucky-numbers","edition":"tiki-2020","players":2}'
NASTY = (
    "<script>alert(1)</script>\x1b[31m\u202e&amp;\"'`|*[x](http://example.org)]]>"
    + "\ud800".encode("utf-8", "backslashreplace").decode()
)


def nasty_log() -> bytes:
    """Give a log that says dangerous things wherever a log can say anything."""
    lines = [
        HEADER.replace('"players":2', '"players":2,"names":[' + json.dumps(NASTY) + "]"),
        '{"event":"setup","player":1,"clover":5,"cell":"a1"}',
        '{"event":"turn","player":1,"from":"pile","clover":13,"action":"place","cell":"b1","note":'
        + json.dumps(NASTY)
        + "}",
        '{"event":"turn","player":1,"from":"pile","clover":13,"action":"place","cell":' + json.dumps(NASTY) + "}",
        HEADER.replace("tiki-2020", "<img src=x onerror=alert(2)>"),
        HEADER,
        '{"event":"turn","player":1,"long":"'
        + "x" * 100_000
        + '","from":"pile","clover":13,"action":"place","cell":"a2"}',
        "\x1b]0;title\x07 not json </pre></article>",
    ]
    return "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Report on all records and on logs that mean harm, in every form."""
    folder = tmp_path_factory.mktemp("report")
    (folder / "logs").mkdir()
    (folder / "logs" / "<b>bad & name.jsonl").write_bytes(nasty_log())
    (folder / "logs" / "empty.jsonl").write_bytes(b"")
    arguments = ["report", *map(str, judged(folder)), "-o", str(folder / "out")]
    arguments += ["--html", "--md", "--json", "--junit", "--sarif", "--minimize", "-j", "1"]
    result = CliRunner().invoke(program(COMMANDS), arguments)
    assert result.exit_code == 2, result.stderr
    return folder / "out"


def judged(folder: Path) -> tuple[Path, ...]:
    return FOLDER, folder / "logs", folder / "missing.jsonl"


@pytest.fixture(scope="module")
def rows(made: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (made / "report.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def validated(made: Path) -> list[dict[str, Any]]:
    """Give the findings and verdicts of `validate` on the same logs, which reports must repeat."""
    paths = map(str, judged(made.parent))
    result = CliRunner().invoke(program(COMMANDS), ["validate", *paths, "--format", "json"])
    return [json.loads(line) for line in result.stdout.splitlines()]


def of_type(rows: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [row for row in rows if row["type"] == kind]


def test_json_lines_fit_their_schema_and_repeat_what_validate_says(
    rows: list[dict[str, Any]], validated: list[dict[str, Any]]
) -> None:
    described = schema("report")
    validator = jsonschema.Draft202012Validator(described)
    decode = msgspec.json.Decoder(ReportRow).decode
    for row in rows:
        validator.validate(row)
        decode(json.dumps(row).encode())
    of_report, diagnoses = ([row for row in of_type(each, "diagnosis") if row["source"]] for each in (rows, validated))
    assert diagnoses
    assert of_report == diagnoses
    assert {row["type"] for row in rows} == {
        "finding",
        "log",
        "diagnosis",
        "note",
        "clause",
        "breach",
        "unobserved",
        "reading",
        "ending",
        "draws",
        "summary",
    }
    assert rows[-1]["type"] == "summary"
    for kind in ("finding", "log", "note"):
        own = [[row for row in of_type(each, kind) if str(FOLDER) in row["path"]] for each in (rows, validated)]
        assert own[0] == own[1]


def test_sums_are_those_of_the_findings(rows: list[dict[str, Any]]) -> None:
    findings = of_type(rows, "finding")
    counts = Counter((row["clause"], row["kind"]) for row in findings)
    told = {(row["clause"], row["kind"]): row["count"] for row in of_type(rows, "breach")}
    assert told == counts
    for row in of_type(rows, "breach"):
        own = [each for each in findings if (each["clause"], each["kind"]) == (row["clause"], row["kind"])]
        assert any(
            (each["path"], each["line"], each["message"]) == (row["path"], row["line"], row["message"]) for each in own
        )
        assert row["games"] == len({(each["path"], each["game"]) for each in own})
    logs = of_type(rows, "log")
    assert sum(row["games"] for row in of_type(rows, "ending")) == sum(bool(row["turns"]) for row in logs)
    assert rows[-1]["logs"] == len(logs)


def test_sarif_is_valid_against_its_schema(made: Path) -> None:
    log = json.loads((made / "report.sarif").read_text("utf-8"))
    jsonschema.Draft4Validator(SARIF, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER).validate(log)
    broken = json.loads(json.dumps(log))
    del broken["runs"][0]["results"][0]["message"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(SARIF).validate(broken)


def test_sarif_has_one_rule_for_each_clause_and_file_and_line_for_every_result(
    made: Path, rows: list[dict[str, Any]]
) -> None:
    run = json.loads((made / "report.sarif").read_text("utf-8"))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    wanted = [clause.id for game in GAMES for clause in game.clauses()] + [code.id for code in CODES]
    assert [rule["id"] for rule in rules] == wanted
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)
    results = run["results"]
    findings = of_type(rows, "finding")
    assert len(results) == len(findings)
    for result, finding in zip(results, findings, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding["clause"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == uri(finding["path"])
        assert place["region"]["startLine"] == (finding["line"] or 1)
        assert not any(sign in result["message"]["text"] for sign in "\x1b\u202e\x07")


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("games/a b.jsonl", "games/a%20b.jsonl"),
        ("/tmp/<b>.jsonl", "file:///tmp/%3Cb%3E.jsonl"),
        ("-", "stdin"),
        ("a:b/c.jsonl", "./a%3Ab/c.jsonl"),
        ("é.jsonl", "%C3%A9.jsonl"),
    ],
)
def test_paths_are_written_as_uris(path: str, wanted: str) -> None:
    assert uri(path) == wanted


def test_junit_counts_its_cases_and_names_clauses_in_classes_and_names(made: Path, rows: list[dict[str, Any]]) -> None:
    root = ET.parse(made / "report.junit.xml").getroot()
    assert root.tag == "testsuites"
    allowed = {
        "testsuites": {"name", "tests", "failures", "errors", "time"},
        "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
        "testcase": {"classname", "name", "file", "line", "time"},
        "failure": {"type", "message"},
        "error": {"type", "message"},
        "skipped": {"message"},
    }
    for element in root.iter():
        assert set(element.attrib) <= allowed[element.tag]
    totals: Counter[str] = Counter()
    for suite in root:
        cases = list(suite)
        counts = {
            "tests": len(cases),
            "failures": len(suite.findall("testcase/failure")),
            "errors": len(suite.findall("testcase/error")),
            "skipped": len(suite.findall("testcase/skipped")),
        }
        assert counts == {key: int(suite.attrib[key]) for key in counts}
        totals.update(counts)
    assert all(totals[key] == int(root.attrib[key]) for key in ("tests", "failures", "errors"))
    clauses, logs = root
    marks = {row["clause"]: row for row in of_type(rows, "clause")}
    for case in clauses:
        clause = case.attrib["name"].split()[0]
        assert case.attrib["classname"].endswith(clause)
        state = "failure" if marks[clause]["broken"] else "skipped" if marks[clause]["state"] == "never" else None
        assert [child.tag for child in case] == ([state] if state else [])
    broken = {
        (row["path"], row["game"], row["clause"])
        for row in of_type(rows, "finding")
        if row["kind"] != "outside-edition"
    }
    failed = [case for case in logs if len(case)]
    assert len(failed) == len(broken)
    for case in failed:
        clause = case.attrib["name"].split()[0]
        assert case.attrib["classname"] == f"logs.{clause}"
        assert case[0].attrib["type"] == clause
    passed = [case for case in logs if not len(case)]
    assert len(passed) == sum(row["verdict"] == "conforms" for row in of_type(rows, "log"))


def test_markdown_takes_no_markup_from_logs(made: Path) -> None:
    text = (made / "report.md").read_text("utf-8")
    assert not any(sign in text for sign in ("\x1b", "\u202e", "\x07"))
    outside = "".join(text.split("```")[::2])  # what stands in no block of code
    plain = "".join(outside.split("`")[::2])
    assert re.findall(r"(?<!\\)[<>\[\]]", plain) == []
    assert max(map(len, text.splitlines())) < 6000


def test_the_verdict_says_every_broken_rule_in_words(made: Path, rows: list[dict[str, Any]]) -> None:
    verdict = (made / "report.md").read_text("utf-8").splitlines()[2]
    titles = {clause.id: clause.title for game in GAMES for clause in game.clauses()}
    broken = {row["clause"] for row in rows if row["type"] == "breach" and row["kind"] == "breach"}
    assert broken
    for clause in broken:
        assert f"{titles[clause]} ({clause})" in verdict


def test_minimized_logs_lie_beside_the_report_and_show_their_breach(made: Path, rows: list[dict[str, Any]]) -> None:
    cut = [row for row in of_type(rows, "breach") if row["minimized"]]
    assert {row["clause"] for row in cut} >= {"LN101", "LN205", "LN301", "LN303", "LN402"}
    for row in cut:
        result = CliRunner().invoke(program(COMMANDS), ["validate", str(made / row["minimized"]), "--format", "json"])
        found = [json.loads(line) for line in result.stdout.splitlines()]
        assert (row["clause"], row["kind"]) in {(each.get("clause"), each.get("kind")) for each in found}


def test_only_what_is_asked_for_is_left_behind(tmp_path: Path) -> None:
    arguments = ["report", str(FOLDER / "school-clean"), "-o", str(tmp_path / "out"), "--sarif", "-j", "1"]
    result = CliRunner().invoke(program(COMMANDS), arguments)
    assert result.exit_code == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["report.sarif"]
