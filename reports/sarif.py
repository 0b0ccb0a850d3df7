"""Findings as SARIF 2.1.0, one rule for each clause and one result for each finding, written as they come."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec import UnsetType

from models.games import GAMES
from reports.rules import cite_text
from reports.uri import uri
from verifier.codes import CODES

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"outside-edition": "note"}
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
LONGEST = 2000


class SarifResult(Protocol):
    """A place in a file and what is wrong there, by the rule of an id."""

    @property
    def path(self) -> str: ...
    @property
    def line(self) -> int | None: ...
    @property
    def column(self) -> int | UnsetType: ...
    @property
    def uri(self) -> str | UnsetType: ...
    @property
    def game(self) -> int | None: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def player(self) -> int | None: ...
    @property
    def clause(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def help(self) -> str: ...


def sarif(findings: Iterable[SarifResult], version: str, others: Iterable[dict[str, object]] = ()) -> Iterator[str]:
    """Give the text of a SARIF log piece by piece; `version` is that of cloverproof, `others` are rules of no game."""
    rules = [*_rules(), *others]
    index = {str(rule["id"]): place for place, rule in enumerate(rules)}
    driver = {"name": "cloverproof", "version": version, "rules": rules}
    head = json.dumps(
        {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": []}]}, indent=1
    )
    before, after = head.rsplit("[]", 1)
    yield before + "["
    between = "\n"
    for row in findings:
        yield between + json.dumps(_result(row, index))
        between = ",\n"
    yield "]" + after + "\n"


def _rules() -> list[dict[str, object]]:
    found = [
        _rule(clause.id, clause.title, clause.statement, "Sources: " + "; ".join(map(cite_text, clause.cites)) + ".")
        for game in GAMES
        for clause in game.clauses()
    ]
    return found + [_rule(code.id, code.title, code.statement, code.remedy) for code in CODES]


def _rule(key: str, title: str, statement: str, more: str) -> dict[str, object]:
    return sarif_rule(key, title, statement, f"{statement}\n\n{more}\n\n`cloverproof explain {key}` tells more.")


def sarif_rule(key: str, title: str, statement: str, help: str) -> dict[str, object]:
    """Describe what results can be about."""
    words = re.sub(r"[^A-Za-z0-9]+", " ", title).title().replace(" ", "")
    return {
        "id": key,
        "name": words or key,
        "shortDescription": {"text": title},
        "fullDescription": {"text": statement},
        "help": {"text": help},
        "defaultConfiguration": {"level": "error"},
    }


def _result(row: SarifResult, index: dict[str, int]) -> dict[str, object]:
    text = f"{row.message}." if not row.help else f"{row.message}. What would have been right: {row.help}."
    region = {"startLine": max(1, row.line or 1)}
    if isinstance(row.column, int):
        region["startColumn"] = max(1, row.column)
    place = {
        "artifactLocation": {"uri": uri(row.path) if isinstance(row.uri, UnsetType) else row.uri},
        "region": region,
    }
    return {
        "ruleId": row.clause,
        "ruleIndex": index[row.clause],
        "level": LEVELS.get(row.kind, "error"),
        "message": {"text": CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)[:LONGEST]},
        "locations": [{"physicalLocation": place}],
        "properties": {"kind": row.kind, "game": row.game, "turn": row.turn, "player": row.player},
    }
