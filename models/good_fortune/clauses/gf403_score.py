"""GF403."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.attained_totals import attained, best_split
from models.good_fortune.clauses.gf402_groups import GROUPING, grouping_in
from models.good_fortune.collections import MOST_UNSURE, owned_in, possible_totals
from models.good_fortune.editions import SHEET
from models.good_fortune.moves import BOTH, Ending, Player, TileGroup, Totals
from models.good_fortune.scoring import times
from models.good_fortune.symbolic_state import SomeNamed, SymbolicStep
from models.good_fortune.table import Step, in_words, write_heap
from models.good_fortune.tiles import TileSet
from models.smt import And, Formula, If, Iff, Implies, Not, Number, Or, Sum, high_of


def dice_only(tiles: int, dice: int) -> int:
    """Score the dice of a group and not how many tiles it has."""
    return dice


def added(tiles: int, dice: int) -> int:
    """Add up the tiles of a group and their dice."""
    return tiles + dice


def tiles_only(tiles: int, dice: int) -> int:
    """Score how many tiles a group has and not its dice."""
    return tiles


@dataclass(frozen=True)
class Score(Clause[Step]):
    """A group scores its die sum as many times as it has tiles; the total of a player is the sum of all groups; who has
    most points wins. (The rule book does not tell what a tie means: both players or nobody may be named.)
    """

    id = ClauseId("GF403")
    title = "a group scores tiles times dice; most points win"
    cites = (Cite(SHEET, "Multiplication du bonheur !", 1), Cite(SHEET, "Multiplication du bonheur !", 4))
    moves = (Ending,)
    results = (Ending,)
    kept = (
        "tiles 3AB1 4AC1 5AD1 6BC4; won 3 4 5 6/-; hands -/- | end totals 13 0, winners 1",
        "tiles 3AB1 4AC1 5BD1 6CE1; won 3 4 5 6/-; hands -/- | end totals 6 0",
        "tiles 3AB1 4AC1 5BD1 6CE1; won 3 4 5 6/-; hands -/- | end totals 8 0",
        "tiles 3AB1 4AC1; won 3 4/-; hands -/- | end groups A 3 4 = 4/-",
        "tiles 3AB1 4CD1; won 3/4; hands -/- | end totals 1 1, winners 1 2",
        "tiles 3AB1 4CD1; won 3/4; hands -/- | end totals 1 1, winners -",
        "won 3/4; hands -/- | end totals 5 3, winners 1",
        "won 3/4; hands 1/2; conceded 1 | end winners 2",
    )
    broken = (
        "tiles 3AB1 4AC1 5AD1 6BC4; won 3 4 5 6/-; hands -/- | end totals 14 0",
        "tiles 3AB1 4AC1 5AD1 6BC4; won 3 4 5 6/-; hands -/- | end totals 7 0",
        "tiles 3AB1 4AC1 5AD1 6BC4; won 3 4 5 6/-; hands -/- | end totals 4 0",
        "tiles 3AB1 4AC1 5BD1 6CE1; won 3 4 5 6/-; hands -/- | end totals 7 0",
        "tiles 3AB1 4AC1; won 3 4/-; hands -/- | end groups A 3 4 = 2/-",
        "tiles 3AB1 4AC1; won 3 4/-; hands -/- | end totals 4 0, winners 2",
        "tiles 3AB1 4AC1; won 3 4/-; hands -/- | end winners 2",
        "tiles 3AB1 4CD1; won 3/4; hands -/- | end totals 1 1, winners 1",
        "won 3/4; hands -/- | end totals 5 3, winners 1 2",
        "won 3/4; hands -/- | end totals 5 3, winners -",
        "tiles 3AB1 4AC1; won 3 4/-; hands -/- | end groups A 3 4 = 4/-, totals 5 0",
        "won 3/4; hands 1/2; conceded 1 | end winners 1",
    )

    points: Callable[[Any, Any], Any] = times
    best_split: bool = False
    fewest_win: bool = False
    ties_shared: bool = True
    looks_at_totals: bool = True

    def _totals(self, step: Step, player: Player) -> tuple[int, ...] | None:
        """Give the totals a player may have, None where they are not known."""
        from models.good_fortune.collections import collection_of
        from models.good_fortune.scoring import totals

        grouping = grouping_in(step.before.rules.changes)
        if grouping is None and not self.best_split:
            return None
        found = possible_totals(step, player, GROUPING.totals if grouping is None else grouping.totals)
        if found is None or (self.points is times and not self.best_split):
            return found
        tiles = step.before.rules.tiles
        faces = [tiles.face(tile) for tile in collection_of(step, player).must]
        return totals(faces, "free") if self.best_split or grouping is None else grouping.totals(faces, self.points)

    def _group_points(self, step: Step, group: TileGroup) -> int | None:
        tiles = step.before.rules.tiles
        if not group.listed:
            return None
        dice = [tiles.face(tile).die for tile in group.tiles]
        return None if None in dice else self.points(len(dice), sum(die or 0 for die in dice))

    def faults(self, step: Step) -> Iterator[tuple[str, str, str]]:
        """Tell what is wrong with a result: message, key, label."""
        move = step.move
        assert isinstance(move, Ending)
        for player, groups in zip(BOTH, move.groups or ((), ()), strict=True):
            for group in groups:
                right = self._group_points(step, group)
                if group.points is not None and right is not None and group.points != right:
                    what = f"{len(group.tiles)} tiles score {right}"
                    yield f"the group {group.charm} of player {player} scores {group.points}", "groups", what
        scored = [self._totals(step, player) for player in BOTH]
        if move.totals is not None and self.looks_at_totals:
            yield from self._wrong_totals(move, move.totals, scored)
        yield from self._wrong_winners(step, move, scored)

    def _wrong_totals(
        self, move: Ending, named: Totals, scored: list[tuple[int, ...] | None]
    ) -> Iterator[tuple[str, str, str]]:
        for player in BOTH:
            total, right = named[player - 1], scored[player - 1]
            if total is None:
                continue
            if right is not None and total not in right:
                must = in_words([str(each) for each in right], "or")
                yield f"player {player} has {total} points, not {must}", "totals", f"must be {must}"
                continue
            groups = move.groups[player - 1] if move.groups else ()
            points = [group.points for group in groups]
            if groups and None not in points and sum(each or 0 for each in points) != total:
                added = sum(each or 0 for each in points)
                yield f"player {player} has {total} points, but groups of {added}", "totals", f"must be {added}"

    def winners_of(self, totals: tuple[int, ...]) -> list[frozenset[Player]]:
        """Give the winners that may be named for two totals."""
        one, other = totals
        if one == other:
            return [frozenset(BOTH), frozenset()] if self.ties_shared else [frozenset({each}) for each in BOTH]
        first = (one > other) is not self.fewest_win
        return [frozenset({Player(1) if first else Player(2)})]

    def _wrong_winners(
        self, step: Step, move: Ending, scored: list[tuple[int, ...] | None]
    ) -> Iterator[tuple[str, str, str]]:
        if move.winners is None:
            return
        conceded = step.before.conceded
        if conceded:
            right = [frozenset(each for each in BOTH if each not in conceded)]
        else:
            for seat, total in enumerate(move.totals or ()):
                scored[seat] = scored[seat] if total is None else (total,)
            if None in scored:
                return
            pairs = product(*(each or () for each in scored))
            right = list(dict.fromkeys(winners for pair in pairs for winners in self.winners_of(pair)))
        if move.winners not in right:
            named, must = _names(move.winners), " or ".join(_names(each) for each in right)
            yield f"{named} named as winner, not {must}", "winners", f"must be {must}"

    def exercised(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Ending):
            return False
        told = any(group.points is not None for of_player in move.groups or () for group in of_player)
        return told or move.totals is not None or move.winners is not None

    def holds(self, step: Step) -> bool:
        return not isinstance(step.move, Ending) or not any(True for _ in self.faults(step))

    def term(self, step: SymbolicStep) -> Formula:
        move, (first, second) = step.move, step.move.totals
        scored = [self._attained(step, player) for player in BOTH]
        shown = And(move.shows["totals"], self.looks_at_totals)
        named = And(self._total_term(step, player, scored[player - 1]) for player in BOTH)
        pairs = None if None in scored else product(*(each or () for each in scored))
        of_scores = True if pairs is None else Or(self.winners_term(step, one, other) for one, other in pairs)
        right = If(
            step.before.over,
            And(Iff(won, Not(gone)) for won, gone in zip(move.winners, step.before.conceded, strict=True)),
            If(move.shows["totals"], self.winners_term(step, first, second), of_scores),
        )
        groups = (group for of_player in move.groups or () for group in of_player)
        return And(
            (self._points_term(step.rules.tiles, group) for group in groups),
            Implies(shown, named),
            Implies(move.shows["winners"], right),
        )

    def _attained(self, step: SymbolicStep, player: Player) -> set[int] | None:
        """Give the totals of a known collection: walk through what is left when some charms have been grouped."""
        owned, tiles = owned_in(step.form, player), step.rules.tiles
        perhaps = [tile for tile in owned.may if tile not in owned.must]
        if len(perhaps) > MOST_UNSURE or not tiles.knows(owned.may):
            return None
        if self.best_split:
            return {best_split([tiles.face(tile) for tile in owned.must])}
        grouping = grouping_in(step.rules.changes)
        if grouping is None:
            return None
        if self.points is not times:
            perhaps = []
        found: set[int] = set()
        for count in range(len(perhaps) + 1):
            for more in combinations(perhaps, count):
                faces = [tiles.face(tile) for tile in (*owned.must, *more)]
                found |= attained(faces, self.points, grouping.ranks, again=grouping.again)
        return found

    def points_term(self, size: Number, dice: Number) -> Number:
        """Give what a group scores, case by case: solvers are asked about linear terms only."""
        points: Number = 0
        for each in range(1, high_of(size) + 1):
            points = If(size == each, self.points(each, dice), points)
        return points

    def _points_term(self, tiles: TileSet, group: SomeNamed) -> Formula:
        """State that the points that are told of a group are its score, if all its dice are known."""
        held = [(count, tiles.face(tile).die or 0) for tile, count in enumerate(group.tiles)][1:]
        size, dice = Sum(group.tiles), Sum(count * die for count, die in held)
        unknown = Or(count >= 1 for count, die in held if not die)
        right = And(Implies(size == n, group.points == self.points(n, dice)) for n in range(high_of(size) + 1))
        return Or(Not(group.told), unknown, right)

    def _total_term(self, step: SymbolicStep, player: Player, scored: set[int] | None) -> Formula:
        total = step.move.totals[player - 1]
        groups = step.move.groups[player - 1] if step.move.groups else ()
        told = And(group.told for group in groups)
        adds_up = Or(not groups, Not(told), Sum(group.points for group in groups) == total)
        return And(adds_up, scored is None or Or(total == each for each in scored))

    def winners_term(self, step: SymbolicStep, one: Number, other: Number) -> Formula:
        """State that the named winners are right for two totals."""
        first, second = step.move.winners
        both_or_none = Iff(first, second) if self.ties_shared else Not(Iff(first, second))
        ahead = other < one if not self.fewest_win else one < other
        alone: Formula = And(Iff(first, ahead), Iff(second, Not(ahead)))
        right: Formula = If(one == other, both_or_none, alone)
        return right

    def fault(self, step: Step) -> Fault:
        found = list(self.faults(step))
        help_line = "each group scores its dice times its tiles; all groups together are the total; most points win"
        help_line = "; ".join((help_line, *self._counted(step)))
        return Fault("; ".join(message for message, _, _ in found), found[0][1], found[0][2], help=help_line)

    def _counted(self, step: Step) -> Iterator[str]:
        """Say which groups make up the total of each player who has another one by the result."""
        from models.good_fortune.collections import collection_of
        from models.good_fortune.scoring import dice_of, groupings

        move, tiles = step.move, step.before.rules.tiles
        assert isinstance(move, Ending)
        for player, total in zip(BOTH, move.totals or (), strict=False):
            right, owned = self._totals(step, player), collection_of(step, player)
            if None in (total, right) or total in (right or ()) or owned.must != owned.may:
                continue
            faces = [tiles.face(tile) for tile in owned.must]
            groups = [
                f"{group.charm} {write_heap(owned.must[place] for place in group.places)}"
                f" ({len(group.places)} x {dice_of(faces, group.places)})"
                for group in groupings(faces)[0].groups
            ]
            yield f"player {player} has {in_words(groups) or 'won nothing'}"

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "a group scores its dice alone": cls(points=dice_only),
            "a group scores its tiles alone": cls(points=tiles_only),
            "a group scores its tiles plus its dice": cls(points=added),
            "tiles are split for the best total": cls(best_split=True),
            "fewest points win": cls(fewest_win=True),
            "one player wins a tie": cls(ties_shared=False),
            "totals are not looked at": cls(looks_at_totals=False),
        }


def _names(players: frozenset[Player]) -> str:
    return in_words([f"player {player}" for player in sorted(players)]) or "nobody"
