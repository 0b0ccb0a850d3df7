"""Where the program begins: Ctrl-C ends it without a word, and its packages are its own.

A module of its own name, for a package of another program may be called `cli`.
"""

import _signal  # type: ignore[import-not-found] # is there at once, while loading `signal` takes a while
import os

STOPPED = 130
if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, lambda *_: os._exit(STOPPED))

import atexit
import gc
import signal
import sys
from importlib.machinery import PathFinder

OURS = ("models", "verifier", "reports", "cli")
IMPORTED = 50_000  # objects at most that importing makes for a quick command, of which none is garbage


def main() -> None:
    """Load the program and run it; a package of another program in the place of one of ours is named, exit code 2."""
    root = os.path.dirname(os.path.abspath(__file__))
    if sys.path and sys.path[0] != root and sys.path[0] == os.path.dirname(os.path.abspath(sys.argv[0])):
        del sys.path[0]  # beside the script lie other scripts, some with the names of our packages
    for name in OURS:
        place = _place(name)
        if place is not None and os.path.dirname(os.path.dirname(place)) != root:
            print(f"error: another {name!r} comes before that of cloverproof: {place}", file=sys.stderr)
            print(
                f"help: its own lies in {root}: take the other folder from PYTHONPATH, or install cloverproof into an"
                " environment of its own (pipx, uv tool)",
                file=sys.stderr,
            )
            sys.exit(2)
    _collect_later()
    try:
        from cli.app import main as run

        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        sys.exit(STOPPED)


def _collect_later() -> None:
    """Look for garbage neither while modules are imported nor at the end, where all of it goes anyway."""
    usual = gc.get_threshold()

    def as_usual(phase: str, _: dict[str, int]) -> None:
        gc.callbacks.remove(as_usual)
        gc.set_threshold(*usual)

    gc.set_threshold(IMPORTED, *usual[1:])
    gc.callbacks.append(as_usual)
    atexit.register(gc.freeze)


def _place(name: str) -> str | None:
    """Give the file that is imported under a name; none where no folder of the path has one."""
    found = PathFinder.find_spec(name)
    return None if found is None or found.origin is None else os.path.abspath(found.origin)


if __name__ == "__main__":
    main()
