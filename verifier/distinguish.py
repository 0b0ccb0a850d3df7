"""Find a step that tells a mistake of an implementer from the clause it is made in, or show that there is none."""

import time
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from models.clause import AnyStep, Clause
from models.game import Game
from models.smt import Formula, Iff, Not
from models.smtlib import Writer
from models.symbols import AnySymbols, StepOf
from verifier.smt_solver import Z3, SolverError, answer_of, model_values


class NotTold(Exception):
    """The solver gave up, or what it found was not confirmed."""


class Mistaken(Struct, frozen=True):
    """A mistake in a clause, and a step that one of both allows only; without a step, why there is none.

    The step is what a solver found and both checks have confirmed.
    """

    clause: Clause
    mistake: str
    step: AnyStep | None
    seconds: float
    reason: str = ""

    @property
    def clause_allows(self) -> bool:
        """Tell whether it is the clause that allows the step."""
        return self.clause.holds(self.step)


def mistakes_of(clauses: Sequence[Clause]) -> list[tuple[Clause, str]]:
    """List the known mistakes in clauses."""
    return [(clause, mistake) for clause in clauses for mistake in clause.mutants()]


def tell_apart(game: Game, mistakes: Iterable[tuple[Clause, str]], timeout: float) -> Iterator[Mistaken]:
    """Find for each mistake a step that tells it from its clause."""
    proofs = game.proofs()
    for clause, mistake in mistakes:
        begun, step, reason = time.perf_counter(), None, "no step at all tells it apart"
        try:
            step = distinguishing(proofs.symbols, clause, clause.mutants()[mistake], proofs.small, timeout)
        except (NotTold, SolverError) as undecided:
            reason = str(undecided)
        seconds = time.perf_counter() - begun
        yield Mistaken(clause, mistake, step, round(seconds, 3), "" if step is not None else reason)


def distinguishing(
    symbols: AnySymbols, clause: Clause, mutant: Clause, sizes: Iterable[object], timeout: float
) -> AnyStep | None:
    """Give a step that one of both allows and the other does not, None where no size has one. Raises Undecided.

    The step is replayed through both checks.
    """
    for rules in sizes:
        for kind in clause.moves:
            for form in symbols.forms(kind):
                step = symbols.some_step(rules, kind, form)
                differ = Not(Iff(clause.term(step), mutant.term(step)))
                if differ is not False:
                    found = solved_step(symbols, step, differ, timeout)
                    if found is not None:
                        if clause.holds(found) == mutant.holds(found):
                            raise NotTold(f"{mutant!r}: not confirmed: {found!r}")
                        return found
    return None


def solved_step(symbols: AnySymbols, step: StepOf, differ: Formula, timeout: float) -> AnyStep | None:
    """Give a step of which a formula is true, None where there is none. Raises NotTold."""
    writer, solver = Writer("QF_LIA", [differ]), Z3("QF_LIA", timeout)
    answer = answer_of(solver.tell(f"{writer.define([differ])}(assert {writer.text(differ)})\n(check-sat)\n"))
    if answer == "unknown":
        raise NotTold("the solver gave up")
    return (
        symbols.step_with(step, model_values(solver, [each.args[0] for each in writer.unknowns]))
        if answer == "sat"
        else None
    )
