"""`cloverproof tiles`."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import COLOR, GAME, Format, game_with, json_lines, paint_for, refuse, write_out
from cli.seconds import seconds_option
from cli.system_faults import reason
from cli.whole_files import writable, write_whole

if TYPE_CHECKING:
    from models.game import Game
    from reports.style import Paint
    from verifier.recover import RecordedGame


class TilesTask(StrEnum):
    """What to do about tile sets."""

    check = "check"
    infer = "infer"


def tiles(
    task: TilesTask = typer.Argument(help="check tile sets, or infer one from recorded games"),
    paths: list[str] = typer.Argument(
        metavar="PATH...", help="check: files (TOML or CSV), or sets that are built in; infer: logs."
    ),
    pairs_once: bool = typer.Option(False, "--pairs-once", help="infer: suppose that no two tiles carry the same two."),
    out: Path | None = typer.Option(None, "--out", metavar="FILE", help="infer: write a set that fits (CSV)."),
    timeout: float = seconds_option(60.0, least=0.001, help="infer: the most time for one question."),
    game: str | None = GAME,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Check tile sets against what is printed, or infer from recorded games which tile carries what.

    `infer` asks whether there is any tile set under which all games were legal, and lists what holds in every such set;
    if there is none, it names a smallest set of moves that contradict each other.

    Example: cloverproof tiles check invented
    """
    asked = game_with("material", game)
    if task is TilesTask.infer:
        raise typer.Exit(_infer(asked, paths, pairs_once, timeout, out, format, paint_for(color)))
    raise typer.Exit(_check(asked, paths, format, paint_for(color)))


def _check(game: "Game", names: list[str], format: Format, paint: "Paint") -> int:
    from models.material import BadMaterial
    from reports.material import TilesRow, tiles_row, tiles_text

    material = game.material()
    rows: list[TilesRow] = []
    for name in names:
        try:
            rows.append(tiles_row(name, material, material.load(name)))
        except BadMaterial as bad:
            rows.append(TilesRow(name, bad.faults))
        except (OSError, ValueError) as fault:
            refuse(f"cannot read the tile set {name[:80]}: {reason(fault)}", f"built in: {', '.join(material.names())}")
    if format is Format.json:
        write_out(json_lines(rows))
    else:
        write_out("\n".join(tiles_text(row, paint) for row in rows))
    return 1 if any(row.faults or False in [fact.agrees for fact in row.facts] for row in rows) else 0


def _infer(
    game: "Game", paths: list[str], pairs_once: bool, timeout: float, out: Path | None, format: Format, paint: "Paint"
) -> int:
    from models.material import BadMaterial
    from models.reading import Reading
    from reports.recover import recovered_row, recovered_text
    from verifier.recover import recover

    writable([out] if out is not None else [])
    found = [record for path in paths for record in _records(path)]
    if not found:
        refuse(
            "the logs hold no game",
            "name logs of whole games; `cloverproof convert` makes ours of those in other forms",
        )
    try:
        told = recover(game, found, Reading(), pairs_once=pairs_once, timeout=timeout)
    except BadMaterial as bad:
        refuse(bad.faults[0])
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise typer.Exit(130) from None
    if not told.games:
        why = told.skipped[0].fault if told.skipped else "nothing follows their headers"
        refuse(f"no game can be used: {why}", "`cloverproof validate` tells more about each log")
    if format is Format.json:
        write_out(json_lines([recovered_row(told)]))
    else:
        write_out(recovered_text(told, paint))
    if out is not None and told.sort == "possible":
        write_whole(out, game.material().write(told.example))
        print(f"written: {out}", file=sys.stderr)
    return 0 if told.sort == "possible" and told.complete and not told.skipped else 1


def _records(path: str) -> "list[RecordedGame]":
    from verifier.find_logs import find_logs
    from verifier.recover import records
    from verifier.source import SourceLimits, Unreadable, blocks_of_lines

    found: list[RecordedGame] = []
    for log in find_logs([path]):
        if isinstance(log, tuple):
            refuse(f"{log[0][:80]}: {log[1].message}", log[1].help)
        try:
            lines = [line for block in blocks_of_lines(log, SourceLimits()) for line in block]
        except Unreadable as stop:
            refuse(f"{log[:80]}: {stop.message}", stop.help)
        found += records(log, lines)
    return found
