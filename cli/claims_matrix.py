"""`cloverproof claims --matrix`: what each clause is good for."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import Format, json_lines, paint_for, refuse, refusing, write_out
from cli.whole_files import writable, write_whole

if TYPE_CHECKING:
    from models.clause import Clause
    from models.game import Game
    from reports.what_if import IndependenceRow, MatrixChangeRow
    from verifier.prove_all import ProofRequest
    from verifier.what_if.independence import Forbidden
    from verifier.what_if.matrix import MatrixRow


def show_matrix(
    game: "Game",
    named: list[str],
    wish: "ProofRequest",
    page: Path | None,
    format: Format,
    color: bool | None,
) -> None:
    """Decide all claims under each change of clauses, and what each clause alone forbids; write it all."""
    from reports.what_if import (
        designers_page,
        independence_row,
        independence_text,
        matrix_row,
        matrix_summary,
        row_text,
    )
    from verifier.prove_all import tasks
    from verifier.what_if.independence import forbidden_alone

    clauses = _clauses(game, named)
    writable([page] if page is not None else [])
    with refusing():
        asked = tasks(game, game.proofs().claims, wish)
    rows = _decided(game, clauses, wish)
    alone: list[Forbidden] = list(forbidden_alone(game, clauses, wish.timeout))
    told: list[MatrixChangeRow | IndependenceRow] = [*map(matrix_row, rows)]
    told += (independence_row(game, each) for each in alone)
    if format is Format.json:
        write_out(json_lines(told))
    else:
        paint = paint_for(color)
        ids = list(dict.fromkeys(task.claim for task in asked))
        summary = [matrix_summary(rows, ids), independence_text(game, alone)]
        write_out("\n".join([*(row_text(row, paint) for row in rows), *summary]))
    if page is not None:
        write_whole(page, designers_page(game, told, _sizes(wish)))
        print(f"written: {page}", file=sys.stderr)


def _sizes(wish: "ProofRequest") -> str:
    players = ", ".join(map(str, wish.players)) or "2, 3, 4"
    return f"{players} players" + (f", side {wish.side}" if wish.side else "")


def _clauses(game: "Game", named: list[str]) -> "list[Clause]":
    known = {str(clause.id): clause for clause in game.clauses()}
    wanted = [name.strip().upper() for names in named for name in names.split(",")]
    for name in wanted:
        if name not in known:
            refuse(f"there is no clause {name[:20]!r}", f"`cloverproof rules --game {game.key}` lists all")
    return [known[name] for name in wanted] or list(known.values())


def _decided(game: "Game", clauses: "list[Clause]", wish: "ProofRequest") -> "list[MatrixRow]":
    from verifier.what_if.matrix import changes_of, matrix

    changes, rows = changes_of(clauses), list["MatrixRow"]()
    try:
        for row in matrix(game, changes, wish):
            rows.append(row)
            if sys.stderr.isatty():
                told = f"{len(rows)} of {len(changes)}, last {row.change.clause} {row.change.change}"
                print(f"\r{told[:70]:<70}", end="\n" if len(rows) == len(changes) else "", file=sys.stderr)
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
        raise typer.Exit(130) from None
    return rows
