"""Notes on the lines of a log: keys that nobody knows, slips that were read, facts that were never recorded."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import msgspec
from msgspec import Struct, field

from models.clause import Fault
from models.game import Game, GameEngine
from models.reading import Malformed
from models.recorded_facts import HangingFact
from verifier.event_decoder import decoder_of
from verifier.line import LONGEST_HEADER
from verifier.note import Note

UNKNOWN_KEY, NEVER, READ_ANYWAY = "LOG101", "LOG102", "LOG103"
OUR_OWN = ("event", "at", "derived")  # the name of the event, and keys that `convert` writes
MOST_NOTES = 40  # on one file
MOST_SKELETONS = 5000  # of lines without an unknown key that are remembered
SHORT = 64  # bytes of a line that is remembered with its event
MOST_LINES = 1000  # that are remembered with their events
MOST_MEANT = 2  # keys of which one may have been meant
LONGEST_KEY = 40  # characters of a key that are shown
NINES = bytes.maketrans(b"012345678", b"9" * 9)
DROPPED = b"9,.:-[]"  # what differs from line to line, where the keys are the same

UnknownKey = tuple[str, str, object, Iterable[str]]  # the event or the part of it, the key, its value, the keys there


class _Unknown(Struct):
    """A key that nobody knows: where it came first, in which events, and a value of it."""

    line: int
    values: dict[str, object] = field(default_factory=dict)
    beside: set[str] = field(default_factory=set)  # the keys that stood with it


class LineNotes:
    """The notes on one file, while it is judged."""

    def __init__(self) -> None:
        self.told: set[tuple[str, str]] = set()
        self.meant: bytes | None = None  # what the line that is read was taken for, where it has a slip
        self.number = 0  # of the line that is read
        self.slips: list[Note] = []
        self.unknown: dict[str, _Unknown] = {}
        self.game: Game | None = None
        self.of_game = 0

    def opens(self, game: Game, event: object, header: bytes) -> None:
        """Take the header of a game."""
        self.game, clean = game, _clean_of(game)
        if header in clean.events:
            return
        skeleton = _skeleton(header)
        if skeleton not in clean.looks:
            found = list(_unknown_in(header, event))
            self._unknown_keys(found)
            if found:
                return
            clean.remember(skeleton)
        if len(header) <= LONGEST_HEADER:
            clean.keep(header, event)

    def decoder(self, game: Game, engine: GameEngine) -> Callable[[bytes], object]:
        """Give what decodes the lines of a game and takes note of what they say."""
        clean = _clean_of(game)
        plain, see, read_before = decoder_of(game).decode, engine.facts_told.see, clean.events

        def decode(line: bytes) -> object:
            event = read_before.get(line)
            if event is not None:
                see(event)
                return event
            try:
                event = plain(line)
            except (msgspec.ValidationError, UnicodeDecodeError):
                meant = self.mended(line, game)
                if meant is None:
                    raise
                line, event = meant, plain(meant)
            skeleton = _skeleton(line)
            if skeleton not in clean.looks:
                found = list(_unknown_in(line, event))
                if not found:
                    clean.remember(skeleton)
                if any(key != key.strip().lower() for _, key, _, _ in found) and (meant := self.mended(line, game)):
                    event = plain(meant)
                    found = list(_unknown_in(meant, event))
                self._unknown_keys(found)
            elif len(line) <= SHORT:
                clean.keep(line, event)
            see(event)
            return event

        return decode

    def put(self, lines: Sequence[bytes], left: int) -> None:
        """Put what a line was taken for in its place, with so many lines left behind it, for others who read on."""
        if self.meant is not None and isinstance(lines, list):
            lines[len(lines) - left - 1] = self.meant
        self.meant = None

    def marked(self, message: str, help: str) -> None:
        """Take note of a byte order mark before a header."""
        if self._is_new(READ_ANYWAY, " mark"):
            self.slips.append(Note(READ_ANYWAY, message, help, self.number, self.of_game + 1))

    def meant_for(self, wrong: Malformed, line: bytes, game: Game) -> object | None:
        """Give the event that a line means whose event means nothing as it is; None where that is not certain."""
        meant = self.mended(line, game) if self.meant is None and wrong.sort in ("value", "missing") else None
        return None if meant is None else decoder_of(game).decode(meant)

    def mended(self, line: bytes, game: Game | None) -> bytes | None:
        """Give a line as it was meant, None where that is not certain."""
        from verifier.mending import mended

        meant, number = mended(line, game), self.number
        if meant is None:
            return None
        self.meant = meant.line
        for slip in meant.slips:
            key, written = slip.key.replace("/", " "), slip.written[:LONGEST_KEY]
            what = f"the key {written!r}" if slip.kind == "key" else f"{key}: {written!r}"
            what = f"{key}: {written}" if slip.kind == "number" else what
            message = f"{what} was read as {slip.read[:LONGEST_KEY]}"
            if self._is_new(READ_ANYWAY, slip.key if slip.kind == "word" else f" {slip.kind}"):
                self.slips.append(Note(READ_ANYWAY, message, f"write {slip.read[:LONGEST_KEY]}", number, self.of_game))
        return meant.line

    def _is_new(self, code: str, subject: str) -> bool:
        if (code, subject) in self.told or len(self.told) >= MOST_NOTES:
            return False
        self.told.add((code, subject))
        return True

    def _unknown_keys(self, found: Iterable[UnknownKey]) -> None:
        """Take note of keys that nobody knows."""
        for event, key, value, beside in found:
            known = self.unknown.get(key)
            if known is None:
                if (UNKNOWN_KEY, key) in self.told or len(self.unknown) >= MOST_NOTES:
                    continue
                known = self.unknown[key] = _Unknown(self.number, beside=set(beside))
            if event not in known.values:
                known.beside.update(beside)
                known.values[event] = value

    def close(self, engine: GameEngine | None, started: int) -> tuple[Note, ...]:
        """Give the notes on a game; facts that were never recorded only where it was read to its end."""
        notes, self.slips = self.slips, []
        lacking = [] if engine is None else list(engine.facts_told.lacking())
        for key, seen in self.unknown.items():
            if self._is_new(UNKNOWN_KEY, key):
                notes.append(self._on_key(key, seen, lacking))
        self.unknown = {}
        if self.game is not None:
            for fact in lacking:
                if self._is_new(NEVER, "/".join(fact.keys)):
                    notes.append(Note(NEVER, *never_recorded(self.game, fact), started, self.of_game))
        return tuple(notes)

    def _on_key(self, key: str, seen: _Unknown, lacking: list[HangingFact]) -> Note:
        from verifier.event_keys import fits, keys_of, near

        assert self.game is not None
        where = ", ".join(seen.values)
        message = f"the key `{key[:LONGEST_KEY]}` is not known (in {where}): it was not read"
        event = next(iter(seen.values))
        known = {name: shape for each in seen.values for name, shape in keys_of(self.game, each).items()}
        meant = near(key, [name for name in known if name not in seen.beside])
        if not meant:
            free = {name for fact in lacking for name in fact.keys if not fact.inside}
            fit = [name for name in known if all(fits(v, known[name]) for v in seen.values.values())]
            meant = [name for name in fit if name in free] or [name for name in fit if name not in seen.beside]
            meant = meant if len(meant) <= MOST_MEANT else []
        if meant:
            help = f"did you mean {' or '.join(f'`{name}`' for name in meant)}?"
        else:
            help = f"keys of {event}: {', '.join(keys_of(self.game, event))}"
        return Note(UNKNOWN_KEY, message, help, seen.line, self.of_game)


def never_recorded(game: Game, fact: HangingFact) -> tuple[str, str]:
    """Say that a fact was never recorded: what goes unseen, and what helps."""
    names = " or ".join(f"`{key}`" for key in fact.keys)
    shown = game.shown_by()
    hanging = sorted({clause for key in fact.keys for clause in shown.get(key, ())})
    unseen = f": what only it shows of {_listed(hanging)} was not judged" if hanging else ""
    return f"{names} was never recorded{unseen}", f"record {names}, or nothing can tell; --require makes this an error"


def required_fault(lacking: Iterable[HangingFact], required: frozenset[str]) -> Fault | None:
    """Say which facts that the user requires were never recorded."""
    names = [" or ".join(f"`{key}`" for key in fact.keys) for fact in lacking if required.intersection(fact.keys)]
    if not names:
        return None
    return Fault(f"{_listed(names)} was never recorded", "event", help="record it in each event that can say it")


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


class _Clean(Struct):
    """Lines of a game without an unknown key: what they look like, all that differs from line to line left out, and
    the events of headers and of short lines, which stand in many logs.
    """

    looks: set[bytes] = field(default_factory=set)
    events: dict[bytes, object] = field(default_factory=dict)

    def remember(self, skeleton: bytes) -> None:
        """Remember what a line looks like."""
        if len(self.looks) >= MOST_SKELETONS:
            self.looks.clear()
        self.looks.add(skeleton)

    def keep(self, line: bytes, event: object) -> None:
        """Remember the event of a line."""
        if len(self.events) >= MOST_LINES:
            self.events.clear()
        self.events[line] = event


@cache
def _clean_of(game: Game) -> _Clean:
    return _Clean()


def _skeleton(line: bytes) -> bytes:
    """Give what a line looks like without what differs from line to line; a key with a number at its end is kept."""
    nines = line.translate(NINES, b" ")
    return nines if b'9":' in nines else nines.translate(None, DROPPED)


@cache
def _names_of(kind: type[Struct]) -> dict[str, str]:
    """Give the keys of a struct with the names of its fields."""
    return dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))


def _unknown_in(line: bytes, event: object) -> Iterator[UnknownKey]:
    """Give the keys of a line that nobody knows."""
    try:
        given = msgspec.json.decode(line, type=dict[str, object])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return
    yield from _unknown_below(given, event, str(given.get("event")))


def _unknown_below(given: object, read: object, path: str) -> Iterator[UnknownKey]:
    """Compare what is given with what was read of it."""
    if isinstance(given, list) and isinstance(read, list):
        for each, of_it in zip(given, read, strict=False):
            if type(each) in (list, dict):
                yield from _unknown_below(each, of_it, path)
    elif isinstance(given, dict) and isinstance(read, Struct):
        names = _names_of(type(read))
        for key, value in given.items():
            if key not in names:
                if " " in path or key not in OUR_OWN:
                    yield path, key, value, given
            elif type(value) in (list, dict):
                yield from _unknown_below(value, getattr(read, names[key]), f"{path} {key}")
