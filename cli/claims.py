"""`cloverproof claims`."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.claims_matrix import show_matrix
from cli.claims_of_games import ALL, GAME_OR_ALL, game_with_claims, games_with_claims, refuse_of_one
from cli.options import (
    COLOR,
    Format,
    game_with,
    json_lines,
    known_edition,
    paint_for,
    refuse,
    refusing,
    write_out,
)
from cli.own_claims import own_claims_of
from cli.own_rules import RULES, RulesGiven, own_rules, under_rules
from cli.performed import LONGEST, performed
from cli.seconds import seconds_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.game import Game
    from models.proof import Provable
    from verifier.prove_all import ProofRequest


def claims(
    game: str | None = GAME_OR_ALL,
    check: Path | None = typer.Option(
        None, metavar="FILE", help="Read a file of your own claims instead and say what they claim; prove nothing."
    ),
    rules: Path | None = RULES,
    matrix: bool = typer.Option(
        False, "--matrix", help="Which claims change their verdict when a clause is mistaken, or left out?"
    ),
    clause: list[str] = typer.Option([], metavar="ID", help="With --matrix: only these clauses."),
    page: Path | None = typer.Option(
        None, metavar="FILE", help="With --matrix: write a page for designers (Markdown)."
    ),
    edition: str | None = typer.Option(None, help="With --rules or --matrix: the edition whose set-up is played."),
    players: list[int] = typer.Option(
        [], "--players", "-p", min=2, max=4, help="With --rules or --matrix: how many players; 2, 3 and 4 if absent."
    ),
    side: int | None = typer.Option(
        None, min=2, metavar="N", help="With --rules or --matrix: rows of a garden; as printed if absent."
    ),
    timeout: float = seconds_option(
        60.0,
        least=0.001,
        most=LONGEST,
        help="With --rules or --matrix: the most time for one question.",
    ),
    jobs: int = typer.Option(0, "--jobs", "-j", min=0, metavar="N", help="Processes; 0: as many as processors."),
    format: Format = typer.Option(Format.text, help="How to write the list."),
    color: bool | None = COLOR,
) -> None:
    """List what is claimed of the rules of a game, or of all: statement, scope, expected verdict, why it matters.

    With --rules it decides them all under rules that are otherwise, and shows those whose verdict changes (the exit
    code is 1 if there are any); with --matrix under each known mistake and without each clause, and tells what each
    clause alone forbids.

    Example: cloverproof claims
    """
    if game == ALL:
        refuse_of_one({"--check": check, "--rules": rules, "--matrix": matrix})
        game = None
    what_if = own_rules(rules, game)
    if (clause or page) and not matrix:
        refuse("--clause and --page are for --matrix", "say --matrix")
    if matrix and (rules or check):
        refuse("--matrix goes without --rules and --check", "it turns the clauses by itself")
    if check is None and (what_if is not None or matrix):
        from msgspec.structs import replace

        from verifier.prove_all import ProofRequest

        about = what_if.game if what_if else game_with("proofs", game)
        known, count = known_edition(edition, about), jobs or os.cpu_count() or 1
        wish = ProofRequest(known, side, tuple(dict.fromkeys(players)), timeout, jobs=count)
        if what_if is None:
            show_matrix(about, clause, wish, page, format, color)
        else:
            _show_changes(what_if, replace(wish, rules=what_if.source), format, color)
        return
    if edition or players or side:
        refuse(
            "--edition, --players and --side are for --rules and --matrix",
            "`cloverproof prove` decides claims of the rules as they are",
        )
    listed = _checked(check, game, what_if) if check is not None else _all_claims(game)
    from reports.proofs import claim_rows, claims_text

    if format is Format.json:
        write_out(json_lines(row for each, told in listed for row in claim_rows(each, told)))
    else:
        write_out("".join(claims_text(told, paint_for(color)) for _, told in listed))


def _checked(check: Path, game: str | None, what_if: RulesGiven | None) -> "list[tuple[Game, Sequence[Provable]]]":
    from verifier.prove_all import ProofRequest

    own = under_rules(own_claims_of(str(check), game), what_if)
    assert own is not None
    own.checked([], ProofRequest())
    return [(own.game, own.claims())]


def _all_claims(game: str | None) -> "list[tuple[Game, Sequence[Provable]]]":
    offering = games_with_claims() if game is None else [game_with_claims(game)]
    return [(each, each.proofs().claims) for each in offering]


def _show_changes(what_if: RulesGiven, wish: "ProofRequest", format: Format, color: bool | None) -> None:
    """Decide the claims of the catalogue under rules that are otherwise, and show what changes."""
    from reports.proofs import change_text, changes_summary, proof_row
    from verifier.prove_all import gather_outcomes, tasks

    game = what_if.game
    wanted = game.proofs().claims
    with refusing():
        todo = tasks(game, wanted, wish)
    if not todo:
        refuse("no claim is made for this size", "leave --side or --players out")
    settled = gather_outcomes(wanted, performed(todo, wish.jobs))
    changed = [each for each in settled if not each.as_stated]
    if format is Format.json:
        write_out(json_lines(proof_row(game, each) for each in changed))
    else:
        paint = paint_for(color)
        write_out("\n".join([*(change_text(game, each, paint) for each in changed), changes_summary(settled, changed)]))
    if changed:
        raise typer.Exit(1)
