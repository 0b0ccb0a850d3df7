"""Relaxed problems: what is proven of fewer positions bounds all those that they stand for.

Each new position of a search is looked up in the relaxed problems that are searched beside it.
"""

from typing import TYPE_CHECKING

import numpy as np

from models.jit import compiled
from models.row_index import row_slot
from verifier.solve.graph import GUESS, HIGH, KEY, LOW, Graph

if TYPE_CHECKING:
    from models.endgame import Longs, Table
    from verifier.solve.explored_graph import ExploredGraph


@compiled
def take_over(graph: Graph, nodes: "Longs", other: Graph, images: "Table", column: int, changed: "Longs") -> int:
    """Take over one bound of positions from those that stand for them in another graph, where those were met.

    Give how many changed; `changed` lists them.
    """
    count = 0
    for at in range(len(nodes)):
        worth, known = graph.worth[nodes[at]], other.slots[row_slot(other.slots, other.worth, KEY, images[at])]
        if known < 0:
            continue
        bound = other.worth[known, column]
        if bound > worth[LOW] if column == LOW else bound < worth[HIGH]:
            worth[column] = bound
            worth[GUESS] = min(worth[HIGH], max(worth[LOW], worth[GUESS]))
            changed[count] = nodes[at]
            count += 1
    return count


class Relaxation:
    """A relaxed problem that is searched for one bound."""

    def __init__(self, search: "ExploredGraph", column: int) -> None:
        """Take its search, and which bound it proves."""
        self.search, self.column = search, column

    def tighten(self, finer: "ExploredGraph", nodes: "Longs") -> "Longs":
        """Take over bounds of positions of a finer problem; give those that changed."""
        graph = finer.graph
        images = self.search.endgame.image(graph.worth[nodes, KEY:], finer.endgame)
        changed = np.empty(len(nodes), np.int64)
        return changed[: take_over(graph, nodes, self.search.graph, images, self.column, changed)]

    def known(self, finer: "ExploredGraph", node: int) -> "tuple[int, int, int] | None":
        """Give the position that stands for one, with its bounds; None where it was not met."""
        graph = self.search.graph
        image = self.search.endgame.image(finer.graph.worth[[node], KEY:], finer.endgame)[0]
        at = int(graph.slots[row_slot(graph.slots, graph.worth, KEY, image)])
        return None if at < 0 else (at, int(graph.worth[at, LOW]), int(graph.worth[at, HIGH]))
