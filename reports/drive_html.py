"""The page of a run with a program: the report on its logs, and what of the run no log can hold."""

from collections.abc import Sequence

from msgspec.structs import replace

from reports.drive import FAULTS, program_name
from reports.drive_rows import difference_row, finding_of
from reports.report.document import document
from reports.report.html import report_html
from reports.report.options import ReportOptions
from reports.style import count_of
from verifier.diagnose.diagnosis import Diagnosis
from verifier.drive.run import Run
from verifier.evidence.totals import EvidenceTotals


def driven_html(
    evidence: EvidenceTotals,
    options: ReportOptions,
    run: Run,
    found: Sequence[Diagnosis] = (),
    *,
    kept: bool,
    rigged: int = 0,
) -> str:
    """Write the page; `found` is what the games look like, `kept` tells that the logs are files too, `rigged` in how
    many games nothing was left to chance.

    Where only such games were played, nothing is said of shuffling.
    """
    doc = document(evidence, options, title=f"A program driven: {program_name(run)}", diagnoses=found)
    beside = _beside(run)
    parts = [doc.sentence]
    if beside:
        parts.append(f"No log holds {count_of(len(beside), 'other kind')} of differences: {', '.join(beside)}.")
    if run.stopped:
        parts.append(f"The run was stopped: {run.stopped}.")
    parts.append("What was asked and answered stands in the output of `cloverproof drive`.")
    if not kept:
        parts.append("The logs themselves were not kept; `--logs DIR` writes them.")
    if rigged and any(game.drawn for game in doc.games):
        parts.append(
            f"{count_of(rigged, 'game')} of {doc.logs:,} {'was' if rigged == 1 else 'were'} dealt to the program: "
            "only the others can tell of its shuffling."
        )
        games = tuple(game if game.draws else replace(game, drawn="") for game in doc.games)
        doc = replace(doc, games=games)
    return report_html(replace(doc, sentence=" ".join(parts)))


def _beside(run: Run) -> list[str]:
    """Name the kinds of differences that are no findings in a log, each once."""
    found = []
    for seen in run.kinds.values():
        if not any(shown is not None and finding_of(shown, seen.kind) for shown in (seen.first, seen.shortest)):
            row = difference_row(seen)
            found.append(row.clause or FAULTS[row.kind])
    return list(dict.fromkeys(found))
