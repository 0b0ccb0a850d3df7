"""An index that finds rows of numbers in a table, by open addressing.

A slot holds the number of a row of the table, -1 for none; there are more slots than rows, a power of two of them.
"""

from typing import TYPE_CHECKING

import numpy as np

from models.jit import lean

if TYPE_CHECKING:
    from models.endgame import Longs, Table

SEED, PRIME = 1469598103934665603, 1099511628211


def free_slots(rows: int, spare: int) -> "Longs":
    """Give slots without rows: a power of two, more than so many times the rows."""
    return np.full(1 << (spare * rows).bit_length(), -1, np.int64)


@lean
def row_slot(slots: "Longs", table: "Table", first: int, row: "Longs") -> int:
    """Give the slot where a row stands or would stand; it begins in the column `first` of the table."""
    mask, key = len(slots) - 1, SEED
    for number in row:
        key = (key ^ int(number)) * PRIME
        key ^= key >> 31
    at = key & mask
    while slots[at] >= 0:
        known, same = table[slots[at]], True
        for part in range(len(row)):
            if known[first + part] != row[part]:
                same = False
                break
        if same:
            break
        at = (at + 1) & mask
    return at
