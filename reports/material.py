"""Tile sets and scores, in text and JSON."""

from typing import Annotated

from msgspec import Meta, Struct

from models.material import Material, PrintedFact, Scored, ScoredWay
from reports.style import Paint, broken_lines, ordinal, readable, visible


class FactRow(Struct):
    """Something a rule sheet shows of the printed tiles."""

    statement: str
    source: str
    agrees: Annotated[bool | None, Meta(description="null: the set does not say enough")]


class TilesRow(Struct):
    """What is to be said of one tile set."""

    path: str
    faults: Annotated[tuple[str, ...], Meta(description="what is wrong with it as a tile set")] = ()
    about: tuple[str, ...] = ()
    facts: tuple[FactRow, ...] = ()


class GroupRow(Struct):
    """A group of a collection."""

    charm: str
    tiles: tuple[str, ...]
    dice: int
    points: int


class WayRow(Struct):
    """One way to form the groups."""

    groups: tuple[GroupRow, ...]
    total: int


class ScoreRow(Struct):
    """What a collection may score."""

    tiles: list[str]
    totals: Annotated[tuple[int, ...], Meta(description="all totals the rules allow, ascending")]
    ways: tuple[WayRow, ...]
    other_readings: Annotated[dict[str, tuple[int, ...]], Meta(description="totals by readings that are not followed")]


def tiles_row(path: str, material: Material, tiles: object) -> TilesRow:
    """Say what a tile set holds and what it agrees with."""
    facts = tuple(FactRow(fact.statement, _source(fact), fact.agrees) for fact in material.facts(tiles))
    return TilesRow(readable(path), material.check(tiles), material.describe(tiles), facts)


def _source(fact: PrintedFact) -> str:
    return f"{fact.cite.sheet}, {fact.cite.heading}, {ordinal(fact.cite.paragraph)} paragraph"


def tiles_text(row: TilesRow, paint: Paint) -> str:
    """Write it for people."""
    good = not row.faults and all(fact.agrees is not False for fact in row.facts)
    words = "good" if good else "faulty" if row.faults else "not the printed one"
    lines = [f"{visible(row.path)}: {paint('good' if good else 'bad', words)}"]
    for fault in row.faults:
        first, *rest = broken_lines(visible(fault), 2, len("  fault: "))
        lines += [f"  {paint('bad', 'fault')}: {first}", *(f"  {part}" for part in rest)]
    lines += [part for text in row.about for part in broken_lines(f"  {visible(text)}", 4)]
    if row.facts:
        lines += ["", "  what is printed:"]
    for fact in row.facts:
        answer = {True: paint("good", "agrees    "), False: paint("bad", "contradicts"), None: "not told  "}[
            fact.agrees
        ]
        first, *rest = broken_lines(f"{fact.statement}  ({fact.source})", 0, len("  contradicts  "))
        lines += [f"  {answer}  {first}", *(f"{'':14}{part}" for part in rest)]
    return "\n".join(lines) + "\n"


def score_row(written: list[str], scored: Scored) -> ScoreRow:
    """Give the JSON form of a score."""
    ways = tuple(
        WayRow(tuple(GroupRow(each.charm, each.tiles, each.dice, each.points) for each in way.groups), way.total)
        for way in scored.ways
    )
    return ScoreRow(written, scored.totals, ways, scored.readings)


def score_text(scored: Scored, paint: Paint) -> str:
    """Write a score for people: the groups, the totals, what other readings would give."""
    lines: list[str] = []
    for total in sorted(scored.totals, reverse=True):
        way = next(way for way in scored.ways if way.total == total)
        lines += [*_way_lines(way), paint("strong", f"total {total}"), ""]
    if len(scored.totals) > 1:
        totals = " or ".join(map(str, scored.totals))
        lines += broken_lines(
            f"The rules leave it open: {totals}, by which of the charms that tie is grouped first.", 0
        )
    others = {name: totals for name, totals in scored.readings.items() if not set(totals) <= set(scored.totals)}
    lines += [f"not by the rules: {name} {' or '.join(map(str, totals))}" for name, totals in others.items()]
    return "\n".join(lines).rstrip() + "\n"


def _way_lines(way: ScoredWay) -> list[str]:
    wide = max((len(group.charm) for group in way.groups), default=0)
    lines = []
    for group in way.groups:
        worked_out = f"{len(group.tiles)} x {group.dice} = {group.points}"
        lines.append(f"  {group.charm.ljust(wide)}  {visible(' '.join(group.tiles))}: {worked_out}")
    return lines or ["  no tile"]
