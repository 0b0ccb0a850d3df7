"""`cloverproof puzzle`."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import GAME, TILES, game_with, material_of, refuse, write_out
from cli.pictures import PictureFiles, write_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.game import Game
    from models.puzzle_kind import PuzzleKind
    from verifier.puzzle_maker import Made

MOST = 100


class PuzzleAction(StrEnum):
    """What to do with puzzles."""

    new = "new"


class Difficulty(StrEnum):
    """How hard a puzzle is."""

    easy = "easy"
    medium = "medium"
    hard = "hard"


def complete_kind(incomplete: str) -> list[str]:
    """Complete the name of a kind for the shell."""
    from models.games import GAMES

    known = [kind.name for game in GAMES if game.offers("positions") for kind in game.positions().kinds()]
    return [name for name in known if name.startswith(incomplete)]


def puzzle(
    action: PuzzleAction = typer.Argument(help="new: make puzzles."),
    kind: str | None = typer.Option(
        None,
        metavar="KIND",
        help="What a puzzle asks for; docs/certificates.md has the kinds of each game. (Default: the first.)",
        autocompletion=complete_kind,
    ),
    difficulty: Difficulty = typer.Option(Difficulty.easy, help="How hard it is."),
    seed: int = typer.Option(1, min=0, max=2**63 - 1, help="The same seed gives the same puzzles."),
    count: int = typer.Option(1, min=1, max=MOST, help="How many; more than one come as JSON Lines."),
    html: Path | None = typer.Option(
        None, "--html", "--sheet", metavar="FILE", help="Write a page to print, with the solutions on its last page."
    ),
    svg: Path | None = typer.Option(
        None, metavar="FILE", help="Write a picture, and beside it one with the solution (FILE-solution.svg)."
    ),
    png: Path | None = typer.Option(None, metavar="FILE", help="The same as PNG (needs the extra `pictures`)."),
    solution: bool = typer.Option(False, "--solution", help="Tell the solutions too, on standard error."),
    game_key: str | None = GAME,
    tiles: str | None = TILES,
) -> None:
    """Make puzzles with a single best first move, as the solver has proven; `solve` reads them.

    Example: cloverproof puzzle new --kind force --difficulty medium --seed 7
    """
    from cli.whole_files import writable
    from models.reading import Malformed
    from reports.puzzle_page import answer_in_words, puzzle_row
    from verifier.puzzle_maker import NotFound, liner, make, prover

    for name, path in (("--svg", svg), ("--png", png)):
        if path is not None and count > 1:
            refuse(f"{name} is for one puzzle", "--html takes as many as you like")
    pictures = PictureFiles(svg, png)
    game = game_with("positions", game_key)
    asked = _kind(game, kind)
    material = material_of(tiles, game.key)
    writable([path for path in (html, svg, svg and _solved(svg), png, png and _solved(png)) if path is not None])
    made = []
    try:
        for each in make(game, asked, difficulty.value, seed, count, prover(game), liner(game), material):
            made.append(each)
            write_out(puzzle_row(game, each))
            if solution:
                print(f"solution {each.number}: {answer_in_words(each, game.positions().words())}", file=sys.stderr)
    except Malformed as wrong:
        refuse(f"{wrong.field}: {wrong.message}", wrong.help)
    except NotFound as wrong:
        refuse(str(wrong))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise typer.Exit(130) from None
    _write_files(game, made, html, pictures)


def _kind(game: "Game", name: str | None) -> "PuzzleKind":
    known = game.positions().kinds()
    found = next((kind for kind in known if name in (None, kind.name)), None)
    if found is None:
        what = f"{game.key} has no puzzles" if name is None else f"--kind cannot be {name[:40]!r} for {game.title}"
        refuse(what, f"known: {', '.join(kind.name for kind in known) or 'none'}")
    return found


def _write_files(game: "Game", made: "Sequence[Made]", html: Path | None, pictures: PictureFiles) -> None:
    from cli.whole_files import write_whole
    from reports.puzzle_page import answer_in_words, puzzle_page, puzzle_svg

    if html is not None:
        write_whole(html, puzzle_page(game, made))
        print(f"written: {html}", file=sys.stderr)
    if pictures:
        each = made[0]
        solved = puzzle_svg(game, each, answer_in_words(each, game.positions().words()))
        for path in (pictures.svg, pictures.png):
            if path is not None:
                write_picture(path, puzzle_svg(game, each), png=path is pictures.png)
                write_picture(_solved(path), solved, png=path is pictures.png)
                print(f"written: {path}, {_solved(path)}", file=sys.stderr)


def _solved(path: Path) -> Path:
    return path.with_name(f"{path.stem}-solution{path.suffix}")
