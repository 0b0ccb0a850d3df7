"""Code that was compiled by an earlier version of a module does not stand in the way of a later one."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

MODULE = """
from typing import NamedTuple

from models.jit import compiled


class {name}(NamedTuple):
    first: int
    second: int


def add(pair: {name}) -> int:
    return pair.first + pair.second


add = compiled(add)
print(add({name}(3, 4)))
"""


def test_a_type_that_is_called_otherwise_is_compiled_anew(tmp_path: Path) -> None:
    for name in ("Pair", "Couple"):
        (tmp_path / "adding.py").write_text(MODULE.format(name=name), "utf-8")
        code = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(tmp_path)!r}]; import adding"
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
        assert (ran.returncode, ran.stdout) == (0, "7\n"), ran.stderr


def test_code_that_holds_a_function_of_another_file_is_compiled_anew_when_that_file_changes(tmp_path: Path) -> None:
    for folder in ("models", "verifier"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    (tmp_path / "models/jit.py").write_text((ROOT / "models/jit.py").read_text("utf-8"), "utf-8")
    (tmp_path / "models/outer.py").write_text(OUTER, "utf-8")
    for number in (1, 2):
        (tmp_path / "models/inner.py").write_text(INNER.format(number=number), "utf-8")
        # -B: Python takes byte code for that of another text of the same length which was written in the same second.
        command = [sys.executable, "-B", "-c", "import models.outer"]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert (ran.returncode, ran.stdout) == (0, f"{number}\n"), ran.stderr


INNER = """
from models.jit import compiled


def inner(number: int) -> int:
    return number * {number}


inner = compiled(inner)
"""
OUTER = """
from models.inner import inner
from models.jit import compiled


def outer(number: int) -> int:
    return inner(number)


outer = compiled(outer)
print(outer(1))
"""
