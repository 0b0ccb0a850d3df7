"""What the report on the printed rule sheets says, as data; claims come decided."""

from collections.abc import Mapping, Sequence

from models.clause import Cite, Clause, Picture
from models.evidence import Difference, OpenQuestion, PrintedExample, RuleBook, ScoreExample
from models.game import Game
from models.material import Scored
from models.state_space import NO_PHASES
from reports.pictures.files import Scene
from reports.report.book_parts import (
    BookPart,
    ClaimPart,
    ClausePart,
    DifferencePart,
    ExamplePart,
    QuestionPart,
    ScenePart,
    ScorePart,
    SheetCell,
    SheetPart,
    Sketch,
)
from reports.rules import cite_text
from reports.style import ordinal
from reports.turn import way_words
from reports.turn_svg import turn_svg
from reports.witness_pictures import witness_scenes
from verifier.judge import broken
from verifier.prove_all import Outcome, witness_of

SHOWN = 4  # last steps of a line of play


def book(game: Game, claims: Sequence[ClaimPart]) -> BookPart:
    """Say what there is to say of the sheets of a game."""
    told = game.rulebook() if game.rulebook is not None else RuleBook({}, (), (), ())
    sheets = [
        SheetPart(sheet, edition.key, edition.title, told.languages.get(sheet, ""))
        for edition in game.editions
        for sheet in edition.sheets
    ]
    titles = {str(clause.id): clause.title for clause in game.clauses()}
    phases = game.state_spaces().phases if game.offers("state_spaces") else NO_PHASES
    return BookPart(
        game.key,
        game.title,
        tuple(sheets),
        tuple(_clause(game, clause, sheets) for clause in game.clauses()),
        tuple(_difference(game, each) for each in told.differences),
        tuple(_question(game, each) for each in told.questions),
        tuple(_example(game, each) for each in told.examples),
        tuple(_score(game, each) for each in told.scores),
        tuple(claims),
        turn_svg(phases) if phases.phases else "",
        game.notation,
        told.pieces,
        tuple(way_words(arrow, phases, titles) for arrow in phases.arrows),
    )


def _difference(game: Game, each: Difference) -> DifferencePart:
    says = tuple((cite_text(cite), words) for cite, words in each.says)
    return DifferencePart(game.key, each.title, says, each.decision, each.clauses)


def _clause(game: Game, clause: Clause, sheets: Sequence[SheetPart]) -> ClausePart:
    step = game.case(clause.broken[0])
    view = game.view(step.before)
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
        tuple(map(_sketch, view.pictures)),
        view.rows,
    )


def _places(cites: Sequence[Cite], sheet: str) -> tuple[str, ...]:
    return tuple(f"{cite.heading}, {ordinal(cite.paragraph)} paragraph" for cite in cites if cite.sheet == sheet)


def _sketch(picture: Picture) -> Sketch:
    marks = tuple((row, column, sign) for (row, column), sign in sorted(picture.marks.items()))
    return Sketch(picture.title, picture.rows, marks, picture.named)


def _question(game: Game, each: OpenQuestion) -> QuestionPart:
    scored = [(text, scores_text(game.material().score(text.split(), None))) for text in each.collections]
    steps = [(text, _judged(game, text)) for text in each.cases]
    return QuestionPart(game.key, each.question, each.reading, each.clauses, each.claims, (*scored, *steps))


def scores_text(scored: Scored) -> str:
    """Say what a collection scores, and what it would by other readings if that is something else."""
    others = [f"{words} {_either(totals)}" for words, totals in scored.readings.items() if totals != scored.totals]
    return "; ".join([_either(scored.totals), *others])


def _either(totals: Sequence[int]) -> str:
    return " or ".join(map(str, totals))


def _judged(game: Game, case: str) -> str:
    faults = broken(game, game.case(case))
    return f"breaks {', '.join(clause.id for clause in faults)}" if faults else "legal"


def _example(game: Game, each: PrintedExample) -> ExamplePart:
    """Ask for every place what the rules say."""
    found = game.moves(each.lies, each.piece, each.reading, None)
    legal = tuple(cell.cell for cell in found.cells if cell.legal)
    name = ""
    other: tuple[str, ...] = ()
    if each.other is not None:
        name, reading = each.other
        cells = game.moves(each.lies, each.piece, reading, None).cells
        other = tuple(cell.cell for cell in cells if cell.legal)
    return ExamplePart(
        game=game.key,
        title=each.title,
        places=tuple(map(cite_text, each.cites)),
        lies=each.lies,
        piece=each.piece,
        says=each.says,
        printed=each.printed,
        legal=legal,
        contradicted=tuple(sorted(set(legal) ^ set(each.printed))),
        reasons=tuple((cell.cell, cell.reason) for cell in found.cells if not cell.legal),
        legend=found.legend,
        sketch=_sketch(found.picture),
        claims=each.claims,
        other_reading=name,
        other=other,
    )


def _score(game: Game, each: ScoreExample) -> ScorePart:
    """Form the groups."""
    scored = game.material().score(each.collection.split(), None)
    groups = tuple(
        f"{group.charm} {' '.join(group.tiles)}: {len(group.tiles)} x {group.dice} = {group.points}"
        for group in scored.ways[0].groups
    )
    return ScorePart(
        game.key,
        each.title,
        tuple(map(cite_text, each.cites)),
        each.collection,
        each.printed,
        groups,
        scored.totals,
        each.says,
        each.claims,
    )


def claim_part(game: Game, outcome: Outcome) -> ClaimPart:
    """Put a decided claim into words and pictures."""
    claim = next(each for each in game.proofs().claims if each.id == outcome.claim)
    case = witness_of(outcome)
    sketches: tuple[Sketch, ...] = ()
    facts: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    left_out = 0
    scenes: tuple[ScenePart, ...] = ()
    if case is not None:
        sketches = tuple(map(_sketch, game.proofs().draw(case)))
        scenes = tuple(map(_scene, witness_scenes(game, case)))
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
        scenes,
    )


def _scene(drawn: Scene) -> ScenePart:
    """Write a table that is drawn as plain values."""
    view, marks = drawn.view, drawn.marks
    return ScenePart(
        drawn.heading,
        tuple(map(_sketch, view.pictures)),
        view.strips,
        view.lines,
        tuple((*place, mark.kind) for place, mark in sorted(marks.cells.items())),
        tuple((*place, mark.kind) for place, mark in sorted(marks.pieces.items())),
    )


def missing_claims(books: Sequence[BookPart]) -> Mapping[str, str]:
    """Give the claims that did not come out as stated."""
    return {claim.id: claim.verdict for book in books for claim in book.claims if claim.verdict != claim.expected}
