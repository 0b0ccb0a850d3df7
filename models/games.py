"""The games that are known: one line each."""

from models.game import Game
from models.good_fortune.game import GOOD_FORTUNE
from models.lucky_numbers.game import LUCKY_NUMBERS

GAMES: list[Game] = [LUCKY_NUMBERS, GOOD_FORTUNE]  # a list, so that tests can add a game of their own
