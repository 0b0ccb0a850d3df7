"""Cases that tell mistakes apart: what a program with one of them accepts, and one with another refuses."""

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from models.clause import AnyStep, Clause, breached
from models.game import Game
from verifier.diagnose.hypothesis import Hypothesis

MOST = 3  # cases that are told


class TellingCase(Struct, frozen=True):
    """A case: its key in the suite, the case itself, and the mistakes by which it is accepted and refused."""

    key: str
    case: str
    accepted: tuple[str, ...]
    refused: tuple[str, ...]


@cache
def _cases(game: Game) -> tuple[tuple[str, str, AnyStep], ...]:
    """Give the cases of all clauses as the suite has them."""
    cases = [
        (f"step-{clause.id}-{sort}-{number}", case)
        for clause in game.clauses()
        for sort, found in (("kept", clause.kept), ("broken", clause.broken))
        for number, case in enumerate(found, 1)
    ]
    cases += [(f"step-{number}", case) for number, case in enumerate(game.suite_items().cases, 1)]
    return tuple((key, case, game.case(case)) for key, case in cases)


def _as_mistaken(game: Game, hypothesis: Hypothesis) -> tuple[Clause, ...]:
    changed = dict(hypothesis.changed)
    return tuple(changed.get(place, clause) for place, clause in enumerate(game.clauses()))


def narrowness(game: Game, hypothesis: Hypothesis) -> int:
    """Count the cases that a program with some mistakes judges otherwise: the fewer, the narrower the mistake."""
    changed, right = dict(hypothesis.changed), tuple(game.clauses())
    return sum(
        clause.holds(step) != right[place].holds(step)
        for place, clause in changed.items()
        for _, _, step in _cases(game)
        if isinstance(step.move, clause.moves)
    )


def telling_cases(game: Game, hypotheses: Sequence[tuple[str, Hypothesis]]) -> tuple[TellingCase, ...]:
    """Give cases that tell the first hypothesis from the others, those that tell it from most first."""
    programs = [(words, _as_mistaken(game, hypothesis)) for words, hypothesis in hypotheses]
    told = list(_splitting(game, programs)) if len(programs) > 1 else []
    found: list[TellingCase] = []
    open_ = {words for words, _ in programs[1:]}
    while open_ and told and len(found) < MOST:
        best = max(told, key=lambda each: len(_parted(each, programs[0][0]) & open_))
        if not _parted(best, programs[0][0]) & open_:
            break
        open_ -= _parted(best, programs[0][0])
        found.append(best)
    return tuple(found)


def _parted(case: TellingCase, first: str) -> set[str]:
    return set(case.refused if first in case.accepted else case.accepted)


def _splitting(game: Game, programs: Sequence[tuple[str, Sequence[Clause]]]) -> Iterator[TellingCase]:
    for key, case, step in _cases(game):
        accepts = [not breached(clauses, step) for _, clauses in programs]
        if any(accepts) and not all(accepts):
            pairs = list(zip(programs, accepts, strict=True))
            yield TellingCase(
                key,
                case,
                tuple(words for (words, _), yes in pairs if yes),
                tuple(words for (words, _), yes in pairs if not yes),
            )
