"""How fast gardens are answered, beside solvers on the same gardens: `python -m tests.bench_garden [HOW MANY] [--tiny]`."""

import random
import sys
from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from models.lucky_numbers.gardens.completability import completability
from models.lucky_numbers.gardens.completions import completions
from models.lucky_numbers.gardens.direct_turns import can_be_put
from tests.gardens import EXAMPLE, Numbers, at, numbers, sets_of

if TYPE_CHECKING:
    from collections.abc import Callable

COPIES = sets_of(20, 2)
SIDE, TOP = 4, 20
PAIRS = [(cell, cell + step) for cell in range(16) for step in (1, 4) if (cell % 4 < 3 if step == 1 else cell < 12)]


def gardens(count: int) -> list[Numbers]:
    """Give gardens in order with 4 to 11 clovers, half of them cut from full ones."""
    rng = random.Random(20)
    found: list[Numbers] = []
    while len(found) < count:
        garden = [0] * 16
        if len(found) % 2:
            garden[0], garden[5], garden[10], garden[15] = sorted(rng.sample(range(1, 21), 4))
            full = completability(at(SIDE), garden, COPIES).full
            assert full is not None
            garden = [number if rng.random() < 0.5 else 0 for number in full]
        else:
            for cell in rng.sample(range(16), rng.randint(4, 11)):
                fitting = [number for number in range(1, TOP + 1) if can_be_put(at(SIDE), garden, cell, number, COPIES)]
                garden[cell] = rng.choice(fitting) if fitting else 0
        found.append(tuple(garden))
    return found


def z3_base() -> tuple[Any, list[Any]]:
    """State in z3 what a full garden is."""
    import z3

    solver, cells = z3.SolverFor("QF_LIA"), [z3.Int(f"cell{cell}") for cell in range(16)]
    solver.add(*(z3.And(cell >= 1, cell <= TOP) for cell in cells))
    solver.add(*(cells[low] < cells[high] for low, high in PAIRS))
    solver.add(*(z3.AtMost(*(cell == n for cell in cells), COPIES[n]) for n in range(1, TOP + 1)))
    return solver, cells


def z3_fresh(asked: list[Numbers]) -> list[bool]:
    """Ask a new solver about each garden."""
    answers = []
    for garden in asked:
        solver, cells = z3_base()
        solver.add(*(cells[cell] == number for cell, number in enumerate(garden) if number))
        answers.append(str(solver.check()) == "sat")
    return answers


def z3_push_pop(asked: list[Numbers]) -> list[bool]:
    """Ask one solver about all gardens."""
    solver, cells = z3_base()
    answers = []
    for garden in asked:
        solver.push()
        solver.add(*(cells[cell] == number for cell, number in enumerate(garden) if number))
        answers.append(str(solver.check()) == "sat")
        solver.pop()
    return answers


def cp_sat(asked: list[Numbers]) -> list[bool]:
    """Ask OR-tools, which has no push and pop; raises ImportError where it is not installed."""
    from ortools.sat.python import cp_model

    answers = []
    for garden in asked:
        model: Any = cp_model.CpModel()
        cells = [model.NewIntVar(1, TOP, f"cell{cell}") for cell in range(16)]
        for low, high in PAIRS:
            model.Add(cells[low] < cells[high])
        holds = [[model.NewBoolVar("") for _ in range(TOP)] for _ in cells]
        for cell, flags in zip(cells, holds, strict=True):
            model.AddExactlyOne(flags)
            model.Add(sum((n + 1) * flag for n, flag in enumerate(flags)) == cell)
        for n in range(TOP):
            model.Add(sum(flags[n] for flags in holds) <= COPIES[n + 1])
        for cell, number in enumerate(garden):
            if number:
                model.Add(cells[cell] == number)
        solver: Any = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        answers.append(solver.Solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE))
    return answers


def counted(asked: list[Numbers]) -> list[bool]:
    """Count the completions."""
    return [completions(at(SIDE), garden, COPIES) > 0 for garden in asked]


def answered(asked: list[Numbers]) -> list[bool]:
    """Give the whole verdict: count, fewest turns in order, blocking set."""
    return [completability(at(SIDE), garden, COPIES).fillable for garden in asked]


def main(words: Sequence[str] = ()) -> None:
    """Time all on the same gardens and see that they agree."""
    count = next((int(word) for word in words if word.isdigit()), 2 if "--tiny" in words else 200)
    asked, example = gardens(count), numbers(EXAMPLE)
    completability(at(SIDE), example, COPIES)  # the lattice is made once
    start = perf_counter()
    for _ in range(100):
        completability(at(SIDE), example, COPIES)
    print(f"the printed example, whole verdict: {(perf_counter() - start) * 10:.2f} ms")
    ways: dict[str, Callable[[list[Numbers]], list[bool]]] = {
        "cloverproof, exact count": counted,
        "cloverproof, whole verdict": answered,
        "z3, push and pop": z3_push_pop,
        "z3, fresh": z3_fresh,
        "CP-SAT, fresh": cp_sat,
    }
    truth = counted(asked)
    print(f"{count} gardens, {sum(truth)} of them can be filled:")
    for name, ask in ways.items():
        start = perf_counter()
        try:
            answers = ask(asked)
        except ImportError as missing:
            print(f"  {name:<28} not installed ({missing.name}): pip install -e '.[bench]'")
            continue
        spent = perf_counter() - start
        assert answers == truth, f"{name} answers otherwise"
        print(f"  {name:<28} {spent:8.3f} s {count / spent:10,.0f} gardens/s")


if __name__ == "__main__":
    main(sys.argv[1:])
