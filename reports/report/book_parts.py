"""What the report on the printed rule sheets is made of, as data that every form of it is written from."""

from collections.abc import Sequence

from msgspec import Struct

from models.clause import Picture
from models.view import Strip, View
from reports.pictures.files import Scene
from reports.pictures.grids import Mark
from reports.pictures.tables import Marks


class Sketch(Struct, frozen=True):
    """A picture that can be written as JSON: its rows, the signs as (row, column, sign), whether cells have names."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    marks: tuple[tuple[int, int, str], ...] = ()
    named: bool = True

    @property
    def picture(self) -> Picture:
        """The picture."""
        return Picture(self.title, self.rows, {(row, column): sign for row, column, sign in self.marks}, self.named)


class ScenePart(Struct, frozen=True):
    """A table to draw that can be written as JSON: what lies there, and what is marked, each with its kind.

    `cells` are (picture, row, column, kind), `pieces` (row of pieces, place, kind).
    """

    heading: str
    sketches: tuple[Sketch, ...]
    strips: tuple[Strip, ...]
    lines: tuple[str, ...]
    cells: tuple[tuple[int, int, int, str], ...]
    pieces: tuple[tuple[int, int, str], ...]

    @property
    def scene(self) -> Scene:
        """The table as it is drawn."""
        marks = Marks(
            {(which, row, column): Mark(kind) for which, row, column, kind in self.cells},
            {(row, place): Mark(kind) for row, place, kind in self.pieces},
        )
        pictures = tuple(sketch.picture for sketch in self.sketches)
        return Scene(View(pictures, self.lines, (), self.strips), marks, self.heading)


class ClaimPart(Struct, frozen=True, tag="claim", tag_field="type"):
    """A claim that was decided, with the case that refutes it: gardens, facts, the last steps of its line of play.

    `scenes` are the tables that show it, before the step that does and after it.
    """

    game: str
    id: str
    statement: str
    verdict: str
    expected: str
    scope: str
    why: str
    sketches: tuple[Sketch, ...] = ()
    facts: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    left_out: int = 0
    scenes: tuple[ScenePart, ...] = ()


class SheetCell(Struct, frozen=True):
    """Where one sheet has a clause; nothing where it does not."""

    sheet: str
    places: tuple[str, ...]


class ClausePart(Struct, frozen=True, tag="clause", tag_field="type"):
    """A clause with its place in every sheet, and the table of its first broken case: pictures, or rows of words."""

    game: str
    id: str
    title: str
    statement: str
    reading: str
    sheets: tuple[SheetCell, ...]
    mistakes: tuple[str, ...]
    broken: str
    fault: str
    sketches: tuple[Sketch, ...]
    rows: tuple[str, ...] = ()


class SheetPart(Struct, frozen=True):
    """A printed sheet: its key, edition, title and language."""

    key: str
    edition: str
    title: str
    language: str


class DifferencePart(Struct, frozen=True, tag="difference", tag_field="type"):
    """Where sheets differ, in words."""

    game: str
    title: str
    says: tuple[tuple[str, str], ...]
    decision: str
    clauses: tuple[str, ...]


class QuestionPart(Struct, frozen=True, tag="question", tag_field="type"):
    """What the sheets leave open, and what shows that it matters: each a collection or a step, with what comes out."""

    game: str
    question: str
    reading: str
    clauses: tuple[str, ...]
    claims: tuple[str, ...]
    witnesses: tuple[tuple[str, str], ...] = ()


class ExamplePart(Struct, frozen=True, tag="example", tag_field="type"):
    """A printed example recalculated: what the sheet allows, what the rules allow, and what another reading would."""

    game: str
    title: str
    places: tuple[str, ...]
    lies: str
    piece: int
    says: str
    printed: tuple[str, ...]
    legal: tuple[str, ...]
    contradicted: tuple[str, ...]
    reasons: tuple[tuple[str, str], ...]
    legend: tuple[str, ...]
    sketch: Sketch
    claims: tuple[str, ...]
    other_reading: str = ""
    other: tuple[str, ...] = ()


class ScorePart(Struct, frozen=True, tag="score", tag_field="type"):
    """A printed score recalculated: the groups of one way to form them, and all totals there can be."""

    game: str
    title: str
    places: tuple[str, ...]
    collection: str
    printed: int
    groups: tuple[str, ...]
    totals: tuple[int, ...]
    says: str
    claims: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Tell whether the printed score is the only one."""
        return self.totals == (self.printed,)


class BookPart(Struct, frozen=True):
    """All there is to say of the sheets of one game; `notation` names what tells how its cases are written, `pieces`
    says how a piece is.
    """

    key: str
    title: str
    sheets: tuple[SheetPart, ...]
    clauses: tuple[ClausePart, ...]
    differences: tuple[DifferencePart, ...]
    questions: tuple[QuestionPart, ...]
    examples: tuple[ExamplePart, ...]
    scores: tuple[ScorePart, ...]
    claims: tuple[ClaimPart, ...]
    turn: str
    notation: str
    pieces: str
    turn_words: tuple[str, ...] = ()

    @property
    def words(self) -> dict[str, str]:
        """The titles of clauses and the statements of claims, by their ids."""
        titles = {clause.id: clause.title for clause in self.clauses}
        return titles | {claim.id: claim.statement.replace("`", "").removesuffix(".") for claim in self.claims}

    @property
    def agreed(self) -> tuple[str, ...]:
        """Name the clauses that every sheet has."""
        return tuple(each.id for each in self.clauses if each.sheets and all(cell.places for cell in each.sheets))

    @property
    def nowhere(self) -> tuple[str, ...]:
        """Name the clauses that no sheet has."""
        return tuple(each.id for each in self.clauses if not any(cell.places for cell in each.sheets))

    @property
    def somewhere(self) -> tuple[str, ...]:
        """Name the clauses that some sheets have and others do not."""
        return tuple(each.id for each in self.clauses if each.id not in (*self.agreed, *self.nowhere))

    def decided(self, verdict: str) -> int:
        """Count claims that came out in a way."""
        return sum(claim.verdict == verdict for claim in self.claims)


BookRow = ClausePart | DifferencePart | QuestionPart | ExamplePart | ScorePart | ClaimPart


def book_rows(books: Sequence[BookPart]) -> list[BookRow]:
    """Give the report as JSON Lines say it."""
    return [
        row
        for book in books
        for part in (book.clauses, book.differences, book.questions, book.examples, book.scores, book.claims)
        for row in part
    ]
