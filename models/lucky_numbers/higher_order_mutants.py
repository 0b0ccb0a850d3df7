"""Higher-order mutants: programs in which several clauses are wrong together."""

from collections.abc import Sequence

from models.clause import Clause
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.clauses.ln101_sets import OneSetEach
from models.lucky_numbers.clauses.ln102_setup_count import DiagonalFull
from models.lucky_numbers.clauses.ln103_diagonal import OnTheDiagonal
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

TOGETHER: dict[str, tuple[Clause[Step], ...]] = {
    "the exchanged clover goes back face down": (Exchange(goes="nothing"), PileKept(exchanged_returns=1)),
    "the exchanged clover goes back face down if the new one was taken": (
        Exchange(goes="nothing", goes_so="if taken"),
        PileKept(exchanged_returns=1, returns_so="if taken"),
    ),
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
    "one set too many, as with 80 clovers for three": (OneSetEach(extra_sets=1), RevealFaceDown(any_number=True)),
    "a random number in place of the pile": (RevealFaceDown(any_number=True, refilled=True),),
    "the middle has no memory": (TakeFaceUp(anything=True), MiddleKept(leaves="none")),
    "no placement rule at all": (Ascending(rows=False, columns=False), AddToEmpty(occupied_too=True)),
    "equal numbers pass, but only among neighbours": (Ascending(equal_in_row=True, equal_in_column=True, reach=1),),
    "exchanges are refused, and so is an equal number": (Exchange(allowed=False), Ascending(distinct=True)),
    "play never stops": (FullGarden(stops=False), LastClover(stops=False)),
    "the pile is refilled from the middle": (
        LastClover(stops=False),
        RevealFaceDown(middle_too=True, refilled=True),
    ),
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
