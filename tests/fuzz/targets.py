"""What hostile inputs are given to: each target draws an input, has it read, and says what must not come of it."""

import gzip
import itertools
import json
import os
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from models.games import GAMES
from models.reading import Reading
from reports.findings import finding_text, verdict_text
from reports.rows import finding_row, log_row
from reports.style import coloured
from tests import oracle
from tests.fuzz import originals
from tests.fuzz.commands import Wrong, given, told
from tests.fuzz.damage import damaged
from tests.fuzz.long_commands import analysed, batched, explained, tiles_inferred
from tests.fuzz.originals import pick
from tests.good_fortune_referee import Face, first_breach
from tests.oracle import Event
from verifier.finding import Finding, Verdict
from verifier.grade import BadAnswers, grade, read_answers
from verifier.judge import judge
from verifier.source import SourceLimits, split
from verifier.suite import Item, items

Target = Callable[[random.Random], None]
BIG = 1 << 30
DIALECTS = ("cloverproof", "game-park", "board-game-arena", "score-sheet", "table", "json")
EDITIONS = ("tiki-2020", "ravensburger-2012", "daimon-2025")


# Own logs: judged by engine and clauses, and by the second judges -----------------------------------------------------


def own_log(rng: random.Random) -> None:
    """Judge a damaged log: as asking all clauses does, and it conforms only if a second judge agrees."""
    log = damaged(rng, originals.own_log(pick(rng)))
    results = list(judge("log", split([log], SourceLimits().line), Reading()))
    thorough = list(judge("log", split([log], SourceLimits().line), Reading(), thorough=True))
    if [said(each) for each in results] != [said(each) for each in thorough]:
        raise Wrong(f"engine {[said(each) for each in results]} is not clauses {[said(each) for each in thorough]}")
    verdicts = [each for each in results if isinstance(each, Verdict)]
    if not verdicts:
        raise Wrong("no verdict")
    for each in results:
        if isinstance(each, Finding):
            finding_text(each, coloured), finding_row(each)
        else:
            verdict_text(each, coloured), log_row(each)
    if all(each.outcome == "conforms" for each in verdicts) and not any(each.notes for each in verdicts):
        second_opinion(log)


def said(each: Finding | Verdict) -> tuple[object, ...]:
    """Say the facts of a result."""
    if isinstance(each, Finding):
        return each.line, each.game, each.clause, each.kind, each.turn, each.player
    return each.game, each.outcome, each.finished, each.turns, each.findings, each.valid_lines


def second_opinion(log: bytes) -> None:
    """Judge a log that conforms by the second judge of its game."""
    lines = [line for line in log.decode().removeprefix("\ufeff").split("\n") if line.strip()]
    games: list[list[str]] = []
    for line in lines:
        if json.loads(line)["event"] == "game":
            games.append([])
        games[-1].append(line)
    lucky = [game for game in games if json.loads(game[0])["game"] == "lucky-numbers"]
    wrong = oracle.judge("\n".join(single(line) for game in lucky for line in game)) if lucky else []
    if wrong:
        raise Wrong(f"conforms, but the second judge finds {wrong}")
    for game in games:
        if game not in lucky:
            events = [{k: v for k, v in json.loads(line).items() if v is not None} for line in game]
            if whole(events) and (at := first_breach(events, invented())) is not None:
                raise Wrong(f"conforms, but the second judge finds a breach in event {at}")


def single(line: str) -> str:
    """Write a list of one value as that value: one reading of a number or a cell is no other than that."""
    event = json.loads(line)
    lists = {key: event[key] for key in ("clover", "cell", "out") if isinstance(event.get(key), list)}
    return json.dumps(event | {key: value[0] for key, value in lists.items() if len(value) == 1}) if lists else line


def whole(events: Sequence[Event]) -> bool:
    """Tell whether a game tells all that the second judge asks for: each laying, what each tile carries, each group."""
    layings = [laid for event in events for laid in event.get("laid") or ()]
    groups = [group for event in events for own in event.get("groups") or () for group in own]
    if any(laid.get(key) is None for laid in layings for key in ("player", "tile", "end")):
        return False
    if any(group.get(key) is None for group in groups for key in ("charm", "tiles")):
        return False
    if any(None in (event.get("totals") or ()) for event in events):
        return False
    told = events[0].get("tiles")
    return not groups or isinstance(told, str) or (isinstance(told, list) and None not in itertools.chain(*told))


@cache
def invented() -> dict[int, Face]:
    """Give what the invented tiles carry."""
    rows = GAMES[1].material().load("invented").faces
    return {number: (*map(str, face.charms), face.die) for number, face in enumerate(rows, 1)}


# Logs of all forms, through the commands ------------------------------------------------------------------------------


