"""`cloverproof puzzle`."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import refuse, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.game import Game
    from verifier.puzzle_maker import Made

MOST = 100


class Action(StrEnum):
    """What to do with puzzles."""

    new = "new"


class Kind(StrEnum):
    """What a puzzle asks for."""

    force = "force"
    exchange = "exchange"
    fill = "fill"


class Difficulty(StrEnum):
    """How hard a puzzle is."""

    easy = "easy"
    medium = "medium"
    hard = "hard"


def puzzle(
    action: Action = typer.Argument(help="new: make puzzles."),
    kind: Kind = typer.Option(
        Kind.force, help="Force a win in some own turns, find the one best exchange, or fill a garden alone."
    ),
    difficulty: Difficulty = typer.Option(Difficulty.easy, help="How hard it is."),
    seed: int = typer.Option(1, min=0, max=2**63 - 1, help="The same seed gives the same puzzles."),
    count: int = typer.Option(1, min=1, max=MOST, help="How many; more than one come as JSON Lines."),
    html: Path | None = typer.Option(None, metavar="FILE", help="Write a page to print, with the solutions apart."),
    svg: Path | None = typer.Option(
        None, metavar="FILE", help="Write a picture, and beside it one with the solution (FILE-solution.svg)."
    ),
    solution: bool = typer.Option(False, "--solution", help="Tell the solutions too, on standard error."),
) -> None:
    """Make puzzles with a single best first move, as the solver has proven; `solve` reads them.

    Example: cloverproof puzzle new --kind force --difficulty medium --seed 7
    """
    from cli.solve_files import writable
    from models.games import GAMES
    from reports.puzzle_page import answer, puzzle_row
    from verifier.puzzle_maker import NotFound, liner, make, prover

    if svg is not None and count > 1:
        refuse("--svg is for one puzzle", "--html takes as many as you like")
    writable([path for path in (html, svg, svg and _solved(svg)) if path is not None])
    game = next(game for game in GAMES if game.offers("positions"))
    made = []
    try:
        for each in make(game, kind.value, difficulty.value, seed, count, prover(game), liner(game)):
            made.append(each)
            write(puzzle_row(game, each))
            if solution:
                print(f"solution {each.number}: {answer(each, game.positions().words())}", file=sys.stderr)
    except NotFound as wrong:
        refuse(str(wrong))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise typer.Exit(130) from None
    try:
        _write_files(game, made, html, svg)
    except OSError as wrong:
        refuse(f"cannot write {wrong.filename}: {wrong.strerror}")


def _write_files(game: "Game", made: "Sequence[Made]", html: Path | None, svg: Path | None) -> None:
    from reports.puzzle_page import answer, puzzle_page, puzzle_svg

    if html is not None:
        html.write_text(puzzle_page(game, made), "utf-8")
        print(f"written: {html}", file=sys.stderr)
    if svg is not None:
        each = made[0]
        solved = _solved(svg)
        svg.write_text(puzzle_svg(game, each.problem, each.title), "utf-8")
        solved.write_text(puzzle_svg(game, each.problem, each.title, answer(each, game.positions().words())), "utf-8")
        print(f"written: {svg}, {solved}", file=sys.stderr)


def _solved(svg: Path) -> Path:
    return svg.with_name(f"{svg.stem}-solution{svg.suffix}")
