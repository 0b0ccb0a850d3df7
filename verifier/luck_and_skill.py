"""What the draws gave in a game of two, and what the choices gave away, so that both add up to the result.

Every decision has a worth before it and one after it: as proven, else by the estimate, where before it the policy
chooses. What the choice changes is the player's own. After a draw the worth with the clover in hand differs from that
of drawing: that is luck. Where both choose at the same time, each choice is told against what the other one was to be
expected to do; what came of the two together is luck too, and nobody's own. What is left over is no one's: one estimate
corrects the other, or a proof an estimate.
"""

import math
from collections.abc import Sequence

from msgspec import Struct

from models.position import DRAW, Objective, Position, Problem, payoff
from verifier.analyze import Analysed, Bounds, Interval, JudgedDecision

TWO = 2  # players


class Shift(Struct, frozen=True):
    """What one decision of `player` changed, as player 1 sees it: by the choice, by luck, and what is left over.

    `met` is what came of choices made at the same time, told with the second one. 95 % intervals reach so far around
    choice and luck, 0 where all is proven.
    """

    player: int
    choice: float
    luck: float
    rest: float
    choice_reach: float
    luck_reach: float
    met: float = 0.0


class Account(Struct, frozen=True):
    """A game told apart, as player 1 sees it: `start`, all shifts and what is over add up to the `result`.

    `ended` tells that the result is that of the game; else it is what the last position was worth. `draws` tells that
    something was drawn, `meets` that both chose at the same time.
    """

    start: float
    start_reach: float
    shifts: tuple[Shift, ...]
    result: float
    ended: bool
    draws: bool = True
    meets: bool = False

    def of(self, player: int) -> tuple[float, float]:
        """Give what luck and the choices of a player changed, as that player sees it."""
        sign = 1 if player == 1 else -1
        own = [each for each in self.shifts if each.player == player]
        return sign * sum(each.luck for each in own), sign * sum(each.choice for each in own)

    def reach_of(self, player: int) -> tuple[float, float]:
        """Tell how far 95 % intervals reach around what `of` gives; estimates of different decisions count as
        independent.
        """
        own = [each for each in self.shifts if each.player == player]
        return math.hypot(*(each.luck_reach for each in own)), math.hypot(*(each.choice_reach for each in own))

    @property
    def met(self) -> float:
        """What came of choices made at the same time."""
        return sum(each.met for each in self.shifts)

    @property
    def rest(self) -> float:
        """What is left over."""
        return sum(each.rest for each in self.shifts)


def _worths(decision: JudgedDecision) -> tuple[Interval, Interval, float] | None:
    """Give what a decision was worth to player 1 before and after it, and how far the interval around the difference
    reaches; None where that is not known.
    """
    guessed = decision.guessed
    if guessed is None and not decision.exact:
        return None
    sign = 1 if decision.player == 1 else -1
    before = proven(decision.before) if guessed is None or decision.before.exact else guessed.before
    after = proven(decision.after) if guessed is None or decision.after.exact else guessed.after
    reach = math.hypot(before.reach, after.reach)
    if guessed is not None and not decision.before.exact and not decision.after.exact:
        reach = guessed.changed.reach
    return seen(before, sign), seen(after, sign), reach


def proven(bounds: Bounds) -> Interval:
    """Give a worth that is known exactly as an interval."""
    return Interval(float(bounds.low), float(bounds.low), float(bounds.low))


def seen(worth: Interval, sign: int) -> Interval:
    """Give a worth as the same player sees it (1), or the other one (-1)."""
    return worth if sign > 0 else Interval(-worth.mean, -worth.high, -worth.low)


def account_of(turns: Sequence[Analysed], objective: Objective = "win") -> Account | None:
    """Tell luck from choices in the turns of one game, None where it is not for two, or a decision is not known.

    With the objective `points` what one is ahead the other must be behind.
    """
    ordered = sorted(turns, key=lambda each: each.turn.turn)
    decisions = [each for turn in ordered for each in turn.decisions]
    worths = [found for each in decisions if (found := _worths(each)) is not None]
    whole = all(turn.decisions and len(turn.decisions) == len(turn.turn.choices) for turn in ordered)
    if not decisions or len(worths) < len(decisions) or not whole:
        return None
    position, move = ordered[-1].turn.choices[-1]
    if len(position.points()) != TWO:
        return None
    end = None if move == DRAW else payoff(Problem(position, "win", objective, 1), position.after(move))
    result = worths[-1][1] if end is None else Interval(float(end), float(end), float(end))
    places = [place for turn in ordered for place, _ in turn.turn.choices]
    shifts = []
    for at, (decision, (before, after, reach)) in enumerate(zip(decisions, worths, strict=True)):
        following = worths[at + 1][0] if at + 1 < len(worths) else result
        choice, gap = after.mean - before.mean, following.mean - after.mean
        if _meet(places, at):  # the other one chooses without seeing it: the next decision tells what came of both
            shifts.append(Shift(decision.player, choice, 0.0, 0.0, reach, 0.0))
        elif at and _meet(places, at - 1):
            expected = worths[at - 1][0].mean + shifts[-1].choice + choice
            shifts.append(Shift(decision.player, choice, 0.0, 0.0, reach, 0.0, following.mean - expected))
        elif decision.move == DRAW and at + 1 < len(worths):
            far = math.hypot(following.reach, after.reach)
            shifts.append(Shift(decision.player, choice, gap, 0.0, reach, far))
        else:
            shifts.append(Shift(decision.player, choice, 0.0, gap, reach, 0.0))
    start, drawn = worths[0][0], any(each.move == DRAW for each in decisions)
    meets = any(place.together for place in places)
    return Account(start.mean, start.reach, tuple(shifts), result.mean, end is not None, drawn, meets)


def _meet(places: Sequence[Position], at: int) -> bool:
    """Tell whether a decision and the next one are made at the same time."""
    if at + 1 >= len(places) or not (places[at].together and places[at + 1].together):
        return False
    return places[at].mover != places[at + 1].mover and places[at].layer == places[at + 1].layer
