"""Find the logs that the paths, folders and patterns a user typed stand for."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator

from verifier.source import Unreadable, failed

ENDINGS = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
RECORDS = (".json", ".json.gz")  # endings that count in a folder without logs of the other ones
Found = str | tuple[str, Unreadable]


LeftOut = Callable[[str], None]


def _unheard(_: str) -> None: ...


def find_logs(
    paths: Iterable[str], endings: tuple[str, ...] = ENDINGS, left_out: LeftOut = _unheard
) -> Iterator[Found]:
    """Give each log that the paths, folders and patterns a user typed stand for.

    `left_out` hears of each file of a folder that is taken for none because of its name.
    """
    for path in paths:
        try:
            folder = path != "-" and stat.S_ISDIR(os.stat(path).st_mode)
        except (OSError, ValueError) as fault:
            yield from _expand(path, endings, left_out) if _is_pattern(path) else [(path, failed(fault))]
        else:
            yield from _logs_in(path, endings, left_out) if folder else [path]


def _is_pattern(path: str) -> bool:
    return any(sign in path for sign in "*?[")


def _walk(top: str) -> Iterator[tuple[str, list[str] | Unreadable]]:
    """Give each folder, `top` first, with the sorted names in it that are not folders; links are not followed."""
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        names: list[str] = []
        folders: list[str] = []
        try:
            with os.scandir(folder or os.curdir) as entries:
                for entry in entries:
                    (folders if entry.is_dir(follow_symlinks=False) else names).append(entry.name)
        except (OSError, ValueError) as fault:
            yield folder, failed(fault)
            continue
        yield folder, sorted(names)
        waiting += [os.path.join(folder, name) for name in sorted(folders, reverse=True)]


def _logs_in(top: str, endings: tuple[str, ...], left_out: LeftOut) -> Iterator[Found]:
    found = False
    otherwise = RECORDS if endings == ENDINGS else ()
    records: list[str] = []
    for folder, names in _walk(top):
        if isinstance(names, Unreadable):
            found = True
            yield folder, names
            continue
        for name in names:
            path = os.path.join(folder, name)
            if name.lower().endswith(endings) and _may_be_log(path):
                for record in records:
                    left_out(record)
                found, records = True, []
                yield path
            elif not found and otherwise and name.lower().endswith(otherwise) and _may_be_log(path):
                records.append(path)
            elif name[0] != ".":
                left_out(path)
    yield from records
    if not found and not records:
        message = f"the folder has no logs: no name in it ends in {', '.join((*endings, *otherwise))}"
        yield top, Unreadable("LOG001", message, "name the files themselves if theirs end otherwise")


def _may_be_log(path: str) -> bool:
    """Leave out what could wait for ever, such as a pipe; what cannot be asked is for reading to report."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return True


def _expand(pattern: str, endings: tuple[str, ...], left_out: LeftOut) -> Iterator[Found]:
    """Give what a pattern stands for, sorted; a folder it names is walked, unless ** has done so."""
    drive, rest = os.path.splitdrive(pattern)
    rest = rest.replace(os.sep, "/")
    parts = [part for part in rest.split("/") if part]
    places = {drive + "/" if rest.startswith("/") else drive: None}
    faults: dict[str, Unreadable] = {}
    for part in [*parts, "*"] if parts[-1:] == ["**"] else parts:
        places = dict.fromkeys(match for place in places for match in _matches(place, part, faults))
    found = False
    for place in sorted(places):
        for match in _named(place, endings, left_out, walk="**" not in parts):
            found = True
            yield match
    yield from faults.items()
    if not found and not faults:
        yield pattern, Unreadable("LOG001", "no log matches the pattern", "** stands for folders at any depth")


def _named(place: str, endings: tuple[str, ...], left_out: LeftOut, *, walk: bool) -> Iterator[Found]:
    if os.path.isdir(place):
        yield from _logs_in(place, endings, left_out) if walk else ()
    elif os.path.lexists(place) and _may_be_log(place):
        yield place


def _matches(place: str, part: str, faults: dict[str, Unreadable]) -> Iterator[str]:
    """Give the paths one part further on; hidden names only match a part that begins with a dot."""
    import fnmatch

    if not _is_pattern(part):
        yield os.path.join(place, part)
    elif not os.path.isdir(place or os.curdir):
        return
    elif part == "**":
        for folder, names in _walk(place):
            if isinstance(names, Unreadable):
                faults[folder] = names
            else:
                yield folder
    else:
        try:
            names = os.listdir(place or os.curdir)
        except OSError as fault:
            faults[place] = failed(fault)
            return
        for name in fnmatch.filter(names, part):
            if name[0] != "." or part[0] == ".":
                yield os.path.join(place, name)
