"""What can become of a claim, and what was asked of a solver."""

from msgspec import Struct

from models.proof import Counterexample
from verifier.smt_solver import Answer


class Proved(Struct, frozen=True):
    """No values at all speak against the claim; or a case is what it says there is."""

    case: Counterexample | None = None
    where: str = ""


class Refuted(Struct, frozen=True):
    """A case speaks against the claim, at a goal of a question; it was replayed without a solver."""

    case: Counterexample
    where: str = ""


class Unknown(Struct, frozen=True):
    """The claim was not decided; a case may be why, or one that was found and is `unconfirmed`."""

    reason: str
    case: Counterexample | None = None
    unconfirmed: bool = False


class Absent(Struct, frozen=True):
    """The claim says that there is something, and there is nothing."""

    case: Counterexample | None = None


Verdict = Proved | Refuted | Absent | Unknown


def word_of(verdict: Verdict) -> str:
    """Give a verdict in a word."""
    return "refuted" if isinstance(verdict, Absent) else type(verdict).__name__.lower()


class SolverQuery(Struct, frozen=True):
    """One thing asked of a solver, as a file of its own, and the answer."""

    question: str
    goal: str
    clauses: tuple[str, ...]
    text: str
    answer: Answer
