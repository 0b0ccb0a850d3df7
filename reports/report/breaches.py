"""Kinds of breach in words, each with its smallest example."""

import os
import shlex

from models.games import GAMES
from reports.report.options import ReportOptions
from reports.report.parts import KINDS, BreachPart
from reports.rules import cite_text
from reports.spans import span_of
from reports.style import readable
from verifier.codes import CODES
from verifier.evidence.totals import Breach, SmallestExample
from verifier.minimize import Cut


def breach_part(breach: Breach, options: ReportOptions, cut: Cut | None) -> BreachPart:
    """Show a kind of breach by its smallest example."""
    example, place = breach.example, breach.example.place
    title, statement = _titles(breach)
    start, end = _wrong(example)
    name = f"{breach.clause}-{breach.kind}"
    return BreachPart(
        name,
        breach.clause,
        title,
        statement,
        breach.kind,
        KINDS[breach.kind],
        breach.count,
        breach.games,
        readable(place.path),
        place.line or None,
        start + 1 if end > start else None,
        place.game or None,
        example.turn,
        example.message,
        example.label,
        example.help,
        cite_text(example.cite) if example.cite is not None else "",
        example.raw[:start],
        example.raw[start:end],
        example.raw[end:],
        command(place.path, options),
        example.scene,
        example.views,
        tuple(readable(os.fsdecode(name)) + (f" (game {game})" if game > 1 else "") for name, game in breach.first),
        cut,
        f"minimized/{name}.jsonl" if cut is not None else "",
    )


def _titles(breach: Breach) -> tuple[str, str]:
    for game in GAMES:
        for clause in game.clauses() if game.key == breach.game else ():
            if clause.id == breach.clause:
                return clause.title, clause.statement
    return next(((code.title, code.statement) for code in CODES if code.id == breach.clause), (breach.clause, ""))


def _wrong(example: SmallestExample) -> tuple[int, int]:
    """Give the part of the line that is wrong, as places between its characters."""
    if example.field:
        return span_of(example.raw, example.field) or (0, 0)
    if example.column is not None and example.raw:
        at = max(0, min(example.column - 1, len(example.raw) - 1))
        return at, at + 1
    return 0, 0


def command(path: str, options: ReportOptions) -> str:
    """Give the command that judges a log again, for a shell."""
    source = "- < LOG" if path == "-" else quoted(f"./{path}" if path.startswith("-") else path)
    return " ".join(["cloverproof", "validate", *map(quoted, options.flags), source])


def quoted(word: str) -> str:
    """Quote a word for a shell; one with signs that no screen shows is spelled out as bash, zsh and ksh read it."""
    if word.isprintable():
        return shlex.quote(word)
    spelled = (chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}" for byte in os.fsencode(word))
    return "$'" + "".join(f"\\{sign}" if sign in "\\'" else sign for sign in spelled) + "'"
