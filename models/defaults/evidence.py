"""What logs show, by default: each clause is asked about each step, and play ends as the mechanics say."""

from collections.abc import Sequence

from models.clause import ClauseId, Fault, Picture
from models.defaults.engine import TableEngine
from models.defaults.successors import ending_words
from models.defaults.wording import options
from models.evidence import BrokenStep, Evidence, GameCoverage, Plot, StepView
from models.game import Game
from models.mechanics import Step

MOST = 12  # legal moves that a scene names


class EndWatch:
    """One game of a log while it is read: only its end is looked at, all else is asked of the clauses."""

    covers: tuple[ClauseId, ...] = ()

    def see(self, events: Sequence[object]) -> None:
        """Take the next events."""

    def doubt(self) -> None:
        """Take note that a clause was broken: what follows is judged all the same."""

    def close(self, left: TableEngine, broken: Sequence[BrokenStep]) -> GameCoverage:
        """Tell what was seen."""
        winners = left.mechanics.winners(left.table())
        ending = "play was not over" if winners is None else ending_words(winners)
        return GameCoverage({}, {"the result": (int(not left.finished()), 1)}, {}, ending)


def evidence(game: Game) -> Evidence:
    """Give what reports on logs need."""

    def scene(step: Step, fault: Fault) -> StepView:
        mechanics = game.mechanics()
        before, after = mechanics.picture(step.before), mechanics.picture(step.after)
        written = ("the table", mechanics.write(step.before), mechanics.write(step.after))
        facts = () if before is not None else (written,)
        legal = tuple(options(game, step)[:MOST])
        return StepView(_plots(before), _plots(after) if after != before else (), facts, legal, "")

    return Evidence(coverage=EndWatch, readings={}, step_view=scene)


def _plots(picture: Picture | None) -> tuple[Plot, ...]:
    return () if picture is None else (Plot(picture.title or "the table", picture.rows, named=picture.named),)
