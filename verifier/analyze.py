"""Go through a recorded game and find the decisions that gave value away."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from models.position import DRAW, Objective, Position, Problem
from models.reading import Malformed
from verifier.turns_of_log import Recorded

GIVE_UP = 3  # turns in a row of which next to nothing is known: those before them are not looked at
TOO_FAR = "too far from the end for the time it was given"
NO_TIME = "no time was left"
TWO = 2  # players


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


# Tells what is proven of a problem whose hero moves, with some care for one of its moves; None: no time is left.
Solve = Callable[[Problem, str], Outlook | None]


class JudgedDecision(Struct, frozen=True):
    """One decision of a turn: what was done, what it was worth, what the best would have been worth, and which it was.

    `player` decides. `drawn` is the number in hand, 0 where there was none. `lost` is what the decision gave away,
    proven from `low` to `high`. Where several moves are proven to be worth the same, `best` is the one that was made if
    it is among them.
    """

    player: int
    drawn: int
    move: str
    before: Bounds
    after: Bounds
    best: str
    lost: Bounds


class Analysed(Struct, frozen=True):
    """A turn and what became of its decisions; none where it was not looked at, and `why` says why."""

    turn: Recorded
    decisions: tuple[JudgedDecision, ...]
    why: str = ""

    @property
    def players(self) -> tuple[int, ...]:
        """Name those who decided something, in order."""
        return tuple(dict.fromkeys(decision.player for decision in self.decisions))

    def lost_by(self, player: int) -> Fraction:
        """Give what the decisions of a player surely gave away."""
        return sum((each.lost.low for each in self.decisions if each.player == player), Fraction(0))

    @property
    def gave_away(self) -> Fraction:
        """Give what the turn surely gave away."""
        return sum((decision.lost.low for decision in self.decisions), Fraction(0))


def analyse(turns: Sequence[Recorded], solve: Solve, objective: Objective = "win") -> Iterator[Analysed]:
    """Look at the turns of one game, the last one first.

    What is proven of a position also counts for the turn that led to it, as far as only two play and one wins what the
    other loses.
    """
    unknown, over = 0, False
    proven: dict[Position, Bounds] = {}
    for turn in reversed(turns):
        if turn.breaks:
            yield Analysed(turn, (), f"it breaks {', '.join(turn.breaks)}")
        elif turn.why or not turn.choices:
            yield Analysed(turn, (), turn.why)
        elif not turn.choices[0][0].mover:
            yield Analysed(turn, (), "play was over before it")
        elif over:
            yield Analysed(turn, (), NO_TIME)
        elif unknown >= GIVE_UP:
            yield Analysed(turn, (), TOO_FAR)
        else:
            try:
                found = [_decision(*choice, solve, objective, proven) for choice in turn.choices]
            except Malformed as wrong:
                unknown += 1
                yield Analysed(turn, (), wrong.message)
                continue
            decisions = tuple(decision for decision in found if decision is not None)
            over = len(decisions) < len(found)
            if decisions and objective == "win":
                proven = {turn.choices[0][0]: decisions[0].before}
            known = any(decision.before.high - decision.before.low < _widest(objective) for decision in decisions)
            unknown = 0 if known else unknown + 1
            yield Analysed(turn, decisions, "" if decisions else NO_TIME)


def _widest(objective: Objective) -> int:
    """Give the width of bounds that say next to nothing."""
    return 1 if objective == "win" else 3


def _decision(
    position: Position, move: str, solve: Solve, objective: Objective, proven: dict[Position, Bounds]
) -> JudgedDecision | None:
    outlook = solve(Problem(position, "win", objective, position.mover), move)
    if outlook is None:
        return None
    after = outlook.moves[move]
    following = None if move == DRAW else proven.get(position.after(move))
    if following is not None and len(position.points()) == TWO:
        if position.after(move).mover != position.mover:
            following = Bounds(-following.high, -following.low)
        after = Bounds(max(after.low, following.low), min(after.high, following.high))
    best = max(outlook.moves, key=lambda each: (outlook.moves[each].low, outlook.moves[each].high, each == move))
    others = max((each.high for name, each in outlook.moves.items() if name != move), default=after.high)
    before = Bounds(max(outlook.worth.low, after.low), min(outlook.worth.high, max(after.high, others)))
    lost = Bounds(max(Fraction(0), before.low - after.high), max(Fraction(0), before.high - after.low))
    if after.low >= outlook.moves[best].low and not lost.low:
        best = move
    return JudgedDecision(position.mover, position.drawn, move, before, after, best, lost)
