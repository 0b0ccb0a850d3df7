"""The games of a log step by step, each step with what was found about it; what was not recorded is filled in."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from models.clause import AnyStep
from models.game import Game, GameEngine
from models.reading import Malformed, Reading
from verifier.event_decoder import decoder_of
from verifier.finding import Finding, Verdict, unreadable_log
from verifier.infer.beside import beside
from verifier.infer.inferred import How, Known
from verifier.infer.logs import judge_inferring
from verifier.judge import judge
from verifier.line import BOM, decode_header, read_header
from verifier.logs import judge_log
from verifier.mapping import Mapping
from verifier.source import SourceLimits, Unreadable

MOST_LINES = 20_000  # of a log that is replayed
STOPS = (msgspec.MsgspecError, ValueError, RecursionError)


class ReplayedStep(Struct, frozen=True):
    """One event: the line it stands in among those replayed (from 1), which turn it is, and what it does.

    `step` is None for a move that was refused. `known` is what was found out of facts that were not recorded in it.
    `source` is the line of the log that it stands for.
    """

    line: int
    turn: int | None
    step: AnyStep | None
    findings: tuple[Finding, ...]
    known: tuple[Known, ...] = ()
    source: int = 0


class Unplayed(Struct, frozen=True):
    """A recorded line that cannot be played: its number, what it says, what was found about it."""

    source: int
    raw: bytes
    findings: tuple[Finding, ...]


class ReplayedGame(Struct, frozen=True):
    """One game of a log as it went on; `lines` are its events in our own form, its header first.

    `stopped` says why the rest of it cannot be played, `beyond` is that rest, `others` are findings about no line that
    is shown. `explained` tells that a legal game explains what was recorded, `until` that it does so only before a
    line.
    """

    path: str
    number: int | None
    model: Game | None
    names: tuple[str, ...]
    lines: tuple[bytes, ...]
    steps: tuple[ReplayedStep, ...]
    verdict: Verdict
    others: tuple[Finding, ...]
    explained: bool = False
    stopped: str = ""
    beyond: tuple[Unplayed, ...] = ()
    until: int | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that was found in it: at its events, and about none of them."""
        at_events = [each.findings for each in self.steps] + [each.findings for each in self.beyond]
        return (*self.others, *chain.from_iterable(at_events))


class _Heard(Struct):
    """What was said of one game while it was judged, with the numbers of the events as they were then."""

    findings: list[tuple[int, Finding]]
    known: tuple[Known, ...] = ()
    witness: bytes = b""
    until: int | None = None
    verdict: Verdict | None = None


class _Listener:
    """Judges a log and keeps its lines, and what is said of each game."""

    def __init__(self, how: How | None) -> None:
        self.lines: list[bytes] = []
        self.given = 0
        self.games: list[_Heard] = [_Heard([])]
        self.found: list[bytes] = []
        self.judge: Callable[..., Iterator[Finding | Verdict]] = judge
        if how is not None:
            self.judge = partial(judge_inferring, how=How(how.always, how.seconds, self.found.append))

    def _kept(self, blocks: Iterable[Sequence[bytes]]) -> Iterator[Sequence[bytes]]:
        for block in blocks:
            self.given += len(block)
            self.lines += block[: max(0, MOST_LINES - len(self.lines))]
            yield block

    def __call__(
        self, path: str, blocks: Iterable[Sequence[bytes]], reading: Reading, *, strict: bool = False
    ) -> Iterator[Finding | Verdict]:
        for result in self.judge(path, self._kept(blocks), reading, strict=strict):
            heard = self.games[-1]
            if isinstance(result, Finding):
                heard.findings.append((result.line or 0, result))
            else:
                heard.known = () if result.inferred is None else result.inferred.found
                heard.witness = b"".join(self.found)
                self.found.clear()
            yield result


def replayed(
    path: str,
    limits: SourceLimits,
    reading: Reading,
    how: How | None = None,
    *,
    strict: bool = False,
    dialect: str | None = None,
    mapping: Mapping | None = None,
) -> Iterator[ReplayedGame]:
    """Replay the games of a log in whatever form it is."""
    listener = _Listener(how)
    for result in judge_log(path, limits, reading, strict=strict, dialect=dialect, mapping=mapping, by=listener):
        if isinstance(result, Verdict):
            listener.games[-1].verdict = result
            listener.games.append(_Heard([]))
        elif all(result is not each for _, each in listener.games[-1].findings):  # it is said of the log as a whole
            listener.games[-1].findings.append((0, result))
    parts = _cut(listener.lines)
    whole = listener.given <= len(listener.lines)
    for heard in listener.games:
        if heard.verdict is not None:
            number = heard.verdict.game
            first, lines = parts[number - 1] if number is not None and number <= len(parts) else (1, [])
            cut = not whole and (number is None or number >= len(parts))
            if how is not None:
                _explain_before(path, first, lines, heard, reading, how, strict=strict)
            yield _Replay(path, first, lines, heard, reading, cut).game()


