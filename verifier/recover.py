"""Recover what lies in the box from recorded games: is there any set of tiles under which they were legal, and which?

The games are first judged by everything that does not depend on the tiles. What a solver finds is replayed by the judge
before anyone sees it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from models.game import Game, Malformed, Reading
from models.material import Hidden, Hint
from models.smt import Formula, Not, Or, flag
from models.smtlib import Writer, evaluator
from verifier.judge import Finding, Verdict, judge
from verifier.solver import Z3, answer_of, values_of

Sort = Literal["possible", "impossible", "unknown"]
Line = tuple[str, int]


@dataclass
class Record:
    """One game of a log: where it stands, its lines with their numbers, and why it is not used (empty: it is)."""

    path: str
    game: int
    lines: list[tuple[int, bytes]]
    fault: str = ""


@dataclass
class Recovered:
    """What games say of the tiles.

    `forced` lists by sort what holds for every set under which all games are legal, `example` is such a set (it was
    replayed), `clash` a smallest set of moves that contradict each other.
    """

    sort: Sort
    games: int = 0
    hints: int = 0
    candidates: dict[str, int] = field(default_factory=dict)
    forced: dict[str, list[str]] = field(default_factory=dict)
    example: Any = None
    clash: list[Hint] = field(default_factory=list)
    skipped: list[Record] = field(default_factory=list)
    complete: bool = True  # whether the solver answered every question about what is forced


def records(path: str, lines: Sequence[bytes]) -> Iterator[Record]:
    """Cut a log into its games."""
    found: Record | None = None
    count = 0
    for number, line in enumerate(lines, 1):
        if b'"game"' in line and _is_header(line):
            if found is not None:
                yield found
            count += 1
            found = Record(path, count, [])
        if found is not None:
            found.lines.append((number, line))
    if found is not None:
        yield found


def _is_header(line: bytes) -> bool:
    try:
        return bool(msgspec.json.decode(line).get("event") == "game")
    except (msgspec.MsgspecError, ValueError, RecursionError, AttributeError):
        return False


def steps_of(game: Game, record: Record, reading: Reading) -> list[tuple[Line, Any]]:
    """Replay a game with tiles of which nothing is known; note in the record why it cannot be used."""
    decode = msgspec.json.Decoder(game.events).decode
    try:
        header = decode(record.lines[0][1])
        unknown = Reading(reading.edition, reading.equal_exchange, game.material().unknown(header))
        found = _breach(record, unknown)
        if found is not None:
            record.fault = found
            return []
        play = game.play(header, unknown, game.series())
        steps = []
        for number, line in record.lines[1:]:
            if line.strip():
                event = decode(line)
                if isinstance(event, game.refused):
                    continue
                step = play.step(event)
                steps.append(((record.path, number), step))
                play.adopt(step)
    except Malformed as wrong:
        record.fault = wrong.message
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        record.fault = str(wrong)
    return [] if record.fault else steps


def _breach(record: Record, reading: Reading) -> str | None:
    """Say what breaks a game whatever the tiles carry."""
    for result in judge(record.path, [[line for _, line in record.lines]], reading):
        if isinstance(result, Finding) and result.kind not in ("outside-edition", "refused-legal"):
            number = record.lines[(result.line or 1) - 1][0]
            return f"{result.clause} on line {number}: {result.fault.message}"
    return None


def recover(
    game: Game, found: Sequence[Record], reading: Reading, *, pairs_once: bool = False, timeout: float = 60.0
) -> Recovered:
    """Tell what games say of the tiles, all of them together. `timeout` (seconds) limits each question."""
    used: list[tuple[Record, list[tuple[Line, Any]]]] = []
    skipped: list[Record] = []
    size = None
    for record in found:
        steps = steps_of(game, record, reading)
        if not record.fault and steps:
            mine = len(steps[0][1].before.rules.tiles.faces)
            size = size or mine
            if mine != size:
                record.fault = f"a game of {mine} tiles, not {size} as those before"
        if record.fault:
            skipped.append(record)
        else:
            used.append((record, steps))
    told = Recovered("unknown", games=len(used), skipped=skipped)
    if not used:
        return told
    hidden = game.material().hidden([steps for _, steps in used], pairs_once)
    told.hints = len(hidden.hints)
    for sort, _, _ in hidden.candidates:
        told.candidates[sort] = told.candidates.get(sort, 0) + 1
    session = _Session(hidden, timeout)
    answer = session.ask(range(len(hidden.hints)))
    if answer == "unsat":
        told.sort, told.clash = "impossible", [hidden.hints[each] for each in session.clash()]
        return told
    if answer != "sat":
        return told
    told.example = hidden.read(session.values())
    if all(_conforms(record, Reading(reading.edition, reading.equal_exchange, told.example)) for record, _ in used):
        told.sort = "possible"
    forced, told.complete = session.forced()
    for place in forced:
        sort, words, _ = hidden.candidates[place]
        told.forced.setdefault(sort, []).append(words)
    return told


def _conforms(record: Record, reading: Reading) -> bool:
    results = judge(record.path, [[line for _, line in record.lines]], reading)
    return all(result.outcome == "conforms" for result in results if isinstance(result, Verdict))


class _Session:
    """A solver that knows what every set keeps, and each hint behind a switch."""

    def __init__(self, hidden: Hidden, timeout: float) -> None:
        self.hidden = hidden
        self.switches = [flag(f"hint{place}") for place in range(len(hidden.hints))]
        rules = [
            *hidden.base,
            *(Or(Not(on), hint.formula) for on, hint in zip(self.switches, hidden.hints, strict=True)),
        ]
        goals = [formula for _, _, formula in hidden.candidates]
        self.writer = Writer("QF_LIA", [*rules, *goals])
        self.solver = Z3("QF_LIA", timeout)
        defined = self.writer.define([*rules, *goals, *self.switches])
        asserted = "".join(f"(assert {self.writer.text(each)})\n" for each in rules)
        self.solver.tell(defined + asserted)
        self.names = [each.args[0] for each in self.writer.unknowns]
        self.true_in = evaluator(goals, self.names)

    def ask(self, places: Sequence[int], extra: Formula = True) -> str:
        """Ask whether some hints, and something else, can hold together."""
        on = " ".join(f"hint{place}" for place in places)
        text = f"(push 1)\n(assert {self.writer.text(extra)})\n" if extra is not True else ""
        return answer_of(self.solver.tell(f"{text}(check-sat-assuming ({on}))\n"))

    def values(self) -> dict[str, int]:
        """Give the values of all unknowns after sat."""
        return dict(values_of(self.solver, self.names))

    def forced(self) -> tuple[list[int], bool]:
        """Give the candidates that hold in every set: those that no other set that can be found refutes.

        Where the solver gives up there are none, and the second part is False.
        """
        everything = range(len(self.hidden.hints))
        left = self._true(range(len(self.hidden.candidates)))
        while left:
            other = Or(Not(self.hidden.candidates[place][2]) for place in left)
            if other is False:
                break
            self.solver.tell(self.writer.define([other]))
            answer = self.ask(everything, other)
            now = self._true(left) if answer == "sat" else left if answer == "unsat" else []
            self.solver.tell("(pop 1)\n")
            if answer != "sat":
                return now, answer == "unsat"
            left = now
        return left, True

    def _true(self, places: Sequence[int]) -> list[int]:
        values = self.values()
        truth = self.true_in([values.get(name, 0) for name in self.names])
        return [place for place in places if truth[place]]

    def clash(self) -> list[int]:
        """Give hints that contradict each other, of which none can be left out."""
        needed = list(range(len(self.hidden.hints)))
        size = max(1, len(needed) // 2)
        while size:
            start = 0
            while start < len(needed):
                rest = needed[:start] + needed[start + size :]
                if self.ask(rest) == "unsat":
                    needed = rest
                else:
                    start += size
            size //= 2
        return needed
