"""Decide claims over all gardens and tables of a size: proved, refuted with a case that was replayed, or unknown.

A little longer than other modules: asking, reading a case and replaying it are one loop.
"""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from models.clause import breached
from models.game import Game
from models.proof import Counterexample, Goal, NoCase, Provable, Question
from models.smt import Formula, Not, Number, Values, low_of
from models.smtlib import Logic, Writer, evaluate, formula_holds, without_names
from verifier.claim_verdict import Absent, Proved, Refuted, SolverQuery, Unknown, Verdict, word_of
from verifier.finding import Finding
from verifier.judge import judge
from verifier.smt_solver import SOLVERS, Answer, SolverError, answer_of, model_values

LOGIC: Logic = "QF_LIA"
MOST_TOLD = 2000  # characters of values that are no table
SEARCHING = 20.0  # the most seconds for a question that searches for a case
DECLARED = re.compile(r"^\(declare-const (\S+) ", re.MULTILINE)


@dataclass
class ClaimDecision:
    """What became of a claim under some rules; `open` counts the goals that building the terms had not settled yet."""

    claim: Provable
    verdict: Verdict = field(default_factory=Proved)
    asked: int = 0
    open: int = 0
    seconds: float = 0.0
    building: float = 0.0
    files: list[SolverQuery] = field(default_factory=list)
    solver: str = "z3"
    solved: bool = False
    played: bool = False
    crosschecked: bool = False
    crosschecking: float = 0.0
    answered: dict[str, Answer] = field(default_factory=dict)
    refuted_by: Question | None = None

    @property
    def word(self) -> str:
        """The verdict in a word."""
        return word_of(self.verdict)

    @property
    def refuted(self) -> bool:
        """Tell whether a case speaks against it."""
        return isinstance(self.verdict, Refuted)

    @property
    def checked_by(self) -> tuple[str, ...]:
        """Who decided it: the solvers that had something to choose, and `play` where that found something out."""
        solvers = (self.solver, *(("cvc5",) if self.crosschecked else ())) if self.solved else ()
        return (*solvers[:1], *(("play",) if self.played else ()), *solvers[1:])


def decide(
    game: Game, claim: Provable, rules: object, timeout: float, *, solver: str = "z3", keep: bool = False
) -> ClaimDecision:
    """Decide a claim; `keep` keeps all that was asked as files."""
    begun = time.perf_counter()
    decision = ClaimDecision(claim, solver=solver)
    try:
        _decide(game, claim, rules, decision, timeout, solver, keep)
    except SolverError as failed:
        decision.verdict = Unknown(f"the solver failed: {failed}")
    if not decision.asked:
        decision.verdict = Unknown("nothing was asked")
    if claim.among and isinstance(decision.verdict, Proved):
        decision.verdict = Unknown(f"nothing speaks against it among {claim.scope}, and it was only looked for there")
    if claim.exists:
        decision.verdict = _of_existence(decision.verdict)
    decision.seconds = time.perf_counter() - begun
    return decision


def _decide(
    game: Game, claim: Provable, rules: object, decision: ClaimDecision, timeout: float, solver: str, keep: bool
) -> None:
    decision.verdict = _asked(game, claim, claim.questions(rules), decision, timeout, solver, keep)
    if claim.further is not None and _doubtful(decision.verdict):
        decision.verdict = _asked(game, claim, claim.further(rules), decision, timeout, solver, keep)
    if claim.search is not None and (_doubtful(decision.verdict) or (game.changes and not decision.refuted)):
        found = _asked(game, claim, claim.search(rules), decision, min(timeout, SEARCHING), solver, keep)
        decision.verdict = found if isinstance(found, Refuted) else decision.verdict


def _doubtful(verdict: Verdict) -> bool:
    return isinstance(verdict, Unknown) and (verdict.case is not None or verdict.unconfirmed)


def _of_existence(verdict: Verdict) -> Verdict:
    """Give what follows for a claim that there is something, from what became of the claim that there is nothing."""
    match verdict:
        case Proved():
            return Absent()
        case Refuted(case=case, where=where):
            return Proved(case, where)
    return verdict


def _asked(
    game: Game,
    claim: Provable,
    questions: Iterator[Question],
    decision: ClaimDecision,
    timeout: float,
    solver: str,
    keep: bool,
) -> Verdict:
    while True:
        start = time.perf_counter()
        question = next(questions, None)
        decision.building += time.perf_counter() - start
        if question is None:
            return Proved()
        decision.solved |= question.solved
        decision.played |= question.played
        decision.open += sum(goal.formula is not True for goal in question.goals)
        verdict = _ask(game, claim, question, decision, timeout, solver, keep)
        if not isinstance(verdict, Proved):
            return verdict


