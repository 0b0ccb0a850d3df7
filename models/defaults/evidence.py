"""What logs show, by default: every step is made again, and each clause is asked whether it was exercised."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from models.clause import Fault, Picture
from models.defaults.play import TablePlay, play
from models.defaults.successors import ending_words
from models.defaults.words import options
from models.evidence import Broken, Evidence, Plot, Scene, Seen
from models.game import Game, Malformed, Reading
from models.mechanics import Step

MOST = 12  # legal moves that a scene names


class StepWatch:
    """One game of a log while it is read: the steps, made again."""

    def __init__(self, game: Game) -> None:
        self.game, self.clauses = game, game.clauses()
        self.again: TablePlay | None = None
        self.counts: Counter[str] = Counter()

    def see(self, events: Sequence[Any]) -> None:
        """Take the next events."""
        for event in events:
            try:
                self._see(event)
            except Malformed:
                self.again = None

    def _see(self, event: Any) -> None:
        if isinstance(event, self.game.header):
            self.again = play(self.game, event, Reading(), self.game.series())
        if self.again is None or isinstance(event, self.game.refused):
            return
        step = self.again.step(event)
        asked = [clause for clause in self.clauses if isinstance(step.move, clause.moves)]
        self.counts.update(clause.id for clause in asked if clause.exercised(step))
        self.again.adopt(step)

    def doubt(self) -> None:
        """Take note that a clause was broken: what follows is judged all the same."""

    def close(self, left: TablePlay, broken: Sequence[Broken]) -> Seen:
        """Tell what was seen."""
        winners = left.mechanics.winners(left.table())
        ending = "play was not over" if winners is None else ending_words(winners)
        return Seen(self.counts, {"the result": (int(not left.finished()), 1)}, {}, ending)


def evidence(game: Game) -> Evidence:
    """Give what reports on logs need."""

    def scene(step: Step, fault: Fault) -> Scene:
        mechanics = game.mechanics()
        before, after = mechanics.picture(step.before), mechanics.picture(step.after)
        written = ("the table", mechanics.write(step.before), mechanics.write(step.after))
        facts = () if before is not None else (written,)
        legal = tuple(options(game, step)[:MOST])
        return Scene(_plots(before), _plots(after) if after != before else (), facts, legal, "")

    return Evidence(watch=lambda: StepWatch(game), readings={}, scene=scene)


def _plots(picture: Picture | None) -> tuple[Plot, ...]:
    return () if picture is None else (Plot(picture.title or "the table", picture.rows, named=picture.named),)
