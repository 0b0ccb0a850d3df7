"""What Lucky Numbers gives for the suite."""

from models.lucky_numbers.higher_order_mutants import higher_order_mutants
from models.lucky_numbers.mutant_logs import mutant_logs
from models.lucky_numbers.suite_forms import LuckyStepTable, LuckyTable, item_scope, step_form, table_form
from models.lucky_numbers.suite_games import CASES, candidate_turns, perft_depth, suite_games, suite_tables
from models.state_space import SuiteForms, SuiteItems

NOTATION = """
A table is one line: the gardens of players 1, 2, ..., row by row, `.` an empty cell; then `middle` the face-up numbers,
`hidden` the face-down ones (absent: all clovers of the sets that are not seen), `to move` the player (absent: play is
over), `drawn` a number that was just revealed, `top` the highest number (20 if absent), `sets` the copies of each
number (one for each player if absent), `strict` where a clover may not replace one of the same number, `bruno` or
`bruno-any` for a house rule. In JSON `pile` holds the face-down numbers, in no order.

A turn: `5 b1` reveal a 5 and add it on b1, `5x7 b2` exchange it for the 7 there, `5 -` leave it in the middle; with an
`m` in front the clover is taken from the middle. `5x b1` is an exchange where nothing lies.

A step is `facts of the table | move => shown after it`: the gardens, then facts such as `middle 3`, `pile 9`, `setup`
(before play), `michael` (the set-up one by one), `first 2`, `last 1` (who had the last turn), `drawn` (it revealed a
clover), `conceded 2`. Moves: `1: 13 c1` player 1 reveals a 13 and adds it, `1: 13x10 d2` exchanges it, `1: 13 -` leaves
it, `1: m13 c1` takes it from the middle; `set 1: 5 a1`, `start ...`, `end ...`, `tournament ...`, `concede 2`, `open`
(the header). What is not said is as usual: play goes on, it is the turn of whoever moves. Copies of a number are not
different turns, what can be revealed is.
"""

SUITE_ITEMS = SuiteItems(
    suite_tables,
    CASES,
    candidate_turns,
    perft_depth,
    suite_games,
    mutant_logs,
    higher_order_mutants,
    NOTATION,
    SuiteForms(LuckyTable, LuckyStepTable, table_form, step_form, item_scope),
)
