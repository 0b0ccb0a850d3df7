"""Where questions about a position look for their answers."""

import numpy as np

from verifier.solve.graph import MAX, new_graph, new_node
from verifier.solve.proof_numbers import NEVER, NO, SPENT, YES, needed


def test_an_answer_is_expected_sooner_the_nearer_it_is_to_a_bound() -> None:
    graph = new_graph(1)
    node = new_node(graph, 3, MAX, -600, 600, 0)
    numbers = np.zeros((1, SPENT + 1), np.int64)
    questions = (-599, -300, 1, 300, 600)
    yes, no = ([needed(graph, numbers, node, asked, column) for asked in questions] for column in (YES, NO))
    assert yes == sorted(set(yes))
    assert no == sorted(set(no), reverse=True)
    assert needed(graph, numbers, node, -600, YES) == 0 == needed(graph, numbers, node, 601, NO)
    assert needed(graph, numbers, node, 601, YES) == NEVER
