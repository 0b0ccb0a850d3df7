"""Counts of legal lines, in text and JSON."""

from typing import Annotated

from msgspec import Meta, Struct

from reports.style import count_of


class PerftRow(Struct, omit_defaults=True):
    """The output of `perft --format json`."""

    table: Annotated[str, Meta(description="the table as cloverproof writes it")]
    counts: Annotated[list[int], Meta(description="lines of 1, 2, ... turns")]
    divide: Annotated[dict[str, int] | None, Meta(description="lines of the full depth behind each turn")] = None


def perft_row(table: str, counts: list[int], divided: dict[str, int] | None) -> PerftRow:
    """Give the JSON form."""
    return PerftRow(table, counts, divided)


def perft_text(counts: list[int], divided: dict[str, int] | None) -> str:
    """Give one line for each depth, or for each turn."""
    if divided is None:
        return "".join(f"perft {depth}  {count}\n" for depth, count in enumerate(counts, 1))
    lines = [f"{turn}: {count}" for turn, count in divided.items()]
    return "\n".join([*lines, "", f"turns: {len(divided)}", f"lines: {counts[-1]}"]) + "\n"


def perft_words(counts: list[int], divided: dict[str, int] | None) -> list[str]:
    """Say the counts in sentences."""
    if divided is None:
        return [f"{count_of(count, 'line')} of {count_of(depth, 'turn')}" for depth, count in enumerate(counts, 1)]
    told = f"{count_of(counts[-1], 'line')} of {count_of(len(counts), 'turn')}"
    return [told, *(f"behind {turn}: {count}" for turn, count in divided.items())]
