"""What `cloverproof suite --run` does, once its arguments are read."""

from collections.abc import Sequence

from msgspec import Struct

from cli.options import leave_on_sigterm, refuse, refusing, write_out
from models.game import Game
from models.reading import Reading
from reports.style import Paint
from reports.suite import suite_run_text
from verifier.drive.adapter import Adapter, AdapterFault
from verifier.drive.play import Player
from verifier.drive.run_suite import run_suite
from verifier.suite import KINDS, items


class SuiteOrder(Struct, frozen=True):
    """What the caller asks for."""

    game: Game
    command: Sequence[str]
    only: Sequence[str]
    wait: float
    most: int
    seed: int
    paint: Paint


def run_against(order: SuiteOrder) -> int:
    """Put the suite to a program, and say how it did. Gives the exit code."""
    if not order.command:
        refuse("no program is named", "put its command behind --: cloverproof suite --run -- python adapter.py")
    if unknown := [kind for kind in order.only if kind not in KINDS]:
        refuse(f"there is no kind {unknown[0][:40]!r}", f"known: {', '.join(KINDS)}")
    driving = order.game.driving()
    if driving.tried_turns is None:
        refuse(f"the suite of {order.game.key} cannot be put to a program", "grade its answers by --check")
    with refusing():
        questions = items(order.game, order.seed, tuple(order.only) or KINDS)
    leave_on_sigterm()
    with Adapter(order.command, wait=order.wait) as adapter:
        player = Player(order.game, driving, adapter, Reading())
        try:
            player.ready()
        except AdapterFault as fault:
            refuse(fault.message, fault.help)
        run = run_suite(player, driving, questions)
    write_out(suite_run_text(run, order.paint, order.most))
    if not run.grades.kinds and not run.unanswered:
        refuse(
            "the program could be asked nothing of it", "let its adapter offer `table` and `refuse` (docs/driving.md)"
        )
    return 0 if run.passed else 1
