"""The page of a run with a program: the report on its logs."""

from collections.abc import Sequence

from cli.drive_outputs import game_name
from cli.drive_request import DriveRequest
from cli.whole_files import write_with_folder
from verifier.diagnose.diagnosis import Diagnosis
from verifier.drive.played_game import PlayedGame, encode
from verifier.drive.run import Run
from verifier.evidence.collect import gather
from verifier.evidence.totals import EvidenceTotals


class DrivenReport:
    """What the logs of a run show, gathered game by game."""

    def __init__(self, order: DriveRequest) -> None:
        self.order, self.evidence, self.rigged = order, EvidenceTotals(), 0

    def look(self, played: PlayedGame) -> None:
        """Add the log of a game; one that was dealt to the program says nothing of its shuffling."""
        if not played.events:
            return
        name, logs = game_name(played.number), self.order.logs
        lines = [encode(event) for event in played.events]
        shuffles = self.evidence.shuffles
        if any(request.rigged for request in played.requests):
            self.rigged, self.evidence.shuffles = self.rigged + 1, {}
        for _ in gather(name if logs is None else str(logs / name), [lines], self.order.wish.reading, self.evidence):
            pass
        self.evidence.shuffles = shuffles

    def write(self, run: Run, found: Sequence[Diagnosis]) -> None:
        """Write the page, or refuse."""
        from reports.drive_html import driven_html

        order = self.order
        assert order.html is not None
        page = driven_html(self.evidence, order.judged_as, run, found, kept=order.logs is not None, rigged=self.rigged)
        write_with_folder(order.html, page.encode("utf-8", "replace"))
