"""JSON Schemas of what cloverproof reads and writes."""

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from models.games import GAMES
from reports.garden_rows import GardenError, GardenLine, GardenRow
from reports.graph import GraphRow
from reports.itf import Trace
from reports.perft import PerftRow
from reports.proofs import ClaimRow, ProofRow
from reports.rows import MovesRow, Row
from reports.setup import SetupRow
from reports.suite import AnswerRow

NAMES = (
    "log",
    "findings",
    "moves",
    "puzzle",
    "graph",
    "perft",
    "answers",
    "garden",
    "garden-line",
    "setup",
    "claims",
    "prove",
    "itf",
)


def schema(name: str) -> dict[str, Any]:
    """Give the JSON Schema of one line of a log, of one line of findings, or of another form."""
    types: dict[str, Any] = {
        "log": reduce(or_, (game.events for game in GAMES)),
        "findings": Row,
        "moves": MovesRow,
        "puzzle": reduce(or_, (game.puzzle() for game in GAMES)),
        "graph": GraphRow,
        "perft": PerftRow,
        "answers": AnswerRow,
        "garden": GardenRow | GardenError,
        "garden-line": GardenLine | str,
        "setup": SetupRow,
        "claims": ClaimRow,
        "prove": ProofRow,
        "itf": Trace,
    }
    titles = {
        "log": "one line of a game log, format cloverproof/1",
        "findings": "one line of `cloverproof validate --format json`",
        "moves": "the output of `cloverproof moves --format json`",
        "puzzle": "a puzzle, format cloverproof-puzzle/1",
        "graph": "the output of `cloverproof graph --format json`",
        "perft": "the output of `cloverproof perft --format json`",
        "answers": "one line of a program's answers to the suite, format cloverproof-suite/1",
        "garden": "the output of `cloverproof garden --format json`, and one line of it with --batch",
        "garden-line": "one line of the input of `cloverproof garden --batch`",
        "setup": "the output of `cloverproof setup --format json`",
        "claims": "one line of `cloverproof claims --format json`",
        "prove": "one line of `cloverproof prove --format json`",
        "itf": "a line of play that `cloverproof prove --itf` writes, in the Informal Trace Format",
    }
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": titles[name]}
    return head | msgspec.json.schema(types[name])
