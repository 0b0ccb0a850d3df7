"""What is published, tried by itself: the source distribution gives the wheel, and the wheel needs nothing beside it."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOG = ROOT / "records/school-lossy/g005_2p_greedy.jsonl"
PUZZLE = ROOT / "docs/examples/endgame.json"


def run(words: Sequence[str | Path], **more: str | Path) -> "subprocess.CompletedProcess[str]":
    """Run a command in an empty home; nothing of this process's Python settings reaches it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    where = more.pop("cwd", ROOT)
    done = subprocess.run(
        words, cwd=where, env=kept | {k: str(v) for k, v in more.items()}, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build both distributions, the wheel out of the source distribution as `build` does."""
    folder = tmp_path_factory.mktemp("dist")
    done = run([sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT])
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def program(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment of its own, which has the packages of this one that it depends on."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    python = folder / "bin/python"
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python, "install"]
    done = run([*pip, "--quiet", "--no-deps", "--no-index", *built.glob("*.whl")])
    assert done.returncode == 0, done.stderr
    purelib = run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).stdout.strip()
    Path(purelib, "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin/cloverproof"


def test_the_source_distribution_builds_the_wheel_that_the_tree_builds(built: Path, tmp_path: Path) -> None:
    assert run([sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path, ROOT]).returncode == 0
    ours, theirs = (zipfile.ZipFile(next(folder.glob("*.whl"))) for folder in (tmp_path, built))
    assert {name: ours.read(name) for name in ours.namelist()} == {
        name: theirs.read(name) for name in theirs.namelist()
    }


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--version",), 0, "cloverproof "),
        (("validate", LOG), 1, "error[LN303]"),
        (("solve", PUZZLE), 0, "Value 0"),
        (("report", LOG, "-o", "report", "--html", "--md"), 1, ""),
        (("suite", "suite", "--only", "position", "--game", "good-fortune"), 0, ""),
        (("replay", LOG, "-o", "game.html"), 1, ""),
        (("prove", "LNC05", "--players", "2"), 0, "that is what we claim"),
        (("tiles", "check", "invented"), 0, "agrees"),
        (("drive", "--template", "java"), 0, "class"),
        (("schema", "log"), 0, "$schema"),
    ],
)
def test_the_installed_wheel_works_in_an_empty_folder(
    program: Path, words: Sequence[str | Path], code: int, says: str, tmp_path: Path
) -> None:
    done = run([program, *words], cwd=tmp_path, HOME=tmp_path, NUMBA_DISABLE_JIT="1")
    assert done.returncode == code, done.stderr
    assert says in done.stdout
    written = {words[words.index("-o") + 1]} if "-o" in words else {words[1]} if words[0] == "suite" else set()
    assert {path.name for path in tmp_path.iterdir()} == written


def test_uv_installs_the_wheel_as_a_tool(built: Path, tmp_path: Path) -> None:
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is None:
        pytest.skip("NOT INSTALLED: uv; the wheel was not installed as its tool")
    folders = {f"UV_{name}_DIR": tmp_path / name for name in ("TOOL", "TOOL_BIN", "CACHE")}
    words: list[str | Path] = [uv, "--no-config", "tool", "install", "--python", sys.executable, *built.glob("*.whl")]
    done = run(words, cwd=tmp_path, HOME=tmp_path, **folders)
    if done.returncode and any(sign in done.stderr for sign in ("Failed to fetch", "no solution", "network")):
        pytest.skip(f"uv cannot fetch what the wheel depends on: {done.stderr.strip()[-200:]}")
    assert done.returncode == 0, done.stderr
    done = run([tmp_path / "TOOL_BIN/cloverproof", "validate", LOG, "--no-diagnosis"], cwd=tmp_path, HOME=tmp_path)
    assert (done.returncode, "error[LN303]" in done.stdout) == (1, True)
