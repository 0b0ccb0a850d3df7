"""A log as evidence: each step of it, and what the judge finds wrong."""

from collections.abc import Container, Iterator, Sequence

from msgspec import Struct

from models.clause import OUTSIDE, AnyStep, Clause, Kind, binds
from models.game import Game
from models.reading import Reading
from verifier.diagnose.seen_steps import recorder_of
from verifier.finding import Finding
from verifier.judge import binding_for, judge

UNREADABLE = -1  # the place of what is no step


class Trouble(Struct, frozen=True):
    """Something that is found wrong: its line, clause and kind, and the step it is about, with its place in the log."""

    line: int | None
    clause: str
    kind: Kind
    place: int = UNREADABLE
    step: AnyStep | None = None


class WatchedLog:
    """The steps of a log, what is found wrong in it, and of each refused step the clauses that it breaks.

    `broken` are the clauses that steps break which took place, by place and clause. `supposed` are lines, from 1, in
    which a fact was not recorded: their steps speak against nothing. `lost` are the places where a game was given up.
    """

    def __init__(
        self,
        path: str,
        lines: Sequence[bytes],
        game: Game,
        reading: Reading,
        strict: bool = False,
        copies: int = 1,
        supposed: Container[int] = (),
    ) -> None:
        self.path, self.game, self.reading, self.copies = path, game, reading, copies
        recorder = recorder_of(game)
        (self.seen, self.lost), watched = recorder.begin(), recorder.game
        self.troubles: list[Trouble] = []
        begun = list[int]()
        blocks = self._noted(lines, begun) if supposed else [lines]
        for found in judge(
            path, blocks, reading, strict=strict, instead=lambda each: watched if each is game else each
        ):
            if isinstance(found, Finding) and (trouble := _trouble_of(found, watched, len(self.seen))) is not None:
                self.troubles.append(trouble)
        self.broken = {(each.place, each.clause) for each in self.troubles if each.kind != "refused-legal"}
        self.wrongly_refused = {each.place for each in self.troubles if each.kind == "refused-legal"}
        self.refused = {
            place: None if seen.step is None else rules_broken(game, seen.step)
            for place, seen in enumerate(self.seen)
            if seen.refused
        }
        ends = [*begun[1:], len(self.seen)]
        lines_of = enumerate(zip(begun, ends, strict=bool(begun)), 1)
        self.supposed = {place for line, (start, end) in lines_of if line in supposed for place in range(start, end)}

    def _noted(self, lines: Sequence[bytes], begun: list[int]) -> Iterator[Sequence[bytes]]:
        """Give each line for itself, and note how many steps were seen before it."""
        for line in lines:
            begun.append(len(self.seen))
            yield [line]

    def excuses(self, place: int, clause: str) -> bool:
        """Tell whether a step that breaks a clause speaks not against it: it is wrong, was refused or is supposed."""
        return place in self.refused or place in self.supposed or (place, clause) in self.broken


def fails(clause: Clause, step: AnyStep) -> bool:
    """Tell whether a step breaks a clause, if it is a rule of the edition for such a move."""
    return binds(clause, type(step.move)) and not clause.holds(step)


def rules_broken(game: Game, step: AnyStep) -> frozenset[str]:
    """Give the rules of the edition that a step breaks."""
    move: type = type(step.move)
    return frozenset([clause.id for clause in binding_for(game, move) if not clause.holds(step)])


def _trouble_of(found: Finding, game: Game, steps: int) -> Trouble | None:
    """Give what a finding says is wrong, None of what is only outside the edition or of another game."""
    if found.kind == OUTSIDE:
        return None
    if found.rules is None:
        return Trouble(found.line, found.clause, found.kind)
    if found.rules[0] is not game:
        return None
    return Trouble(found.line, found.clause, found.kind, steps - 1, found.rules[2])