def _explain_before(
    path: str, first: int, lines: list[bytes], heard: _Heard, reading: Reading, how: How, *, strict: bool
) -> None:
    """Where no legal game explains a record, look for one that explains what stands before its first wrong line."""
    assert heard.verdict is not None
    told, at = heard.verdict.inferred, heard.verdict.at
    if told is None or told.explained != "impossible" or not told.located or at is None or at <= first:
        return
    found: list[bytes] = []
    asked = How(how.always, how.seconds, found.append)
    for result in judge_inferring(path, [lines[: at - first]], reading, strict=strict, how=asked):
        if isinstance(result, Verdict) and result.inferred is not None and found:
            shift = first - 1
            heard.known = tuple(replace(each, line=each.line + shift) for each in result.inferred.found)
            heard.witness, heard.until = b"".join(found), at


def lost(path: str, stop: Unreadable) -> ReplayedGame:
    """Give what stands for a log that cannot be read at all."""
    findings: list[Finding] = []
    for result in unreadable_log(path, stop):
        if isinstance(result, Verdict):
            return ReplayedGame(path, None, None, (), (), (), result, tuple(findings))
        findings.append(result)
    raise AssertionError("a log that cannot be read has a verdict")


def _cut(lines: Sequence[bytes]) -> list[tuple[int, list[bytes]]]:
    """Cut the lines of a log into games, each with the number of its first line."""
    games: list[tuple[int, list[bytes]]] = []
    for number, line in enumerate(lines, 1):
        bare = line.removeprefix(BOM)
        if b'"game"' in bare and _begins(bare):
            games.append((number, []))
        if games:
            games[-1][1].append(bare)
    return games


def _begins(line: bytes) -> bool:
    try:
        return decode_header(line).event == "game"
    except STOPS:
        return False


class _Replay:
    """One game that is replayed on the engine."""

    def __init__(
        self, path: str, first: int, lines: list[bytes], heard: _Heard, reading: Reading, cut: bool = False
    ) -> None:
        self.cut = cut
        self.path, self.heard, self.reading = path, heard, reading
        self.numbered = [(first + at, line) for at, line in enumerate(lines) if line.strip()]
        self.explained = bool(heard.witness)
        if self.explained:
            until = heard.until
            believed = [each for each in self.numbered if until is None or each[0] < until]
            self.numbered[: len(believed)] = beside(heard.witness.splitlines(), believed)
        self.at = 1  # among them, the next one to be played
        self.findings: dict[int, list[Finding]] = {}
        for number, finding in heard.findings:
            self.findings.setdefault(number, []).append(finding)

    def game(self) -> ReplayedGame:
        assert self.heard.verdict is not None
        verdict, stopped = self.heard.verdict, ""
        steps: list[ReplayedStep] = []
        model: Game | None = None
        names: tuple[str, ...] = ()
        if self.numbered:
            try:
                model, header = read_header(self.numbered[0][1])
                names = names_in(header)
                reading = replace(self.reading, material=None) if self._says_material() else self.reading
                play = model.engine(header, reading, model.series())
                for step in self._steps(model, play):
                    steps += [step]
            except Malformed as wrong:
                stopped = f"{wrong.message}{f' ({wrong.help})' if wrong.help else ''}"
            except STOPS:
                stopped = "the next line is no event that can be read"
        if self.cut and not stopped:
            stopped = f"only the first {MOST_LINES:,} lines of a log are shown"
        rest = self.numbered[self.at :] if model is not None and stopped else []
        beyond = tuple(Unplayed(number, line, self._of(number)) for number, line in rest)
        others = [each for number in sorted(self.findings) for each in self.findings[number]]
        lines = tuple(line for _, line in self.numbered)
        return ReplayedGame(
            self.path,
            verdict.game,
            model,
            names,
            lines,
            tuple(steps),
            verdict,
            tuple(others),
            self.explained,
            stopped,
            beyond,
            self.heard.until,
        )

    def _says_material(self) -> bool:
        """Tell whether the header of a game that was found says what lies in the box."""
        return self.explained and b'"tiles"' in self.numbered[0][1]

    def _steps(self, model: Game, play: GameEngine) -> Iterator[ReplayedStep]:
        decode = decoder_of(model).decode
        told: dict[int, int] = {}
        for place, (number, line) in enumerate(self.numbered[1:], 2):
            self.at = place - 1
            event = decode(line)
            turns, nth = play.turns, told.get(number, 0) + 1
            told[number] = nth
            if isinstance(event, model.refused):
                yield ReplayedStep(place, None, None, self._of(number), source=number)
                continue
            step = play.step(event)
            play.adopt(step)
            turn = play.turns if play.turns != turns else None
            known = tuple(each for each in self.heard.known if each.line == number and each.place in (0, nth))
            yield ReplayedStep(place, turn, step, self._of(number), known, number)

    def _of(self, number: int) -> tuple[Finding, ...]:
        return tuple(self.findings.pop(number, ()))


def names_in(header: object) -> tuple[str, ...]:
    """Give the players' names, as far as a header has them."""
    names = getattr(header, "names", None)
    return tuple(str(name) for name in names) if isinstance(names, list) else ()
