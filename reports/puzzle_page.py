"""Puzzles to print: pictures and a page, with the solutions apart."""

import json
from collections.abc import Sequence
from fractions import Fraction
from xml.sax.saxutils import escape

from models.clause import Picture
from models.game import Game
from models.position import LEAVE, Problem
from reports.boards import LETTERS
from reports.style import counted
from verifier.puzzle_maker import Made

CELL, EDGE, GAP, LINE = 48, 28, 32, 24
STYLE = """
  text { font-family: sans-serif; }
  .edge { font-size: 12px; fill: #666; text-anchor: middle; dominant-baseline: central; }
  .name { font-size: 15px; font-weight: bold; }
  .cell { fill: #f4f7ee; stroke: #9aa88a; }
  .clover { fill: #cfe8b4; stroke: #4b7a2b; stroke-width: 2; }
  .number { font-size: 18px; text-anchor: middle; dominant-baseline: central; }
  .line { font-size: 15px; }
"""
PAGE = """
  body { font-family: sans-serif; margin: 2em auto; max-width: 48em; color: #1d1d1d; }
  section { break-inside: avoid; margin-bottom: 2em; }
  .solutions { break-before: page; }
  svg { max-width: 100%; height: auto; }
  table { border-collapse: collapse; } td, th { padding: 0.1em 0.8em 0.1em 0; text-align: left; }
"""


def question(problem: Problem) -> str:
    """Ask in words what a puzzle asks."""
    position, turns = problem.start, problem.start.left
    held = f", the {position.drawn} just revealed in hand" if position.drawn else ""
    who = f"Player {problem.hero} is to move{held}."
    if problem.goal == "fill":
        within = "" if turns is None else f" within {counted(turns, 'turn')}"
        return f"{who} How is the garden most likely to be filled{within}?"
    if problem.goal == "force":
        within = "" if turns is None else f" within {counted(turns, 'own turn')}"
        return f"{who} Force a win{within}, whatever is drawn and done."
    what = "win" if problem.objective == "win" else "most points"
    cut = "" if turns is None else f" Play is cut off, and shared, after {counted(turns, 'turn')} of all players."
    return f"{who} Which move promises the best chance to {what}?{cut}"


def puzzle_row(game: Game, made: Made) -> str:
    """Write a puzzle as one line of JSON, without its solution."""
    keys = {**game.positions().write(made.problem), "title": made.title}
    return json.dumps({key: value for key, value in keys.items() if value is not None}, separators=(",", ":")) + "\n"


def puzzle_svg(game: Game, problem: Problem, title: str, answer: str = "") -> str:
    """Draw a puzzle; with an answer, that stands below."""
    view = game.positions().show(problem.start)
    parts, wide, high = _gardens(view.pictures)
    lines = [question(problem), *view.lines, *([f"Solution: {answer}"] if answer else [])]
    for number, line in enumerate(lines):
        parts.append(f'<text class="line" x="8" y="{high + LINE * (number + 1)}">{escape(line)}</text>')
    wide = max(wide, 8 + 8 * max(map(len, lines)))
    high += LINE * (len(lines) + 1)
    box = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">'
    return "\n".join([head, f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"


def _gardens(pictures: Sequence[Picture]) -> tuple[list[str], int, int]:
    parts: list[str] = []
    left = 8
    high = 0
    for picture in pictures:
        side = len(picture.rows)
        parts.append(f'<text class="name" x="{left + EDGE}" y="18">{escape(picture.title)}</text>')
        top = 24 + EDGE
        for at in range(side):
            middle = EDGE + at * CELL + CELL // 2
            parts.append(f'<text class="edge" x="{left + middle}" y="{top - EDGE // 2}">{LETTERS[at]}</text>')
            parts.append(f'<text class="edge" x="{left + EDGE // 2}" y="{top + at * CELL + CELL // 2}">{at + 1}</text>')
        for row, texts in enumerate(picture.rows):
            for column, text in enumerate(texts):
                parts += _cell(left + EDGE + column * CELL, top + row * CELL, text)
        left += EDGE + side * CELL + GAP
        high = max(high, top + side * CELL + 8)
    return parts, left, high


def _cell(x: int, y: int, text: str) -> list[str]:
    parts = [f'<rect class="cell" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>']
    if text != ".":
        middle, height = x + CELL // 2, y + CELL // 2
        parts.append(f'<circle class="clover" cx="{middle}" cy="{height}" r="{CELL // 2 - 4}"/>')
        parts.append(f'<text class="number" x="{middle}" y="{height}">{escape(text)}</text>')
    return parts


def puzzle_page(game: Game, made: Sequence[Made]) -> str:
    """Write a page of puzzles to print; the solutions begin a page of their own."""
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>Puzzles: {escape(game.title)}</title>',
        f"<style>{PAGE}</style></head><body>",
        f"<h1>Puzzles: {escape(game.title)}</h1>",
    ]
    for each in made:
        parts += [f"<section><h2>{each.number}</h2>", puzzle_svg(game, each.problem, each.title), "</section>"]
    parts.append('<div class="solutions"><h1>Solutions</h1>')
    for each in made:
        rows = "".join(f"<tr><td>{escape(move)}</td><td>{value}</td></tr>" for move, value in _ordered(each.values))
        parts += [
            f"<section><h2>{each.number}</h2><p>{escape(answer(each))}</p>",
            f"<table><tr><th>first move</th><th>{_measure(each.problem)}</th></tr>{rows}</table></section>",
        ]
    return "\n".join([*parts, "</div></body></html>"]) + "\n"


def _ordered(values: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    return sorted(values.items(), key=lambda each: -each[1])


def _measure(problem: Problem) -> str:
    return {"win": "worth", "force": "forced", "fill": "probability"}[problem.goal]


def answer(made: Made) -> str:
    """Say what is best, and how good."""
    if made.problem.goal == "force":
        return f"{made.best}; no other first move forces the win."
    second = _ordered(made.values)[1]
    return f"{_named(made.best)} is worth {made.values[made.best]}; the next best is {_named(second[0])}: {second[1]}."


def _named(move: str) -> str:
    return "to leave it" if move == LEAVE else move
