"""`cloverproof suite` and `cloverproof mutants`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.folders import empty_folder
from cli.options import (
    COLOR,
    GAME,
    Format,
    editions,
    game_with,
    json_lines,
    paint_for,
    refuse,
    refusing,
    write_out,
)
from cli.seconds import seconds_option
from cli.suite_choice import chosen_items, wanted
from cli.system_faults import reason

if TYPE_CHECKING:
    from models.game import Game
    from verifier.suite import ItemFilter

MOST_BYTES = 1 << 26  # of answers
SEED = typer.Option(1, "--seed", help="Another seed makes other positions and games.")


def suite(
    directory: str | None = typer.Argument(
        None, metavar="DIR", help="Where to write the suite: a new or empty folder."
    ),
    command: list[str] = typer.Argument(
        None, metavar="-- COMMAND...", help="With --run, how the program's adapter is started."
    ),
    check: str | None = typer.Option(None, metavar="ANSWERS", help="Grade a program's answers ('-': standard input)."),
    run: bool = typer.Option(False, "--run", help="Put the suite to a running program, and grade it."),
    only: list[str] = typer.Option(
        [], metavar="KIND", help="Only items of this kind (position, perft, step, game, slip); may be repeated."
    ),
    side: int | None = typer.Option(None, "--side", metavar="N", help="Only items on boards of N rows."),
    edition: str | None = typer.Option(
        None, "--edition", help="Only items that hold in this edition.", autocompletion=editions
    ),
    no_variants: bool = typer.Option(False, "--no-variants", help="Only items without house rules and variants."),
    wait: float = seconds_option(10.0, least=0.1, help="With --run: no answer within it is a hang."),
    most: int = typer.Option(20, min=0, metavar="N", help="Show at most N wrong answers."),
    seed: int = SEED,
    game: str | None = GAME,
    format: Format = typer.Option(Format.text, help="How to write grades."),
    color: bool | None = COLOR,
) -> None:
    """Write the conformance suite for authors of other programs, or grade the answers of a program.

    Example: cloverproof suite suite/ && my-program < suite/positions.jsonl | cloverproof suite --check -
    """
    asked = game_with("suite_items", game)
    chosen = chosen_items(asked, only, side, edition, plain=no_variants)
    if run:
        if check is not None:
            refuse("--run and --check exclude each other", "leave one of them away")
        from cli.suite_run import SuiteOrder, run_against

        whole = ([directory] if directory else []) + (command or [])
        raise typer.Exit(run_against(SuiteOrder(asked, whole, chosen, wait, most, seed, format, paint_for(color))))
    if command:
        refuse("a command is for --run", "cloverproof suite --run -- python adapter.py")
    if (directory is None) == (check is None):
        raise typer.BadParameter("name a folder to write to, or answers to --check", param_hint="DIR")
    if check is not None:
        _check(asked, check, chosen, most, seed, format, color)
        return
    assert directory is not None
    _write(asked, Path(directory), seed, chosen)


def _write(asked: "Game", directory: Path, seed: int, chosen: "ItemFilter") -> None:
    empty_folder(directory, "name a new one: the suite never writes over anything")
    from cli.whole_files import write_with_folder
    from reports.suite import readme
    from verifier.suite import files, items

    with refusing():
        questions = wanted(items(asked, seed, chosen.kinds), chosen)
    found = files(seed, questions, readme(asked, questions, seed, chosen), chosen)
    for name, content in found.items():
        write_with_folder(directory / name, content)
    print(f"written: {directory} ({len(questions)} items in {len(found)} files)", file=sys.stderr)


def _check(
    asked: "Game", path: str, chosen: "ItemFilter", most: int, seed: int, format: Format, color: bool | None
) -> None:
    from cli.suite_looks import tell_grades
    from reports.suite import grades_text
    from verifier.drive.run_suite import SuiteRun
    from verifier.grade import BadAnswers, grade, kinds_of, read_answers
    from verifier.suite import items

    try:
        with sys.stdin.buffer if path == "-" else Path(path).open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            refuse(f"{path[:80]} is larger than {MOST_BYTES:,} bytes", "the right answers take less than one million")
        answers = read_answers(raw.decode("utf-8-sig"))
    except OSError as fault:
        refuse(f"cannot read {path[:80]!r}: {reason(fault)}")
    except UnicodeDecodeError as fault:
        refuse(f"{path[:80]} is not UTF-8 in line {raw.count(10, 0, fault.start) + 1}")
    except BadAnswers as wrong:
        refuse(str(wrong), 'write one JSON object a line, {"id":...}, as in answers.jsonl of the suite')
    with refusing():
        every = items(asked, seed, kinds_of(answers))
    grades = grade(wanted(every, chosen) if every else [], answers, (item.id for item in every))
    paint = paint_for(color)
    form = format if grades.kinds else Format.text
    tell_grades(asked, every, SuiteRun(grades, answers=answers), form, grades_text(grades, paint, most), paint)
    if not grades.kinds:
        help_line = f"it is that of --game {asked.key} --seed {seed}{chosen.flags}; the id names the item"
        refuse("none of the answers belongs to this suite", help_line)
    if not grades.passed:
        options = f"--game {asked.key} --seed {seed}{chosen.flags}"
        print(f"note: these are the answers of the suite that {options} makes", file=sys.stderr)
    raise typer.Exit(0 if grades.passed else 1 if grades.wrong or grades.unknown else 2)


def mutants(
    seed: int = SEED,
    game: str | None = GAME,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Tell for every known mistake what of the suite fails a program with it.

    Example: cloverproof mutants
    """
    from cli.solve_progress import Progress
    from reports.suite import mutant_rows, mutants_text
    from verifier.mutants import scores
    from verifier.suite import all_mistakes, items

    asked = game_with("suite_items", game)
    found, many = [], len(all_mistakes(asked))
    with refusing(), Progress("making the suite") as progress:
        for score in scores(asked, items(asked, seed)):
            found.append(score)
            progress.show(f"{len(found)} of {many} mistakes")
    if format is Format.json:
        write_out(json_lines(mutant_rows(found)))
    else:
        write_out(mutants_text(found, paint_for(color)))
    raise typer.Exit(0 if all(score.caught for score in found) else 1)
