"""Paths into a JSON record: keys with dots between, a JSON Pointer, or JMESPath; none of them runs long."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Final
from warnings import catch_warnings, simplefilter

from verifier.path_limits import BadPath, Steps

if TYPE_CHECKING:
    from jmespath.parser import ParsedResult

LONGEST = 500  # signs of a path
OWN_KEY = "@key"  # where an entry stands, and whose turn it is: words of ours that no JMESPath can be
ORDER = "@order"
KEYS = re.compile(r"[^\[\]{}()|&?*'\"`<>=!,@^\\]+")  # a path that is keys with dots between and nothing else
JMES = "a JMESPath such as moves[] or a JSON Pointer such as /moves"

Place = tuple[str | int, ...]


class _Absent:
    """What stands where nothing stands, not even null."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT: Final = _Absent()


def simple(path: str) -> bool:
    """Tell whether a path is keys with dots between, or a JSON Pointer."""
    return path.startswith("/") or KEYS.fullmatch(path) is not None


def steps_of(path: str) -> list[str]:
    """Give the keys of a simple path."""
    if path.startswith("/"):
        return [step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/")]
    return path.split(".")


def follow(value: object, path: str, steps: Steps) -> object:
    """Follow a path; ABSENT where it leads nowhere. Raises BadPath."""
    if not path:
        return value
    if len(path) > LONGEST:
        raise BadPath(f"is longer than {LONGEST} signs")
    if simple(path):
        for step in steps_of(path):
            value = _member(value, step)
        return value
    if value is ABSENT:
        return ABSENT
    found = _jmes(path)(value, steps)
    return ABSENT if found is None else found


def _member(value: object, step: str) -> object:
    if isinstance(value, dict):
        return value.get(step, ABSENT)
    if isinstance(value, list) and step.isascii() and step.isdigit() and len(step) < 9 and int(step) < len(value):
        return value[int(step)]
    return ABSENT


def check_path(path: str) -> None:
    """Refuse a path that is none, before anything is read. Raises BadPath."""
    inner = path.lstrip("^").lstrip(".")
    if len(path) > LONGEST:
        raise BadPath(f"is longer than {LONGEST} signs")
    if inner and inner not in (OWN_KEY, ORDER) and not simple(inner):
        _jmes(inner)


@cache
def _jmes(path: str) -> Callable[[object, Steps], object]:
    """Compile a JMESPath. Raises BadPath."""
    import jmespath
    from jmespath.exceptions import JMESPathError

    try:
        with catch_warnings():
            simplefilter("ignore")  # of ways to write literals that JMESPath means to give up
            compiled = jmespath.compile(path)
    except (JMESPathError, RecursionError, ValueError) as fault:
        said = str(fault).split("\n", 1)[0][:120] or "it cannot be read"
        raise BadPath(f"is no path ({said}): write {JMES}") from None

    def search(value: object, steps: Steps) -> object:
        try:
            return _search(compiled, value, steps)
        except (JMESPathError, RecursionError, ValueError, TypeError, OverflowError) as fault:
            said = "it is nested too deeply" if isinstance(fault, RecursionError) else str(fault).split("\n", 1)[0]
            raise BadPath(f"fails here: {said[:200]}") from None

    return search


def _search(compiled: "ParsedResult", value: object, steps: Steps) -> object:
    from verifier.bounded_jmespath import Bounded

    return Bounded(steps).visit(compiled.parsed, value)


class Places:
    """Where the objects, arrays and texts of a decoded record stand in it."""

    def __init__(self, root: object) -> None:
        self.root = root
        self._above: dict[int, tuple[object, str | int]] | None = None

    def of(self, value: object) -> Place | None:
        """Give the keys that lead to a part, None where a path has made it up or nobody can tell."""
        if value is self.root:
            return ()
        if self._above is None:
            self._above = {id(child): (parent, key) for parent, key, child in _parts(self.root)}
        keys: list[str | int] = []
        while value is not self.root:
            above = self._above.get(id(value))
            if above is None:
                return None
            value, key = above
            keys.append(key)
        return tuple(reversed(keys))


def _parts(root: object) -> Iterator[tuple[object, str | int, object]]:
    waiting = [root]
    while waiting:
        value = waiting.pop()
        members: Iterator[tuple[str | int, object]]
        if isinstance(value, dict):
            members = iter(value.items())
        elif isinstance(value, list):
            members = enumerate(value)
        else:
            continue
        for key, child in members:
            if isinstance(child, (dict, list)):
                waiting.append(child)
                yield value, key, child
            elif isinstance(child, str):
                yield value, key, child


def at_place(root: object, place: Place) -> object:
    """Give the part that keys lead to."""
    for key in place:
        root = _member(root, str(key))
    return root
