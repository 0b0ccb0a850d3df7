"""Small collections of which only is known which tiles share a charm, told apart by their patterns."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product

from models.good_fortune.clauses.gf402_groups import GROUPING, Grouping
from models.good_fortune.symbolic_tiles import KINDS, SomeFace, SomeGroup, SomeTiles, not_above
from models.good_fortune.tiles import FACES
from models.smt import And, Formula, Number, Sum, number

Pattern = tuple[tuple[int, int], ...]
Split = tuple[tuple[int, ...], list[SomeGroup], Number]


class Collection:
    """Tiles whose charms follow a pattern, and whose dice are unknown."""

    def __init__(self, pattern: Pattern, grouping: Grouping = GROUPING) -> None:
        self.pattern, self.grouping = pattern, grouping
        faces = [
            SomeFace(tuple(c in pair for c in KINDS), True, number(f"tile.{tile}.die", 1, FACES))
            for tile, pair in enumerate(pattern, 1)
        ]
        self.tiles = SomeTiles(faces)

    def splits(self) -> Iterator[Split]:
        """Give all ways to let each tile count for one of its charms, with the groups that come out."""
        for kept in product(*self.pattern):
            groups = [
                SomeGroup(self.tiles, c + 1, {tile: True for tile, own in enumerate(kept, 1) if own == c})
                for c in sorted(set(kept))
            ]
            yield kept, groups, Sum(group.points for group in groups)

    def rank(self, charm: int) -> tuple[Number, Number]:
        """Give number and die sum of all tiles with a charm."""
        dice = [face.die for pair, face in zip(self.pattern, self.tiles.faces, strict=True) if charm in pair]
        return len(dice), Sum(dice)

    def by_the_rules(self) -> list[tuple[Formula, Number]]:
        """State of each way to form groups when it is one by the rules, and give its total."""
        return [(self.grouping.order_term(groups), total) for _, groups, total in self.splits()]

    def ordered_once(self) -> list[tuple[Formula, Number]]:
        """State of each way when it comes out of ordering the charms once, and give its total.

        Each tile goes to whichever of its charms comes first, so that one must not be below the other. Among charms
        that are equal any order will do, but it must be one order.
        """
        found = []
        for kept, _, total in self.splits():
            before = {(own, *(set(pair) - {own})) for pair, own in zip(self.pattern, kept, strict=True)}
            if _is_an_order({(one, other) for one, other in before}):
                found.append((And(not_above(self.rank(d), self.rank(c)) for c, d in before), total))
        return found


def _is_an_order(before: set[tuple[int, int]]) -> bool:
    """Tell whether no charm comes before itself."""
    while before:
        later = {other for _, other in before}
        left = {(one, other) for one, other in before if one in later}
        if left == before:
            return False
        before = left
    return True


@cache
def patterns(size: int) -> tuple[Pattern, ...]:
    """Give all ways in which tiles can carry charms, but for the names of the charms and the order of the tiles."""
    if not size:
        return ((),)
    found = set()
    for smaller in patterns(size - 1):
        used = len({c for pair in smaller for c in pair})
        for pair in combinations(range(min(used + 2, len(KINDS))), 2):
            found.add(_canonical((*smaller, pair)))
    return tuple(sorted(found))


def _canonical(pattern: Pattern) -> Pattern:
    """Name the charms as they come, in the order of tiles in which that gives the lowest names."""

    def named(pairs: Sequence[tuple[int, int]]) -> Pattern:
        names: dict[int, int] = {}
        row = []
        for pair in pairs:
            one, other = (names.setdefault(c, len(names)) for c in pair)
            row.append((min(one, other), max(one, other)))
        return tuple(row)

    turned = ([pair, pair[::-1]] for pair in pattern)
    return min(named(row) for both in product(*turned) for row in permutations(both))
