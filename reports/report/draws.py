"""Draws in words: whether the clovers are shuffled."""

from reports.report.parts import DrawsPart, many
from verifier.evidence.fairness import LEAST, PARTS, Fairness

SUSPICIOUS = 0.001  # a chance below it is told


def draws_part(found: Fairness) -> DrawsPart:
    """Say what the draws of games with one highest number show."""
    rows = tuple(
        (
            number,
            tuple(
                (
                    found.seen[part][number],
                    found.expected[part][number],
                    (found.seen[part][number] - found.expected[part][number]) / found.spread[part][number] ** 0.5
                    if found.spread[part][number] > 0 and found.p is not None
                    else None,
                )
                for part in range(len(PARTS))
            ),
        )
        for number in range(1, found.top + 1)
    )
    total = sum(found.draws)
    if found.p is None:
        words = (
            f"Too few draws to tell: {total:,} draws in {many(found.games, 'game')}; each number must be expected "
            f"at least {LEAST:.0f} times in each half of the pile, and one is expected {found.least:.1f} times."
        )
        return DrawsPart(found, words, "too few", rows)
    suspicious = found.p < SUSPICIOUS
    chance = f"{found.p:.3f}" if found.p >= SUSPICIOUS else f"{found.p:.1e}"
    told = (
        "Draws from a well shuffled pile differ so much that rarely: look at the shuffling."
        if suspicious
        else "No reason to doubt the shuffling."
    )
    words = f"Chi-square {found.value:.1f} with {found.freedom} degrees of freedom, p = {chance}. {told}"
    return DrawsPart(found, words, "suspicious" if suspicious else "fair", rows)
