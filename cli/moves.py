"""`cloverproof moves`."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import (
    COLOR,
    GAME,
    NO_EQUAL,
    TILES,
    Format,
    answers,
    game_of_table,
    game_with,
    json_lines,
    material_of,
    paint_for,
    refuse,
    refusing,
    write_out,
)
from cli.pictures import PNG, SVG, PictureFiles

if TYPE_CHECKING:
    from models.reading import Reading
    from models.view import MoveVerdicts

LINE_OF_TILES = re.compile(r"\s*\d+([A-Z]{2}\d)?(\s+\d+([A-Z]{2}\d)?)+\s*")  # no garden, for that has rows


def moves(
    garden: str = typer.Argument(
        help="The garden, row by row: '3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19'; the line of tiles: '8 12 15'; or a "
        "table in one line, as `perft` takes it."
    ),
    clover: int | None = typer.Option(
        None, "--clover", "--tile", "-c", help="The number on the clover or tile.  [required]"
    ),
    top: int | None = typer.Option(None, help="The highest number; as printed if absent."),
    game: str | None = GAME,
    tiles: str | None = TILES,
    no_equal_exchange: bool = NO_EQUAL,
    svg: Path | None = SVG,
    png: Path | None = PNG,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
    context: typer.Context = None,  # type: ignore[assignment]  # typer gives it
) -> None:
    """Tell for every cell of a garden, or end of a line, whether a clover or tile may go there, and why not.

    Example: cloverproof moves "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19" --clover 13
    """
    from models.games import GAMES
    from models.gardens import unreached
    from models.reading import Malformed, Reading
    from reports.moves import moves_row, moves_text

    pictures = PictureFiles(svg, png)
    of_tables = next((each for each in GAMES if each.key == game and not each.offers("moves")), None)
    if of_tables is not None or ";" in garden:
        if (clover, top) != (None, None) or (of_tables is not None and tiles is not None):
            which = "a whole table" if of_tables is None else of_tables.key
            refuse(f"{which} has no cells to judge for one number", "name the table alone")
        reading = Reading(answers=answers(no_equal_exchange), material=material_of(tiles, game))
        with refusing():
            judged = (
                _legal_turns(garden, game, reading) if of_tables is None else of_tables.move_verdicts(garden, reading)
            )
        _of_table(judged, pictures, format, color)
        return
    clover = _needed(context, clover)
    try:
        of_line = tiles is not None or (game is None and LINE_OF_TILES.fullmatch(garden) is not None)
        asked = game_with("material" if of_line else "moves", game)
        reading = Reading(answers=answers(no_equal_exchange), material=material_of(tiles, game))
        verdicts = asked.moves(garden, clover, reading, top)
        if asked.offers("gardens"):
            gardens = asked.gardens()
            if why := unreached(gardens.read(garden, top or gardens.top)):
                typer.echo(f"note: {why}", err=True)
    except Malformed as wrong:
        refuse(wrong.message, wrong.help)
    if pictures:
        from reports.position_pictures import moves_picture

        pictures.write(moves_picture(clover, verdicts))
    if format is Format.json:
        write_out(json_lines([moves_row(clover, verdicts)]))
        for note in verdicts.notes:
            typer.echo(f"note: {note}", err=True)
    else:
        write_out(moves_text(clover, verdicts, paint_for(color)))
    raise typer.Exit(0 if verdicts.in_order else 1)


def _needed(context: typer.Context, clover: int | None) -> int:
    """Insist on the number as on any option that is required: only a game that judges whole tables asks for none."""
    if clover is None:
        option = next(each for each in context.command.params if each.name == "clover")
        option.required = True
        option.process_value(context, None)
    assert clover is not None
    return clover


def _legal_turns(text: str, game: str | None, reading: "Reading") -> "MoveVerdicts":
    """Give the turns that are legal at a table in one line, as `perft` takes it. Raises Malformed."""
    from models.view import MoveVerdict, MoveVerdicts

    asked = game_of_table(text, game)
    space, code = asked.state_spaces().read(text, reading)
    legal = tuple(MoveVerdict(way.text, (), "") for way in space.ways(code))
    return MoveVerdicts(space.write(code), asked.view(space.table(code)), legal)


def _of_table(verdicts: "MoveVerdicts", pictures: PictureFiles, format: Format, color: bool | None) -> None:
    """Tell for every turn at a table whether it is legal."""
    from reports.moves import table_moves_row, table_moves_text

    if pictures:
        from reports.position_pictures import table_moves_picture

        pictures.write(table_moves_picture(verdicts))
    if format is Format.json:
        write_out(json_lines([table_moves_row(verdicts)]))
    else:
        write_out(table_moves_text(verdicts, paint_for(color)))
