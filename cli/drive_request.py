"""What is asked of `cloverproof drive`."""

from pathlib import Path

from msgspec import Struct

from models.driving import Wish
from models.game import Game
from reports.report.options import ReportOptions
from reports.style import Paint


class DriveRequest(Struct, frozen=True):
    """What the caller asks for."""

    game: Game
    command: tuple[str, ...]
    wish: Wish
    games: int
    time: float | None
    seed: int
    wait: float
    jobs: int
    logs: Path | None
    stop_at_first: bool
    as_json: bool
    progress: bool | None
    paint: Paint
    junit: Path | None = None
    sarif: Path | None = None
    html: Path | None = None
    judged_as: ReportOptions = ReportOptions()
