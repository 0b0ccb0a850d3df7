"""Diagnosing programs: by few mistakes, by ways to read their logs, by both, by more mistakes."""

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from models.declaration import Declaration
from models.game import Game
from models.reading import Reading
from verifier.diagnose.declared import (
    NOTHING_WRONG,
    READ,
    Count,
    DeclaredLogs,
    TellingReadings,
    fitting_declarations,
    much_less,
    read_logs,
)
from verifier.diagnose.diagnosis import Diagnosis
from verifier.diagnose.effort import MOST, Effort
from verifier.diagnose.evidence_logs import EvidenceLogs, KeptLog, ProgramKey
from verifier.diagnose.log_search import LogSearch, sampled
from verifier.diagnose.search import MOST as MOST_MISTAKES

LEAST = 200_000  # work that a program is given, so that of many some are looked at well
UNREAD = "LOG"  # with which codes begin that are about no rule
MOST_READINGS = 3  # ways of reading in which mistakes are sought, and so many pairs of ways
MOST_ALONE = 20  # logs that are asked each for itself where nothing explains them together
FEW = 2  # mistakes that are sought before logs are read otherwise


def diagnoses(evidence: EvidenceLogs, most: int = MOST) -> list[Diagnosis]:
    """Diagnose the programs that wrote some logs, as their headers name them, for each game that they break rules of.

    `most` is the work that may be done for all of them together, in the units of `Effort`. Where there are several,
    those with most findings come first; what no work is left for is not looked at.
    """
    programs: dict[ProgramKey, list[KeptLog]] = {key: [] for key in evidence.left_out}
    for log in evidence.logs:
        assert log.game is not None
        programs.setdefault((log.game.key, log.source), []).append(log)
    wrong = {key: sum(log.found.total() * log.copies for log in own) for key, own in programs.items()}
    order = [key for key in programs if (wrong[key] or evidence.left_out[key]) and _offers(evidence.games[key[0]])]
    order.sort(key=lambda key: -wrong[key])
    effort, found = Effort(most), list[Diagnosis]()
    with _uncollected():
        for number, key in enumerate(order):
            share = effort.share(min(len(order) - number, 1 + max(0, effort.left) // LEAST))
            found.append(_of_program(evidence, key, programs[key], wrong[key], share))
            effort.back(share)
    return found


@contextmanager
def _uncollected() -> Iterator[None]:
    """Look for no cycles of objects meanwhile: steps make none, and there are many to be looked through."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _offers(game: Game | None) -> bool:
    return game is not None and game.offers("suite_items")


def _of_program(
    evidence: EvidenceLogs, key: ProgramKey, logs: Sequence[KeptLog], wrong: int, effort: Effort
) -> Diagnosis:
    """Diagnose a program by its logs as they stand, or read otherwise where that takes no more than it explains."""
    game, left_out, strict = evidence.games[key[0]], evidence.left_out[key], evidence.strict
    if not wrong or effort.spent:
        left_out += sum(log.count for log in logs if log.found and not log.cut)
        return Diagnosis(game.key, 0, wrong, (), _by_clause(logs), source=key[1], left_out=left_out)
    reserve = effort.share(4) if len(logs) > 1 else Effort(0)
    found = _ProgramDiagnosis(game, DeclaredLogs(logs, evidence.reading), strict, effort, left_out).diagnosis()
    effort.back(reserve)
    if found.fits or found.declared:
        return found
    return _Apart(game, logs, evidence.reading, strict, effort).diagnosis(found)


class _Apart:
    """Diagnosing logs that nothing explains together: without those that are right, or each for itself."""

    def __init__(self, game: Game, logs: Sequence[KeptLog], reading: Reading, strict: bool, effort: Effort) -> None:
        self.game, self.reading, self.strict, self.effort = game, reading, strict, effort
        self.wrong, self.right = [log for log in logs if log.found], [log for log in logs if not log.found]

    def diagnosis(self, together: Diagnosis) -> Diagnosis:
        """Give the diagnosis of those that are wrong if it explains them all, else count those explained alone."""
        if self.right:
            work = self._search(self.wrong)
            few = work.fit(FEW)
            found = work.diagnose(together.left_out, (), most=few) if few else together
            if found.fits:
                against = work.against(self.right, few or FEW)
                return replace(found, against=tuple(dict.fromkeys(log.path for log in against)))
        alone = 0
        for log in self.wrong[:MOST_ALONE] if len(self.wrong) > 1 else ():
            alone += bool(self._search([log]).fit(1))
        return replace(together, alone=alone)

    def _search(self, logs: Sequence[KeptLog]) -> LogSearch:
        return LogSearch(self.game, DeclaredLogs(logs, self.reading), self.strict, self.effort)


class _ProgramDiagnosis:
    """Diagnosing one program: few mistakes, ways of reading its logs, fewer mistakes in logs so read, or more of them.

    What takes least is told; a way of reading counts as much as a mistake, and comes before it.
    """

    def __init__(self, game: Game, own: DeclaredLogs, strict: bool, effort: Effort, left_out: int) -> None:
        self.game, self.own, self.strict, self.effort, self.left_out = game, own, strict, effort, left_out
        self.unasked = 0

    def diagnosis(self) -> Diagnosis:
        """Give the diagnosis."""
        declared = self._fitting(None)
        work = LogSearch(self.game, self.own, self.strict, self.effort)
        few = work.fit(FEW)
        found = work.diagnose(self.left_out, declared, most=few or FEW) if declared or few else None
        if found is not None and (declared or (found.fits and len(found.sets[0]) == 1)):
            return self._counted(found)
        found = found if found is not None and found.fits else None
        share = self.effort.share(3)
        readings = TellingReadings(self.game, self.own, share)
        both = [each for count, each in readings.twos if count == NOTHING_WRONG]
        if declared := self._fitting(both):
            return self._counted(replace(found or work.diagnose(self.left_out, (), most=FEW), declared=declared))
        read = self._read(readings, share, MOST_MISTAKES + 2 if found is None else len(found.sets[0]))
        self.effort.back(share)
        if found is not None:
            return read or found
        if read is not None and read.fits and len(read.sets[0]) == 1:
            return read
        most = MOST_MISTAKES if read is None or not read.fits else len(read.sets[0])
        found = work.diagnose(self.left_out, (), most=most)
        if read is None or (found.fits and not read.fits):
            return found
        return read if read.fits or much_less(_left(read), _left(found)) else found

    def _fitting(self, declarations: Sequence[Declaration] | None) -> tuple[Declaration, ...]:
        """Give ways of reading under which nothing is found wrong: of all that the game has, or of some."""
        share = self.effort.share(3)
        declared, self.unasked = fitting_declarations(self.game, self.own, share, declarations)
        self.effort.back(share)
        return declared

    def _counted(self, found: Diagnosis) -> Diagnosis:
        """Count the games that could not be asked whether they fit a way of reading."""
        return replace(found, left_out=max(found.left_out, self.left_out + self.unasked))

    def _read(self, readings: TellingReadings, effort: Effort, size: int) -> Diagnosis | None:
        """Seek mistakes in logs as they are read otherwise: so many in all, ways of reading counted too, or fewer."""
        best, unfit, least = None, None, readings.usual
        few_logs = DeclaredLogs([self.own.logs[place] for place in sorted(sampled(self.own.logs))], self.own.reading)
        for ways, counted in ((1, readings.ones), (2, readings.twos if size > 2 else ())):
            for count, each in counted[:MOST_READINGS]:
                sample = read_logs(each, few_logs, effort) if size > ways else None
                if sample is None:
                    break
                few = LogSearch(self.game, sample, self.strict, effort).fit(min(size - ways, MOST_MISTAKES))
                if few is None and much_less(count, least):
                    unfit, least = each, count
                read = None if few is None else self._read_whole(each, effort, few)
                if read is not None and read.fits:
                    best, size = read, len(read.sets[0]) + ways - 1
        if best is None and unfit is not None:
            read = self._read_whole(unfit, effort, FEW)
            return read if read is not None and read.sets else None
        return best

    def _read_whole(self, declared: Declaration, effort: Effort, most: int) -> Diagnosis | None:
        """Diagnose the logs as they are read in another way, as many as there is effort for; None where there is none.

        Those with findings come first; such ones that are not read are counted.
        """
        room, part, unread = effort.left // (2 * READ), list[KeptLog](), 0
        for log in sorted(self.own.logs, key=lambda log: not log.found):
            room -= len(log.lines)
            if room >= 0:
                part.append(log)
            else:
                unread += log.count if log.found else 0
        logs = read_logs(declared, DeclaredLogs(part, self.own.reading), effort) if part else None
        if logs is None:
            return None
        return LogSearch(self.game, logs, self.strict, effort).diagnose(self.left_out + unread, (), declared, most)


def _left(found: Diagnosis) -> Count:
    """Give how much that cannot be read is left, and how much else."""
    unread = sum(count for clause, count in found.left if clause.startswith(UNREAD))
    return unread, found.findings - found.explained - unread


def _by_clause(logs: Sequence[KeptLog]) -> tuple[tuple[str, int], ...]:
    found = Counter[str]()
    for log in logs:
        for (clause, _), count in log.found.items():
            found[clause] += count * log.copies
    return tuple(found.most_common())
