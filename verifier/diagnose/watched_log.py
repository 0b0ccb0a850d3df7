"""A log as evidence: each step of it, and what the judge finds wrong."""

from collections.abc import Sequence
from itertools import count

from msgspec import Struct

from models.clause import OUTSIDE, AnyStep, Clause, Kind, binding
from models.game import Game
from models.reading import Reading
from verifier.diagnose.mistaken_game import SeenStep, recorded
from verifier.finding import Finding
from verifier.judge import judge

UNREADABLE = -1  # the place of what is no step


class Trouble(Struct, frozen=True):
    """Something that is found wrong: its line, clause and kind, and the step it is about, with its place in the log."""

    line: int | None
    clause: str
    kind: Kind
    place: int = UNREADABLE
    step: AnyStep | None = None

    @property
    def key(self) -> tuple[int | None, str, Kind]:
        """What is the same wherever the same is found."""
        return self.line, self.clause, self.kind


class WatchedLog:
    """The steps of a log, what is found wrong in it, and of each refused step the clauses that it breaks."""

    def __init__(self, path: str, lines: Sequence[bytes], game: Game, reading: Reading, strict: bool = False) -> None:
        self.path, self.lines, self.reading, self.strict = path, lines, reading, strict
        self.seen: list[SeenStep] = []
        self.troubles: list[Trouble] = []
        watched = recorded(game, self.seen)
        for found in judge(
            path, [lines], reading, strict=strict, instead=lambda each: watched if each is game else each
        ):
            if isinstance(found, Finding) and (trouble := trouble_of(found, watched, len(self.seen))) is not None:
                self.troubles.append(trouble)
        self.known = {trouble.key for trouble in self.troubles}
        self.broken = {(trouble.place, trouble.clause) for trouble in self.troubles}
        self.refused = {
            place: frozenset(
                clause.id for clause in binding(game.clauses(), type(seen.step.move)) if not clause.holds(seen.step)
            )
            for place, seen in zip(count(), self.seen, strict=False)
            if seen.refused
        }


def trouble_of(found: Finding, game: Game, steps: int) -> Trouble | None:
    """Give what a finding says is wrong, None of what is only outside the edition or of another game."""
    if found.kind == OUTSIDE:
        return None
    if found.rules is None:
        return Trouble(found.line, found.clause, found.kind)
    if found.rules[0] is not game:
        return None
    return Trouble(found.line, found.clause, found.kind, steps - 1, found.rules[2])


class ClauseAnswers(Struct, frozen=True):
    """What a mistaken clause says of a log.

    `fork` is the place of the step from which another table follows, `fails` that of the first step that took place
    though the mistake does not allow it (None: none), `allows` those of broken steps that it allows, and `refuses`
    those of refused steps that it does not.
    """

    fork: int | None
    fails: int | None
    allows: frozenset[int]
    refuses: frozenset[int]


def answers_of(clause: Clause, log: WatchedLog) -> ClauseAnswers:
    """Ask a mistaken clause about the steps of a log, as far as they are the same for it."""
    id: str = clause.id
    allows, refuses = set[int](), set[int]()
    for place, seen in enumerate(log.seen):
        step = seen.step
        if not isinstance(step.move, clause.moves) or isinstance(step.move, clause.outside):
            continue
        if seen.refused:
            if not clause.holds(clause.effect(step)):
                refuses.add(place)
            continue
        if clause.effect(step) is not step:
            return ClauseAnswers(place, None, frozenset(allows), frozenset(refuses))
        if clause.holds(step):
            if (place, id) in log.broken:
                allows.add(place)
        elif (place, id) not in log.broken:
            return ClauseAnswers(None, place, frozenset(allows), frozenset(refuses))
    return ClauseAnswers(None, None, frozenset(allows), frozenset(refuses))
