"""The forms of logs, one file each, in the order in which a log is tried for them."""

from verifier.dialect import Dialect
from verifier.dialects.board_game_arena import BOARD_GAME_ARENA
from verifier.dialects.game_park import GAME_PARK
from verifier.dialects.json_record import JSON_RECORD
from verifier.dialects.own import OWN
from verifier.dialects.score_sheet import SCORE_SHEET
from verifier.dialects.table import TABLE

DIALECTS: tuple[Dialect, ...] = (OWN, GAME_PARK, BOARD_GAME_ARENA, SCORE_SHEET, TABLE, JSON_RECORD)
