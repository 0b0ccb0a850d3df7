"""What a game makes of its mechanics, its clauses and its claims: one function for each part of `Game`, by its name."""

from models.defaults.play import play, series
from models.defaults.words import case, edition_of, move_verdicts, options, picture, remedy, view

__all__ = ["case", "edition_of", "move_verdicts", "options", "picture", "play", "remedy", "series", "view"]
