"""`cloverproof solve`."""

import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import typer

from cli.options import COLOR, Format, is_terminal, paint_for, refuse, write

if TYPE_CHECKING:
    from models.game import Game
    from models.position import Objective, Problem
    from verifier.solve.answer import Answer
    from verifier.solve.solver import Limits, Search

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
LEAST_MEMORY = 1 << 20
AGAIN = 0.2  # seconds between two looks at the bounds
STOPPED = 130


def solve(
    puzzles: list[str] = typer.Argument(None, metavar="PUZZLE...", help="Puzzle files; - reads standard input."),
    objective: str = typer.Option("win", metavar="win|points", help="What counts: the win, or tournament points."),
    time_limit: float | None = typer.Option(
        None, "--time", min=0, max=1e7, metavar="SECONDS", help="Stop after so long, for each puzzle."
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
    game_number: int = typer.Option(1, "--game", min=1, metavar="N", help="With --from: which game of the log."),
    revealed: bool = typer.Option(False, "--revealed", help="With --from: with the clover of that turn in hand."),
    analyze: str | None = typer.Option(
        None, metavar="LOG", help="Go through a game and mark the turns that gave value away."
    ),
    equal_exchange: bool = typer.Option(
        True, "--equal-exchange/--no-equal-exchange", help="With a log: may a clover replace an equal one?"
    ),
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Solve endgame puzzles exactly.

    Values are fractions, and exact only where that is proven; where a limit or Ctrl-C ends the search, its bounds are
    proven. The form of a puzzle: docs/formats.md.

    Example: cloverproof solve puzzle.json --time 60
    """
    from cli.solve_files import analyse_log, check, from_log
    from verifier.puzzles import PuzzleFault, load_puzzle
    from verifier.solve.solver import Limits

    if objective not in ("win", "points"):
        refuse(f"--objective cannot be {objective[:40]!r}", "it is win or points")
    what: Objective = "points" if objective == "points" else "win"
    limits = Limits(time_limit, _bytes(memory))
    asked = [bool(puzzles), verify is not None, source is not None, analyze is not None]
    if sum(asked) != 1:
        refuse("one of these is needed: PUZZLE, --from LOG, --analyze LOG or --verify FILE")
    if fix not in (None, "hero", "others") or (fix and not (drn or prism)):
        refuse("--fix goes with --drn or --prism", "it is hero (the player to move) or others")
    if (turn is not None) != (source is not None):
        refuse("--from LOG and --turn N go together")
    if (certificate or drn or prism) and len(puzzles or [source]) > 1:
        refuse("a certificate or a model is of one puzzle")
    if verify is not None:
        check(verify, format, paint_for(color))
        return
    if analyze is not None:
        analyse_log(analyze, what, limits, equal_exchange, format, paint_for(color))
        return
    if source is not None:
        problems = [(source, *from_log(source, turn or 1, game_number, revealed, equal_exchange, what))]
    else:
        problems = []
        for path in puzzles:
            try:
                problems.append((path, *load_puzzle(path, what)))
            except PuzzleFault as fault:
                refuse(str(fault), fault.help)
    stop = False
    for path, game, problem in problems:
        stop = _solve_one(path, game, problem, limits, every, format, color, certificate, drn, prism, fix)
        if stop:
            raise typer.Exit(STOPPED)


def _solve_one(
    path: str,
    game: "Game",
    problem: "Problem",
    limits: "Limits",
    every: bool,
    format: Format,
    color: bool | None,
    certificate: Path | None,
    drn: Path | None,
    prism: Path | None,
    fix: str | None,
) -> bool:
    """Solve one puzzle and write what was found; tell whether it was stopped by Ctrl-C."""
    from cli.solve_files import write_models, write_proof
    from models.game import Malformed

    write_models(problem, drn, prism, fix)
    watch = Watch()
    try:
        with watch:
            from verifier.solve.answer import solve as solved

            answer, search = solved(game, problem, limits, watch.look, every)
    except Malformed as wrong:
        refuse(f"{path}: {wrong.message}", wrong.help)
    _write(path, game, answer, format, color)
    if certificate is not None:
        write_proof(certificate, game, problem, search)
    return watch.stopped


def _write(path: str, game: "Game", answer: "Answer", format: Format, color: bool | None) -> None:
    from reports.solve import solve_row, solve_text
    from reports.style import readable, visible

    if format is Format.json:
        import msgspec

        write(msgspec.json.encode(solve_row(readable(path), answer)).decode() + "\n")
    else:
        view = game.positions().show(answer.problem.start)
        write(solve_text(visible(readable(path)), view, answer, paint_for(color)) + "\n")


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


class Watch:
    """Shows the bounds as they close in, and lets Ctrl-C end the search in good order; a second one ends it at once."""

    def __init__(self) -> None:
        self.shows = is_terminal(sys.stderr)
        self.stopped = False
        self.next = 0.0
        self.before: Any = None

    def __enter__(self) -> Self:
        if self.shows:
            print("preparing the solver (the first time it is compiled) ...", end="", file=sys.stderr, flush=True)
        self.before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self.before)
        if self.shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _stop(self, *_: object) -> None:
        self.stopped = True
        signal.signal(signal.SIGINT, self.before)

    def look(self, search: "Search") -> None:
        """Show the bounds from time to time."""
        search.stopped = self.stopped
        now = time.monotonic()
        if self.shows and now >= self.next:
            self.next = now + AGAIN
            bounds = search.bounds
            text = f"{search.positions:,} positions, value from {float(bounds.low):.4f} to {float(bounds.high):.4f}"
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
