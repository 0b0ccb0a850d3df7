"""Judge logs, and where facts are missing tell whether a legal game explains the record."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from models.clause import Fault
from models.game import Game, GameEngine
from models.reading import Malformed, Reading
from verifier.finding import Finding, Verdict
from verifier.infer.infer_findings import LACKING, conflict_finding, undecided_finding
from verifier.infer.inferred import How, Inferred, Known, filled_in
from verifier.infer.kept_lines import KeptLines
from verifier.judge import judge
from verifier.line import BOM, CODE_OF, what_is_wrong

if TYPE_CHECKING:
    from models.partial_log import PartialLog, WitnessLine
    from verifier.infer.decide import Consistent, Impossible


def judge_inferring(
    path: str,
    blocks: Iterable[Sequence[bytes]],
    reading: Reading,
    *,
    strict: bool = False,
    watch: Callable[[GameEngine | None, int], None] | None = None,
    how: How,
    by: Callable[..., Iterator[Finding | Verdict]] = judge,
) -> Iterator[Finding | Verdict]:
    """Judge the games of a log as `judge` does; where one lacks facts, infer them. `by` stands for `judge`."""
    kept, last = KeptLines(blocks), 0

    def told(play: GameEngine | None, line: int) -> None:
        nonlocal last
        last = line
        if watch is not None:
            watch(play, line)

    held: list[Finding] = []
    unread = 0
    for result in by(path, kept, reading, strict=strict, watch=told):
        if isinstance(result, Finding):
            unread += result.kind == "unreadable"
            if result.clause == LACKING:
                held.append(result)
            else:
                yield result
            continue
        first, lines = kept.until(last)
        game = _Game(path, first, lines, reading, strict, how, result)
        if held and unread == 1 and result.outcome != "conforms" and game.model is not None:
            yield from game.lacking(held[0])
        else:
            yield from held
            yield from game.complete()
        held, unread = [], 0


class _Game:
    """One game of a log that is to be explained."""

    def __init__(
        self, path: str, first: int, lines: list[bytes], reading: Reading, strict: bool, how: How, verdict: Verdict
    ) -> None:
        self.path, self.first, self.lines, self.reading, self.strict = path, first, lines, reading, strict
        self.how, self.verdict = how, verdict
        model = verdict.model
        self.model: Game | None = model if model is not None and model.partial_log is not None and lines else None

    def complete(self) -> Iterator[Finding | Verdict]:
        """Give the verdict on a game whose events lack nothing; where it breaks a rule, also a smallest conflict."""
        verdict = self.verdict
        if verdict.outcome == "conforms" and self._hides():
            yield from self.lacking(None)
        elif not self.how.always:
            yield verdict
        elif verdict.outcome == "conforms" and self._lacks():
            yield from self.lacking(None)
        elif verdict.outcome == "conforms":
            yield replace(verdict, inferred=Inferred("consistent", 0.0))
        elif verdict.outcome != "breaks" or self.model is None:
            yield verdict
        else:
            yield from self._impossible_too()

    def _impossible_too(self) -> Iterator[Finding | Verdict]:
        from verifier.infer.decide import Impossible
        from verifier.infer.explain import decide_record
        from verifier.infer.sat import Clock

        clock = Clock(self.how.seconds)
        try:
            record, numbers = self._record()
        except _Stopped:
            yield self.verdict
            return
        outcome = decide_record(record, numbers, clock)
        if not isinstance(outcome, Impossible):
            yield self.verdict
            return
        yield self._conflict(record, outcome)
        told = Inferred("impossible", clock.passed)
        yield replace(self.verdict, findings=self.verdict.findings + 1, inferred=told)

    def _hides(self) -> bool:
        """Tell whether something is missing that no event says, what lies in the box."""
        if self.model is None or self.model.partial_log is None or not self.model.offers("material"):
            return False
        header = msgspec.json.decode(self.lines[self._header].removeprefix(BOM), type=self.model.events)
        return self.model.partial_log(header, self.reading).hides

    def _lacks(self) -> bool:
        """Tell whether facts are missing that judging can do without."""
        try:
            return self.model is not None and self._record()[0].lacks
        except _Stopped:
            return False

    @property
    def _header(self) -> int:
        return next(place for place, line in enumerate(self.lines) if line.strip())

    def lacking(self, held: Finding | None) -> Iterator[Finding | Verdict]:
        """Give the verdict on a game in which facts are missing; `held` tells of the first one that judging needs."""
        from verifier.infer.decide import Consistent, Impossible, Undecided
        from verifier.infer.explain import decide_record
        from verifier.infer.sat import Clock

        clock = Clock(self.how.seconds)
        try:
            record, numbers = self._record()
        except _Stopped as stop:
            yield stop.finding
            yield self.verdict
            return
        outcome = decide_record(record, numbers, clock)
        if isinstance(outcome, Consistent):
            game = self._written(outcome.game)
            results = list(judge(self.path, [[line for line, _ in game]], self._replay(record), strict=self.strict))
            wrong = [each for each in results if isinstance(each, Finding) and not each.outside]
            if not wrong:
                left_out = self._left_out(record, held)
                told = Inferred("consistent", clock.passed, _found(outcome), outcome.missing, left_out=left_out)
                yield from self._consistent(told, game, results, held)
                return
            outcome = Undecided(f"the game that was found breaks {wrong[0].clause}")
        elif isinstance(outcome, Impossible):
            yield self._conflict(record, outcome)
            before = sum(number < outcome.at for number in range(self.first, self.first + len(self.lines)))
            told = Inferred("impossible", clock.passed, left_out=self._left_out(record, held), located=outcome.located)
            broken = replace(self.verdict, outcome="breaks", valid_lines=before, at=outcome.at, inferred=told)
            yield replace(broken, turns=record.turns, findings=self._with_one_more(held))
            return
        header = self.first + self._header, self.lines[self._header]
        yield undecided_finding(self.verdict, held, outcome, header)
        told = Inferred("undecided", clock.passed, why=outcome.why)
        broke = self.verdict.outcome == "breaks"
        undecided = replace(self.verdict, outcome="breaks" if broke else "unreadable", inferred=told)
        yield replace(undecided, turns=record.turns, findings=self._with_one_more(held))

    def _replay(self, record: "PartialLog") -> Reading:
        """Give how to read the game that was found: what lies in the box stands in its header then."""
        return replace(self.reading, material=None) if record.hides else self.reading

    def _with_one_more(self, held: Finding | None) -> int:
        """Count the findings with one about the whole record, which stands for the fact that was missed."""
        return self.verdict.findings + (held is None)

    @staticmethod
    def _left_out(record: "PartialLog", held: Finding | None) -> tuple[int, ...]:
        """List the lines that nobody judged: those before the first missing fact were."""
        return () if held is None else tuple(line for line in record.left_out if line > (held.line or 0))

    # --- the record

    def _record(self) -> "tuple[PartialLog, list[int]]":
        """Read the events. Raises _Stopped where one cannot be read."""
        assert self.model is not None
        assert self.model.partial_log is not None
        from verifier.mending import mended_line

        decode = msgspec.json.Decoder(self.model.events).decode
        record, numbers = None, []
        self.lines = [mended_line(line, self.model) for line in self.lines]  # the judge has not read all of them
        for number, line in enumerate(self.lines, self.first):
            if not line.strip():
                continue
            try:
                event = decode(line.removeprefix(BOM))
                if record is None:
                    record = self.model.partial_log(event, self.reading)
                else:
                    record.add(event, number)
                    numbers.append(number)
            except Malformed as wrong:
                fault = Fault(wrong.message, wrong.field, help=wrong.help)
                raise _Stopped(self._unreadable(number, CODE_OF[wrong.sort], fault, None)) from None
            except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                raise _Stopped(self._unreadable(number, *what_is_wrong(line, error, self.model))) from None
        assert record is not None
        return record, numbers

    def _unreadable(self, number: int, code: str, fault: Fault, column: int | None) -> Finding:
        raw, game = self.lines[number - self.first], self.verdict.game
        return Finding(self.path, number, game, code, "unreadable", lambda: fault, raw=raw, column=column)

    def _written(self, game: "Sequence[WitnessLine]") -> list[tuple[bytes, int]]:
        """Write the game that explains the record, each line with the one it stands for."""
        from models.partial_log import OF_HEADER

        header = self._header
        told_of_header = [told.keys for told in game if told.line == OF_HEADER]
        written = [(filled_in(self.lines[header].removeprefix(BOM), *told_of_header), self.first + header)]
        for told in game:
            if told.line == OF_HEADER:
                continue
            raw = self.lines[told.line - self.first]
            raw = msgspec.json.encode(told.keys) if told.whole else filled_in(raw, told.keys)
            written.append((raw, told.line))
        return written

    # --- what came out

    def _consistent(
        self, told: Inferred, game: list[tuple[bytes, int]], results: list[Finding | Verdict], held: Finding | None
    ) -> Iterator[Finding | Verdict]:
        if self.how.explanation is not None:
            self.how.explanation(b"".join(line + b"\n" for line, _ in game))
        if held is None:  # all was judged before
            yield replace(self.verdict, inferred=told)
            return
        more = 0
        for each in results:
            if isinstance(each, Finding):
                number = game[(each.line or 1) - 1][1]
                if number >= (held.line or 0):  # the others were reported before the fact was missed
                    each.line, each.game = number, self.verdict.game
                    more += 1
                    yield each
        replayed = next(each for each in results if isinstance(each, Verdict))
        if self.verdict.outcome == "breaks":  # nothing inferred: a legal move was refused before a fact was missed
            yield replace(self.verdict, turns=replayed.turns, findings=self.verdict.findings - 1 + more, inferred=told)
            return
        yield replace(
            self.verdict,
            outcome=replayed.outcome,
            finished=replayed.finished,
            turns=replayed.turns,
            findings=replayed.findings,
            valid_lines=len(self.lines),
            at=None,
            inferred=told,
        )

    def _conflict(self, record: "PartialLog", outcome: "Impossible") -> Finding:
        assert self.model is not None
        return conflict_finding(self.verdict, self.model, record, outcome, self.lines[outcome.at - self.first])


def _found(outcome: "Consistent") -> tuple[Known, ...]:
    return tuple(
        Known(each.gap.line, each.gap.place, each.gap.key, tuple(map(each.gap.write, each.values)), each.all_of_them)
        for each in outcome.found
    )


class _Stopped(Exception):
    """A line that cannot be read."""

    def __init__(self, finding: Finding) -> None:
        super().__init__()
        self.finding = finding
