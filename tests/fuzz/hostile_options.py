"""Words on the command line that mean nothing: every option of every command, with values of no sense."""

import random
from collections.abc import Sequence

from tests.fuzz.commands import parameters

VALUES = (
    "", " ", "-", "--", "-1", "0", "1", "nan", "inf", "-inf", "1e309", "1e-309", "0.0001", "9" * 40, "1_000", "\u0663",
    "\udcff", "a" * 5000, "x\ny", "\x1b[31m", "\u202e", ".", "..", "/", "/dev/null", "/dev/full", "/nowhere/x", "log",
    "*", "[", "[!", "~", "%s", "{}", "LN301", "lucky-numbers", "good-fortune", "tiki-2020", "invented", "json",
    "win", "pile,middle", "pile,,", "a1", "1 ./. 5", "1 ./. 5; 2 ./. 4; top 6", "3 5 . .", "own.jsonl", "12G", "-0",
)  # fmt: skip
FOLDERS = {"..", "/"}  # whole trees of files, which a command would read
# What takes long, starts processes, waits or writes many files by design.
WAITING = {"--follow", "--jobs", "--run", "--analyze", "--certificate", "--png", "--all-moves", "--total"} | {
    "--limit", "--prism", "--drn",
}  # fmt: skip
COMMANDS = (
    "validate", "diagnose", "replay", "convert", "moves", "score", "garden", "setup", "explain", "rules", "schema",
    "graph", "perft", "solve",
)  # fmt: skip
USUAL: dict[str, Sequence[str]] = {
    "validate": ("-",),
    "diagnose": ("-",),
    "replay": ("-", "-o", "page.html"),
    "convert": ("-",),
    "moves": ("1 ./. 5", "--clover", "3"),
    "score": ("AB1", "AC1"),
    "garden": ("1 ./. 5",),
    "setup": ("5 7 15 15",),
    "explain": ("LN301",),
    "rules": (),
    "schema": ("log",),
    "graph": ("1 ./. 5; 2 ./. 4; top 6",),
    "perft": ("1 ./. 5; 2 ./. 4; top 6",),
    "solve": ("1 ./. 5; 2 ./. 4; top 6",),
}
LIMITS: dict[str, Sequence[str]] = {
    "graph": ("--limit", "300"),
    "perft": ("--limit", "2000"),
    "solve": ("--playouts", "20", "--jobs", "1"),
}


def drawn_words(rng: random.Random) -> list[str]:
    """Draw a command with options and values; what must keep it short comes last, where it is taken."""
    name = rng.choice(COMMANDS)
    named = [value for value in VALUES if value not in FOLDERS]
    words = [name, *(USUAL[name] if rng.random() < 0.8 else rng.choices(named, k=rng.randint(0, 2)))]
    known = [option for option in parameters(name) if option[0] not in WAITING]
    for option, takes in rng.choices(known, k=rng.randint(0, 3)) if known else ():
        values = named if option in ("--svg", "--out", "-o") else VALUES
        words += [option, rng.choice(values)] if takes and rng.random() < 0.95 else [option]
    words += LIMITS.get(name, ())
    return words + (["--time", "0.2"] if name == "solve" else [])
