"""What `cloverproof solve` does with logs: positions out of them, and games gone through."""

import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, get_args

import typer

from cli.game_analysis import AnalysisTime, GameClock
from cli.options import Format, json_lines, refuse, write_out
from cli.system_faults import reason

if TYPE_CHECKING:
    from cli.solve_progress import SearchProgress
    from models.game import Game
    from models.position import Objective, Problem
    from models.reading import Reading
    from models.solving import Words
    from reports.style import Paint
    from verifier.analyze import Analysed
    from verifier.solve.estimate import PlayWish
    from verifier.solve.solver import SearchLimits
    from verifier.turns_of_log import LogFault, Recorded

STOPPED = 130
STDIN = "-"
MOST_LINE = 1 << 20
MOST_HEAD = 1 << 16  # bytes by which the form of a log is known


class _LogLines:
    """The lines of a log, and its beginning, which tells the form it is in."""

    def __init__(self, path: str) -> None:
        self.path, self.head = path, b""

    def __iter__(self) -> Iterator[bytes]:
        for line in self._read():
            if len(self.head) < MOST_HEAD:
                self.head += line
            yield line

    def _read(self) -> Iterator[bytes]:
        import gzip

        try:
            if self.path == STDIN:
                yield from iter(lambda: sys.stdin.buffer.readline(MOST_LINE), b"")
            elif self.path.endswith(".gz"):
                with gzip.open(self.path, "rb") as packed:
                    yield from iter(lambda: packed.readline(MOST_LINE), b"")
            else:
                with Path(self.path).open("rb") as file:
                    yield from iter(lambda: file.readline(MOST_LINE), b"")
        except (OSError, EOFError) as wrong:
            refuse(f"cannot read {self.path}: {reason(wrong)}")

    def refuse(self, fault: "LogFault") -> NoReturn:
        """Say what is wrong with the log; of one in another form than ours, how to make ours of it."""
        place = f"{self.path}{f':{fault.line}' if fault.line else ''}"
        if fault.line:
            self._read_head()
            told = foreign_form(self.path, self.head[:MOST_HEAD])
            if told is not None:
                refuse(f"{self.path}: {told[0]}", told[1])
        refuse(f"{place}: {fault.message}", fault.help)

    def _read_head(self) -> None:
        """Read as much as tells the form, of standard input what has not been read yet."""
        self.head = self.head if self.path == STDIN else b""
        for line in self._read() if len(self.head) < MOST_HEAD else ():
            self.head += line
            if len(self.head) >= MOST_HEAD:
                break


def foreign_form(path: str, head: bytes) -> tuple[str, str] | None:
    """Say of a log that begins so, if it is not in our form, in which it is, and what makes ours of it; else None."""
    from models.formats import PuzzleFormat
    from verifier.foreign import OWN, recognize
    from verifier.mapping import NO_MAPPING
    from verifier.source import Unreadable

    name = shlex.quote(path)
    try:
        form = recognize(path, head, NO_MAPPING)
    except Unreadable as unknown:
        if any(form.encode() in head for form in get_args(PuzzleFormat)):
            return "this is a puzzle, no log", f"`cloverproof solve {name}` solves it"
        help = f"`cloverproof convert --guess {name}` proposes a mapping, with which `convert` makes our form of it"
        return unknown.message, help
    if form is OWN:
        return None
    return f"this log is in the form {form.name}", f"`cloverproof convert {name} > game.jsonl` makes our form of it"


def from_log(
    path: str, turn: int, game: int, revealed: bool, reading: "Reading", objective: "Objective"
) -> "tuple[Game, Problem]":
    """Give the position before a turn of a log as a problem."""
    from models.position import Problem
    from verifier.turns_of_log import LogFault, position_at

    lines = _LogLines(path)
    try:
        model, position = position_at(lines, reading, turn, game, revealed)
    except LogFault as fault:
        lines.refuse(fault)
    return model, Problem(position, "win", objective, position.mover)


def analyse_log(
    path: str,
    game: int | None,
    objective: "Objective",
    limits: tuple[float | None, int],
    seconds: AnalysisTime,
    reading: "Reading",
    wish: "PlayWish",
    format: Format,
    paint: "Paint",
) -> None:
    """Go through the games of a log, each from its end, and write after each which turns gave value away.

    `limits` are the seconds and bytes for each decision, `seconds` tells those for games, `wish` says how games are
    played out where proof ends.
    """
    from itertools import groupby

    from cli.solve_estimates import check_policy
    from cli.solve_progress import SearchProgress
    from verifier.turns_of_log import LogFault, recorded_turns

    lines = _LogLines(path)
    try:
        recorded = list(recorded_turns(lines, reading))
    except LogFault as fault:
        lines.refuse(fault)
    games = {number: list(turns) for number, turns in groupby(recorded, key=lambda each: each[1].game)}
    if game is not None and game not in games:
        refuse(f"{path}: there is no game {game} with turns", f"games with turns: {len(games)}")
    for (model, _), *_ in games.values():
        check_policy(model, wish.policy or None)
    watch = SearchProgress()
    with watch:
        from verifier.solve.solver import SearchLimits

        within = SearchLimits(*limits)
        numbers = list(games) if game is None else [game]
        clock = GameClock(seconds, len(numbers))
        for number in numbers:
            left = clock.next()
            model = games[number][0][0]
            unit = model.positions().words().unit(objective)
            turns = [turn for _, turn in games[number]]
            found = _analysed(model, turns, objective, within, left, watch, unit, wish)
            watch.show("")
            _write_analysis(found, len(games) > 1, format, model.positions().words(), paint, unit, objective)
            if watch.stopped:
                break
    if watch.stopped:
        print("stopped; the turns before were not looked at", file=sys.stderr)
        raise typer.Exit(STOPPED)


def _analysed(
    model: "Game",
    turns: "list[Recorded]",
    objective: "Objective",
    limits: "SearchLimits",
    total: float | None,
    watch: "SearchProgress",
    unit: int,
    wish: "PlayWish",
) -> "list[Analysed]":
    """Analyse one game; tell on standard error how far it is."""
    from reports.analysis_text import progress
    from verifier.timed_analysis import analyse_within

    found = []
    watch.about = f"turn {turns[-1].turn}: "
    began = time.monotonic()
    for turn in analyse_within(total, model, turns, limits, wish, watch.look, lambda: watch.stopped, objective):
        found.append(turn)
        if turn.decisions:
            told = f"{progress(turn, unit)} ({time.monotonic() - began:.1f} s)"
            if watch.shows:
                watch.show(told)
            else:
                print(told, file=sys.stderr, flush=True)
        watch.about, began = f"turn {max(1, turn.turn.turn - 1)}: ", time.monotonic()
    return found


def _write_analysis(
    found: "list[Analysed]",
    several: bool,
    format: Format,
    words: "Words",
    paint: "Paint",
    unit: int,
    objective: "Objective",
) -> None:
    from reports.analysis_text import analysis_text
    from reports.analyze import analysis_data

    if format is Format.json:
        write_out(json_lines(analysis_data(found, unit, objective, words.opposed)))
    else:
        heading = f"game {found[0].turn.game}\n" if several else ""
        write_out(heading + analysis_text(found, words, paint, unit, objective))
