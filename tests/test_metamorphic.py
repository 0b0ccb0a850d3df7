"""Metamorphic relations of judging: a log written otherwise, or a game looked at from another side, is judged alike.

Drawn games of both games, as right programs and such with a mistake play them. METAMORPHIC_GAMES says how many of each
game are drawn; METAMORPHIC_SEED draws others.
"""

import gzip
import json
import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.game import Game
from models.games import GAMES
from models.reading import Reading
from tests.mistaken_play import play
from verifier.finding import Finding, Verdict
from verifier.judge import judge
from verifier.source import SourceLimits, follow_file, split

COUNT = int(os.environ.get("METAMORPHIC_GAMES", "24"))
SEED = int(os.environ.get("METAMORPHIC_SEED", "4"))
LIMITS = SourceLimits()
Event = dict[str, Any]
Log = list[Event]


class Seen(NamedTuple):
    """What judging a log gives that does not depend on how the log is written."""

    findings: list[tuple[Any, ...]]
    verdicts: list[tuple[Any, ...]]


def seen(blocks: Iterable[Sequence[bytes]]) -> Seen:
    findings, verdicts = list[tuple[Any, ...]](), list[tuple[Any, ...]]()
    for told in judge("log", blocks, Reading()):
        if isinstance(told, Finding):
            findings.append((told.clause, told.line, told.game, told.kind, told.turn, told.player))
        else:
            assert isinstance(told, Verdict)
            facts = (told.outcome, told.finished, told.turns, told.findings, told.valid_lines, told.at)
            verdicts.append((told.game, *facts))
    return Seen(findings, verdicts)


def judged(log: Sequence[Event]) -> Seen:
    return seen([[json.dumps(event).encode() + b"\n" for event in log]])


def drawn(game: Game) -> Iterator[tuple[random.Random, Log]]:
    """Play games: a third by a right program, the others by one with a drawn mistake."""
    clauses = game.clauses()
    mistakes = [(place, name) for place, clause in enumerate(clauses) for name in clause.mutants()]
    for number in range(COUNT):
        rng = random.Random(f"metamorphic {SEED} {game.key} {number}")
        place, name = rng.choice(mistakes)
        yield rng, play(game, {} if number % 3 == 0 else {place: clauses[place].mutants()[name]}, rng)


LOGS = {game.key: list(drawn(game)) for game in GAMES}
EACH = pytest.mark.parametrize("key", LOGS)


