"""`cloverproof score`."""

import typer

from cli.options import COLOR, GAME, TILES, Format, game_with, json_lines, material_of, paint_for, refuse, write_out


def score(
    tiles_won: list[str] = typer.Argument(
        metavar="TILE...", help="The collection: two letters A to G for charms and a die, AB1; or numbers with --tiles."
    ),
    tiles: str | None = TILES,
    game: str | None = GAME,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Tell what a collection of tiles scores: its groups, and all totals where the rules leave it open.

    Example: cloverproof score AB1 AC1 BD1 CE1
    """
    from models.material import BadMaterial
    from reports.material import score_row, score_text

    material = game_with("material", game).material()
    written = [token.upper() for text in tiles_won for token in text.replace(",", " ").split()]
    try:
        scored = material.score(written, material_of(tiles, game))
    except BadMaterial as bad:
        refuse(bad.faults[0], "for example: cloverproof score AB1 AC1 BD1 CE1")
    if format is Format.json:
        write_out(json_lines([score_row(written, scored)]))
    else:
        write_out(score_text(scored, paint_for(color)))
