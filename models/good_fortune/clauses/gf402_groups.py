"""GF402."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from models.changes import RuleChanges
from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.collections import collection_of, owned_in
from models.good_fortune.editions import SHEET
from models.good_fortune.moves import BOTH, Ending, Player, TileGroup
from models.good_fortune.scoring import carriers, dice_of, foremost, groupings, times, totals
from models.good_fortune.symbolic_state import SomeNamed, SymbolicStep
from models.good_fortune.symbolic_tiles import SomeGroup, grouped_in_order, in_order_once
from models.good_fortune.table import Step, write_heap
from models.good_fortune.tiles import Face, Tiles, TileSet
from models.smt import And, Formula, Implies, Not, Or, Sum


@dataclass(frozen=True)
class Grouping(Clause[Step]):
    """The charm that lies on most of the tiles not yet grouped is grouped first, a tie going to the higher die sum; its
    tiles are taken out, and then it is counted again, until no tile is left. So each tile counts once. A tie in number
    and die sum leaves the choice open.
    """

    id = ClauseId("GF402")
    title = "groups: most frequent charm first, then higher dice, then count again"
    reading = (
        "The sheet orders groups from the most to the least frequent charm; it does not say whether that is counted "
        "once or again for the tiles that are left. It is read as again, since a tile lies in one group only. A tie in "
        "number and die sum is not decided by the sheet, and any choice is accepted."
    )
    cites = (Cite(SHEET, "Fin de partie", 1), Cite(SHEET, "Fin de partie", 2))
    moves = (Ending,)
    results = (Ending,)
    kept = (
        "tiles 3AB1 4AC1 5BD1 6CD2; won 3 4 5 6/-; hands -/- | end groups C 4 6 + B 3 5/-",
        "tiles 3AB1 4AC1 5BD1 6CD2; won 3 4 5 6/-; hands -/- | end groups D 5 6 + A 3 4/-",
        "tiles 3AB1 4AC1 5AD1 6BC4; won 3 4 5 6/-; hands -/- | end groups A 3 4 5 + B 6/-",
        "tiles 3AB1 4AC1; won 3 4 5/-; hands -/- | end groups A 3 4 + B 5/-",
        "tiles 3AB1 4AC1; won 3/4; hands -/- | end groups B 3/C 4",
    )
    broken = (
        "tiles 3AB1 4AC1 5BD1 6CD2; won 3 4 5 6/-; hands -/- | end groups A 3 4 + B 5 + C 6/-",
        "tiles 3AB1 4AC1 5BD1 6CD2; won 3 4 5 6/-; hands -/- | end groups C 4 6 + D 5 + A 3/-",
        "tiles 3AB1 4AC1 5BD4; won 3 4 5/-; hands -/- | end groups A 3 4 + B 5/-",
        "tiles 3AB1 4AC1 5AD1 6BC4; won 3 4 5 6/-; hands -/- | end groups A 3 5 + C 4 6/-",
        "tiles 3AB1 4AC1 5AD1 6BC4; won 3 4 5 6/-; hands -/- | end groups A 3 4 5/-",
        "tiles 3AB1 4AC1 5AD1 6BC4; won 3 4 5/-; hands -/- | end groups A 3 4 5 + C 4/-",
        "tiles 3AB1 4AC1; won 3 4 5/-; hands -/- | end groups A 3 4 + C 4 5/-",
        "tiles 3AB1 4AC1; won 3 4/-; hands -/- | end groups A 3/C 4",
        "tiles 3AB1; won 3/-; hands -/- | end groups C 3/-",
    )

    most_first: bool = True
    dice_break_ties: bool = True
    again: bool = True
    once: bool = True
    all_tiles: bool = True
    carried: bool = True

    def fault_of(self, step: Step, player: Player) -> str:
        """Tell what is wrong with the groups of a player, empty if nothing is."""
        move = step.move
        assert isinstance(move, Ending)
        groups = move.groups[player - 1] if move.groups else ()
        if not all(group.listed for group in groups):
            return ""
        owned = collection_of(step, player)
        listed = [tile for group in groups for tile in group.tiles]
        alien = sorted(set(listed) - set(owned.may))
        if alien:
            return f"{write_heap(alien)} in a group, but not in the collection"
        if self.once and len(set(listed)) < len(listed):
            return f"{write_heap(sorted({tile for tile in listed if listed.count(tile) > 1}))} in two groups"
        left_out = sorted(set(owned.must) - set(listed))
        if self.all_tiles and left_out:
            return f"{write_heap(left_out)} in no group"
        tiles = step.before.rules.tiles
        for group in groups:
            charms = [tiles.face(tile).charms for tile in group.tiles]
            if self.carried and any(None not in pair and group.charm not in pair for pair in charms):
                return f"a tile of the group {group.charm} does not carry it"
        known = self.carried and set(owned.must) == set(owned.may) == set(listed) and tiles.knows(owned.must)
        return self._wrong_order(tiles, groups, owned.must) if known and len(listed) == len(owned.must) else ""

    def _wrong_order(self, tiles: TileSet, groups: tuple[TileGroup, ...], owned: Tiles) -> str:
        """Form the groups one after the other, always one of those that may come next."""
        if not self.most_first:
            return ""
        faces = [tiles.face(tile) for tile in owned]
        left, rest = frozenset(range(len(owned))), list(groups)
        if not self.again:
            return _not_once(faces, owned, groups)
        while rest:
            best = foremost(faces, left, by_dice=self.dice_break_ties)
            mine = {charm: {owned[place] for place in places} for charm, places in best}
            found = next((group for group in rest if set(group.tiles) == mine.get(group.charm)), None)
            if found is None:
                must = " or ".join(f"{charm} ({write_heap(sorted(mine[charm]))})" for charm in mine)
                return f"the next group must be {must}"
            rest.remove(found)
            left -= {place for place, tile in enumerate(owned) if tile in found.tiles}
        return ""

    def exercised(self, step: Step) -> bool:
        return isinstance(step.move, Ending) and step.move.groups is not None

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Ending) or move.groups is None:
            return True
        return not any(self.fault_of(step, player) for player in BOTH)

    def term(self, step: SymbolicStep) -> Formula:
        groups = step.move.groups
        return groups is None or And(self._term_of(step, player, groups[player - 1]) for player in BOTH)

    def _term_of(self, step: SymbolicStep, player: Player, groups: tuple[SomeNamed, ...]) -> Formula:
        """State of the groups of a player, whose tiles are known, that they hold each tile once and are in order."""
        numbers, tiles = step.before.numbers, step.before.tiles
        owned = owned_in(step.form, player)
        listed = {tile: Sum(group.tiles[tile] for group in groups) for tile in numbers}
        carried = (
            Or(group.tiles[tile] == 0, Not(tiles.face(tile).known), tiles.face(tile).carries_one_of(group.charm))
            for group in groups
            for tile in owned.may
        )
        parts: list[Formula] = [listed[tile] == 0 for tile in numbers if tile not in owned.may]
        parts += [listed[tile] <= 1 for tile in numbers] if self.once else []
        parts += [listed[tile] >= 1 for tile in owned.must] if self.all_tiles else []
        parts += [And(carried)] if self.carried else []
        if self.carried and self.most_first and set(owned.must) == set(owned.may):
            known = And(And(tiles.face(tile).known, tiles.face(tile).die >= 1) for tile in owned.must)
            whole = And(And(listed[tile] >= 1 for tile in owned.must), Sum(listed.values()) == len(owned.must))
            some = [SomeGroup(tiles, each.charm, {t: each.tiles[t] >= 1 for t in owned.must}) for each in groups]
            right = And(self.order_term(some), (each.size >= 1 for each in some))
            parts.append(Implies(And(known, whole), right))
        return And(parts)

    def order_term(self, groups: Sequence[SomeGroup]) -> Formula:
        """State of groups that hold each tile once, for a charm it carries, that they can be formed in some order."""
        return grouped_in_order(groups, by_dice=self.dice_break_ties) if self.again else in_order_once(groups)

    def ranks(self, number: int, dice: int) -> tuple[int, int]:
        """Give the rank of a charm that lies on so many tiles with such a die sum."""
        return number, dice if self.dice_break_ties else 0

    @property
    def decides(self) -> bool:
        """Tell whether it settles which tiles are grouped together, but for ties."""
        return self.most_first and self.once and self.all_tiles and self.carried

    def totals(self, faces: Sequence[Face], points: Callable[[int, int], int] = times) -> tuple[int, ...]:
        """Give all totals of known tiles, ascending, where it `decides` how they are grouped."""
        if not self.again:
            return (sum(points(len(mine), dice_of(faces, mine)) for _, mine in _ranked_once(faces)),)
        if points is times:
            return totals(faces, "again" if self.dice_break_ties else "number")
        ways = groupings(faces, by_dice=self.dice_break_ties, points=points)
        return tuple(sorted({each.total for each in ways}))

    def fault(self, step: Step) -> Fault:
        player = next(player for player in BOTH if self.fault_of(step, player))
        return Fault(
            f"groups of player {player}: {self.fault_of(step, player)}",
            "groups",
            "not a grouping by the rule",
            help="most frequent charm first, ties by the die sum; take its tiles out and count again",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "tiles may be split at will": cls(most_first=False),
            "the die sum does not break ties": cls(dice_break_ties=False),
            "it is counted once": cls(again=False),
            "a tile may count in two groups": cls(once=False),
            "tiles may be left out": cls(all_tiles=False),
            "a tile may be grouped by any charm": cls(carried=False),
        }


GROUPING = Grouping()


def grouping_in(changes: RuleChanges) -> Grouping | None:
    """Give the clause about groups as it is in force; None where nothing settles how tiles are grouped."""
    form = changes.form_of(GROUPING)
    return form if form.decides and GROUPING.id not in changes.without else None


def _ranked_once(faces: Sequence[Face]) -> list[tuple[str, tuple[int, ...]]]:
    """Give the groups of a program that ranks the charms once, ties by their usual order, as places of tiles."""
    left, found = frozenset(range(len(faces))), []
    ranked = sorted(carriers(faces, left), key=lambda each: (-len(each[1]), -dice_of(faces, each[1])))
    for charm, places in ranked:
        mine = tuple(place for place in places if place in left)
        left -= set(places)
        found += [(str(charm), mine)] if mine else []
    return found


def _not_once(faces: Sequence[Face], owned: Tiles, groups: Sequence[TileGroup]) -> str:
    """Tell what is wrong with groups for a program that ranks the charms once."""
    told = [(str(group.charm), set(group.tiles)) for group in groups]
    right = [(charm, {owned[place] for place in places}) for charm, places in _ranked_once(faces)]
    wrong = any(each not in told for each in right) or len(told) != len(right)
    return "they are not those of charms that are ranked once" if wrong else ""
