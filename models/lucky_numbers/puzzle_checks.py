"""What is checked of gardens and rules before they are solved."""

from msgspec.structs import replace

from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Cell, Garden, in_words, label
from models.puzzle_faults import wrong_puzzle


def check_order(rules: Rules, garden: Garden, index: int, field: str) -> None:
    """Refuse a garden that is not in order. Raises Malformed."""
    rules = replace(rules, equal_exchange=True)  # a clover that lies is in order with itself
    names = rules.board.names
    for cell, clover in enumerate(garden):
        against = () if clover == EMPTY else PLACEMENT.against(rules, garden, Cell(cell), clover)
        if against:
            reasons = in_words([label(rules.board, garden, Cell(cell), other, clover) for other in against])
            wrong_puzzle(
                field,
                f"garden of player {index + 1} is not legal: the {clover} on {names[cell]} is {reasons} (LN301)",
                "numbers ascend strictly in every row and column",
            )


def refuse_house_rules(rules: Rules) -> None:
    """Refuse house rules for which there is no solver. Raises Malformed."""
    if rules.again:
        wrong_puzzle("variants", "house rules that give another turn cannot be solved", "leave them out")
