"""What clauses demand of a result where it is not known who owns which tiles, or what those carry.

`GF402` and `GF403` state their terms over collections that are known. Here they are stated once more over any, out of
the same parts: the order in which groups are formed, their points, and who wins by them. Where groups are named, a
total is theirs; where totals are named, winners are by them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from models.clause import ClauseId
from models.good_fortune.clauses.gf402_groups import GROUPING, Grouping
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.moves import Player, TileGroup, Totals
from models.good_fortune.symbolic_state import SEATS, Formulas, SymbolicStep
from models.good_fortune.symbolic_tiles import KINDS, SomeGroup, SomeTiles
from models.good_fortune.tiles import CHARMS
from models.smt import And, Count, Formula, If, Iff, Implies, Not, Number, Or, Sum, flag, high_of, number

SCORE = Score()
Believed = Callable[..., Formula]


@dataclass(frozen=True)
class Named:
    """A result: who owns which tiles (from 1), the groups, totals and winners that are named, None for none.

    `believed` tells of a key, and a part of it, whether it is taken for certain; `sure` that all are. Where it is not
    `scored` totals that no groups give may be any that there can be, and groups may stand in any order.
    """

    owned: tuple[Formulas, Formulas]
    groups: tuple[tuple[TileGroup, ...], tuple[TileGroup, ...]] | None
    totals: Totals | None
    winners: frozenset[Player] | None
    name: str
    believed: Believed
    sure: bool
    scored: bool = True


def results_of(step: SymbolicStep, named: Named) -> Iterator[tuple[ClauseId, Formula]]:
    """Give what the clauses on groups and points demand of a result."""
    yield Grouping.id, And(_groups_right(step.before.tiles, named, seat) for seat in SEATS)
    yield Score.id, And(_points_right(step, named), _winners_right(step, named))


# Groups ---------------------------------------------------------------------------------------------------------------


def grouped(owned: Formulas, groups: list[SomeGroup], *, ordered: bool = True) -> Formula:
    """State that groups hold each tile of a collection once, for a charm it carries, and that they can be formed."""
    parts: list[Formula] = [GROUPING.order_term(groups)] if ordered else []
    for tile, own in enumerate(owned):
        inside = [group.members.get(tile, False) for group in groups]
        if own is False and not any(each is not False for each in inside):
            continue
        parts.append(Count(inside) == If(own, 1, 0))
        carries = zip(inside, groups, strict=True)
        parts += [Implies(here, group.tiles.face(tile).carries_one_of(group.charm)) for here, group in carries]
    return And(parts)


def told_groups(tiles: SomeTiles, groups: tuple[TileGroup, ...]) -> list[SomeGroup]:
    """Give groups of which the tiles are known."""
    return [SomeGroup(tiles, CHARMS.index(each.charm) + 1, dict.fromkeys(each.tiles, True)) for each in groups]


def some_groups(tiles: SomeTiles, owned: Formulas, name: str) -> list[SomeGroup]:
    """Give a group for each charm; which of the tiles that may carry it are in it is unknown."""
    mine = [tile for tile, own in enumerate(owned) if own is not False]
    return [
        SomeGroup(tiles, c + 1, {tile: flag(f"{name}.{tile}.{c}") for tile in mine if _may(tiles, tile, c)})
        for c in KINDS
    ]


def _may(tiles: SomeTiles, tile: int, c: int) -> bool:
    return tiles.face(tile).carries[c] is not False


def _groups_right(tiles: SomeTiles, named: Named, seat: int) -> Formula:
    if named.groups is None:
        return True
    told = named.groups[seat]
    if not all(group.listed for group in told):
        return True
    each_once = all(group.tiles and len(set(group.tiles)) == len(group.tiles) for group in told)
    right = each_once and grouped(named.owned[seat], told_groups(tiles, told), ordered=named.scored)
    return Implies(named.believed("groups", f"{seat + 1}"), right)


# Points ---------------------------------------------------------------------------------------------------------------


def _points_right(step: SymbolicStep, named: Named) -> Formula:
    return And(_points_of(step, named, seat) for seat in SEATS)


def _points_of(step: SymbolicStep, named: Named, seat: int) -> Formula:
    told = named.groups[seat] if named.groups else ()
    if not all(group.listed for group in told) or not (named.scored or named.groups is None):
        return _points_without_tiles(step, named, seat, told)
    groups = told_groups(step.before.tiles, told)
    right = [each.points == said.points for each, said in zip(groups, told, strict=True) if said.points is not None]
    by_groups = named.believed("groups", f"{seat + 1}") if named.groups else True
    parts: list[Formula] = [Implies(by_groups, And(right))]
    total = named.totals[seat] if named.totals else None
    if total is not None:
        said = named.believed("totals", f"{seat + 1}")
        added = Sum(each.points for each in groups) == total if named.groups else _scores(step, named, seat, total)
        parts.append(Implies(And(by_groups, said), added))
    return And(parts)


def _points_without_tiles(step: SymbolicStep, named: Named, seat: int, told: tuple[TileGroup, ...]) -> Formula:
    """State that groups of whose tiles nothing is asked add up to a total that the collection can score."""
    total, points = named.totals[seat] if named.totals else None, [group.points for group in told]
    if total is None:
        return True
    added = None in points or sum(each or 0 for each in points) == total
    by_groups, said = named.believed("groups", f"{seat + 1}"), named.believed("totals", f"{seat + 1}")
    return And(Implies(And(by_groups, said), added), Implies(said, _scores(step, named, seat, total)))


def _scores(step: SymbolicStep, named: Named, seat: int, total: int) -> Formula:
    """State that a collection can score a total."""
    owned, most = named.owned[seat], step.rules.hand
    if not named.scored:
        return 0 <= total <= most**2 * step.before.tiles.highest_die
    groups = some_groups(step.before.tiles, owned, f"{named.name}.{seat + 1}")
    limit = min(total, most**2 * step.before.tiles.highest_die) + 1
    right = total >= 0 and And(grouped(owned, groups), _sum(groups, most, limit) == total)
    return Or(_too_many(owned, most, named.sure), right)


def _too_many(owned: Formulas, most: int, sure: bool) -> Formula:
    """State that more is won than can be where all clauses are kept: of such a collection nothing is demanded."""
    return False if sure else Count(owned) > most


def _sum(groups: list[SomeGroup], most: int, limit: int) -> Number:
    """Add up the points of groups of at most so many tiles together; a sum of `limit` stands for all above it too."""
    total: Number = 0
    for group in groups:
        total = _capped(total + _capped(group.points_up_to(most), limit), limit)
    return total


def _capped(points: Number, limit: int) -> Number:
    if high_of(points) <= limit:
        return points
    capped: Number = If(points < limit, points, limit)
    return capped


def _winners_right(step: SymbolicStep, named: Named) -> Formula:
    if named.winners is None:
        return True
    before, move = step.before, step.move
    resigned = And(Iff(won, Not(gone)) for won, gone in zip(move.winners, before.conceded, strict=True))
    return Implies(named.believed("winners"), If(before.over, resigned, _by_points(step, named)))


def _by_points(step: SymbolicStep, named: Named) -> Formula:
    """State that the winners are right for the totals that are named, and for some that there can be of the others."""
    most, parts, scores = step.rules.hand, list[Formula](), list[Number]()
    highest = most**2 * step.before.tiles.highest_die
    told = [seat for seat in SEATS if named.totals and named.totals[seat] is not None]
    for seat, total in enumerate(named.totals or (None, None)):
        if total is not None:
            scores.append(total)
        elif not named.scored:
            scores.append(number(f"{named.name}.score.{seat + 1}", 0, highest if told else 2))  # less, equal, more
        else:
            groups = some_groups(step.before.tiles, named.owned[seat], f"{named.name}.winner.{seat + 1}")
            parts.append(grouped(named.owned[seat], groups))
            scores.append(_sum(groups, most, highest + 1))
    too_many = Or(_too_many(named.owned[seat], most, named.sure) for seat in SEATS if seat not in told)
    right = Or(too_many, And(parts, SCORE.winners_term(step, scores[0], scores[1])))
    return Implies(And(named.believed("totals", f"{seat + 1}") for seat in told), right)
