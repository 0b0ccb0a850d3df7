"""Tiles with unknowns in them: what each carries, and what follows from that for two tiles or for groups of them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, product

from msgspec import Struct

from models.good_fortune.tiles import CHARMS, FACES, UNKNOWN, Face, TileSet
from models.smt import And, Count, Formula, If, Implies, Not, Number, Or, Sum, Term, Values, flag, high_of, number
from models.smtlib import number_in

KINDS = range(len(CHARMS))
# What is known of the charms of a tile, as one number: nothing, one charm, or both.
PAIRS: tuple[tuple[int, ...], ...] = ((), *((c,) for c in KINDS), *combinations(KINDS, 2))


class SomeFace(Struct, frozen=True, eq=False):
    """What a tile carries: for each charm whether it is known to be there, whether both are known, the die (0: not)."""

    carries: tuple[Formula, ...]
    known: Formula
    die: Number

    def carries_one_of(self, charm: Number) -> Formula:
        """State that it carries a charm, which is counted from 1."""
        return Or(And(charm == c + 1, self.carries[c]) for c in KINDS)


NOTHING = SomeFace((False,) * len(CHARMS), False, 0)


class SomeTiles:
    """A tile set with unknowns, tile 1 first; of a tile beyond the end nothing is known."""

    def __init__(self, faces: Sequence[SomeFace]) -> None:
        self.faces = tuple(faces)
        self._picked: dict[int, SomeFace] = {}

    @property
    def highest_die(self) -> int:
        """The most that a die shows."""
        return max((high_of(face.die) for face in self.faces), default=0)

    def face(self, tile: Number) -> SomeFace:
        """Give what a tile carries, whose number may be unknown."""
        if isinstance(tile, int):
            return self.faces[tile - 1] if 0 < tile <= len(self.faces) else NOTHING
        found = self._picked.get(tile.key)
        if found is None:
            found = self._picked[tile.key] = self._pick(tile)
        return found

    def _pick(self, tile: Term) -> SomeFace:
        here = [(tile == place, face) for place, face in enumerate(self.faces, 1)]
        die: Number = 0
        for is_it, face in here:
            die = If(is_it, face.die, die)
        carries = tuple(Or(And(is_it, face.carries[c]) for is_it, face in here) for c in KINDS)
        return SomeFace(carries, Or(And(is_it, face.known) for is_it, face in here), die)

    def common(self, one: Number, other: Number) -> tuple[Formula, ...]:
        """State of each charm that both tiles are known to carry it."""
        first, second = self.face(one).carries, self.face(other).carries
        return tuple(And(first[c], second[c]) for c in KINDS)

    def shares(self, one: Number, other: Number) -> Formula:
        """State that two tiles surely share a charm."""
        return Or(one == other, self.common(one, other))

    def apart(self, one: Number, other: Number) -> Formula:
        """State that two tiles surely share none: all charms of both are known, and none is on both."""
        first, second = self.face(one), self.face(other)
        lacks = (Or(Not(first.carries[c]), Not(second.carries[c])) for c in KINDS)
        return And(one != other, first.known, second.known, lacks)


def unknown_tiles(top: int) -> SomeTiles:
    """Give tiles of which nothing is known, not even whether anybody knows what they carry."""
    return SomeTiles([_unknown_face(tile) for tile in range(1, top + 1)])


def _unknown_face(tile: int) -> SomeFace:
    pair = number(f"tile.{tile}.charms", 0, len(PAIRS) - 1)
    carries = tuple(Or(pair == place for place, some in enumerate(PAIRS) if c in some) for c in KINDS)
    return SomeFace(carries, pair > len(CHARMS), number(f"tile.{tile}.die", 0, FACES))


def whole_face(name: str, most: int = FACES) -> tuple[SomeFace, Number, Number]:
    """Give a tile of which all is known, and the two charms it carries, counted from 1; the first must be lower."""
    first, second = number(f"{name}.first", 1, len(CHARMS) - 1), number(f"{name}.second", 2, len(CHARMS))
    carries = tuple(Or(first == c + 1, second == c + 1) for c in KINDS)
    return SomeFace(carries, True, number(f"{name}.die", 1, most)), first, second


def known_tiles(tiles: TileSet) -> SomeTiles:
    """Give tiles of which all is told."""
    return SomeTiles([_known_face(face) for face in tiles.faces])


def tiles_told(tiles: TileSet, top: int) -> SomeTiles:
    """Give tiles of which all is told, or where a tile set tells nothing, tiles of which nothing is known."""
    return known_tiles(tiles) if tiles.faces else unknown_tiles(top)


def _known_face(face: Face) -> SomeFace:
    return SomeFace(tuple(charm in face.charms for charm in CHARMS), None not in face.charms, face.die or 0)


def pair_of(face: Face) -> int:
    """Give the number of what is known of the charms of a tile."""
    return PAIRS.index(tuple(sorted(CHARMS.index(charm) for charm in set(face.charms) if charm is not None)))


class WholeTiles(SomeTiles):
    """A tile set of which all is known to somebody: which charms each tile carries, and its die.

    To us only what stands in `known` is.
    """

    def __init__(self, top: int, most: int = FACES, known: TileSet = UNKNOWN) -> None:
        self.top, self.most, self.told = top, most, known
        faces = {tile: known.face(tile) for tile in range(1, top + 1)}
        self.charms = {(t, c): _carries(face, t, c) for t, face in faces.items() for c in KINDS}
        self.dice: dict[int, Number] = {t: face.die or number(f"d{t}", 1, most) for t, face in faces.items()}
        some = (SomeFace(tuple(self.charms[t, c] for c in KINDS), True, die) for t, die in self.dice.items())
        super().__init__(tuple(some))

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """All pairs of tiles, the lower number first."""
        return list(combinations(range(1, self.top + 1), 2))

    def whole(self, *, pairs_once: bool = False, named: bool = True) -> Iterator[Formula]:
        """State what every tile set keeps: two charms on each tile.

        `pairs_once` adds that no two tiles carry the same two. Where no charm is `named`, they may change their names,
        so they are numbered in the order in which the tiles show them.
        """
        for tile in range(1, self.top + 1):
            if None in self.told.face(tile).charms:
                yield Count(self.charms[tile, c] for c in KINDS) == 2
        if pairs_once:
            for one, other in self.pairs:
                yield Or(And(self.charms[one, c], Not(self.charms[other, c])) for c in KINDS)
        if not named:
            for tile in range(1, self.top + 1):
                for c in KINDS[1:]:
                    before = Or(self.charms[earlier, c - 1] for earlier in range(1, tile + 1))
                    yield Implies(self.charms[tile, c], before)

    def read(self, values: Values) -> TileSet:
        """Give the tile set that has these values."""
        faces = []
        for tile in range(1, self.top + 1):
            one, other = [CHARMS[c] for c in KINDS if number_in(values, self.charms[tile, c])]
            faces.append(Face((one, other), number_in(values, self.dice[tile])))
        return TileSet(tuple(faces))


def _carries(face: Face, tile: int, c: int) -> Formula:
    if CHARMS[c] in face.charms or None not in face.charms:
        return CHARMS[c] in face.charms
    return flag(f"c{tile}.{c}")


# Groups ---------------------------------------------------------------------------------------------------------------


class SomeGroup:
    """A group of a collection: its charm, counted from 1, and for each tile of the collection whether it is in it."""

    def __init__(self, tiles: SomeTiles, charm: Number, members: Mapping[int, Formula]) -> None:
        self.tiles, self.charm, self.members = tiles, charm, members

    @cached_property
    def size(self) -> Number:
        """How many tiles it has."""
        return Count(self.members.values())

    @cached_property
    def dice(self) -> Number:
        """The die sum of its tiles."""
        return Sum(If(here, self.tiles.face(tile).die, 0) for tile, here in self.members.items())

    @property
    def points(self) -> Number:
        """Its score."""
        return times_term(self.size, self.dice)

    def points_up_to(self, most: int) -> Number:
        """Give its score where it has no more than so many tiles."""
        return times_term(self.size, self.dice, most)


# states GF403 as symbolic effect, tied by
# tests/test_good_fortune_kernel.py::test_groups_and_winners_are_as_the_clause_says
def times_term(size: Number, dice: Number, most: int | None = None) -> Number:
    """Multiply, case by case, up to a size: solvers are asked about linear terms only."""
    points: Number = 0
    for each in range(1, (high_of(size) if most is None else min(most, high_of(size))) + 1):
        points = If(size == each, each * dice, points)
    return points


def not_above(one: tuple[Number, Number], other: tuple[Number, Number]) -> Formula:
    """State of two pairs of number and die sum that the first does not come before the second."""
    return Or(one[0] < other[0], And(one[0] == other[0], one[1] <= other[1]))


def grouped_in_order(groups: Sequence[SomeGroup], *, by_dice: bool = True) -> Formula:
    """State that groups can be formed one after the other, each time of the charm that is foremost on the tiles left.

    No order of forming them need be found: where no charm, on the tiles of a group and of all groups not above it, is
    above that group, the groups can be formed from the highest down, those that are equal in any order, and each takes
    all tiles with its charm that are left.
    """
    parts: list[Formula] = []
    for group in (each for each in groups if high_of(each.size)):
        rank = group.size, group.dice if by_dice else 0
        left: dict[int, Formula] = {}
        for other in groups:
            behind = True if other is group else not_above((other.size, other.dice if by_dice else 0), rank)
            for tile, here in other.members.items():
                left[tile] = Or(left.get(tile, False), And(here, behind))
        for c in KINDS:
            carried = {tile: And(here, group.tiles.face(tile).carries[c]) for tile, here in left.items()}
            dice = Sum(If(here, group.tiles.face(tile).die, 0) for tile, here in carried.items()) if by_dice else 0
            parts.append(Or(group.size == 0, not_above((Count(carried.values()), dice), rank)))
    return And(parts)


def in_order_once(groups: Sequence[SomeGroup]) -> Formula:
    """State that groups are those that come out where the charms are ranked once, ties by their usual order."""
    held = [(tile, here, group) for group in groups for tile, here in group.members.items()]
    rank = []
    for c in KINDS:
        mine = [
            (And(here, group.tiles.face(tile).carries[c]), group.tiles.face(tile).die) for tile, here, group in held
        ]
        rank.append((Count(each for each, _ in mine), Sum(If(each, die, 0) for each, die in mine)))
    parts: list[Formula] = [one.charm != other.charm for place, one in enumerate(groups) for other in groups[:place]]
    for tile, here, group in held:
        for c, k in product(KINDS, KINDS):
            ahead = not_above(rank[k], rank[c]) if c <= k else Not(not_above(rank[c], rank[k]))
            taken = And(here, group.charm == c + 1, group.tiles.face(tile).carries[k])
            parts.append(Implies(taken, ahead))
    return And(parts)