def any_log(rng: random.Random) -> tuple[list[str], str]:
    """Write a damaged log of any form; give the options that read it, and its name."""
    if rng.random() < 0.4:
        log, mapping = originals.own_log(pick(rng)), None
    else:
        log, mapping = originals.foreign_log(pick(rng))
    log = damaged(rng, log)
    if rng.random() < 0.03:
        log = damaged(rng, gzip.compress(log)) if rng.random() < 0.5 else gzip.compress(log)
    options: list[str] = []
    if mapping is not None:
        options = ["--mapping", given("mapping.toml", mapping)]
    elif rng.random() < 0.1:
        options = ["--dialect", rng.choice(DIALECTS)]
    if rng.random() < 0.1:
        options += ["--edition", rng.choice(EDITIONS)]
    if rng.random() < 0.1:
        options += ["--no-equal-exchange"]
    if rng.random() < 0.1:
        options += ["--tiles", "invented"]
    return options, given("log" + rng.choice((".jsonl", ".json", ".txt", "")), log)


def validated(rng: random.Random) -> None:
    """Validate a log of any form; what conforms, conforms as a log of our own form too."""
    options, log = any_log(rng)
    more = rng.choice((["--no-diagnosis"], ["--no-diagnosis"], [], ["--quiet"], ["--infer", "--no-diagnosis"]))
    form = rng.choice(("text", "json"))
    ended = told("validate", log, *options, *more, "--time", "1", "--format", form)
    if form == "json":
        rows = [json.loads(line) for line in ended.out.splitlines()]
        if ended.code == 0 and (rows[-1]["break"] or rows[-1]["unreadable"] or not rows[-1]["conform"]):
            raise Wrong(f"exit code 0 with {rows[-1]}")
    if ended.code == 0 and not {"--edition", "--no-equal-exchange", "--infer"} & {*options, *more}:
        reading = [{"--dialect": "--from"}.get(word, word) for word in options if word not in ("--tiles", "invented")]
        own = told("convert", log, *reading).out
        given("own.jsonl", own.encode())
        if own and told("validate", "own.jsonl", "--quiet", "--no-infer").code not in (0, 2):
            raise Wrong("a record conforms, and breaks a rule once it is converted")


def followed_up(rng: random.Random) -> None:
    """Diagnose a log, or write a page or a report about it."""
    options, log = any_log(rng)
    command = rng.choice(("diagnose", "replay", "report"))
    if command == "report":
        forms = rng.sample(("--html", "--md", "--json", "--junit", "--sarif"), rng.randint(1, 2))
        told(command, log, *options, "-o", "report", *forms, "-j", "1")
        shutil.rmtree("report", ignore_errors=True)
    elif command == "replay":
        told(command, log, *options, "-o", "page.html", "--no-infer")
    else:
        told(command, log, *options)


def converted(rng: random.Random) -> None:
    """Convert a log to any form."""
    options, log = any_log(rng)
    words = [{"--dialect": "--from"}.get(word, word) for word in options]
    for word in ("--tiles", "--edition"):
        if word in words:
            del words[words.index(word) : words.index(word) + 2]
    told("convert", log, *(word for word in words if word != "--no-equal-exchange"), "--to", rng.choice(DIALECTS))


def guessed(rng: random.Random) -> None:
    """Propose a mapping for a damaged record, and read the record with it."""
    log = damaged(rng, originals.foreign_log(rng.choice((4, 5, 6, 7, 8, 8, 17, 17)))[0])
    name = given("record.json", log)
    ended = told("convert", "--guess", name)
    if ended.code == 0:
        told("validate", name, "--mapping", given("guess.toml", ended.out.encode()), "--no-diagnosis", "--time", "1")


def mapped(rng: random.Random) -> None:
    """Read a sound record by a damaged mapping."""
    number = rng.choice((4, 5, 6, 7))
    log, mapping = originals.foreign_log(number + 9 * rng.randrange(3))
    assert mapping is not None
    name = given("mapping" + rng.choice((".toml", ".toml", ".json")), damaged(rng, mapping))
    command = rng.choice((("convert",), ("validate", "--time", "1", "--no-diagnosis")))
    told(*command, given("log.json", log), "--mapping", name)


# Puzzles, tables, certificates ----------------------------------------------------------------------------------------


def puzzle(rng: random.Random) -> None:
    """Solve a damaged puzzle."""
    content = damaged(rng, rng.choice(originals.puzzles())[0])
    limits = ("--time", "0.2", "--playouts", "20", "--jobs", "1")
    told("solve", given("puzzle.json", content), *limits, "--objective", rng.choice(("win", "points")))


