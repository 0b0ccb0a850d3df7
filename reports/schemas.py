"""JSON Schemas of what cloverproof reads and writes."""

from collections.abc import Callable
from functools import reduce
from inspect import cleandoc
from operator import or_

import msgspec

from models.game import Game
from models.games import GAMES
from reports.analyze import TurnRow
from reports.certificate_rows import CertificateLine, certificate_head
from reports.diagnosis_rows import DiagnosisRow
from reports.drive_check import AdapterCheckRow, AdapterFaultRow
from reports.drive_rows import DriveRow
from reports.garden_rows import GardenError, GardenLine, GardenRow
from reports.graph import GraphRow
from reports.itf import Trace
from reports.material import ScoreRow, TilesRow
from reports.perft import PerftRow
from reports.proofs import ClaimRow, MistakeRow, ProofRow
from reports.recover import InferRow
from reports.report.book_parts import BookRow
from reports.report.rows import ReportRow
from reports.rows import MovesRow, Row, TableMovesRow
from reports.setup import SetupRow
from reports.solve import SolveRow
from reports.suite import AnswerRow
from reports.suite_rows import GradeRow, row_types
from reports.what_if import IndependenceRow, MatrixChangeRow

TITLES = {
    "log": "one line of a game log, format cloverproof/1",
    "findings": "one line of `cloverproof validate --format json`",
    "diagnosis": "one line of `cloverproof diagnose --format json`",
    "moves": "the output of `cloverproof moves --format json`",
    "puzzle": "a puzzle, format cloverproof-puzzle/1",
    "graph": "the output of `cloverproof graph --format json`",
    "perft": "the output of `cloverproof perft --format json`",
    "answers": "one line of a program's answers to the suite, format cloverproof-suite/1",
    "garden": "the output of `cloverproof garden --format json`, and one line of it with --batch",
    "garden-line": "one line of the input of `cloverproof garden --batch`",
    "setup": "the output of `cloverproof setup --format json`",
    "solve": "one line of `cloverproof solve --format json`",
    "analysis": "one line of `cloverproof solve --analyze --format json`",
    "certificate": "one line of a certificate, format cloverproof-certificate/1",
    "claims": "one line of `cloverproof claims --format json`",
    "prove": "one line of `cloverproof prove --format json`",
    "mistakes": "one line of `cloverproof prove --mutants --format json`",
    "matrix": "one line of `cloverproof claims --matrix --format json`",
    "itf": "a line of play that `cloverproof prove --itf` writes, in the Informal Trace Format",
    "score": "the output of `cloverproof score --format json`",
    "tiles": "one line of `cloverproof tiles check --format json`",
    "infer-tiles": "the output of `cloverproof tiles infer --format json`",
    "report": "one line of the report.jsonl of `cloverproof report --json`",
    "rulebook": "one line of the report.jsonl of `cloverproof report --rulebook --json`",
    "drive-requests": "one line of what `cloverproof drive` asks a program, format cloverproof-drive/1",
    "drive-answers": "one line of what a program answers `cloverproof drive`, format cloverproof-drive/1",
    "drive-findings": "one line of `cloverproof drive --format json`",
    "drive-check": "one line of `cloverproof drive --check --format json`",
    "suite-position": "one line of the positions.jsonl of the suite",
    "suite-table": "one line of the tables.jsonl of the suite",
    "suite-step": "one line of the steps.jsonl of the suite",
    "suite-log": "one line of the logs.jsonl of the suite",
    "suite-grades": "one line of `cloverproof suite --check --format json`, and with --run",
}
NAMES = tuple(TITLES)


def schema(name: str) -> dict[str, object]:
    """Give the JSON Schema of one line of a log, of one line of findings, or of another form."""
    types: dict[str, object] = {
        "findings": Row | DiagnosisRow,
        "diagnosis": DiagnosisRow,
        "moves": (MovesRow, TableMovesRow),
        "puzzle": reduce(or_, (game.puzzle() for game in GAMES if game.offers("puzzle"))),
        "graph": GraphRow,
        "perft": PerftRow,
        "answers": AnswerRow,
        "garden": GardenRow | GardenError,
        "garden-line": GardenLine | str,
        "setup": SetupRow,
        "solve": SolveRow,
        "analysis": TurnRow,
        "certificate": (certificate_head(), CertificateLine),
        "claims": ClaimRow,
        "prove": ProofRow,
        "mistakes": MistakeRow,
        "matrix": MatrixChangeRow | IndependenceRow,
        "itf": Trace,
        "score": ScoreRow,
        "tiles": TilesRow,
        "infer-tiles": InferRow,
        "report": ReportRow,
        "rulebook": BookRow,
        "drive-findings": DriveRow | DiagnosisRow,
        "drive-check": AdapterFaultRow | AdapterCheckRow,
        **row_types(),
        "suite-grades": GradeRow | DiagnosisRow,
    }
    described = _described(name, types.get(name))
    _clean(described)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": TITLES[name], **described}


def _described(name: str, form: object) -> dict[str, object]:
    if name in ("drive-requests", "drive-answers"):
        return _of_games(_asked if name == "drive-requests" else _answered)
    if isinstance(form, tuple):
        return _either(*form)
    return _of_games(_logged) if name == "log" else msgspec.json.schema(form)


def _clean(part: object) -> None:
    """Take the indentation of docstrings out of all descriptions, as the newer releases of msgspec do themselves."""
    if isinstance(part, dict):
        if isinstance(text := part.get("description"), str):
            part["description"] = cleandoc(text)
        for inner in part.values():
            _clean(inner)
    elif isinstance(part, list):
        for inner in part:
            _clean(inner)


def _either(*forms: type) -> dict[str, object]:
    """Describe a line that has one form or another, where nothing but the keys tells which."""
    each, parts = msgspec.json.schema_components(forms, ref_template="#/$defs/{name}")
    return {"anyOf": list(each), "$defs": parts}


def _logged(game: Game) -> tuple[object, ...]:
    return (game.events,)


def _asked(game: Game) -> tuple[object, ...]:
    return game.driving().requests if game.offers("driving") else ()


def _answered(game: Game) -> tuple[object, ...]:
    return (game.driving().hello_response, game.driving().response) if game.offers("driving") else ()


def _of_games(forms: Callable[[Game], tuple[object, ...]]) -> dict[str, object]:
    """Describe forms of all games: their names begin with the game, for two games may name them alike."""
    every: list[object] = []
    parts: dict[str, object] = {}
    for game in GAMES:
        template = f"#/$defs/{game.key}.{{name}}"
        described, named = msgspec.json.schema_components(forms(game), ref_template=template)
        for form in described:
            every += form.get("anyOf", [form])
        parts |= {f"{game.key}.{name}": part for name, part in named.items()}
    return {"anyOf": every, "$defs": parts}
