"""Estimates beside what `cloverproof solve` proves: when there are any, and by which policy."""

import sys
from fractions import Fraction
from typing import TYPE_CHECKING

from cli.options import refuse

if TYPE_CHECKING:
    from cli.solve_progress import SearchProgress
    from cli.solve_request import SolveRequest
    from models.game import Game
    from verifier.solve.answer import Answer
    from verifier.solve.estimate import Estimate

WIDE = Fraction(1, 4)  # between bounds, as a part of what is much: from there on there is an estimate beside them


def check_policy(game: "Game", policy: str | None) -> None:
    """Refuse a policy that a game does not know."""
    known = [each.name for each in game.positions().policies]
    if policy is not None and policy not in known:
        if not known:
            refuse(f"there are no estimates for {game.key}", "leave out --policy")
        refuse(f"--policy cannot be {policy[:40]!r}", f"it is {' or '.join(known)}")


def estimated(game: "Game", answer: "Answer", asked: "SolveRequest", watch: "SearchProgress") -> "Estimate | None":
    """Estimate the moves of a problem where that is asked for, or where its bounds stay wide.

    Where the game cannot, it is said why: what is proven stands without it.
    """
    unit = game.positions().words().unit(answer.problem.objective)
    offered = game.positions().policies and answer.problem.goal != "force"
    wide = answer.worth.high - answer.worth.low > WIDE * unit
    if watch.stopped or not answer.moves or answer.worth.exact or not (asked.estimate or (wide and offered)):
        return None
    from models.reading import Malformed
    from verifier.solve.estimate import BLOCK, estimate_moves

    watch.show("playing games out ...")
    try:
        found = estimate_moves(game, answer.problem, dict(answer.moves), asked.wish, lambda: watch.stopped)
        if asked.playouts is not None and found.games > asked.playouts:
            watch.show("")
            print(f"note: {found.games:,} games were played out: each move gets {BLOCK} at least", file=sys.stderr)
        return found
    except Malformed as wrong:
        watch.show("")
        print(f"note: there is no estimate: {wrong.message}; {wrong.help}", file=sys.stderr)
        return None
