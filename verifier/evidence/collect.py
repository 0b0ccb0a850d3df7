"""Judge logs and collect what they show of each clause.

The lines that the judge reads are decoded a second time and counted by their shape, one block behind the judge, so that
all that it found in a block is known when the block is counted. No clause is asked more often than the judge asks it.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from models.clause import OUTSIDE, ClauseId
from models.evidence import CoverageCounter, GameCoverage
from models.game import Game, GameEngine
from models.reading import Reading
from verifier.evidence.asking import CoverageByAsking
from verifier.evidence.decode import events_of, header_of
from verifier.evidence.fairness import MOST_NUMBERS, Shuffle
from verifier.evidence.judged_game import Said, breach_kind, example_of
from verifier.evidence.totals import Breach, ClauseCounts, EvidenceTotals, FindingPlace, add
from verifier.finding import Finding, Verdict, unreadable_log
from verifier.judge import judge
from verifier.line import BOM
from verifier.logs import JudgingOptions
from verifier.source import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.infer.inferred import How


class _Game(msgspec.Struct):
    """A game that is judged, until its lines are counted."""

    last: int
    engine: GameEngine | None
    model: Game | None
    said: Said
    first: int


class _Gatherer:
    """Counts one file."""

    def __init__(
        self, path: str, evidence: EvidenceTotals, reading: Reading | None = None, how: "How | None" = None
    ) -> None:
        self.name, self.evidence, self.reading = os.fsencode(path), evidence, reading or Reading()
        self.how = how
        self.ended: _Game | None = None  # the game whose verdict came last, until more is said of the next one
        self.begun, self.number = 1, 0
        self.judged: deque[_Game] = deque()
        self.said, self.before = Said(), 0
        self.keys: set[str] = set()
        self.unread = False
        self.left: list[tuple[GameEngine | None, int]] = []
        self.watch: CoverageCounter | None = None
        self.askings: dict[str, CoverageByAsking | None] = {}  # by games; none where the watch covers all clauses
        self.asking: CoverageByAsking | None = None
        self.model: Game | None = None
        self.doubted = False

    # --- what the judge says

    def judging(
        self, path: str, blocks: Iterable[Sequence[bytes]], reading: Reading, *, strict: bool = False
    ) -> Iterator[Finding | Verdict]:
        """Judge blocks of lines and count them as recorded; where facts are missing, infer them if that is wanted."""
        if self.how is None:
            yield from self.as_recorded(path, blocks, reading, strict=strict)
            return
        from verifier.infer.logs import judge_inferring

        for result in judge_inferring(path, blocks, reading, strict=strict, how=self.how, by=self.as_recorded):
            if self.ended is not None and isinstance(result, Finding):  # it came out with the whole record
                self.before = (result.line or 0) - self.ended.first
                self.ended.said.infer(result)
            yield result

    def as_recorded(
        self,
        path: str,
        blocks: Iterable[Sequence[bytes]],
        reading: Reading,
        *,
        strict: bool = False,
        watch: Callable[[GameEngine | None, int], None] | None = None,
    ) -> Iterator[Finding | Verdict]:
        """Judge blocks of lines as `judge` does, and count them."""

        def left_off(play: GameEngine | None, last: int) -> None:
            self.left.append((play, last))
            if watch is not None:
                watch(play, last)

        for result in judge(path, self.passing(blocks), reading, strict=strict, watch=left_off):
            if isinstance(result, Finding):
                self.ended = None
                self.said.add(result)
                self.before = (result.line or 0) - self.begun
            else:
                play, last = self.left.pop(0) if self.left else (None, self.number)
                self.ended = _Game(last, play, result.model, self.said, self.begun)
                self.judged.append(self.ended)
                self.said, self.begun = Said(), last + 1
            yield result
        self.count(())

    # --- what is told to others, with its place in the source

    def told(self, results: Iterable[Finding | Verdict]) -> Iterator[Finding | Verdict]:
        """Count findings and verdicts as they are told."""
        tally = self.evidence.tally
        for result in results:
            if isinstance(result, Finding):
                self.keys.add(breach_kind(result))
                self.unread = self.unread or result.kind == "unreadable"
                self._breach(result)
            else:
                if result.inferred is not None:
                    self.evidence.inferred.add(result.inferred)
                tally.add(result)
                tally.unread = tally.unread or self.unread
                self.evidence.unfinished += not result.finished
                for key in self.keys:
                    self.evidence.breaches[key].note(self.name, result.game or 0)
                self.keys, self.unread = set(), False
            yield result

    def _breach(self, finding: Finding) -> None:
        breaches, key = self.evidence.breaches, breach_kind(finding)
        place = FindingPlace(max(0, self.before), self.name, finding.game or 0, finding.line or 0)
        known = breaches.get(key)
        if known is None:
            game = finding.model or (self.ended.model if finding.conflict and self.ended else None)
            model = game.key if game is not None else ""
            known = breaches[key] = Breach(model, finding.clause, finding.kind, example_of(finding, place))
        elif place < known.example.place:
            known.example = example_of(finding, place)
        known.count += 1

    # --- the lines

    def passing(self, blocks: Iterable[Sequence[bytes]]) -> Iterator[Sequence[bytes]]:
        """Give the judge its blocks, and count each when the judge has done with it."""
        for lines in blocks:
            yield lines
            self.count(lines)

    def count(self, lines: Sequence[bytes]) -> None:
        """Count lines that are judged."""
        start = 0
        while self.judged and self.judged[0].last <= self.number + len(lines):
            end = self.judged[0].last - self.number
            self._part(lines[start:end], self.number + start, self.judged[0].said)
            self._close(self.judged.popleft())
            start = end
        self._part(lines[start:], self.number + start, self.said)
        self.number += len(lines)

    def _part(self, lines: Sequence[bytes], before: int, said: Said) -> None:
        """Count lines of one game, up to a place from which on it could not be judged."""
        hole, wrong = said.hole, said.wrong
        if hole is not None:
            lines = lines[: max(0, hole - before - 1)]
        if not lines:
            return
        if wrong is None or self.doubted or wrong > before + len(lines):
            self._see(lines)
            return
        self._see(lines[: wrong - before])
        self.doubted = True
        if self.watch is not None:
            self.watch.doubt()
        self._see(lines[wrong - before :])

    def _see(self, lines: Sequence[bytes]) -> None:
        if self.model is None:
            lines = self._header(lines)
        if self.model is None or self.watch is None or not lines:
            return
        events = events_of(self.model, lines)
        self.watch.see(events)
        if self.asking is not None:
            self.asking.see(events)

    def _header(self, lines: Sequence[bytes]) -> Sequence[bytes]:
        """Find out what is played."""
        for place, line in enumerate(lines):
            event = header_of(line.removeprefix(BOM))
            if event is not None:
                self.model, header = event
                self.watch = None if self.model.evidence is None else self.model.evidence().coverage()
                if self.watch is not None:
                    self._begin(self.model, self.watch, header)
                return lines[place + 1 :]
        return ()

    def _begin(self, model: Game, watch: CoverageCounter, header: object) -> None:
        if self.doubted:
            watch.doubt()
        watch.see((header,))
        if model.key not in self.askings:
            ids = model.uncovered(watch.covers)
            self.askings[model.key] = CoverageByAsking(model, self.reading, ids) if ids else None
        self.asking = self.askings[model.key]
        if self.asking is not None:
            self.asking.see((header,))

    def _close(self, game: _Game) -> None:
        evidence, model, play = self.evidence, game.model, game.engine
        asked = {} if self.asking is None else self.asking.close()
        if model is not None and play is not None:
            add(evidence.games, {model.key: 1})
            marks = evidence.clauses.setdefault(model.key, {})
            _mark(marks, game.said.counts)
            if self.watch is not None and self.model is model:
                self._add(model.key, self.watch.close(play, tuple(game.said.told.values())), marks)
                _exercised(marks, asked)
        self.watch = self.model = self.asking = None
        self.doubted = False

    def _add(self, key: str, seen: GameCoverage, marks: dict[str, ClauseCounts]) -> None:
        evidence = self.evidence
        _exercised(marks, seen.occasions)
        facts = evidence.lacking.setdefault(key, {})
        for fact, (missing, of) in seen.lacking.items():
            before = facts.get(fact, (0, 0))
            facts[fact] = before[0] + missing, before[1] + of
        for (question, answer), count in seen.readings.items():
            add(evidence.readings.setdefault(key, {}).setdefault(question, {}), {answer: count})
        add(evidence.ends.setdefault(key, {}), {seen.ending: 1})
        if seen.draws is None or not seen.draws.numbers or len(seen.draws.hidden) > MOST_NUMBERS + 1:
            evidence.unshuffled += 1
            return
        top = len(seen.draws.hidden) - 1
        evidence.shuffles.setdefault(f"{key} {top}", Shuffle(top)).add(seen.draws)


def gather(
    path: str, blocks: Iterable[Sequence[bytes]], reading: Reading, evidence: EvidenceTotals, *, strict: bool = False
) -> Iterator[Finding | Verdict]:
    """Judge the games of a log, given as blocks of lines of our form, and add what they show to the evidence.

    Findings and verdicts are given as the judge gives them.
    """
    gatherer = _Gatherer(path, evidence, reading)
    return gatherer.told(gatherer.judging(path, blocks, reading, strict=strict))


def gather_log(
    path: str, options: JudgingOptions, evidence: EvidenceTotals, how: "How | None" = None
) -> Iterator[Finding | Verdict]:
    """Judge a log in whatever form it is, and add what it shows to the evidence; `how` facts that miss are inferred.

    Findings about a whole record are counted, but what it exercises only up to the first missing fact that judging
    needs: what was inferred was not shown.
    """
    gatherer = _Gatherer(path, evidence, options.reading, how)
    return gatherer.told(options.judged(path, gatherer.judging))


def unread(path: str, stop: Unreadable, evidence: EvidenceTotals) -> Iterator[Finding | Verdict]:
    """Count a path that gives no log."""
    return _Gatherer(path, evidence).told(unreadable_log(path, stop))


def _exercised(marks: dict[str, ClauseCounts], counts: Mapping[ClauseId, int]) -> None:
    for clause, count in counts.items():
        marks.setdefault(clause, ClauseCounts()).occasions += count


def _mark(marks: dict[str, ClauseCounts], counts: Mapping[tuple[str, str], int]) -> None:
    for (clause, kind), count in counts.items():
        own = marks.setdefault(clause, ClauseCounts())
        if kind == OUTSIDE:
            own.outside += count
            continue
        own.broken += count
        if kind == "refused-legal":
            own.refused += count
            own.occasions += count
    for clause in {clause for clause, kind in counts if kind != OUTSIDE}:
        marks[clause].logs += 1
