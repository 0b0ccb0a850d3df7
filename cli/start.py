"""Where the installed program begins: Ctrl-C ends it without a word, and its packages are its own."""

import atexit
import gc
import os
import signal
import sys
from importlib.machinery import PathFinder

STOPPED = 130
OURS = ("models", "verifier", "reports", "cli")
IMPORTED = 50_000  # objects at most that importing makes for a quick command, of which none is garbage

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, lambda *_: os._exit(STOPPED))


def main() -> None:
    """Load the program and run it; a package of another program in the place of one of ours is named, exit code 2."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
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
