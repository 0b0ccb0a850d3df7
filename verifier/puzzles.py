"""Reading puzzles: from untrusted bytes to a problem, or a fault with its place."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from models.game import Game, Malformed
from models.games import GAMES
from models.position import Objective, Problem
from verifier.puzzle_text import SHOWN, PuzzleFault, Written, objects

MOST_BYTES = 1 << 20
STDIN = "-"
FORMAT = "cloverproof-puzzle/1"

Loaded = tuple[str, Game, Problem]


def load_puzzles(path: str, objective: Objective = "win") -> Iterator[Loaded | PuzzleFault]:
    """Read the puzzles of a file, or of standard input for `-`: one, or several behind each other.

    Each comes with its name, the path and where there are several also the line it begins in, or as what is wrong
    with it. Nothing is read behind what is no JSON object.
    """
    try:
        data = _read(path)
    except PuzzleFault as fault:
        fault.path = path
        yield fault
        return
    shown = "standard input" if path == STDIN else path
    lines: list[int] = []
    found: list[tuple[Game, Problem] | PuzzleFault] = []
    for number, each in enumerate(_puzzles(data, objective)):
        line, found_one = each
        if isinstance(found_one, PuzzleFault):
            found_one.path = shown
        lines.append(line)
        found.append(found_one)
        del number
    for line, one in zip(lines, found, strict=True):
        if isinstance(one, PuzzleFault):
            yield one
        else:
            yield path if len(found) == 1 else f"{path}:{line}", *one


