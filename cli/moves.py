"""`cloverproof moves`."""

import typer

from cli.options import COLOR, NO_EQUAL, Format, paint_for, refuse, write


def moves(
    garden: str = typer.Argument(help="The garden, row by row: '3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19'."),
    clover: int = typer.Option(..., "--clover", "-c", help="The number on the clover."),
    top: int = typer.Option(20, help="The highest number of the game."),
    no_equal_exchange: bool = NO_EQUAL,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Tell for every cell of a garden whether a clover may go there, and why not.

    Example: cloverproof moves "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19" --clover 13
    """
    from models.game import Malformed, Reading
    from models.games import GAMES
    from reports.moves import moves_row, moves_text

    try:
        verdicts = GAMES[0].moves(garden, clover, Reading(equal_exchange=not no_equal_exchange), top)
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
