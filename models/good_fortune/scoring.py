"""What a collection scores: its groups, in every way in which the rules let them be formed."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, permutations, product
from typing import Literal

from msgspec import Struct

from models.good_fortune.kernel import points, rank
from models.good_fortune.tiles import CHARMS, Charm, Face

Way = Literal["again", "number", "once", "free"]
times = points
MOST_FREE = 18  # tiles that are split in every way


class GroupScore(Struct, frozen=True):
    """A group: its charm and the places of its tiles in the collection."""

    charm: Charm
    places: tuple[int, ...]
    points: int


class GroupingWay(Struct, frozen=True):
    """One way to form the groups of a collection, the first group first, and what it scores."""

    groups: tuple[GroupScore, ...]
    total: int


def groupings(
    faces: Sequence[Face], *, by_dice: bool = True, points: Callable[[int, int], int] = times
) -> tuple[GroupingWay, ...]:
    """Give every way to form groups: the most frequent charm first, ties by the die sum, then count again.

    All faces must be known. A tie in both leaves the choice open, so there may be several ways.
    """
    if not all(face.known for face in faces):
        raise ValueError("a tile is not known")
    return _groupings(tuple(faces), by_dice, points)


@lru_cache(maxsize=4096)
def _groupings(faces: tuple[Face, ...], by_dice: bool, points: Callable[[int, int], int]) -> tuple[GroupingWay, ...]:
    known: dict[frozenset[int], tuple[tuple[GroupScore, ...], ...]] = {frozenset(): ((),)}

    def of(left: frozenset[int]) -> tuple[tuple[GroupScore, ...], ...]:
        found = known.get(left)
        if found is None:
            ways = []
            for charm, places in foremost(faces, left, by_dice=by_dice):
                group = GroupScore(charm, places, points(len(places), dice_of(faces, places)))
                ways += [(group, *rest) for rest in of(left - set(places))]
            found = known[left] = tuple(ways)
        return found

    ways = of(frozenset(range(len(faces))))
    found = (GroupingWay(groups, sum(group.points for group in groups)) for groups in ways)
    return tuple(sorted(found, key=lambda grouping: -grouping.total))


def dice_of(faces: Sequence[Face], places: Sequence[int]) -> int:
    """Add up the dice of some tiles."""
    return sum([faces[place].die or 0 for place in places])


def carriers(faces: Sequence[Face], left: frozenset[int]) -> Iterator[tuple[Charm, tuple[int, ...]]]:
    """Give each charm that lies on some of the tiles left, with their places."""
    lies_on: dict[Charm, list[int]] = {charm: [] for charm in CHARMS}
    for place in sorted(left):
        for charm in faces[place].charms:
            if charm is not None:
                lies_on[charm].append(place)
    for charm, places in lies_on.items():
        if places:
            yield charm, tuple(places)


def foremost(
    faces: Sequence[Face], left: frozenset[int], *, by_dice: bool = True
) -> list[tuple[Charm, tuple[int, ...]]]:
    """Give the charms that may be grouped next: more than one where number and die sum are the same."""
    found = list(carriers(faces, left))
    ranks = [rank(len(places), dice_of(faces, places) if by_dice else 0) for _, places in found]
    best = max(ranks, default=0)
    return [carried for carried, its in zip(found, ranks, strict=True) if its == best]


def totals(faces: Sequence[Face], way: Way = "again") -> tuple[int, ...]:
    """Give all totals a collection may have, ascending.

    "again" is the rule. "number" leaves ties of numbers open, whatever the dice show. "once" ranks the charms of the
    whole collection once and does not count again; "free" lets the player split the tiles at will and gives the best
    total alone (raises ValueError beyond 18 tiles).
    """
    if way == "again":
        return tuple(sorted({grouping.total for grouping in groupings(faces)}))
    if way == "number":
        return tuple(sorted(_by_number(faces)))
    return tuple(sorted(set(_once(faces)))) if way == "once" else (_free(faces),)


def _by_number(faces: Sequence[Face]) -> set[int]:
    """Give the totals without the groupings themselves, which are many more where the dice break no tie."""
    known: dict[frozenset[int], set[int]] = {frozenset(): {0}}

    def of(left: frozenset[int]) -> set[int]:
        if left not in known:
            known[left] = {
                times(len(places), dice_of(faces, places)) + rest
                for _, places in foremost(faces, left, by_dice=False)
                for rest in of(left.difference(places))
            }
        return known[left]

    return of(frozenset(range(len(faces))))


def _once(faces: Sequence[Face]) -> Iterator[int]:
    every = frozenset(range(len(faces)))
    ranked = sorted(carriers(faces, every), key=lambda each: (-len(each[1]), -dice_of(faces, each[1])))
    tied = groupby(ranked, key=lambda each: (len(each[1]), dice_of(faces, each[1])))
    for order in product(*(permutations(list(each)) for _, each in tied)):
        left, total = set(every), 0
        for _, places in (carried for some in order for carried in some):
            mine = [place for place in places if place in left]
            left -= set(mine)
            total += times(len(mine), dice_of(faces, mine))
        yield total


def _free(faces: Sequence[Face]) -> int:
    if len(faces) > MOST_FREE:
        raise ValueError(f"more than {MOST_FREE} tiles are not split in every way")
    number, dice = dict.fromkeys(CHARMS, 0), dict.fromkeys(CHARMS, 0)

    def best(place: int) -> int:
        if place == len(faces):
            return sum(times(number[charm], dice[charm]) for charm in CHARMS)
        most, die = 0, faces[place].die or 0
        for charm in faces[place].charms:
            assert charm is not None
            number[charm] += 1
            dice[charm] += die
            most = max(most, best(place + 1))
            number[charm] -= 1
            dice[charm] -= die
        return most

    return best(0)
