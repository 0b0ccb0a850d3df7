"""The size of a game as a header declares it, for the clauses about it."""

from dataclasses import dataclass
from typing import Annotated

from models.field_kinds import Flag, Whole
from models.lucky_numbers.editions import LARGEST_TOP, MOST_PLAYERS, MOST_SETS
from models.lucky_numbers.garden import LARGEST_SIDE, SMALLEST_SIDE
from models.schema import Schema
from models.smt import Formula, Number


@dataclass(frozen=True)
class Size:
    """Numbers, whether they are known or not."""

    side: Annotated[Number, Whole(SMALLEST_SIDE, LARGEST_SIDE)]
    top: Annotated[Number, Whole(1, LARGEST_TOP)]
    sets: Annotated[Number, Whole(1, MOST_SETS)]
    players: Annotated[Number, Whole(2, MOST_PLAYERS)]
    house_rule: Annotated[Formula, Flag()]


SIZE = Schema(Size, Size)
