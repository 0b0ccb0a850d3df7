"""What recorded games say of tiles that nobody has written down: formulas over all tile sets there could be."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

from models.good_fortune.collections import collection_of
from models.good_fortune.layings import ENDS, Met, met
from models.good_fortune.moves import BOTH, Ending, Player, Turn
from models.good_fortune.tiles import CHARMS, FACES, Face, Tiles, TileSet
from models.material import BadMaterial, Hidden, Hint
from models.smt import And, Count, Formula, If, Implies, Not, Number, Or, Sum, Values, flag, high_of, number

MOST_TILES = 31  # beyond, the pairs of tiles are too many to ask about


class SomeTiles:
    """A tile set with unknowns: which charms each tile carries, and its die."""

    def __init__(self, top: int, most: int = FACES) -> None:
        self.top, self.most = top, most
        self.charms = {(t, c): flag(f"c{t}.{c}") for t in range(1, top + 1) for c in range(len(CHARMS))}
        self.dice: dict[int, Number] = {t: number(f"d{t}", 1, most) for t in range(1, top + 1)}

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """All pairs of tiles, the lower number first."""
        return list(combinations(range(1, self.top + 1), 2))

    def shares(self, one: int, other: int) -> Formula:
        """State that two tiles have a charm in common."""
        one, other = sorted((one, other))
        return Or(And(self.charms[one, c], self.charms[other, c]) for c in range(len(CHARMS)))

    def whole(self, *, pairs_once: bool, named: bool) -> Iterator[Formula]:
        """State what every tile set keeps: two charms on each tile.

        `pairs_once` adds that no two tiles carry the same two. Where no charm is `named`, they may change their names,
        so they are numbered in the order in which the tiles show them.
        """
        kinds = range(len(CHARMS))
        for tile in range(1, self.top + 1):
            yield Count(self.charms[tile, c] for c in kinds) == 2
        if pairs_once:
            for one, other in self.pairs:
                yield Or(And(self.charms[one, c], Not(self.charms[other, c])) for c in kinds)
        if not named:
            for tile in range(1, self.top + 1):
                for c in kinds[1:]:
                    before = Or(self.charms[earlier, c - 1] for earlier in range(1, tile + 1))
                    yield Implies(self.charms[tile, c], before)


def hidden(games: Sequence[Sequence[tuple[Any, Any]]], *, pairs_once: bool = False) -> Hidden:
    """State what games say, given as steps with whatever tells them apart; all are of one size.

    Only what depends on the tiles is stated: clauses on all else are for the judge.
    """
    steps = [each for game in games for each in game]
    top = steps[0][1].before.rules.top if steps else 0
    if top > MOST_TILES:
        raise BadMaterial([f"games of {top} tiles are too large to infer a set from: at most {MOST_TILES}"])
    some = SomeTiles(top)
    named = any(isinstance(step.move, Ending) and step.move.groups is not None for _, step in steps)
    hints = [hint for place, (key, step) in enumerate(steps) for hint in _hints(place, key, step, some)]
    return Hidden(
        tuple(some.whole(pairs_once=pairs_once, named=named)),
        tuple(hints),
        tuple(_candidates(some, named)),
        lambda values: _read(some, values),
    )


def _read(some: SomeTiles, values: Values) -> TileSet:
    faces = []
    for tile in range(1, some.top + 1):
        one, other = [charm for c, charm in enumerate(CHARMS) if values[f"c{tile}.{c}"]]
        faces.append(Face((one, other), values.get(f"d{tile}", 1)))
    return TileSet(tuple(faces))


def _candidates(some: SomeTiles, named: bool) -> Iterator[tuple[str, str, Formula]]:
    for one, other in some.pairs:
        shared = some.shares(one, other)
        yield "share a charm", f"{one}-{other}", shared
        yield "share none", f"{one}-{other}", Not(shared)
    for tile, die in some.dice.items():
        for face in range(1, some.most + 1):
            yield "die", f"{tile} shows {face}", die == face
    if named:
        for (tile, charm), carries in some.charms.items():
            yield "charm", f"{tile} carries {CHARMS[charm]}", carries


def _hints(place: int, key: Any, step: Any, some: SomeTiles) -> Iterator[Hint]:
    move = step.move
    if isinstance(move, Turn):
        said = [(_words(each), _of_laying(each, some)) for each in met(step)]
    elif isinstance(move, Ending):
        said = [(f"the result of player {player}", _of_result(place, player, step, some)) for player in BOTH]
    else:
        return
    yield from (Hint(key, words, formula) for words, formula in said if formula is not True)


def _words(each: Met) -> str:
    laying = each.laying
    does = {"won": "wins", "discarded": "discards", None: "pushes out"}[laying.fate]
    return f"the {laying.tile} next to the {each.at(laying.end)} {does} the {each.pushed_out}"


def _of_laying(each: Met, some: SomeTiles) -> Formula:
    """State what must be true of the charms if a laying was legal."""
    laying = each.laying
    here = some.shares(laying.tile, each.at(laying.end))
    there = Or(some.shares(laying.tile, each.at(end)) for end in ENDS if end != laying.end)
    if laying.fate == "won":
        return here
    if laying.fate == "discarded":
        return And(Not(here), Not(there))
    return Implies(there, here)


def _of_result(place: int, player: Player, step: Any, some: SomeTiles) -> Formula:
    """State what must be true of the tiles if the groups and the total of a player are right."""
    move, owned = step.move, collection_of(step, player)
    told = move.groups[player - 1] if move.groups else None
    total = move.totals[player - 1] if move.totals else None
    if owned.must != owned.may or (told is None and total is None):
        return True
    if told is not None and sorted(tile for group in told for tile in group.tiles) != list(owned.must):
        return True
    kinds = range(len(CHARMS))
    grouped: dict[tuple[int, int], Formula] = {}
    for tile in owned.must:
        for c in kinds:
            grouped[tile, c] = flag(f"g{place}.{player}.{tile}.{c}") if told is None else False
    for group in told or ():
        grouped |= {(tile, CHARMS.index(group.charm)): True for tile in group.tiles}
    parts: list[Formula] = [Implies(each, some.charms[cell]) for cell, each in grouped.items()]
    parts += [Count(grouped[tile, c] for c in kinds) == 1 for tile in owned.must]
    counts = [Count(grouped[tile, c] for tile in owned.must) for c in kinds]
    dice = [Sum(If(grouped[tile, c], some.dice[tile], 0) for tile in owned.must) for c in kinds]
    ranks = [number(f"r{place}.{player}.{c}", 0, len(CHARMS) - 1) for c in kinds]
    parts += _in_order(owned.must, grouped, counts, dice, ranks, some)
    points = [_times(counts[c], dice[c], len(owned.must)) for c in kinds]
    for group in told or ():
        if group.points is not None:
            parts.append(points[CHARMS.index(group.charm)] == group.points)
    return And(parts, total is None or Sum(points) == total)


def _times(count: Number, dice: Number, most: int) -> Number:
    """Give the score of a group, whatever its size."""
    return Sum(If(count == size, size * dice, 0) for size in range(1, most + 1))


def _in_order(
    owned: Tiles,
    grouped: dict[tuple[int, int], Formula],
    counts: Sequence[Number],
    dice: Sequence[Number],
    ranks: Sequence[Number],
    some: SomeTiles,
) -> Iterator[Formula]:
    """State that each group beat every charm when its turn came, among its own tiles and those of the groups behind it,
    and took all tiles with its own charm.

    Behind it are smaller groups, equal ones with fewer dice, and where that ties too, those that `ranks` say.
    """
    kinds = range(len(CHARMS))
    for c in kinds:
        if high_of(counts[c]) == 0:
            continue
        behind = [
            Or(
                counts[o] < counts[c],
                And(
                    counts[o] == counts[c],
                    Or(dice[o] < dice[c], And(dice[o] == dice[c], ranks[c] <= ranks[o])),
                ),
            )
            for o in kinds
        ]
        left = {
            tile: Or(grouped[tile, c], (And(grouped[tile, o], behind[o]) for o in kinds if o != c)) for tile in owned
        }
        for k in kinds:
            count = Count(And(left[tile], some.charms[tile, k]) for tile in owned)
            total = Sum(If(And(left[tile], some.charms[tile, k]), some.dice[tile], 0) for tile in owned)
            beaten = Or(count < counts[c], And(count == counts[c], total <= dice[c]))
            yield Implies(counts[c] >= 1, beaten)
