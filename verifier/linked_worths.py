"""One estimated worth for each position of a game of two, so that what choices and draws changed adds up.

A position that one decision leads to is played out again for the next one, and for the move that was made beside the
move of the policy, which are the same position where they are the same move. So a decision takes over what the next one
found its position to be worth, unless chance lies between; what it was worth before is that less what the choice
changed, which was found on the same draws. A proof goes before all estimates.
"""

import math
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from models.position import DRAW, Position
from verifier.analyze import Analysed, Bounds, Interval, JudgedDecision

TWO = 2  # players


class _Place(NamedTuple):
    """A decision and its position; `follows`: the decision before it has led to this position, without chance."""

    position: Position
    decision: JudgedDecision
    follows: bool


def linked(turns: Sequence[Analysed]) -> list[Analysed]:
    """Give turns, first to last, with one worth for each position, where what one player wins the other one loses.

    Games of more or fewer than two are given as they are.
    """
    ordered = in_order(turns)
    places = _places(ordered)
    if any(len(place.position.points()) != TWO for place in places):
        return ordered
    found, following = list[JudgedDecision](), None
    for at in range(len(places) - 1, -1, -1):
        own, before = places[at], places[at].decision.before
        if own.follows:
            earlier = places[at - 1].decision
            before = narrower(before, turned(earlier.after, earlier.player != own.decision.player))
        known = _linked(own.decision, before, following)
        following, worth = None, worth_of(known, before=True)
        if own.follows and worth is not None:
            following = seen(worth, 1 if places[at - 1].decision.player == known.player else -1)
        found.append(known)
    left = iter(reversed(found))
    return [replace(turn, decisions=tuple(islice(left, len(turn.decisions)))) for turn in ordered]


def in_order(turns: Sequence[Analysed]) -> list[Analysed]:
    """Give turns first to last."""
    return sorted(turns, key=lambda each: (each.turn.game, each.turn.turn))


def _places(turns: Sequence[Analysed]) -> list[_Place]:
    """Give all decisions in their order."""
    places = list[_Place]()
    reached: Position | None = None
    for turn in turns:
        whole = len(turn.decisions) == len(turn.turn.choices)
        for (position, move), decision in zip(turn.turn.choices, turn.decisions, strict=False):
            places.append(_Place(position, decision, whole and reached == position))
            reached = position.after(move) if whole and move != DRAW and not position.together else None
        if not whole:
            reached = None
    return places


def _linked(decision: JudgedDecision, before: Bounds, following: Interval | None) -> JudgedDecision:
    """Give a decision with what its position is worth, of which these bounds are proven, and what follows its move.

    All is as the player who decides sees it; None: what follows is not known.
    """
    guessed = decision.guessed
    if guessed is None:
        return decision
    after = proven(decision.after) if decision.after.exact else (following or guessed.after).within(decision.after)
    changed = guessed.changed
    below = math.hypot(after.mean - after.low, changed.high - changed.mean)
    above = math.hypot(after.high - after.mean, changed.mean - changed.low)
    mean = after.mean - changed.mean
    worth = Interval(mean, mean - below, mean + above).within(before)
    return replace(decision, guessed=replace(guessed, before=worth, after=after))


def narrower(one: Bounds, other: Bounds) -> Bounds:
    """Give what both of two bounds prove."""
    return Bounds(max(one.low, other.low), min(one.high, other.high))


def turned(bounds: Bounds, other: bool) -> Bounds:
    """Give bounds as the same player sees them, or the other one."""
    return Bounds(-bounds.high, -bounds.low) if other else bounds


def worth_of(decision: JudgedDecision, before: bool) -> Interval | None:
    """Give what a decision was worth before it, or after it: as proven, else as estimated; None: not known."""
    bounds = decision.before if before else decision.after
    if bounds.exact:
        return proven(bounds)
    guessed = decision.guessed
    return None if guessed is None else guessed.before if before else guessed.after


def proven(bounds: Bounds) -> Interval:
    """Give a worth that is known exactly as an interval."""
    return Interval(float(bounds.low), float(bounds.low), float(bounds.low))


def seen(worth: Interval, sign: int) -> Interval:
    """Give a worth as the same player sees it (1), or the other one (-1)."""
    return worth if sign > 0 else Interval(-worth.mean, -worth.high, -worth.low)
