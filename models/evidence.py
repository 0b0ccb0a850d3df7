"""What a game gives for reports: what its logs show of each clause, what they cannot show, and its printed sheets."""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Generic, Protocol

from msgspec import Struct

from models.clause import Cite, ClauseId, Fault
from models.parameters import EventIn, EventT, PlayIn, PlayT, StepT
from models.reading import Reading
from models.view import View


class Draws(Struct, frozen=True):
    """What was drawn blindly in one game, as numbers in their order.

    `hidden[n]` counts the face-down copies of number n when play began (at index 0 nothing). `numbers` ends where the
    log first breaks a clause, for what lies face down is known only up to there.
    """

    hidden: tuple[int, ...]
    numbers: tuple[int, ...]


class GameCoverage(Struct, frozen=True):
    """What one game of a log shows.

    `occasions` counts for each clause the steps it spoke about; `lacking` for each fact how often it was not recorded
    and how often it could have been; `readings` for each open question the answers the program gave; `ending` is the
    kind of end. `draws` is None where the set-up is not known in full.
    """

    occasions: Mapping[ClauseId, int]
    lacking: Mapping[str, tuple[int, int]]
    readings: Mapping[tuple[str, str], int]
    ending: str
    draws: Draws | None = None


class BrokenStep(Struct, frozen=True):
    """A step that breaks a clause: the clause, and which turn of the game it is, from 1; None for other events."""

    clause: ClauseId
    turn: int | None


class CoverageCounter(Protocol[EventIn, PlayIn]):
    """One game of a log while it is read: counts what its judged events show, without asking any clause.

    `covers` names the clauses whose exercise it counts; about any other one each step is asked.
    """

    @property
    def covers(self) -> Container[ClauseId]: ...

    def see(self, events: Sequence[EventIn]) -> None:
        """Take the next events."""
        ...

    def doubt(self) -> None:
        """Take note that a clause was broken: from here on nobody knows what lies face down."""
        ...

    def close(self, play: PlayIn, broken: Sequence[BrokenStep]) -> GameCoverage:
        """Tell what was seen, given how the game was left and what was broken in it."""
        ...


class Plot(Struct, frozen=True):
    """What lies in rows, to be drawn: short texts (empty: a free cell), and the cells, as (row, column), that matter.

    `moved` is where a piece goes, `against` what speaks against it, `legal` where the rules allow it; `piece` is what
    is about to be placed, if anything is. `named` tells whether the columns have letters and the rows numbers.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    moved: tuple[tuple[int, int], ...] = ()
    against: tuple[tuple[int, int], ...] = ()
    legal: tuple[tuple[int, int], ...] = ()
    piece: str = ""
    named: bool = True


class StepView(Struct, frozen=True):
    """A step to show: plots before and after it, what else lay on the table, what was legal, what a piece is called.

    Where the move itself is legal and it is the table after it that is not as the rules say, `should` shows that. A
    step that lays several pieces shows in `met` how the table lay when it came to the piece in question.
    """

    before: tuple[Plot, ...]
    after: tuple[Plot, ...]
    facts: tuple[tuple[str, str, str], ...]
    legal: tuple[str, ...]
    piece: str
    should: View | None = None
    met: View | None = None


class Evidence(Struct, Generic[EventT, StepT, PlayT], frozen=True):
    """What a game gives for reports on logs.

    `coverage` counts from events alone the steps that exercise a clause. `readings` lists the open questions in words,
    by their keys, each with the answers by which it is told; `step_view` shows a step. `drawn` says what is drawn
    blindly in play, as `Draws` counts it, in a word for many of it; empty where nothing is.
    """

    coverage: Callable[[], CoverageCounter[EventT, PlayT]]
    readings: Mapping[str, str]
    step_view: Callable[[StepT, Fault], StepView]
    drawn: str = ""


class Difference(Struct, frozen=True):
    """Where printed sheets differ: a title, what each of some sheets says in our words, the clauses it touches."""

    title: str
    says: tuple[tuple[Cite, str], ...]
    decision: str
    clauses: tuple[ClauseId, ...]


class OpenQuestion(Struct, frozen=True):
    """What the sheets leave open: the question, how it is read here, and by what that can be changed.

    `collections` (tiles as `score` reads them) and `cases` (as clauses have them) show where the answer matters.
    """

    question: str
    reading: str
    clauses: tuple[ClauseId, ...]
    claims: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()


class PrintedExample(Struct, frozen=True):
    """A printed example that can be recalculated: what lies there, the piece, and the places the sheet allows.

    It is read as `moves` reads it, also by `other`: another reading of the sheet with its name, if there is one.
    """

    title: str
    cites: tuple[Cite, ...]
    lies: str
    piece: int
    printed: tuple[str, ...]
    says: str
    claims: tuple[str, ...] = ()
    reading: Reading = Reading()
    other: tuple[str, Reading] | None = None


class ScoreExample(Struct, frozen=True):
    """A printed score that can be recalculated: tiles as `score` reads them, and what the sheet gives for them."""

    title: str
    cites: tuple[Cite, ...]
    collection: str
    printed: int
    says: str
    claims: tuple[str, ...] = ()


class RuleBook(Struct, frozen=True):
    """What there is to say of the printed sheets beyond the clauses; `pieces` says how a piece is written."""

    languages: Mapping[str, str]
    differences: tuple[Difference, ...]
    questions: tuple[OpenQuestion, ...]
    examples: tuple[PrintedExample, ...]
    scores: tuple[ScoreExample, ...] = ()
    pieces: str = ""
