"""Values in the events of a log that more than one kind of fact takes."""

from collections.abc import Sized

from models.reading import Malformed

LARGEST_COUNT = 10**6


def missing(field: str, what: str) -> Malformed:
    """Say that a fact was not recorded without which something cannot be judged."""
    name = field.rpartition("/")[2]
    whole = "it" if what == "it" else what
    return Malformed("missing", field, f"{name} was not recorded", f"{whole} can only be judged with its {name}")


def check_two(values: Sized, field: str) -> None:
    """Refuse a list that has not one entry for each player. Raises Malformed."""
    if len(values) != 2:
        raise Malformed("value", field, f"{field} of {len(values)} players", f"{field} has one entry for each of 2")


def count_of(value: int, field: str) -> int:
    """Give a count that is not absurd. Raises Malformed."""
    if abs(value) <= LARGEST_COUNT:
        return value
    raise Malformed("value", field, f"{field} cannot be so large", f"the largest count is {LARGEST_COUNT}")


def short(value: int) -> str:
    """Write a number that may be absurd."""
    return str(value) if abs(value) < 10**20 else "with too many digits"
