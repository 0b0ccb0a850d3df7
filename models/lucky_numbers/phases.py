"""One turn as a picture: its moments, and the clauses that lead from one to the next."""

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
from models.state_space import Arrow, Phase, Phases

ADDING = (Ascending.id, AddToEmpty.id, MiddleKept.id)
EXCHANGING = (Ascending.id, Exchange.id)

TURN = Phases(
    title="One turn of Lucky Numbers",
    phases=(
        Phase("turn", ("your turn",), (1.9, 0)),
        Phase("revealed", ("you hold a clover", "that was face down"), (0.9, 1)),
        Phase("taken", ("you hold a clover", "that was face up"), (2.9, 1)),
        Phase("left", ("it stays face up", "in the middle"), (0, 2.35)),
        Phase("added", ("it lies on an", "empty cell of yours"), (1.3, 2.35)),
        Phase("exchanged", ("it replaces one of yours,", "which goes to the middle"), (3.1, 2.35)),
        Phase("full", ("is your garden full?",), (1.3, 3.3), "question"),
        Phase("won", ("you win, alone,", "and play stops"), (2.45, 3.3), "end"),
        Phase("last", ("did you reveal the", "last face-down clover?"), (1.3, 4.3), "question"),
        Phase("counted", ("play stops: fewest empty", "cells win, ties are shared"), (0.6, 5.3), "end"),
        Phase("next", ("the turn of the next", "player clockwise"), (2.0, 5.3), "next"),
    ),
    arrows=(
        Arrow("turn", "revealed", "A: reveal one", (RevealFaceDown.id, PileKept.id)),
        Arrow("turn", "taken", "B: take one", (TakeFaceUp.id,)),
        Arrow("revealed", "left", "leave it", (LeaveRevealed.id,)),
        Arrow("revealed", "added", "add it", ADDING),
        Arrow("revealed", "exchanged", "exchange it", EXCHANGING),
        Arrow("taken", "added", "add it", ADDING),
        Arrow("taken", "exchanged", "exchange it", EXCHANGING),
        Arrow("added", "full"),
        Arrow("full", "won", "yes", (FullGarden.id,)),
        Arrow("full", "last", "no", (NoOtherEnd.id,)),
        Arrow("left", "last", bent=True),
        Arrow("exchanged", "last", bent=True),
        Arrow("last", "counted", "yes", (LastClover.id, FewestEmpty.id)),
        Arrow("last", "next", "no", (NoOtherEnd.id, Clockwise.id)),
    ),
)
