"""GF208."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from msgspec.structs import replace

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.moves import BOTH, Ending, Player, Turn, other_player
from models.good_fortune.symbolic_state import SymbolicStep, among
from models.good_fortune.table import Hands, Step, following, write_heap
from models.good_fortune.tiles import Tiles
from models.smt import And, Formula, If, Implies, Not, Or


@dataclass(frozen=True)
class TilesStay(Clause[Step]):
    """A hand loses the tile that is laid and nothing else; a collection gains the tile that is won and nothing else,
    and loses none.
    """

    id = ClauseId("GF208")
    title = "hands and collections change by laying and winning only"
    cites = (
        Cite(SHEET, "1 Choix de tuiles", 1),
        Cite(SHEET, "2 Pose et gain de tuiles", 7),
        Cite(SHEET, "2 Pose et gain de tuiles", 8),
    )
    moves = (Turn, Ending)
    results = (Ending,)
    kept = (
        "hands 9 11/5; line 8 12 15; simple | 2: 5 left +15 => won -/15; hands 9 11/-",
        "hands 9 11/5; line 8 12 15; simple; won 3/4 | 2: 5 left -15 => won 3/4",
        "hands 9 11/5; line 8 12 15; simple | 2: 5 left => won -/15",
        "hands 9 11/5; line 8 12 15; simple | 2: 5 left => won -/-",
        "hands -/-; line 8 12 15; won 3/4; unsure 5/- | end won 3/4",
        "hands -/-; line 8 12 15; won 3/4; unsure 5/- | end won 3 5/4",
    )
    broken = (
        "hands 9 11/5; line 8 12 15; simple | 2: 5 left +15 => won -/-",
        "hands 9 11/5; line 8 12 15; simple | 2: 5 left +15 => won 15/-",
        "hands 9 11/5; line 8 12 15; simple | 2: 5 left -15 => won -/15",
        "hands 9 11/5; line 8 12 15; simple; won 3/4 | 2: 5 left -15 => won 3/-",
        "hands 9 11/5; line 8 12 15; simple | 2: 5 left => won -/8",
        "hands 9 11/5; line 8 12 15; simple | 2: 5 left +15 => hands 9 11/5",
        "hands 9 11/5; line 8 12 15; simple | 2: 5 left +15 => hands 9/-",
        "hands -/-; line 8 12 15; won 3/4 | end won -/4",
        "hands -/-; line 8 12 15; won 3/4 | end won 3/4 6",
    )

    won_must_be_shown: bool = True
    nothing_else: bool = True
    hands: bool = True
    discarded_too: bool = False
    result: bool = True
    to_the_other: bool = False

    def limits(self, step: Step) -> tuple[Hands, Hands]:
        """Give what each collection must hold, and what it may hold."""
        move, table = step.move, step.before
        if isinstance(move, Turn):
            from models.good_fortune.effect import effect

            laid = move.laid
            if self.to_the_other:
                laid = tuple(replace(laying, player=other_player(laying.player)) for laying in laid)
            table = effect(step.before, replace(move, collections=None, laid=laid))
        may = tuple(tuple(sorted({*won, *unsure})) for won, unsure in zip(table.won, table.unsure, strict=True))
        return table.won, (may[0], may[1])

    def _is_right(self, step: Step, player: Player, shown: Tiles) -> bool:
        must, may = (of[player - 1] for of in self.limits(step))
        if self.won_must_be_shown and not set(must) <= set(shown):
            return False
        extra = set(shown) - set(may)
        move = step.move
        if isinstance(move, Ending):
            extra -= set(step.before.line)  # which GF401 tells of
        if self.discarded_too and isinstance(move, Turn):
            extra -= {laying.taken for laying in move.laid}
        return (not extra and len(set(shown)) == len(shown)) or not self.nothing_else

    def _hands_are_right(self, step: Step, move: Turn) -> bool:
        if move.hands is None or not self.hands:
            return True
        laid = {laying.tile for laying in move.laid}
        return all(
            tuple(tile for tile in step.before.hand(player) if tile not in laid) == move.hands[player - 1]
            for player in BOTH
        )

    def effect(self, step: Step) -> Step:
        move = step.move
        if not isinstance(move, Turn) or move.collections is not None or not self.to_the_other:
            return step
        return following(step, won=self.limits(step)[0])

    def exercised(self, step: Step) -> bool:
        """Tell it of hands and collections that are shown."""
        move = step.move
        shown = isinstance(move, Turn) and (move.hands is not None or move.collections is not None)
        return shown or (isinstance(move, Ending) and move.collections is not None)

    def holds(self, step: Step) -> bool:
        move = step.move
        if not isinstance(move, Turn | Ending) or (isinstance(move, Ending) and not self.result):
            return True
        if isinstance(move, Turn) and not self._hands_are_right(step, move):
            return False
        shown = move.collections
        return shown is None or all(self._is_right(step, player, shown[player - 1]) for player in BOTH)

    def term(self, step: SymbolicStep) -> Formula:
        if step.move.kind is Ending:
            shown: Formula = step.form.named is not None and self.result
            return Or(Not(shown), self._gain_term(step, False))
        shows = step.move.shows
        hands = Or(Not(shows["hands"]), self._hands_term(step)) if self.hands else True
        return And(hands, Or(Not(shows["collections"]), self._gain_term(step, True)))

    def _hands_term(self, step: SymbolicStep) -> Formula:
        """State that each tile of a hand is still there, unless it was laid, and no other is."""
        laid = tuple(laying.tile for laying in step.move.laid)
        return And(
            If(among(tile, laid), new[tile] == 0, new[tile] == old[tile])
            for old, new in zip(step.before.hands, step.move.hands, strict=True)
            for tile in step.before.numbers
        )

    def _gain_term(self, step: SymbolicStep, of_turn: bool) -> Formula:
        """State tile by tile that it is shown where it must be, and nowhere else, and not twice."""
        line = () if of_turn else step.before.line
        taken = tuple(laying.taken for laying in step.move.laid) if self.discarded_too else ()
        parts: list[Formula] = []
        for seat in (0, 1):
            won, unsure, shown = step.before.won[seat], step.before.unsure[seat], step.move.collections[seat]
            winner = 2 - seat if self.to_the_other else seat + 1
            gains = [(each, each.laying.player == winner) for each in step.met] if of_turn else []
            for tile in step.before.numbers:
                told = [(each, And(mine, each.goes == tile)) for each, mine in gains]
                surely = (And(gone, If(each.laying.taken == 0, each.connects, each.laying.wins)) for each, gone in told)
                perhaps = (And(gone, each.laying.taken == 0, Not(each.fails)) for each, gone in told)
                must = Or(won[tile] >= 1, surely)
                may = Or(must, unsure[tile] >= 1, perhaps, among(tile, line), among(tile, taken))
                parts.append(Implies(must, shown[tile] >= 1) if self.won_must_be_shown else True)
                parts.append(And(shown[tile] <= 1, Or(shown[tile] == 0, may)) if self.nothing_else else True)
        return And(parts)

    def fault(self, step: Step) -> Fault:
        move = step.move
        assert isinstance(move, Turn | Ending)
        if isinstance(move, Turn) and not self._hands_are_right(step, move):
            laid = {laying.tile for laying in move.laid}
            hands = " and ".join(write_heap(t for t in step.before.hand(each) if t not in laid) for each in BOTH)
            return Fault("a hand changes otherwise than by laying", "hands", f"must be {hands}")
        shown = move.collections or ((), ())
        player = next(player for player in BOTH if not self._is_right(step, player, shown[player - 1]))
        must, may = (of[player - 1] for of in self.limits(step))
        right = write_heap(must) + (f" (and perhaps {write_heap(set(may) - set(must))})" if may != must else "")
        return Fault(
            f"the collection of player {player} is {write_heap(shown[player - 1])}",
            "collections",
            f"must be {right}",
            help="a collection holds the tiles its player has won, and no others",
        )

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "a won tile may be lost": cls(won_must_be_shown=False),
            "a collection may gain any tile": cls(nothing_else=False),
            "hands are not looked at": cls(hands=False),
            "a discarded tile is collected too": cls(discarded_too=True),
            "the collections of the result are not looked at": cls(result=False),
            "the other player gets what is won": cls(to_the_other=True),
        }
