"""Lucky Numbers, which hangs when a game begins, or crashes where a clover is left in the middle."""

import json
import os
import sys
import time
from pathlib import Path

from tests.programs.lucky import CAN, Adapter, LuckyNumbers


def main() -> None:
    """Answer requests up to the fault that is asked for: `hang` or `crash`; a file that the environment names hangs."""
    hangs = Path(os.environ.get("HANGS", os.devnull))
    if hangs.is_file():
        hangs.unlink()
    adapter = Adapter(LuckyNumbers(frozenset(), 4, 20, None, True, "players"), list(CAN), frozenset())
    for line in sys.stdin:
        request = json.loads(line)
        if sys.argv[1] == "hang" and request["do"] == "new" and request["players"] == 2:
            hangs.touch()
            time.sleep(600)
        if sys.argv[1] == "crash" and request["do"] == "put" and request["cell"] is None:
            print("panic: \x1b[31mindex 3 is out of bounds\x1b[0m\n  at middle.push\n  at turn", file=sys.stderr)
            sys.exit(3)
        print(json.dumps(adapter.answer(request)), flush=True)


if __name__ == "__main__":
    main()
