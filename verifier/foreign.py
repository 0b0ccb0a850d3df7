"""Recognize the form of a log, and judge logs in forms that are not ours, finding by finding in their own places."""

import codecs
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from models.clause import Fault
from models.formats import LOG_FORMAT
from models.game import GameEngine
from models.reading import Reading
from verifier.dialect import BOM, Dialect, Event, LinesAtOnce, Source, Spot, Told, all_derived
from verifier.dialects import DIALECTS
from verifier.dialects.json_record import JSON_RECORD
from verifier.dialects.own import encoded, is_array
from verifier.finding import Finding, Verdict, unreadable_log
from verifier.infer.inferred import Known, Line
from verifier.judge import judge
from verifier.mapping import NO_MAPPING, Mapping
from verifier.note import Note
from verifier.source import SourceLimits, Unreadable, split
from verifier.source_place import SourcePlace
from verifier.wrong_values import names_an_event

NumberedT = TypeVar("NumberedT", Known, Line)  # says which event it is about

OWN = DIALECTS[0]
AT_ONCE = 256
KEPT = 1 << 25  # bytes of the source whose places are kept, as findings about missing facts come with the verdict
NO_EVENT = b"?"
WAYS_OUT = (
    "Two ways out: `cloverproof convert --guess FILE` proposes a mapping for JSON, JSON Lines and tables of any shape; "
    "or let the program write our own form (`cloverproof schema log`): `cloverproof convert --exporter python` or "
    "javascript shows how"
)
JSON_BEGINS = (b"{", b"[", b'"')


def dialect_named(name: str) -> Dialect:
    """Find a form by its name. Raises KeyError."""
    return {dialect.name: dialect for dialect in DIALECTS}[name]


def endings_of(dialect: str | None, mapping: Mapping | None) -> tuple[str, ...] | None:
    """Give the endings that logs have in a folder, by the form that is named or that a mapping is for."""
    if dialect is not None:
        return dialect_named(dialect).endings
    wanting = () if mapping is None else tuple(form.endings for form in DIALECTS if form.wants(mapping))
    return tuple(dict.fromkeys((*OWN.endings, *(each for endings in wanting for each in endings)))) if wanting else None


def recognize(path: str, head: bytes, mapping: Mapping) -> Dialect:
    """Find the form of a log by its beginning. Raises Unreadable, which says what each form missed.

    A mapping tells the form too: a log that is not ours is of the form it is for.

    What is no text, has no content, or has something of our own form about it is taken for a damaged log of ours.
    """
    head = head.removeprefix(BOM)
    if mapping.record.moves and head.lstrip()[:1] in JSON_BEGINS and LOG_FORMAT.encode() not in head:
        return JSON_RECORD
    for dialect in DIALECTS:
        if dialect.wants(mapping) or (dialect.may_be(head) and not dialect.missed(head)):
            return dialect
    ours = b'"event"' in head or LOG_FORMAT.encode() in head or names_an_event(head.split(b"\n", 1)[0])
    damaged = path.lower().endswith(OWN.endings) and not _is_object(head)
    if ours or damaged or not head.strip() or b"\0" in head or not _is_text(head):
        return OWN
    tried = "; ".join(f"{dialect.name} needs {dialect.missed(head)}" for dialect in DIALECTS)
    raise Unreadable("LOG013", "the log is in no form that is known", f"tried: {tried}. {WAYS_OUT}")


def _is_object(head: bytes) -> bool:
    """Tell whether a log begins with a line that is a JSON object."""
    try:
        msgspec.json.decode(head.lstrip().split(b"\n", 1)[0], type=dict[str, object])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True


