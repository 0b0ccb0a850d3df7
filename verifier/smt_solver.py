"""Solvers that are talked to in SMT-LIB text: z3, and cvc5 where it is installed."""

import ctypes
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, Protocol

from models.smt import Values

Answer = Literal["sat", "unsat", "unknown"]
VALUE = re.compile(r"\(([^\s()]+) (?:(\d+)|\(- (\d+)\)|(true|false))\)")


class Solver(Protocol):
    """One session with a solver."""

    name: str

    def tell(self, text: str) -> str:
        """Send commands and give what the solver answers."""
        ...


class SolverError(Exception):
    """A solver that does not understand what it is told, or is not there."""


M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD = -1, -2, -3  # malloc.h of glibc
KEPT_BYTES = 256 << 20


@cache
def _keep_freed_memory() -> None:
    """Let this process keep what a solver frees for the next solver, where glibc is there to do so.

    Thousands of solvers are made one after another; given back and fetched anew each time, their memory costs a sixth
    of the whole time.
    """
    if sys.platform == "linux":
        tune = getattr(ctypes.CDLL(None), "mallopt", None)
        if tune is not None:
            tune(M_MMAP_THRESHOLD, 32 << 20)  # the most it takes
            tune(M_TRIM_THRESHOLD, KEPT_BYTES)
            tune(M_TOP_PAD, 16 << 20)


class Z3:
    """A session with z3."""

    name = "z3"

    def __init__(self, logic: str, timeout: float) -> None:
        import z3

        _keep_freed_memory()
        self.eval, self.context = z3.Z3_eval_smtlib2_string, z3.Context()
        self.tell(f"(set-option :timeout {int(timeout * 1000)})(set-logic {logic})")

    def tell(self, text: str) -> str:
        answer: str = self.eval(self.context.ref(), text)
        if "(error" in answer:
            raise SolverError(answer.strip())
        return answer.strip()


class Cvc5:
    """A session with cvc5."""

    name = "cvc5"

    def __init__(self, logic: str, timeout: float) -> None:
        try:
            import cvc5
        except ImportError:
            raise SolverError("cvc5 is not installed: pip install 'cloverproof[crosscheck]'") from None
        self.solver = cvc5.Solver(cvc5.TermManager())
        self.symbols = cvc5.SymbolManager(self.solver.getTermManager())
        self.parser, self.language = cvc5.InputParser(self.solver, self.symbols), cvc5.InputLanguage.SMT_LIB_2_6
        options = f"(set-option :tlimit-per {int(timeout * 1000)})(set-option :incremental true)"
        self.tell(f"{options}(set-option :produce-models true)(set-logic {logic})")

    def tell(self, text: str) -> str:
        self.parser.setIncrementalStringInput(self.language, "session")
        self.parser.appendIncrementalStringInput(text)
        answers = []
        while True:
            command = self.parser.nextCommand()
            if command.isNull():
                break
            answers.append(str(command.invoke(self.solver, self.symbols)))
        answer = "".join(answers)
        if "(error" in answer:
            raise SolverError(answer.strip())
        return answer.strip()


SOLVERS: dict[str, Callable[[str, float], Solver]] = {"z3": Z3, "cvc5": Cvc5}


def answer_of(text: str) -> Answer:
    """Read the answer to `(check-sat)`; all but sat and unsat is unknown."""
    last = text.split()[-1] if text.split() else ""
    return "sat" if last == "sat" else "unsat" if last == "unsat" else "unknown"


def model_values(solver: Solver, names: Sequence[str]) -> Values:
    """Ask for the values of unknowns after `sat`."""
    if not names:
        return {}
    values: dict[str, int] = {}
    for name, number, minus, truth in VALUE.findall(solver.tell(f"(get-value ({' '.join(names)}))\n")):
        values[name] = int(number) if number else -int(minus) if minus else truth == "true"
    return values
