"""`cloverproof schema`."""

from enum import StrEnum

import typer

from cli.options import write_out


class Name(StrEnum):
    """What has a schema: the names of `reports.schemas`, which would take long to load where they are not asked for."""

    log = "log"
    findings = "findings"
    diagnosis = "diagnosis"
    moves = "moves"
    puzzle = "puzzle"
    graph = "graph"
    perft = "perft"
    answers = "answers"
    garden = "garden"
    garden_line = "garden-line"
    setup = "setup"
    solve = "solve"
    analysis = "analysis"
    certificate = "certificate"
    claims = "claims"
    prove = "prove"
    mistakes = "mistakes"
    matrix = "matrix"
    itf = "itf"
    score = "score"
    tiles = "tiles"
    infer_tiles = "infer-tiles"
    report = "report"
    rulebook = "rulebook"
    drive_requests = "drive-requests"
    drive_answers = "drive-answers"
    drive_findings = "drive-findings"
    drive_check = "drive-check"
    suite_position = "suite-position"
    suite_table = "suite-table"
    suite_step = "suite-step"
    suite_log = "suite-log"
    suite_grades = "suite-grades"


def schema(name: Name = typer.Argument(help="What to describe.")) -> None:
    """Print the JSON Schema of a form that cloverproof reads or writes.

    Example: cloverproof schema log > log.schema.json
    """
    import json

    from reports.schemas import schema as described

    write_out(json.dumps(described(name.value), indent=2) + "\n")
