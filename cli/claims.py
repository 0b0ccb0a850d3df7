"""`cloverproof claims`."""

from pathlib import Path

import typer

from cli.options import COLOR, GAME, Format, game_with, paint_for, write_out
from cli.own_claims import own_claims_of


def claims(
    game: str | None = GAME,
    check: Path | None = typer.Option(
        None, metavar="FILE", help="Read a file of your own claims instead and say what they claim; prove nothing."
    ),
    format: Format = typer.Option(Format.text, help="How to write the list."),
    color: bool | None = COLOR,
) -> None:
    """List what is claimed of the rules of a game, or of all: statement, scope, expected verdict, why it matters.

    Example: cloverproof claims
    """
    from models.games import GAMES
    from reports.proofs import claim_rows, claims_text

    if check is not None:
        from verifier.prove_all import ProofRequest

        own = own_claims_of(str(check), game)
        own.checked([], ProofRequest())
        listed = [(own.game, own.claims())]
    else:
        offering = [each for each in GAMES if each.offers("proofs")] if game is None else [game_with("proofs", game)]
        listed = [(each, each.proofs().claims) for each in offering]
    if format is Format.json:
        import msgspec

        rows = [msgspec.json.encode(row).decode() + "\n" for each, told in listed for row in claim_rows(each, told)]
        write_out("".join(rows))
    else:
        write_out("".join(claims_text(told, paint_for(color)) for _, told in listed))
