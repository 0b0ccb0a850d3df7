"""What the draws gave in a game of two, and what the choices gave away, so that both add up to the result.

Every decision has a worth before it and one after it: as proven, else by the estimate, where before it the policy
chooses. What the choice changes is the player's own. After a draw the worth with the clover in hand differs from that
of drawing: that is luck. What is left over is no one's: one estimate corrects the other, or a proof an estimate.
"""

from collections.abc import Sequence

from msgspec import Struct

from models.position import DRAW, Problem, payoff
from verifier.analyze import Analysed, JudgedDecision

TWO = 2  # players


class Shift(Struct, frozen=True):
    """What one decision of `player` changed, as player 1 sees it: by the choice, by luck, and what is left over."""

    player: int
    choice: float
    luck: float
    rest: float


class Account(Struct, frozen=True):
    """A game told apart, as player 1 sees it: `start`, all shifts and what is over add up to the `result`.

    `ended` tells that the result is that of the game; else it is what the last position was worth.
    """

    start: float
    shifts: tuple[Shift, ...]
    result: float
    ended: bool

    def of(self, player: int) -> tuple[float, float]:
        """Give what luck and the choices of a player changed, as that player sees it."""
        sign = 1 if player == 1 else -1
        own = [each for each in self.shifts if each.player == player]
        return sign * sum(each.luck for each in own), sign * sum(each.choice for each in own)

    @property
    def rest(self) -> float:
        """What is left over."""
        return sum(each.rest for each in self.shifts)


def _worths(decision: JudgedDecision) -> tuple[float, float] | None:
    """Give what a decision was worth to player 1 before and after it, None where that is not known."""
    if decision.guessed is None and not decision.exact:
        return None
    sign = 1 if decision.player == 1 else -1
    before = float(decision.before.low) if decision.guessed is None or decision.before.exact else decision.guessed.usual
    after = (
        float(decision.after.low) if decision.guessed is None or decision.after.exact else decision.guessed.after.mean
    )
    return sign * before, sign * after


def account_of(turns: Sequence[Analysed]) -> Account | None:
    """Tell luck from choices in the turns of one game, None where it is not for two, knows no draws, or a decision is
    not known.
    """
    ordered = sorted(turns, key=lambda each: each.turn.turn)
    decisions = [each for turn in ordered for each in turn.decisions]
    worths = [found for each in decisions if (found := _worths(each)) is not None]
    whole = all(len(turn.decisions) == len(turn.turn.choices) for turn in ordered)
    drawn_in = any(each.move == DRAW for each in decisions)
    if not drawn_in or len(worths) < len(decisions) or not whole:
        return None
    position, move = ordered[-1].turn.choices[-1]
    if len(position.points()) != TWO:
        return None
    end = None if move == DRAW else payoff(Problem(position, "win", "win", 1), position.after(move))
    result = worths[-1][1] if end is None else float(end)
    shifts = []
    for at, (decision, (before, after)) in enumerate(zip(decisions, worths, strict=True)):
        following = worths[at + 1][0] if at + 1 < len(worths) else result
        drawn = decision.move == DRAW and at + 1 < len(worths)
        gap = following - after
        shifts.append(Shift(decision.player, after - before, gap if drawn else 0.0, 0.0 if drawn else gap))
    return Account(worths[0][0], tuple(shifts), result, end is not None)
