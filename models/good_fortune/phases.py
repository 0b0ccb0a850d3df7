"""One turn as a picture: its moments, and the clauses that lead from one to the next."""

from models.good_fortune.clauses.gf201_choice import Choice
from models.good_fortune.clauses.gf202_priority import Priority
from models.good_fortune.clauses.gf203_at_an_end import AtAnEnd
from models.good_fortune.clauses.gf204_connect import Connect
from models.good_fortune.clauses.gf205_discard import Discard
from models.good_fortune.clauses.gf206_second import SecondOnNewLine
from models.good_fortune.clauses.gf207_medallion import Medallion
from models.good_fortune.clauses.gf208_tiles_stay import TilesStay
from models.good_fortune.clauses.gf401_end import HandsEmpty
from models.good_fortune.clauses.gf402_groups import Grouping
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.clauses.gf501_guessing import Guessing
from models.state_space import Arrow, Phase, Phases

TURN = Phases(
    title="One turn of Good Fortune",
    phases=(
        Phase("turn", ("a turn",), (1.7, 0)),
        Phase("chosen", ("the holder has chosen,", "then the other player"), (0.7, 1)),
        Phase("together", ("both have chosen", "at the same time"), (2.7, 1)),
        Phase("order", ("which tile is laid first?",), (1.7, 2), "question"),
        Phase("laying", ("a tile is laid", "at an end of the line"), (1.7, 3)),
        Phase("shares", ("does it share a charm", "with a tile at an end?"), (1.7, 4), "question"),
        Phase("won", ("it lies next to that end,", "the opposite tile is won"), (0.7, 5)),
        Phase("gone", ("it lies at either end,", "the opposite tile leaves"), (2.7, 5)),
        Phase("both", ("are both tiles laid?",), (1.7, 6), "question"),
        Phase("second", ("the other one is laid", "on this line"), (3.2, 7.0), "next"),
        Phase("hands", ("are the hands empty?",), (1.7, 7), "question"),
        Phase("end", ("play ends,", "collections are scored"), (0.7, 8), "end"),
        Phase("next", ("the medallion is turned", "and handed over"), (2.7, 8), "next"),
    ),
    arrows=(
        Arrow("turn", "chosen", "", (Choice.id,)),
        Arrow("turn", "together", "Guessing", (Guessing.id,)),
        Arrow("chosen", "order"),
        Arrow("together", "order"),
        Arrow("order", "laying", "by number and side", (Priority.id,)),
        Arrow("laying", "shares", "", (AtAnEnd.id,)),
        Arrow("shares", "won", "yes", (Connect.id,)),
        Arrow("shares", "gone", "no", (Discard.id,)),
        Arrow("won", "both", "", (TilesStay.id,)),
        Arrow("gone", "both", "", (TilesStay.id,)),
        Arrow("both", "second", "no", (SecondOnNewLine.id,)),
        Arrow("both", "hands", "yes"),
        Arrow("hands", "end", "yes", (HandsEmpty.id, Grouping.id, Score.id)),
        Arrow("hands", "next", "no", (Medallion.id,)),
    ),
)
