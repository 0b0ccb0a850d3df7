"""`cloverproof claims`."""

import typer

from cli.options import COLOR, GAME, Format, game_with, paint_for, write_out


def claims(
    game: str | None = GAME,
    format: Format = typer.Option(Format.text, help="How to write the list."),
    color: bool | None = COLOR,
) -> None:
    """List what is claimed of the rules of a game, or of all: statement, scope, expected verdict, why it matters.

    Example: cloverproof claims
    """
    from models.games import GAMES
    from reports.proofs import claim_rows, claims_text

    offering = [each for each in GAMES if each.offers("proofs")] if game is None else [game_with("proofs", game)]
    if format is Format.json:
        import msgspec

        rows = [msgspec.json.encode(row).decode() + "\n" for each in offering for row in claim_rows(each)]
        write_out("".join(rows))
    else:
        write_out("".join(claims_text(each, paint_for(color)) for each in offering))
