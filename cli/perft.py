"""`cloverproof perft`."""

import typer

from cli.options import NO_EQUAL, Format, refuse, write


def perft(
    table: str = typer.Argument(metavar="TABLE", help="The table, in one line: see docs/formats.md."),
    depth: int = typer.Option(1, "--depth", "-d", min=1, metavar="N", help="Count lines of so many turns."),
    divide: bool = typer.Option(False, "--divide", help="Count them behind each legal turn."),
    no_equal_exchange: bool = NO_EQUAL,
    format: Format = typer.Option(Format.text, help="How to write the result."),
) -> None:
    """Count the legal lines from a table, to compare move generators with.

    What can be revealed counts as different turns, copies of a number do not.

    Example: cloverproof perft "1 ./. 5; 2 ./. 4; top 6" --depth 3 --divide
    """
    from models.game import Malformed, Reading
    from models.games import GAMES
    from reports.perft import perft_row, perft_text
    from verifier.perft import divide as divided
    from verifier.perft import perft as counted

    try:
        world, code = GAMES[0].worlds().read(table, Reading(equal_exchange=not no_equal_exchange))
    except Malformed as wrong:
        refuse(wrong.message, wrong.help)
    try:
        behind = dict(divided(world, code, depth)) if divide else None
        counts = counted(world, code, depth)
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
        raise typer.Exit(130) from None
    if format is Format.json:
        import msgspec

        write(msgspec.json.encode(perft_row(world.write(code), counts, behind)).decode() + "\n")
    else:
        write(perft_text(counts, behind))