def _is_text(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def judge_foreign(
    path: str,
    head: bytes,
    chunks: Iterable[bytes],
    limits: SourceLimits,
    reading: Reading,
    *,
    strict: bool = False,
    dialect: str | None = None,
    mapping: Mapping | None = None,
    by: Callable[..., Iterator[Finding | Verdict]] = judge,
) -> Iterator[Finding | Verdict]:
    """Judge a log in a form that is named, or recognized by its beginning; `chunks` is the whole, `by` is `judge`."""
    try:
        form = recognize(path, head, mapping or NO_MAPPING) if dialect is None else dialect_named(dialect)
    except Unreadable as stop:
        yield from unreadable_log(path, stop)
        return
    if form is OWN and mapping is None and not is_array(head):
        yield from by(path, split(chunks, limits.line), reading, strict=strict)
        return
    source = Source(chunks, limits, mapping or NO_MAPPING, derives=False)
    usual = reading == Reading()
    lines = _Lines(form.lines(source), source, usual=usual, judged=usual and by is judge)
    if lines.judged:
        results = judge(path, lines.blocks(), reading, strict=strict, ending=lines.ending)
    else:
        results = by(path, lines.blocks(ends=True), reading, strict=strict)
    for result in results:
        yield lines.placed(result)


def _nowhere(number: int) -> Spot:
    raise IndexError(number)


def _nothing(engine: GameEngine | None) -> None:
    return None


class _Lines:
    """The events of a log as lines of our form, and where each of the last ones stands in its source.

    `usual` tells that they are judged by the usual reading of the rules, `judged` that nothing else is made of them.
    """

    def __init__(self, told: Iterator[Told | LinesAtOnce], source: Source, *, usual: bool, judged: bool) -> None:
        self.told, self.source, self.usual, self.judged = told, source, usual, judged
        self.spots: dict[int, tuple[Event | Unreadable, Spot]] = {}
        self.at_once, self.before = LinesAtOnce([], _nowhere, _nothing), 0  # and how many lines came before
        self.kept = 0
        self.wrong: dict[int, SourcePlace] = {}  # where the first finding of the running game is, and the first breach
        self.breach = False
        self.stop: Unreadable | None = None

    def ending(self, engine: GameEngine) -> bytes | None:
        """Give the line that follows from those that came at once."""
        return self.at_once.ending(engine)

    def blocks(self, *, ends: bool = False) -> Iterator[list[bytes]]:
        """Give the lines in small blocks; where the source cannot be read further, raise Unreadable.

        `ends` asks for the line too that follows from those that come at once.
        """
        lines: list[bytes] = []
        number = 0
        try:
            for told in self.told:
                if isinstance(told, LinesAtOnce):
                    if lines:
                        yield lines
                    self.at_once, self.before, lines = told, number, []
                    if ends:
                        told.ending(None)
                    yield list(told.lines)  # a judge may put another line in the place of one
                    number += len(told.lines)
                    continue
                said, _ = told
                number += 1
                self.spots[number] = told
                if isinstance(said, Unreadable):
                    lines.append(NO_EVENT)
                else:
                    if "derived" in said and not all_derived(said):
                        del said["derived"]
                    lines.append(encoded(said))
                if len(lines) == AT_ONCE:
                    yield lines
                    self._forget(lines)
                    lines = []
        except Unreadable as stop:
            if lines:
                yield lines
            self.stop = stop
            raise Unreadable(stop.code, stop.message, stop.help) from None
        if lines:
            yield lines

    def _at(self, number: int) -> tuple[Event | Unreadable | None, Spot | None]:
        """Give the event of a number, if it is no line by now, and where it stands; None for what was forgotten."""
        within = number - self.before - 1
        if 0 <= within < len(self.at_once.lines):
            return None, self.at_once.spot(within)
        return self.spots.get(number, (None, None))

    def _notes(self, result: Verdict, wrong: int | None) -> Iterator[Note]:
        """Give the notes on a game: what is asked later is not asked where it is seen that nothing is broken."""
        if not (self.usual and result.findings == 0 and result.inferred is None):
            for asked in self.source.later:
                self.source.noted += asked(wrong)
        yield from self.source.noted
        self.source.noted.clear()
        self.source.later.clear()

    def _forget(self, lines: list[bytes]) -> None:
        """Forget the places where there are too many to keep."""
        last = next(reversed(self.spots), 0)
        for number, line in enumerate(lines, last + 1 - len(lines)):
            self.kept += max(len(line), len(getattr(self.spots[number][1], "text", b"")))
        if self.kept > KEPT:
            self.spots.clear()
            self.kept = 0

    def placed(self, result: Finding | Verdict) -> Finding | Verdict:
        """Say where in the source a result belongs."""
        if isinstance(result, Verdict):
            place = None if result.at is None else self.wrong.get(result.at)
            wrong = result.at if self.judged and self.breach and self.stop is None else None
            self.wrong.clear()
            self.breach = False
            inferred = result.inferred
            if inferred is not None:
                left_out = tuple(self._line_of(line) for line in inferred.left_out)
                found = tuple(map(self._in_source, inferred.found))
                inferred = replace(inferred, found=found, left_out=left_out)
            notes = (
                *self._notes(result, wrong),
                *(replace(each, line=None if each.line is None else self._line_of(each.line)) for each in result.notes),
            )
            return replace(result, place=place or SourcePlace(1, 1), inferred=inferred, notes=notes)
        if result.conflict is not None:
            lines = tuple(map(self._in_source, result.conflict.lines))
            result.conflict = replace(result.conflict, lines=lines)
        line = result.line or 0
        said, spot = self._at(line)
        place = SourcePlace(1, 1) if spot is None else spot.place()
        if self.stop is not None and result.kind == "unreadable" and not result.raw:
            return self._unreadable(result, self.stop, SourcePlace(self.stop.line or place.line, self.stop.column or 1))
        breach = not result.outside
        if not self.wrong or (breach and not self.breach):
            self.wrong[line] = place
            self.breach = self.breach or breach
        if isinstance(said, Unreadable):
            return self._unreadable(result, said, place)
        result.line, result.raw, result.place = place.line, place.text, place
        return result

    def _in_source(self, said: NumberedT) -> NumberedT:
        """Give what names an event by its number with the line of the source instead."""
        return replace(said, line=self._line_of(said.line))

    def _line_of(self, number: int) -> int:
        _, spot = self._at(number)
        return number if spot is None else spot.place().line

    @staticmethod
    def _unreadable(result: Finding, stop: Unreadable, place: SourcePlace) -> Finding:
        fault = Fault(stop.message, help=stop.help)
        line, column = stop.line or place.line, stop.column or place.column
        found = Finding(result.path, line, result.game, stop.code, "unreadable", lambda: fault, raw=place.text)
        at = place.start + column - place.column if line == place.line else -1
        inside = 0 <= at < max(1, place.end)
        found.place = (
            replace(place, line=line, column=column, start=at, end=at + 1) if inside else SourcePlace(line, column)
        )
        return found
