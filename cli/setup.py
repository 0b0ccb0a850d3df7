"""`cloverproof setup`."""

import typer

from cli.options import COLOR, GAME, Format, game_with, json_lines, paint_for, refuse, write_out


def setup(
    clovers: str | None = typer.Argument(None, help="Start clovers to lay in the best order: '5 7 15 15'."),
    sets: int | None = typer.Option(None, help="How many clovers of each number exist.  [default: each of 1 to 4]"),
    top: int | None = typer.Option(None, help="The highest number of the game.  [default: 20]"),
    side: int | None = typer.Option(None, help="The rows of the garden, 2 to 5.  [default: 4]"),
    gone: str | None = typer.Option(None, help="Clovers that are out of reach for the given ones: '7 7 12'."),
    game: str | None = GAME,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Tell how likely a start diagonal can be filled without exchanges, and how to lay given clovers best.

    Example: cloverproof setup "5 7 15 15"
    """
    from cli.garden_question import LARGEST_SIDE, MOST_SETS, copies_of_sets, count_of_sets, highest, read_numbers
    from models.reading import Malformed
    from reports.setup import setup_row, setup_text

    gardens = game_with("gardens", game).gardens()
    side = gardens.side if side is None else side
    if not 2 <= side <= LARGEST_SIDE:
        refuse(f"a garden cannot have {side} rows here", f"it has 2 to {LARGEST_SIDE}")
    grid = gardens.grid(side)
    try:
        top = highest(gardens, top)
        orders = None
        if clovers is not None:
            given = read_numbers(clovers, top, "clovers")
            if len(given) != side:
                refuse(f"{len(given)} clovers are given, but {side} are laid before play", "like: '5 7 15 15'")
            away = read_numbers(gone or "", top, "gone")
            copies = copies_of_sets(given, top, count_of_sets(gardens, sets), away, "the start holds")
            orders = gardens.start_orders(grid, given, copies)
        elif gone is not None:
            refuse("--gone goes with given clovers", "like: cloverproof setup '5 7 15 15' --gone '6 6'")
        wanted = range(1, MOST_SETS + 1) if sets is None else [count_of_sets(gardens, sets)]
        found = [gardens.start_chances(grid, top, each) for each in wanted if each * top >= side]
    except Malformed as wrong:
        refuse(wrong.message, wrong.help)
    if not found:
        refuse(f"{max(wanted) * top} clovers are too few to lay {side}")
    if format is Format.json:
        write_out(json_lines([setup_row(grid, top, found, orders)]))
    else:
        write_out(setup_text(grid, top, found, orders, paint_for(color)))
