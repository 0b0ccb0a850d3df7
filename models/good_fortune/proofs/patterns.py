"""Small collections of which only is known which tiles share a charm, told apart by their patterns."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product

from msgspec import Struct

from models.changes import UNCHANGED, RuleChanges
from models.good_fortune.clauses.gf402_groups import GROUPING, grouping_in
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.symbolic_tiles import KINDS, SomeFace, SomeGroup, SomeTiles, not_above
from models.good_fortune.tiles import FACES
from models.smt import And, Formula, Number, Sum, number

Pattern = tuple[tuple[int, int], ...]
Split = tuple[tuple[int, ...], list[SomeGroup], Number]
MOST_POINTS = 100  # that a total can have where no rule tells it; four tiles have 96 at most


class Way(Struct, frozen=True, eq=False):
    """A way to score a collection: when the rules allow it, its total, and its groups if it has any that are told."""

    allowed: Formula
    total: Number
    groups: tuple[SomeGroup, ...] | None = None


class Collection:
    """Tiles whose charms follow a pattern, and whose dice are unknown."""

    def __init__(self, pattern: Pattern, changes: RuleChanges = UNCHANGED) -> None:
        self.pattern, self.changes, self.score = pattern, changes, changes.form_of(Score())
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
            yield kept, groups, self.total(groups)

    def total(self, groups: Sequence[SomeGroup]) -> Number:
        """Give what groups score together."""
        return Sum(self.score.points_term(group.size, group.dice) for group in groups)

    def rank(self, charm: int) -> tuple[Number, Number]:
        """Give number and die sum of all tiles with a charm."""
        dice = [face.die for pair, face in zip(self.pattern, self.tiles.faces, strict=True) if charm in pair]
        return len(dice), Sum(dice)

    def by_the_rules(self) -> list[Way]:
        """Give the ways that the clauses in force allow; a total may be any where none of them tells it."""
        splits = [(tuple(groups), total) for _, groups, total in self.splits()]
        if Score.id in self.changes.without:
            ways = [Way(self._in_order(groups), total, groups) for groups, total in splits]
            return [*ways, Way(True, number("total", 0, MOST_POINTS))]
        if self.score.best_split:
            return [Way(And(other <= total for _, other in splits), total) for _, total in splits]
        ways = [Way(self._in_order(groups), total, groups) for groups, total in splits]
        return ways + [Way(True, self.total(groups), groups) for groups in self._otherwise()]

    def _in_order(self, groups: Sequence[SomeGroup]) -> Formula:
        form = self.changes.form_of(GROUPING)
        free = GROUPING.id in self.changes.without or not (form.most_first and form.carried)
        return free or form.order_term(groups)

    def _otherwise(self) -> Iterator[tuple[SomeGroup, ...]]:
        """Give groups in which tiles are left out, or count twice, or lie with a charm that they do not carry."""
        if grouping_in(self.changes) is not None:
            return
        form, every = self.changes.form_of(GROUPING), range(1, len(self.pattern) + 1)
        left_out = GROUPING.id in self.changes.without
        if left_out or not form.all_tiles:
            yield ()
        if left_out or not form.once:
            charms = sorted({c for pair in self.pattern for c in pair})
            held = ((c, [tile for tile in every if c in self.pattern[tile - 1]]) for c in charms)
            yield tuple(SomeGroup(self.tiles, c + 1, dict.fromkeys(tiles, True)) for c, tiles in held)
        if left_out or not form.carried:
            yield (SomeGroup(self.tiles, self.pattern[0][0] + 1, dict.fromkeys(every, True)),)

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
