"""Files that `cloverproof graph` writes."""

import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from cli.options import refuse
from cli.pictures import PictureFiles
from cli.whole_files import written_whole

if TYPE_CHECKING:
    from models.game import Game
    from models.state_space import Code, StateSpace

DRAWN, HELD = 80, 200_000  # tables in a picture, and in a graph for other programs


def check_files(dot: Path | None, graphml: Path | None, edges: Path | None) -> None:
    """Refuse files that can never be written before any work is done."""
    if edges is not None and edges.suffix not in (".csv", ".parquet"):
        refuse(f"{edges.name[:40]!r} is neither .csv nor .parquet")
    for path in (dot, graphml, edges):
        if path is not None and not path.parent.is_dir():
            refuse(f"cannot write {path}: there is no folder {path.parent}")


def write_files(
    game: "Game",
    space: "StateSpace",
    first: Sequence["Code"],
    depth: int | None,
    pictures: PictureFiles,
    dot: Path | None,
    graphml: Path | None,
    edges: Path | None,
) -> None:
    """Write the graph in every form that is asked for."""
    from verifier.explore import TooManyTables
    from verifier.stategraph import graph_of, write_graphml

    if edges is not None:
        _write_edges(space, first, depth, edges)
    files = [path for path in (dot, graphml) if path is not None]
    if not files and not pictures:
        return
    most, part = DRAWN if pictures else HELD, ""
    if pictures and depth is None and not files:
        first, depth, part = _drawable(space, first)
    try:
        graph = graph_of(space, first, depth, most)
    except TooManyTables:
        fewer = "draw less with --depth (0: the first tables alone), or write all turns with --edges"
        refuse(f"more than {most:,} tables", fewer)
    from reports.graph import dot as as_dot
    from reports.graph_svg import graph_svg
    from reports.position_pictures import table_picture

    alone = len(graph) == 1
    told = "(1 table)" if alone else f"({len(graph):,} tables)"
    if pictures:
        drawn = table_picture(game.view(space.table(next(iter(graph)))), [space.title]) if alone else None
        pictures.write(drawn or graph_svg(game, space, graph, part), told + part)
    for path in files:
        with written_whole(path) as file:
            if path is dot:
                file.write(as_dot(space, graph).encode())
            else:
                write_graphml(graph, file)
        print(f"written: {path} {told}", file=sys.stderr)


def _drawable(space: "StateSpace", first: Sequence["Code"]) -> tuple[Sequence["Code"], int, str]:
    """Choose as many tables as a picture holds: the first tables, how far from them, and in words what is left out."""
    from reports.style import count_of
    from verifier.stategraph import fitting_depth

    depth = fitting_depth(space, first, DRAWN)
    begun = "those to begin with"
    if depth < 0:
        first, begun = first[:1], "one table to begin with"
        depth = fitting_depth(space, first, DRAWN)
    whole = fitting_depth(space, first, HELD) if begun.startswith("those") else depth + 1
    if depth >= whole:
        return first, depth, ""
    return first, depth, f": {begun}" + (f", and what comes of them in {count_of(depth, 'turn')}" if depth else "")


def _write_edges(space: "StateSpace", first: Sequence["Code"], depth: int | None, path: Path) -> None:
    from verifier.stategraph import edges, write_csv, write_parquet

    rows = edges(space, first, depth, None)
    with written_whole(path) as file:
        if path.suffix == ".parquet":
            try:
                count = write_parquet(rows, file)
            except ImportError:
                extra = "install cloverproof with its extra: pip install 'cloverproof[parquet]'"
                refuse("Parquet needs pyarrow", extra)
        else:
            text = TextIOWrapper(file, "utf-8", newline="")
            count = write_csv(rows, text)
            text.detach()
    print(f"written: {path} ({count:,} turns)", file=sys.stderr)
