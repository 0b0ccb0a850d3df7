"""`cloverproof replay`."""

import os
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.forms import DIALECT, MAPPING, endings_for, known_dialect, mapping_of
from cli.game_analysis import A_DECISION, MOMENT, TOTAL, AnalysisTime, GameClock, analysis_time
from cli.inferring import how_to_infer
from cli.options import (
    EDITION,
    MAX_LINE,
    MAX_UNPACKED,
    NO_EQUAL,
    STRICT,
    TILES,
    answers,
    known_edition,
    material_of,
    refuse,
)
from cli.seconds import LONGEST_TIME, seconds_option

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from models.reading import Reading
    from verifier.analyze import Analysed
    from verifier.replay import ReplayedGame

MOST_GAMES = 1_000  # on one page
UNREADABLE = 2
MOST_TOLD = 20  # places that cannot be read


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
    time_limit: float | None = seconds_option(
        None,
        "--time",
        least=0.1,
        most=LONGEST_TIME,
        help="To explain a game whose record lacks facts (usually 60); with --analyze, for each decision (usually 3).",
    ),
    total: float | None = TOTAL,
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
    from cli.whole_files import writable
    from models.reading import Reading
    from verifier.source import SourceLimits

    writable([out])
    if total is not None and not analyze:
        refuse("--total means nothing here", "it goes with --analyze")
    reading = Reading(known_edition(edition), answers(no_equal_exchange), material_of(tiles))
    limits, how = SourceLimits(max_line, max_unpacked), how_to_infer(time_limit) if infer else None
    form, named = known_dialect(dialect), mapping_of(mapping)
    from verifier.find_logs import ENDINGS, find_logs
    from verifier.replay import lost, replayed

    left_out: list[str] = []

    def games() -> "Iterator[ReplayedGame]":
        for found in find_logs(paths, endings_for(dialect, named) or ENDINGS, left_out.append):
            if isinstance(found, tuple):
                yield lost(*found)
            else:
                yield from replayed(found, limits, reading, how, strict=strict, dialect=form, mapping=named)

    try:
        wanted = (each for each in games() if game_number in (None, each.number) or each.number is None)
        chosen = list(islice(wanted, MOST_GAMES + 1))
        others = [path for path in left_out if os.path.abspath(path) != os.path.abspath(out)]
        _write(out, title, chosen, others, reading, analysis_time(time_limit, total) if analyze else None)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise typer.Exit(130) from None
    outcomes = {each.verdict.outcome for each in chosen}
    raise typer.Exit(UNREADABLE if "unreadable" in outcomes else int("breaks" in outcomes))


def _write(
    out: Path,
    title: str,
    games: "Sequence[ReplayedGame]",
    others: "Sequence[str]",
    reading: "Reading",
    seconds: AnalysisTime | None,
) -> None:
    from cli.whole_files import write_whole
    from reports.replay.document import game_part
    from reports.replay.frames import Stock
    from reports.replay.page import left_out_words, replay_page
    from reports.style import readable, visible

    if games and all(game.verdict.outcome == "unreadable" and not game.lines for game in games):
        _refuse_all(games)
    if not games:
        refuse("no game is there to be shown", "see `cloverproof validate` for what the logs hold")
    if len(games) > MOST_GAMES:
        refuse(f"more than {MOST_GAMES:,} games are too many for a page", "name fewer logs, or one game with --game")
    stock = Stock([game.path for game in games])
    values = _analysed(games, reading, seconds) if seconds is not None else [([], "") for _ in games]
    parts = [game_part(number, game, stock, *values[number - 1]) for number, game in enumerate(games, 1)]
    write_whole(out, replay_page(title, parts, stock, others))
    _say_unread(games)
    if others:
        print(f"note: {left_out_words(others)}", file=sys.stderr)
    turns = sum(game.verdict.turns for game in games)
    told = f"{len(games):,} {'game' if len(games) == 1 else 'games'}, {turns:,} turns"
    print(f"written: {visible(readable(str(out)))} ({told})", file=sys.stderr)


def _refuse_all(games: "Sequence[ReplayedGame]") -> None:
    """Say why nothing can be shown, and end."""
    _say_unread(games)
    refuse("no page was written: none of the logs can be read")


def _say_unread(games: "Sequence[ReplayedGame]") -> None:
    """Say of each log that cannot be read, or not to its end, what is wrong with it."""
    from reports.findings import finding_text
    from reports.style import count_of, uncolored

    found = [each for game in games for each in game.findings if each.kind == "unreadable"]
    for finding in found[:MOST_TOLD]:
        sys.stderr.write(finding_text(finding, uncolored))
    if len(found) > MOST_TOLD:
        print(f"and {count_of(len(found) - MOST_TOLD, 'more place')} that cannot be read", file=sys.stderr)


def _analysed(
    games: "Sequence[ReplayedGame]", reading: "Reading", seconds: AnalysisTime
) -> "list[tuple[list[Analysed], str]]":
    """Go through the games, each from its end, and say of each where that stopped, if it did."""
    from cli.solve_progress import SearchProgress
    from verifier.turns_of_log import LogFault, recorded_turns

    clock = GameClock(seconds, len(games))
    found: list[tuple[list[Analysed], str]] = []
    watch = SearchProgress()
    with watch:
        from verifier.solve.estimate import PlayWish
        from verifier.solve.solver import SearchLimits
        from verifier.timed_analysis import analyse_within

        limits, wish = SearchLimits(seconds.decision, 1 << 32), PlayWish(games=A_DECISION, seconds=MOMENT)
        for number, game in enumerate(games, 1):
            turns, note = [], ""
            try:
                for _, turn in recorded_turns(game.lines, reading):
                    turns += [turn]
            except LogFault as fault:
                note = f"analysed up to line {fault.line}: {fault.message}"
                print(f"note: game {number} is {note}", file=sys.stderr)
            left = clock.next()
            watch.about = f"game {number} of {len(games)}: "
            if turns and game.model is not None and not watch.stopped:
                looked = analyse_within(left, game.model, turns, limits, wish, watch.look, lambda: watch.stopped)
                found.append((list(looked), note))
            else:
                found.append(([], note or ("not analysed: stopped before" if watch.stopped else "")))
    return found
