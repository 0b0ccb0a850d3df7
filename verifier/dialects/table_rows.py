"""Rows of tables: what separates their cells, and where each cell stands."""

import csv
import re
from collections.abc import Sequence

SEPARATORS = ("\t", ";", ",")
NAMES_SEPARATOR = re.compile(r'"?sep=(.)"?$', re.IGNORECASE)  # what spreadsheets put into a line above the table


def first_row(lines: Sequence[str]) -> tuple[str, str]:
    """Give the row that names the columns, and what separates them; a line above may name the separator."""
    line = lines[0].removesuffix("\r") if lines else ""
    if (named := NAMES_SEPARATOR.match(line)) is not None:
        return (lines[1].removesuffix("\r") if len(lines) > 1 else ""), named[1]
    return line, max(SEPARATORS, key=line.count)


def cells_of(line: str, separator: str) -> list[str] | None:
    """Cut a row into cells, None where that cannot be done."""
    if '"' not in line:
        return line.split(separator)
    try:
        rows = list(csv.reader([line], delimiter=separator, strict=True))
    except csv.Error:
        return None
    return rows[0] if len(rows) == 1 else None


def spans_of(line: str, separator: str) -> list[tuple[int, int]]:
    """Give where the cells of a row begin and end."""
    spans, start, quoted, closed = [], 0, False, -1
    for place, sign in enumerate(line):
        if sign == '"' and (quoted or place in (start, closed + 1)):  # elsewhere it stands for itself
            closed = place if quoted else closed
            quoted = not quoted
        elif sign == separator and not quoted:
            spans.append((start, place))
            start = place + 1
    return [*spans, (start, len(line))]


def rows_of(text: str) -> list[dict[str, object]]:
    """Give the rows of a table, each by the names of its columns; None for empty cells. Not a table: no rows."""
    lines = [line for line in re.split("\r\n?|\n", text.removeprefix("\ufeff")) if line.strip()]
    head, separator = first_row(lines[:2])
    names = [name.strip() for name in cells_of(head, separator) or ()]
    if len(names) < 2:
        return []
    start = 2 if NAMES_SEPARATOR.match(lines[0]) else 1
    cut = [cells_of(line, separator) or [] for line in lines[start:]]
    return [{name: cell.strip() or None for name, cell in zip(names, cells, strict=False)} for cells in cut]
