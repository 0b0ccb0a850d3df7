"""Recover what lies in the box from recorded games: is there any set of tiles under which they were legal, and which?

The games are first judged by everything that does not depend on the tiles. What a solver finds is replayed by the judge
before anyone sees it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from models.clause import AnyStep
from models.game import Game
from models.material import Hidden, Hint
from models.partial_log import PartialLog
from models.reading import Malformed, Reading, TilesOfBox
from models.smt import Values
from verifier.finding import Finding, Verdict
from verifier.infer.cnf import Finite, literal_holds
from verifier.infer.infer_findings import LACKING
from verifier.infer.inferred import How
from verifier.infer.logs import judge_inferring
from verifier.infer.sat import Clock, OutOfTime, Sat
from verifier.judge import judge
from verifier.line import game_named
from verifier.mending import mended_line

Sort = Literal["possible", "impossible", "unknown"]
Line = tuple[str, int]
HOURS = 48 * 3600.0  # for all questions together, in seconds: each has a limit of its own


@dataclass
class RecordedGame:
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
    example: TilesOfBox | None = None
    clash: list[Hint] = field(default_factory=list)
    skipped: list[RecordedGame] = field(default_factory=list)
    complete: bool = True  # whether the solver answered every question about what is forced


def records(path: str, lines: Sequence[bytes]) -> Iterator[RecordedGame]:
    """Cut a log into its games."""
    found: RecordedGame | None = None
    model: Game | None = None
    count = 0
    for number, line in enumerate(lines, 1):
        if b'"game"' in line and _is_header(line):
            if found is not None:
                yield found
            count, model = count + 1, game_named(line)
            found = RecordedGame(path, count, [])
        if found is not None:
            found.lines.append((number, mended_line(line, model)))
    if found is not None:
        yield found


def _is_header(line: bytes) -> bool:
    try:
        return bool(msgspec.json.decode(line).get("event") == "game")
    except (msgspec.MsgspecError, ValueError, RecursionError, AttributeError):
        return False


@dataclass
class _Used:
    """A game that says something: its steps, or what was read of it where facts are missing in it."""

    record: RecordedGame
    size: int
    steps: list[tuple[Line, AnyStep]] = field(default_factory=list)
    gaps: PartialLog | None = None


def _use(game: Game, record: RecordedGame, reading: Reading, timeout: float) -> _Used | None:
    """Read a game with tiles of which nothing is known; None, and why it cannot be used noted in the record."""
    try:
        header = msgspec.json.decode(record.lines[0][1], type=game.events)
        tiles = game.material().unknown(header)
        unknown = Reading(reading.edition, reading.answers, tiles)
        found = _breach(record, unknown)
        if found is not None and found.clause == LACKING and game.partial_log is not None:
            return _with_gaps(game, record, unknown, timeout)
        if found is not None:
            number = record.lines[(found.line or 1) - 1][0]
            record.fault = f"{found.clause} on line {number}: {found.fault.message}"
            return None
        return _Used(record, len(tiles.faces), _steps(game, record, header, unknown))
    except Malformed as wrong:
        record.fault = wrong.message
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        record.fault = str(wrong)
    return None


def _steps(game: Game, record: RecordedGame, header: object, reading: Reading) -> list[tuple[Line, AnyStep]]:
    decode = msgspec.json.Decoder(game.events).decode
    play = game.engine(header, reading, game.series())
    steps = []
    for number, line in record.lines[1:]:
        if line.strip():
            event = decode(line)
            if isinstance(event, game.refused):
                continue
            step = play.step(event)
            steps.append(((record.path, number), step))
            play.adopt(step)
    return steps


def _with_gaps(game: Game, record: RecordedGame, reading: Reading, timeout: float) -> _Used | None:
    """Read a game in which facts are missing, if a legal game explains it."""
    results = list(judge_inferring(record.path, [_raw(record)], reading, how=How(seconds=timeout)))
    if not _all_conform(results):
        first = next(result for result in results if isinstance(result, Finding) and not result.outside)
        record.fault = first.fault.message
        return None
    decode = msgspec.json.Decoder(game.events).decode
    assert game.partial_log is not None
    gaps = game.partial_log(decode(record.lines[0][1]), reading)
    for number, line in record.lines[1:]:
        if line.strip():
            gaps.add(decode(line), number)
    assert reading.material is not None
    return _Used(record, len(reading.material.faces), gaps=gaps)


def _raw(record: RecordedGame) -> list[bytes]:
    return [line for _, line in record.lines]


def _breach(record: RecordedGame, reading: Reading) -> Finding | None:
    """Give what breaks a game whatever the tiles carry, or what it lacks."""
    for result in judge(record.path, [_raw(record)], reading):
        if isinstance(result, Finding) and not (result.outside or result.kind == "refused-legal"):
            return result
    return None


def recover(
    game: Game, found: Sequence[RecordedGame], reading: Reading, *, pairs_once: bool = False, timeout: float = 60.0
) -> Recovered:
    """Tell what games say of the tiles, all of them together. `timeout` (seconds) limits each question."""
    used: list[_Used] = []
    for record in found:
        mine = _use(game, record, reading, timeout)
        if mine is not None and used and mine.size != used[0].size:
            record.fault = f"a game of {mine.size} tiles, not {used[0].size} as those before"
        elif mine is not None and (mine.steps or mine.gaps is not None):
            used.append(mine)
    told = Recovered("unknown", games=len(used), skipped=[record for record in found if record.fault])
    if not used:
        return told
    whole = [each.steps for each in used if each.gaps is None]
    gaps = [(each.record.path, each.gaps) for each in used if each.gaps is not None]
    hidden = game.material().hidden(whole, gaps, pairs_once)
    told.hints = len(hidden.hints)
    for sort, _, _ in hidden.candidates:
        told.candidates[sort] = told.candidates.get(sort, 0) + 1
    try:
        _answer(told, hidden, used, reading, timeout)
    except OutOfTime:
        told.complete = False
    return told


def _answer(told: Recovered, hidden: Hidden, used: Sequence[_Used], reading: Reading, timeout: float) -> None:
    """Ask the solver, and note what it says. Raises OutOfTime where there is too much to ask."""
    session = _Session(hidden, timeout)
    answer = session.ask(range(len(hidden.hints)))
    if answer is False:
        told.sort, told.clash = "impossible", [hidden.hints[each] for each in session.clash()]
        return
    if answer is None:
        return
    told.example = hidden.read(session.values())
    known = Reading(reading.edition, reading.answers, told.example)
    if all(_conforms(each.record, known, timeout) for each in used):
        told.sort = "possible"
    forced, told.complete = session.forced()
    for place in forced:
        sort, words, _ = hidden.candidates[place]
        told.forced.setdefault(sort, []).append(words)


def _conforms(record: RecordedGame, reading: Reading, timeout: float) -> bool:
    return _all_conform(judge_inferring(record.path, [_raw(record)], reading, how=How(seconds=timeout)))


def _all_conform(results: Iterable[Finding | Verdict]) -> bool:
    return all(result.outcome == "conforms" for result in results if isinstance(result, Verdict))


class _Session:
    """A solver that knows what every set keeps, and each hint behind a switch."""

    def __init__(self, hidden: Hidden, timeout: float) -> None:
        self.hidden, self.timeout = hidden, timeout
        self.sat = Sat(Clock(HOURS))
        self.finite = finite = Finite(self.sat)
        for formula in hidden.base:
            self.sat.add(finite.literal(formula))
        self.switches: list[int] = []
        for hint in hidden.hints:
            self.switches.append(self.sat.new())
            self.sat.add(-self.switches[-1], finite.literal(hint.formula))
        self.goals = [finite.literal(formula) for _, _, formula in hidden.candidates]

    def ask(self, places: Iterable[int], *extra: int) -> bool | None:
        """Ask whether some hints, and some literals, can hold together; None where the time was too short."""
        return self.sat.ask([*(self.switches[place] for place in places), *extra], self.timeout)

    def values(self) -> Values:
        """Give the values of all unknowns after a yes."""
        return self.finite.values_in(self.sat.model())

    def forced(self) -> tuple[list[int], bool]:
        """Give the candidates that hold in every set: those that no other set that can be found refutes.

        Where the solver gives up there are none, and the second part is False.
        """
        everything = range(len(self.hidden.hints))
        left = self._true(range(len(self.goals)))
        while left:
            other = self.sat.new()
            self.sat.add(-other, *(-self.goals[place] for place in left))
            answer = self.ask(everything, other)
            if answer is not True:
                return (left, True) if answer is False else ([], False)
            left = self._true(left)
        return left, True

    def _true(self, places: Iterable[int]) -> list[int]:
        model = self.sat.model()
        return [place for place in places if literal_holds(self.goals[place], model)]

    def clash(self) -> list[int]:
        """Give hints that contradict each other, of which none can be left out."""
        needed = self._core(range(len(self.hidden.hints)))
        size = max(1, len(needed) // 2)
        while size:
            start = 0
            while start < len(needed):
                rest = needed[:start] + needed[start + size :]
                if self.ask(rest) is False:
                    needed = self._core(rest)
                else:
                    start += size
            size //= 2
        return needed

    def _core(self, places: Sequence[int]) -> list[int]:
        core = set(self.sat.core())
        return [place for place in places if self.switches[place] in core]
