"""The samples under reports/published: `python -m tests.publish` writes them; a test compares them.

The claims of the report on the rule sheets are decided anew, which takes a minute.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from typer.testing import CliRunner

from cli.app import COMMANDS, program

ROOT = Path(__file__).parent.parent
PUBLISHED = ROOT / "reports/published"
FOLDERS = sorted({path.parent.name for path in (ROOT / "records").glob("*/*.json*")})
FOREIGN = {"native": ["--dialect", "game-park"]}  # folders in another form, and how it is named
SECOND = "good-fortune"  # the sample about the second game, of whose games no records are bundled
EXAMPLES = [f"docs/examples/good-fortune-{name}.jsonl" for name in ("broken", "sound", "unknown")]
SAMPLES = (*FOLDERS, SECOND)
REPLAYED = ["records/school-lossy", "docs/examples/good-fortune-broken.jsonl", "docs/examples/gaps.jsonl"]
JOURNAL = "report.journal"


def report(name: str, out: Path) -> dict[str, bytes]:
    """Report on a folder of records, or on the examples, named as they stand in the repository, and give the files."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        paths = EXAMPLES if name == SECOND else [f"records/{name}"]
        arguments = ["report", *paths, "-o", str(out), "--html", "--md", "--minimize", "-j", "1"]
        arguments += FOREIGN.get(name, [])
        result = CliRunner().invoke(program(COMMANDS), [*arguments, "--title", f"Rule conformance of {name}"])
    finally:
        os.chdir(before)
    assert result.exit_code in (0, 1), result.output
    return files(out)


def replay_page(out: Path) -> dict[str, bytes]:
    """Write the page to step through games: records with breaches, a game of the second kind, one with gaps."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        out.mkdir()
        arguments = ["replay", *REPLAYED, "-o", str(out / "games.html"), "--title", "Sample games"]
        result = CliRunner().invoke(program(COMMANDS), arguments)
    finally:
        os.chdir(before)
    assert result.exit_code == 1, result.output
    return files(out)


def files(folder: Path) -> dict[str, bytes]:
    """Give the files of a report by their names, without its journal, which knows this machine."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != JOURNAL)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def publish(name: str, contents: dict[str, bytes]) -> None:
    """Write a sample in the place of the one before."""
    shutil.rmtree(PUBLISHED / name, ignore_errors=True)
    for file, content in contents.items():
        target = PUBLISHED / name / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    print(f"written: {(PUBLISHED / name).relative_to(ROOT)} ({len(contents)} files)", file=sys.stderr)


def main() -> None:
    """Write all samples."""
    with tempfile.TemporaryDirectory() as place:
        samples = {name: report(name, Path(place) / name) for name in SAMPLES}
        samples["replay"] = replay_page(Path(place) / "replay")
        book = Path(place) / "rulebook"
        arguments = ["report", "--rulebook", "-o", str(book), "--html", "--md", "--json"]
        result = CliRunner().invoke(program(COMMANDS), arguments)
        assert result.exit_code == 0, result.output
        samples["rulebook"] = files(book)
        for name, contents in samples.items():
            publish(name, contents)


if __name__ == "__main__":
    main()
