"""Every bench runs to its end, with tiny sizes."""

import importlib
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
BENCHES = sorted(path.stem for path in FOLDER.glob("bench*.py"))


@pytest.mark.parametrize("name", BENCHES)
def test_a_bench_runs_to_its_end(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    importlib.import_module(f"tests.{name}").main(["--tiny"])
    told = capfd.readouterr().out
    assert len(told.splitlines()) > 1
    assert "Traceback" not in told


def test_make_bench_starts_every_bench() -> None:
    makefile = (FOLDER.parent / "Makefile").read_text("utf-8")
    started = re.findall(r"-m tests\.(bench\w*)$", makefile, re.MULTILINE)
    assert sorted(started) == BENCHES
