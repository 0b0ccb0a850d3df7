"""Files that commands write: whole or not at all, and a word where they cannot be written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from cli.options import refuse


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


def reason(fault: OSError) -> str:
    """Say why the system could not do it."""
    return fault.strerror or (os.strerror(fault.errno) if fault.errno else str(fault))
