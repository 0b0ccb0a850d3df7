"""Positions that commands speak of, as pictures: legal moves, solved puzzles, tables, cases of claims, breaches."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from models.clause import AnyStep, Fault
from models.evidence import Plot
from models.game import Game
from models.view import CellVerdicts, MoveVerdicts, View
from reports.pictures.files import Scene, scenes_file, svg_file
from reports.pictures.grids import Mark, board_of, place_name
from reports.pictures.tables import Marks, changed
from reports.solve import between, verdict_line
from reports.style import count_of, uncolored

if TYPE_CHECKING:
    from models.position import Position
    from models.proof import Counterexample, Provable
    from verifier.finding import Finding
    from verifier.solve.answer import Answer

MOST = 12  # moves that are listed below a picture


def moves_picture(number: int, verdicts: CellVerdicts) -> str:
    """Draw the verdict on each cell with the signs of the printed example, or say it of each end of a line."""
    title = f"Where can the {number} go?"
    if verdicts.view is not None:
        told = [
            f"{each.cell}: {each.action}" if each.legal else f"{each.cell}: not legal, {each.reason}"
            for each in verdicts.cells
        ]
        return svg_file(title, verdicts.view, lines=[*told, verdicts.summary])
    drawn = board_of(verdicts.picture)
    legal = {each.cell for each in verdicts.cells if each.legal}
    marks = {
        (0, *place): Mark("legal" if place_name(place, drawn.named) in legal else mark.kind, mark.text)
        for place, mark in drawn.marks.items()
    }
    lines = [*(line.replace("( ) ", "dashed, on a clover: ") for line in verdicts.legend), *verdicts.notes]
    lines += [verdicts.summary] if verdicts.summary else []
    return svg_file(title, View((verdicts.picture,), ()), Marks(marks), lines)


def table_moves_picture(verdicts: MoveVerdicts) -> str:
    """Draw a table, and say below of every turn whether it is legal."""
    legal = [each.move for each in verdicts.moves if not each.clauses]
    lines = [f"{count_of(len(legal), 'legal turn')}: {', '.join(legal) or 'none'}"]
    lines += [
        f"not legal: {each.move}, {each.reason} ({', '.join(each.clauses)})"
        for each in verdicts.moves[: MOST * 2]
        if each.clauses
    ]
    return svg_file("Which turns are legal?", verdicts.view, lines=lines)


def table_picture(view: View, lines: Sequence[str]) -> str:
    """Draw a table, and say below what was counted from it."""
    return svg_file("The table", view, lines=lines)


def solved_picture(game: Game, answer: "Answer") -> str:
    """Draw a solved position: what each move is worth on the cell it changes, the best first in the list below."""
    positions = game.positions()
    start, words = answer.problem.start, positions.words()
    view = positions.show(start)
    values = {move: between(worth) for move, worth in answer.moves}
    marks = _worth_marks(game, start, view, answer, values)
    shown = [f"{words.say(move)}: {values[move]}" for move, _ in answer.moves[:MOST]]
    if len(answer.moves) > MOST:
        shown.append(f"and {count_of(len(answer.moves) - MOST, 'more move')}, none better")
    return svg_file(words.ask(answer.problem), view, marks, [verdict_line(answer, words, uncolored), *shown])


def _worth_marks(game: Game, start: "Position", view: View, answer: "Answer", values: dict[str, str]) -> Marks:
    """Note on each cell the worth of the best move that changes it; what no chance decides can be followed."""
    cells: dict[tuple[int, int, int], Mark] = {}
    for move, _ in answer.moves:
        try:
            after = game.positions().show(start.after(move))
        except ValueError:
            continue
        for place in changed(view, after).cells:
            if place not in cells:
                text = after.pictures[place[0]].rows[place[1]][place[2]]
                kind, worth = ("moved" if move in answer.best else "sign"), values[move].split(" ")[0]
                old = view.pictures[place[0]].rows[place[1]][place[2]]
                cells[place] = Mark(kind, text if old == "." else f"{old}\u2192{text}", worth)
    return Marks(cells)


def witness_picture(game: Game, claim: "Provable", word: str, case: "Counterexample") -> str:
    """Draw the case that refutes a claim."""
    pictures = game.proofs().draw(case)
    told = [each.words for each in game.proofs().tell(case.steps)][1:][-6:]
    lines = [claim.statement, *(f"{name}: {value}" for name, value in case.facts), *told]
    claimed = ", and that is what we claim" if word == claim.expected else f", but claimed to be {claim.expected}"
    title = f"{claim.id}: false{claimed}. Here is the case:"
    return svg_file(title, View(pictures, ()), lines=lines)


class BreachScene(Struct, frozen=True):
    """A broken step to draw: the table before it, as played, and what was legal there, in words."""

    before: Scene
    after: Scene
    legal: tuple[str, ...]


def breach_scene(game: Game, step: AnyStep, fault: Fault) -> BreachScene:
    """Show a broken step: where the piece may go and what speaks against it, then what was done."""
    before, after = game.view(step.before), game.view(step.after)
    told = game.evidence().step_view(step, fault) if game.evidence is not None else None
    if told is None:
        return BreachScene(Scene(before), Scene(after, changed(before, after)), game.options(step))
    marks = _plot_marks(before, told.before, ("legal", "against"))
    played = changed(before, after)
    against = _plot_marks(after, told.after, ("against",))
    return BreachScene(
        Scene(before, marks), Scene(after, Marks({**played.cells, **against.cells}, played.pieces)), told.legal
    )


def _plot_marks(view: View, plots: Sequence[Plot], kinds: Sequence[str]) -> Marks:
    """Find the grids of a table that plots show, and take over what is marked on them."""
    cells: dict[tuple[int, int, int], Mark] = {}
    for drawn in plots:
        owner = next((n for n, each in enumerate(view.pictures) if drawn.title.endswith(each.title)), None)
        if owner is None or board_of(view.pictures[owner]).rows != drawn.rows:
            continue
        for kind, places in (("legal", drawn.legal), ("against", drawn.against)):
            cells |= {(owner, *place): Mark(kind) for place in places if kind in kinds}
    return Marks(cells)


def finding_picture(finding: "Finding") -> str:
    """Draw a finding: the table before and as played, with what is wrong and what would have been right."""
    assert finding.rules is not None
    game, clause, step = finding.rules
    scene = breach_scene(game, step, finding.fault)
    title = f"{clause.id}: {finding.fault.message}"
    then = "what was refused" if finding.kind == "refused-legal" else "as played"
    scenes = [replace(scene.before, heading="before"), replace(scene.after, heading=then)]
    lines = [f"rule: {clause.statement}", *([f"help: {finding.help}"] if finding.help else [])]
    lines += [f"legal there: {line}" for line in scene.legal]
    return scenes_file(title, scenes, lines)
