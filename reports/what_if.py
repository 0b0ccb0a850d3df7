"""What each clause is good for, in words: mistakes and left-out clauses against claims, and a page for designers."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from models.claim import ClaimId
from models.game import Game
from reports.style import Paint, count_of
from verifier.prove_all import RESTING
from verifier.what_if.independence import IMPLIED, NOTHING, Forbidden
from verifier.what_if.matrix import LEFT_OUT, MatrixRow

THEN = {"refuted": "no longer holds", "proved": "holds then", "unknown": "can no longer be shown"}
NOW = {"refuted": "false then", "proved": "true then", "unknown": "not decided then"}


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
    by_word = {word: [each.claim for each in row.changed if each.after == word] for word in NOW}
    told = [f"  {NOW[word]}: {', '.join(ids)}" for word, ids in by_word.items() if ids]
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


def designers_page(
    game: Game,
    rows: Sequence[MatrixChangeRow | IndependenceRow],
    found: str,
    counted: str = "",
    *,
    level: int = 1,
    printed: Sequence[MatrixChangeRow] = (),
) -> str:
    """Write what each clause is good for as Markdown: what it alone forbids, what no longer holds without it.

    `found` says for which sizes; `level` is that of the heading; `printed` tells what mistakes change at the printed
    size beyond that.
    """
    statements: Mapping[str, str] = {claim.id: claim.statement for claim in game.proofs().claims}
    lines = [f"{'#' * level} {game.title}: what each rule is good for", "", f"Decided for {found}.", ""]
    lines += [counted, ""] if counted else []
    beyond = {(row.clause, row.change): f"; at the printed size {_by_verdict(row)}" for row in printed}
    for clause in game.clauses():
        own = [row for row in rows if row.clause == clause.id]
        changes = [row for row in own if isinstance(row, MatrixChangeRow)]
        if not changes:
            continue
        lines += [f"{'#' * (level + 1)} Without {clause.id}: {clause.title}", "", clause.statement, ""]
        lines += [_by_itself(row) for row in own if isinstance(row, IndependenceRow)]
        for row in changes:
            if row.change == LEFT_OUT:
                lines += ["Without it:", "", *_without(row, statements), ""]
        lines += [_with_mistakes([row for row in changes if row.change != LEFT_OUT], beyond)]
    return "\n".join(lines)


def _by_itself(row: IndependenceRow) -> str:
    """Tell what a clause alone forbids of a kind of move."""
    move = f"{'an' if row.move[0] in 'aeio' else 'a'} {row.move}"
    what = {
        "alone": f"It alone forbids of {move}",
        IMPLIED: f"Of {move} the other clauses imply it",
        NOTHING: f"It forbids no {row.move} at all",
    }
    told = what.get(row.independent, f"Of {move} ({row.independent})")
    return f"{told}: {row.step}\n" if row.step else f"{told}.\n"


def _without(row: MatrixChangeRow, statements: Mapping[str, str]) -> list[str]:
    """Tell what changes where a clause is left out; what only rests on a claim that fell is named in one line."""
    resting = [id for id, word in row.changed.items() if row.reasons.get(id, "").startswith(RESTING)]
    told = [f"- {THEN[word]}: {statements[id]} ({id})" for id, word in row.changed.items() if id not in resting]
    if resting:
        told.append(f"- can no longer be shown, as they rest on others that fell: {', '.join(resting)}")
    return [row.failed] if row.failed else told or ["- no claim changes"]


def _with_mistakes(rows: Sequence[MatrixChangeRow], beyond: Mapping[tuple[str, str], str]) -> str:
    """Tell which claims each mistake changes, and what it does beyond that."""
    lines = []
    for row in rows:
        told = row.failed or _by_verdict(row) or "no claim changes"
        lines.append(f"- {row.change}: {told}{beyond.get((row.clause, row.change), '')}")
    return "\n".join(["With its mistakes:", "", *lines, ""]) if lines else ""


def _by_verdict(row: MatrixChangeRow) -> str:
    """Tell which claims a change changes, by their new verdicts."""
    by_word = {word: [id for id, after in row.changed.items() if after == word] for word in THEN}
    return "; ".join(f"{THEN[word]}: {', '.join(ids)}" for word, ids in by_word.items() if ids)
