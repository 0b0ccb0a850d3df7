"""`cloverproof replay`."""

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.forms import DIALECT, MAPPING, endings_for, known_dialect, mapping_of
from cli.options import (
    EDITION,
    MAX_LINE,
    MAX_UNPACKED,
    NO_EQUAL,
    STRICT,
    TILES,
    a_number,
    answers,
    known_edition,
    material_of,
    refuse,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from models.reading import Reading
    from verifier.analyze import Analysed
    from verifier.replay import ReplayedGame

MOST_GAMES = 1_000  # on one page
PER_DECISION = 2.0  # seconds, where nothing else is said
UNREADABLE = 2


def replay(
    paths: list[str] = typer.Argument(
        help="Logs: files, folders, patterns, '-' for standard input; plain or .gz.", metavar="LOG..."
    ),
    out: Path = typer.Option(..., "-o", "--out", metavar="FILE", help="The page to write."),
    title: str = typer.Option("Recorded games", help="The title of the page."),
    game_number: int | None = typer.Option(None, "--game", min=1, metavar="N", help="Only this game of each log."),
    analyze: bool = typer.Option(
        False, "--analyze", help="Draw what each turn was worth, and mark what gave value away."
    ),
    time_limit: float = typer.Option(
        PER_DECISION,
        "--time",
        min=0,
        max=1e7,
        metavar="SECONDS",
        callback=a_number,
        help="With --analyze: for each decision.",
    ),
    total: float | None = typer.Option(
        None,
        min=0,
        max=1e7,
        metavar="SECONDS",
        callback=a_number,
        help="With --analyze: stop after so long altogether.",
    ),
    edition: str | None = EDITION,
    no_equal_exchange: bool = NO_EQUAL,
    tiles: str | None = TILES,
    dialect: str | None = DIALECT,
    mapping: Path | None = MAPPING,
    strict: bool = STRICT,
    infer: bool = typer.Option(
        True, "--infer/--no-infer", help="Where facts are missing, show a legal game that explains the record."
    ),
    max_line: int = MAX_LINE,
    max_unpacked: int = MAX_UNPACKED,
) -> None:
    """Write a page on which games can be looked at step by step, with the findings where they are.

    The page is one file that needs nothing else: open it in any browser. `game.html#turn-17` opens it at a turn.

    Example: cloverproof replay games/ -o games.html
    """
    from cli.solve_files import writable
    from models.reading import Reading
    from verifier.infer.inferred import How
    from verifier.source import SourceLimits

    writable([out])
    if total is not None and not analyze:
        refuse("--total means nothing here", "it goes with --analyze")
    reading = Reading(known_edition(edition), answers(no_equal_exchange), material_of(tiles))
    limits, how = SourceLimits(max_line, max_unpacked), How() if infer else None
    form, named = known_dialect(dialect), mapping_of(mapping)
    from verifier.find_logs import ENDINGS, find_logs
    from verifier.replay import lost, replayed

    def games() -> "Iterator[ReplayedGame]":
        for found in find_logs(paths, endings_for(dialect, named) or ENDINGS):
            if isinstance(found, tuple):
                yield lost(*found)
            else:
                yield from replayed(found, limits, reading, how, strict=strict, dialect=form, mapping=named)

    try:
        wanted = (each for each in games() if game_number in (None, each.number) or each.number is None)
        chosen = list(islice(wanted, MOST_GAMES + 1))
        _write(out, title, chosen, reading, (time_limit, total) if analyze else None)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise typer.Exit(130) from None
    outcomes = {each.verdict.outcome for each in chosen}
    raise typer.Exit(UNREADABLE if "unreadable" in outcomes else int("breaks" in outcomes))


def _write(
    out: Path,
    title: str,
    games: "Sequence[ReplayedGame]",
    reading: "Reading",
    seconds: tuple[float, float | None] | None,
) -> None:
    from cli.solve_files import written_text
    from reports.replay.document import game_part
    from reports.replay.frames import Stock
    from reports.replay.page import replay_page

    if games and all(game.verdict.outcome == "unreadable" and not game.lines for game in games):
        _refuse_all(games)
    if not games:
        refuse("no game is there to be shown", "see `cloverproof validate` for what the logs hold")
    if len(games) > MOST_GAMES:
        refuse(f"more than {MOST_GAMES:,} games are too many for a page", "name fewer logs, or one game with --game")
    stock = Stock()
    values = _analysed(games, reading, seconds) if seconds is not None else [[] for _ in games]
    parts = [game_part(number, game, stock, values[number - 1]) for number, game in enumerate(games, 1)]
    written_text(out, replay_page(title, parts, stock))
    turns = sum(game.verdict.turns for game in games)
    print(f"written: {out} ({len(games):,} {'game' if len(games) == 1 else 'games'}, {turns:,} turns)", file=sys.stderr)


def _refuse_all(games: "Sequence[ReplayedGame]") -> None:
    """Say why nothing can be shown, and end."""
    from reports.findings import finding_text
    from reports.style import uncolored

    for finding in (each for game in games for each in game.others):
        sys.stderr.write(finding_text(finding, uncolored))
    refuse("no page was written: none of the logs can be read")


def _analysed(
    games: "Sequence[ReplayedGame]", reading: "Reading", seconds: tuple[float, float | None]
) -> "list[list[Analysed]]":
    """Go through the games, each from its end; those that no solver has a form for stay as they are."""
    import time

    from cli.solve_progress import SearchProgress
    from cli.solve_request import A_DECISION, MOMENT
    from verifier.turns_of_log import LogFault, recorded_turns

    end = None if seconds[1] is None else time.monotonic() + seconds[1]
    found: list[list[Analysed]] = []
    watch = SearchProgress()
    with watch:
        from verifier.solve.estimate import PlayWish
        from verifier.solve.solver import SearchLimits
        from verifier.timed_analysis import analyse_within

        limits, wish = SearchLimits(seconds[0], 1 << 32), PlayWish(games=A_DECISION, seconds=MOMENT)
        for number, game in enumerate(games, 1):
            turns = []
            try:
                for _, turn in recorded_turns(game.lines, reading):
                    turns += [turn]
            except LogFault as fault:
                print(f"note: game {number} is analysed up to line {fault.line}: {fault.message}", file=sys.stderr)
            left = None if end is None else (end - time.monotonic()) / (len(games) + 1 - number)
            watch.about = f"game {number} of {len(games)}: "
            if turns and game.model is not None and not watch.stopped:
                found.append(
                    list(analyse_within(left, game.model, turns, limits, wish, watch.look, lambda: watch.stopped))
                )
            else:
                found.append([])
    return found
