"""The clauses that nothing fast knows of: whatever decides without the clauses asks these about every turn."""

from functools import cache

from models.clause import Clause
from models.good_fortune import clauses as listed
from models.good_fortune.engine import COVERS
from models.good_fortune.table import Step


@cache
def uncovered() -> tuple[Clause[Step], ...]:
    """Give the clauses that the engine, the state space and the fast solver do not know of."""
    return tuple(clause for clause in listed.CLAUSES if clause.id not in COVERS)
