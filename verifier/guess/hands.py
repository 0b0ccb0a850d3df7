"""What a player lays before play, as a record may write it."""

from verifier.guess import roles
from verifier.guess.roles import is_garden, number_in


def small_hand(value: object) -> bool:
    """Tell whether something may be what a player lays before play on a board of another size."""
    parts = list(value.values()) if isinstance(value, dict) else value
    return (
        isinstance(parts, list)
        and len(parts) in (2, 3)
        and all(1 <= (number_in(each) or 0) <= roles.TOP for each in parts)
    )


def is_hand(value: object) -> bool:
    """Tell whether something is what a player lays before play: as many numbers as a diagonal has, or a garden."""
    if isinstance(value, dict):
        cells = [key for key in value if isinstance(key, str) and roles.CELL.fullmatch(key)]
        return len(cells) == len(value) == roles.SIDE and all(number_in(each) for each in value.values())
    if is_garden(value):
        assert isinstance(value, list)
        laid = [each for row in value for each in row if number_in(each) not in (None, 0, -1)]
        return len(laid) == len(value)
    if isinstance(value, list) and len(value) == roles.SIDE:
        return all(1 <= (number_in(each) or 0) <= roles.TOP for each in value)
    return False
