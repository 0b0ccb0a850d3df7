"""The findings about a whole record: facts that contradict each other, and what stays undecided."""

from itertools import groupby
from typing import TYPE_CHECKING

from msgspec.structs import replace

from models.clause import Fault
from models.game import Game
from verifier.finding import Finding, Verdict
from verifier.infer.inferred import Conflict, Line
from verifier.line import CODE_OF

if TYPE_CHECKING:
    from models.partial_log import PartialLog
    from verifier.infer.decide import Impossible, Undecided


LACKING = CODE_OF["missing"]


def conflict_finding(judged: Verdict, model: Game, record: "PartialLog", outcome: "Impossible", raw: bytes) -> Finding:
    """Report the facts and clauses that contradict each other, at the line up to which no legal game explains all."""
    by_line = {line: list(facts) for line, facts in groupby(outcome.facts, key=lambda fact: fact.line)}
    by_line.setdefault(outcome.at, [])
    lines = tuple(
        Line(
            line,
            record.kind(line),
            record.words(by_line[line]) if by_line[line] else "",
            tuple(dict.fromkeys(fact.key for fact in by_line[line])),
        )
        for line in sorted(by_line)
    )
    titles = {**{str(clause.id): clause.title for clause in model.clauses()}, **outcome.claims}
    clauses = tuple((clause, titles[clause]) for clause in outcome.clauses)
    conflict = Conflict(lines, clauses, outcome.minimal, tuple(outcome.claims), outcome.too_large)
    rules = [clause for clause in outcome.clauses if clause not in outcome.claims]
    code = rules[-1] if rules else "LOG020"
    finding = Finding(
        judged.path,
        outcome.at,
        judged.game,
        code,
        "breach",
        lambda: _conflict_fault(finding.conflict or conflict),
        raw=raw,
    )
    finding.conflict = conflict
    return finding


def undecided_finding(
    judged: Verdict, held: Finding | None, outcome: "Undecided", header: tuple[int, bytes]
) -> Finding:
    """Report that it is undecided whether a legal game explains a record: at the first fact that judging needs."""
    missed = Fault("not all is recorded") if held is None else held.fault
    fault = replace(
        missed,
        message=f"{missed.message}, and whether a legal game explains the record is undecided: {outcome.why}",
        help="more time would not help: record more of the facts that are missing"
        if outcome.hopeless
        else "give it more time (--time SECONDS)"
        if "time" in outcome.why
        else "record how many turns are missing",
    )
    line, raw = header if held is None else (held.line, held.raw)
    return Finding(judged.path, line, judged.game, LACKING, "unreadable", lambda: fault, raw=raw)


def _conflict_fault(conflict: Conflict) -> Fault:
    """Say in one sentence what contradicts itself."""
    if not (conflict.clauses or any(line.says for line in conflict.lines)):
        return Fault(
            f"no legal game explains the record up to line {conflict.lines[-1].line}",
            "event",
            help="there is too much to ask to find the facts that contradict each other: record more of them"
            if conflict.too_large
            else "there was no time to find the facts that contradict each other: give it more (--time SECONDS)",
        )
    told = "; ".join(
        f"line {line.line} ({line.what}){f' says: {line.says}' if line.says else ''}" for line in conflict.lines
    )
    by = ", ".join(f"{clause} ({title})" for clause, title in conflict.clauses)
    return Fault(
        f"no legal game explains this: {told}: {by or 'they contradict each other'}",
        "event",
        help="each of these facts and clauses is needed for it"
        if conflict.minimal
        else "perhaps fewer of them will do",
    )
