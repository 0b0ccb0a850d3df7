"""Clauses and codes explained: the words of `explain` and `rules`."""

from collections.abc import Sequence

import msgspec

from models.clause import Cite, Clause
from models.game import Game
from models.games import GAMES
from reports.boards import view_lines
from reports.style import COLUMNS, Paint, broken_lines, ordinal
from verifier.codes import CODES, Code
from verifier.did_you_mean import ALIKE_IDS, nearest


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
    near = nearest(wanted, all_codes(), 3, ALIKE_IDS)
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
        lines += broken_lines(f"  {case}", 4)
    lines += ["", paint("strong", "Broken")]
    for case in clause.broken:
        step = game.case(case)
        told = broken_lines(clause.fault(step).message, 0, 6)
        lines += [*broken_lines(f"  {case}", 4), *(f"      {paint('mark', part)}" for part in told)]
    smallest = game.case(clause.broken[0])
    lines += ["", paint("strong", "The table of the first broken case")]
    lines += [f"  {row}" for row in view_lines(game.view(smallest.before), paint)]
    lines += ["", paint("strong", "Known mistakes"), *_mistakes(clause)]
    return lines


def _mistakes(clause: Clause) -> list[str]:
    return [part for mistake in clause.mutants() for part in broken_lines(f"  - {mistake}", 4)]


def cite_text(cite: Cite) -> str:
    """Write a place in a rule sheet."""
    return f"{cite.sheet}, {cite.heading}, {ordinal(cite.paragraph)} paragraph"


def wrapped(text: str, wide: int = 100) -> list[str]:
    """Break a paragraph into lines that a terminal has room for."""
    import textwrap

    return textwrap.wrap(text, min(wide, COLUMNS.get() or wide))


def rules_list(games: Sequence[Game], paint: Paint) -> str:
    """List all clauses of games, and the codes of unreadable logs."""
    lines = []
    for game in games:
        lines.append(paint("strong", game.title) + f"  ({', '.join(edition.key for edition in game.editions)})")
        lines += [part for each in game.clauses() for part in broken_lines(f"  {each.id}  {each.title}", 9)]
        lines.append("")
    lines.append(paint("strong", "Logs that cannot be read"))
    lines += [part for code in CODES for part in broken_lines(f"  {code.id}  {code.title}", 10)]
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
