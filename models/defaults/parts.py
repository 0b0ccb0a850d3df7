"""One function for each part of `Game` that is made of the mechanics, by its name."""

from models.defaults.engine import engine, series
from models.defaults.evidence import evidence
from models.defaults.positions import positions, puzzle
from models.defaults.proofs import proofs
from models.defaults.state_space import state_spaces
from models.defaults.suite_items import suite_items
from models.defaults.wording import case, edition_of, move_verdicts, options, picture, remedy, view

__all__ = [
    "case",
    "edition_of",
    "engine",
    "evidence",
    "move_verdicts",
    "options",
    "picture",
    "positions",
    "proofs",
    "puzzle",
    "remedy",
    "series",
    "state_spaces",
    "suite_items",
    "view",
]
