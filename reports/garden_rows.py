"""What can become of a garden, in JSON."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from models.gardens import Completability, Filling, OwnTurn, Placement
from models.view import CellVerdict

Share = Annotated[str, Meta(description="a fraction: `3/8`, `1`")]


class TurnRow(Struct, omit_defaults=True):
    """One own turn: `out` is the number that is exchanged out."""

    clover: int
    cell: str
    action: Literal["place", "exchange"]
    out: int | UnsetType = UNSET


class BreachRow(Struct):
    """A clover that breaks a clause where it lies, and the cells that speak against it with their numbers."""

    clause: str
    cell: str
    against: dict[str, int]


class NumberRow(Struct):
    """Where a number keeps the most completions, and how many."""

    cells: list[str]
    completions: int


class PlacementRow(Struct, omit_defaults=True):
    """What a drawn clover makes of the garden on one cell; `cell` is null where it is left."""

    cell: str | None
    action: Literal["place", "exchange", "discard"]
    completions: int
    fewest_turns: Annotated[int | None, Meta(description="own turns after this one; null: no full garden can be had")]
    out: int | UnsetType = UNSET


class DrawnRow(Struct):
    """What a drawn clover makes of the garden; a cell is null where leaving it is among those with the fewest turns."""

    clover: int
    placements: list[PlacementRow]
    most_completions: list[str]
    fewest_turns: list[str | None]


class SampledRow(Struct):
    """A mean over shuffled orders of the face-down clovers: not exact, and playing best is no worse."""

    mean: float
    low: Annotated[float, Meta(description="where the 95 % interval begins")]
    high: Annotated[float, Meta(description="where it ends")]
    orders: int
    seed: int


class CountedRow(Struct):
    """The probability that fewer reveals fill the garden, playing best, counted exactly: more are no worse."""

    reveals: int
    probability: Share


class ChanceRow(Struct, omit_defaults=True):
    """The probability that so many reveals alone fill the garden, playing best; or what is known of it.

    Then `sampled` is that under the `policy`, which is a `bound` of it, and `counted` what is known exactly.
    """

    reveals: int
    probability: Share | UnsetType = UNSET
    sampled: SampledRow | UnsetType = UNSET
    policy: Annotated[str, Meta(description="how clovers are laid in what is sampled")] | UnsetType = UNSET
    bound: Annotated[Literal["lower"], Meta(description="playing best it is no lower")] | UnsetType = UNSET
    counted: CountedRow | UnsetType = UNSET


class TakenRow(Struct):
    """What taking a clover of the middle to its best cell saves; `cell` is null where it fits nowhere."""

    clover: int
    cell: str | None
    completions: int
    fewest_turns: Annotated[int | None, Meta(description="own turns after this one; null: no full garden can be had")]
    saves: Annotated[SampledRow, Meta(description="own turns saved, that of taking it counted")]
    matters: Annotated[bool, Meta(description="whether the whole interval is above nothing")]


class ExpectedRow(Struct):
    """How many own turns fill the garden if each reveals a clover; what is not filled counts as one more than all."""

    turns: SampledRow
    half: Annotated[int | None, Meta(description="turns within which half of the orders fill it; null: fewer do")]
    nine_in_ten: Annotated[int | None, Meta(description="turns within which nine in ten do; null: fewer do")]
    unfilled: Annotated[float, Meta(description="the share of orders that do not fill it at all")]
    middle: Annotated[list[TakenRow], Meta(description="clovers of the middle, those that save most first")]


class GardenRow(Struct, tag="garden", tag_field="type"):
    """What can become of a garden."""

    legal: Annotated[bool, Meta(description="whether all rows and columns ascend")]
    fillable: Annotated[bool, Meta(description="whether it can be filled without exchanges")]
    completions: Annotated[int, Meta(description="the full gardens it can become without exchanges")]
    fewest_turns: Annotated[
        int | None, Meta(description="own turns with exchanges; null: illegal, or no full garden can be had")
    ]
    blocked_by: Annotated[
        list[str],
        Meta(description="a smallest set of cells that makes it unfillable; none where no full garden can be had"),
    ]
    example: Annotated[str | None, Meta(description="a full garden reached without exchanges")]
    turns: Annotated[list[TurnRow], Meta(description="the fewest own turns, in order")]
    full: Annotated[str | None, Meta(description="the full garden the turns lead to")]
    stay: Annotated[list[str], Meta(description="the cells whose clovers stay in that full garden")]
    garden: str
    breaches: list[BreachRow] = []
    cells: Annotated[
        dict[str, dict[str, Share]] | UnsetType,
        Meta(description="per empty cell the numbers that can end up there and their share of the completions"),
    ] = UNSET
    numbers: Annotated[dict[str, NumberRow] | UnsetType, Meta(description="per number the best empty cells for it")] = (
        UNSET
    )
    drawn: DrawnRow | UnsetType = UNSET
    chance: ChanceRow | UnsetType = UNSET
    expected: ExpectedRow | UnsetType = UNSET
    line: Annotated[int | UnsetType, Meta(description="the line of the batch, from 1")] = UNSET
    id: Annotated[Any, Meta(description="as the line of the batch gave it")] = UNSET


class GardenLine(Struct):
    """A line of a batch: a garden, and what differs from the options."""

    garden: Annotated[str, Meta(description="row by row: `3 5 . ./7 8 . 10/...`")]
    sets: Annotated[int | None, Meta(description="how many clovers of each number exist, 1 to 4")] = None
    top: Annotated[int | None, Meta(description="the highest number, up to 30")] = None
    gone: Annotated[list[int] | str | None, Meta(description="clovers that are out of reach")] = None
    pool: Annotated[list[int] | str | None, Meta(description="exactly the clovers that can be had")] = None
    id: Annotated[Any, Meta(description="anything; it is handed back")] = UNSET


class GardenError(Struct, tag="error", tag_field="type"):
    """A line of a batch that cannot be answered."""

    line: int
    error: str
    help: str
    id: Annotated[Any, Meta(description="as the line gave it, where it could be read")] = UNSET


def garden_row(laid: Filling, found: Completability, breaches: tuple[CellVerdict, ...] = ()) -> GardenRow:
    """Give the JSON form."""
    names, full = laid.grid.names, found.full
    stay = (
        [] if full is None else [name for name, old, new in zip(names, laid.numbers, full, strict=True) if old == new]
    )
    return GardenRow(
        legal=found.legal,
        fillable=found.fillable,
        completions=found.completions,
        fewest_turns=None if found.turns is None else len(found.turns),
        blocked_by=[names[cell] for cell in found.blocked or ()],
        example=write_numbers(laid.grid.side, full) if found.fillable and full is not None else None,
        turns=[own_turn_row(laid, turn) for turn in found.turns or ()],
        full=None if full is None else write_numbers(laid.grid.side, full),
        stay=stay,
        garden=write_numbers(laid.grid.side, laid.numbers),
        breaches=[BreachRow(breach.clauses[0], breach.cell, breach.against) for breach in breaches],
    )


def write_numbers(side: int, numbers: tuple[int, ...]) -> str:
    """Write a garden row by row."""
    texts = [str(number or ".") for number in numbers]
    return "/".join(" ".join(texts[start : start + side]) for start in range(0, len(texts), side))


def own_turn_row(laid: Filling, turn: OwnTurn) -> TurnRow:
    """Give the JSON form of a turn."""
    name = laid.grid.names[turn.cell]
    return TurnRow(turn.clover, name, "exchange", turn.out) if turn.out else TurnRow(turn.clover, name, "place")


def cell_rows(laid: Filling, counts: Mapping[int, Mapping[int, int]], completions: int) -> dict[str, dict[str, str]]:
    """Give the share of each number on each empty cell."""
    return {
        laid.grid.names[cell]: {str(number): str(Fraction(count, completions)) for number, count in of_cell.items()}
        for cell, of_cell in counts.items()
    }


def number_rows(laid: Filling, counts: Mapping[int, Mapping[int, int]]) -> dict[str, NumberRow]:
    """Give the best cells for each number."""
    best: Counter[int] = Counter()
    for of_cell in counts.values():
        for number, count in of_cell.items():
            best[number] = max(best[number], count)
    return {
        str(number): NumberRow([laid.grid.names[cell] for cell in counts if counts[cell].get(number) == most], most)
        for number, most in sorted(best.items())
    }


def drawn_row(laid: Filling, clover: int, placements: tuple[Placement, ...]) -> DrawnRow:
    """Give the JSON form of what a drawn clover makes of a garden."""
    names = laid.grid.names
    most, fewest = best_placements(placements)
    return DrawnRow(
        clover,
        [_placement(laid, placement) for placement in placements],
        [names[each.cell] for each in most if each.cell is not None],
        [None if each.cell is None else names[each.cell] for each in fewest],
    )


def best_placements(placements: tuple[Placement, ...]) -> tuple[list[Placement], list[Placement]]:
    """Give the placements that keep the most completions, and those that keep the fewest turns.

    Leaving a clover keeps all completions and is no step towards them, so it is none of the former.
    """
    laid = [each for each in placements if each.cell is not None]
    most = max((each.completions for each in laid), default=0)
    turns = [each.turns for each in placements if each.turns is not None]
    return (
        [each for each in laid if each.completions == most and most],
        [each for each in placements if turns and each.turns == min(turns)],
    )


def _placement(laid: Filling, placement: Placement) -> PlacementRow:
    if placement.cell is None:
        return PlacementRow(None, "discard", placement.completions, placement.turns)
    name = laid.grid.names[placement.cell]
    if placement.out:
        return PlacementRow(name, "exchange", placement.completions, placement.turns, placement.out)
    return PlacementRow(name, "place", placement.completions, placement.turns)


def add_shares(row: GardenRow, laid: Filling, counts: Mapping[int, Mapping[int, int]]) -> None:
    """Add to a row what can end up where."""
    row.cells = cell_rows(laid, counts, row.completions)
    row.numbers = number_rows(laid, counts)
