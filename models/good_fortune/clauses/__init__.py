"""The clauses of Good Fortune, one file each; a new one is listed here."""

from typing import TYPE_CHECKING, Any

from models.clause_list import clauses_in, ids_of

if TYPE_CHECKING:
    from models.clause import Clause
    from models.good_fortune.table import Step

    CLAUSES: tuple[Clause[Step], ...]

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


def __getattr__(name: str) -> Any:
    """Import the clauses when they are first asked for: most logs are judged without them."""
    if name != "CLAUSES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    clauses = globals()[name] = clauses_in(__name__, FILES)
    return clauses
