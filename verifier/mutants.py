"""Mutation score of the suite: does it fail every program with a known mistake?"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from models.clause import Clause
from models.game import Game
from models.state_space import Mutant
from verifier.item_steps import Changed
from verifier.suite import Answer, Item, all_mistakes


@dataclass
class MutantScore:
    """A mistake, how many items of each kind a program with it fails, and the first of them.

    `named` tells that it only shows where a program names the clauses that a step breaks.
    """

    mistake: Mutant
    caught: Counter[str] = field(default_factory=Counter)
    first: str = ""
    named: bool = True


def scores(game: Game, questions: Sequence[Item]) -> Iterator[MutantScore]:
    """Let a program with each mistake answer the suite, and count its wrong answers."""
    clauses = game.clauses()
    for mistake in all_mistakes(game):
        changed = mistake.changed(clauses)
        score = MutantScore(mistake)
        for item in questions:
            given = _answer(item, clauses, changed) if item.item_steps else item.answer
            if given != item.answer:
                score.caught[item.kind] += 1
                score.first = score.first or item.id
                score.named = score.named and {**given, "clauses": 0} == {**item.answer, "clauses": 0}
        yield score


def _answer(item: Item, clauses: Sequence[Clause], changed: Changed) -> Answer:
    """Give the answer of a program that has some clauses wrong."""
    item_steps, alike = [], True
    for probe in item.item_steps:
        other = probe.with_mistakes(clauses, changed)
        if item.kind == "position" and other.legal != probe.legal:
            return {"id": item.id}  # which turns are wrong does not matter
        item_steps.append(other)
        alike = alike and other is probe
    return item.answer if alike else item.answer_of(item_steps, clauses)
