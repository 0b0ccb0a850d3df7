"""Go through a recorded game and find the decisions that gave value away."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from models.position import DRAW, Objective, Position, Problem
from models.reading import Malformed
from verifier.turns_of_log import Recorded

GIVE_UP = 3  # turns in a row of which next to nothing is known: those before them are not looked at
TOO_FAR = "too far from the end for the time it was given"
NO_TIME = "no time was left"
BROKEN_OFF = "it was stopped before"
TWO = 2  # players


class Bounds(Struct, frozen=True):
    """What is proven of a worth: from `low` to `high`, seen by the player who decides."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> bool:
        """Tell whether the worth is known."""
        return self.low == self.high


class Interval(Struct, frozen=True):
    """A mean of games played out, and the 95 % interval around it."""

    mean: float
    low: float
    high: float

    def within(self, bounds: Bounds) -> "Interval":
        """Give the interval as far as it lies within bounds."""
        low, high = float(bounds.low), float(bounds.high)
        return Interval(*(min(high, max(low, value)) for value in (self.mean, self.low, self.high)))

    @property
    def reach(self) -> float:
        """Give half of its width."""
        return (self.high - self.low) / 2


class Guessed(Struct, frozen=True):
    """What games played out say of a decision, all for the player who decides, and within what is proven.

    `before` is what the position is worth if the policy chooses, `after` what is left if it goes on after the move that
    was made. `changed` is by how much better this move is than that of the policy, `lost` by how much `best` is better,
    the move that looks best, both on the same draws. The best of many noisy means lies too high: so it is no worth of
    the position, and `sure` tells that `lost` is more than chance (three standard errors). `games` were played out.
    """

    before: Interval
    after: Interval
    changed: Interval
    best: str
    lost: Interval
    sure: bool
    games: int


class Outlook(Struct, frozen=True):
    """What is proven of a problem and of each of its moves."""

    worth: Bounds
    moves: dict[str, Bounds]


# Tells what is proven of a problem whose hero moves, with some care for one of its moves; None: no time is left for it.
Solve = Callable[[Problem, str], Outlook | None]


class Guess(Protocol):
    """Estimates decisions."""

    def unproven(self, problem: Problem) -> Outlook:
        """Give what is known of a problem without looking at it."""
        ...

    def __call__(self, problem: Problem, move: str, bounds: Mapping[str, Bounds]) -> Guessed | None:
        """Estimate a move, with care for one of them; None where it was stopped or cannot be done."""
        ...


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
    guessed: Guessed | None = None

    @property
    def exact(self) -> bool:
        """Tell whether both worths are known."""
        return self.before.exact and self.after.exact

    @property
    def told_lost(self) -> Fraction:
        """Give what was surely given away, or else by the estimate where that is more than chance."""
        if self.lost.low or self.guessed is None or not self.guessed.sure:
            return self.lost.low
        return Fraction(self.guessed.lost.mean).limit_denominator(10_000)


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
        """Give what the decisions of a player gave away, as far as that is proven or more than chance."""
        return sum((each.told_lost for each in self.decisions if each.player == player), Fraction(0))

    @property
    def gave_away(self) -> Fraction:
        """Give what the turn gave away, as far as that is proven or more than chance."""
        return sum((decision.told_lost for decision in self.decisions), Fraction(0))


def analyse(
    turns: Sequence[Recorded],
    solve: Solve,
    objective: Objective = "win",
    guess: Guess | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Analysed]:
    """Look at the turns of one game, the last one first; what is not known is estimated by `guess`.

    `stopped` tells that nobody waits for more. What is proven of a position also counts for the turn that led to it,
    as far as only two play and one wins what the other loses.
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
            yield Analysed(turn, (), BROKEN_OFF if stopped() else NO_TIME)
        elif unknown >= GIVE_UP and guess is None:
            yield Analysed(turn, (), TOO_FAR)
        else:
            try:
                far = unknown >= GIVE_UP
                found = [
                    _decision(*choice, _unproven(guess) if far else solve, objective, proven, guess)
                    for choice in turn.choices
                ]
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
            yield Analysed(turn, decisions, "" if decisions else BROKEN_OFF if stopped() else NO_TIME)


def _widest(objective: Objective) -> int:
    """Give the width of bounds that say next to nothing."""
    return 1 if objective == "win" else 3


def _unproven(guess: Guess | None) -> Solve:
    """Give what proves nothing."""
    return lambda problem, _: None if guess is None else guess.unproven(problem)


def _decision(
    position: Position,
    move: str,
    solve: Solve,
    objective: Objective,
    proven: dict[Position, Bounds],
    guess: Guess | None = None,
) -> JudgedDecision | None:
    problem = Problem(position, "win", objective, position.mover)
    outlook = solve(problem, move)
    if outlook is None and guess is not None:
        outlook = guess.unproven(problem)
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
    if best == move and lost.low:  # a better one is there, but not which
        best = max((each for each in outlook.moves if each != move), key=lambda each: outlook.moves[each].high)
    guessed = None
    if guess is not None and not (before.exact and after.exact):
        guessed = guess(problem, move, outlook.moves | {move: after})
        if guessed is None:
            return None
        guessed = replace(guessed, before=guessed.before.within(before))
        best = best if lost.low and outlook.moves[best].low > after.high else guessed.best
    return JudgedDecision(position.mover, position.drawn, move, before, after, best, lost, guessed)
