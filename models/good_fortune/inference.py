"""What recorded games say of tiles that nobody has written down: formulas over all tile sets there could be."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

from models.good_fortune.clauses.gf204_connect import CONNECT
from models.good_fortune.clauses.gf205_discard import DISCARD
from models.good_fortune.clauses.gf402_groups import GROUPING
from models.good_fortune.collections import collection_of
from models.good_fortune.layings import Met, met
from models.good_fortune.moves import BOTH, Ending, Player, Turn
from models.good_fortune.some_tiles import KINDS, SomeFace, SomeGroup, SomeTiles
from models.good_fortune.tiles import CHARMS, FACES, Face, TileSet
from models.good_fortune.unknowns import SomeLaying, SomeMet
from models.material import BadMaterial, Hidden, Hint
from models.smt import And, Count, Formula, Implies, Not, Number, Or, Sum, Values, flag, number

MOST_TILES = 31  # beyond, the pairs of tiles are too many to ask about


class WholeTiles(SomeTiles):
    """A tile set of which all is known to somebody, and nothing to us: which charms each tile carries, and its die."""

    def __init__(self, top: int, most: int = FACES) -> None:
        self.top, self.most = top, most
        self.charms = {(t, c): flag(f"c{t}.{c}") for t in range(1, top + 1) for c in KINDS}
        self.dice: dict[int, Number] = {t: number(f"d{t}", 1, most) for t in range(1, top + 1)}
        faces = (SomeFace(tuple(self.charms[t, c] for c in KINDS), True, die) for t, die in self.dice.items())
        super().__init__(tuple(faces))

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """All pairs of tiles, the lower number first."""
        return list(combinations(range(1, self.top + 1), 2))

    def whole(self, *, pairs_once: bool, named: bool) -> Iterator[Formula]:
        """State what every tile set keeps: two charms on each tile.

        `pairs_once` adds that no two tiles carry the same two. Where no charm is `named`, they may change their names,
        so they are numbered in the order in which the tiles show them.
        """
        for tile in range(1, self.top + 1):
            yield Count(self.charms[tile, c] for c in KINDS) == 2
        if pairs_once:
            for one, other in self.pairs:
                yield Or(And(self.charms[one, c], Not(self.charms[other, c])) for c in KINDS)
        if not named:
            for tile in range(1, self.top + 1):
                for c in KINDS[1:]:
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
    some = WholeTiles(top)
    named = any(isinstance(step.move, Ending) and step.move.groups is not None for _, step in steps)
    hints = [hint for place, (key, step) in enumerate(steps) for hint in _hints(place, key, step, some)]
    return Hidden(
        tuple(some.whole(pairs_once=pairs_once, named=named)),
        tuple(hints),
        tuple(_candidates(some, named)),
        lambda values: _read(some, values),
    )


def _read(some: WholeTiles, values: Values) -> TileSet:
    faces = []
    for tile in range(1, some.top + 1):
        one, other = [charm for c, charm in enumerate(CHARMS) if values[f"c{tile}.{c}"]]
        faces.append(Face((one, other), values.get(f"d{tile}", 1)))
    return TileSet(tuple(faces))


def _candidates(some: WholeTiles, named: bool) -> Iterator[tuple[str, str, Formula]]:
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


def _hints(place: int, key: Any, step: Any, some: WholeTiles) -> Iterator[Hint]:
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


def _of_laying(each: Met, some: WholeTiles) -> Formula:
    """State what must be true of the charms if a laying was legal.

    Which tile a record says was pushed out is for the judge, so it is taken to be the right one.
    """
    laying = each.laying
    taken = 0 if laying.fate is None else each.pushed_out
    unknown = SomeLaying(laying.player, laying.tile, laying.end == "left", taken, laying.fate == "won")
    it = SomeMet(each.place, unknown, each.line, each.first_line, some)
    return And(CONNECT.legal_term(it), DISCARD.legal_term(it))


def _of_result(place: int, player: Player, step: Any, some: WholeTiles) -> Formula:
    """State what must be true of the tiles if the groups and the total of a player are right."""
    move, owned = step.move, collection_of(step, player)
    told = move.groups[player - 1] if move.groups else None
    total = move.totals[player - 1] if move.totals else None
    if owned.must != owned.may or (told is None and total is None):
        return True
    if told is not None and sorted(tile for group in told for tile in group.tiles) != list(owned.must):
        return True
    if told is None:
        flags = {(tile, c): flag(f"g{place}.{player}.{tile}.{c}") for tile in owned.must for c in KINDS}
        groups = [SomeGroup(some, c + 1, {tile: flags[tile, c] for tile in owned.must}) for c in KINDS]
    else:
        groups = [SomeGroup(some, CHARMS.index(each.charm) + 1, dict.fromkeys(each.tiles, True)) for each in told]
    parts: list[Formula] = [GROUPING.order_term(groups)]
    for group in groups:
        parts += [Implies(here, some.face(tile).carries_one_of(group.charm)) for tile, here in group.members.items()]
    parts += [Count(group.members.get(tile, False) for group in groups) == 1 for tile in owned.must]
    for group, named in zip(groups, told or (), strict=False):
        if named.points is not None:
            parts.append(group.points == named.points)
    return And(parts, total is None or Sum(group.points for group in groups) == total)
