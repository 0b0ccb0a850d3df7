"""How likely a start can be filled, in text and JSON."""

import textwrap
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from models.gardens import Grid, StartChances, StartOrder
from reports.style import COLUMNS, Paint, broken_lines, count_of

TABLE = 101  # columns of the table of probabilities


class FirstRow(Struct):
    """The best cells for a first clover in Michael's set-up, and the probability that remains."""

    cells: list[str]
    probability: str


class SetsRow(Struct):
    """How likely a start can be filled without exchanges, with so many sets; fractions as strings."""

    sets: int
    fillable: Annotated[int, Meta(description="draws that can be filled in ascending order")]
    draws: int
    ascending: Annotated[str, Meta(description="the probability for clovers laid in ascending order")]
    best_order: Annotated[str, Meta(description="the same: no other order can be filled")]
    michael: Annotated[str, Meta(description="laid one by one, each before the next is seen, playing best")]
    michael_first: Annotated[
        dict[str, FirstRow],
        Meta(description="per number the best cells for the first clover; absent: no start can be filled"),
    ]


class LayingRow(Struct):
    """One order in which given clovers can be laid."""

    clovers: list[int]
    completions: int
    fewest_turns: int | None


class SetupRow(Struct, tag="setup", tag_field="type"):
    """What is known of start diagonals; `layings` lists the orders of given clovers, best first."""

    cells: list[str]
    top: int
    sets: list[SetsRow]
    layings: list[LayingRow] | UnsetType = UNSET


def setup_row(grid: Grid, top: int, setups: Sequence[StartChances], layings: Sequence[StartOrder] | None) -> SetupRow:
    """Give the JSON form."""
    names = [grid.names[cell] for cell in grid.start]
    return SetupRow(
        cells=names,
        top=top,
        sets=[_sets_row(names, each) for each in setups],
        layings=UNSET
        if layings is None
        else [LayingRow(list(each.numbers), each.completions, each.turns) for each in layings],
    )


def _sets_row(names: Sequence[str], each: StartChances) -> SetsRow:
    first = {
        str(number): FirstRow([names[place] for place in places], str(probability))
        for number, (probability, places) in each.first.items()
    }
    ascending = str(each.ascending)
    return SetsRow(each.sets, each.fillable, each.draws, ascending, ascending, str(each.one_by_one), first)


def setup_text(
    grid: Grid, top: int, setups: Sequence[StartChances], layings: Sequence[StartOrder] | None, paint: Paint
) -> str:
    """Tabulate the probabilities, and list the orders of given clovers."""
    names = " ".join(grid.names[cell] for cell in grid.start)
    head = f"How likely a start on {names} can be filled without exchanges (numbers 1 to {top}):"
    end = (
        "Ascending is the best order: no other one can be filled. One by one is Michael's set-up, each clover laid "
        "where it leaves the best chance, before the next is seen."
    )
    lines = [*broken_lines(head, 0), "", *_chances(setups, paint), "", *_told(end)]
    if layings is not None:
        lines += ["", *_layings(layings, paint)]
    else:
        for each in setups[:1] if len(setups) == 1 else []:
            lines += ["", "The best cell for the first clover, and the chance that remains:", *_first(grid, each)]
    return "\n".join(lines) + "\n"


def _told(text: str) -> list[str]:
    """Break a sentence where the terminal ends, or where a page does."""
    return broken_lines(text, 0) if COLUMNS.get() is not None else textwrap.wrap(text, TABLE)


def _chances(setups: Sequence[StartChances], paint: Paint) -> list[str]:
    """Tabulate the probabilities; where the terminal is too narrow for a table each number of sets has its lines."""
    columns = COLUMNS.get()
    if columns is not None and columns < TABLE:
        return [
            line
            for each in setups
            for line in (
                paint("dim", f"  {count_of(each.sets, 'set')}"),
                *broken_lines(f"    {each.fillable:,} of {each.draws:,} draws can be filled", 6),
                *broken_lines(f"    laid ascending: {_chance(each.ascending)}", 6),
                *broken_lines(f"    one by one: {_chance(each.one_by_one)}", 6),
            )
        ]
    lines = [paint("dim", f"  {'sets':>4}  {'draws':>10}  {'fillable':>10}  {'laid ascending':<28}  one by one")]
    for each in setups:
        counts = f"  {each.sets:>4}  {each.draws:>10,}  {each.fillable:>10,}"
        lines.append(f"{counts}  {_chance(each.ascending):<28}  {_chance(each.one_by_one)}")
    return lines


def _first(grid: Grid, each: StartChances) -> list[str]:
    return [
        f"  {number:>3}  {' or '.join(grid.names[grid.start[place]] for place in places):<12}  {_chance(probability)}"
        for number, (probability, places) in each.first.items()
    ]


def _layings(layings: Sequence[StartOrder], paint: Paint) -> list[str]:
    lines = ["Orders for these clovers, best first:", ""]
    ways = max(len(f"{each.completions:,}") for each in layings)
    for at, each in enumerate(layings):
        order = " ".join(f"{number:>2}" for number in each.numbers)
        turns = "no full garden" if each.turns is None else f"fewest own turns: {each.turns}"
        line = f"  {order}  {each.completions:>{ways},} {'way' if each.completions == 1 else 'ways'}; {turns}"
        lines.append(paint("good", line) if at == 0 else line)
    return lines


def _chance(probability: Fraction) -> str:
    return str(probability) if probability.denominator == 1 else f"{probability} ({float(probability):.2%})"
