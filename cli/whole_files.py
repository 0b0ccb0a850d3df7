"""Files that commands write: whole or not at all, and a word where they cannot be written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from cli.options import refuse
from cli.system_faults import reason


def writable(paths: list[Path]) -> None:
    """Refuse files that cannot be written, before time is spent on what should go there, and two of one name."""
    for path in paths:
        if paths.count(path) > 1:
            refuse(f"two things cannot be written to {path}")
        parent = path.parent
        try:
            folder = path.is_dir()
        except OSError as fault:  # such as a name that is too long
            refuse(f"cannot write {str(path)[:60]}: {reason(fault)}")
        if folder:
            refuse(f"cannot write {path}: it is a folder")
        if not parent.is_dir():
            refuse(f"cannot write {path}: there is no folder {parent}")
        if not os.access(path if path.exists() else parent, os.W_OK):
            refuse(f"cannot write {path}: not permitted")


@contextmanager
def written_whole(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of an old one when it is whole; refuse where that cannot be."""
    from verifier.atomic_file import whole_file

    try:
        with whole_file(path) as file:
            yield file
    except OSError as fault:
        refuse(f"cannot write {path}: {reason(fault)}")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; refuse where that cannot be."""
    with written_whole(path) as file:
        file.write(content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content)


def write_with_folder(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all, in a folder that is made if need be; refuse where that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        refuse(f"cannot write {path}: {reason(fault)}")
    write_whole(path, content)
