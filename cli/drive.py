"""`cloverproof drive`."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from cli.folders import empty_folder
from cli.options import (
    COLOR,
    EDITION,
    GAME,
    NO_EQUAL,
    TILES,
    Format,
    answers,
    game_with,
    known_edition,
    leave_on_sigterm,
    material_of,
    paint_for,
    refuse,
    write_out,
)
from cli.seconds import seconds_option

if TYPE_CHECKING:
    from cli.drive_request import DriveRequest


class Template(StrEnum):
    """The adapters that can be begun with."""

    python = "python"
    javascript = "javascript"
    java = "java"
    console_python = "console-python"


def drive(
    command: list[str] = typer.Argument(None, metavar="-- COMMAND...", help="How the program's adapter is started."),
    games: int = typer.Option(200, min=1, metavar="N", help="Games to play."),
    time: float | None = seconds_option(None, "--time", least=0.1, help="Stop after this time."),
    seed: int = typer.Option(1, help="Another seed plays other games; the same one the same."),
    players: int | None = typer.Option(None, min=2, metavar="N", help="Only games of so many players."),
    setup: str | None = typer.Option(None, metavar="NAME", help="Only this set-up: standard or michael."),
    variants: str | None = typer.Option(None, metavar="A,B", help="House rules in force, as logs name them."),
    edition: str | None = EDITION,
    no_equal_exchange: bool = NO_EQUAL,
    game: str | None = GAME,
    tiles: str | None = TILES,
    wait: float = seconds_option(10.0, least=0.1, help="No answer within this time is a hang."),
    jobs: int = typer.Option(1, "--jobs", "-j", min=1, metavar="N", help="Programs that run side by side."),
    logs: Path | None = typer.Option(
        None, metavar="DIR", help="Write each game as a log, and the shortest exchanges, into a new folder."
    ),
    stop_at_first: bool = typer.Option(False, "--stop-at-first", help="Stop at the first difference."),
    replay: Path | None = typer.Option(None, metavar="FILE", help="Make the requests of a file again."),
    check: bool = typer.Option(False, "--check", help="Only look whether the adapter is right."),
    template: Template | None = typer.Option(None, help="Print the beginning of an adapter, to be filled in."),
    format: Format = typer.Option(Format.text, help="How to write the differences."),
    junit: Path | None = typer.Option(None, metavar="FILE", help="Write JUnit XML too, a case for each clause."),
    sarif: Path | None = typer.Option(
        None, metavar="FILE", help="Write SARIF 2.1.0 too; its places are in the files of --logs."
    ),
    html: Path | None = typer.Option(
        None, metavar="FILE", help="Write a page too: the report on the logs of all games."
    ),
    progress: bool | None = typer.Option(
        None, "--progress/--no-progress", help="A line that counts; by default on a terminal."
    ),
    color: bool | None = COLOR,
) -> None:
    """Play against a program, and tell where it differs from the rules.

    The program needs an adapter: it reads one request a line and answers each by one line (docs/driving.md).

    Example: cloverproof drive --games 200 -- python adapter.py
    """
    if template is not None:
        _print_template(template, game)
        return
    from cli.drive_request import DriveRequest
    from models.driving import Wish
    from models.reading import Reading
    from reports.report.options import ReportOptions

    if not command or not command[0]:
        refuse("no program is named", "put its command behind --, for example: cloverproof drive -- python adapter.py")
    if sarif is not None and logs is None:
        refuse("SARIF names places in files, and no logs are written", "name a folder for them: --logs DIR")
    elsewhere = [name for name, file in (("--junit", junit), ("--sarif", sarif), ("--html", html)) if file is not None]
    if elsewhere and (check or replay is not None):
        what = "what is found in an adapter is" if check else "requests that are made again are"
        refuse(f"{what} told in text or JSON", f"leave out {' and '.join(elsewhere)}")
    if check and replay is not None:
        refuse("--check and --replay exclude each other", "leave one of them away")
    asked = game_with("driving", game)
    order = DriveRequest(
        game=asked,
        command=tuple(command),
        wish=Wish(
            players,
            setup,
            None if variants is None else tuple(filter(None, variants.split(","))),
            Reading(known_edition(edition), answers(no_equal_exchange), material_of(tiles, asked.key)),
        ),
        games=games,
        time=time,
        seed=seed,
        wait=wait,
        jobs=jobs,
        logs=logs,
        stop_at_first=stop_at_first,
        as_json=format is Format.json,
        progress=progress,
        paint=paint_for(color),
        junit=junit,
        sarif=sarif,
        html=html,
        judged_as=ReportOptions(edition, not no_equal_exchange, tiles=tiles),
    )
    _play(order, replay, check=check)


def _play(order: "DriveRequest", replay: Path | None, *, check: bool) -> NoReturn:
    """Do what is asked for, and exit."""
    from cli.drive_run import run_check, run_games, run_replay

    if order.logs is not None and not (check or replay):
        empty_folder(order.logs, "name a new one, or remove it: old games in it would be taken for those of this run")
    leave_on_sigterm()
    try:
        code = run_replay(order, replay) if replay else run_check(order) if check else run_games(order)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        code = 130
    raise typer.Exit(code)


def _print_template(template: Template, game: str | None) -> None:
    asked = game_with("driving", game)
    folder, name = asked.driving().templates, f"{template.value}.txt"
    if folder is None or not (folder / name).is_file():
        refuse(f"there is no template for {asked.title}", "docs/driving.md lists what to answer")
    frame = (Path(__file__).parent / "templates" / "drive" / name).read_text("utf-8")
    write_out(frame.replace("{game}\n", (folder / name).read_text("utf-8")))
