"""`cloverproof claims`."""

import typer

from cli.options import COLOR, Format, paint_for, write


def claims(
    format: Format = typer.Option(Format.text, help="How to write the list."), color: bool | None = COLOR
) -> None:
    """List what is claimed of the rules: statement, scope, expected verdict, why it matters.

    Example: cloverproof claims
    """
    from models.games import GAMES
    from reports.proofs import claim_rows, claims_text

    offering = [game for game in GAMES if game.offers("proofs")]
    if format is Format.json:
        import msgspec

        rows = [msgspec.json.encode(row).decode() + "\n" for game in offering for row in claim_rows(game)]
        write("".join(rows))
    else:
        write("".join(claims_text(game, paint_for(color)) for game in offering))
