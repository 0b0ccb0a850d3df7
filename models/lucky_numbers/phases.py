"""One turn as a picture: its moments, and the clauses that lead from one to the next."""

from models.world import Arrow, Phase, Phases

ADDING = ("LN301", "LN302", "LN206")
EXCHANGING = ("LN301", "LN303")

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
        Arrow("turn", "revealed", "A: reveal one", ("LN203", "LN207")),
        Arrow("turn", "taken", "B: take one", ("LN205",)),
        Arrow("revealed", "left", "leave it", ("LN204",)),
        Arrow("revealed", "added", "add it", ADDING),
        Arrow("revealed", "exchanged", "exchange it", EXCHANGING),
        Arrow("taken", "added", "add it", ADDING),
        Arrow("taken", "exchanged", "exchange it", EXCHANGING),
        Arrow("added", "full"),
        Arrow("full", "won", "yes", ("LN401",)),
        Arrow("full", "last", "no", ("LN404",)),
        Arrow("left", "last", bent=True),
        Arrow("exchanged", "last", bent=True),
        Arrow("last", "counted", "yes", ("LN402", "LN403")),
        Arrow("last", "next", "no", ("LN404", "LN201")),
    ),
)
