"""Steps that an item of the suite is about, and what a program with given clauses says of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

import msgspec

from models.clause import Clause, binds
from models.game import Game, GameEngine
from models.parameters import StepT
from models.reading import Malformed, Reading

AS_USUAL = Reading()
NONE: Mapping[int, Sequence[Mapping[str, object]]] = {}
Clauses = Sequence[Clause]
Changed = Mapping[int, Clause]  # by their place, the clauses a mistaken program has instead


@dataclass(frozen=True, slots=True)
class ItemStep(Generic[StepT]):
    """A step, where it stands in its item, whether a program refused it, and the places of the clauses it breaks.

    `outside` are those of them that only say that it is outside the edition.
    """

    place: str
    step: StepT
    refused: bool
    broken: frozenset[int]
    outside: frozenset[int]

    @property
    def legal(self) -> bool:
        """Tell whether it breaks nothing but is perhaps outside the edition."""
        return self.broken == self.outside

    def with_mistakes(self, clauses: Clauses, changed: Changed) -> "ItemStep[StepT]":
        """Give the step as a mistaken program judges it; the same one if it judges it alike."""
        broken = set(self.broken)
        for index, clause in changed.items():
            if isinstance(self.step.move, clause.moves):
                (broken.discard if clause.holds(self.step) else broken.add)(index)
        if broken == self.broken:
            return self
        return judged(self.place, self.step, self.refused, frozenset(broken), clauses)


def judged(place: str, step: StepT, refused: bool, broken: frozenset[int], clauses: Clauses) -> ItemStep[StepT]:
    """Give a probe of a step that breaks these clauses."""
    outside = frozenset(index for index in broken if not binds(clauses[index], type(step.move)))
    return ItemStep(place, step, refused, broken, outside)


def item_step(place: str, step: StepT, clauses: Clauses, *, refused: bool = False) -> ItemStep[StepT]:
    """Ask all clauses about a step."""
    broken = (
        index for index, clause in enumerate(clauses) if isinstance(step.move, clause.moves) and not clause.holds(step)
    )
    return judged(place, step, refused, frozenset(broken), clauses)


def steps_of_log(
    game: Game,
    events: Iterable[Mapping[str, object]],
    reading: Reading = AS_USUAL,
    unlogged: Mapping[int, Sequence[Mapping[str, object]]] = NONE,
    instead: Callable[[Mapping[str, object], object], Iterable[Mapping[str, object]]] | None = None,
) -> Iterator[ItemStep]:
    """Give the steps of a log; their places are its lines.

    `unlogged` are events that a program has refused and that no log holds, by the line behind which it did; `instead`
    gives for an event and the table before it events that did not take place. Both count as refused.
    """
    clauses, series, play = game.clauses(), game.series(), None
    for line, event in enumerate(events, 1):
        read = msgspec.convert(event, game.events)
        if isinstance(read, game.header):
            play = game.engine(read, reading, series)
        assert play is not None
        if isinstance(read, game.refused):
            trial = play.trial(read)
            if trial is not None:
                yield item_step(str(line), trial[0], clauses, refused=True)
        else:
            for asked in instead(event, play.table()) if instead is not None else ():
                yield from _tried(game, play, asked, str(line), clauses)
            step = play.step(read)
            yield item_step(str(line), step, clauses)
            play.adopt(step)
        for asked in unlogged.get(line, ()):
            yield from _tried(game, play, asked, str(line), clauses)


def _tried(
    game: Game, play: GameEngine, event: Mapping[str, object], place: str, clauses: Clauses
) -> Iterator[ItemStep]:
    """Give the step of an event that did not take place, nothing if it cannot stand there."""
    try:
        step = play.step(msgspec.convert(event, game.events))
    except (Malformed, msgspec.ValidationError):
        return
    yield item_step(place, step, clauses, refused=True)


def verdict(item_steps: Sequence[ItemStep]) -> dict[str, object]:
    """Give what is to be answered of a log: verdict, line of the first breach, lines outside the edition."""
    wrong = [int(each.place) for each in item_steps if each.legal == each.refused]
    outside = sorted({int(each.place) for each in item_steps if each.outside and not each.refused})
    return {"verdict": "breaks" if wrong else "conforms", "line": min(wrong, default=None), "outside": outside}
