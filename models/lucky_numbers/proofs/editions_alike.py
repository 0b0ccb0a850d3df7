"""Claims about the editions as whole games: what is the same in both, and where they part."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace

from msgspec.structs import replace as changed

from models.claim import ClaimId
from models.clause import breached
from models.lucky_numbers import clauses as listed
from models.lucky_numbers.clauses.ln501_rounds import Rounds
from models.lucky_numbers.editions import EDITIONS, Rules
from models.lucky_numbers.garden import Cell, Clover
from models.lucky_numbers.moves import Conceding, End, Placing, Player, Scores, Start, Stop, Turn
from models.lucky_numbers.proofs.images import lies_alike
from models.lucky_numbers.proofs.predicates import clauses_about, keeps_clauses, refused_case
from models.lucky_numbers.proofs.traces import LineOfPlay
from models.lucky_numbers.symbolic_effect import symbolic_step_of
from models.lucky_numbers.symbolic_state import (
    TABLE,
    SymbolicMove,
    SymbolicStep,
    SymbolicTable,
    symbolic_move,
    symbolic_table,
)
from models.lucky_numbers.table import Step
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import And, Formula, Iff, Implies, Term, Values
from models.smtlib import number_in

NEW, OLD = EDITIONS
BEHIND_SETUP = (Start, Turn, Conceding, End, Stop, Scores)


def _new(rules: Rules, *, one_by_one: bool = False) -> Rules:
    return changed(rules, edition=NEW, one_by_one=one_by_one)


def _old(rules: Rules) -> Rules:
    return changed(rules, edition=OLD, one_by_one=True)


def _step(rules: Rules, kind: type, name: str) -> SymbolicStep:
    table = symbolic_table(rules, f"{name}.table", rules.players if kind is Scores else 1)
    if kind is Stop:
        table = replace(table, closed=False)
    return symbolic_step_of(table, symbolic_move(rules, kind, f"{name}.move"))


def _alike(one: object, other: object) -> Iterator[Formula]:
    """State that two tables, moves or parts of them with unknowns have the same values."""
    if isinstance(one, Term):
        yield one == other
    elif isinstance(one, tuple):
        assert isinstance(other, tuple)
        for pair in zip(one, other, strict=True):
            yield from _alike(*pair)
    elif isinstance(one, Mapping):
        assert isinstance(other, Mapping)
        for key in one:
            yield from _alike(one[key], other[key])
    elif is_dataclass(one):
        for each in fields(one):
            yield from _alike(getattr(one, each.name), getattr(other, each.name))


def _one_game(rules: Rules) -> Iterator[Question]:
    """Ask of two tables and moves, one by each edition, that have the same values."""
    for kind in BEHIND_SETUP:
        new, old = _step(_new(rules), kind, "new"), _step(_old(rules), kind, "old")
        goals = (
            Goal("legal in both or in none", Iff(keeps_clauses(new), keeps_clauses(old))),
            Goal("the same table", lies_alike(new.after, old.after)),
        )
        yield _between(kind, new, old, goals, f"any {kind.__name__.lower()}")
    michael, old = _step(_new(rules, one_by_one=True), Placing, "new"), _step(_old(rules), Placing, "old")
    both = Goal("legal in both or in none", Iff(keeps_clauses(michael), keeps_clauses(old)))
    yield _between(Placing, michael, old, (both,), "any placing, Michael's set-up in both")
    new = _step(_new(rules), Placing, "new")
    in_rounds = And(keeps_clauses(new), _nobody_waits(new.before, new.move))
    goals = (
        Goal("legal in 2012 exactly where nobody waits", Iff(in_rounds, keeps_clauses(old))),
        Goal("the same table", lies_alike(new.after, old.after)),
    )
    yield _between(Placing, new, old, goals, "any placing")


def _nobody_waits(table: SymbolicTable, move: SymbolicMove) -> Formula:
    return And(
        Implies(move.player == seat + 1, And(table.placed[seat] <= other for other in table.placed))
        for seat in table.seats
    )


def _between(kind: type, new: SymbolicStep, old: SymbolicStep, goals: tuple[Goal, ...], name: str) -> Question:
    same = (*_alike(new.before, old.before), *_alike(new.move, old.move))
    return Question(name, same, goals, clauses_about(kind), case=refused_case(old))


def _all_of_them(rules: Rules) -> Iterator[Question]:
    line, move = _one_laid(rules), symbolic_move(rules, Placing)
    new, old = (symbolic_step_of(TABLE.constant(each, line.table), move) for each in (_new(rules), _old(rules)))

    def case(values: Values) -> Counterexample:
        line, (player, clover, cell) = _one_laid(rules), (number_in(values, each) for each in smallest.values())
        line.make(Placing(Player(player), Clover(clover), Cell(cell)))
        return Counterexample(tuple(line.steps), whole=True, broken=(Rounds.id,))

    smallest = {".player": move.player, ".clover": move.clover, ".cell": move.cell}
    goal = Goal("it is legal in 2012", keeps_clauses(old))
    told = tuple(smallest.items())
    yield Question("a second placing of 2020", (keeps_clauses(new),), (goal,), clauses_about(Placing), told, case)


def _one_laid(rules: Rules) -> LineOfPlay:
    line = LineOfPlay(_old(rules))
    line.make(Placing(Player(1), Clover(1), rules.board.diagonal[0]))
    return line


def _only_in_2020(case: Counterexample) -> bool:
    step = case.steps[-1]
    assert isinstance(step, Step)
    rules = _new(step.before.rules)
    seen = Step(changed(step.before, rules=rules), step.move, changed(step.after, rules=rules))
    return isinstance(step.move, Placing) and not breached(rules.changes.in_force(listed.CLAUSES), seen)


PARTS_ONLY = ClaimId("LNC72")

CLAIMS = (
    Provable(
        PARTS_ONLY,
        "Behind set-up the editions are one game: a start, a turn or a result is legal in 2020 where it is legal in 2012, "
        "and leads to the same table. 2012 allows exactly those placings of 2020 for which nobody waits who has laid fewer, "
        "and these are exactly those of Michael's set-up in 2020.",
        "proved",
        "all tables and moves, each once by either edition",
        "Every game of 2012 is one of 2020; whoever knows one edition knows the other.",
        _one_game,
    ),
    Provable(
        ClaimId("LNC73"),
        "Every set-up of 2020 is one of 2012.",
        "refuted",
        "second placings behind a 1 of player 1 on a1",
        "Only 2020 lets a player lay a second clover before the others have laid one.",
        _all_of_them,
        _only_in_2020,
    ),
)
