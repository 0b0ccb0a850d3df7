"""What Good Fortune gives for the suite."""

from models.good_fortune.higher_order_mutants import higher_order_mutants
from models.good_fortune.mutant_logs import mutant_logs
from models.good_fortune.suite_forms import FortuneStepTable, FortuneTable, item_scope, step_form, table_form
from models.good_fortune.suite_games import CASES, candidate_turns, perft_depth, suite_games, suite_tables
from models.state_space import SuiteForms, SuiteItems

NOTATION = """
A table is one line of facts, separated by `;`: `line` the tiles of the line from left to right, `hands` of player 1 and
player 2 with a `/` between, `-` for none, `won` the collections, `tiles` what they carry (`5CF2`: number, two of the
charms A to G, die), `holder` who has the medallion, `side large` where that side is up (small if absent), `last` who
laid last (in Simple laying), `size` the tiles dealt to each player (9 if absent), `guessing` or `simple` for a variant.
A is the clover, B the horseshoe, C the hand of Fatma, D the maneki-neko, E ganesh, F the matiasma, G the scarab;
`tiles invented` is the set that comes with cloverproof.

A turn is its layings in order, `1: 9 left, 2: 12 right`: player, tile, end of the line. A turn of another order of the
layings is another turn.

A step is `facts of the table | move => shown after it`. More facts: `unsure` tiles that were perhaps won, `laid 3 3`
how many each has laid, `conceded 1`, `played on`. Moves: `open` (the header); `deal 1 7/2 3, line 4 5 6, holder 1, side
small`; a turn `chooser 1, 2: 5 left +15, 1: 9 right -12` (`+` wins the tile, `-` discards it); `concede 1`; `end won
3/4, groups A 3 4 = 4 + B 5/-, totals 4 0, winners 1`. Shown after a turn: `line`, `hands`, `won`, `holder`, `side`.
What is not said is as usual or not known. Of a tile that `tiles` does not list nothing is known.
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
    SuiteForms(FortuneTable, FortuneStepTable, table_form, step_form, item_scope),
)
