"""What the games of a run look like: the known mistakes that explain what is wrong in their logs."""

from msgspec.structs import replace

from cli.diagnosed_logs import MOST_BYTES, MOST_WORK, RIGHT
from models.driving import Event
from models.reading import Reading
from verifier.diagnose.diagnosis import Diagnosis
from verifier.diagnose.evidence_logs import EvidenceLogs
from verifier.diagnose.program import diagnoses
from verifier.drive.played_game import encode
from verifier.drive.run import Run

WRONG = 200  # games with differences that are looked at
Log = tuple[int, list[Event]]


class DrivenEvidence:
    """The logs of the first games of a run that differ from the rules, and of some that do not."""

    def __init__(self) -> None:
        self.wrong: list[Log] = []
        self.right: list[Log] = []

    def look(self, number: int, events: list[Event], *, clean: bool) -> None:
        """Keep the log of a game; games that are played side by side come in any order."""
        kept, most = (self.right, RIGHT) if clean else (self.wrong, WRONG)
        if events and (len(kept) < most or number < kept[-1][0]):
            kept.append((number, events))
            kept.sort(key=lambda log: log[0])
            del kept[most:]

    def diagnosed(self, run: Run, reading: Reading) -> list[Diagnosis]:
        """Diagnose the program, if something is wrong; what was found while shortening alone counts too."""
        shorter = [seen.shortest.events for seen in run.kinds.values() if seen.number is None and seen.shortest]
        games = [events for _, events in self.wrong] + [events for events in shorter if events]
        if not games:
            return []
        logs = EvidenceLogs(most_bytes=MOST_BYTES)
        for place, events in enumerate(games + [events for _, events in self.right]):
            for _ in logs.judge(f"game {place}", [[encode(event) + b"\n" for event in events]], reading):
                pass
        found = diagnoses(logs, MOST_WORK)
        return [replace(each, slip=None) for each in found]  # what a program was seen to do is no slip of a record
