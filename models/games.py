"""The games that are known: one line each."""

from models.lucky_numbers.game import LUCKY_NUMBERS

GAMES = (LUCKY_NUMBERS,)
