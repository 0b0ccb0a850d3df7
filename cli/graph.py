"""`cloverproof graph`."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import COLOR, NO_EQUAL, Format, known_edition, paint_for, refuse, write

if TYPE_CHECKING:
    from models.game import Game
    from models.world import Code, World

DRAWN, HELD = 80, 200_000  # tables in a picture, and in a graph for other programs


def graph(
    table: str | None = typer.Argument(
        None, metavar="TABLE", help="Begin at this table instead of at all starts: see docs/formats.md."
    ),
    side: int = typer.Option(2, help="Rows of a garden."),
    top: int = typer.Option(4, help="The highest number."),
    sets: int | None = typer.Option(None, help="Copies of each number; one for each player if not said."),
    players: int = typer.Option(2, help="How many players."),
    edition: str | None = typer.Option(None, help="The edition."),
    variant: list[str] = typer.Option([], help="A house rule: bruno or bruno-any."),
    no_equal_exchange: bool = NO_EQUAL,
    depth: int | None = typer.Option(None, min=0, metavar="N", help="Follow at most N turns."),
    limit: int = typer.Option(
        2_000_000, min=1, metavar="N", help="Stop at the depth beyond which there are more than N tables."
    ),
    cycles: bool = typer.Option(True, "--cycles/--no-cycles", help="Look for cycles and strong components."),
    claims: bool = typer.Option(False, "--claims", help="Decide the claims about the game on every table and turn."),
    turn: bool = typer.Option(False, "--turn", help="Show the phases of one turn and their clauses instead."),
    svg: Path | None = typer.Option(None, metavar="FILE", help=f"Draw it (at most {DRAWN} tables)."),
    dot: Path | None = typer.Option(None, metavar="FILE", help="Write it for Graphviz."),
    graphml: Path | None = typer.Option(None, metavar="FILE", help=f"Write it as GraphML (at most {HELD:,} tables)."),
    edges: Path | None = typer.Option(None, metavar="FILE", help="Write all turns as .csv or .parquet."),
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Build the state graph of a small game, or of what can follow a table: counts, ends, cycles, pictures.

    Example: cloverproof graph --side 2 --top 5
    """
    from models.game import Malformed, Reading
    from models.games import GAMES
    from models.world import Size

    game = GAMES[0]
    known = known_edition(edition)
    if turn:
        _show_turn(game, svg, color)
        return
    if claims and table is not None:
        refuse("the claims are about whole games", "say its size, and no table")
    try:
        if table is not None:
            world, code = game.worlds().read(table, Reading(known, not no_equal_exchange))
            first: Callable[[], Sequence[Code]] = lambda: [code]  # noqa: E731
        else:
            size = Size(side, top, sets, players, known, tuple(variant), not no_equal_exchange)
            world = game.worlds().open(size)
            if world.count_starts() > limit:
                refuse(
                    f"{world.count_starts():,} tables to start with, --limit is {limit:,}",
                    "take a smaller game, or begin at one table",
                )
            first = lambda: list(world.starts())  # noqa: E731
    except Malformed as wrong:
        refuse(wrong.message, wrong.help)
    try:
        depth = _explored(game, world, first(), depth, limit, cycles, claims, format, color)
        _write_files(world, first(), depth, svg, dot, graphml, edges)
    except OSError as fault:
        refuse(f"cannot write {fault.filename}: {fault.strerror}")
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise typer.Exit(130) from None


def _show_turn(game: "Game", svg: Path | None, color: bool | None) -> None:
    from reports.turn import turn_text

    if svg is None:
        write(turn_text(game.worlds().phases, paint_for(color)))
        return
    from reports.graph_svg import turn_svg

    try:
        svg.write_text(turn_svg(game.worlds().phases), "utf-8")
    except OSError as fault:
        refuse(f"cannot write {fault.filename}: {fault.strerror}")
    print(f"written: {svg}", file=sys.stderr)


def _explored(
    game: "Game",
    world: "World",
    first: Sequence["Code"],
    depth: int | None,
    limit: int,
    cycles: bool,
    claims: bool,
    format: Format,
    color: bool | None,
) -> int | None:
    """Explore, write what was found, and give the depth that was reached (None: all)."""
    from reports.graph import graph_row, graph_text
    from verifier.explore import TooMany, explore, longest_game
    from verifier.modelcheck import Decided, check
    from verifier.stategraph import fitting_depth

    def watch(tables: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{tables:,} tables", end="", file=sys.stderr)

    decided: list[Decided] = []
    try:
        if claims:
            census, decided = check(world, first, game.worlds().claims, depth=depth, limit=limit, watch=watch)
        else:
            census = explore(world, first, depth=depth, limit=limit, cycles=cycles, watch=watch)
    except TooMany:
        depth = fitting_depth(world, first, limit)
        print(f"note: more than {limit:,} tables; cut off at a depth of {depth} (--limit)", file=sys.stderr)
        if claims:
            refuse("the claims need the whole graph", "take a smaller game, or a higher --limit")
        census = explore(world, first, depth=depth, cycles=cycles, watch=watch)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    if cycles and not census.cycle and not census.unexplored:
        census.longest = longest_game(world, first)
    if format is Format.json:
        import msgspec

        write(msgspec.json.encode(graph_row(world, census, decided, cycles=cycles or claims)).decode() + "\n")
    else:
        write(graph_text(world, census, decided, paint_for(color), cycles=cycles or claims))
    if census.dead or any(each.surprising for each in decided):
        raise typer.Exit(1)
    return depth


def _write_files(
    world: "World",
    first: Sequence["Code"],
    depth: int | None,
    svg: Path | None,
    dot: Path | None,
    graphml: Path | None,
    edges: Path | None,
) -> None:
    from verifier.explore import TooMany
    from verifier.stategraph import graph_of, write_graphml

    if edges is not None:
        _write_edges(world, first, depth, edges)
    pictures = [path for path in (svg, dot, graphml) if path is not None]
    if not pictures:
        return
    most = DRAWN if svg is not None else HELD
    try:
        graph = graph_of(world, first, depth, most)
    except TooMany:
        refuse(f"more than {most:,} tables", "draw less with --depth or --limit, or write all turns with --edges")
    from reports.graph import dot as as_dot
    from reports.graph_svg import graph_svg

    if svg is not None:
        svg.write_text(graph_svg(world, graph), "utf-8")
    if dot is not None:
        dot.write_text(as_dot(world, graph), "utf-8")
    if graphml is not None:
        write_graphml(graph, str(graphml))
    for path in pictures:
        print(f"written: {path} ({len(graph):,} tables)", file=sys.stderr)


def _write_edges(world: "World", first: Sequence["Code"], depth: int | None, path: Path) -> None:
    from verifier.stategraph import edges, write_csv, write_parquet

    rows = edges(world, first, depth, None)
    if path.suffix == ".parquet":
        try:
            count = write_parquet(rows, str(path))
        except ImportError:
            refuse("Parquet needs pyarrow", "install cloverproof with its extra: pip install 'cloverproof[parquet]'")
    elif path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            count = write_csv(rows, file)
    else:
        refuse(f"{path.name[:40]!r} is neither .csv nor .parquet")
    print(f"written: {path} ({count:,} turns)", file=sys.stderr)
