"""Files that `cloverproof graph` writes."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cli.options import refuse
from cli.pictures import PictureFiles

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


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Tell which file cannot be written, and why."""
    try:
        yield
    except OSError as fault:
        refuse(f"cannot write {path}: {os.strerror(fault.errno) if fault.errno else fault}")


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
    most = DRAWN if pictures else HELD
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
        pictures.write(drawn or graph_svg(space, graph), told)
    for path in files:
        with writing(path):
            if path is dot:
                path.write_text(as_dot(space, graph), "utf-8")
            else:
                write_graphml(graph, str(path))
        print(f"written: {path} {told}", file=sys.stderr)


def _write_edges(space: "StateSpace", first: Sequence["Code"], depth: int | None, path: Path) -> None:
    from verifier.stategraph import edges, write_csv, write_parquet

    rows = edges(space, first, depth, None)
    with writing(path):
        if path.suffix == ".parquet":
            try:
                count = write_parquet(rows, str(path))
            except ImportError:
                extra = "install cloverproof with its extra: pip install 'cloverproof[parquet]'"
                refuse("Parquet needs pyarrow", extra)
        else:
            with path.open("w", encoding="utf-8", newline="") as file:
                count = write_csv(rows, file)
    print(f"written: {path} ({count:,} turns)", file=sys.stderr)
