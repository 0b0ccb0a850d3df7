"""The clauses of Good Fortune, one file each; a new one is listed here."""

from typing import TYPE_CHECKING

from models.clause_list import clauses_in, ids_of

if TYPE_CHECKING:
    from models.clause import Clause
    from models.good_fortune.table import Step

    CLAUSES: tuple[Clause[Step], ...]

# states every clause as check, tied by
# tests/test_clauses.py::test_a_case_is_asked_of_its_clause_and_answered_as_it_says
# states every clause as term, tied by
# tests/test_good_fortune_terms.py::test_the_term_of_a_clause_and_those_of_its_mistakes_agree_with_the_checks_on_all_cases  # noqa: E501
FILES = (
    "gf101_deal",
    "gf102_printed_size",
    "gf201_choice",
    "gf202_priority",
    "gf203_at_an_end",
    "gf204_connect",
    "gf205_discard",
    "gf206_second",
    "gf207_medallion",
    "gf208_tiles_stay",
    "gf209_concede",
    "gf401_end",
    "gf402_groups",
    "gf403_score",
    "gf501_guessing",
    "gf502_simple",
)
IDS = ids_of(FILES)

# The facts of events in which alone breaches of these clauses, or some of them, show.
SHOWN_BY = {
    "won": ids_of(("gf204_connect",)),
    "discarded": ids_of(("gf205_discard",)),
    "chooser": ids_of(("gf201_choice",)),
    "line": ids_of(("gf203_at_an_end", "gf206_second")),
    "hands": ids_of(("gf208_tiles_stay",)),
    "collections": ids_of(("gf208_tiles_stay",)),
    "holder": ids_of(("gf207_medallion",)),
    "side": ids_of(("gf207_medallion",)),
    "groups": ids_of(("gf402_groups",)),
    "totals": ids_of(("gf403_score",)),
    "winners": ids_of(("gf403_score",)),
}


def __getattr__(name: str) -> "tuple[Clause, ...]":
    """Import the clauses when they are first asked for: most logs are judged without them."""
    if name != "CLAUSES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    clauses = globals()[name] = clauses_in(__name__, FILES)
    return clauses
