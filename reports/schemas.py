"""JSON Schemas of what cloverproof reads and writes."""

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from models.games import GAMES
from reports.rows import MovesRow, Row

NAMES = ("log", "findings", "moves", "puzzle")


def schema(name: str) -> dict[str, Any]:
    """Give the JSON Schema of one line of a log, of one line of findings, of `moves`, or of a puzzle."""
    types: dict[str, Any] = {
        "log": reduce(or_, (game.events for game in GAMES)),
        "findings": Row,
        "moves": MovesRow,
        "puzzle": reduce(or_, (game.puzzle() for game in GAMES)),
    }
    titles = {
        "log": "one line of a game log, format cloverproof/1",
        "findings": "one line of `cloverproof validate --format json`",
        "moves": "the output of `cloverproof moves --format json`",
        "puzzle": "a puzzle, format cloverproof-puzzle/1",
    }
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": titles[name]}
    return head | msgspec.json.schema(types[name])
