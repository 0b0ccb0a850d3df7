"""Verdicts on claims in words that cannot be misread: a claim that is refuted may be one that we say is false."""

WORDS = {
    ("proved", "proved"): "true, and proved",
    ("refuted", "refuted"): "false, and that is what we claim",
    ("refuted", "proved"): "false, but claimed to be true",
    ("proved", "refuted"): "true, but claimed to be false",
    ("unknown", "proved"): "not decided, and claimed to be true",
    ("unknown", "refuted"): "not decided, and claimed to be false",
}
SHORT = {"proved": "true", "refuted": "false", "unknown": "not decided"}


def verdict_words(verdict: str, expected: str, *, shows_case: bool = False) -> str:
    """Say what became of a claim and what it stands for; `shows_case`: what decides it follows."""
    told = WORDS[verdict, expected]
    return f"{told}: here is the case" if shows_case and verdict != "unknown" else told
