"""What the draws gave in a game of two, and what the choices gave away, so that both add up to the result.

Every position has one worth: as proven, else by the estimate, as if the policy chose there (`linked_worths`). A choice
changes the worth of its position to that of the one after it, or to that of drawing, and that is the player's own. A
draw changes the worth of drawing to that of the position with the clover in hand: that is luck. So all changes add up
to the result, without a remainder. Where both choose at the same time, each choice is told against what the other one
was to be expected to do; what came of the two together is luck too, and nobody's own.
"""

import math
from collections.abc import Sequence

from msgspec import Struct

from models.position import DRAW, Objective, Position, Problem, payoff
from verifier.analyze import Analysed, Interval, JudgedDecision
from verifier.linked_worths import TWO, in_order, linked, seen, worth_of


class Shift(Struct, frozen=True):
    """What one decision of `player` changed, as player 1 sees it: by the choice and by luck.

    `met` is what came of choices made at the same time, told with the second one. 95 % intervals reach so far around
    choice and luck, 0 where all is proven.
    """

    player: int
    choice: float
    luck: float
    choice_reach: float
    luck_reach: float
    met: float = 0.0


class Account(Struct, frozen=True):
    """A game told apart, as player 1 sees it: `start` and all shifts add up to the `result`.

    `ended` tells that the result is that of the game; else it is what the last position was worth. `draws` tells that
    something was drawn, `meets` that both chose at the same time.
    """

    start: Interval
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


def _worths(decision: JudgedDecision) -> tuple[Interval, Interval, float] | None:
    """Give what a decision was worth to player 1 before and after it, and how far the interval around the difference
    reaches; None where that is not known.
    """
    before, after, guessed = worth_of(decision, before=True), worth_of(decision, before=False), decision.guessed
    if before is None or after is None:
        return None
    sign = 1 if decision.player == 1 else -1
    reach = after.reach if decision.before.exact or guessed is None else guessed.changed.reach
    return seen(before, sign), seen(after, sign), reach


def told_apart(turns: Sequence[Analysed], objective: Objective, opposed: bool) -> tuple[list[Analysed], Account | None]:
    """Give turns first to last, and luck told from choices in them; `opposed`: points of one count against the other.

    Where one does not lose what the other one wins nothing adds up: worths stay as they are, and there is no account.
    """
    if objective != "win" and not opposed:
        return in_order(turns), None
    ordered = linked(turns)
    return ordered, account_of(ordered, objective)


def account_of(turns: Sequence[Analysed], objective: Objective = "win") -> Account | None:
    """Tell luck from choices in the turns of one game, None where it is not for two, or a decision is not known.

    With the objective `points` what one is ahead the other must be behind.
    """
    ordered = linked(turns)
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
            shifts.append(Shift(decision.player, choice, 0.0, reach, 0.0))
        elif at and _meet(places, at - 1):
            expected = worths[at - 1][0].mean + shifts[-1].choice + choice
            shifts.append(Shift(decision.player, choice, 0.0, reach, 0.0, following.mean - expected))
        elif decision.move == DRAW and at + 1 < len(worths):
            shifts.append(Shift(decision.player, choice, gap, reach, math.hypot(following.reach, after.reach)))
        else:
            shifts.append(Shift(decision.player, choice + gap, 0.0, reach, 0.0))
    drawn, meets = any(each.move == DRAW for each in decisions), any(place.together for place in places)
    return Account(worths[0][0], tuple(shifts), result.mean, end is not None, drawn, meets)


def _meet(places: Sequence[Position], at: int) -> bool:
    """Tell whether a decision and the next one are made at the same time."""
    if at + 1 >= len(places) or not (places[at].together and places[at + 1].together):
        return False
    return places[at].mover != places[at + 1].mover and places[at].layer == places[at + 1].layer
