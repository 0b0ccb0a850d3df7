"""The clauses of Lucky Numbers, one file each; a new one is listed here."""

from typing import TYPE_CHECKING

from models.clause_list import clauses_in, ids_of

if TYPE_CHECKING:
    from models.clause import Clause
    from models.lucky_numbers.table import Step

    CLAUSES: tuple[Clause[Step], ...]

# states every clause as check, tied by
# tests/test_clauses.py::test_a_case_is_asked_of_its_clause_and_answered_as_it_says
# states every clause as term, tied by
# tests/test_terms.py::test_the_term_of_a_clause_and_those_of_its_mistakes_agree_with_the_checks_on_all_cases
FILES = (
    "ln101_sets",
    "ln102_setup_count",
    "ln103_diagonal",
    "ln104_printed_size",
    "ln201_order",
    "ln203_reveal",
    "ln204_leave",
    "ln205_take",
    "ln206_middle",
    "ln207_pile",
    "ln208_another_turn",
    "ln209_concede",
    "ln301_ascending",
    "ln302_add",
    "ln303_exchange",
    "ln401_full_garden",
    "ln402_last_clover",
    "ln403_fewest_empty",
    "ln404_no_other_end",
    "ln501_rounds",
    "ln502_stays",
    "ln601_each_starts",
    "ln602_points",
    "ln603_most_points",
)
IDS = ids_of(FILES)

# The facts of events in which alone breaches of these clauses, or some of them, show.
SHOWN_BY = {
    "pile": ids_of(("ln207_pile",)),
    "middle": ids_of(("ln204_leave", "ln206_middle", "ln303_exchange")),
    "winners": ids_of(("ln401_full_garden", "ln403_fewest_empty")),
    "points": ids_of(("ln602_points",)),
}


def __getattr__(name: str) -> "tuple[Clause, ...]":
    """Import the clauses when they are first asked for: most logs are judged without them."""
    if name != "CLAUSES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    clauses = globals()[name] = clauses_in(__name__, FILES)
    return clauses
