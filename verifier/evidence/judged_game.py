"""What the judge said of one game, and what of it a report keeps."""

from collections import Counter

from models.clause import ClauseId
from models.evidence import BrokenStep
from verifier.evidence.totals import FindingPlace, SmallestExample
from verifier.finding import Finding

RAW, WORDS = 4000, 600  # characters of a line and of a message that are kept


class Said:
    """What the judge said of one game so far; small, however much that is.

    `hole` is the first line from which on the game could not be judged, `wrong` the first that breaks a clause.
    """

    __slots__ = ("counts", "hole", "keys", "told", "unread", "wrong")

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.told: dict[tuple[str, bool], BrokenStep] = {}
        self.keys: set[str] = set()
        self.unread = False
        self.hole: int | None = None
        self.wrong: int | None = None

    def add(self, finding: Finding) -> None:
        """Take a finding."""
        self.keys.add(breach_kind(finding))
        line = finding.line
        if finding.kind == "unreadable":
            self.unread = True
            if line is not None:
                self.hole = line if self.hole is None else min(line, self.hole)
            return
        self.counts[finding.clause, finding.kind] += 1
        turn = None if finding.kind == "refused-legal" else finding.turn
        self.told.setdefault((finding.clause, turn is None), BrokenStep(ClauseId(finding.clause), turn))
        if not finding.outside and self.wrong is None:
            self.wrong = line

    def infer(self, finding: Finding) -> None:
        """Take a finding that inferring came to; those of the judge, which it may hand on later, were taken before."""
        if finding.kind == "unreadable":
            return
        self.counts[finding.clause, finding.kind] += 1


def breach_kind(finding: Finding) -> str:
    """Give the kind of breach, as a key."""
    return f"{finding.clause} {finding.kind}"


def example_of(finding: Finding, place: FindingPlace) -> SmallestExample:
    """Keep of a finding what a report shows."""
    fault = finding.fault
    raw = finding.raw[: 4 * RAW].decode("utf-8", "backslashreplace")[:RAW]
    scene, cite, views = None, None, None
    column, field = finding.column, fault.field
    if finding.place is not None:  # a log in another form: its own place is told
        column, field = finding.place.column, ""
    if finding.rules is not None:
        game, clause, step = finding.rules
        edition = game.edition_of(step)
        cites = [each for each in clause.cites if each.sheet in edition.sheets]
        cite = cites[0] if cites and not finding.outside else None
        if game.evidence is not None:
            scene = game.evidence().step_view(step, fault)
            views = game.view(step.before), game.view(step.after)
    return SmallestExample(
        place,
        finding.turn,
        finding.player,
        fault.message[:WORDS],
        fault.label[:WORDS],
        finding.help[:WORDS],
        raw,
        field,
        column,
        cite,
        scene,
        views,
    )
