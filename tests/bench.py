"""How fast logs are judged, and how fast the program starts: `python -m tests.bench [--tiny]`.

Judging: in one process and in turns, (a) msgspec alone decodes each line of the files into the event types, (b) the
judge judges the same files. The ratio is that of the least CPU times of many short runs, for a shared machine only ever
adds to a run. Records in another form: as tests/bench_dialects.py does. Start-up: fresh processes in turns, the ratio is that of the medians.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from models.games import GAMES
from models.reading import Reading
from tests import bench_dialects
from verifier.judge import judge
from verifier.source import SourceLimits, blocks_of_lines

ROOT = Path(__file__).parent.parent
RUNS, AT_ONCE = 60, 3  # runs of each, and how often a run goes through the files
STARTS = 15
SMALL_LOG = "records/school-clean/g004_2p_greedy.jsonl"
Files = list[str]

_decode = msgspec.json.Decoder(GAMES[0].events).decode


def decode_only(files: Files) -> None:
    for path in files:
        with open(path, "rb") as file:
            for line in file:
                _decode(line)


def judge_all(files: Files) -> None:
    for path in files:
        for _ in judge(path, blocks_of_lines(path, SourceLimits()), Reading()):
            pass


def cpu_seconds(work: Callable[[Files], None], files: Files) -> float:
    begun = time.process_time()
    for _ in range(AT_ONCE):
        work(files)
    return time.process_time() - begun


def judging(folder: Path, files: Files, runs: int) -> str:
    lines = AT_ONCE * sum(len(Path(path).read_bytes().splitlines()) for path in files)
    judge_all(files)
    pairs = [(cpu_seconds(decode_only, files), cpu_seconds(judge_all, files)) for _ in range(runs)]
    alone, judged = (min(times) for times in zip(*pairs, strict=True))
    per_line = f"{alone / lines * 1e9:8.0f} {judged / lines * 1e9:8.0f}"
    return f"{folder.name:16} {len(files):5} {lines // AT_ONCE:6} {per_line} {judged / alone:6.2f}"


def start_up(starts: int) -> list[str]:
    program = [sys.executable, "-c", "from cloverproof import main; main()"]
    compiled = [
        sys.executable,
        "-m",
        "compileall",
        "-q",
        "cloverproof.py",
        "cli",
        "models",
        "reports",
        "verifier",
    ]  # as in `make demo`
    subprocess.run(compiled, cwd=ROOT, check=True)
    commands = {
        "import typer": [sys.executable, "-c", "import typer"],
        "cloverproof --version": [*program, "--version"],
        "cloverproof validate, one small log": [*program, "validate", SMALL_LOG],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(starts):
        for name, command in commands.items():
            begun = time.perf_counter()
            subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
            times[name].append(time.perf_counter() - begun)
    medians = {name: statistics.median(runs) for name, runs in times.items()}
    return [
        f"{name:36} {seconds * 1000:5.0f} ms {seconds / medians['import typer']:6.2f}"
        for name, seconds in medians.items()
    ]


def main(words: Sequence[str] = ()) -> None:
    runs, starts = (1, 1) if "--tiny" in words else (RUNS, STARTS)
    print("judging, ns of CPU time per line   files  lines  msgspec    judge  ratio")
    records = ROOT / "records"
    for folder in [*sorted(path for path in records.iterdir() if path.is_dir()), records]:
        if files := sorted(map(str, folder.rglob("*.jsonl"))):
            print(f"  {judging(folder, files, runs)}")
    bench_dialects.main(words)
    print("start-up, wall time                                ratio to `import typer`")
    for line in start_up(starts):
        print(f"  {line}")


if __name__ == "__main__":
    main(sys.argv[1:])
