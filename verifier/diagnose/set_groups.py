"""Sets of mistakes that explain the same: what may stand in the place of one of the first set, and other sets."""

from collections.abc import Sequence
from itertools import permutations
from typing import TypeVar

MistakeT = TypeVar("MistakeT")


def swaps_of(sets: Sequence[Sequence[MistakeT]]) -> tuple[tuple[MistakeT, ...], ...]:
    """Give beside each mistake of the first set those that could stand in its place."""
    if not sets:
        return ()
    first, found = sets[0], []
    for place in range(len(first)):
        rest = {*first[:place], *first[place + 1 :]}
        swaps = [{*other} - rest for other in sets[1:] if len(other) == len(first) and rest < {*other}]
        found.append(tuple(next(iter(swap)) for swap in swaps))
    return tuple(found)


def other_sets(sets: Sequence[Sequence[MistakeT]]) -> tuple[Sequence[MistakeT], ...]:
    """Give the sets that are not the first one with others in the places of its mistakes."""
    if not sets:
        return ()
    allowed = [{mistake, *swaps} for mistake, swaps in zip(sets[0], swaps_of(sets), strict=True)]
    return tuple(
        other
        for other in sets[1:]
        if len(other) != len(allowed) or not any(all(map(_is_in, order, allowed)) for order in permutations(other))
    )


def _is_in(mistake: MistakeT, allowed: set[MistakeT]) -> bool:
    return mistake in allowed


def parted_groups(sets: Sequence[Sequence[MistakeT]]) -> list[list[tuple[list[MistakeT], list[MistakeT]]]]:
    """Give what is to be told apart, each time from the first of a group: what is named of a set, and the whole set.

    What may stand in the place of a mistake is a group for each place, so that independent ones are not multiplied.
    """
    groups = []
    for place, swaps in enumerate(swaps_of(sets)):
        first = sets[0]
        if swaps:
            whole = [[*first[:place], each, *first[place + 1 :]] for each in (first[place], *swaps)]
            groups.append([([own[place]], own) for own in whole])
    others = other_sets(sets)
    if others:
        common = {*sets[0]}.intersection(*others)
        groups.append([([each for each in own if each not in common], [*own]) for own in (sets[0], *others)])
    return groups
