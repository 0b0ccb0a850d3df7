"""Which logs a report is about: each once, and none that a report wrote."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from cli.forms import endings_for
from cli.report_part import Work
from cli.report_store import CUT, CUTS, ROWS, WRITTEN
from reports.style import readable
from verifier.find_logs import ENDINGS, Found, find_logs
from verifier.journal import Unfit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.mapping import Mapping


def found_in(paths: list[str], dialect: str | None, mapping: "Mapping | None") -> Iterator[Found]:
    """Give each log that the paths stand for, by the endings of the form that is named or that a mapping is for."""
    return find_logs(paths, endings_for(dialect, mapping) or ENDINGS)


class Others:
    """Tells what reports wrote, which is found when they stand in a folder of logs, from logs.

    Minimized logs are logs once they, or their folder, are named by themselves; never those of the report itself.
    """

    def __init__(self, paths: Iterable[str], folder: Path) -> None:
        """Take the paths as named, and the folder of the report that is to be written. Raises Unfit."""
        self.folder = os.path.abspath(folder)
        named = [os.path.abspath(path) for path in paths if path != "-"]
        cuts = os.path.join(self.folder, CUTS)
        for path in named:
            if path == os.path.join(self.folder, ROWS) or f"{path}/".startswith(f"{cuts}/"):
                raise Unfit(f"{readable(path)} belongs to the report itself", "write the report to another folder")
        self.meant = tuple(f"{path}/" for path in named if CUTS in path.split(os.sep))

    def wrote(self, path: str) -> bool:
        """Tell whether a report wrote a file."""
        above, name = os.path.split(path)
        if name != ROWS and os.path.basename(above) != CUTS:
            return False
        whole = os.path.abspath(path)
        if name == ROWS:
            return os.path.dirname(whole) == self.folder or _head(path) == WRITTEN
        own = os.path.dirname(whole) == os.path.join(self.folder, CUTS)
        return CUT.fullmatch(name) is not None and (own or not f"{whole}/".startswith(self.meant))


def _head(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(len(WRITTEN))
    except OSError:
        return b""


class Waiting:
    """The logs that are still to be judged; each of them once."""

    def __init__(self, found: Iterable[Found], others: Others, done: dict[bytes, bytes]) -> None:
        """Take what was found, and the keys of what was judged before with the state it was in."""
        self.found, self.others, self.done = found, others, done
        self.seen: set[bytes] = set()
        self.twice = self.skipped = self.left_out = 0

    def __iter__(self) -> Iterator[Work]:
        """Give each log with its key. Raises Unfit for one that was changed since it was judged."""
        for each in self.found:
            if isinstance(each, str) and self.others.wrote(each):
                self.left_out += 1
                continue
            name, state = key_of(each)
            if name in self.seen:
                self.twice += 1
                continue
            self.seen.add(name)
            known = self.done.get(name)
            if known is None:
                yield each, name + state
            elif known == state:
                self.skipped += 1
            else:
                path = each if isinstance(each, str) else each[0]
                raise Unfit(f"{readable(path)[:200]} was changed since", "begin the report anew, without --resume")


def key_of(found: Found) -> tuple[bytes, bytes]:
    """Give what tells a log from others, and what tells it from itself before it was changed."""
    path = found if isinstance(found, str) else found[0]
    whole = path if path == "-" else os.path.abspath(path)
    if isinstance(found, tuple):
        state = f"{found[1].code} {found[1].message}"
    else:
        try:
            facts = os.stat(path) if path != "-" else None
        except (OSError, ValueError) as fault:
            state = type(fault).__name__
        else:
            state = "" if facts is None else f"{facts.st_size} {facts.st_mtime_ns}"
    return _hash(os.fsencode(whole), 16), _hash(state.encode("utf-8", "replace"), 8)


def _hash(content: bytes, size: int) -> bytes:
    return hashlib.blake2b(content, digest_size=size).digest()
