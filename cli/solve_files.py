"""What `cloverproof solve` writes besides answers: certificates, models for other programs."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import Format, json_lines, refuse, write_out
from cli.solve_progress import Progress
from cli.system_faults import reason

if TYPE_CHECKING:
    from models.game import Game
    from models.position import Problem
    from reports.style import Paint
    from verifier.check_certificate import Side
    from verifier.solve.search_interface import AnytimeSearch


def check_written(path: Path, format: Format, paint: "Paint") -> None:
    """Check a certificate and tell what it proves."""
    from reports.style import readable, visible
    from verifier.check_certificate import InvalidCertificate, Refused, canonical_json, verify

    try:
        with Progress("checking") as progress:
            proven = verify(str(path), tell=progress.count)
    except InvalidCertificate as wrong:
        refuse(f"{path}: {wrong}")
    except Refused as wrong:
        write_out(f"{visible(readable(str(path)))}: {paint('bad', 'refused')}: {visible(str(wrong))}\n")
        raise typer.Exit(1) from None
    if format is Format.json:
        row = {
            "lower": canonical_json(proven.lower),
            "upper": canonical_json(proven.upper),
            "positions": proven.positions,
        }
        asked = {"goal": proven.problem.goal, "objective": proven.problem.objective}
        write_out(json_lines([{"path": readable(str(path)), **asked, **row}]))
        return
    counts = ", ".join(f"{side} {count:,}" for side, count in proven.positions.items())
    low, high = canonical_json(proven.lower), canonical_json(proven.upper)
    bounds = low if low == high else f"from {low} to {high}"
    goal = "points" if proven.problem.objective == "points" else proven.problem.goal
    write_out(f"{visible(readable(str(path)))}: {paint('good', 'proven')}: {goal} {bounds} (positions: {counts})\n")


def write_proof(path: Path, game: "Game", problem: "Problem", search: "AnytimeSearch") -> None:
    """Write both sides' strategies for what was proven."""
    from verifier.certificate import certify
    from verifier.check_certificate import Refused
    from verifier.explicit_model import TooLarge

    try:
        with Progress("making the certificate") as progress:
            certify(str(path), game, problem, search, progress.count)
    except (TooLarge, Refused) as wrong:
        refuse(f"no certificate: {wrong}", "the strategies are too many positions to write down")
    except ValueError as wrong:
        refuse(f"no certificate: {wrong}", "give it more time")
    except OSError as wrong:
        refuse(f"cannot write {path}: {reason(wrong)}")
    print(f"written: {path}", file=sys.stderr)


def write_models(problem: "Problem", drn: Path | None, prism: Path | None, fix: str | None = None) -> None:
    """Write the explicit model of a puzzle for other programs, with the best moves of one side fixed if so asked."""
    if drn is None and prism is None:
        return
    from cli.whole_files import written_whole
    from verifier.explicit_model import TooLarge
    from verifier.export_model import model_of, to_drn, to_prism
    from verifier.reference_solver import solve_plainly

    try:
        with Progress("making the model"):
            if fix is None:
                model = model_of(problem)
            else:
                side: Side = "hero" if fix == "hero" else "others"
                model = model_of(problem, side, solve_plainly(problem).strategy())
            for path, form in ((drn, to_drn), (prism, to_prism)):
                if path is not None:
                    with written_whole(path) as file:
                        file.writelines(piece.encode() for piece in form(model))
                    print(f"written: {path}", file=sys.stderr)
    except TooLarge as wrong:
        refuse(f"no model: {wrong}", "only small puzzles are written out whole")
    except ValueError as wrong:
        refuse(f"no model: {wrong}", "--prism writes games of several players who move in turn, --fix makes one of one")
