"""`cloverproof prove`."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import COLOR, Format, known_edition, paint_for, refuse, write

if TYPE_CHECKING:
    from models.game import Game
    from verifier.proving import Outcome, Settled, Task


def prove(
    claim: list[str] | None = typer.Argument(None, help="Claims by their ids; all if none is named."),
    edition: str | None = typer.Option(None, help="The edition whose set-up is played."),
    players: list[int] = typer.Option(
        [], "--players", "-p", min=2, max=4, help="How many players; 2, 3 and 4 if absent."
    ),
    side: int | None = typer.Option(None, min=2, metavar="N", help="Rows of a garden; as printed if absent."),
    timeout: float = typer.Option(60.0, min=0.001, metavar="SECONDS", help="The most time for one question."),
    smt2: Path | None = typer.Option(None, metavar="DIR", help="Write each question as plain SMT-LIB (QF_LIA)."),
    itf: Path | None = typer.Option(None, metavar="DIR", help="Write each line of play that refutes a claim, in ITF."),
    crosscheck: bool = typer.Option(False, "--crosscheck", help="Let cvc5 answer the same questions."),
    jobs: int = typer.Option(0, "--jobs", "-j", min=0, metavar="N", help="Processes; 0: as many as processors."),
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Prove or refute claims over all gardens and tables of a size.

    Each claim comes out proved, refuted (with a garden or a line of play that was replayed first) or unknown. The exit
    code is 1 if one does not come out as stated.

    Example: cloverproof prove LNC05 --players 2
    """
    from models.game import Malformed
    from models.games import GAMES
    from verifier.prove import selected
    from verifier.proving import Wish, settle, tasks

    known = known_edition(edition)
    if crosscheck:
        _need_cvc5()
    game = GAMES[0]
    try:
        wanted = list(selected(game.proofs().claims, claim or []))
    except KeyError as missing:
        refuse(f"there is no claim {str(missing.args[0])[:20]!r}", "`cloverproof claims` lists all")
    count = jobs or os.cpu_count() or 1
    wish = Wish(known, side, tuple(dict.fromkeys(players)), timeout, crosscheck, smt2 is not None, count)
    try:
        todo = tasks(game, wanted, wish)
    except Malformed as wrong:
        refuse(wrong.message, wrong.help)
    if not todo:
        refuse("these claims are not made for this size", "`cloverproof claims` tells what they are about")
    begun = time.perf_counter()
    outcomes = _performed(todo, count)
    settled = settle(wanted, outcomes)
    _show(game, settled, format, color, whole=bool(claim))
    print(f"{len(todo)} decisions in {time.perf_counter() - begun:.1f} s", file=sys.stderr)
    if smt2 is not None:
        _write_smt2(settled, smt2)
    if itf is not None:
        _write_itf(game, settled, itf)
    raise typer.Exit(0 if all(each.as_stated for each in settled) else 1)


def _need_cvc5() -> None:
    from importlib.util import find_spec

    if find_spec("cvc5") is None:
        refuse("cvc5 is not installed", "pip install 'cloverproof[crosscheck]'")


def _performed(todo: "list[Task]", jobs: int) -> "list[Outcome]":
    from verifier.proving import run

    done = 0

    def watch(outcome: "Outcome") -> None:
        nonlocal done
        done += 1
        if sys.stderr.isatty():
            end = "\n" if done == len(todo) else ""
            print(f"\r{done} of {len(todo)} decided, last {outcome.claim}   ", end=end, file=sys.stderr)

    try:
        return run(todo, min(jobs, len(todo)), watch)
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
        raise typer.Exit(130) from None


def _show(game: "Game", settled: "list[Settled]", format: Format, color: bool | None, *, whole: bool) -> None:
    from reports.proofs import proof_row, settled_text, summary

    if format is Format.json:
        import msgspec

        write("".join(msgspec.json.encode(proof_row(game, each)).decode() + "\n" for each in settled))
        return
    paint = paint_for(color)
    write("\n".join([*(settled_text(game, each, paint, whole) for each in settled), summary(settled)]))


def _write_smt2(settled: "list[Settled]", folder: Path) -> None:
    from reports.proofs import smt2_files

    files = [file for each in settled for outcome in each.outcomes for file in smt2_files(each.claim, outcome)]
    _write_files(folder, files)


def _write_itf(game: "Game", settled: "list[Settled]", folder: Path) -> None:
    import msgspec

    from reports.itf import trace
    from verifier.proving import witness_of

    files = []
    for each in settled:
        for outcome in each.outcomes:
            case = witness_of(outcome)
            if case is not None:
                told = trace(each.claim, game.proofs().tell(case.steps))
                text = msgspec.json.format(msgspec.json.encode(told)).decode() + "\n"
                files.append((f"{each.claim.id}-{outcome.players}.itf.json", text))
    _write_files(folder, files)


def _write_files(folder: Path, files: list[tuple[str, str]]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files:
            (folder / name).write_text(text, "utf-8")
    except OSError as error:
        refuse(f"cannot write to {folder}: {error.strerror}", "name a folder that can be written to")
    print(f"{len(files)} files written to {folder}", file=sys.stderr)
