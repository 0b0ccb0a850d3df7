"""Commands run within the process: words and standard input in, exit code and what was written out."""

import io
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import typer.main

from cli.app import program

DOCUMENTED = frozenset({0, 1, 2, 130, 141})


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@cache
def _command(name: str) -> "typer.main.TyperCommand | typer.main.Group":  # type: ignore[name-defined]
    return typer.main.get_command(program([name, "validate" if name != "validate" else "score"]))


def run(words: Sequence[str], stdin: bytes = b"") -> Ended:
    """Run a command; whatever it raises but a wish to exit comes out."""
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", write_through=True) for _ in range(2))
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(stdin), "utf-8"), out, err
    try:
        _command(words[0]).main(list(words), prog_name="cloverproof")
        code = 0
    except SystemExit as wish:
        code = wish.code if isinstance(wish.code, int) else 1 if wish.code else 0
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    return Ended(code, *(stream.detach().getvalue().decode("utf-8", "replace") for stream in (out, err)))


@cache
def parameters(name: str) -> Sequence[tuple[str, bool]]:
    """Give the options of a command, each with whether it takes a value."""
    command = _command(name)
    of_name = command.commands[name] if hasattr(command, "commands") else command
    return [
        (option, not getattr(each, "is_flag", False))
        for each in of_name.params
        for option in (*each.opts, *each.secondary_opts)
        if option.startswith("-") and option not in ("-h", "--help")
    ]


class Wrong(Exception):
    """Something that must not come of any input."""


def given(name: str, content: bytes) -> str:
    """Write an input where the command finds it."""
    Path(name).write_bytes(content)
    return name


def told(*words: str, stdin: bytes = b"") -> Ended:
    """Run a command on an input, and complain of an exit code that is not documented, and of a traceback."""
    ended = run(words, stdin)
    if ended.code not in DOCUMENTED:
        raise Wrong(f"exit code {ended.code} of {' '.join(words)[:300]}")
    if "Traceback (most recent" in ended.err or "Traceback (most recent" in ended.out:
        raise Wrong(f"a traceback of {' '.join(words)[:300]}")
    if ended.code == 2 and not (ended.err.strip() or ended.out.strip()):
        raise Wrong(f"exit code 2 without a word of {' '.join(words)[:300]}")
    return ended
