"""The names of the forms that a game's files have, as their key `format` says them, each told here alone."""

from typing import Final, Literal

PuzzleFormat = Literal["cloverproof-puzzle/1"]

LOG_FORMAT: Final = "cloverproof/1"
DRIVE_FORMAT: Final = "cloverproof-drive/1"
PUZZLE_FORMAT: Final[PuzzleFormat] = "cloverproof-puzzle/1"
