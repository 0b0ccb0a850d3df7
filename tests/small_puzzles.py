"""Drawn puzzles that are small enough to be enumerated."""

import json
import random
from typing import Any

from models.position import Objective, Problem
from verifier.puzzles import parse_puzzle

FORMAT = {"format": "cloverproof-puzzle/1", "game": "lucky-numbers"}


def problem_of(objective: Objective = "win", **keys: Any) -> Problem:
    """Read a puzzle from its keys."""
    return parse_puzzle(json.dumps({**FORMAT, "to_move": 1, "goal": "win", **keys}).encode(), objective)[1]


def drawn_puzzle(rng: random.Random, goal: str = "win", turns: int | None = None, spare: int = 3) -> dict[str, Any]:
    """Draw a puzzle: legal gardens of side 2, 3 or 4, few of their cells empty, and few clovers beside them."""
    side = rng.choice((2, 2, 2, 3, 3, 4))
    players = 1 if goal == "fill" else rng.choice((2, 2, 2, 3))
    top = {2: rng.randint(5, 8), 3: 12, 4: 20}[side]
    gardens = [
        drawn_garden(rng, side, top, rng.randint(1, 2) if side == 2 or goal == "fill" else 1) for _ in range(players)
    ]
    most = 3 if goal == "fill" else 2 if side == 2 else 1
    pile = [rng.randint(1, top) for _ in range(rng.randint(1, most))]
    middle = [rng.randint(1, top) for _ in range(max(0, spare - len(pile) - players + 1))]
    keys: dict[str, Any] = {
        **FORMAT,
        "gardens": gardens,
        "middle": middle,
        "pile": pile,
        "to_move": rng.randint(1, players),
        "goal": goal,
        "turns": turns,
        "equal_exchange": rng.random() < 0.5,
        "top": top,
        "sets": 9,
    }
    if rng.random() < 0.3:
        keys["drawn"] = rng.randint(1, top)
    return keys


def drawn_garden(rng: random.Random, side: int, top: int, empty: int) -> str:
    """Draw a legal garden with some cells empty: full ones come from adding up along rows and columns."""
    while True:
        grid = [[0] * side for _ in range(side)]
        for row in range(side):
            for column in range(side):
                above = grid[row - 1][column] if row else 0
                left = grid[row][column - 1] if column else 0
                grid[row][column] = max(above, left) + 1 + (rng.random() < 0.35) * rng.randint(0, 3)
        if grid[-1][-1] <= top:
            break
    cells: list[list[str]] = [[str(number) for number in row] for row in grid]
    for cell in rng.sample(range(side * side), empty):
        cells[cell // side][cell % side] = "."
    return "/".join(" ".join(row) for row in cells)
