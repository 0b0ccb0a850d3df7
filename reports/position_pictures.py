"""Positions that commands speak of, as pictures: legal moves, solved puzzles, tables, cases of claims, breaches."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from models.game import Game
from models.view import Card, CellVerdicts, MoveVerdicts, Strip, View
from reports.pictures.files import svg_file
from reports.pictures.grids import ARROW, Mark, board_of, place_name
from reports.pictures.tables import Marks, touched
from reports.solve import between, verdict_line
from reports.style import count_of

if TYPE_CHECKING:
    from models.position import Position
    from verifier.analyze import Bounds
    from verifier.solve.answer import Answer

LONGEST_SHARE = 7  # signs of a fraction that fit a cell
EDGE = "thick dashed green edge"
MOST, ABREAST = 12, 6  # moves that are listed below a picture; short ones beside each other


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
    signs = {mark.text for mark in marks.values() if mark.kind == "legal"}
    lines = [*(_explained(line, signs) for line in verdicts.legend), *verdicts.notes]
    lines += [verdicts.summary] if verdicts.summary else []
    return svg_file(title, View((verdicts.picture,), ()), Marks(marks), lines)


def _explained(line: str, legal: Collection[str]) -> str:
    """Say in a legend which edge a picture draws in place of brackets, and beside the sign of a legal cell."""
    sign, _, words = line.partition(" ")
    if line.startswith("( ) "):
        return f"{EDGE} around a clover: {line[4:]}"
    return f"{sign} and {EDGE}: {words}" if sign in legal else line


def table_moves_picture(verdicts: MoveVerdicts) -> str:
    """Draw a table, and say below of every turn whether it is legal."""
    legal = [each.move for each in verdicts.moves if not each.clauses]
    lines = [f"{count_of(len(legal), 'legal turn')}{':' if legal else ''}"]
    lines += [", ".join(legal[first : first + ABREAST]) for first in range(0, len(legal), ABREAST)]
    lines += [
        f"not legal: {each.move}, {each.reason} ({', '.join(each.clauses)})"
        for each in verdicts.moves[: MOST * 2]
        if each.clauses
    ]
    return svg_file("Which turns are legal?", verdicts.view, lines=lines)


def table_picture(view: View, lines: Sequence[str], title: str = "The table") -> str:
    """Draw a table, and say below what was counted from it."""
    return svg_file(title, view, lines=lines)


def solved_picture(game: Game, answer: "Answer") -> str:
    """Draw a solved position: what each move is worth on the cell it changes, the best first in the list below."""
    positions = game.positions()
    start, words = answer.problem.start, positions.words()
    view = positions.show(start)
    values = {move: between(worth) for move, worth in answer.moves}
    marks, apart = _worth_marks(game, start, view, answer)
    view = replace(view, strips=(*view.strips, *apart))
    shown = [f"{words.say(move)}: {values[move]}" for move, _ in answer.moves[:MOST]]
    if len(answer.moves) > MOST:
        shown.append(f"and {count_of(len(answer.moves) - MOST, 'more move')}, none better")
    told = [verdict_line(answer, words), *_worth_words(answer, marks), *shown]
    return svg_file(words.ask(answer.problem), view, marks, told)


def _worth_words(answer: "Answer", marks: Marks) -> Iterator[str]:
    """Explain the small numbers, the arrows and, where a best move is proven, its colour."""
    exact = all(worth.exact for _, worth in answer.moves)
    if answer.moves:
        yield "small number: what the best move there is worth" + ("" if exact else ", or the least and most of it")
    if any(ARROW in mark.text for mark in marks.cells.values()):
        yield f"with an arrow: what lies there {ARROW} what replaces it"
    if answer.best:
        yield "yellow, thick edge: the best move"


def _shortly(worth: "Bounds") -> str:
    """Write a worth for a cell: a whole number or a fraction, or the least and the most it can be."""
    if worth.exact:
        return str(worth.low) if len(str(worth.low)) <= LONGEST_SHARE else f"{float(worth.low):.4f}"
    return f"{float(worth.low):.2g}\u2026{float(worth.high):.2g}"


def _worth_marks(game: Game, start: "Position", view: View, answer: "Answer") -> tuple[Marks, tuple[Strip, ...]]:
    """Note where moves happen what the best one there is worth; a move that happens nowhere gets a piece of its own."""
    cells: dict[tuple[int, int, int], Mark] = {}
    pieces: dict[tuple[int, int], Mark] = {}
    apart: list[Strip] = []
    round_ones = any(strip.round for strip in view.strips)
    for move, worth in answer.moves:
        mark = Mark("best" if move in answer.best else "worth", note=_shortly(worth))
        found = touched(game, start, move)
        for place, text in found.cells.items():
            old = view.pictures[place[0]].rows[place[1]][place[2]]
            cells.setdefault(place, replace(mark, text=text if old == "." else f"{old}{ARROW}{text}"))
        for piece in found.pieces:
            pieces.setdefault(piece, mark)
        if not found.cells and not found.pieces:
            pieces[len(view.strips) + len(apart), 0] = mark
            apart.append(Strip(game.positions().words().say(move), (Card("?", ()),), round_ones))
    return Marks(cells, pieces), tuple(apart)