class _Session:
    """One question: its terms are written once, and asked about in fresh solvers.

    A solver that has seen the whole question at once simplifies it first; measured, that beats keeping one solver and
    pushing goals on it by up to fifty times.
    """

    def __init__(self, question: Question, decision: ClaimDecision, timeout: float, solver: str, keep: bool) -> None:
        self.question, self.decision, self.keep = question, decision, keep
        self.timeout, self.name = timeout, solver
        start = time.perf_counter()
        measures = [measure for _, measure in question.smallest]
        about = [*question.premises, *(goal.formula for goal in question.goals), *measures]
        self.writer = Writer(LOGIC, about)
        self.premises = self._written(question.premises)
        self.measures = self.writer.define(measures)
        decision.building += time.perf_counter() - start

    def _written(self, formulas: Sequence[Formula]) -> str:
        text = self.writer.define(formulas)
        return text + "".join(f"(assert {self.writer.text(formula)})\n" for formula in formulas)

    def check(self, goal: str, *asserted: Formula, valued: bool = True) -> tuple[Answer, Values]:
        """Ask whether the premises and all that is asserted can hold, and with which values if they are wanted.

        What was asked before in other names (of another player's turn, say) has the same answer.
        """
        start = time.perf_counter()
        known = dict(self.writer.written), list(self.writer.unknowns)
        text = self.premises + self.measures + self._written(asserted)
        self.decision.building += time.perf_counter() - start
        alike = without_names(text)
        answer = self.decision.answered.get(alike, "unknown")
        if answer == "unknown" or (answer == "sat" and valued):
            solver = SOLVERS[self.name](LOGIC, self.timeout)
            answer = self.decision.answered[alike] = answer_of(solver.tell(text + "(check-sat)\n"))
        self.decision.asked += 1
        if self.keep:
            text += "(check-sat)\n"
            self.decision.files.append(SolverQuery(self.question.name, goal, self.question.clauses, text, answer))
        wanted = [each.args[0] for each in self.writer.unknowns] if answer == "sat" and valued else []
        values = model_values(solver, wanted) if wanted else {}
        self.writer.written, self.writer.unknowns = known
        return answer, values


def _ask(
    game: Game, claim: Provable, question: Question, decision: ClaimDecision, timeout: float, solver: str, keep: bool
) -> Verdict:
    session = _Session(question, decision, timeout, solver, keep)
    possible, _ = session.check("premises", valued=False)
    if possible == "unsat" and question.vacuous:
        return Proved()
    if possible == "unsat":
        return Unknown(f"{question.name}: the premises contradict each other, so nothing was shown")
    if possible == "unknown":
        return Unknown(f"{question.name}: the solver gave up on the premises")
    for goal in question.goals:
        denied = Not(goal.formula)
        answer, values = session.check(goal.name, denied)
        if answer == "unknown":
            return Unknown(f"{question.name}, {goal.name}: the solver gave up after {timeout:g} seconds")
        if answer == "sat":
            return _refuted(game, claim, session, goal, values)
    return Proved()


def _refuted(game: Game, claim: Provable, session: _Session, goal: Goal, values: Values) -> Verdict:
    question, facts, asserted = session.question, [], [Not(goal.formula)]
    session.decision.refuted_by = question
    for name, measure in question.smallest:
        least = _smallest(session, name, measure, values, asserted)
        if least is None:
            return Unknown(f"{question.name}: the solver gave up on whether the case is smallest ({name})")
        values = least
        value = int(evaluate(measure, values)) if not isinstance(measure, int) else measure
        if not name.startswith("."):
            facts.append((name, str(value)))
        asserted.append(measure == value)
    if question.case is None:
        return _by_values(question, goal, values)
    try:
        case = question.case(values)
        wrong = replay_case(game, claim, case)
    except NoCase as reason:
        return Unknown(f"{question.name}, {goal.name}: {reason}")
    except (AssertionError, ArithmeticError, LookupError, ValueError) as reason:
        if not game.changes:
            raise
        return Unknown(
            f"{question.name}, {goal.name}: a case was found but cannot be played by these rules: {reason!r}"
        )
    if wrong:
        why = f"{question.name}, {goal.name}: a case was found but not confirmed: {wrong}"
        return Unknown(why, unconfirmed=True)
    known = {name for name, _ in case.facts}
    smallest = tuple((name, value) for name, value in facts if name not in known)
    where = f"{question.name}, {goal.name}"
    found = replace(case, facts=(*smallest, *case.facts))
    return Unknown(question.doubt, found) if question.doubt else Refuted(found, where)


def _by_values(question: Question, goal: Goal, values: Values) -> Verdict:
    """Tell what values mean that are no step and no table; they are put into the question once more."""
    where = f"{question.name}, {goal.name}"
    if question.doubt:
        return Unknown(f"{where}: {question.doubt}")
    if not all(formula_holds(each, values) for each in question.premises) or formula_holds(goal.formula, values):
        return Unknown(f"{where}: values were found but not confirmed")
    return Refuted(Counterexample(facts=(("at", where), ("values", told_values(values)[:MOST_TOLD]))), where)


