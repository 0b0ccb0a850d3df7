"""What was found in a state graph, in words, in JSON and as DOT."""

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from models.state_space import Drawn, StateSpace
from reports.style import Paint, broken_lines, count_of
from reports.verdict_words import verdict_words
from verifier.explore import Census
from verifier.modelcheck import Decided

if TYPE_CHECKING:
    import networkx as nx


class ClaimRow(Struct):
    """What became of a claim in the graph."""

    claim: str
    statement: str
    expected: str
    holds: bool
    checked: Annotated[int, Meta(description="on how many tables or turns")]
    case: Annotated[str, Meta(description="where it does not hold; empty if it holds")]


class GraphRow(Struct):
    """The output of `graph --format json`."""

    game: str
    depth: Annotated[int | None, Meta(description="the depth in turns at which exploring stopped; null: it is whole")]
    first: Annotated[int, Meta(description="tables to begin with")]
    tables: int
    moves: Annotated[int, Meta(description="legal turns from all tables together")]
    chances: Annotated[int, Meta(description="outcomes of reveals from all tables together")]
    ends: Annotated[dict[str, int], Meta(description="tables where play is over, by kind")]
    soonest: Annotated[dict[str, int], Meta(description="the fewest turns to each kind of end")]
    shortest_game: int | None
    longest_game: Annotated[int | None, Meta(description="null: endless, or not known where a depth cut it off")]
    endless: bool
    components: Annotated[int | None, Meta(description="strongly connected components")]
    cyclic_components: int | None
    largest_component: int | None
    shortest_cycle: Annotated[list[str], Meta(description="its tables in order")]
    dead_ends: int
    deepest: Annotated[int, Meta(description="the most turns that are needed to reach a table")]
    unexplored: Annotated[int, Meta(description="tables at the depth where exploring stopped")]
    claims: list[ClaimRow] = []


def graph_row(space: StateSpace, census: Census, decided: list[Decided], *, cycles: bool) -> GraphRow:
    """Give the JSON form."""
    return GraphRow(
        game=space.title,
        depth=census.depth,
        first=census.first,
        tables=census.tables,
        moves=census.moves,
        chances=census.chances,
        ends=dict(sorted(census.over.items())),
        soonest=dict(sorted(census.soonest.items())),
        shortest_game=census.shortest,
        longest_game=census.longest,
        endless=bool(census.cycle),
        components=census.components if cycles else None,
        cyclic_components=census.cyclic if cycles else None,
        largest_component=(census.largest or 1) if cycles else None,
        shortest_cycle=[space.write(code) for code in census.cycle],
        dead_ends=census.dead,
        deepest=census.deepest,
        unexplored=census.unexplored,
        claims=[
            ClaimRow(each.claim.id, each.claim.statement, each.claim.expected, each.holds, each.checked, each.case)
            for each in decided
        ],
    )


def graph_text(space: StateSpace, census: Census, decided: list[Decided], paint: Paint, *, cycles: bool) -> str:
    """Say what was found."""
    rows = [
        ("tables", f"{census.tables:,}" + (f" ({census.first:,} to begin with)" if census.first > 1 else "")),
        ("turns", f"{census.moves:,}"),
        ("chance outcomes", f"{census.chances:,}"),
        ("farthest table", count_of(census.deepest, "turn")),
    ]
    if census.unexplored:
        rows.append(("not followed", f"{count_of(census.unexplored, 'table')} at the limit of the depth"))
    rows += [
        (f"ends: {kind}", f"{count:,}, after {_turns(census.soonest[kind])} at the earliest")
        for kind, count in sorted(census.over.items())
    ]
    rows.append(("dead ends", str(census.dead) if census.dead else "none"))
    rows.append(("shortest game", "none ends here" if census.shortest is None else count_of(census.shortest, "turn")))
    if cycles:
        rows.append(("longest game", _longest(census)))
        cyclic = (
            f"{census.cyclic:,} with a cycle, the largest of {census.largest:,} tables" if census.cyclic else "no cycle"
        )
        rows.append(("strong components", f"{census.components:,}, {cyclic}"))
    wide = max(len(name) for name, _ in rows)
    head = space.title + (f", {count_of(census.depth, 'turn')} deep" if census.depth is not None else "")
    lines = [paint("strong", head)]
    lines += [part for name, text in rows for part in broken_lines(f"  {name.ljust(wide)}  {text}", wide + 4)]
    if census.cycle:
        lines += ["", f"A shortest cycle ({count_of(len(census.cycle), 'turn')}):", *_cycle(space, census)]
    if decided:
        lines += ["", "Claims:", *(line for each in decided for line in _claim(each, paint))]
    return "\n".join(lines) + "\n"


