"""Whether tiles can have scored what the sheet prints at the end of a game."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from models.good_fortune.editions import HAND
from models.good_fortune.kernel import points, rank
from models.good_fortune.scoring import groupings
from models.good_fortune.tiles import CHARMS, FACES, Charm, Face

MOST = 500_000  # looks at groups and collections before a question is left open
Groups = tuple[int, ...]  # what the groups of a collection score, in any order
Chosen = tuple[Charm, int, frozenset[int]]  # a group: its charm, rank and places


class _TooMany(Exception):
    """More would have to be looked at than is."""


def can_score(faces: Sequence[Face], *printed: Groups) -> bool | None:
    """Tell whether players can have collections with just these groups side by side; None where it is not known."""
    if not all(_within_reach(faces, score) for groups in printed for score in groups):
        return False
    search = _Search([face for face in faces if face.known])
    try:
        found = search.side_by_side([list(search.collections(groups)) for groups in printed])
    except _TooMany:
        return None
    return found or (None if len(search.faces) < len(faces) else False)


def sums_of(dice: Iterable[int | None], count: int) -> frozenset[int]:
    """Give what so many of some dice can show together; one that is not known can show anything."""
    found = [{0}, *(set[int]() for _ in range(count))]
    for die in dice:
        shown = range(1, FACES + 1) if die is None else (die,)
        for many in range(count, 0, -1):
            found[many] |= {before + value for before in found[many - 1] for value in shown}
    return frozenset(found[count])


def _within_reach(faces: Sequence[Face], score: int) -> bool:
    """Tell whether some tiles that may have a charm in common can score this, whatever is not known of them."""
    for charm in CHARMS:
        dice = [face.die for face in faces if charm in face.charms or None in face.charms]
        for count in range(1, HAND + 1):
            if any(points(count, dice_sum) == score for dice_sum in sums_of(dice, count)):
                return True
    return False


class _Search:
    """A search among known tiles."""

    def __init__(self, faces: Sequence[Face]) -> None:
        self.faces, self.looks = faces, 0

    def _look(self) -> None:
        self.looks += 1
        if self.looks > MOST:
            raise _TooMany

    def collections(self, scores: Groups) -> Iterator[frozenset[int]]:
        """Give every collection whose groups can score this. Raises _TooMany."""
        groups = [list(self._groups(score)) for score in sorted(scores, reverse=True)]
        seen: set[frozenset[int]] = set()
        for chosen in self._chosen(groups, ()):
            tiles = frozenset[int]().union(*(places for _, _, places in chosen))
            if tiles not in seen and len(tiles) <= HAND and self._scores(tiles, scores):
                seen.add(tiles)
                yield tiles

    def _scores(self, tiles: frozenset[int], scores: Groups) -> bool:
        ways = groupings([self.faces[tile] for tile in sorted(tiles)])
        return any(sorted(group.points for group in way.groups) == sorted(scores) for way in ways)

    def _groups(self, score: int) -> Iterator[Chosen]:
        for charm in CHARMS:
            carry = [place for place, face in enumerate(self.faces) if charm in face.charms]
            for count in range(1, HAND + 1):
                if not points(count, count) <= score <= points(count, count * FACES):
                    continue  # dice show at least one, and at most so much
                for places in combinations(carry, count):
                    self._look()
                    dice = sum(self.faces[place].die or 0 for place in places)
                    if points(count, dice) == score:
                        yield charm, rank(count, dice), frozenset(places)

    def _chosen(self, groups: Sequence[Sequence[Chosen]], before: tuple[Chosen, ...]) -> Iterator[tuple[Chosen, ...]]:
        """Choose one of each, with different charms, none with a tile that a group of a higher rank would have had."""
        if len(before) == len(groups):
            yield before
            return
        for group in groups[len(before)]:
            self._look()
            if all(self._fit(group, other) for other in before):
                yield from self._chosen(groups, (*before, group))

    def _fit(self, one: Chosen, other: Chosen) -> bool:
        higher, lower = (one, other) if one[1] >= other[1] else (other, one)
        if one[0] == other[0] or one[2] & other[2]:
            return False
        return one[1] == other[1] or not any(higher[0] in self.faces[place].charms for place in lower[2])

    def side_by_side(self, found: Sequence[Sequence[frozenset[int]]], taken: frozenset[int] = frozenset()) -> bool:
        """Tell whether one of each can be chosen that share no tile. Raises _TooMany."""
        if not found:
            return True
        for tiles in found[0]:
            self._look()
            if not taken & tiles and self.side_by_side(found[1:], taken | tiles):
                return True
        return False
