"""Folders that commands write to: looked at before any work is done, made when something is written there."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cli.options import refuse
from cli.system_faults import reason


def writable_folder(folder: Path) -> None:
    """Refuse a folder in which no files can be written; better now than after a minute of work."""
    trial = folder / ".cloverproof"
    try:
        with _for_a_moment(folder):
            trial.write_text("", "utf-8")
            trial.unlink()
    except (OSError, ValueError) as fault:
        refuse(f"cannot write to {str(folder)[:80]}: {reason(fault)}", "name a folder that can be written to")


def empty_folder(folder: Path, help_line: str) -> None:
    """Refuse a folder that holds anything, or cannot be made."""
    try:
        with _for_a_moment(folder):
            empty = not any(folder.iterdir())
    except FileExistsError:
        empty = False
    except (OSError, ValueError) as fault:
        refuse(f"cannot write {str(folder)[:80]}: {reason(fault)}")
    if not empty:
        refuse(f"{folder} is not an empty folder", help_line)


@contextmanager
def _for_a_moment(folder: Path) -> Iterator[None]:
    """Make a folder if it is not there, and take away what was made of it. Raises OSError, ValueError."""
    made = missing(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        remove_folders(made)


def missing(folder: Path) -> list[Path]:
    """Give what has to be made for a folder, the innermost first: itself and those that it is in. Raises OSError."""
    return [each for each in (folder, *folder.parents) if not each.exists()]


def remove_folders(made: list[Path]) -> None:
    """Take folders away, the innermost first, that hold nothing."""
    for each in made:
        with suppress(OSError):
            each.rmdir()
