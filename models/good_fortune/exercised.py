"""How often the steps of one game exercise each clause, worked out from counts of its events."""

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec import Struct

from models.clause import ClauseId
from models.good_fortune.clauses.gf101_deal import Deal
from models.good_fortune.clauses.gf102_printed_size import PrintedSize
from models.good_fortune.clauses.gf201_choice import Choice
from models.good_fortune.clauses.gf202_priority import Priority
from models.good_fortune.clauses.gf203_at_an_end import AtAnEnd
from models.good_fortune.clauses.gf204_connect import Connect
from models.good_fortune.clauses.gf205_discard import Discard
from models.good_fortune.clauses.gf206_second import SecondOnNewLine
from models.good_fortune.clauses.gf207_medallion import Medallion
from models.good_fortune.clauses.gf208_tiles_stay import TilesStay
from models.good_fortune.clauses.gf209_concede import NobodyConcedes
from models.good_fortune.clauses.gf401_end import HandsEmpty
from models.good_fortune.clauses.gf402_groups import Grouping
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.clauses.gf501_guessing import Guessing
from models.good_fortune.clauses.gf502_simple import SimpleLaying


class Counted(Struct, frozen=True):
    """How often in one game something happened that exercises clauses.

    `connecting` counts the turns in which a tile had to connect, `apart` those in which one had not, `after` the first
    turns after the end of play.
    """

    of: Counter[str]
    simple: bool
    guessing: bool
    connecting: int
    apart: int
    after: int


EXERCISED: Mapping[ClauseId, Callable[[Counted], int]] = {
    Deal.id: lambda game: game.of["deal"],
    PrintedSize.id: lambda game: game.of["game"],
    Choice.id: lambda game: game.of["turn"] + (0 if game.simple else game.of["medallion dealt"]),
    Priority.id: lambda game: 0 if game.simple else game.of["two tiles"],
    AtAnEnd.id: lambda game: game.of["line shown"],
    Connect.id: lambda game: game.connecting,
    Discard.id: lambda game: game.apart,
    SecondOnNewLine.id: lambda game: game.of["second told"],
    Medallion.id: lambda game: 0 if game.simple else game.of["side or holder"],
    TilesStay.id: lambda game: game.of["heaps shown"] + game.of["collections"],
    NobodyConcedes.id: lambda game: game.of["concede"] + game.of["turn after conceding"],
    HandsEmpty.id: lambda game: game.after + game.of["end"] - game.of["end after conceding"],
    Grouping.id: lambda game: game.of["groups"],
    Score.id: lambda game: game.of["scored"],
    Guessing.id: lambda game: game.of["turn"] if game.guessing else 0,
    SimpleLaying.id: lambda game: game.of["turn"] + game.of["deal"] if game.simple else 0,
}
