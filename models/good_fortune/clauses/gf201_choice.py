"""GF201."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from models.clause import Cite, Clause, ClauseId, Fault
from models.good_fortune.editions import SHEET
from models.good_fortune.moves import BOTH, Dealing, Player, Turn, other_player
from models.good_fortune.symbolic_state import LARGE, SymbolicStep, held
from models.good_fortune.table import Step, following, write_heap
from models.smt import And, Formula, Not, Number, Or


@dataclass(frozen=True)
class Choice(Clause[Step]):
    """The holder of the medallion chooses a tile of the own hand first, then the other player does; so each lays one
    tile a turn. Who has tile 1 has the medallion first, small side up.
    """

    id = ClauseId("GF201")
    title = "the medallion holder chooses first, each from the own hand"
    reading = (
        "After the deal in Guessing: the set-up gives the medallion to the holder of tile 1; in the variant it may lie "
        "between the players and means nothing. A log need not say it; one that names a player without tile 1 breaks "
        "the set-up."
    )
    cites = (Cite(SHEET, "1 Choix de tuiles", 1), Cite(SHEET, "Mise en place", 3))
    moves = (Dealing, Turn)
    kept = (
        "size 1 | deal 1/5, line 2 3 4, holder 1, side small",
        "size 1 | deal 5/1, line 2 3 4, holder 2",
        "simple; hands 1/5; line 2 3 4 | 1: 1 left",
        "hands 1 6/5 7; line 2 3 4; holder 1 | chooser 1, 1: 1 left, 2: 5 right",
        "hands 1 6/5 7; line 2 3 4; holder 2; side large | chooser 2, 2: 5 left, 1: 1 right",
        "hands 1 6/5 7; line 2 3 4; holder 1; guessing | 1: 1 left, 2: 5 right",
    )
    broken = (
        "hands 1 6/5 7; line 2 3 4; holder 1 | chooser 2, 1: 1 left, 2: 5 right",
        "hands 1 6/5 7; line 2 3 4; holder 2; side large | chooser 1, 2: 5 left, 1: 1 right",
        "hands 1 6/5 7; line 2 3 4; holder 1 | chooser 1, 1: 5 left, 2: 7 right",
        "hands 1 6/5 7; line 2 3 4; holder 1 | 1: 8 left, 2: 9 right",
        "hands 1 6/5 7; line 2 3 4; holder 1 | 1: 1 left, 1: 6 right",
        "hands 1 6/5 7; line 2 3 4; holder 1 | 1: 1 left",
        "hands 1 6/5 7; line 2 3 4; holder 1 | 1: 1 left, 2: 6 right",
        "size 1 | deal 1/5, line 2 3 4, holder 2, side small",
        "size 1 | deal 1/5, line 2 3 4, holder 1, side large",
    )

    own_hand: bool = True
    one_each: bool = True
    in_order: bool = True
    lowest_first: bool = True
    small_first: bool = True
    always_player_1: bool = False

    def chooser(self, step: Step) -> Player | None:
        """Tell who chooses first, None where that is not known or nobody does."""
        rules = step.before.rules
        if rules.guessing or rules.simple:
            return None
        return Player(1) if self.always_player_1 else step.before.holder

    def fault_of(self, step: Step) -> tuple[str, str, str] | None:
        """Tell what is wrong: message, key, label."""
        move = step.move
        if isinstance(move, Dealing):
            return self._fault_of_deal(move, step)
        assert isinstance(move, Turn)
        if self.one_each and not step.before.rules.simple:
            players = [laying.player for laying in move.laid]
            if sorted(players) != list(BOTH):
                label = "each player lays one tile a turn"
                if len(players) > len(BOTH):
                    return f"{len(players)} tiles laid in one turn", "laid", label
                who = "only" if len(players) == 1 else "twice"
                return f"player {players[0]} {who} lays a tile", "laid", label
        if self.own_hand:
            for place, laying in enumerate(move.laid):
                if laying.tile not in step.before.hand(laying.player):
                    label = f"the hand holds {write_heap(step.before.hand(laying.player))}"
                    return f"player {laying.player} has no {laying.tile}", f"laid/{place}/tile", label
        first = self.chooser(step)
        if self.in_order and move.chooser is not None and first is not None and move.chooser != first:
            return f"player {move.chooser} chooses first", "chooser", f"player {first} has the medallion"
        return None

    def _fault_of_deal(self, move: Dealing, step: Step) -> tuple[str, str, str] | None:
        if step.before.rules.simple:
            return None
        first = next((player for player in BOTH if 1 in move.hands[player - 1]), None)
        first = first if self.lowest_first or first is None else other_player(first)
        if first is not None and move.holder is not None and move.holder != first:
            return f"player {move.holder} has the medallion first", "holder", f"player {first} has the 1"
        if self.small_first and move.side == "large":
            return "the large side is up at the start", "side", "must be small"
        return None

    def effect(self, step: Step) -> Step:
        move = step.move
        if not isinstance(move, Dealing) or step.before.rules.simple or move.holder is not None:
            return step
        first = next((player for player in BOTH if 1 in move.hands[player - 1]), None)
        holder = first if self.lowest_first or first is None else other_player(first)
        return following(step, holder=holder)

    def exercised(self, step: Step) -> bool:
        """Tell it of every turn, and of a deal that shows the medallion."""
        move = step.move
        shown = isinstance(move, Dealing) and (move.holder is not None or move.side is not None)
        return isinstance(move, Turn) or (shown and not step.before.rules.simple)

    def holds(self, step: Step) -> bool:
        return self.fault_of(step) is None

    def term(self, step: SymbolicStep) -> Formula:
        return self._term_of_deal(step) if step.move.kind is Dealing else self._term_of_turn(step)

    def _term_of_deal(self, step: SymbolicStep) -> Formula:
        move, (one, other) = step.move, step.move.hands
        first, second = (1, 2) if self.lowest_first else (2, 1)
        right = Or(
            move.holder == 0,
            And(held(one, 1), move.holder == first),
            And(Not(held(one, 1)), Or(Not(held(other, 1)), move.holder == second)),
        )
        return Or(step.rules.simple, And(right, Not(self.small_first and move.side == LARGE)))

    def _term_of_turn(self, step: SymbolicStep) -> Formula:
        rules, move, hands = step.rules, step.move, step.before.hands
        own = (
            Or(And(laying.player == seat + 1, held(hands[seat], laying.tile)) for seat in (0, 1))
            for laying in move.laid
        )
        both = And(Or(laying.player == player for laying in move.laid) for player in BOTH)
        holder: Number = 0 if rules.guessing or rules.simple else 1 if self.always_player_1 else step.before.holder
        return And(
            own if self.own_hand else True,
            And(both, len(move.laid) == 2) if self.one_each and not rules.simple else True,
            Or(move.chooser == 0, holder == 0, move.chooser == holder) if self.in_order else True,
        )

    def fault(self, step: Step) -> Fault:
        found = self.fault_of(step)
        assert found is not None
        help_line = "who has the 1 takes the medallion, small side up" if isinstance(step.move, Dealing) else ""
        return Fault(*found, help=help_line)

    @classmethod
    def mutants(cls) -> Mapping[str, Self]:
        return {
            "tiles of the other hand may be laid": cls(own_hand=False),
            "a player may lay both tiles or none": cls(one_each=False),
            "anybody may choose first": cls(in_order=False),
            "who has the highest tile begins": cls(lowest_first=False),
            "the large side may be up first": cls(small_first=False),
            "player 1 always chooses first": cls(always_player_1=True),
        }


CHOICE = Choice()
