"""What a mapped record says that its mapping gives no meaning, told in notes."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from verifier.json_paths import simple, steps_of
from verifier.mapping import CellFrom, Fact
from verifier.note import Note

UNREAD = "LOG101"
NAME = re.compile(r"[^\W\d][\w-]*")  # a key in a path that is no simple one
MOST = 40  # keys and sorts that are remembered
SHOWN = 8  # of them in a note
LONGEST = 40  # characters of one that are shown
NOTHING: tuple[object, ...] = (None, "", [], {})


class UnreadParts:
    """The keys of a record that its mapping does not read, and the sorts of entries that it passes over."""

    def __init__(self, ignored: Iterable[str] = ()) -> None:
        self.ignored = frozenset(ignored)
        self.keys: dict[str, dict[str, None]] = {}
        self.sorts: dict[str, int] = {}

    def read(self, where: str, value: object, facts: Iterable[Fact]) -> None:
        """Compare what an entry, or the record, has with the facts that were looked for in it."""
        if not isinstance(value, dict):
            return
        paths = (path for fact in facts for path in (fact.paths() if isinstance(fact, CellFrom) else (fact,)))
        found = self.keys.setdefault(where, {})
        for key in _unread(value, _looked_for(tuple(paths)), ()):
            if key not in self.ignored and len(found) < MOST:
                found.setdefault(key)

    def passed(self, sort: object) -> None:
        """Take note of an entry of a sort that means nothing."""
        name = str(sort)
        if name not in self.ignored and (name in self.sorts or len(self.sorts) < MOST):
            self.sorts[name] = self.sorts.get(name, 0) + 1

    def notes(self) -> list[Note]:
        """Name them, in one note for each place."""
        notes = []
        for where, keys in self.keys.items():
            if keys:
                they_were = "it was" if len(keys) == 1 else "they were"
                message = f"the mapping gives {_listed(keys)} in {where} no meaning: {they_were} not read"
                help = "if a fact stands there, say which; if not, name it in `ignored` under [record]"
                notes.append(Note(UNREAD, message, help, None, None))
        if self.sorts:
            told = _listed(f"{sort[:LONGEST]} ({count})" for sort, count in self.sorts.items())
            message = f"the mapping gives entries of these sorts no meaning: {told}; they were not read"
            help = 'if they mean something, say it: [notifications.SORT]; if not, means = "nothing"'
            notes.append(Note(UNREAD, message, help, None, None))
        return notes


def _listed(words: Iterable[str]) -> str:
    shown = [f"`{word[:LONGEST]}`" for word in words]
    more = f" and {len(shown) - SHOWN} more" if len(shown) > SHOWN else ""
    return ", ".join(shown[:SHOWN]) + more


@cache
def _looked_for(paths: tuple[str, ...]) -> tuple[frozenset[tuple[str, ...]], frozenset[str]]:
    """Give the places that are looked at, and the keys in paths that are no simple ones."""
    plain = [path for path in paths if simple(path)]
    words = {word for path in paths if not simple(path) for word in NAME.findall(path)}
    return frozenset(tuple(steps_of(path)) for path in plain), frozenset(words)


def _unread(
    value: dict[object, object], looked: tuple[frozenset[tuple[str, ...]], frozenset[str]], above: tuple[str, ...]
) -> Iterator[str]:
    places, words = looked
    for name, child in value.items():
        key = (*above, str(name))
        if key in places or name in words or child in NOTHING:
            continue
        inside = any(place[: len(key)] == key for place in places)
        if inside and isinstance(child, dict):
            yield from _unread(child, looked, key)
        elif not inside:
            yield ".".join(key)
