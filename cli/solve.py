"""`cloverproof solve`."""

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import COLOR, TILES, Format, answers, material_of, paint_for, refuse, write_out

if TYPE_CHECKING:
    from models.game import Game
    from models.position import Objective, Problem
    from verifier.replies import Reply
    from verifier.solve.answer import Answer

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
LEAST_MEMORY = 1 << 20
UNREADABLE, STOPPED = 2, 130
STDIN = "-"


def solve(
    puzzles: list[str] = typer.Argument(None, metavar="PUZZLE...", help="Puzzle files; - reads standard input."),
    objective: str = typer.Option("win", metavar="win|points", help="What counts: the win, or tournament points."),
    time_limit: float | None = typer.Option(
        None, "--time", min=0, max=1e7, metavar="SECONDS", help="Stop after so long, for each puzzle or decision."
    ),
    total: float | None = typer.Option(
        None, min=0, max=1e7, metavar="SECONDS", help="With --analyze: stop after so long altogether."
    ),
    memory: str = typer.Option("4G", metavar="SIZE", help="Stop at so much memory, like 500M or 8G."),
    every: bool = typer.Option(
        False, "--all-moves", help="Find the exact value of each move, however long it takes, not of the best alone."
    ),
    certificate: Path | None = typer.Option(
        None, metavar="FILE", help="Write both sides' strategies, for --verify to check (.gz: compressed)."
    ),
    verify: Path | None = typer.Option(None, metavar="FILE", help="Check a certificate instead of solving."),
    drn: Path | None = typer.Option(None, metavar="FILE", help="Write the model for Storm (two sides: with --fix)."),
    prism: Path | None = typer.Option(None, metavar="FILE", help="Write the whole model for PRISM."),
    fix: str | None = typer.Option(
        None, metavar="hero|others", help="In a model, one side makes its best moves and the other decides alone."
    ),
    source: str | None = typer.Option(None, "--from", metavar="LOG", help="Solve a position of a game log instead."),
    turn: int | None = typer.Option(None, min=1, help="With --from: before this turn of the game."),
    game_number: int | None = typer.Option(
        None, "--game", min=1, metavar="N", help="With a log: which game of it (--from: the first, --analyze: all)."
    ),
    revealed: bool = typer.Option(False, "--revealed", help="With --from: with the clover of that turn in hand."),
    analyze: str | None = typer.Option(
        None, metavar="LOG", help="Go through a game and mark the turns that gave value away."
    ),
    equal_exchange: bool | None = typer.Option(
        None,
        "--equal-exchange/--no-equal-exchange",
        help="With a log: may a clover replace an equal one? (Default: yes.)",
    ),
    tiles: str | None = TILES,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Solve endgame puzzles exactly.

    Values are fractions, and exact only where that is proven; where a limit or Ctrl-C ends the search, its bounds are
    proven. The form of a puzzle: docs/formats.md.

    Example: cloverproof solve puzzle.json --time 60
    """
    from cli.solve_files import check_written, writable
    from cli.solve_log import analyse_log, from_log
    from models.game import Reading

    if objective not in ("win", "points"):
        refuse(f"--objective cannot be {objective[:40]!r}", "it is win or points")
    what: Objective = "points" if objective == "points" else "win"
    for name, seconds in (("--time", time_limit), ("--total", total)):
        if seconds is not None and math.isnan(seconds):
            refuse(f"{name} cannot be nan", "a number of seconds")
    size = _bytes(memory)
    asked = [bool(puzzles), source is not None, analyze is not None, verify is not None]
    if sum(asked) != 1:
        refuse("one of these is needed: PUZZLE, --from LOG, --analyze LOG or --verify FILE")
    log = "with --from or --analyze"
    solving, proof = puzzles or source, "with a puzzle or --from"
    for name, given, fits, where in (
        ("--turn", turn is not None, source, "with --from"),
        ("--revealed", revealed, source, "with --from"),
        ("--game", game_number is not None, source or analyze, log),
        ("--equal-exchange", equal_exchange is not None, source or analyze, f"{log}; a puzzle has a key for it"),
        ("--tiles", tiles is not None, source or analyze, f"{log}; a puzzle has a key for it"),
        ("--total", total is not None, analyze, "with --analyze"),
        ("--time", time_limit is not None, not verify, "where something is solved"),
        ("--objective points", what == "points", not verify, "where something is solved; a certificate names its own"),
        ("--all-moves", every, solving, proof),
        ("--certificate", certificate is not None, solving, proof),
        ("--drn", drn is not None, solving, proof),
        ("--prism", prism is not None, solving, proof),
        ("--fix", fix is not None, drn or prism, "with --drn or --prism"),
    ):
        if given and not fits:
            refuse(f"{name} means nothing here", f"it goes {where}")
    if fix not in (None, "hero", "others"):
        refuse(f"--fix cannot be {str(fix)[:40]!r}", "it is hero (the player to move) or others")
    if source is not None and turn is None:
        refuse("--from LOG needs --turn N", "the position before that turn is solved")
    if puzzles and puzzles.count(STDIN) > 1:
        refuse("standard input can be read only once", "name - once")
    reading = Reading(answers=answers(equal_exchange is False), material=material_of(tiles))
    if verify is not None:
        check_written(verify, format, paint_for(color))
        return
    if analyze is not None:
        analyse_log(analyze, game_number, what, (time_limit, size), total, reading, format, paint_for(color))
        return
    files = [path for path in (certificate, drn, prism) if path is not None]
    writable(files)
    if source is not None:
        place = f"{source}, turn {turn}"
        problems = [(place, *from_log(source, turn or 1, game_number or 1, revealed, reading, what))]
        faults = 0
    else:
        problems, faults = _loaded(puzzles, what)
    if files and len(problems) + faults > 1:
        refuse("a certificate or a model is of one puzzle")
    if drn is not None and fix is None and any(problem.goal != "fill" for _, _, problem in problems):
        refuse("DRN knows no players", "--fix lets one side make its best moves; --prism writes games of two sides")
    for path, game, problem in problems:
        if _solve_one(path, game, problem, (time_limit, size), every, format, color, certificate, drn, prism, fix):
            raise typer.Exit(STOPPED)
    if faults:
        raise typer.Exit(UNREADABLE)


def _loaded(paths: list[str], objective: "Objective") -> "tuple[list[tuple[str, Game, Problem]], int]":
    """Read the puzzles of files; tell what is wrong with those that are none, and count them."""
    from reports.style import visible
    from verifier.puzzle_text import PuzzleFault
    from verifier.puzzles import load_puzzles

    problems, faults = [], 0
    for path in paths:
        for name, read in load_puzzles(path, objective):
            if isinstance(read, PuzzleFault):
                faults += 1
                print(f"error: {visible(str(read))}", file=sys.stderr)
                if read.help:
                    print(f"help: {visible(read.help)}", file=sys.stderr)
            else:
                problems.append((name, *read))
    return problems, faults


def _solve_one(
    path: str,
    game: "Game",
    problem: "Problem",
    limits: tuple[float | None, int],
    every: bool,
    format: Format,
    color: bool | None,
    certificate: Path | None,
    drn: Path | None,
    prism: Path | None,
    fix: str | None,
) -> bool:
    """Solve one puzzle within seconds and bytes, and write what was found; tell whether Ctrl-C stopped it."""
    from cli.solve_files import write_models, write_proof
    from cli.solve_progress import SearchProgress
    from models.game import Malformed

    watch = SearchProgress()
    try:
        with watch:
            from verifier.replies import replies
            from verifier.solve.answer import solve as solved
            from verifier.solve.solver import SearchLimits

            answer, search = solved(game, problem, SearchLimits(*limits), watch.look, every)
            answers = replies(search, answer)
    except Malformed as wrong:
        refuse(f"{path}: {wrong.message}", wrong.help)
    _write(path, game, answer, answers, format, color)
    if not watch.stopped:
        if certificate is not None:
            write_proof(certificate, game, problem, search)
        write_models(problem, drn, prism, fix)
    return watch.stopped


def _write(
    path: str, game: "Game", answer: "Answer", answers: "dict[str, Reply]", format: Format, color: bool | None
) -> None:
    from reports.solve import solve_row, solve_text
    from reports.style import readable, visible

    if format is Format.json:
        import msgspec

        write_out(msgspec.json.encode(solve_row(readable(path), answer, answers)).decode() + "\n")
    else:
        view, words = game.positions().show(answer.problem.start), game.positions().words()
        write_out(solve_text(visible(readable(path)), view, answer, answers, words, paint_for(color)) + "\n")


def _bytes(text: str) -> int:
    """Read a size of memory."""
    number, unit = text.strip().upper().removesuffix("B"), ""
    if number[-1:] in UNITS and not number[-1:].isdigit():
        number, unit = number[:-1], number[-1:]
    if not number.isascii() or not number.isdigit() or len(number) > 15:
        refuse(f"--memory cannot be {text[:40]!r}", "a number of bytes, or like 500M or 8G")
    size = int(number) * UNITS[unit]
    if size < LEAST_MEMORY:
        refuse(f"--memory {text[:40]} is too little", "at least 1M")
    return size
