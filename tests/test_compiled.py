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
