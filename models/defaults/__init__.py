"""What a game makes of its mechanics, its clauses and its claims."""

from importlib import import_module

from msgspec.structs import force_setattr

from models.game import Game
from models.parameters import EventT, HeaderT, SeriesT, StepT, TableT

PARTS = (
    "series",
    "engine",
    "edition_of",
    "remedy",
    "picture",
    "case",
    "view",
    "options",
    "move_verdicts",
    "puzzle",
    "state_spaces",
    "suite_items",
    "positions",
    "evidence",
    "proofs",
)


class DefaultPart:
    """A part that a game makes of its mechanics, by the function of that name in `models.defaults.parts`."""

    def __init__(self, game: Game, part: str) -> None:
        self.game, self.part = game, part

    def __call__(self, *asked: object) -> object:
        """Make the part; what makes it is imported only now."""
        return getattr(import_module("models.defaults.parts"), self.part)(self.game, *asked)


class SmallGame(Game[EventT, HeaderT, SeriesT, TableT, StepT], frozen=True, eq=False, kw_only=True):
    """A game that gives mechanics, clauses and claims; what it does not give of `PARTS` is made of them."""

    def __post_init__(self) -> None:
        """Put in what is made of the mechanics."""
        for part in PARTS:
            if part == "proofs" and not self.offers("claims"):
                continue
            if not self.offers(part) or getattr(self, part) is None:
                force_setattr(self, part, DefaultPart(self, part))
