"""What somebody may have meant by a word that is not known."""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST = 40  # characters of a word that are looked at: it comes from outside
ALIKE = 0.6  # the least ratio of `difflib` that counts of words
ALIKE_IDS = 0.5  # of ids, which have a few letters only


def nearest(word: str, known: Iterable[str], most: int = 1, alike: float = ALIKE) -> list[str]:
    """Give up to so many known words that are spelled nearly like one, the best first."""
    return get_close_matches(word[:LONGEST], list(known), most, alike)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Ask whether the known word that is spelled most alike was meant: `did you mean NAME? `, or nothing."""
    return "".join(f"did you mean {near}? " for near in nearest(word, known))
