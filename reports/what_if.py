"""What each clause is good for, in words: mistakes and left-out clauses against claims, and a page for designers."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from models.claim import ClaimId
from models.game import Game
from reports.style import Paint, count_of
from verifier.what_if.independence import Forbidden
from verifier.what_if.matrix import LEFT_OUT, MatrixRow


class MatrixChangeRow(msgspec.Struct, tag_field="row", tag="change"):
    """A change of a clause, one line of `cloverproof claims --matrix --format json`, with the verdicts that change."""

    clause: str
    change: str
    changed: dict[str, str]
    reasons: dict[str, str]
    failed: str = ""


class IndependenceRow(msgspec.Struct, tag_field="row", tag="independence"):
    """Whether a clause says what the others do not, of a kind of move: a step that it alone forbids, in words."""

    clause: str
    move: str
    independent: str
    step: str = ""


def matrix_row(row: MatrixRow) -> MatrixChangeRow:
    """Give the JSON form of a change."""
    verdicts = {str(each.claim): each.after for each in row.changed}
    reasons = {str(each.claim): each.reason for each in row.changed if each.reason}
    return MatrixChangeRow(row.change.clause, row.change.change, verdicts, reasons, row.failed)


def independence_row(game: Game, told: Forbidden) -> IndependenceRow:
    """Give the JSON form of what a clause alone forbids."""
    words = "" if told.step is None else game.proofs().tell([told.step])[-1].words
    return IndependenceRow(told.clause.id, told.kind.__name__.lower(), told.word, words)


def row_text(row: MatrixRow, paint: Paint) -> str:
    """Tell what a change does: the claims by their new verdicts."""
    head = f"{paint('strong', row.change.clause)}  {row.change.change}"
    if row.failed:
        return f"{head}\n  {paint('error', row.failed)}\n"
    words = ("refuted", "proved", "unknown")
    by_word = {word: [each.claim for each in row.changed if each.after == word] for word in words}
    told = [f"  {word}: {', '.join(ids)}" for word, ids in by_word.items() if ids]
    return "\n".join([head, *(told or ["  nothing changes"])]) + "\n"


def matrix_summary(rows: Sequence[MatrixRow], claims: Sequence[ClaimId]) -> str:
    """Count what changes something and what is changed by something."""
    changing = sum(bool(row.changed) for row in rows)
    changed = Counter(each.claim for row in rows for each in row.changed)
    never = [claim for claim in claims if claim not in changed]
    lines = [
        f"{changing} of {count_of(len(rows), 'change')} of clauses change a verdict",
        f"{len(claims) - len(never)} of {count_of(len(claims), 'claim')} are changed by one",
    ]
    if never:
        lines.append(f"by none: {', '.join(never)}")
    return "\n".join(lines) + "\n"


def independence_text(game: Game, found: Sequence[Forbidden]) -> str:
    """Tell which clauses the others imply, and count those that forbid something alone."""
    lines = [
        f"{row.clause}, of a {row.move}: {row.independent}"
        for row in (independence_row(game, each) for each in found)
        if row.independent != "alone"
    ]
    alone = sum(each.word == "alone" for each in found)
    lines.append(
        f"{alone} of {count_of(len(found), 'clause and kind of move')} forbid a step that nothing else forbids"
    )
    return "\n".join(lines) + "\n"


def designers_page(game: Game, rows: Sequence[MatrixRow], sizes: str) -> str:
    """Write what each clause is good for as Markdown: what no longer holds without it."""
    clauses = {clause.id: clause for clause in game.clauses()}
    statements: Mapping[ClaimId, str] = {claim.id: claim.statement for claim in game.proofs().claims}
    lines = [f"# {game.title}: what each rule is good for", "", f"Decided for {sizes}.", ""]
    for row in rows:
        if row.change.change != LEFT_OUT:
            continue
        clause = clauses[row.change.clause]
        lines += [f"## Without {clause.id}: {clause.title}", "", clause.statement, ""]
        for each in row.changed:
            what = {"refuted": "no longer holds", "proved": "holds then"}.get(each.after, "can no longer be shown")
            lines.append(f"- {what}: {statements[each.claim]} ({each.claim})")
        lines += ["" if row.changed else "No claim changes.\n"]
    return "\n".join(lines)
