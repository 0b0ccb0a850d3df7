"""Records in which facts are missing: what is known is evidence, and a missing fact is taken for what fits best."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import msgspec
from msgspec import Struct, field

from models.reading import Reading
from verifier.finding import Finding
from verifier.infer.infer_findings import LACKING
from verifier.judge import judge

MOST_TRIED = 800  # ways in which the missing facts of one event are tried
MOST_LINES = 100_000  # that are judged for it, of all logs together

Event = dict[str, object]
_decode = msgspec.json.Decoder(Event).decode
_encode = msgspec.json.Encoder().encode
Wrong = tuple[int, int]  # of how many sorts what is found wrong is, and how much it is
NOTHING: Wrong = (0, 0)
Path = tuple[str | int, ...]  # keys and places that lead to a value


class KnownLog(Struct):
    """The lines of a log of which everything is known or taken for something, up to the first fact that is neither.

    `supposed` are the numbers of lines, from 1, in which facts were supposed; `cut` tells that lines were left out.
    """

    lines: list[bytes] = field(default_factory=list)
    supposed: set[int] = field(default_factory=set)
    cut: bool = False


class KnownFacts:
    """Take missing facts for what fits best, as long as not too many lines were judged for it."""

    def __init__(self, most_lines: int = MOST_LINES) -> None:
        self.left = most_lines

    def of(self, lines: Sequence[bytes], reading: Reading, *, conforms: bool) -> KnownLog:
        """Give what is known of a log; of one that conforms, what comes before the first missing fact."""
        known = KnownLog()
        for game in _games(lines):
            own, begun = list(game), len(known.lines)
            asked = dict[int, tuple[bytes, str]]()  # lines as they were, and what was missing first
            while (lacking := self._judged(own, reading)[1]) is not None:
                number, key = lacking
                filled = None if conforms else self._filled(own, number, key, reading)
                if filled is None:
                    known.cut, own = True, own[: number - 1]
                    break
                asked[number] = own[number - 1], key
                own[number - 1] = filled
            self._ask_again(own, asked, reading)
            known.supposed |= {begun + number for number in asked}
            known.lines += own
        return known

    def _ask_again(self, lines: list[bytes], asked: Mapping[int, tuple[bytes, str]], reading: Reading) -> None:
        """Take each fact again for what fits best, now that the later ones are taken for something too."""
        for number, (line, key) in asked.items() if len(asked) > 1 else ():
            again = self._filled([*lines[: number - 1], line, *lines[number:]], number, key, reading)
            lines[number - 1] = lines[number - 1] if again is None else again

    def _judged(self, lines: Sequence[bytes], reading: Reading) -> tuple[Wrong, tuple[int, str] | None]:
        """Count what is wrong up to the first fact that judging lacks, and give its line and key."""
        self.left -= len(lines)
        wrong = list[tuple[str, str]]()
        for found in judge("", [lines], reading):
            if isinstance(found, Finding) and found.clause == LACKING:
                return _sum(wrong), (found.line or 1, found.fault.field)
            if isinstance(found, Finding) and not found.outside:
                wrong.append((found.clause, found.fault.field))
        return _sum(wrong), None

    def _filled(self, lines: Sequence[bytes], number: int, key: str, reading: Reading) -> bytes | None:
        """Give a line with its missing facts as they fit best, None where nothing fits or there is too much to try."""
        tried, best = [(_event(lines[number - 1]), key)], list[tuple[Wrong, bytes]]()
        told, count = [_event(line) for line in lines], 0
        while tried:
            event, lacks = tried.pop(0)
            for wider in _with_fact(event, lacks, told):
                count += 1
                if count > MOST_TRIED or self.left < len(lines):
                    return None
                line = _encode(wider) + b"\n"
                wrong, lacking = self._judged([*lines[: number - 1], line, *lines[number:]], reading)
                if lacking is None or lacking[0] > number:
                    best.append((wrong, line))
                    if wrong == NOTHING:
                        return line
                elif lacking[1] != lacks:
                    tried.append((wider, lacking[1]))
        return min(best, key=lambda found: found[0])[1] if best else None


def _sum(wrong: Sequence[tuple[str, str]]) -> Wrong:
    return len(set(wrong)), len(wrong)


def _games(lines: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    begun = 0
    for place, line in enumerate(lines):
        if place > begun and _event(line).get("event") == "game":
            yield lines[begun:place]
            begun = place
    yield lines[begun:]


def _event(line: bytes) -> Event:
    try:
        return _decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return {}


def _with_fact(event: Event, where: str, told: Sequence[Event]) -> Iterator[Event]:
    """Give an event with what is missing somewhere, taken for each value that is told under such a key elsewhere."""
    path = tuple(int(step) if step.isdigit() else step for step in where.split("/"))
    value = _at(event, path)
    if isinstance(value, list) and not _holes(value, ()):
        for each in value:  # readings of a record, of which one is right
            yield from _with(event, {path: each})
        return
    holes = _holes(value, path)
    values = [_told(told, next(str(step) for step in reversed(hole) if isinstance(step, str))) for hole in holes]
    for chosen in product(*values):
        yield from _with(event, dict(zip(holes, chosen, strict=True)))


def _with(event: Event, found: Mapping[Path, object]) -> Iterator[Event]:
    changed = _put(event, found, ())
    if isinstance(changed, dict):
        yield changed


def _at(value: object, path: Path) -> object:
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def _holes(value: object, path: Path) -> list[Path]:
    if value is None:
        return [path]
    if isinstance(value, list):
        return [hole for place, each in enumerate(value) for hole in _holes(each, (*path, place))]
    if isinstance(value, dict):
        return [hole for key, each in value.items() for hole in _holes(each, (*path, key))]
    return []


def _put(value: object, found: Mapping[Path, object], path: Path) -> object:
    if path in found:
        return found[path]
    if isinstance(value, list):
        return [_put(each, found, (*path, place)) for place, each in enumerate(value)]
    if isinstance(value, dict):
        own = {str(hole[-1]): None for hole in found if hole[:-1] == path}  # a key may be missing altogether
        return {key: _put(each, found, (*path, key)) for key, each in (own | value).items()}
    return value


def _told(events: Sequence[Event], key: str) -> list[object]:
    """Give the values under a key of any event; of numbers all between the least and the highest."""
    found = list(dict.fromkeys(value for event in events for value in _under(event, key, inside=False)))
    numbers = [each for each in found if isinstance(each, int)]
    if numbers and max(numbers) - min(numbers) < MOST_TRIED:
        return list(range(min(numbers), max(numbers) + 1))
    return list(found)


def _under(value: object, key: str, *, inside: bool) -> Iterator[int | str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _under(each, key, inside=name == key)
    elif isinstance(value, list):
        for each in value:
            yield from _under(each, key, inside=inside)
    elif inside and isinstance(value, int | str) and not isinstance(value, bool):
        yield value