def _turns(count: int) -> str:
    return count_of(count, "turn")


def _longest(census: Census) -> str:
    if census.cycle:
        return "endless: there is a cycle"
    if census.longest is None:
        return "not known: the depth cuts games off"
    return count_of(census.longest, "turn")


def _cycle(space: StateSpace, census: Census) -> list[str]:
    lines = []
    for code, after in zip(census.cycle, (*census.cycle[1:], census.cycle[0]), strict=True):
        turn = next(way.text for way in space.ways(code) if way.after == after)
        lines += broken_lines(f"  {space.write(code)}", 4)
        lines.append(f"      {turn}")
    return [*lines, *broken_lines(f"  {space.write(census.cycle[0])}", 4)]


def _claim(each: Decided, paint: Paint) -> list[str]:
    if each.surprising:
        word = paint("bad", verdict_words("refuted", each.claim.expected))
    elif each.holds:
        word = paint("good", "holds") if each.claim.expected == "proved" else "holds at this size"
    else:
        word = paint("good", verdict_words("refuted", each.claim.expected))
    lines = [f"  {each.claim.id}  {each.claim.statement}", f"         {word} ({each.checked:,} checked)"]
    return [*lines, f"         {each.case}"] if each.case else lines


def dot(space: StateSpace, graph: "nx.MultiDiGraph[int]") -> str:
    """Write a graph in the language of Graphviz."""
    lines = ["digraph tables {", '  node [shape=box, fontname="monospace", fontsize=9];', "  edge [fontsize=8];"]
    names = {code: f"t{index}" for index, code in enumerate(graph)}
    for code, name in names.items():
        label = "\\l".join(table_lines(space, code)) + "\\l"
        lines.append(f'  {name} [label="{label}"{", peripheries=2" if graph.nodes[code]["end"] else ""}];')
    for (source, target), turns in merged_edges(graph).items():
        style = ", style=dashed" if any(chance for _, chance in turns) else ""
        label = "\\n".join(text for text, _ in turns)
        lines.append(f'  {names[source]} -> {names[target]} [label="{label}"{style}];')
    return "\n".join([*lines, "}"]) + "\n"


def merged_edges(graph: "nx.MultiDiGraph[int]") -> dict[tuple[int, int], list[tuple[str, bool]]]:
    """Put the turns between two tables together: their words, and whether chance has a part in them."""
    found: dict[tuple[int, int], list[tuple[str, bool]]] = {}
    for source, target, facts in graph.edges(data=True):
        found.setdefault((source, target), []).append((facts["turn"], facts["chance"]))
    return found


def table_lines(space: StateSpace, code: int) -> list[str]:
    """Write a table as a few short lines: as the game draws it, or its gardens side by side, then the rest."""
    ending = space.ending(code)
    over = f"over: {ending.kind}".split(", ") if ending else []
    if isinstance(space, Drawn):
        return [*space.rows(code), *over]
    parts = space.write(code).split("; ")
    gardens = [part.split("/") for part in parts if "/" in part]
    wide = [max(len(row) for row in garden) for garden in gardens]
    rows = [
        "   ".join(garden[row].ljust(width) for garden, width in zip(gardens, wide, strict=True)).rstrip()
        for row in range(len(gardens[0]))
    ]
    rest = [part for part in parts[len(gardens) :] if part.split(" ")[0] in ("middle", "to", "drawn")]
    return [*rows, *rest, *over]
