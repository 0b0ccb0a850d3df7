"""The generated pages: `python -m reports.pages` writes them, `--check` tells which are not up to date."""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from models.clause import Clause
from models.games import GAMES
from models.reading import Reading
from reports.boards import view_lines
from reports.claims_page import claims_page
from reports.drive_requests import requests_table
from reports.drive_unshown import unshown_table
from reports.matrix_page import matrix_page
from reports.position_pictures import moves_picture
from reports.rules import cite_text
from reports.schemas import NAMES, schema
from reports.statements import statements_page
from reports.style import uncolored
from reports.turn_svg import turn_svg
from verifier.codes import CODES

ROOT = Path(__file__).parent.parent
DRIVEN = re.compile(r"(<!-- (requests|unshown): (.*?) -->\n).*?(?=<!-- end -->)", re.DOTALL)
EXAMPLE = "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19"
ASKED = re.compile(r"^\$ (cloverproof .*)$", re.MULTILINE)
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
READ = ("LICENSE", "docs", "records")  # what commands in the documentation read
WITH_OUTPUT = (
    "README.md",
    "docs/diagnose.md",
    "docs/dialects.md",
    "docs/formats.md",
    "docs/gardens.md",
    "docs/good-fortune.md",
    "docs/graph.md",
    "docs/incomplete.md",
    "docs/mappings.md",
    "docs/judging.md",
    "docs/moves.md",
    "docs/proving.md",
    "docs/solve.md",
    "docs/suite.md",
    "docs/what-if.md",
)


def pages() -> Iterator[tuple[Path, str]]:
    """Give every generated page: its path and its text."""
    yield ROOT / "docs/rules.md", rules_page()
    yield ROOT / "docs/unreadable-logs.md", codes_page()
    yield ROOT / "docs/claims.md", claims_page()
    yield ROOT / "docs/what-rules-do.md", matrix_page()
    yield ROOT / "docs/statements.md", statements_page()
    for name in NAMES:
        yield ROOT / f"docs/schemas/{name}.schema.json", json.dumps(schema(name), indent=2) + "\n"
    yield ROOT / "docs/driving.md", driving_page()
    yield ROOT / "docs/turn.svg", turn_svg(GAMES[0].state_spaces().phases)
    yield ROOT / "docs/example.svg", moves_picture(13, GAMES[0].moves(EXAMPLE, 13, Reading(), None))
    texts = {ROOT / name: (ROOT / name).read_text("utf-8") for name in WITH_OUTPUT}
    asked = dict.fromkeys(
        command for text in texts.values() for block in CONSOLE.findall(text) for command in ASKED.findall(block)
    )
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # each command is a process of its own
        told = dict(zip(asked, pool.map(output_of, asked), strict=True))
    for path, text in texts.items():
        yield path, CONSOLE.sub(lambda block: f"```console\n{replayed(block[1], told)}```", text)


def driving_page() -> str:
    """Write the tables of requests, and of mistakes that do not show, into the page on driving."""
    tables = {
        (name, game.key): table(game)
        for name, table in (("requests", requests_table), ("unshown", unshown_table))
        for game in GAMES
        if game.offers("driving")
    }
    text = (ROOT / "docs/driving.md").read_text("utf-8")
    return DRIVEN.sub(lambda block: f"{block[1]}{tables[block[2], block[3]]}", text)


def rules_page() -> str:
    """Write the reference of all clauses."""
    lines = ["# The rules as clauses", ""]
    lines += ["Generated from the clauses themselves; `cloverproof explain LN301` prints one of these entries.", ""]
    pages = ", ".join(f"`{game.notation}`" for game in GAMES)
    lines += [f"Cases are written as `facts of the table | move => shown after it`: see {pages}.", ""]
    for game in GAMES:
        lines += [f"## {game.title}", "", *(f"- `{edition.key}`: {edition.title}" for edition in game.editions), ""]
        for clause in game.clauses():
            lines += [*_entry(clause), *_picture(game.view(game.case(clause.broken[0]).before)), ""]
    return "\n".join(lines).rstrip() + "\n"


def _entry(clause: Clause) -> list[str]:
    lines = [f"### {clause.id}: {clause.title}", "", clause.statement, ""]
    if clause.reading:
        lines += [f"*Reading:* {clause.reading}", ""]
    lines += ["Sources: " + "; ".join(cite_text(cite) for cite in clause.cites) + ".", ""]
    lines += ["| kept | broken |", "| --- | --- |"]
    for row in range(max(len(clause.kept), len(clause.broken))):
        pair = [cases[row] if row < len(cases) else "" for cases in (clause.kept, clause.broken)]
        lines.append("| " + " | ".join("`" + case.replace("|", "\\|") + "`" if case else "" for case in pair) + " |")
    return [*lines, "", "Known mistakes: " + "; ".join(clause.mutants()) + ".", ""]


def _picture(view: object) -> list[str]:
    return ["The table of the first broken case:", "", "```text", *view_lines(view, uncolored), "```"]  # type: ignore[arg-type]


def codes_page() -> str:
    """Write the reference of the codes of unreadable logs."""
    lines = ["# Logs that cannot be read", "", "Generated from `verifier/codes.py`.", ""]
    for code in CODES:
        lines += [f"## {code.id}: {code.title}", "", code.statement, "", code.remedy, ""]
    return "\n".join(lines).rstrip() + "\n"


def output_of(command: str) -> list[str]:
    """Give the lines that `cloverproof ...` writes, in a folder where the documentation lies."""
    with tempfile.TemporaryDirectory() as folder:  # what the command writes is left there
        for name in READ:
            (Path(folder) / name).symlink_to(ROOT / name)
        run = subprocess.run(
            [sys.executable, "-m", "cli.app", *shlex.split(command.partition(" | ")[0])[1:]],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    return run.stdout.splitlines() or run.stderr.splitlines()


def replayed(block: str, told: Mapping[str, list[str]]) -> str:
    """Give a console block with the real output of its `$ cloverproof ...` lines.

    A line `...` that stood in the output cuts it there: what came before it is kept to as many lines.
    """
    commands = re.split(r"^(?=\$ )", block, flags=re.MULTILINE)
    return "".join(_replayed(command, told) for command in commands if command)


def _replayed(command: str, told: Mapping[str, list[str]]) -> str:
    first, *old = command.splitlines()
    new = told.get(first.removeprefix("$ "))
    if new is None:
        return command
    if "..." in old:
        new = [*new[: old.index("...")], "..."]
    return "\n".join([first, *new]) + "\n"


def main(arguments: list[str]) -> int:
    """Write the pages, or with --check only say which differ."""
    stale = [(path, text) for path, text in pages() if not path.exists() or path.read_text("utf-8") != text]
    for path, text in stale:
        if "--check" in arguments:
            print(f"not up to date: {path.relative_to(ROOT)} (make pages)", file=sys.stderr)
        else:
            path.write_text(text, "utf-8")
            print(f"written: {path.relative_to(ROOT)}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
