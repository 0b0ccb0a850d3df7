"""What `cloverproof suite --run` does, once its arguments are read."""

from collections.abc import Sequence

from msgspec import Struct

from cli.drive_check import misled
from cli.options import Format, leave_on_sigterm, refuse, refusing
from cli.suite_choice import wanted
from cli.suite_looks import tell_grades
from models.driving import Wish
from models.game import Game
from models.reading import Reading
from reports.style import Paint
from reports.suite import suite_run_text
from verifier.drive.adapter import Adapter, AdapterFault
from verifier.drive.play import Player
from verifier.drive.run_suite import run_suite
from verifier.suite import ItemFilter, items


class SuiteOrder(Struct, frozen=True):
    """What the caller asks for."""

    game: Game
    command: Sequence[str]
    chosen: ItemFilter
    wait: float
    most: int
    seed: int
    format: Format
    paint: Paint


def run_against(order: SuiteOrder) -> int:
    """Put the suite to a program, and say how it did. Gives the exit code."""
    if not order.command or not order.command[0]:
        refuse("no program is named", "put its command behind --: cloverproof suite --run -- python adapter.py")
    driving = order.game.driving()
    if driving.tried_turns is None and driving.ask_log is None:
        refuse(f"the suite of {order.game.key} cannot be put to a program", "grade its answers by --check")
    with refusing():
        questions = wanted(items(order.game, order.seed, order.chosen.kinds), order.chosen)
    leave_on_sigterm()
    with Adapter(order.command, wait=order.wait) as adapter:
        player = Player(order.game, driving, adapter, Reading())
        try:
            player.ready()
        except AdapterFault as fault:
            refuse(fault.message, fault.help)
        if misled(player, Wish(), "nothing is asked", "`cloverproof drive --check`"):
            return 2
        run = run_suite(player, driving, questions)
    text = suite_run_text(run, order.paint, order.most)
    tell_grades(order.game, questions, run, order.format, text, order.paint)
    if not run.grades.kinds and not run.unanswered:
        refuse(
            "the program could be asked nothing of it",
            "let its adapter offer `refuse` and `table`, or `deal` and `result` (docs/suite.md)",
        )
    return 0 if run.passed else 1
