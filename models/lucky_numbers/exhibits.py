"""What Lucky Numbers gives for the suite."""

from models.lucky_numbers.mistakes import mistakes
from models.lucky_numbers.samples import CASES, games, positions, trials
from models.lucky_numbers.slips import slips
from models.world import Exhibits

EXHIBITS = Exhibits(positions, CASES, trials, games, slips, mistakes)
