"""Go through a recorded game and find the decisions that gave value away."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from models.game import Malformed
from models.position import DRAW, Objective, Position, Problem, payoff
from verifier.turns_of_log import Recorded

GIVE_UP = 3  # decisions in a row of which nothing is known: the turns before them are not looked at


class Bounds(Struct, frozen=True):
    """What is proven of a worth: from `low` to `high`, seen by the player who decides."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> bool:
        """Tell whether the worth is known."""
        return self.low == self.high


class Outlook(Struct, frozen=True):
    """What is proven of a problem and of each of its moves."""

    worth: Bounds
    moves: dict[str, Bounds]


Solve = Callable[[Problem], Outlook]


class Decision(Struct, frozen=True):
    """One decision of a turn: what was done, what it was worth, what the best would have been worth, and which it was.

    `lost` is what it gave away, proven from `low` to `high`.
    """

    move: str
    before: Bounds
    after: Bounds
    best: str
    lost: Bounds


class Analysed(Struct, frozen=True):
    """A turn and what became of its decisions; none where it was not looked at, and `why` says why."""

    turn: Recorded
    decisions: tuple[Decision, ...]
    why: str = ""

    @property
    def gave_away(self) -> Fraction:
        """Give what the turn surely gave away."""
        return sum((decision.lost.low for decision in self.decisions), Fraction(0))


def analyse(turns: Sequence[Recorded], solve: Solve, objective: Objective = "win") -> Iterator[Analysed]:
    """Look at the turns of one game, the last one first."""
    unknown = 0
    for turn in reversed(turns):
        if turn.breaks:
            yield Analysed(turn, (), f"it breaks {', '.join(turn.breaks)}")
        elif turn.why or not turn.choices:
            yield Analysed(turn, (), turn.why)
        elif not turn.choices[0][0].mover:
            yield Analysed(turn, (), "play was over before it")
        elif unknown >= GIVE_UP:
            yield Analysed(turn, (), "too far from the end for the time it was given")
        else:
            try:
                decisions = tuple(_decision(*choice, solve, objective) for choice in turn.choices)
            except Malformed as wrong:
                unknown += 1
                yield Analysed(turn, (), wrong.message)
                continue
            known = any(decision.before.high - decision.before.low < _widest(objective) for decision in decisions)
            unknown = 0 if known else unknown + 1
            yield Analysed(turn, decisions)


def _widest(objective: Objective) -> int:
    """Give the width of bounds that say next to nothing."""
    return 1 if objective == "win" else 3


def _decision(position: Position, move: str, solve: Solve, objective: Objective) -> Decision:
    problem = Problem(position, "win", objective, position.mover)
    outlook = solve(problem)
    after = outlook.moves[move]
    if not after.exact and after.high > outlook.worth.low:
        after = _both(after, _after(problem, move, solve))
    best = max(outlook.moves, key=lambda each: (outlook.moves[each].low, outlook.moves[each].high, each == move))
    before = Bounds(max(outlook.worth.low, after.low), outlook.worth.high)
    lost = Bounds(max(Fraction(0), before.low - after.high), max(Fraction(0), before.high - after.low))
    return Decision(move, before, after, best, lost)


def _both(one: Bounds, other: Bounds) -> Bounds:
    return Bounds(max(one.low, other.low), min(one.high, other.high))


def _after(problem: Problem, move: str, solve: Solve) -> Bounds:
    """Look at what follows a move by itself."""
    if move != DRAW:
        return _worth(problem, problem.start.after(move), solve)
    chances = problem.start.chances()
    total = sum(chance.copies for chance in chances)
    each = [(chance.copies, _worth(problem, chance.after, solve)) for chance in chances]
    low = sum((copies * worth.low for copies, worth in each), Fraction(0)) / total
    high = sum((copies * worth.high for copies, worth in each), Fraction(0)) / total
    return Bounds(low, high)


def _worth(problem: Problem, position: Position, solve: Solve) -> Bounds:
    known = payoff(problem, position)
    if known is not None:
        return Bounds(known, known)
    return solve(Problem(position, problem.goal, problem.objective, problem.hero)).worth
