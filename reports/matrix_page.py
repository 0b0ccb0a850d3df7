"""The page on what each rule is good for, written from what `cloverproof claims --matrix --format json` has found.

Deciding all claims under all changes takes most of an hour, so the page keeps what was found beside it; what has come
to the catalogue since then is named on the page.
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
SIZES = {"lucky-numbers": ("--side 2 -p 2", "2 players, side 2"), "good-fortune": ("-p 2", "2 players")}
ALONE = "alone"
HEAD = """What would be lost without a rule? Each clause was left out, and made with each of its known mistakes, and
all claims of the [catalogue](claims.md) were decided again each time. *No longer holds* comes with a case that was
replayed; *can no longer be shown* says that the proof fails, not that the claim does. A step that a clause forbids
*alone* keeps all other clauses: a solver found it, and the checks of all clauses confirmed it; where there is none, the
others imply the clause. [What if](what-if.md) tells how to ask such questions of your own.
"""


def found_in(game: Game) -> list[MatrixChangeRow | IndependenceRow]:
    """Read what was found out about the clauses of a game, clause by clause."""
    lines = (FOUND / f"{game.key}.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=MatrixChangeRow | IndependenceRow) for line in lines]


def matrix_page() -> str:
    """Write the page: for each game how much changes, then clause by clause."""
    parts = ["# What each rule is good for", "", HEAD]
    for game in GAMES:
        if game.key in SIZES:
            words, sizes = SIZES[game.key]
            rows = found_in(game)
            command = f"cloverproof claims --matrix --game {game.key} {words} --format json"
            counted = "\n".join(_counted(game, rows))
            parts.append(designers_page(game, rows, f"{sizes}, by `{command}`", counted, level=2))
    return "\n".join(parts).rstrip() + "\n"


def _counted(game: Game, rows: list[MatrixChangeRow | IndependenceRow]) -> Iterator[str]:
    changes = [row for row in rows if isinstance(row, MatrixChangeRow)]
    alone = [row for row in rows if isinstance(row, IndependenceRow)]
    changing = sum(bool(row.changed) for row in changes)
    yield f"- {changing} of {count_of(len(changes), 'change')} of clauses change a verdict."
    forbidding, pairs = sum(row.independent == ALONE for row in alone), count_of(len(alone), "pair")
    yield f"- {forbidding} of {pairs} of clause and kind of move forbid a step that nothing else forbids."
    changed = {claim for row in changes for claim in row.changed}
    never = [claim.id for claim in game.proofs().claims if claim.id not in changed]
    yield f"- Changed by none, or not about this size: {', '.join(never) or 'no claim'}."
    known = {(ClauseId(row.clause), row.change) for row in changes}
    missing = Counter(each.clause for each in changes_of(game.clauses()) if (each.clause, each.change) not in known)
    if missing:
        yield f"- Not decided yet: {', '.join(f'{count} of {clause}' for clause, count in missing.items())}."
