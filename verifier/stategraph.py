"""A state graph held in memory, for drawing and for other programs, and its edges as a stream."""

import csv
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING

from models.state_space import Code, StateSpace
from verifier.explore import Census, TooManyTables, layers

if TYPE_CHECKING:
    import networkx as nx

COLUMNS = ("source", "turn", "chance", "target")
ROWS_AT_ONCE = 50_000


def graph_of(space: StateSpace, first: Iterable[Code], depth: int | None, limit: int) -> "nx.MultiDiGraph[Code]":
    """Build the graph of all tables up to a depth: one edge for each legal turn. Raises TooMany."""
    import networkx as nx

    graph: nx.MultiDiGraph[Code] = nx.MultiDiGraph()
    ring = list(dict.fromkeys(first))
    distance = 0
    for code in ring:
        graph.add_node(code, distance=0)
    while ring:
        following = []
        for code in ring:
            ending = space.ending(code)
            graph.nodes[code].update(table=space.write(code), end=ending.kind if ending else "")
            for way in space.ways(code) if depth is None or distance < depth else ():
                if way.after not in graph:
                    graph.add_node(way.after, distance=distance + 1)
                    following.append(way.after)
                graph.add_edge(code, way.after, turn=way.text, chance=way.chance)
            if len(graph) > limit:
                raise TooManyTables
        ring, distance = following, distance + 1
    return graph


def fitting_depth(space: StateSpace, first: Iterable[Code], limit: int) -> int:
    """Give the greatest depth up to which there are at most `limit` tables; -1 if there are too many to begin with."""
    ring = set()
    for code in first:
        ring.add(code)
        if len(ring) > limit:
            return -1
    seen, depth = set(ring), 0
    while ring:
        following: set[Code] = set()
        for code in ring:
            around = space.spread(code)
            for tables in (around.level, *(lower for _, lower in around.down)):
                following.update(after for after in tables if after not in seen)
            if len(seen) + len(following) > limit:
                return depth
        seen |= following
        ring, depth = following, depth + 1
    return depth


def edges(space: StateSpace, first: Iterable[Code], depth: int | None, limit: int | None) -> Iterator[tuple[str, ...]]:
    """Give every legal turn as source, turn, `chance` or nothing, target, level by level. Raises TooMany."""
    for layer, _ in layers(space, first, Census(), depth=depth, limit=limit):
        for code, distance in layer.items():
            if depth is None or distance < depth:
                source = space.write(code)
                for way in space.ways(code):
                    yield source, way.text, "chance" if way.chance else "", space.write(way.after)


def write_csv(rows: Iterable[tuple[str, ...]], file: IO[str]) -> int:
    """Write edges as CSV and count them."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    count = 0
    for row in rows:
        writer.writerow(row)
        count += 1
    return count


def write_parquet(rows: Iterable[tuple[str, ...]], file: IO[bytes]) -> int:
    """Write edges as Parquet, some thousands at a time, and count them. Raises ImportError without pyarrow."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = pa.schema([(name, pa.string()) for name in COLUMNS])
    count = 0
    with pq.ParquetWriter(file, kinds) as writer:
        for batch in _batches(rows):
            columns = zip(COLUMNS, zip(*batch, strict=True), strict=True)
            writer.write_table(pa.table({name: list(values) for name, values in columns}, schema=kinds))
            count += len(batch)
        if not count:
            writer.write_table(kinds.empty_table())
    return count


def _batches(rows: Iterable[tuple[str, ...]]) -> Iterator[list[tuple[str, ...]]]:
    batch: list[tuple[str, ...]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == ROWS_AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def write_graphml(graph: "nx.MultiDiGraph[Code]", file: IO[bytes]) -> None:
    """Write a graph as GraphML, tables named in words."""
    import networkx as nx

    named = nx.relabel_nodes(graph, {code: facts["table"] for code, facts in graph.nodes(data=True)})
    for _, facts in named.nodes(data=True):
        del facts["table"]
    nx.write_graphml_xml(named, file, encoding="utf-8")
