"""Broken steps as pictures: the table before one, what was done in red, and what would have been legal in green."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from models.clause import AnyStep, Fault
from models.evidence import Plot, StepView
from models.game import Game
from models.view import FREE, Strip, View
from reports.pictures.files import Scene, scenes_file
from reports.pictures.grids import Mark, Place, board_of
from reports.pictures.tables import Marks, added, changed, legend, other_lines

if TYPE_CHECKING:
    from verifier.finding import Finding


class BreachScene(Struct, frozen=True):
    """A broken step to draw: the table before it, as played, and what was legal there, in words."""

    before: Scene
    after: Scene
    legal: tuple[str, ...]


def breach_scene(game: Game, step: AnyStep, fault: Fault, *, refused: bool = False) -> BreachScene:
    """Show a broken step, or a legal one that was refused."""
    before, after = game.view(step.before), game.view(step.after)
    told = game.evidence().step_view(step, fault) if game.evidence is not None else None
    scenes = scenes_between(before, after, told, refused=refused)
    return BreachScene(*scenes, told.legal if told is not None else game.options(step))


def scenes_between(before: View, after: View, told: StepView | None, *, refused: bool = False) -> tuple[Scene, Scene]:
    """Show where the piece may go and what speaks against the move, then what was done and what is wrong with it."""
    plots = told or StepView((), (), (), (), "")
    before = plots.met or before
    first = _plotted(before, plots.before, ("legal", "against"))
    if refused:
        return first, Scene(after, changed(before, after))
    if plots.should is not None:
        unlike = _unlike(before, after, plots.should)
        if unlike.view != after or _has_wrong(unlike.marks):
            return first, unlike
    played, about = changed(before, after), _plotted(after, plots.after, ("moved", "against")).marks
    if not any(mark.kind == "moved" for mark in (*about.cells.values(), *about.pieces.values())):
        about = Marks({**played.cells, **about.cells}, {**played.pieces, **about.pieces})
    cells = {**played.cells, **{place: _wrong(mark) for place, mark in about.cells.items()}}
    return first, Scene(after, Marks(cells, {**played.pieces, **{at: _wrong(m) for at, m in about.pieces.items()}}))


def united(view: View, scenes: Sequence[Scene]) -> Scene:
    """Put what is marked in scenes of one table onto the first; of marks on one place one of what is wrong counts most.

    Pieces that scenes add behind those of the table are added; a scene that shows another table is left out.
    """
    first = scenes[0]
    fitting = [each for each in scenes if each.view == first.view or (_adds(view, each) and _adds(view, first))]
    rows = zip(*(each.view.strips for each in fitting), strict=True)
    strips = [max(same, key=lambda strip: len(strip.cards)) for same in rows]
    cells, pieces = dict(first.marks.cells), dict(first.marks.pieces)
    for each in fitting[1:]:
        for cell, mark in each.marks.cells.items():
            cells[cell] = _worse(cells.get(cell), mark)
        for (row, place), mark in each.marks.pieces.items():
            if place < len(view.strips[row].cards) or each.view.strips[row] == strips[row]:
                pieces[row, place] = _worse(pieces.get((row, place)), mark)
    lines = dict.fromkeys(line for each in fitting for line in each.view.lines)
    return Scene(replace(first.view, strips=tuple(strips), lines=tuple(lines)), Marks(cells, pieces), first.heading)


def _adds(view: View, scene: Scene) -> bool:
    """Tell whether a scene shows a table, and perhaps pieces behind those of its rows."""
    rows = zip(view.strips, scene.view.strips, strict=False)
    same = scene.view.pictures == view.pictures and len(scene.view.strips) == len(view.strips)
    return same and all(new.cards[: len(old.cards)] == old.cards for old, new in rows)


def _worse(one: Mark | None, other: Mark) -> Mark:
    return other if one is None or (other.kind in ("wrong", "missing") and one.kind != "wrong") else one


def _wrong(mark: Mark) -> Mark:
    return replace(mark, kind="wrong") if mark.kind == "moved" else mark


def _has_wrong(marks: Marks) -> bool:
    return any(mark.kind == "wrong" for mark in (*marks.cells.values(), *marks.pieces.values()))


def _unlike(before: View, after: View, should: View) -> Scene:
    """Mark what lies otherwise than it should after a legal move, and add what is missing."""
    played, extra, lacking = changed(before, after), changed(should, after, "wrong"), changed(after, should, "missing")
    cells = {**played.cells, **extra.cells}
    for place in lacking.cells.keys() - extra.cells.keys():
        cells[place] = Mark("missing", should.pictures[place[0]].rows[place[1]][place[2]])
    pieces, strips = {**played.pieces, **extra.pieces}, list[Strip]()
    rows = {strip.title: strip for strip in should.strips}
    for number, strip in enumerate(after.strips):
        row = rows.get(strip.title, strip)
        absent = [row.cards[place] for place in added(strip, row)]
        pieces |= {(number, len(strip.cards) + at): Mark("missing") for at in range(len(absent))}
        strips.append(replace(strip, cards=(*strip.cards, *absent)))
    meant = [f"should be: {line}" for line in other_lines(should) if line not in other_lines(after)]
    return Scene(replace(after, strips=tuple(strips), lines=(*after.lines, *meant)), Marks(cells, pieces))


def _plotted(view: View, plots: Sequence[Plot], kinds: Sequence[str]) -> Scene:
    """Find the grids and rows of pieces of a table that plots show, and take over what is marked on them."""
    cells: dict[tuple[int, int, int], Mark] = {}
    pieces: dict[tuple[int, int], Mark] = {}
    strips = list(view.strips)
    for drawn in plots:
        marked = (("against", drawn.against), ("moved", drawn.moved), ("legal", drawn.legal))
        wanted = [(kind, place) for kind, places in marked if kind in kinds for place in places]
        owner = next((n for n, each in enumerate(view.pictures) if drawn.title.endswith(each.title)), None)
        if owner is not None and board_of(view.pictures[owner]).rows == drawn.rows:
            cells |= {(owner, *place): Mark(kind) for kind, place in wanted}
        number = _row_of(view, drawn) if owner is None and len(drawn.rows) == 1 else None
        if number is not None:
            strips[number], marks = _row_marks(strips[number], drawn, wanted)
            pieces |= {(number, place): mark for place, mark in marks.items()}
    return Scene(replace(view, strips=tuple(strips)), Marks(cells, pieces))


def _row_of(view: View, drawn: Plot) -> int | None:
    """Find the row of pieces that a plot shows."""
    texts = [text for text in drawn.rows[0] if text]
    for number, strip in enumerate(view.strips):
        names = [card.name for card in strip.cards]
        if names and len(names) == len(texts) and all(map(str.startswith, texts, names)):
            return number
    return None


def _row_marks(strip: Strip, drawn: Plot, wanted: Sequence[tuple[str, Place]]) -> tuple[Strip, dict[int, Mark]]:
    """Mark pieces of a row; free places at its ends, where a piece may be laid, become places of the row."""
    row = drawn.rows[0]
    lies = [at for at, text in enumerate(row) if text]
    free = {column for kind, (_, column) in wanted if kind == "legal" and not row[column]}
    left, right = (FREE,) * any(at < lies[0] for at in free), (FREE,) * any(at > lies[-1] for at in free)
    first, most = lies[0] - len(left), len(left) + len(lies) + len(right) - 1
    marks = {min(max(column - first, 0), most): Mark(kind) for kind, (_, column) in wanted}
    return replace(strip, cards=(*left, *strip.cards, *right)), marks


def finding_picture(finding: "Finding") -> str:
    """Draw a finding: the table before and as played, with what is wrong and what would have been right."""
    assert finding.rules is not None
    game, clause, step = finding.rules
    refused = finding.kind == "refused-legal"
    scene = breach_scene(game, step, finding.fault, refused=refused)
    scenes = [replace(scene.before, heading="before")]
    if scene.before == scene.after:  # it is nothing on the table that is wrong
        scenes = [scene.after]
    else:
        scenes.append(replace(scene.after, heading="what was refused" if refused else "as played"))
    lines = legend([each.marks for each in scenes])
    lines += [f"rule: {clause.statement}", *([f"help: {finding.help}"] if finding.help else [])]
    lines += [f"legal there: {line}" for line in scene.legal]
    return scenes_file(f"{clause.id}: {finding.fault.message}", scenes, lines)
