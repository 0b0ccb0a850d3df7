"""Writing certificates: the strategies of both sides, for `check_certificate` to prove."""

import gzip
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import IO

from models.game import Game
from models.position import Position, Problem
from verifier.check_certificate import FORMAT, GIVE_UP, LIMIT, SIDES, Side, best_answer, dumps, written
from verifier.plain import Plain

Move = Callable[[Position], str | None]
Reveal = Callable[[Position], int]


def write_certificate(
    path: str,
    game: Game,
    problem: Problem,
    hero: Move,
    others: Move,
    reveal: Reveal | None = None,
    limit: int = LIMIT,
) -> tuple[Fraction, Fraction]:
    """Write what both sides do at every position that can come, and give the bounds that this proves.

    `hero` and `others` name a side's move where it moves, or GIVE_UP at any position where the side claims nothing
    (not for the goal `force`); what they name elsewhere plays no part. `reveal` names, for the goal `force` only, the
    number that is worst for the hero. A path that ends in `.gz` is compressed. Raises OSError where it cannot be
    written, Refused where the strategies come to more than `limit` positions or name a move that is none.
    """

    def choose(side: Side, position: Position, drawing: bool) -> str | None:
        if drawing:
            assert reveal is not None
            return str(reveal(position))
        return hero(position) if side == "hero" else others(position)

    span = None if problem.goal == "force" else game.positions().span(problem)
    values = {side: best_answer(problem, side, choose, limit, span) for side in SIDES}
    bounds = [values[side][problem.start, False] for side in SIDES]
    if problem.goal == "force":
        bounds.reverse()
    head = {
        "format": FORMAT,
        "puzzle": game.positions().write(problem),
        "objective": problem.objective,
        "lower": written(bounds[0]),
        "upper": written(bounds[1]),
    }
    with _created(path) as file:
        file.write(dumps(head))
        for side in SIDES:
            for (position, drawing), value in values[side].items():
                if not position.mover or (drawing and not (problem.goal == "force" and side == "others")):
                    continue
                chosen = choose(side, position, drawing)
                if chosen is None or (chosen != GIVE_UP and not drawing and not _moves(problem, side, position)):
                    continue
                what = {"reveal": int(chosen)} if drawing else {"move": chosen}
                file.write(dumps({"side": side, "at": position.write(), **what, "value": written(value)}))
    return bounds[0], bounds[1]


def _created(path: str) -> IO[str]:
    if path.endswith(".gz"):
        return gzip.open(path, "wt", encoding="utf-8")
    return Path(path).open("w", encoding="utf-8")


def _moves(problem: Problem, side: Side, position: Position) -> bool:
    return (position.mover == problem.hero) == (side == "hero")


def strategies(found: Plain) -> tuple[Move, Reveal]:
    """Give the best moves that plain enumeration found, and the numbers that are worst for the hero."""
    moves = found.strategy()
    worst = {
        node.position: node.chances[at][1]
        for node, at in zip(found.graph.nodes, found.best, strict=True)
        if at is not None and node.chances
    }
    return moves.get, worst.__getitem__
