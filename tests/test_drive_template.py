"""The templates of adapters, filled in for a small program in their language, are right, and nothing is found."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from cli.drive import Template
from reports.pages import driving_page
from reports.schemas import schema

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are driven on Linux and macOS")

ROOT = Path(__file__).parent.parent
SMALL = ROOT / "tests" / "programs" / "small"
HEAD = ("env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "cli.app", "drive")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
needs_jdk = pytest.mark.skipif(shutil.which("javac") is None, reason="a JDK is not installed")
# The file of the adapter, and how it is started.
TEMPLATES = [
    pytest.param("python", "adapter.py", (sys.executable, "-B", "adapter.py")),
    pytest.param("console-python", "adapter.py", (sys.executable, "-B", "adapter.py")),
    pytest.param("javascript", "adapter.js", ("node", "adapter.js"), marks=needs_node),
    pytest.param("java", "Adapter.java", ("java", "-cp", ".", "Adapter"), marks=needs_jdk),
]
PLAYED = ("lucky-numbers", "good-fortune")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run((*HEAD, *arguments), cwd=folder, capture_output=True, text=True, timeout=600, check=False)


def filled(
    folder: Path, name: str, file: str, game: str = "lucky-numbers", loud: tuple[str, str] | None = None
) -> None:
    """Print a template, and lay the small program beside it, which has the names that the template assumes.

    `loud` is a file of the program that is another one, with its text.
    """
    printed = run(folder, "--template", name, "--game", game)
    assert (printed.returncode, printed.stderr) == (0, "")
    (folder / file).write_text(printed.stdout, "utf-8")
    for small in (SMALL / game).iterdir():
        shutil.copy(small, folder / small.name.removesuffix(".txt"))
    if loud is not None:
        (folder / loud[0]).write_text(loud[1], "utf-8")
    if name == "java":
        subprocess.run(("javac", "Adapter.java", "Game.java"), cwd=folder, check=True, timeout=600)


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize(("name", "file", "command"), TEMPLATES)
def test_a_filled_template_is_a_right_adapter(
    tmp_path: Path, name: str, file: str, command: tuple[str, ...], game: str
) -> None:
    filled(tmp_path, name, file, game)
    if name == "python":  # the others are looked at in short, before games are played
        look = run(tmp_path, "--game", game, "--check", "--", *command)
        assert (look.returncode, look.stderr) == (0, "")
        assert "no fault of the adapter found" in look.stdout
    played = run(tmp_path, "--game", game, "--games", "4", "--", *command)
    assert (played.returncode, played.stderr) == (0, "")
    assert "4 games" in played.stdout
    assert "no difference found" in played.stdout


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("name", Template)
def test_a_template_says_what_to_fill_in(name: Template, game: str) -> None:
    text = CliRunner().invoke(program(COMMANDS), ["drive", "--template", name.value, "--game", game]).stdout
    assert text.count("FILL IN") >= 3
    assert max(map(len, text.splitlines())) <= 120
    assert len(text.splitlines()) <= 85


def test_a_crash_of_the_program_is_told_and_does_not_end_the_adapter(tmp_path: Path) -> None:
    filled(tmp_path, "python", "adapter.py")
    small = tmp_path / "your_program.py"
    small.write_text(small.read_text("utf-8").replace("def draw(self):", "def draw(self):\n        return 1 // 0\n"))
    played = run(tmp_path, "--games", "2", "--", sys.executable, "-B", "adapter.py")
    assert played.returncode == 1
    assert "ZeroDivisionError" in played.stdout


# How a small program prints by a process of its own where a clover is drawn, and how its adapter is started.
LOUD = [
    pytest.param(
        *(
            "python",
            "adapter.py",
            "your_program.py",
            ("def draw(self):", "\n        __import__('os').system('echo drawn')"),
        ),
        (sys.executable, "-B", "adapter.py"),
    ),
    pytest.param(
        *("javascript", "adapter.js", "your_program.js"),
        ("draw() {", 'require("child_process").spawnSync("echo", ["drawn"], { stdio: "inherit" });'),
        ("node", "adapter.js"),
        marks=needs_node,
    ),
    pytest.param(
        *("java", "Adapter.java", "Game.java"),
        (
            "int draw() {",
            'try { new ProcessBuilder("echo", "drawn").inheritIO().start().waitFor(); } catch (Exception e) { return 0; }',
        ),
        ("sh", "-c", "ANSWERS=/dev/fd/9 exec java -cp . Adapter 9>&1 1>&2"),
        marks=needs_jdk,
    ),
]


@pytest.mark.parametrize(("name", "file", "small", "loud", "command"), LOUD)
def test_what_a_process_of_the_program_prints_is_no_answer(
    tmp_path: Path, name: str, file: str, small: str, loud: tuple[str, str], command: tuple[str, ...]
) -> None:
    printed = (SMALL / "lucky-numbers" / f"{small}.txt").read_text("utf-8")
    filled(tmp_path, name, file, loud=(small, printed.replace(loud[0], f"{loud[0]} {loud[1]}")))
    played = run(tmp_path, "--games", "1", "--", *command)
    assert (played.returncode, played.stderr) == (0, "")
    assert "no difference found" in played.stdout


def test_the_way_on_the_page_leads_to_a_difference(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "driving.md").read_text("utf-8")
    printed, check, play, replay = re.findall(r"^ {7}cloverproof drive (.*)$", page, re.MULTILINE)
    assert printed == "--template python > adapter.py"
    filled(tmp_path, "python", "adapter.py")
    small = tmp_path / "your_program.py"
    small.write_text(small.read_text("utf-8").replace(">= self.held", "> self.held").replace("<= self", "< self"))
    for words, code, said in (
        (check, 0, "no fault of the adapter found"),
        (play, 1, "does not ascend"),
        (replay, 1, "differs from the rules"),
    ):
        ran = run(tmp_path, *words.replace("-- python ", f"-- {sys.executable} -B ").replace("200", "10").split())
        assert (ran.returncode, ran.stderr) == (code, "")
        assert said in ran.stdout


def test_the_page_has_the_requests_of_all_games() -> None:
    page = driving_page()
    assert (ROOT / "docs" / "driving.md").read_text("utf-8") == page
    for request in ("hello", "new", "table", "take", "put", "play", "concede", "legal", "result", "choose", "lay"):
        assert f"| `{request}` |" in page


def test_requests_and_answers_have_schemas() -> None:
    asked, answered = (Draft202012Validator(schema(f"drive-{name}")) for name in ("requests", "answers"))
    assert asked.is_valid({"do": "take", "player": 1, "from": "pile"})
    assert asked.is_valid({"do": "choose", "player": 1, "tile": 7})
    assert not asked.is_valid({"do": "take", "player": 1, "from": "hat"})
    assert answered.is_valid({"ok": True, "clover": 7, "shows": {"held": 7, "pile": 3}})
    assert not answered.is_valid({"ok": "yes"})
