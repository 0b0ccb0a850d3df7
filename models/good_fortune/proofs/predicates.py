"""What the claims are made of: turns with unknowns, and tiles of which only is known which share a charm."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from models.clause import Clause, ClauseId, binding
from models.good_fortune import clauses as listed
from models.good_fortune.editions import Rules
from models.good_fortune.moves import Turn
from models.good_fortune.symbolic_state import (
    Form,
    SymbolicMove,
    SymbolicStep,
    SymbolicTable,
    symbolic_move,
    symbolic_table,
)
from models.good_fortune.symbolic_tiles import KINDS, SomeTiles
from models.good_fortune.table import Step
from models.smt import And, Formula, Not, Number, Term, flag


class LooseTiles(SomeTiles):
    """Tiles of which any two may share a charm or not: all tile sets are among them, and more.

    What is proved of them is true of every tile set. What each tile carries is not told.
    """

    def __init__(self) -> None:
        super().__init__(())
        self.told: dict[tuple[str, int, int], Term] = {}

    def shares(self, one: Number, other: Number) -> Formula:
        """State that two tiles share a charm."""
        return self._told("share", one, other)

    def common(self, one: Number, other: Number) -> tuple[Formula, ...]:
        """State of as many charms as there are that both carry them: which these are is of no matter."""
        shared = self.shares(one, other)
        return (shared, And(shared, self._told("both", one, other)), *(False for _ in KINDS[2:]))

    def _told(self, what: str, one: Number, other: Number) -> Term:
        first, second = (each.key if isinstance(each, Term) else each for each in (one, other))
        return self.told.setdefault((what, first, second), flag(f"{what}.{len(self.told)}"))

    def apart(self, one: Number, other: Number) -> Formula:
        """State that they share none."""
        return Not(self.shares(one, other))


def keeps_clauses(step: SymbolicStep, *only: type[Clause[Step]]) -> Formula:
    """State that a step keeps every rule of its edition, or only those given.

    A proof that needs few of them is found sooner.
    """
    in_force = step.rules.changes.in_force(listed.CLAUSES)
    asked = (clause for clause in binding(in_force, step.move.kind) if isinstance(clause, only or Clause))
    return And(clause.term(step) for clause in asked)


def clauses_about(kind: type) -> tuple[ClauseId, ...]:
    """Name the clauses that speak about a kind of move."""
    return tuple(clause.id for clause in listed.CLAUSES if kind in clause.moves)


def table_between(rules: Rules, name: str = "before") -> SymbolicTable:
    """Give a table behind the deal, of which only is known that nobody has conceded and no result was named yet."""
    return replace(
        symbolic_table(rules, name),
        tiles=LooseTiles(),
        dealt=True,
        conceded=(False, False),
        played_on=False,
        closed=False,
        stopped=False,
    )


def unshown(move: SymbolicMove) -> SymbolicMove:
    """Give the turn without what it shows of the table after it: that follows from the turn (GFC04)."""
    return replace(move, holder=0, side=0, shows={"hands": False, "collections": False})


def some_turn(rules: Rules, before: SymbolicTable | None = None, **known: Any) -> SymbolicStep:
    """Give a turn from a table, after which nothing is shown."""
    form = Form(1 if rules.simple else 2)
    move = replace(unshown(symbolic_move(rules, Turn, form)), **known)
    return SymbolicStep(before or table_between(rules), move, form, rules.hand)


def variants(rules: Rules) -> Sequence[tuple[str, Rules]]:
    """Give the rules, those in which one tile is laid a turn, and those in which both choose together."""
    from msgspec.structs import replace as changed

    simple, together = changed(rules, simple=True), changed(rules, guessing=True)
    return (("as printed", rules), ("Simple laying", simple), ("Guessing", together))
