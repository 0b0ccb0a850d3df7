"""Clauses and codes explained: the words of `explain` and `rules`."""

from collections.abc import Sequence
from difflib import get_close_matches

import msgspec

from models.clause import Cite, Clause
from models.game import Game
from models.games import GAMES
from reports.boards import view_lines
from reports.style import Paint, ordinal
from verifier.codes import CODES, Code


class UnknownCode(Exception):
    """A code that no clause and no fault of logs has."""


def all_codes() -> list[str]:
    """Give the ids of all clauses and of all codes of unreadable logs."""
    return [clause.id for game in GAMES for clause in game.clauses()] + [code.id for code in CODES]


def find_code(code: str) -> tuple[Game, Clause] | Code:
    """Find a clause or a LOG code by its id, in capitals or not. Raises UnknownCode, with the nearest ids."""
    wanted = code.strip().upper()
    for known in CODES:
        if known.id == wanted:
            return known
    for game in GAMES:
        for clause in game.clauses():
            if clause.id == wanted:
                return game, clause
    near = get_close_matches(wanted, all_codes(), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    raise UnknownCode(f"there is no clause or code {code[:20]!r}; {hint}`cloverproof rules` lists all")


def explain(code: str, paint: Paint) -> str:
    """Explain a clause or a LOG code: statement, sources, smallest cases, known mistakes. Raises UnknownCode."""
    found = find_code(code)
    if isinstance(found, Code):
        lines = [
            paint("strong", f"{found.id}  {found.title}"),
            "",
            *wrapped(found.statement),
            "",
            *wrapped(found.remedy),
        ]
        return "\n".join(lines) + "\n"
    return "\n".join(_clause_lines(*found, paint)) + "\n"


def _clause_lines(game: Game, clause: Clause, paint: Paint) -> list[str]:
    lines = [paint("strong", f"{clause.id}  {clause.title}"), f"{game.title}", "", *wrapped(clause.statement)]
    if clause.reading:
        lines += ["", *wrapped(f"Reading: {clause.reading}")]
    lines += ["", paint("strong", "Sources"), *(f"  {cite_text(cite)}" for cite in clause.cites)]
    lines += ["", paint("strong", "Kept") + f"  (notation: {game.notation})"]
    for case in clause.kept:
        lines += [f"  {case}"]
    lines += ["", paint("strong", "Broken")]
    for case in clause.broken:
        step = game.case(case)
        lines += [f"  {case}", f"      {paint('mark', clause.fault(step).message)}"]
    smallest = game.case(clause.broken[0])
    lines += ["", paint("strong", "The table of the first broken case")]
    lines += [f"  {row}" for row in view_lines(game.view(smallest.before), paint)]
    lines += ["", paint("strong", "Known mistakes"), *(f"  - {mistake}" for mistake in clause.mutants())]
    return lines


def cite_text(cite: Cite) -> str:
    """Write a place in a rule sheet."""
    return f"{cite.sheet}, {cite.heading}, {ordinal(cite.paragraph)} paragraph"


def wrapped(text: str, wide: int = 100) -> list[str]:
    """Break a paragraph into lines."""
    import textwrap

    return textwrap.wrap(text, wide)


def rules_list(games: Sequence[Game], paint: Paint) -> str:
    """List all clauses of games, and the codes of unreadable logs."""
    lines = []
    for game in games:
        lines.append(paint("strong", game.title) + f"  ({', '.join(edition.key for edition in game.editions)})")
        lines += [f"  {clause.id}  {clause.title}" for clause in game.clauses()]
        lines.append("")
    lines.append(paint("strong", "Logs that cannot be read"))
    lines += [f"  {code.id}  {code.title}" for code in CODES]
    lines += ["", "cloverproof explain CODE tells more about each of them."]
    return "\n".join(lines) + "\n"


class ExplainedRow(msgspec.Struct):
    """A clause in JSON."""

    id: str
    game: str
    title: str
    statement: str
    reading: str
    cites: tuple[Cite, ...]
    kept: tuple[str, ...]
    broken: tuple[str, ...]
    mistakes: tuple[str, ...]


def clause_rows(games: Sequence[Game]) -> list[ExplainedRow]:
    """Give all clauses of games in their JSON form."""
    return [
        ExplainedRow(
            clause.id,
            game.key,
            clause.title,
            clause.statement,
            clause.reading,
            clause.cites,
            clause.kept,
            clause.broken,
            tuple(clause.mutants()),
        )
        for game in games
        for clause in game.clauses()
    ]
