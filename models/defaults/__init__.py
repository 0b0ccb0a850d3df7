"""What a game makes of its mechanics, its clauses and its claims: one function for each part of `Game`, by its name."""

from models.defaults.evidence import evidence
from models.defaults.exhibits import exhibits
from models.defaults.play import play, series
from models.defaults.positions import positions, puzzle
from models.defaults.proofs import proofs
from models.defaults.words import case, edition_of, move_verdicts, options, picture, remedy, view
from models.defaults.worlds import worlds

__all__ = [
    "case",
    "edition_of",
    "evidence",
    "exhibits",
    "move_verdicts",
    "options",
    "picture",
    "play",
    "positions",
    "proofs",
    "puzzle",
    "remedy",
    "series",
    "view",
    "worlds",
]
