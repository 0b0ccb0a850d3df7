"""Convert logs from one form to another; each event keeps where in its source it stands."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain

from msgspec import Struct

from models.games import GAMES
from verifier.dialect import Dialect, Event, Source, Spot
from verifier.foreign import OWN, dialect_named, recognize
from verifier.key_values import keys
from verifier.line_notes import MOST_NOTES, OUR_OWN, UNKNOWN_KEY
from verifier.logs import head_of
from verifier.mapping import NO_MAPPING, Mapping
from verifier.note import Note
from verifier.source import SourceLimits, Unreadable, texts, with_line_ends


class Conversion(Struct, frozen=True):
    """How logs are to be converted: from which form (None: as their content shows) to which, with which mapping.

    Converting puts into `noted` what is to be said of the logs, with their paths.
    """

    source: str | None = None
    target: str = OWN.name
    mapping: Mapping = NO_MAPPING
    limits: SourceLimits = SourceLimits()
    noted: list[tuple[str, Note]] = []


class NotConverted(Exception):
    """A log that could not be converted to its end: its path and why."""

    def __init__(self, path: str, stop: Unreadable) -> None:
        super().__init__(path, stop)
        self.path, self.stop = path, stop


def convert(paths: Iterable[str], conversion: Conversion) -> Iterator[bytes]:
    """Give the logs in the wanted form, piece by piece, one behind the other. Raises NotConverted."""
    target = dialect_named(conversion.target)
    where = [""]  # the path that is being read
    try:
        yield from target.write(_events(paths, conversion, where, placed=target is OWN))
    except Unreadable as stop:
        raise NotConverted(where[0], stop) from None


def _events(paths: Iterable[str], conversion: Conversion, where: list[str], *, placed: bool) -> Iterator[Event]:
    for path in paths:
        where[0] = path
        with closing(texts(path, conversion.limits)) as texts_read:
            chunks = with_line_ends(texts_read)
            head = head_of(chunks)
            named, mapping = conversion.source, conversion.mapping
            form: Dialect = recognize(path, head, mapping) if named is None else dialect_named(named)
            source, dropped = Source(chain((head,), chunks), conversion.limits, mapping), set[str]()
            for event, spot in form.read(source):
                if isinstance(event, Unreadable):
                    raise event
                if conversion.target != OWN.name and len(dropped) < MOST_NOTES:
                    source.noted += _dropped(event, conversion.target, spot, dropped)
                if event.get("event") == "game":
                    _check_form(event, conversion.target, spot)
                if placed:
                    place = spot.place()
                    pointer = {"pointer": place.pointer} if place.pointer else {}
                    event = {**event, "at": {"path": path, "line": place.line, "column": place.column, **pointer}}
                yield event
            conversion.noted.extend((path, note) for note in source.noted)


def _dropped(event: Event, target: str, spot: Spot, told: set[str]) -> Iterator[Note]:
    """Say which keys of an event another form cannot hold, each once."""
    known = keys().get(str(event.get("event")))
    for key in () if known is None else event.keys() - {*known, *told, *OUR_OWN}:
        told.add(key)
        message = f"the key `{key[:40]}` is not known: it is left out"
        yield Note(UNKNOWN_KEY, message, f"a {target.replace('-', ' ')} has no place for it", spot.place().line, None)


def _check_form(header: Event, target: str, spot: Spot) -> None:
    """See to it that a form can hold logs of the game that a header names. Raises Unreadable."""
    game = next((game for game in GAMES if game.key == header.get("game")), None)
    if game is not None and target != OWN.name and target not in game.forms:
        titles = " and ".join(each.title for each in GAMES if target in each.forms)
        message = f"a {target.replace('-', ' ')} cannot hold a game of {game.title}"
        remedy = f"it is a form of {titles}" if titles else f"`--to {OWN.name}` holds every game"
        raise Unreadable("LOG019", message, remedy, spot.place().line)
