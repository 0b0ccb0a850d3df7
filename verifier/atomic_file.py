"""Files that are written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO

NAME = 100  # characters of a name that are kept in that of the part


@contextmanager
def whole_file(path: Path | str) -> Iterator[IO[bytes]]:
    """Open a file to write that takes the place of an old one when it is whole, and leaves none behind on failure.

    A link stays a link. What is no file, such as a pipe, is written to at the end, and so is a file in a folder where
    no other can be made. Raises OSError.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not (target.is_file() and os.access(target.parent, os.W_OK)):
        whole = BytesIO()
        yield whole
        with target.open("wb") as file:
            file.write(whole.getbuffer())
        return
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name[:NAME]}.", suffix=".part", dir=target.parent)
    part = Path(name)
    try:
        with open(descriptor, "wb") as file:
            yield file
        part.chmod(target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _umask() -> int:
    """Give which rights new files do not get; it can only be asked by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