def told_values(values: Values) -> str:
    """Write values down that are neither 0 nor false, those with the same beginning of a name together."""
    groups: dict[str, list[str]] = {}
    for name, value in sorted(values.items(), key=lambda each: _in_order(each[0])):
        group, _, last = name.rpartition(".")
        if value:
            groups.setdefault(group, []).append(last if value is True else f"{last}={value}")
    told = [f"{group}: {' '.join(parts)}" if group else " ".join(parts) for group, parts in groups.items()]
    rest = [] if sum(map(len, groups.values())) == len(values) else ["all others 0" if told else "all 0"]
    return "; ".join([*told, *rest])


def _in_order(name: str) -> list[tuple[int, str]]:
    """Give what a name is sorted by: numbers in it count as such."""
    return [(int(part) if part.isdigit() else -1, part) for part in name.split(".")]


def _smallest(
    session: _Session, name: str, measure: Number, values: Values, asserted: Sequence[Formula]
) -> Values | None:
    """Make a measure as small as can be: try its lowest value, then halve what is left."""
    if isinstance(measure, int):
        return values
    lowest, found, tried = low_of(measure), int(evaluate(measure, values)), low_of(measure)
    while lowest < found:
        answer, better = session.check(f"{name} at most {tried}", *asserted, measure <= tried)
        if answer == "unknown":
            return None
        if answer == "sat":
            values, found = better, int(evaluate(measure, better))
        else:
            lowest = tried + 1
        tried = (lowest + found) // 2
    return values


def replay_case(game: Game, claim: Provable, case: Counterexample) -> str:
    """Replay a case through the clauses, and a whole line through the engine; say what is wrong, or nothing.

    The last step must break what the case says it does, all others nothing.
    """
    for place, step in enumerate(case.steps, 1):
        wrong = tuple(clause.id for clause in breached(game.clauses(), step))
        right = case.broken if place == len(case.steps) else ()
        if wrong != right:
            return f"step {place} breaks {', '.join(wrong) or 'nothing'}"
    if case.whole:
        reading, missing = game.proofs().reading(case.steps[0].before.rules), list[str](case.broken)
        for told in judge("case", [game.proofs().log(case.steps)], reading):
            if isinstance(told, Finding) and not told.outside:
                if told.line != len(case.steps) or told.clause not in missing:
                    return f"the engine finds {told.clause} in line {told.line}: {told.fault.message}"
                missing.remove(told.clause)
        if missing:
            return f"the engine does not find {', '.join(missing)} in the last line"
    if claim.refutes is not None and not claim.refutes(case):
        return "the case does not speak against the claim"
    return ""


def crosscheck(game: Game, decision: ClaimDecision, timeout: float) -> None:
    """Let a second solver answer all that was asked, and replay its own case; another answer makes it unknown."""
    start = time.perf_counter()
    wrong, values = "", None
    for asked in decision.files:
        second = SOLVERS["cvc5"](LOGIC, timeout)
        try:
            answer = answer_of(second.tell(asked.text))
        except SolverError as failed:
            wrong = f"{asked.question}, {asked.goal}: cvc5 failed: {failed}"
            break
        if answer != asked.answer:
            wrong = f"{asked.question}, {asked.goal}: z3 says {asked.answer}, cvc5 says {answer}"
            break
        if answer == "sat":
            names = DECLARED.findall(asked.text)
            values = model_values(second, names)
    if not wrong and not isinstance(decision.verdict, Unknown) and decision.verdict.case is not None:
        wrong = _second_case(game, decision, values or {})
    if wrong:
        decision.verdict = Unknown(wrong)
    decision.crosschecked = not wrong
    decision.crosschecking = time.perf_counter() - start


def _second_case(game: Game, decision: ClaimDecision, values: Values) -> str:
    """Replay the case of the second solver; say what is wrong, or nothing."""
    assert decision.refuted_by is not None
    assert decision.refuted_by.case is not None
    try:
        wrong = replay_case(game, decision.claim, decision.refuted_by.case(values))
    except NoCase as reason:
        wrong = str(reason)
    return wrong and f"the case of cvc5 is not confirmed: {wrong}"


def selected(claims: Sequence[Provable], wanted: Sequence[str]) -> Iterator[Provable]:
    """Give the wanted claims and those they rest on; all if none are named. Raises KeyError for an unknown one."""
    known = {claim.id: claim for claim in claims}
    if not wanted:
        yield from claims
        return
    done: set[str] = set()
    waiting = [name.strip().upper() for name in wanted]
    while waiting:
        name = waiting.pop(0)
        if name not in done:
            done.add(name)
            claim = known[name]  # type: ignore[index]
            yield claim
            waiting += claim.rests_on


__all__ = ["Proved", "Refuted", "SolverQuery", "Unknown", "Verdict", "decide"]
