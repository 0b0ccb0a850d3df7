"""What the wrong answers of a program to the suite look like."""

from collections.abc import Sequence

from cli.options import Format, json_lines, write_out
from models.game import Game
from reports.style import Paint
from reports.suite_rows import grade_rows
from verifier.drive.run_suite import SuiteRun
from verifier.suite import Item


def tell_grades(game: Game, questions: Sequence[Item], run: SuiteRun, format: Format, text: str, paint: Paint) -> None:
    """Write grades, in JSON or by a text of them, and what wrong answers look like; nothing where none is wrong."""
    found = None
    if run.grades.wrong:
        from verifier.diagnose.suite_answers import suite_diagnosis

        found = suite_diagnosis(game, questions, run.answers, run.grades.wrong, run.untold)
    if format is Format.json:
        write_out(json_lines(grade_rows(run, found)))
        return
    write_out(text)
    if found is not None:
        from reports.diagnose import diagnosis_text

        write_out(diagnosis_text(found, paint))
