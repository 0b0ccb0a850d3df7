"""What a form of logs is: how it is recognized, read and written, and where in a source each event stands."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, ClassVar, Protocol

from msgspec import Struct, inspect

from models.formats import LOG_FORMAT
from models.game import Game, GameEngine, LogWriter
from models.games import GAMES
from models.reading import Malformed
from verifier.mapping import NO_MAPPING, Mapping
from verifier.note import Note
from verifier.source import SourceLimits, Unreadable, split
from verifier.source_place import SourcePlace
from verifier.whole_numbers import whole_numbers_in_place

Event = dict[str, Any]
BOM = b"\xef\xbb\xbf"
HEADER_HELP = "say it under [header] in a mapping file (--mapping); docs/mappings.md has examples"
USUAL: Game = GAMES[0]  # the game of records that do not say which game they are of


class Spot(Protocol):
    """Something that knows its place in the source, but works it out only when it is asked."""

    def place(self) -> SourcePlace:
        """Work the place out."""
        ...


class InLine(Struct, gc=False):
    """A whole line of a source, with its number from 1."""

    number: int
    text: bytes
    fields: dict[str, tuple[int, int]] = {}

    def place(self) -> SourcePlace:
        """Give the place: the whole line."""
        length = len(self.text.decode("utf-8", "replace"))
        start = length - len(self.text.decode("utf-8", "replace").lstrip())
        return SourcePlace(self.number, start + 1, self.text, start, length, self.fields)


class Source(Struct):
    """A source to read: its contents as they come, the limits, and the mapping the user gave.

    `derives` asks for what lay on the table after each turn where it follows; a judge works that out by himself.
    Reading puts into `noted` what is to be said of it beside the events, and into `later` what gives such notes when
    something may be broken; it is told which event breaks something first by the usual reading of the rules, counted
    from 1, or None where that is not known.
    """

    chunks: Iterable[bytes]
    limits: SourceLimits = SourceLimits()
    mapping: Mapping = NO_MAPPING
    derives: bool = True
    noted: list[Note] = []
    later: list[Callable[[int | None], list[Note]]] = []

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Give the lines with their numbers, from 1; at a byte order mark another file begins. Raises Unreadable."""
        number = 0
        for lines in split(self.chunks, self.limits.line):
            for line in lines:
                number += 1
                if BOM in line:
                    yield from ((number, part) for part in line.split(BOM) if part)
                else:
                    yield number, line

    def document(self, *, as_written: bool = False) -> bytes:
        """Give the whole contents; whole numbers stand in it without a point, where they are not wanted as written.

        Raises Unreadable where they are too long or no text.
        """
        held = bytearray()
        for chunk in self.chunks:
            held += chunk
            if len(held) > self.limits.document:
                message = f"the record is longer than {self.limits.document} bytes (--max-document)"
                raise Unreadable("LOG015", message, "if it is meant to be so long, raise --max-document")
            if b"\0" in chunk:
                at = held.index(0)
                line = held.count(b"\n", 0, at) + 1
                message, remedy = "the record is not text: it has a NUL byte", "give it in UTF-8, plain or by gzip"
                raise Unreadable("LOG003", message, remedy, line, at - held.rfind(b"\n", 0, at))
        text = bytes(held).removeprefix(BOM)
        try:
            text.isascii() or text.decode()
        except UnicodeDecodeError as fault:
            line, column = text.count(b"\n", 0, fault.start) + 1, fault.start - text.rfind(b"\n", 0, fault.start)
            message = "the record is not UTF-8 text: a byte here is part of no character"
            raise Unreadable("LOG003", message, "write it in UTF-8", line, column) from None
        return text if as_written else whole_numbers_in_place(text)


Told = tuple[Event | Unreadable, Spot]


class LinesAtOnce(Struct):
    """Events as lines of our form, and where each of them stands, by its number among them from 0.

    `ending` gives a line that follows from all of them and from those before them, by the engine that has made them, or
    by another one where none is given.
    """

    lines: list[bytes]
    spot: Callable[[int], Spot]
    ending: Callable[[GameEngine | None], bytes | None]


class Dialect(ABC):
    """A form of logs.

    `missed` says what the beginning of a log lacks to be of this form, or nothing if it is. `read` gives the events
    with their places; where one cannot be read it gives an Unreadable in its place (the rest of that game means nothing
    then), and raises Unreadable where reading must stop. `write` gives a log in this form, piece by piece, from events;
    one that cannot be written raises Unreadable.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    endings: ClassVar[tuple[str, ...]]
    writes: ClassVar[bool] = False

    def wants(self, mapping: Mapping) -> bool:
        """Tell whether a mapping is one for this form."""
        return False

    def may_be(self, head: bytes) -> bool:
        """Tell at a glance whether it can be of this form: where not, `missed` does say something."""
        return True

    @abstractmethod
    def missed(self, head: bytes) -> str:
        """Say what the beginning of a log lacks to be of this form; nothing where it is."""

    @abstractmethod
    def read(self, source: Source) -> Iterator[Told]:
        """Give the events of a log and their places."""

    def lines(self, source: Source) -> "Iterator[Told | LinesAtOnce]":
        """Give the same for a judge, who works out by himself what follows: some events may be lines already."""
        return self.read(source)

    def write(self, events: Iterable[Event]) -> Iterator[bytes]:
        """Write events in this form."""
        raise NotImplementedError


def usual_header(mapping: Mapping, **facts: Any) -> Event:
    """Give a header: what the record says, and over it what the user's mapping says."""
    header = {"event": "game", "format": LOG_FORMAT, "game": USUAL.key} | facts | mapping.header
    if "derived" in facts:
        header["derived"] = [key for key in facts["derived"] if key not in mapping.header]
    return header


def complete(header: Event, remedy: str) -> Event:
    """Give a header in which nothing is missing that every log of its game must have. Raises Unreadable (LOG016)."""
    for game in GAMES:
        if game.key == header.get("game"):
            lacking = [key for key in _needed(game) if header.get(key) is None]
            if lacking:
                message = f"the record does not tell the {' and the '.join(lacking)} of the game"
                raise Unreadable("LOG016", message, remedy, 1, 1)
    return header


@cache
def _needed(game: Game) -> tuple[str, ...]:
    shape = inspect.type_info(game.header)
    assert isinstance(shape, inspect.StructType)
    return tuple(field.encode_name for field in shape.fields if field.required)


def derived_keys(event: Event) -> Sequence[object]:
    """Name the keys of an event that the record does not hold: they follow by the rules."""
    named = event.get("derived")
    return named if isinstance(named, list) else ()


def all_derived(event: Event) -> bool:
    """Tell whether everything that an event says follows by the rules."""
    named = derived_keys(event)
    return bool(named) and all(key in named or key in ("event", "at", "derived") for key in event)


class _Copyist:
    """Write the events of a game of which nothing can be derived."""

    def __init__(self) -> None:
        self.start: Event = {}
        self.shows = False
        self.missing: list[int] = []

    def write(self, event: Event) -> list[Event]:
        return [event]

    def result(self) -> Event | None:
        return None

    def result_by(self, engine: GameEngine) -> Event | None:
        return None

    def followed(self, lines: list[bytes]) -> GameEngine | None:
        return None

    def lies(self, player: int, cell: str) -> int | None:
        return None


def scribe_of(header: Event) -> LogWriter:
    """Give who completes the events of a game; where it is not known or does not offer that, who copies them."""
    for game in GAMES:
        if game.key == header.get("game"):
            try:
                return game.log_writer(header)
            except Malformed:
                break
    return _Copyist()
