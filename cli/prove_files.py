"""The files that `cloverproof prove` writes, and its list of mistakes."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cli.options import Format, json_lines, paint_for, refuse, write_out
from cli.whole_files import write_with_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from models.game import Game
    from verifier.distinguish import Mistaken
    from verifier.prove_all import Settled


def tell_mistakes(
    game: "Game", wanted: list[str], timeout: float, jobs: int, format: Format, color: bool | None
) -> "list[Mistaken]":
    """Find a step for each mistake in the wanted clauses, all if none are named, and list them."""
    from verifier.distinguish import mistakes_of
    from verifier.prove_all import told_apart

    known = {clause.id: clause for clause in game.clauses()}
    unknown = [name for name in wanted if name.upper() not in known]
    if unknown:
        refuse(
            f"there is no clause {unknown[0][:20]!r}", suggestion(unknown[0], known) or "`cloverproof rules` lists all"
        )
    ids = dict.fromkeys(name.upper() for name in wanted)
    clauses = [known[name] for name in ids] or list(known.values())  # type: ignore[index]
    mistakes, found = mistakes_of(clauses), []
    for told in told_apart(game, mistakes, timeout, jobs):
        found.append(told)
        if sys.stderr.isatty():
            end = "\n" if len(found) == len(mistakes) else ""
            print(f"\r{len(found)} of {len(mistakes)} mistakes, last in {told.clause.id}   ", end=end, file=sys.stderr)
    _show_mistakes(game, found, format, color)
    return found


def _show_mistakes(game: "Game", found: "list[Mistaken]", format: Format, color: bool | None) -> None:
    from reports.proofs import mistake_row, mistakes_text

    if format is Format.json:
        write_out(json_lines(mistake_row(game, told) for told in found))
    else:
        write_out(mistakes_text(game, found, paint_for(color)))


def suggestion(word: str, known: "Iterable[str]") -> str:
    """Guess what a user meant: the same number, or else what is spelled nearly so."""
    from verifier.did_you_mean import ALIKE_IDS, nearest

    ids, meant = list(known), word.upper()[:20]
    letters, digits = meant.rstrip("0123456789"), meant.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    near = [each for each in ids if each == letters + digits.zfill(len(each) - len(letters))]
    near += nearest(meant, ids, alike=ALIKE_IDS)
    return f"did you mean {near[0]}?" if near else ""


def write_smt2(settled: "list[Settled]", folder: Path) -> None:
    """Write each question as a file."""
    from reports.proofs import smt2_files

    files = [file for each in settled for outcome in each.outcomes for file in smt2_files(each.claim, outcome)]
    _write_files(folder, files)


def write_itf(settled: "list[tuple[Game, Settled]]", folder: Path) -> None:
    """Write each line of play that decides a claim as a trace; a case of values alone is none."""
    import msgspec

    from reports.itf import trace
    from verifier.prove_all import witness_of

    files = []
    for game, each in settled:
        for outcome in each.outcomes:
            case = witness_of(outcome)
            if case is not None and case.steps:
                told = trace(each.claim, game.proofs().tell(case.steps))
                text = msgspec.json.format(msgspec.json.encode(told)).decode() + "\n"
                files.append((f"{each.claim.id}-{outcome.players}.itf.json", text))
    _write_files(folder, files)


def _write_files(folder: Path, files: list[tuple[str, str]]) -> None:
    for name, text in files:
        write_with_folder(folder / name, text)
    print(f"{len(files)} files written to {folder}" if files else f"nothing to write to {folder}", file=sys.stderr)
