"""`cloverproof perft`."""

from pathlib import Path

import typer

from cli.options import (
    GAME,
    NO_EQUAL,
    TILES,
    Format,
    answers,
    game_of_table,
    json_lines,
    material_of,
    refuse,
    refusing,
    write_out,
)
from cli.pictures import PNG, SVG, PictureFiles

MOST = 40  # lines below a picture


def perft(
    table: str = typer.Argument(metavar="TABLE", help="The table, in one line: see docs/formats.md."),
    depth: int = typer.Option(1, "--depth", "-d", min=1, max=1000, metavar="N", help="Count lines of so many turns."),
    divide: bool = typer.Option(False, "--divide", help="Count them behind each legal turn."),
    limit: int = typer.Option(
        5_000_000, min=1, metavar="N", help="Give up where there are more than N different tables at one depth."
    ),
    no_equal_exchange: bool = NO_EQUAL,
    game: str | None = GAME,
    tiles: str | None = TILES,
    svg: Path | None = SVG,
    png: Path | None = PNG,
    format: Format = typer.Option(Format.text, help="How to write the result."),
) -> None:
    """Count the legal lines from a table, to compare move generators with.

    What can be revealed counts as different turns, copies of a number do not.

    Example: cloverproof perft "1 ./. 5; 2 ./. 4; top 6" --depth 3 --divide
    """
    from models.reading import Reading
    from reports.perft import perft_row, perft_text, perft_words
    from verifier.perft import TooManyLines
    from verifier.perft import divide as divided
    from verifier.perft import perft as counted

    asked = game_of_table(table, game)
    pictures = PictureFiles(svg, png)
    try:
        with refusing():
            reading = Reading(answers=answers(no_equal_exchange), material=material_of(tiles, asked.key))
            space, code = asked.state_spaces().read(table, reading)
            counts = counted(space, code, depth, limit)
            behind = dict(divided(space, code, depth, limit)) if divide else None
    except TooManyLines as many:
        refuse(
            f"more than {limit:,} different tables after {many.depth} turns (--limit)",
            f"`--depth {many.depth}` can be counted",
        )
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
        raise typer.Exit(130) from None
    if pictures:
        from reports.position_pictures import table_picture

        pictures.write(
            table_picture(
                asked.view(space.table(code)),
                perft_words(counts, behind)[:MOST],
                "How many ways to play on from this table?",
            )
        )
    if format is Format.json:
        write_out(json_lines([perft_row(space.write(code), counts, behind)]))
    else:
        write_out(perft_text(counts, behind))
