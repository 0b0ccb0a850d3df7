"""What a report on logs says, as data that every form of the report is written from."""

from typing import Literal

from msgspec import Struct, field

from models.evidence import StepView
from models.view import View
from verifier.diagnose.diagnosis import Diagnosis
from verifier.evidence.fairness import Fairness
from verifier.evidence.totals import InferredCounts
from verifier.minimize import Cut

State = Literal["kept", "broken", "outside", "never", "unbroken"]
KINDS = {
    "breach": "breaks the rule",
    "refused-legal": "refuses a legal move",
    "result": "names a wrong result",
    "outside-edition": "outside the edition",
    "unreadable": "cannot be read",
}
HELPS = {"outside-edition": "What follows", "unreadable": "What helps"}
RIGHT = "What would have been right"
STATES: dict[State, str] = {
    "kept": "kept",
    "broken": "broken",
    "outside": "outside the edition",
    "never": "never exercised",
    "unbroken": "not broken",
}
NO_DRAWS = "No game shows its whole set-up, and a draw before its first breach: nothing can be said."


class ClauseLine(Struct, frozen=True):
    """One clause: how often the logs exercise it, and what became of it; None where that is not counted."""

    id: str
    title: str
    statement: str
    sources: tuple[str, ...]
    state: State
    occasions: int | None
    kept: int | None
    broken: int
    outside: int
    refused: int
    games: int
    item: str = ""
    shows: str = ""


class BreachPart(Struct, frozen=True):
    """One kind of breach with its smallest example."""

    key: str
    clause: str
    title: str
    statement: str
    kind: str
    words: str
    count: int
    games: int
    path: str
    line: int | None
    column: int | None
    game: int | None
    turn: int | None
    message: str
    label: str
    help: str
    rule: str
    before: str
    wrong: str
    after: str
    command: str
    scene: StepView | None = None
    views: tuple[View, View] | None = None
    first: tuple[str, ...] = ()
    cut: Cut | None = None
    cut_name: str = ""

    @property
    def elsewhere(self) -> str:
        """The games that show it, the first of them by name."""
        more = self.games - len(self.first)
        return ", ".join(self.first) + (f" and {more:,} more" if more else "")

    @property
    def help_words(self) -> str:
        """By what words the help is introduced."""
        return HELPS.get(self.kind, RIGHT)


class FactLine(Struct, frozen=True):
    """A fact that was not always recorded."""

    fact: str
    missing: int
    of: int
    hidden: str


class NoteLine(Struct, frozen=True):
    """A note on logs: its code, what there is to say, what to write instead, how many logs, and the first place."""

    code: str
    message: str
    help: str
    logs: int
    place: str


class ReadingLine(Struct, frozen=True):
    """An open question and the answers the program gave by what it did."""

    question: str
    answers: tuple[tuple[str, int], ...]


class DrawsPart(Struct, frozen=True):
    """The draws of games with one highest number."""

    fairness: Fairness
    words: str
    verdict: Literal["fair", "suspicious", "too few"]
    rows: tuple[tuple[int, tuple[tuple[int, float, float | None], ...]], ...]


class GamePart(Struct, frozen=True):
    """What there is to say of all logs of one game; `counted` tells whether more than breaches is known of it.

    `drawn` is what is drawn blindly in it, if anything is.
    """

    key: str
    title: str
    games: int
    counted: bool
    clauses: tuple[ClauseLine, ...]
    facts: tuple[FactLine, ...]
    readings: tuple[ReadingLine, ...]
    ends: tuple[tuple[str, int], ...]
    draws: tuple[DrawsPart, ...]
    drawn: str = ""

    def count(self, state: State) -> int:
        """Count the clauses in a state."""
        return sum(clause.state == state for clause in self.clauses)

    @property
    def states(self) -> str:
        """How many clauses are in which state, in words."""
        return ", ".join(f"{self.count(state)} {words}" for state, words in STATES.items() if self.count(state))


class ReportDocument(Struct, frozen=True):
    """A report on logs."""

    title: str
    verdict: Literal["conforms", "breaks", "unreadable", "nothing"]
    sentence: str
    logs: int
    turns: int
    conform: int
    breaking: int
    unreadable: int
    unfinished: int
    findings: int
    settings: tuple[str, ...]
    games: tuple[GamePart, ...]
    breaches: tuple[BreachPart, ...]
    outside: tuple[BreachPart, ...]
    unread: tuple[BreachPart, ...]
    notes: tuple[NoteLine, ...] = ()
    diagnoses: tuple[Diagnosis, ...] = ()
    inferred: InferredCounts = field(default_factory=InferredCounts)

    @property
    def gaps(self) -> str:
        """What became of records with facts missing, in a sentence; empty where there are none."""
        found = self.inferred
        records = found.consistent + found.impossible + found.undecided
        if not records:
            return ""
        told = f"{many(records, 'record')} with facts missing: a legal game explains {found.consistent:,}"
        told += f", none explains {found.impossible:,}" if found.impossible else ""
        told += f", undecided {found.undecided:,}" if found.undecided else ""
        if not found.facts:
            return f"{told}."
        facts = f"{many(found.facts, 'fact')} missing in those explained"
        return f"{told}; {facts}: {found.forced:,} forced, {found.facts - found.forced:,} open."


def many(number: int, thing: str) -> str:
    """Write `1 turn`, `2,000 turns`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
