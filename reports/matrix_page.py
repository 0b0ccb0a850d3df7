"""The page on what each rule is good for, written from what `cloverproof claims --matrix --format json` has found.

Deciding all claims under all changes takes most of an hour, so the page keeps what was found beside it; what has come
to the catalogue since then is named on the page. Claims that are not about the size that was decided are changed at the
printed size: a change that does so is kept for each, and decided again by the tests.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from models.clause import ClauseId
from models.game import Game
from models.games import GAMES
from reports.style import count_of
from reports.what_if import IndependenceRow, MatrixChangeRow, designers_page
from verifier.what_if.matrix import changes_of

FOUND = Path(__file__).parent / "published" / "matrix"
PLAYERS = 2
SIDES: dict[str, int | None] = {"lucky-numbers": 2, "good-fortune": None}
ALONE = "alone"
HEAD = """What would be lost without a rule? Each clause was left out, and made with each of its known mistakes, and
all claims of the [catalogue](claims.md) about tables of the size below were decided again each time. *No longer holds*
comes with a case that was replayed; *can no longer be shown* says that the proof fails, not that the claim does. A step
that a clause forbids *alone* keeps all other clauses: a solver found it, and the checks of all clauses confirmed it;
where there is none, the others imply the clause. [What if](what-if.md) tells how to ask such questions of your own.
"""


def found_in(game: Game) -> list[MatrixChangeRow | IndependenceRow]:
    """Read what was found out about the clauses of a game, clause by clause."""
    lines = (FOUND / f"{game.key}.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=MatrixChangeRow | IndependenceRow) for line in lines]


def found_as_printed(game: Game) -> list[MatrixChangeRow]:
    """Read changes, at the printed size, of claims that are not about the size of the other rows."""
    file = FOUND / f"{game.key}-printed.jsonl"
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=MatrixChangeRow) for line in lines]


def matrix_page() -> str:
    """Write the page: for each game how much changes, then clause by clause."""
    parts = ["# What each rule is good for", "", HEAD]
    for game in GAMES:
        if game.key in SIDES:
            side = SIDES[game.key]
            words, size = (f"--side {side} ", f", side {side}") if side else ("", "")
            rows, printed = found_in(game), found_as_printed(game)
            command = f"cloverproof claims --matrix --game {game.key} {words}-p {PLAYERS} --format json"
            found, counted = f"{PLAYERS} players{size}, by `{command}`", "\n".join(_counted(game, rows, printed))
            parts.append(designers_page(game, rows, found, counted, level=2, printed=printed))
    return "\n".join(parts).rstrip() + "\n"


def _counted(
    game: Game, rows: list[MatrixChangeRow | IndependenceRow], printed: list[MatrixChangeRow]
) -> Iterator[str]:
    changes = [row for row in rows if isinstance(row, MatrixChangeRow)]
    alone = [row for row in rows if isinstance(row, IndependenceRow)]
    changing = {(row.clause, row.change) for row in changes if row.changed}
    more = len({(row.clause, row.change) for row in printed} - changing)
    told = f", and {more} more at the printed size" if more else ""
    yield f"- {len(changing)} of {count_of(len(changes), 'change')} of clauses change a verdict{told}."
    forbidding, pairs = sum(row.independent == ALONE for row in alone), count_of(len(alone), "pair")
    yield f"- {forbidding} of {pairs} of clause and kind of move forbid a step that nothing else forbids."
    proofs = game.proofs()
    rules = proofs.rules(None, SIDES[game.key], PLAYERS)
    changed = {claim for row in changes for claim in row.changed}
    asked = [claim.id for claim in proofs.claims if claim.applies(rules)]
    never = [claim for claim in asked if claim not in changed]
    yield f"- Changed by none: {', '.join(never)}." if never else "- Every claim about this size is changed by some."
    told = "; ".join(f"{', '.join(row.changed)} ({row.clause}: {row.change})" for row in printed)
    if told:
        yield f"- Not about this size, and changed at the printed one, for instance by the mistake named: {told}."
    otherwise = {claim for row in printed for claim in row.changed}
    unknown = [claim.id for claim in proofs.claims if claim.id not in {*asked, *otherwise}]
    if unknown:
        yield f"- Not about this size: {', '.join(unknown)}."
    known = {(ClauseId(row.clause), row.change) for row in changes}
    missing = Counter(each.clause for each in changes_of(game.clauses()) if (each.clause, each.change) not in known)
    if missing:
        yield f"- Not decided yet: {', '.join(f'{count} of {clause}' for clause, count in missing.items())}."
