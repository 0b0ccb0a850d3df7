"""Which commit of the program this is, where that is known."""

import subprocess
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import msgspec
from msgspec import Struct

ROOT = Path(__file__).parent.parent
LENGTH = 12  # digits that name a commit


class _Origin(Struct):
    """From which repository a distribution was installed."""

    commit_id: str


class _Source(Struct):
    """Where a distribution came from, as installers write it down (PEP 610)."""

    vcs_info: _Origin | None = None


def commit() -> str | None:
    """Give the commit that was installed, or the one that is checked out, marked where files differ from it."""
    if not (ROOT / ".git").exists():
        return _installed()
    words = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--exclude=*", f"--abbrev={LENGTH}"]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip() or None
    except (OSError, subprocess.CalledProcessError):
        return None


def _installed() -> str | None:
    try:
        told = distribution("cloverproof").read_text("direct_url.json")
        origin = msgspec.json.decode(told or "{}", type=_Source).vcs_info
    except (PackageNotFoundError, msgspec.MsgspecError):
        return None
    return None if origin is None else origin.commit_id[:LENGTH]
