"""Where the installed program begins: Ctrl-C ends it without a traceback, also while it is loaded."""

import os
import sys

STOPPED = 130


def main() -> None:
    """Load the program and run it."""
    if os.name != "nt":
        os.environ.setdefault("TERM", "dumb")  # nothing is known of a terminal without a name
    try:
        from cli.app import main as run

        run()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(STOPPED)
