"""Writing certificates: the strategies of both sides, for `check_certificate` to prove."""

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import IO, TYPE_CHECKING

from msgspec.structs import replace

from models.game import Game
from models.position import Position, Problem
from verifier.atomic_file import whole_file
from verifier.check_certificate import (
    FORMAT,
    GIVE_UP,
    LIMIT,
    SIDES,
    Mix,
    Side,
    Tell,
    best_answer,
    canonical_json,
    dumps,
)
from verifier.explicit_model import TooLarge
from verifier.reference_solver import Plain, solve_plainly

if TYPE_CHECKING:
    from verifier.solve.search_interface import AnytimeSearch
    from verifier.solve.solver import Search

Move = Callable[[Position], str | Mix | None]
Reveal = Callable[[Position], int]
FOR_TURNS = 60.0  # seconds to find out whether fewer turns suffice


def write_certificate(
    path: str,
    game: Game,
    problem: Problem,
    hero: Move,
    others: Move,
    reveal: Reveal | None = None,
    limit: int = LIMIT,
    tell: Tell | None = None,
) -> tuple[Fraction, Fraction]:
    """Write what both sides do at every position that can come, and give the bounds that this proves.

    `hero` and `others` name a side's move where it moves, or GIVE_UP at any position where the side claims nothing;
    what they name elsewhere plays no part. `reveal` names, for the goal `force` only, the number that is worst for the
    hero. A path that ends in `.gz` is compressed. `tell` hears how far it is. Raises OSError where it cannot be
    written, Refused where the strategies come to more than `limit` positions or name a move that is none.
    """

    def choose(side: Side, position: Position, drawing: bool) -> str | Mix | None:
        if drawing:
            assert reveal is not None
            return str(reveal(position))
        return hero(position) if side == "hero" else others(position)

    span = game.positions().span
    values = {side: best_answer(problem, side, choose, limit, span, tell) for side in SIDES}
    bounds = [values[side][problem.start, False] for side in SIDES]
    if problem.goal == "force":
        bounds.reverse()
    head = {
        "format": FORMAT,
        "puzzle": game.positions().write(problem),
        "objective": problem.objective,
        "lower": canonical_json(bounds[0]),
        "upper": canonical_json(bounds[1]),
    }
    with _created(path) as file:
        file.write(dumps(head).encode())
        for side in SIDES:
            for (position, drawing), value in values[side].items():
                reveals = problem.goal == "force" and side == "others"
                if not position.mover or isinstance(drawing, str) or (drawing and not reveals):
                    continue
                chosen = choose(side, position, drawing)
                if chosen is None or (chosen != GIVE_UP and not drawing and not _moves(problem, side, position)):
                    continue
                what = _written(chosen, drawing is True)
                line = {"side": side, "at": position.write(), **what, "value": canonical_json(value)}
                file.write(dumps(line).encode())
    return bounds[0], bounds[1]


def certify(
    path: str, game: Game, problem: Problem, search: "AnytimeSearch", tell: Tell | None = None
) -> tuple[Fraction, Fraction]:
    """Write a certificate of what a search has proven, and give the bounds.

    For the goal `force` it is looked for the fewest turns too. Raises TooLarge, and what `write_certificate` raises.
    """
    from verifier.solve.solver import Search, SearchLimits
    from verifier.solve.strategy import ProvenStrategy, Shifted

    if problem.goal != "force":
        hero, others = search.strategy("hero"), search.strategy("others")
        return write_certificate(path, game, problem, hero.move, others.move, tell=tell)
    assert isinstance(search, Search)
    most = problem.start.left
    if most is None:  # how many turns are left is no part of these positions, so a best strategy takes all of them
        try:
            both, worst = strategies(solve_plainly(problem))
            return write_certificate(path, game, problem, both, both, worst, tell=tell)
        except TooLarge:
            pass
    # The fewest turns that suffice, and one turn less, which does not.
    fewer, enough = None, search
    if most is not None and search.bounds.low == 1:
        for turns in range(1, most):
            tried = type(search)(game.positions().endgame(replace(problem, start=problem.start.limited(turns))))
            tried.run(SearchLimits(seconds=FOR_TURNS))
            if tried.bounds.low == 1:
                enough = tried
                break
            fewer = tried if tried.bounds.high == 0 else None
    elif search.bounds.high == 0:
        fewer = search
    mine = Shifted(ProvenStrategy(enough, "hero"), _more(most, enough))
    if fewer is None:
        return write_certificate(path, game, problem, mine.move, lambda _: GIVE_UP, lambda _: 0, tell=tell)
    theirs = Shifted(ProvenStrategy(fewer, "others"), _more(most, fewer))
    return write_certificate(path, game, problem, mine.move, theirs.move, theirs.reveal, tell=tell)


def _more(most: int | None, search: "Search") -> int:
    left = search.endgame.problem.start.left
    return 0 if most is None or left is None else most - left


@contextmanager
def _created(path: str) -> Iterator[IO[bytes]]:
    with whole_file(path) as file:
        if not path.endswith(".gz"):
            yield file
            return
        with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed:
            yield packed  # type: ignore[misc]


def _written(chosen: str | Mix, revealed: bool) -> dict[str, object]:
    if isinstance(chosen, dict):
        return {"mix": {move: str(share) for move, share in chosen.items()}}
    return {"reveal": int(chosen)} if revealed else {"move": chosen}


def _moves(problem: Problem, side: Side, position: Position) -> bool:
    return position.together or (position.mover == problem.hero) == (side == "hero")


def strategies(found: Plain) -> tuple[Move, Reveal]:
    """Give the best moves that plain enumeration found, and the numbers that are worst for the hero."""
    moves = found.strategy()
    worst = {
        node.position: node.chances[at][1]
        for node, at in zip(found.graph.nodes, found.best, strict=True)
        if at is not None and node.chances
    }
    return moves.get, worst.__getitem__
