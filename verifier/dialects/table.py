"""Plain tables, one event a row: comma, semicolon or tab between the columns, whose names are in the first row."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET, Struct

from models.formats import LOG_FORMAT
from verifier.dialect import BOM, HEADER_HELP, Dialect, Event, Source, Told, complete, scribe_of, usual_header
from verifier.dialects.entry_facts import FactReader
from verifier.dialects.table_rows import NAMES_SEPARATOR, cells_of, first_row, spans_of
from verifier.key_values import NONE, PLAIN_DASHES, UNKNOWN, NoFact, keys, sorts, text_of, value_of
from verifier.mapping import PLAYERS, CellFrom, Mapping
from verifier.note import Note
from verifier.path_limits import Steps
from verifier.source import Unreadable
from verifier.source_place import SourcePlace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.game import LogWriter

MOST_COLUMNS = 1000
MOST_NAMED = 20  # columns that mean nothing and are named
MARK = BOM.decode()
LAY = "lay"
CASELESS = ("event", "from", "action", "cell")  # keys whose words may be written with capital letters
WHOLE = re.compile(r"(-?[0-9]+)[.,]0+$")  # a whole number as spreadsheets may write it
NEEDED = {
    LAY: ("player", "from", "clover"),
    "setup": ("player", "clover", "cell"),
    "turn": ("player", "from", "clover", "action"),
}


class TableRow(Struct, gc=False):
    """A row: its line, and where in it the columns of our keys stand."""

    number: int
    text: bytes
    separator: str
    columns: dict[str, int] = {}

    def place(self) -> SourcePlace:
        """Give its place, and that of each fact in it."""
        text = self.text.decode("utf-8", "replace")
        spans = spans_of(text, self.separator)
        fields = {key: spans[column] for key, column in self.columns.items() if column < len(spans)}
        return SourcePlace(self.number, 1, self.text, 0, len(text), fields)


class PlainTable(Dialect):
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
        lines = re.split("\r\n?|\n", head.decode("utf-8", "replace").removeprefix(MARK))
        first, separator = first_row([line for line in lines if line.strip()][:2])
        names = {name.strip().lower() for name in cells_of(first, separator) or ()}
        lacking = [name for name in ("player", "clover") if name not in names]
        if len(names) > 1 and not lacking:
            return ""
        return f"a first row that names columns, {' and '.join(lacking)} among them (or a --mapping)"

    def read(self, source: Source) -> Iterator[Told]:
        lines = ((number, line) for number, line in source.lines() if line.strip())
        number, head = next(lines, (1, b""))
        above = head.decode("utf-8", "replace").removeprefix(MARK)
        if NAMES_SEPARATOR.match(above):
            number, head = next(lines, (number, b""))
        first, separator = first_row([above, head.decode("utf-8", "replace")])
        names = cells_of(first, separator)
        if names is None or len(names) > MOST_COLUMNS:
            raise Unreadable("LOG017", "the first row does not name the columns", "name them in it", number, 1)
        reader = _Reader(names, source.mapping, TableRow(number, head, separator))
        source.noted += reader.passed_over(number)
        for number, line in lines:
            row = line.decode("utf-8", "replace")
            if NAMES_SEPARATOR.match(row) or reader.begins_anew(cells_of(row, separator)):
                continue
            yield from reader.told(TableRow(number, line, separator, reader.places))

    def write(self, events: Iterable[Event]) -> Iterator[bytes]:
        held = list(events)
        used = {key for event in held for key in event}
        columns = [key for key in sorts() if key in used and key != "format"]
        yield _line(columns)
        for event in held:
            if event.get("event") == "game" and event.get("format", LOG_FORMAT) != LOG_FORMAT:
                raise Unreadable("LOG019", "a table holds logs of our own format only", "convert those")
            try:
                yield _line([_text(key, event[key]) if key in event else "" for key in columns])
            except NoFact as wrong:
                raise Unreadable("LOG019", f"a table cannot say this: {wrong}", "convert to cloverproof") from None


class _Reader:
    """The state of reading a table: which column says what, and the game that is being told."""

    def __init__(self, names: Sequence[str], mapping: Mapping, row: TableRow) -> None:
        self.mapping, self.wide = mapping, len(names)
        self.names = [name.strip() for name in names]
        index = {name.strip(): column for column, name in reversed(list(enumerate(names)))}
        plain = {name.lower(): column for name, column in index.items()}
        self.simple: dict[str, int] = {}
        self.double: dict[str, tuple[CellFrom, tuple[int, ...]]] = {}
        self.reader = FactReader(usual_header(mapping), mapping, Steps())
        for key, said in mapping.columns.items():
            wanted = said.paths() if isinstance(said, CellFrom) else (said,)
            for name in wanted:
                if name not in index:
                    message = f"the mapping names a column {name[:40]!r}, which the table does not have"
                    raise Unreadable("LOG016", message, f"it has {', '.join(index)[:200]}", row.number, 1)
            if isinstance(said, CellFrom):
                self.double[key] = (said, tuple(index[name] for name in wanted))
            else:
                self.simple[key] = index[said]
        taken = {*self.simple.values(), *(column for _, columns in self.double.values() for column in columns)}
        for key in sorts():
            if key not in mapping.columns and plain.get(key) not in (None, *taken):
                self.simple[key] = plain[key]
        self.simple = {key: self.simple[key] for key in sorts() if key in self.simple}
        self.places = self.simple | {key: columns[0] for key, (_, columns) in self.double.items()}
        self.used = {*self.simple.values(), *taken}
        for column in sorted(self.used):
            name = names[column].strip().lower()
            if sum(each.strip().lower() == name for each in names) > 1:
                message = f"two columns are named {names[column].strip()[:40]!r}"
                raise Unreadable("LOG017", message, "give each column a name of its own", row.number, 1)
        self.named = "event" in self.simple
        self.fills = not self.named or LAY in mapping.values.get("event", {}).values()
        self.log_writer: LogWriter | None = None
        self.begun = self.headed = False

    def passed_over(self, number: int) -> Iterator[Note]:
        """Say which columns mean nothing."""
        from verifier.event_keys import near

        free = [key for key in sorts() if key not in self.places]
        unknown = [name for column, name in enumerate(self.names) if column not in self.used and name]
        for name in [name for name in unknown if name not in self.mapping.record.ignored][:MOST_NAMED]:
            meant = near(name, free)
            help = f"did you mean `{meant[0]}`?" if meant else "a mapping gives it a meaning: [columns] (--mapping)"
            yield Note("LOG101", f"the column `{name[:40]}` is not known: it was not read", help, number, None)

    def begins_anew(self, cells: Sequence[str] | None) -> bool:
        """Tell whether a row names the columns again, as where tables were joined.

        Where no row of the event `game` says so, another game begins there.
        """
        if cells is None or [cell.strip().lower() for cell in cells] != [name.lower() for name in self.names]:
            return False
        if not self.headed:
            self.begun, self.log_writer = False, None
        return True

    def told(self, row: TableRow) -> Iterator[Told]:
        """Give the events of a row, none where nothing stands in the columns that mean something."""
        cells = cells_of(row.text.decode("utf-8", "replace"), row.separator)
        if cells is None or len(cells) > self.wide:
            what = "a quotation mark is left open" if cells is None else f"{len(cells)} cells in {self.wide} columns"
            yield Unreadable("LOG017", f"the row cannot be read: {what}", "write one event a row", row.number, 1), row
            return
        if not any(_at(cells, column).strip() for column in self.used):
            return
        event: Event = {}
        for key, column in self.places.items():
            try:
                if key in self.double:
                    value = self._cell(*self.double[key], cells)
                else:
                    value = self._value(key, _at(cells, column).strip())
            except NoFact as wrong:
                start = spans_of(row.text.decode("utf-8", "replace"), row.separator)[column][0]
                message = f"write it as docs/dialects.md says, or map it: [values.{key}] in a mapping (--mapping)"
                yield Unreadable("LOG017", str(wrong), message, row.number, start + 1), row
                return
            if value is not UNSET:
                event[key] = value
        if not self.begun:
            self.begun = True
            if event.get("event") != "game":
                header = complete(usual_header(self.mapping), HEADER_HELP)
                if self.fills:
                    self.log_writer = scribe_of(header)
                yield header, row
        if self.named and "event" not in event:
            message = "the row does not name its event"
            yield Unreadable("LOG017", message, f"one of {', '.join(keys())}", row.number, 1), row
            return
        yield from ((each, row) for each in self._events(event))

    def _cell(self, where: CellFrom, columns: Sequence[int], cells: Sequence[str]) -> object:
        """Read a cell of a garden that stands in one or two cells of the row as numbers. Raises NoFact."""
        said = [WHOLE.sub(r"\1", _at(cells, each).strip().translate(PLAIN_DASHES)) for each in columns]
        if NONE in said:
            return NONE
        nothing = not any(said)
        found = self.reader.cell(where, [None if each in ("", UNKNOWN) else each for each in said])
        return UNSET if nothing and found is None else found

    def _value(self, key: str, said: str) -> object:
        """Read a cell of the row. Raises NoFact."""
        if not said:
            return self.mapping.values.get(key, {}).get("null", UNSET)
        meant = self.mapping.value(key, said)
        if meant == said and key in self.mapping.values | dict.fromkeys(PLAYERS):
            meant = " ".join(str(self.mapping.value(key, each)) for each in said.split())
        if not isinstance(meant, str) or (key == "cell" and meant == NONE):
            return meant
        if key in CASELESS and not meant.startswith('"'):
            meant = meant.lower()
        whole = WHOLE.fullmatch(meant)
        return value_of(key, whole[1] if whole else meant)

    def _events(self, event: Event) -> list[Event]:
        kind = event.setdefault("event", LAY)
        if kind == "game":
            self.headed = True
            event = complete(usual_header(self.mapping, **event), HEADER_HELP)
            if self.fills:
                self.log_writer = scribe_of(event)
            return [event]
        for key in NEEDED.get(str(kind), ()):
            event.setdefault(key, None)
        if event.get("cell") == NONE:
            del event["cell"]
            event.setdefault("action", "discard")
        return [event] if self.log_writer is None else self.log_writer.write(event)


def _at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def _text(key: str, value: object) -> str:
    """Write a value; what reading would take for a word in small letters stands in quotation marks."""
    text = text_of(key, value)
    return json.dumps(text) if key in CASELESS and text != text.lower() and not text.startswith('"') else text


def _line(cells: Sequence[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode("utf-8", "backslashreplace")


TABLE = PlainTable()
