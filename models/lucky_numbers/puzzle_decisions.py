"""The decisions of a turn in a log, as positions."""

from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.events import TurnEvent
from models.lucky_numbers.moves import Turn, read_move
from models.lucky_numbers.positions import TAKE, LuckyPosition
from models.lucky_numbers.puzzle_checks import check_order, refuse_house_rules
from models.lucky_numbers.table import Table
from models.position import DRAW, LEAVE
from models.puzzle_faults import wrong_puzzle


def decisions_at(table: Table, event: object) -> tuple[tuple[LuckyPosition, str], ...]:
    """Give the decisions of a turn that follows a table in a log. Raises Malformed."""
    if type(event) is not TurnEvent:
        return ()
    rules = table.rules
    refuse_house_rules(rules)
    if table.conceded:
        wrong_puzzle("conceded", "a player has conceded", "take a turn before that")
    if table.pile != sum(table.hidden):
        wrong_puzzle("pile", "it is not known what is face down", "the log showed another pile than it can be")
    for index, garden in enumerate(table.gardens):
        check_order(rules, garden, index, "gardens")
    due = ORDER.due(table)
    move = read_move(rules, event, due[0] if len(due) == 1 else None)
    assert isinstance(move, Turn)
    over = table.ended is not None
    position = LuckyPosition(rules, table.gardens, table.middle, table.hidden, 0 if over else move.player)
    cell = LEAVE if move.cell is None else rules.board.names[move.cell]
    if move.source == "middle":
        return ((position, f"{TAKE} {move.clover} {cell}"),)
    held = next((chance.after for chance in position.chances() if chance.number == move.clover), None)
    if held is None:
        return ((position, DRAW),)
    assert isinstance(held, LuckyPosition)
    return ((position, DRAW), (held, cell))
