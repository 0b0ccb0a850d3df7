"""Cases that tell mistakes apart: what a program with one of them accepts, and one with another refuses."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from models.clause import AnyStep, Clause, binds
from models.game import Game
from models.state_space import Mutant
from verifier.diagnose.hypothesis import Hypothesis
from verifier.diagnose.set_groups import parted_groups

MOST = 3  # cases that are told
MOST_ASKED = 40  # sets of mistakes of a group that are told apart
Named = tuple[str, Hypothesis]  # what is told of a set of mistakes, and the set


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


@lru_cache(maxsize=4096)
def _unheld(game: Game, clause: Clause) -> int:
    """Give the cases that a clause does not hold in, a bit for each."""
    steps = (step for _, _, step in _cases(game))
    found = (isinstance(step.move, clause.moves) and not clause.holds(step) for step in steps)
    return sum(1 << place for place, broken in enumerate(found) if broken)


@lru_cache(maxsize=4096)
def _refused(game: Game, clause: Clause) -> int:
    """Give the cases that break a clause which is a rule of the edition for them, a bit for each."""
    bound = (binds(clause, type(step.move)) for _, _, step in _cases(game))
    return _unheld(game, clause) & sum(1 << place for place, rule in enumerate(bound) if rule)


def narrowness(game: Game, hypothesis: Hypothesis) -> int:
    """Count the cases that a program with some mistakes judges otherwise: the fewer, the narrower the mistake."""
    right = tuple(game.clauses())
    return sum(
        (_unheld(game, clause) ^ _unheld(game, right[place])).bit_count() for place, clause in hypothesis.changed
    )


def _refused_by(game: Game, hypothesis: Hypothesis) -> int:
    """Give the cases that a program with some mistakes refuses, a bit for each."""
    changed, refused = dict(hypothesis.changed), 0
    for place, clause in enumerate(game.clauses()):
        refused |= _refused(game, changed.get(place, clause))
    return refused


def named_groups(
    mistakes: Sequence[Mutant], sets: Sequence[Sequence[int]], made: Callable[[Sequence[int]], Hypothesis]
) -> list[list[Named]]:
    """Give what is to be told apart of sets of mistakes, each by its words; `made` gives the sets themselves."""
    groups = list[list[Named]]()
    for group in parted_groups(sets):
        told = [[mistakes[each].name.rpartition(": ")[2] for each in own] for own, _ in group]
        full = [[mistakes[each].name for each in own] for own, _ in group]  # with the clause
        names = [own if told.count(own) == 1 else whole for own, whole in zip(told, full, strict=True)]
        groups.append([(", and ".join(own), made(whole)) for own, (_, whole) in zip(names, group, strict=True)])
    return groups


def telling_cases(game: Game, groups: Sequence[Sequence[Named]]) -> tuple[TellingCase, ...]:
    """Give cases that tell in each group the first one from the others, those that tell it from most first."""
    programs = [[(words, _refused_by(game, each)) for words, each in group[:MOST_ASKED]] for group in groups]
    open_ = {words for own in programs for words, _ in own[1:]}
    told, found = list(_splitting(game, programs)) if open_ else [], list[TellingCase]()
    while open_ and told and len(found) < MOST:
        case, parted = max(told, key=lambda each: len(each[1] & open_))
        if not parted & open_:
            break
        open_ -= parted
        found.append(case)
    return tuple(found)


def _splitting(game: Game, programs: Sequence[Sequence[tuple[str, int]]]) -> Iterator[tuple[TellingCase, set[str]]]:
    """Give the cases that part a group, each with the mistakes that it tells from the first one of theirs."""
    for place, (key, case, _) in enumerate(_cases(game)):
        sides: tuple[list[str], list[str]] = [], []  # accepted, refused
        parted = set[str]()
        for own in programs:
            bits = [refused >> place & 1 for _, refused in own]
            if len({*bits}) > 1:
                for (words, _), bit in zip(own, bits, strict=True):
                    sides[bit].append(words)
                parted |= {words for (words, _), bit in zip(own, bits, strict=True) if bit != bits[0]}
        if parted:
            yield TellingCase(key, case, tuple(sides[0]), tuple(sides[1])), parted
