"""What a collection scores: its groups, in every way in which the rules let them be formed."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby, permutations, product
from operator import itemgetter
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
    lies_on: dict[Charm | None, list[int]] = {}
    for place in sorted(left):
        for charm in faces[place].charms:
            lies_on.setdefault(charm, []).append(place)
    for charm in CHARMS:
        if charm in lies_on:
            yield charm, tuple(lies_on[charm])


def foremost(
    faces: Sequence[Face], left: frozenset[int], *, by_dice: bool = True
) -> list[tuple[Charm, tuple[int, ...]]]:
    """Give the charms that may be grouped next: more than one where number and die sum are the same."""
    carried = list(carriers(faces, left))
    most = max([len(places) for _, places in carried], default=0)
    found = [each for each in carried if len(each[1]) == most]  # no other one has the highest rank
    if len(found) < 2 or not by_dice:
        return found
    ranks = [rank(most, dice_of(faces, places)) for _, places in found]
    best = max(ranks)
    return [each for each, its in zip(found, ranks, strict=True) if its == best]


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
    """Give the totals without the groupings themselves, which are many more where the dice break no tie.

    Tiles are bits of a number here and in `_once`: this is asked of every game that is played ahead.
    """
    carried, dice = _carried(faces), _dice_of_places(faces)
    known: dict[int, set[int]] = {0: {0}}

    def of(left: int) -> set[int]:
        found = known.get(left)
        if found is None:
            lying = [mine & left for mine in carried]
            most = max([mine.bit_count() for mine in lying])
            groups = [mine for mine in lying if mine.bit_count() == most]
            found = known[left] = {
                times(most, _dice(dice, mine)) + rest for mine in groups for rest in of(left & ~mine)
            }
        return found

    return of((1 << len(faces)) - 1)


def _carried(faces: Sequence[Face]) -> list[int]:
    """Give for each charm that lies on some tiles their places, as bits."""
    lies_on = dict.fromkeys(CHARMS, 0)
    for place, face in enumerate(faces):
        for charm in face.charms:
            assert charm is not None
            lies_on[charm] |= 1 << place
    return [mine for mine in lies_on.values() if mine]


def _dice_of_places(faces: Sequence[Face]) -> list[tuple[int, int]]:
    """Give for each tile its place, as a bit, and what its die shows."""
    return [(1 << place, face.die or 0) for place, face in enumerate(faces)]


def _dice(dice: Sequence[tuple[int, int]], mine: int) -> int:
    return sum([die for bit, die in dice if mine & bit])


def _once(faces: Sequence[Face]) -> Iterator[int]:
    dice = _dice_of_places(faces)
    ranks = [((-mine.bit_count(), -_dice(dice, mine)), mine) for mine in _carried(faces)]
    tied = [[mine for _, mine in same] for _, same in groupby(sorted(ranks, key=itemgetter(0)), key=itemgetter(0))]
    for order in product(*map(permutations, tied)):
        left, total = (1 << len(faces)) - 1, 0
        for mine in chain.from_iterable(order):
            total += times((mine & left).bit_count(), _dice(dice, mine & left))
            left &= ~mine
        yield total


def _free(faces: Sequence[Face]) -> int:
    if len(faces) > MOST_FREE:
        raise ValueError(f"more than {MOST_FREE} tiles are not split in every way")
    every = [charm for charm in CHARMS if any(charm in face.charms for face in faces)]
    tiles = [(face.die or 0, [every.index(charm) for charm in face.charms if charm is not None]) for face in faces]
    number, dice, scored = [0] * len(every), [0] * len(every), [0] * len(every)

    def best(place: int, total: int) -> int:
        """Give the best total when the tiles from a place on are split; `scored` holds the points of each group."""
        if place == len(tiles):
            return total
        most, (die, charms) = 0, tiles[place]
        for charm in charms:
            before = scored[charm]
            number[charm] += 1
            dice[charm] += die
            scored[charm] = times(number[charm], dice[charm])
            most = max(most, best(place + 1, total + scored[charm] - before))
            number[charm] -= 1
            dice[charm] -= die
            scored[charm] = before
        return most

    return best(0, 0)