@EACH
def test_the_drawn_games_hold_sound_ones_and_faulty_ones_of_several_kinds(key: str) -> None:
    outcomes, clauses = set(), set()
    for _, log in LOGS[key]:
        told = judged(log)
        outcomes |= {verdict[1] for verdict in told.verdicts}
        clauses |= {finding[0] for finding in told.findings}
    assert outcomes >= {"conforms", "breaks"}
    assert len(clauses) >= min(4, COUNT // 6)


# A log written otherwise ----------------------------------------------------------------------------------------------


def shuffled(rng: random.Random, value: Any) -> Any:
    """Give a value with the keys of its objects in another order."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(rng, value[key]) for key in keys}
    return [shuffled(rng, each) for each in value] if isinstance(value, list) else value


def other_keys(rng: random.Random, log: Log) -> bytes:
    return b"".join(json.dumps(shuffled(rng, event)).encode() + b"\n" for event in log)


def spaced(rng: random.Random, log: Log) -> bytes:
    def blank() -> str:
        return "".join(rng.choices(" \t", k=rng.randrange(3)))

    lines = []
    for event in log:
        told = json.dumps(event, separators=(f"{blank()},{blank()}", f"{blank()}:{blank()}"))
        lines.append(f"{blank()}{told}{blank()}\n")
    return "".join(lines).encode()


def escaped(rng: random.Random, log: Log) -> bytes:
    r"""Write some letters as \u0041, in keys and in values."""

    def other(text: str) -> str:
        return "".join(f"\\u{ord(letter):04x}" if rng.random() < 0.3 else letter for letter in text)

    def told(value: Any) -> str:
        if isinstance(value, dict):
            return "{" + ",".join(f"{told(key)}:{told(each)}" for key, each in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ",".join(map(told, value)) + "]"
        return f'"{other(value)}"' if isinstance(value, str) else json.dumps(value)

    return "".join(f"{told(event)}\n" for event in log).encode()


def with_carriage_returns(rng: random.Random, log: Log) -> bytes:
    return b"".join(json.dumps(event).encode() + b"\r\n" for event in log)


def without_last_line_end(rng: random.Random, log: Log) -> bytes:
    return b"\n".join(json.dumps(event).encode() for event in log)


@EACH
@pytest.mark.parametrize("write", [other_keys, spaced, escaped, with_carriage_returns, without_last_line_end])
def test_how_a_log_is_written_does_not_matter(key: str, write: Callable[[random.Random, Log], bytes]) -> None:
    for rng, log in LOGS[key]:
        data = write(rng, log)
        assert seen([data.splitlines(keepends=True)]) == judged(log), data.decode()


@EACH
def test_how_a_log_is_cut_into_blocks_or_grows_does_not_matter(key: str, tmp_path: Path) -> None:
    for number, (rng, log) in enumerate(LOGS[key]):
        data = b"".join(json.dumps(event).encode() + b"\n" for event in log)
        cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randint(1, 30)))
        pieces = [data[first:last] for first, last in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        assert seen(split(pieces, 1 << 20)) == judged(log)
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes(pieces[0])
        left = pieces[1:]

        def grow(path: Path = path, left: list[bytes] = left) -> bool:
            if left:
                with path.open("ab") as file:
                    file.write(left.pop(0))
                return False
            return True

        assert seen(follow_file(str(path), LIMITS, poll=0, stop=grow)) == judged(log)


@EACH
def test_games_of_several_logs_in_one_are_judged_one_by_one(key: str) -> None:
    logs = [log for _, log in LOGS[key] if "tournament" not in log[0]]
    whole, findings, verdicts = list[Event](), list[Any](), list[Any]()
    for games, log in enumerate(logs):
        each = judged(log)
        assert len(each.verdicts) == 1
        findings += [
            (clause, line and line + len(whole), game and game + games, *more)
            for clause, line, game, *more in each.findings
        ]
        verdicts += [(game and game + games, *more, at and at + len(whole)) for game, *more, at in each.verdicts]
        whole += log
    assert judged(whole) == Seen(findings, verdicts)


def told_by_validate(words: Sequence[str], **more: Any) -> list[Any]:
    result = CliRunner().invoke(program(COMMANDS), ["validate", *words, "--format", "json"], **more)
    assert result.exit_code in (0, 1), result.output
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    for row in rows:
        for name in ("path", "files"):
            row.pop(name, None)
        if row.get("inferred"):
            del row["inferred"]["seconds"]
    return rows


@EACH
def test_packed_logs_standard_input_and_several_processes_change_nothing(key: str, tmp_path: Path) -> None:
    plain, packed = tmp_path / "plain", tmp_path / "packed"
    plain.mkdir()
    packed.mkdir()
    for number, (_, log) in enumerate(LOGS[key][:8]):
        data = b"".join(json.dumps(event).encode() + b"\n" for event in log)
        (plain / f"{number}.jsonl").write_bytes(data)
        half = len(data) // 2
        (packed / f"{number}.jsonl.gz").write_bytes(gzip.compress(data[:half]) + gzip.compress(data[half:]))
        if number < 3:  # a diagnosis reads a log again, so none is made of standard input
            alone = told_by_validate([str(plain / f"{number}.jsonl")])
            assert told_by_validate(["-"], input=data) == [row for row in alone if row["type"] != "diagnosis"]
    right = told_by_validate([str(plain)])
    assert told_by_validate([str(packed)]) == right
    assert told_by_validate([str(plain), "--jobs", "2"]) == right


# A game looked at from another side -----------------------------------------------------------------------------------

Map = Callable[[Any], Any]
Turn = Callable[[random.Random, Log], Log]


def mapped(value: Any, by: Mapping[str, Map]) -> Any:
    """Change what stands under some keys, at any depth."""
    if isinstance(value, dict):
        return {
            key: by[key](each) if key in by and each is not None else mapped(each, by) for key, each in value.items()
        }
    return [mapped(each, by) for each in value] if isinstance(value, list) else value


def side_of(log: Log) -> int:
    return int(log[0].get("side", 4))


def top_of(log: Log) -> int:
    return int(log[0].get("top", 20))


def cell_map(side: int, to: Callable[[int, int], tuple[int, int]]) -> Map:
    def other(cell: Any) -> Any:
        column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
        if not (0 <= column < side and 0 <= row < side):
            return cell
        column, row = to(column, row)
        return f"{chr(ord('a') + column)}{row + 1}"

    return other


def garden_map(side: int, to: Callable[[int, int], tuple[int, int]], number: Map) -> Map:
    def one(text: str) -> str:
        rows = [row.split() for row in text.split("/")]
        new = [["."] * side for _ in range(side)]
        for row in range(side):
            for column in range(side):
                at, down = to(column, row)
                here = rows[row][column]
                new[down][at] = here if here == "." else str(number(int(here)))
        return "/".join(" ".join(row) for row in new)

    return lambda gardens: [one(each) for each in gardens]


def transposed(rng: random.Random, log: Log) -> Log:
    side = side_of(log)

    def to(column: int, row: int) -> tuple[int, int]:
        return row, column

    return mapped(log, {"cell": cell_map(side, to), "gardens": garden_map(side, to, lambda number: number)})  # type: ignore[no-any-return]


def half_turned(rng: random.Random, log: Log) -> Log:
    """Turn the gardens half round and count from the other end: the highest number is the lowest."""
    side, top = side_of(log), top_of(log)

    def to(column: int, row: int) -> tuple[int, int]:
        return side - 1 - column, side - 1 - row

    def number(said: Any) -> Any:
        return top + 1 - said if isinstance(said, int) and 1 <= said <= top else said

    by: dict[str, Map] = {"cell": cell_map(side, to), "gardens": garden_map(side, to, number)}
    by |= {"clover": number, "out": number, "middle": lambda numbers: [number(each) for each in numbers]}
    return mapped(log, by)  # type: ignore[no-any-return]


def with_a_number_that_nobody_draws(rng: random.Random, log: Log) -> Log:
    """Add a number above all others, with its clovers at the bottom of the pile."""
    header = {**log[0], "top": top_of(log) + 1}
    more = int(log[0].get("sets", int(log[0]["players"]) + 1))
    return [header, *mapped(log[1:], {"pile": lambda pile: pile + more})]


def other_seats(rng: random.Random, log: Log) -> Log:
    """Seat everybody some places further to the left."""
    players = int(log[0]["players"])
    by = rng.randrange(1, players)

    def seat(player: Any) -> Any:
        return (player - 1 + by) % players + 1 if isinstance(player, int) and 1 <= player <= players else player

    def rows(values: Any) -> Any:
        return [values[(place - by) % players] for place in range(players)] if len(values) == players else values

    every: dict[str, Map] = {"player": seat, "first": seat, "gardens": rows, "empty": rows, "points": rows}
    return mapped(log, {**every, "winners": lambda winners: sorted(map(seat, winners))})  # type: ignore[no-any-return]


def mirrored(rng: random.Random, log: Log) -> Log:
    """Look at the line of Good Fortune from the other side of the table."""
    ends = {"left": "right", "right": "left"}
    by: dict[str, Map] = {"line": lambda line: line[::-1], "end": lambda end: ends.get(end, end)}
    return mapped(log, by)  # type: ignore[no-any-return]


def exchanged(rng: random.Random, log: Log) -> Log:
    """Give each player of Good Fortune the other's name."""

    def other(player: Any) -> Any:
        return 3 - player if isinstance(player, int) and player in (1, 2) else player

    def turned(rows: Any) -> Any:
        return rows[::-1]

    by: dict[str, Map] = dict.fromkeys(("player", "holder", "chooser"), other)
    by |= dict.fromkeys(("hands", "collections", "totals", "groups"), turned)
    return mapped(log, {**by, "winners": lambda winners: sorted(map(other, winners))})  # type: ignore[no-any-return]


def any_log(log: Log) -> bool:
    return True


def one_game(log: Log) -> bool:
    """Tell whether a log is no tournament, in which each seat starts once."""
    return "tournament" not in log[0]


def of_own_size_and_not_ended_by_the_pile(log: Log) -> bool:
    """Tell whether more clovers at the bottom of the pile make no difference: other sizes are outside the edition."""
    drawn_out = any(event.get("pile", 1) <= 0 for event in log) or "pile" not in log[-2]
    full = all(0 in event.get("empty", ()) for event in log if event["event"] == "end")
    return "side" in log[0] and one_game(log) and full and not drawn_out


SIDES: dict[Turn, tuple[str, Callable[[Log], bool]]] = {
    transposed: ("lucky-numbers", any_log),
    half_turned: ("lucky-numbers", any_log),
    other_seats: ("lucky-numbers", one_game),
    with_a_number_that_nobody_draws: ("lucky-numbers", of_own_size_and_not_ended_by_the_pile),
    mirrored: ("good-fortune", any_log),
    exchanged: ("good-fortune", any_log),
}


@pytest.mark.parametrize("turn", SIDES, ids=lambda turn: turn.__name__)
def test_a_game_looked_at_from_another_side_is_judged_alike(turn: Turn) -> None:
    key, suits = SIDES[turn]
    compared, faulty, renames = 0, 0, turn in (other_seats, exchanged)
    for rng, log in LOGS[key]:
        if not suits(log):
            continue
        right, other = judged(log), turn(rng, log)
        again = judged(other)
        if renames:
            right, again = (each._replace(findings=[told[:-1] for told in each.findings]) for each in (right, again))
        assert other != log
        assert again == right, "\n".join(map(json.dumps, [*log, {}, *other]))
        compared, faulty = compared + 1, faulty + bool(right.findings)
    assert compared >= faulty > 0
