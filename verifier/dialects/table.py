"""Plain tables, one event a row: comma, semicolon or tab between the columns, whose names are in the first row."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from verifier.dialect import FORMAT, Dialect, Event, Source, Told, scribe_of, usual_header
from verifier.facts import NONE, NoFact, cell_name, sorts, text_of, value_of
from verifier.mapping import PLAYERS, CellFrom, Mapping
from verifier.place import Place
from verifier.source import Unreadable

SEPARATORS = ("\t", ";", ",")
MOST_COLUMNS = 1000
BOM = "\ufeff"
LAY = "lay"
NEEDED = {
    LAY: ("player", "from", "clover"),
    "setup": ("player", "clover", "cell"),
    "turn": ("player", "from", "clover", "action"),
}


class Row(Struct, gc=False):
    """A row: its line, and where in it the columns of our keys stand."""

    number: int
    text: bytes
    separator: str
    columns: dict[str, int] = {}

    def place(self) -> Place:
        """Give its place, and that of each fact in it."""
        text = self.text.decode("utf-8", "replace")
        spans = _spans(text, self.separator)
        fields = {key: spans[column] for key, column in self.columns.items() if column < len(spans)}
        return Place(self.number, 1, self.text, 0, len(text), fields)


class Table(Dialect):
    """Tables with the names of their columns in the first row.

    Columns named as our keys need no mapping. An empty cell is a fact that was not observed, `?` one that was not
    recorded, `-` an empty list. Without a column "event" each row says that a clover was laid: the game tells
    placements before play, adding and exchanging apart.
    """

    name = "table"
    title = "a table, one event a row (CSV, TSV)"
    endings = (".csv", ".tsv", ".csv.gz", ".tsv.gz")
    writes = True

    def wants(self, mapping: Mapping) -> bool:
        return bool(mapping.columns)

    def missed(self, head: bytes) -> str:
        text = head.decode("utf-8", "replace").removeprefix(BOM).lstrip("\r\n")
        first = text.partition("\n")[0].removesuffix("\r")
        names = {name.strip().lower() for name in _cells(first, _separator(first)) or ()}
        lacking = [name for name in ("player", "clover") if name not in names]
        if len(names) > 1 and not lacking:
            return ""
        return f"a first row that names columns, {' and '.join(lacking)} among them (or a --mapping)"

    def read(self, source: Source) -> Iterator[Told]:
        lines = ((number, line) for number, line in source.lines() if line.strip())
        number, first = next(lines, (1, b""))
        text = first.decode("utf-8", "replace").removeprefix(BOM)
        separator = _separator(text)
        names = _cells(text, separator)
        if names is None or len(names) > MOST_COLUMNS:
            raise Unreadable("LOG017", "the first row does not name the columns", "name them in it", number, 1)
        reader = _Reader(names, source.mapping, Row(number, first, separator))
        for number, line in lines:
            yield from reader.told(Row(number, line, separator, reader.places))

    def write(self, events: Iterable[Event]) -> Iterator[bytes]:
        held = list(events)
        used = {key for event in held for key in event}
        columns = [key for key in sorts() if key in used and key != "format"]
        yield _line(columns)
        for event in held:
            if event.get("event") == "game" and event.get("format", FORMAT) != FORMAT:
                raise Unreadable("LOG019", "a table holds logs of our own format only", "convert those")
            try:
                yield _line([text_of(key, event[key]) if key in event else "" for key in columns])
            except NoFact as wrong:
                raise Unreadable("LOG019", f"a table cannot say this: {wrong}", "convert to cloverproof") from None


class _Reader:
    """The state of reading a table: which column says what, and the game that is being told."""

    def __init__(self, names: Sequence[str], mapping: Mapping, row: Row) -> None:
        self.mapping, self.wide = mapping, len(names)
        index = {name.strip(): column for column, name in reversed(list(enumerate(names)))}
        plain = {name.lower(): column for name, column in index.items()}
        self.simple: dict[str, int] = {}
        self.double: dict[str, tuple[int, int, int]] = {}
        for key, said in mapping.columns.items():
            wanted = (said.column, said.row) if isinstance(said, CellFrom) else (said,)
            for name in wanted:
                if name not in index:
                    message = f"the mapping names a column {name[:40]!r}, which the table does not have"
                    raise Unreadable("LOG016", message, f"it has {', '.join(index)[:200]}", row.number, 1)
            if isinstance(said, CellFrom):
                self.double[key] = (index[said.column], index[said.row], said.first)
            else:
                self.simple[key] = index[said]
        taken = {*self.simple.values(), *(column for pair in self.double.values() for column in pair[:2])}
        for key in sorts():
            if key not in mapping.columns and plain.get(key) not in (None, *taken):
                self.simple[key] = plain[key]
        self.simple = {key: self.simple[key] for key in sorts() if key in self.simple}
        self.places = self.simple | {key: column for key, (column, _, _) in self.double.items()}
        self.named = "event" in self.simple
        self.fills = not self.named or LAY in mapping.values.get("event", {}).values()
        self.scribe = scribe_of(usual_header(mapping)) if self.fills else None
        self.begun = False

    def told(self, row: Row) -> Iterator[Told]:
        """Give the events of a row."""
        cells = _cells(row.text.decode("utf-8", "replace"), row.separator)
        if cells is None or len(cells) > self.wide:
            what = "a quotation mark is left open" if cells is None else f"{len(cells)} cells in {self.wide} columns"
            yield Unreadable("LOG017", f"the row cannot be read: {what}", "write one event a row", row.number, 1), row
            return
        if not self.begun:
            self.begun = True
            if not self.named or not self._is_header(cells):
                yield usual_header(self.mapping), row
        event: Event = {}
        for key, column in self.simple.items():
            said = cells[column] if column < len(cells) else ""
            if not said.strip():
                continue
            meant = self.mapping.value(key, said.strip())
            if meant == said.strip() and key in self.mapping.values | dict.fromkeys(PLAYERS):
                meant = " ".join(str(self.mapping.value(key, each)) for each in said.split())
            try:
                event[key] = value_of(key, meant) if isinstance(meant, str) else meant
            except NoFact as wrong:
                start = _spans(row.text.decode("utf-8", "replace"), row.separator)[column][0]
                message = "write it as docs/dialects.md says, or map it (--mapping)"
                yield Unreadable("LOG017", str(wrong), message, row.number, start + 1), row
                return
        for key, (column, line, first) in self.double.items():
            event[key] = cell_name(_at(cells, column), _at(cells, line), first)
        yield from ((each, row) for each in self._events(event))

    def _is_header(self, cells: Sequence[str]) -> bool:
        said = _at(cells, self.simple["event"]).strip()
        return bool(self.mapping.value("event", said) == "game")

    def _events(self, event: Event) -> list[Event]:
        kind = event.setdefault("event", LAY)
        if kind == "game":
            event = usual_header(self.mapping, **event)
            if self.fills:
                self.scribe = scribe_of(event)
            return [event]
        for key in NEEDED.get(str(kind), ()):
            event.setdefault(key, None)
        if event.get("cell") == NONE:
            del event["cell"]
            event.setdefault("action", "discard")
        return [event] if self.scribe is None else self.scribe.write(event)


def _at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def _separator(line: str) -> str:
    return max(SEPARATORS, key=line.count)


def _cells(line: str, separator: str) -> list[str] | None:
    """Cut a row into cells, None where that cannot be done."""
    if '"' not in line:
        return line.split(separator)
    try:
        rows = list(csv.reader([line], delimiter=separator, strict=True))
    except csv.Error:
        return None
    return rows[0] if len(rows) == 1 else None


def _spans(line: str, separator: str) -> list[tuple[int, int]]:
    """Give where the cells of a row begin and end."""
    spans, start, quoted = [], 0, False
    for place, sign in enumerate(line):
        if sign == '"':
            quoted = not quoted
        elif sign == separator and not quoted:
            spans.append((start, place))
            start = place + 1
    return [*spans, (start, len(line))]


def _line(cells: Sequence[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode("utf-8", "backslashreplace")


TABLE = Table()
