"""`cloverproof solve`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.game_analysis import TOTAL
from cli.options import (
    COLOR,
    TILES,
    Format,
    game_of_table,
    json_lines,
    paint_for,
    refuse,
    refusing,
    tell_fault,
    write_out,
)
from cli.own_rules import RULES, own_rules
from cli.pictures import PNG, SVG, PictureFiles
from cli.seconds import LONGEST_TIME, seconds_option

if TYPE_CHECKING:
    from cli.solve_request import SolveRequest
    from models.game import Game
    from models.position import Problem
    from models.reading import Reading
    from verifier.replies import Reply
    from verifier.solve.answer import Answer
    from verifier.solve.estimate import Estimate

UNREADABLE, STOPPED = 2, 130


def solve(
    puzzles: list[str] = typer.Argument(
        None, metavar="PUZZLE...", help="Puzzle files, - for standard input, or a table in one line, as perft takes it."
    ),
    objective: str = typer.Option("win", metavar="win|points", help="What counts: the win, or tournament points."),
    goal: str | None = typer.Option(
        None, metavar="win|force|fill", help="With a table in one line: what is asked (usually win)."
    ),
    time_limit: float | None = seconds_option(
        None,
        "--time",
        least=0,
        most=LONGEST_TIME,
        help="Stop after so long, for each puzzle (usually 60) or decision; 0: never.",
    ),
    total: float | None = TOTAL,
    memory: str = typer.Option("4G", metavar="SIZE", help="Stop at so much memory, like 500M or 8G."),
    every: bool = typer.Option(
        False, "--all-moves", help="Find the exact value of each move, however long it takes, not of the best alone."
    ),
    estimate: bool = typer.Option(False, "--estimate", help="Play games out and estimate what each move is worth."),
    policy: str | None = typer.Option(
        None,
        metavar="NAME",
        help="How everybody plays in estimates: ahead or greedy, in Lucky Numbers also mixed or race.",
    ),
    seed: int | None = typer.Option(
        None, min=0, max=2**31, metavar="N", help="For the draws of estimates (usually 1)."
    ),
    playouts: int | None = typer.Option(
        None,
        min=1,
        max=10**9,
        metavar="N",
        help="Games to play out for an estimate (usually 20000; 20 for each move at least).",
    ),
    jobs: int | None = typer.Option(
        None, "--jobs", "-j", min=1, max=1024, metavar="N", help="Threads (usually one a processor)."
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
    game_number: int | None = typer.Option(
        None, "--game", min=1, metavar="N", help="With a log: which game of it (--from: the first, --analyze: all)."
    ),
    revealed: bool = typer.Option(False, "--revealed", help="With --from: with the clover of that turn in hand."),
    analyze: str | None = typer.Option(
        None, metavar="LOG", help="Go through a game and mark the turns that gave value away."
    ),
    equal_exchange: bool | None = typer.Option(
        None,
        "--equal-exchange/--no-equal-exchange",
        help="With a log: may a clover replace an equal one? (Default: yes.)",
    ),
    tiles: str | None = TILES,
    rules: Path | None = RULES,
    svg: Path | None = SVG,
    png: Path | None = PNG,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Solve endgame puzzles exactly.

    Values are fractions, and exact only where that is proven; where a limit or Ctrl-C ends the search, its bounds are
    proven. The form of a puzzle: docs/formats.md.

    Example: cloverproof solve puzzle.json --time 60
    """
    from cli.solve_request import SolveRequest, bytes_of, check_request, goal_of, objective_of

    asked = SolveRequest(
        puzzles=puzzles or [],
        objective=objective_of(objective),
        time_limit=time_limit,
        total=total,
        memory=bytes_of(memory),
        every=every,
        estimate=estimate,
        policy=policy,
        seed=seed,
        playouts=playouts,
        jobs=jobs,
        certificate=certificate,
        verify=verify,
        drn=drn,
        prism=prism,
        fix=fix,
        source=source,
        turn=turn,
        goal=goal_of(goal),
        game_number=game_number,
        revealed=revealed,
        analyze=analyze,
        equal_exchange=equal_exchange,
        tiles=tiles,
        rules=own_rules(rules),
        svg=svg,
        png=png,
        format=format,
        color=color,
    )
    check_request(asked)
    _answer(asked)


def _answer(asked: "SolveRequest") -> None:
    """Check a certificate, go through a log, or solve puzzles."""
    from cli.solve_files import check_written
    from cli.solve_log import analyse_log

    reading = asked.reading()
    if asked.verify is not None:
        check_written(asked.verify, asked.format, paint_for(asked.color))
    elif asked.analyze is not None:
        paint = paint_for(asked.color)
        number, what = asked.game_number, asked.objective
        analyse_log(asked.analyze, number, what, asked.limits, asked.seconds, reading, asked.wish, asked.format, paint)
    else:
        _solve_all(asked, reading)


