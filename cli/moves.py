"""`cloverproof moves`."""

import typer

from cli.options import COLOR, GAME, NO_EQUAL, TILES, Format, answers, game_with, material_of, paint_for, refuse, write


def moves(
    garden: str = typer.Argument(
        help="The garden, row by row: '3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19'; or the line of tiles: '8 12 15'."
    ),
    clover: int = typer.Option(..., "--clover", "--tile", "-c", help="The number on the clover or tile."),
    top: int | None = typer.Option(None, help="The highest number; as printed if absent."),
    game: str | None = GAME,
    tiles: str | None = TILES,
    no_equal_exchange: bool = NO_EQUAL,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Tell for every cell of a garden, or end of a line, whether a clover or tile may go there, and why not.

    Example: cloverproof moves "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19" --clover 13
    """
    from models.game import Malformed, Reading
    from reports.moves import moves_row, moves_text

    try:
        asked = game_with("material" if tiles is not None else "moves", game)
        reading = Reading(answers=answers(no_equal_exchange), material=material_of(tiles, game))
        verdicts = asked.moves(garden, clover, reading, top)
    except Malformed as wrong:
        refuse(wrong.message, wrong.help)
    if format is Format.json:
        import msgspec

        write(msgspec.json.encode(moves_row(clover, verdicts)).decode() + "\n")
        for note in verdicts.notes:
            typer.echo(f"note: {note}", err=True)
    else:
        write(moves_text(clover, verdicts, paint_for(color)))
    raise typer.Exit(1 if verdicts.notes else 0)