def table(rng: random.Random) -> None:
    """Take a damaged table, garden, line or collection on the command line."""
    text = argument(damaged(rng, rng.choice(originals.TABLES).encode()))
    garden = argument(damaged(rng, rng.choice(originals.GARDENS).encode()))
    number = argument(damaged(rng, b"%d" % rng.randint(1, 20)))
    game = ["--game", "good-fortune"] if rng.random() < 0.4 else []
    match rng.randrange(8):
        case 0:
            told("perft", text, *game, "--limit", "2000", "--depth", rng.choice(("1", "2", "3", number)))
        case 1:
            told("graph", text, *game, "--limit", "500")
        case 2:
            told("solve", text, "--time", "0.2", "--playouts", "20", "--jobs", "1")
        case 3 | 4:
            told("moves", rng.choice((garden, text)), "--clover", number, *game)
        case 5:
            more = rng.choice(([], ["--gone", number], ["--pool", f"{number} {garden}"], ["--drawn", number]))
            told("garden", garden, *more, "--top", rng.choice(("20", "20", number)), "--no-shares")
        case 6:
            told("score", *argument(damaged(rng, b"AB1 AC1 BD1 CE1")).split(" "))
        case _:
            told("setup", argument(damaged(rng, b"5 7 15 15")), "--sets", rng.choice(("2", number)))


def argument(text: bytes) -> str:
    """Give damaged text as the system gives it to a command, without the end of option names."""
    shown = os.fsdecode(text[:2000].replace(b"\0", b""))
    return shown if not shown.startswith("-") else "." + shown


def certified(rng: random.Random) -> None:
    """Check a damaged certificate: what it proves is true, whatever it says."""
    number = rng.randrange(len(originals.puzzles()))
    sound = originals.certificate(number, Path.cwd())
    ended = told("solve", "--verify", given("certificate.jsonl", damaged(rng, sound)))
    if ended.code == 1 and "refused: " not in ended.out:
        raise Wrong("refused without a reason")


# Files of claims, rules, tiles, answers, requests ---------------------------------------------------------------------


def claims(rng: random.Random) -> None:
    """Read a damaged file of claims: its beginning and one claim, for each takes a tenth of a second to prove."""
    begins, *each = originals.CLAIMS.split(b"[[claim]]")
    told("claims", "--check", given("my.claims", damaged(rng, begins + b"[[claim]]" + rng.choice(each))))


def rules(rng: random.Random) -> None:
    """Judge a log, or explore a tiny game, by damaged rules."""
    name = given("my.rules", damaged(rng, rng.choice(originals.RULES)))
    if rng.random() < 0.8:
        told("validate", given("log.jsonl", originals.own_log(pick(rng))), "--rules", name)
    else:
        told("graph", "--side", "2", "--top", "3", "--limit", "500", "--rules", name, "--no-cycles")


def tiles(rng: random.Random) -> None:
    """Check a damaged tile set, and score with it."""
    name = given("tiles" + rng.choice((".toml", ".csv")), damaged(rng, originals.TILES))
    if rng.random() < 0.7:
        told("tiles", "check", name)
    else:
        told("score", "3", "7", "12", "--tiles", name)


def answers(rng: random.Random) -> None:
    """Grade damaged answers: those that are graded right are."""
    game = rng.choice(GAMES)
    questions, lines = suite_of(game.key)
    sample = rng.sample(range(len(lines)), min(len(lines), rng.randint(1, 6)))
    content = damaged(rng, b"".join(lines[at] for at in sample))
    try:
        found = read_answers(content.decode("utf-8-sig"))
    except (BadAnswers, UnicodeDecodeError):
        return
    grade(questions, found, (item.id for item in questions))
    if rng.random() < 0.004:
        told("suite", "--check", given("answers.jsonl", content), "--game", game.key)


@cache
def suite_of(key: str) -> tuple[list[Item], list[bytes]]:
    """Give the suite of a game and its right answers."""
    game = next(game for game in GAMES if game.key == key)
    questions = items(game, 1, ("position", "perft", "step", "game"))  # those that are made soon
    return questions, [json.dumps({"id": item.id, **item.answer}).encode() + b"\n" for item in questions]


def options(rng: random.Random) -> None:
    """Give options values that mean nothing."""
    from tests.fuzz.hostile_options import drawn_words

    told(*drawn_words(rng), stdin=damaged(rng, originals.own_log(pick(rng))))


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder, where inputs are written."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


# How many of a thousand inputs go to each.
TARGETS: Sequence[tuple[Target, int]] = (
    (own_log, 540),
    (validated, 30),
    (followed_up, 3),
    (converted, 110),
    (guessed, 3),
    (mapped, 45),
    (puzzle, 5),
    (table, 80),
    (certified, 80),
    (claims, 2),
    (rules, 3),
    (tiles, 4),
    (answers, 80),
    (options, 5),
    (analysed, 3),
    (batched, 5),
    (explained, 1),
    (tiles_inferred, 1),
)
