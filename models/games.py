"""The games that are known: one line each."""

from models.good_fortune.game import GOOD_FORTUNE
from models.lucky_numbers.game import LUCKY_NUMBERS

GAMES = (LUCKY_NUMBERS, GOOD_FORTUNE)
