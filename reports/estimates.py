"""Estimates of moves in words, and in JSON, apart from what is proven."""

import re
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from reports.style import Paint, broken_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.playouts import Policy
    from models.solving import Words
    from verifier.solve.estimate import Estimate


NOT_PROVEN = "Estimated, not proven"
LIMIT = "The policy is not best play: by best play another move may be better."


class MoveEstimateRow(Struct):
    """What a move is worth for the player to move if everybody plays on by the policy, within what is proven."""

    move: Annotated[str, Meta(description="the name the game gives it, see docs/solve.md")]
    mean: Annotated[float, Meta(description="the mean of the games played out")]
    low: Annotated[float, Meta(description="where the 95 % interval begins")]
    high: Annotated[float, Meta(description="where it ends")]
    playouts: Annotated[int, Meta(ge=0, description="how many games were played out after it; 0: its value is proven")]


class EstimateRow(Struct):
    """An estimate: not proven, and never outside `lower` and `upper`."""

    policy: Annotated[str, Meta(description="how everybody plays in the games played out, see docs/estimates.md")]
    seed: int
    playouts: Annotated[int, Meta(ge=0, description="how many games were played out in all")]
    complete: Annotated[bool, Meta(description="false where time or Ctrl-C came first: only then the seed is not all")]
    best: Annotated[str, Meta(description="the move that looks best under the policy, which is not best play")]
    sure: Annotated[float, Meta(ge=0, le=1, description="in what share of resamples it is the best under the policy")]
    moves: Annotated[list[MoveEstimateRow], Meta(description="best first")]


def estimate_row(estimate: "Estimate | None") -> EstimateRow | None:
    """Give the JSON form."""
    if estimate is None:
        return None
    moves = [
        MoveEstimateRow(each.move, round(worth.mean, 6), round(worth.low, 6), round(worth.high, 6), each.games)
        for each in estimate.moves
        for worth in [each.worth]
    ]
    return EstimateRow(
        policy=estimate.policy,
        seed=estimate.seed,
        playouts=estimate.games,
        complete=not estimate.stopped,
        best=estimate.best.move,
        sure=round(estimate.sure, 3),
        moves=moves,
    )


def estimate_text(estimate: "Estimate", policies: "Sequence[Policy]", words: "Words", paint: Paint) -> str:
    """Give what each move is worth by the games played out, and how sure the best one is."""
    said = next((policy.words for policy in policies if policy.name == estimate.policy), "")
    games = "1 game" if estimate.games == 1 else f"{estimate.games:,} games"
    head = broken_lines(f"{NOT_PROVEN}: {games} played out (seed {estimate.seed}), all players as", 0)
    head = [line.replace(NOT_PROVEN, paint("warning", NOT_PROVEN)) for line in head]
    lines = [*head, *broken_lines(f"`{estimate.policy}`: {said}.", 0), ""]
    wide = max(len(words.say(each.move)) for each in estimate.moves)
    for each in estimate.moves:
        worth = each.worth
        shown = f"{worth.mean:7.3f}  " + (f"({worth.low:.3f} to {worth.high:.3f})" if each.games else "(proven)")
        line = f"  {words.say(each.move).ljust(wide)}  {shown.ljust(26)}  {each.games:>7,}".rstrip()
        lines += [re.sub(r"(?<=\S) +", " ", part) if part != line else part for part in broken_lines(line, 4)]
    if len(estimate.moves) > 1:
        best = f"{words.say(estimate.best.move)} is best under the policy in {_percent(estimate.sure)} resamples."
        lines += ["", *broken_lines(best, 0), *broken_lines(LIMIT, 0)]
    if estimate.stopped:
        lines.append("Stopped before all games were played.")
    return "\n".join(lines) + "\n"


def _percent(share: float) -> str:
    return "all" if share == 1 else f"{100 * share:.0f} % of" if share < 0.995 else "more than 99 % of"
