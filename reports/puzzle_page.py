"""Puzzles to print: pictures and a page, with the solutions apart."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from xml.sax.saxutils import escape

from models.clause import Picture
from models.game import Game
from models.solving import Words
from models.view import View
from reports.boards import LETTERS
from reports.solve import line_words
from reports.tile_strips import STRIP_STYLE, strips
from verifier.puzzle_maker import Made

RIGHT_AND_WRONG = 2
CELL, EDGE, GAP, LINE = 48, 28, 32, 24
LETTER = 8.5  # the width of a letter of a line below the picture, at most on average
STYLE = """
  text { font-family: sans-serif; fill: #1d1d1d; }
  .paper { fill: #fff; }
  .edge { font-size: 13px; fill: #555; text-anchor: middle; dominant-baseline: central; }
  .name { font-size: 15px; font-weight: bold; }
  .cell { fill: #f4f7ee; stroke: #9aa88a; }
  .clover { fill: #cfe8b4; stroke: #4b7a2b; stroke-width: 2; }
  .number { font-size: 20px; text-anchor: middle; dominant-baseline: central; }
  .line { font-size: 15px; }
  @media screen and (prefers-color-scheme: dark) {
    text { fill: #e8e8e8; }
    .paper { fill: #1b1d1a; }
    .edge { fill: #aaa; }
    .cell { fill: #262b22; stroke: #55604b; }
    .clover { fill: #37592a; stroke: #8fc46b; }
  }
"""
PAGE = """
  @page { size: A4; margin: 14mm; }
  :root { color-scheme: light dark; }
  body { font-family: sans-serif; margin: 1.5em auto; max-width: 50em; padding: 0 1em; color: #1d1d1d;
    background: #fff; line-height: 1.35; }
  h1 { font-size: 1.5em; margin: 0 0 0.5em; }
  h2 { font-size: 1em; margin: 0; }
  section { break-inside: avoid; }
  .puzzle { display: grid; grid-template-columns: minmax(0, 1fr) 15em; gap: 0 1.5em; padding: 0.8em 0 0.9em;
    border-top: 1px solid #9aa88a; }
  .puzzle p { margin: 0.3em 0; }
  .puzzle.wide { grid-template-columns: minmax(0, 1fr); }
  .wide b { font-weight: normal; }
  .wide .facts p { display: inline-block; margin: 0.3em 1em 0 0; }
  .solutions { break-before: page; }
  .solution { padding: 0.5em 0; border-top: 1px solid #9aa88a; }
  .solution p { margin: 0.2em 0; }
  .small { font-size: 0.85em; color: #555; }
  svg { max-width: 100%; height: auto; display: block; }
  @media screen and (max-width: 44em) { .puzzle { grid-template-columns: 1fr; } }
  @media screen and (prefers-color-scheme: dark) {
    body { color: #e8e8e8; background: #1b1d1a; }
    .small { color: #aaa; }
  }
  @media print { body { margin: 0; max-width: none; padding: 0; } }
"""


def puzzle_row(game: Game, made: Made) -> str:
    """Write a puzzle as one line of JSON, without its solution."""
    keys = {**game.positions().write(made.problem), "title": made.title}
    if made.problem.objective != "win":
        keys["note"] = f"solve --objective {made.problem.objective}"
    return json.dumps({key: value for key, value in keys.items() if value is not None}, separators=(",", ":")) + "\n"


def puzzle_svg(game: Game, each: Made, answer: str = "") -> str:
    """Draw a puzzle by itself; with an answer, that stands below."""
    view = game.positions().show(each.problem.start)
    parts, wide, high = _table(view)
    lines = [each.kind.question(each.problem), *view.lines, *([f"Solution: {answer}"] if answer else [])]
    for number, line in enumerate(lines):
        parts.append(f'<text class="line" x="8" y="{high + LINE * (number + 1)}">{escape(line)}</text>')
    wide = max(wide, 16 + round(LETTER * max(map(len, lines))))
    high += LINE * (len(lines) + 1)
    back = '<rect class="paper" width="100%" height="100%"/>'
    return _svg(wide, high, each.title, [f"<style>{_style(view)}</style>", back, *parts])


def _style(view: View) -> str:
    return STYLE + (STRIP_STYLE if view.strips else "")


def _svg(wide: int, high: int, title: str, parts: Sequence[str]) -> str:
    box = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">'
    return "\n".join([head, f"<title>{escape(title)}</title>", *parts, "</svg>"]) + "\n"


def _table(view: View) -> tuple[list[str], int, int]:
    """Draw what lies where; give the parts, the width and the height."""
    parts, wide, high = _grids(view.pictures) if view.pictures else ([], 0, 0)
    more, across, down = strips(view.strips, high)
    return [*parts, *more], max(wide, across), down


def _grids(pictures: Sequence[Picture]) -> tuple[list[str], int, int]:
    parts: list[str] = []
    left = 0
    high = 0
    for picture in pictures:
        side = len(picture.rows)
        parts.append(f'<text class="name" x="{left + EDGE}" y="16">{escape(picture.title)}</text>')
        top = 20 + EDGE
        for at in range(side):
            middle = EDGE + at * CELL + CELL // 2
            parts.append(f'<text class="edge" x="{left + middle}" y="{top - EDGE // 2}">{LETTERS[at]}</text>')
            parts.append(f'<text class="edge" x="{left + EDGE // 2}" y="{top + at * CELL + CELL // 2}">{at + 1}</text>')
        for row, texts in enumerate(picture.rows):
            for column, text in enumerate(texts):
                parts += _cell(left + EDGE + column * CELL, top + row * CELL, text)
        left += EDGE + side * CELL + GAP
        high = max(high, top + side * CELL + 4)
    return parts, left - GAP + 4, high


def _cell(x: int, y: int, text: str) -> list[str]:
    parts = [f'<rect class="cell" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>']
    if text != ".":
        middle, height = x + CELL // 2, y + CELL // 2
        parts.append(f'<circle class="clover" cx="{middle}" cy="{height}" r="{CELL // 2 - 4}"/>')
        parts.append(f'<text class="number" x="{middle}" y="{height}">{escape(text)}</text>')
    return parts


def puzzle_page(game: Game, made: Sequence[Made]) -> str:
    """Write a page of puzzles to print; the solutions begin a page of their own."""
    first = game.positions().show(made[0].problem.start)
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>Puzzles: {escape(game.title)}</title>',
        '<meta name="viewport" content="width=device-width">',
        f"<style>{_style(first)}{PAGE}</style></head><body>",
        f"<h1>Puzzles: {escape(game.title)}</h1>",
        *(_puzzle(game, each) for each in made),
        '<div class="solutions"><h1>Solutions</h1>',
        f'<p class="small">{escape(made[0].kind.scale)}</p>',
        *(_solution(each, game.positions().words()) for each in made),
    ]
    return "\n".join([*parts, "</div></body></html>"]) + "\n"


def _puzzle(game: Game, each: Made) -> str:
    view = game.positions().show(each.problem.start)
    parts, wide, high = _table(view)
    facts = "".join(f"<p><b>{escape(line)}</b></p>" for line in view.lines)
    wider = " wide" if view.strips else ""
    asked = escape(each.kind.question(each.problem))
    text = f'<h2>{each.number}</h2><div class="facts">{facts}</div><p>{asked}</p><p class="small">{each.title}</p>'
    return f'<section class="puzzle{wider}">{_svg(wide, high, each.title, parts)}<div>{text}</div></section>'


def _solution(each: Made, words: Words) -> str:
    text = f"<p><b>{each.number}.</b> {escape(answer_in_words(each, words))}</p>"
    others = groupby(_ordered(each.values)[1:], key=lambda move: move[1])
    if not each.kind.only or len(set(each.values.values())) > RIGHT_AND_WRONG:
        worths = "; ".join(f"{value}: {_listed([move for move, _ in moves], words)}" for value, moves in others)
        text += f'<p class="small">The other moves. {escape(worths)}.</p>'
    if each.line:
        text += f'<p class="small">A best line. {escape("; ".join(line_words(each.line, words)))}.</p>'
    return f'<section class="solution">{text}</section>'


def _listed(moves: Sequence[str], words: Words) -> str:
    return ", ".join(words.say(move) for move in moves)


def _ordered(values: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    return sorted(values.items(), key=lambda each: -each[1])


def answer_in_words(made: Made, words: Words) -> str:
    """Say what is best, and how good."""
    best, kind = words.say(made.best), made.kind
    if kind.only:
        return f"{best}; {kind.only}."
    second, value = _ordered(made.values)[1]
    return (
        f"{best}, {kind.worth} {made.values[made.best]}; the next best is to {words.say(second)}, {kind.worth} {value}."
    )
