"""What the report on the printed rule sheets says, as data; claims come decided."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from models.clause import Cite, Clause, Picture
from models.evidence import Difference, Example, RuleBook
from models.game import Game, Reading
from reports.rules import cite_text
from reports.style import ordinal
from reports.turn_svg import turn_svg
from verifier.proving import Outcome, witness_of

SHOWN = 4  # last steps of a line of play


class Sketch(Struct, frozen=True):
    """A picture that can be written as JSON: its rows, and the signs as (row, column, sign)."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    marks: tuple[tuple[int, int, str], ...] = ()

    @property
    def picture(self) -> Picture:
        """The picture."""
        return Picture(self.title, self.rows, {(row, column): sign for row, column, sign in self.marks})


class ClaimPart(Struct, frozen=True, tag="claim", tag_field="type"):
    """A claim that was decided, with the case that refutes it: gardens, facts, the last steps of its line of play."""

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


class SheetCell(Struct, frozen=True):
    """Where one sheet has a clause; nothing where it does not."""

    sheet: str
    places: tuple[str, ...]


class ClausePart(Struct, frozen=True, tag="clause", tag_field="type"):
    """A clause with its place in every sheet, and the table of its first broken case."""

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
    """What the sheets leave open."""

    game: str
    question: str
    reading: str
    clauses: tuple[str, ...]
    claims: tuple[str, ...]


class ExamplePart(Struct, frozen=True, tag="example", tag_field="type"):
    """A printed example recalculated: what the sheet allows, what the rules allow."""

    game: str
    title: str
    places: tuple[str, ...]
    garden: str
    clover: int
    says: str
    printed: tuple[str, ...]
    legal: tuple[str, ...]
    strict: tuple[str, ...]
    contradicted: tuple[str, ...]
    reasons: tuple[tuple[str, str], ...]
    legend: tuple[str, ...]
    sketch: Sketch
    claims: tuple[str, ...]


class BookPart(Struct, frozen=True):
    """All there is to say of the sheets of one game."""

    key: str
    title: str
    sheets: tuple[SheetPart, ...]
    clauses: tuple[ClausePart, ...]
    differences: tuple[DifferencePart, ...]
    questions: tuple[QuestionPart, ...]
    examples: tuple[ExamplePart, ...]
    claims: tuple[ClaimPart, ...]
    turn: str

    def decided(self, verdict: str) -> int:
        """Count claims that came out in a way."""
        return sum(claim.verdict == verdict for claim in self.claims)


BookRow = ClausePart | DifferencePart | QuestionPart | ExamplePart | ClaimPart


def book_rows(books: Sequence[BookPart]) -> list[BookRow]:
    """Give the report as JSON Lines say it."""
    return [
        row
        for book in books
        for part in (book.clauses, book.differences, book.questions, book.examples, book.claims)
        for row in part
    ]


def book(game: Game, claims: Sequence[ClaimPart]) -> BookPart:
    """Say what there is to say of the sheets of a game."""
    told = game.rulebook() if game.rulebook is not None else RuleBook({}, (), (), ())
    sheets = [
        SheetPart(sheet, edition.key, edition.title, told.languages.get(sheet, ""))
        for edition in game.editions
        for sheet in edition.sheets
    ]
    return BookPart(
        game.key,
        game.title,
        tuple(sheets),
        tuple(_clause(game, clause, sheets) for clause in game.clauses()),
        tuple(_difference(game, each) for each in told.differences),
        tuple(QuestionPart(game.key, *msgspec.structs.astuple(each)) for each in told.questions),
        tuple(_example(game, each) for each in told.examples),
        tuple(claims),
        turn_svg(game.worlds().phases) if game.offers("worlds") else "",
    )


def _difference(game: Game, each: Difference) -> DifferencePart:
    says = tuple((cite_text(cite), words) for cite, words in each.says)
    return DifferencePart(game.key, each.title, says, each.decision, each.clauses)


def _clause(game: Game, clause: Clause[Any], sheets: Sequence[SheetPart]) -> ClausePart:
    step = game.case(clause.broken[0])
    return ClausePart(
        game.key,
        clause.id,
        clause.title,
        clause.statement,
        clause.reading,
        tuple(SheetCell(sheet.key, _places(clause.cites, sheet.key)) for sheet in sheets),
        tuple(clause.mutants()),
        clause.broken[0],
        clause.fault(step).message,
        tuple(map(_sketch, game.view(step.before).pictures)),
    )


def _places(cites: Sequence[Cite], sheet: str) -> tuple[str, ...]:
    return tuple(f"{cite.heading}, {ordinal(cite.paragraph)} paragraph" for cite in cites if cite.sheet == sheet)


def _sketch(picture: Picture) -> Sketch:
    marks = tuple((row, column, sign) for (row, column), sign in sorted(picture.marks.items()))
    return Sketch(picture.title, picture.rows, marks)


def _example(game: Game, each: Example) -> ExamplePart:
    """Ask for every cell what the rules say."""
    found = game.moves(each.garden, each.clover, Reading(), None)
    strict = game.moves(each.garden, each.clover, Reading(equal_exchange=False), None)
    legal = tuple(cell.cell for cell in found.cells if cell.legal)
    return ExamplePart(
        game=game.key,
        title=each.title,
        places=tuple(map(cite_text, each.cites)),
        garden=each.garden,
        clover=each.clover,
        says=each.says,
        printed=each.printed,
        legal=legal,
        strict=tuple(cell.cell for cell in strict.cells if cell.legal),
        contradicted=tuple(sorted(set(legal) ^ set(each.printed))),
        reasons=tuple((cell.cell, cell.reason) for cell in found.cells if not cell.legal),
        legend=found.legend,
        sketch=_sketch(found.picture),
        claims=each.claims,
    )


def claim_part(game: Game, outcome: Outcome) -> ClaimPart:
    """Put a decided claim into words and pictures."""
    claim = next(each for each in game.proofs().claims if each.id == outcome.claim)
    case = witness_of(outcome)
    sketches: tuple[Sketch, ...] = ()
    facts: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    left_out = 0
    if case is not None:
        sketches = tuple(map(_sketch, game.proofs().draw(case)))
        facts = tuple(f"{name}: {value}" for name, value in case.facts)
        told = [each.words for each in game.proofs().tell(case.steps)][1:]
        left_out, steps = max(0, len(told) - SHOWN), tuple(told[-SHOWN:])
    return ClaimPart(
        game.key,
        claim.id,
        claim.statement,
        outcome.word,
        claim.expected,
        claim.scope,
        claim.why,
        sketches,
        facts,
        steps,
        left_out,
    )


def missing_claims(books: Sequence[BookPart]) -> Mapping[str, str]:
    """Give the claims that did not come out as stated."""
    return {claim.id: claim.verdict for book in books for claim in book.claims if claim.verdict != claim.expected}
