"""Higher-order mutants: programs in which several clauses are wrong together."""

from collections.abc import Sequence
from dataclasses import replace

from models.clause import Clause
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.clauses.ln101_sets import OneSetEach
from models.lucky_numbers.clauses.ln102_setup_count import DiagonalFull
from models.lucky_numbers.clauses.ln103_diagonal import OnTheDiagonal
from models.lucky_numbers.clauses.ln201_order import Clockwise
from models.lucky_numbers.clauses.ln203_reveal import RevealFaceDown
from models.lucky_numbers.clauses.ln204_leave import LeaveRevealed
from models.lucky_numbers.clauses.ln205_take import TakeFaceUp
from models.lucky_numbers.clauses.ln206_middle import MiddleKept
from models.lucky_numbers.clauses.ln207_pile import PileKept
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.clauses.ln302_add import AddToEmpty
from models.lucky_numbers.clauses.ln303_exchange import Exchange
from models.lucky_numbers.clauses.ln401_full_garden import FullGarden
from models.lucky_numbers.clauses.ln402_last_clover import LastClover
from models.lucky_numbers.clauses.ln403_fewest_empty import FewestEmpty
from models.lucky_numbers.clauses.ln404_no_other_end import NoOtherEnd
from models.lucky_numbers.clauses.ln502_stays import StaysInSetup
from models.lucky_numbers.table import Step
from models.state_space import Mutant

NEIGHBOURS = Ascending(reach_in_row=1, reach_in_column=1)
TOGETHER: dict[str, tuple[Clause[Step], ...]] = {
    "the exchanged clover goes back face down": (Exchange(goes="nothing"), PileKept(exchanged_returns=1)),
    "the exchanged clover goes back face down if the new one was taken": (
        Exchange(goes="nothing", goes_so="if taken"),
        PileKept(exchanged_returns=1, returns_so="if taken"),
    ),
    "a revealed clover may only be added": (Exchange(source="middle"),),
    "clovers on the marked diagonal cannot be exchanged": (Exchange(allowed="off the diagonal"),),
    "a clover that is left goes back face down": (LeaveRevealed(heap_after="as before"), PileKept(left_returns=1)),
    "what is left or exchanged goes back face down": (
        Exchange(goes="nothing"),
        LeaveRevealed(heap_after="as before"),
        PileKept(exchanged_returns=1, left_returns=1),
    ),
    "the exchanged clover is lost, and so is one left in the middle": (
        Exchange(goes="nothing"),
        LeaveRevealed(heap_after="as before"),
    ),
    **{
        f"the middle holds at most {words} clovers": (Exchange(room=room), LeaveRevealed(room=room))
        for words, room in (("four", 4), ("six", 6), ("eight", 8), ("ten", 10), ("twelve", 12))
    },
    "the middle holds each number once": (LeaveRevealed(heap_after="with it, once"), Exchange(goes="old, once")),
    "another clover than the one that is taken may leave the middle": (
        MiddleKept(leaves="any one"),
        Exchange(leaves="any one"),
    ),
    "all copies of the taken number leave the middle": (
        MiddleKept(leaves="all equal ones"),
        Exchange(leaves="all equal ones"),
    ),
    "a revealed clover goes to the middle, placed or not": (
        MiddleKept(drawn_enters=True),
        Exchange(goes="both", goes_so="if revealed"),
    ),
    "both clovers of an exchange lie in the middle if one was revealed": (
        Exchange(goes="both", goes_so="if revealed"),
    ),
    "nothing can be taken from the middle": (TakeFaceUp(reach="none"),),
    "one set is in play whatever the number of players": (OneSetEach(sets=1),),
    "some clovers lie face up at the start": (OneSetEach(turned_up=None),),
    "the set-up has numbers of its own, and the pile is whole": (OneSetEach(counts=False, dealt_more=None),),
    "one set too many, as with 80 clovers for three": (OneSetEach(extra_sets=1), RevealFaceDown(any_number=True)),
    "a random number in place of the pile": (RevealFaceDown(any_number=True, refilled=True),),
    "the middle has no memory": (TakeFaceUp(anything=True), MiddleKept(leaves="none")),
    "no placement rule at all": (Ascending(in_row="none", in_column="none"), AddToEmpty(occupied_too=True)),
    "equal numbers pass, but only among neighbours": (
        replace(NEIGHBOURS, equal_in_row="both", equal_in_column="both"),
    ),
    "an equal number may lie to the left or above": (Ascending(equal_in_row="smaller", equal_in_column="smaller"),),
    "an equal number may lie to the right or below": (Ascending(equal_in_row="larger", equal_in_column="larger"),),
    "it is enough to ascend in the row or in the column": (Ascending(lines="one is enough"),),
    "numbers to the left are not compared": (Ascending(in_row="larger"),),
    "numbers to the right are not compared": (Ascending(in_row="smaller"),),
    "numbers above are not compared": (Ascending(in_column="larger"),),
    "numbers below are not compared": (Ascending(in_column="smaller"),),
    "only direct neighbours are compared in rows": (Ascending(reach_in_row=1),),
    "only direct neighbours are compared in columns": (Ascending(reach_in_column=1),),
    "an exchange is compared with direct neighbours alone": (Ascending(exchanging="with neighbours"),),
    "exchanges are refused, and so is an equal number": (Exchange(allowed="none"), Ascending(distinct=True)),
    "play never stops": (FullGarden(stops=False), LastClover(stops=False)),
    "the pile is refilled from the middle": (
        LastClover(stops=False),
        RevealFaceDown(middle_too=True, refilled=True),
        PileKept(returns_so="the middle, if the pile is empty"),
        LeaveRevealed(heap_after="only it, if the pile is empty"),
        MiddleKept(swept="if the pile is empty"),
        Exchange(leaves="all if the pile is empty"),
    ),
    "anybody starts, whoever is named": (Clockwise(anyone="at the start"),),
    "play starts without a set-up, and the pile is whole": (
        OneSetEach(dealt_more=None),
        DiagonalFull(at_start=False),
    ),
    "one clover less each, and all others are in the pile": (OneSetEach(dealt_more=-1), DiagonalFull(more=-1)),
    "one clover more each before play, anywhere": (
        OneSetEach(dealt_more=1),
        DiagonalFull(more=1),
        OnTheDiagonal(anywhere=True),
    ),
    "set-up goes on during play, anywhere": (DiagonalFull(only_before_play=False), OnTheDiagonal(anywhere=True)),
    "an exchange in Michael's set-up": (OnTheDiagonal(stacked=True), StaysInSetup(exchanges=True)),
    "every round is finished": (FullGarden(round_is_finished=True), LastClover(round_is_finished=True)),
    "most empty cells win, with a full garden too": (FullGarden(wins="most empty"), FewestEmpty(most=True)),
    "empty cells are miscounted, with a full garden too": (FullGarden(counted=False), FewestEmpty(counted=False)),
    "play stops one clover early, and whoever would have drawn it loses ties": (
        NoOtherEnd(left=1),
        FewestEmpty(ties="not who drew"),
    ),
}


def higher_order_mutants() -> Sequence[Mutant]:
    """Give these programs, each with all its clauses."""
    return tuple(Mutant(name, replaced(*wrong)) for name, wrong in TOGETHER.items())


def replaced(*wrong: Clause[Step]) -> tuple[Clause[Step], ...]:
    """Give all clauses, some of them wrong."""
    instead = {clause.id: clause for clause in wrong}
    return tuple(instead.get(clause.id, clause) for clause in CLAUSES)
