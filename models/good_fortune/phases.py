"""One turn as a picture: its moments, and the clauses that lead from one to the next."""

from models.world import Arrow, Phase, Phases

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
        Arrow("turn", "chosen", "", ("GF201",)),
        Arrow("turn", "together", "Guessing", ("GF501",)),
        Arrow("chosen", "order"),
        Arrow("together", "order"),
        Arrow("order", "laying", "by number and side", ("GF202",)),
        Arrow("laying", "shares", "", ("GF203",)),
        Arrow("shares", "won", "yes", ("GF204",)),
        Arrow("shares", "gone", "no", ("GF205",)),
        Arrow("won", "both", "", ("GF208",)),
        Arrow("gone", "both", "", ("GF208",)),
        Arrow("both", "second", "no", ("GF206",)),
        Arrow("both", "hands", "yes"),
        Arrow("hands", "end", "yes", ("GF401", "GF402", "GF403")),
        Arrow("hands", "next", "no", ("GF207",)),
    ),
)
