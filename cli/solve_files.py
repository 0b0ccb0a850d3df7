"""What `cloverproof solve` reads and writes besides puzzles: logs, certificates, models for other programs."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import Format, is_terminal, refuse, write

if TYPE_CHECKING:
    from models.game import Game
    from models.position import Objective, Problem
    from reports.style import Paint
    from verifier.check_certificate import Side
    from verifier.solve.solver import Limits, Search

STDIN = "-"
MOST_LINE = 1 << 20


def check(path: Path, format: Format, paint: "Paint") -> None:
    """Check a certificate and tell what it proves."""
    from verifier.check_certificate import Refused, Unreadable, verify, written

    try:
        proven = verify(str(path))
    except Unreadable as wrong:
        refuse(f"{path}: {wrong}")
    except Refused as wrong:
        write(f"{path}: {paint('bad', 'refused')}: {wrong}\n")
        raise typer.Exit(1) from None
    if format is Format.json:
        import msgspec

        row = {"lower": written(proven.lower), "upper": written(proven.upper), "positions": proven.positions}
        write(msgspec.json.encode({"path": str(path), "goal": proven.problem.goal, **row}).decode() + "\n")
        return
    counts = ", ".join(f"{side} {count:,}" for side, count in proven.positions.items())
    low, high = written(proven.lower), written(proven.upper)
    bounds = low if low == high else f"from {low} to {high}"
    write(f"{path}: {paint('good', 'proven')}: {proven.problem.goal} {bounds} (positions: {counts})\n")


def write_proof(path: Path, game: "Game", problem: "Problem", search: "Search") -> None:
    """Write both sides' strategies for what was proven."""
    from verifier.certificate import certify
    from verifier.check_certificate import Refused
    from verifier.unfold import TooLarge

    try:
        certify(str(path), game, problem, search)
    except (TooLarge, Refused) as wrong:
        refuse(f"no certificate: {wrong}", "the strategies are too many positions to write down")
    except OSError as wrong:
        refuse(f"cannot write {path}: {wrong.strerror}")
    print(f"written: {path}", file=sys.stderr)


def write_models(problem: "Problem", drn: Path | None, prism: Path | None, fix: str | None = None) -> None:
    """Write the explicit model of a puzzle for other programs, with the best moves of one side fixed if so asked."""
    if drn is None and prism is None:
        return
    from verifier.export_model import model_of, to_drn, to_prism
    from verifier.plain import solve_plainly
    from verifier.unfold import TooLarge

    try:
        if fix is None:
            model = model_of(problem)
        else:
            side: Side = "hero" if fix == "hero" else "others"
            model = model_of(problem, side, solve_plainly(problem).strategy())
        for path, form in ((drn, to_drn), (prism, to_prism)):
            if path is not None:
                with path.open("w", encoding="utf-8") as file:
                    file.writelines(form(model))
                print(f"written: {path}", file=sys.stderr)
    except TooLarge as wrong:
        refuse(f"no model: {wrong}", "only small puzzles are written out whole")
    except ValueError as wrong:
        refuse(f"no model: {wrong}", "--prism writes games of several players, --fix makes one of one")
    except OSError as wrong:
        refuse(f"cannot write {wrong.filename}: {wrong.strerror}")


def _lines(path: str) -> Iterator[bytes]:
    import gzip

    try:
        if path == STDIN:
            yield from iter(lambda: sys.stdin.buffer.readline(MOST_LINE), b"")
        elif path.endswith(".gz"):
            with gzip.open(path, "rb") as packed:
                yield from iter(lambda: packed.readline(MOST_LINE), b"")
        else:
            with Path(path).open("rb") as file:
                yield from iter(lambda: file.readline(MOST_LINE), b"")
    except (OSError, EOFError) as wrong:
        refuse(f"cannot read {path}: {getattr(wrong, 'strerror', None) or wrong}")


def from_log(
    path: str, turn: int, game: int, revealed: bool, equal_exchange: bool, objective: "Objective"
) -> "tuple[Game, Problem]":
    """Give the position before a turn of a log as a problem."""
    from models.game import Reading
    from models.position import Problem
    from verifier.turns_of_log import LogFault, position_at

    try:
        model, position = position_at(_lines(path), Reading(equal_exchange=equal_exchange), turn, game, revealed)
    except LogFault as fault:
        refuse(f"{path}{f':{fault.line}' if fault.line else ''}: {fault.message}", fault.help)
    return model, Problem(position, "win", objective, position.mover)


def analyse_log(
    path: str, objective: "Objective", limits: "Limits", equal_exchange: bool, format: Format, paint: "Paint"
) -> None:
    """Go through the games of a log from their ends, and write which turns gave value away."""
    from itertools import groupby

    from models.game import Reading
    from reports.analyze import analysis_data, analysis_text
    from verifier.analyze import analyse
    from verifier.solve.answer import outlook_of
    from verifier.turns_of_log import LogFault, recorded_turns

    try:
        recorded = list(recorded_turns(_lines(path), Reading(equal_exchange=equal_exchange)))
    except LogFault as fault:
        refuse(f"{path}{f':{fault.line}' if fault.line else ''}: {fault.message}", fault.help)
    found, stopped = [], False
    try:
        for _, turns in groupby(recorded, key=lambda each: each[1].game):
            of_game = list(turns)
            solve = outlook_of(of_game[0][0], limits)
            for turn in analyse([turn for _, turn in of_game], solve, objective):
                found.append(turn)
                if is_terminal(sys.stderr):
                    print(f"\r\x1b[Kturn {turn.turn.turn}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        stopped = True
    if is_terminal(sys.stderr):
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    if format is Format.json:
        import msgspec

        write("".join(msgspec.json.encode(row).decode() + "\n" for row in analysis_data(found)))
    else:
        write(analysis_text(found, paint))
    if stopped:
        print("interrupted; the turns before these were not looked at", file=sys.stderr)
        raise typer.Exit(130)
