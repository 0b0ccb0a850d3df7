"""What is said above a proposed mapping: what to look at, and what to add."""

from verifier.guess.draft import Draft
from verifier.guess.trial import TrialResult


def without_setup(draft: Draft, result: TrialResult) -> list[str]:
    """Tell what to do where nothing is found that lies before play, and a clause is broken for it."""
    if "setup" in draft.record or not result.at_start:
        return []
    return [
        f"NO SET-UP is found, so that {result.at_start} breaks and each garden begins empty. Say under [record] what",
        'lies there, a path or the numbers themselves, such as setup = "`[[2, 7, 9, 14], [1, 6, 11, 20]]`"; where',
        "nobody knows it, write our form with a gap in its place (docs/incomplete.md).",
    ]


def advice(unsure: int) -> list[str]:
    """Say how far a mapping is sure; `unsure` counts the lines that are not."""
    if not unsure:
        return ["Every line fits the names and values in the record; the verdict shows whether it fits the rules too."]
    return [f"Look at {unsure} line{'' if unsure == 1 else 's'} marked NOT SURE and correct what is wrong."]
