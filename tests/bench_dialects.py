"""How fast records in another form are read and judged: `python -m tests.bench_dialects [--tiny]`.

Least CPU times of many runs, in microseconds for each element of the record: (a) msgspec decodes the whole document
without a type, (b) Python's json does, (c) the form is read into events, (d) it is read and judged.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from models.reading import Reading
from verifier.dialect import Source
from verifier.foreign import dialect_named
from verifier.logs import judge_log
from verifier.source import SourceLimits

ROOT = Path(__file__).parent.parent
RUNS = 100


def least(work: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def measured(path: Path, runs: int) -> str:
    text = path.read_bytes()
    elements = len(json.loads(text)["actions"])
    read = dialect_named("game-park").read
    works: tuple[Callable[[], object], ...] = (
        lambda: msgspec.json.decode(text),
        lambda: json.loads(text),
        lambda: list(read(Source([text], derives=False))),
        lambda: list(judge_log(str(path), SourceLimits(), Reading())),
    )
    times = [least(work, runs) / elements * 1e6 for work in works]
    return f"{path.name:44} {elements:5} " + " ".join(f"{each:8.2f}" for each in times) + f" {times[3] / times[0]:6.1f}"


def main(words: Sequence[str] = ()) -> None:
    print(f"{'record':44} {'moves':>5} {'msgspec':>8} {'json':>8} {'read':>8} {'judged':>8} {'ratio':>6}")
    for native in sorted((ROOT / "records" / "native").glob("*.json")):
        print(measured(native, 1 if "--tiny" in words else RUNS))


if __name__ == "__main__":
    main(sys.argv[1:])