def _solve_all(asked: "SolveRequest", reading: "Reading") -> None:
    """Solve the puzzles, or the position of a log, one after the other."""
    from cli.solve_estimates import check_policy
    from cli.solve_log import from_log
    from cli.whole_files import writable
    from models.reading import Malformed

    writable(asked.files)
    pictures = PictureFiles(asked.svg, asked.png)
    if asked.source is not None:
        place, turn, number = f"{asked.source}, turn {asked.turn}", asked.turn or 1, asked.game_number or 1
        problems = [(place, *from_log(asked.source, turn, number, asked.revealed, reading, asked.objective))]
        faults = 0
    else:
        problems, faults = _loaded(asked, reading)
        problems = [(path, game, _under(game, problem, asked)) for path, game, problem in problems]
    if asked.files and len(problems) + faults > 1:
        refuse("a certificate or a model is of one puzzle")
    if pictures and len(problems) + faults > 1:
        refuse("--svg and --png draw one puzzle", "solve the others without them")
    if asked.drn is not None and asked.fix is None and any(problem.goal != "fill" for _, _, problem in problems):
        refuse("DRN knows no players", "--fix lets one side make its best moves; --prism writes games of two sides")
    for _, game, _ in problems:
        check_policy(game, asked.policy)
    for path, game, problem in problems:
        try:
            stopped = _solve_one(path, game, problem, asked, pictures)
        except Malformed as wrong:
            faults += 1
            tell_fault(f"{path}: {wrong.message}", wrong.help)
            continue
        if stopped:
            raise typer.Exit(STOPPED)
    if faults:
        raise typer.Exit(UNREADABLE)


def _loaded(asked: "SolveRequest", reading: "Reading") -> "tuple[list[tuple[str, Game, Problem]], int]":
    """Read the puzzles of files and tables; tell what is wrong with those that are none, and count them."""
    from cli.solve_request import is_table
    from verifier.puzzle_text import PuzzleFault
    from verifier.puzzles import load_puzzles, table_problem

    problems, faults, what = [], 0, asked.objective
    for path in asked.puzzles:
        if is_table(path):
            found = [(path, table_problem(game_of_table(path, None), path, reading, asked.goal or "win", what))]
        else:
            found = load_puzzles(path, what)
        for name, read in found:
            if isinstance(read, PuzzleFault):
                faults += 1
                tell_fault(str(read), read.help)
            else:
                problems.append((name, *read))
    return problems, faults


def _under(game: "Game", problem: "Problem", asked: "SolveRequest") -> "Problem":
    """Give a problem by the rules that a user wants."""
    what_if = asked.rules
    if what_if is None:
        return problem
    under = game.positions().under
    if under is None or game.key != what_if.game.key:
        refuse(f"puzzles of {game.key} are solved by its own rules only", "`prove --rules` asks about all tables")
    with refusing():
        return under(problem, what_if.changes)


def _solve_one(path: str, game: "Game", problem: "Problem", asked: "SolveRequest", pictures: PictureFiles) -> bool:
    """Solve one puzzle, and write what was found; tell whether Ctrl-C stopped it.

    Raises Malformed where the solver cannot take it.
    """
    from cli.solve_estimates import estimated
    from cli.solve_files import write_models, write_proof
    from cli.solve_progress import SearchProgress

    watch = SearchProgress()
    with watch:
        from verifier.replies import replies
        from verifier.solve.answer import solve as solved
        from verifier.solve.solver import SearchLimits

        limits = SearchLimits(*asked.limits)
        answer, search = solved(game, problem, limits, watch.look, asked.every, asked.threads)
        answers = replies(search, answer)
        estimate = estimated(game, answer, asked, watch)
    _write(path, game, answer, answers, estimate, asked)
    if answer.reason == "time" and asked.time_limit is None:
        print(f"note: stopped after {limits.seconds:g} seconds; --time 0 goes on until it is done", file=sys.stderr)
    if pictures:
        from reports.position_pictures import solved_picture

        pictures.write(solved_picture(game, answer))
    if not watch.stopped:
        if asked.certificate is not None:
            write_proof(asked.certificate, game, problem, search)
        write_models(problem, asked.drn, asked.prism, asked.fix)
    return watch.stopped


def _write(
    path: str,
    game: "Game",
    answer: "Answer",
    answers: "dict[str, Reply]",
    estimate: "Estimate | None",
    asked: "SolveRequest",
) -> None:
    from reports.estimates import estimate_row, estimate_text
    from reports.solve import solve_row, solve_text
    from reports.style import readable, visible

    if asked.format is Format.json:
        row = solve_row(readable(path), answer, answers, estimate_row(estimate))
        write_out(json_lines([row]))
    else:
        view, words = game.positions().show(answer.problem.start), game.positions().words()
        paint = paint_for(asked.color)
        text = solve_text(visible(readable(path)), view, answer, answers, words, paint)
        if estimate is not None:
            text += "\n" + estimate_text(estimate, game.positions().policies, words, paint)
        write_out(text + "\n")
