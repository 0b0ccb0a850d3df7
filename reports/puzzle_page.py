"""Puzzles to print: pictures and a page, with the solutions apart."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from xml.sax.saxutils import escape

from models.game import Game
from models.solving import Words
from models.view import View
from reports.pictures.files import embedded, page_style, svg_file
from reports.pictures.strips import GAP, MOST, WIDE
from reports.pictures.tables import other_lines, table_parts, table_words
from reports.solve import ending_words, line_words
from verifier.puzzle_maker import Made

RIGHT_AND_WRONG = 2
BROAD, SLIM = 8, 3  # tiles beside each other on paper and on a wide page, on a narrow one
PAGE = """
  @page { size: A4; margin: 14mm; }
  body { font-family: sans-serif; margin: 1.5em auto; max-width: 50em; padding: 0 1em; color: var(--ink);
    background: var(--page); line-height: 1.35; }
  h1 { font-size: 1.5em; margin: 0 0 0.5em; }
  h2 { font-size: 1.1em; margin: 0 0 0.4em; grid-column: 1 / -1; }
  section { break-inside: avoid; }
  .puzzle { display: grid; grid-template-columns: minmax(0, 1fr) 15em; gap: 0 1.5em; padding: 0.8em 0 0.9em;
    border-top: 1px solid var(--line); }
  .puzzle p { margin: 0.3em 0; }
  .puzzle.wide { grid-template-columns: minmax(0, 1fr); }
  main:has(.wide) { max-width: 57em; } body:has(.wide) { max-width: 59em; }
  .wide b { font-weight: normal; }
  .wide .facts p { display: inline-block; margin: 0.3em 1em 0 0; }
  .solutions { break-before: page; }
  .solution { padding: 0.5em 0; border-top: 1px solid var(--line); }
  .solution p { margin: 0.2em 0; }
  .small { font-size: 0.85em; color: var(--quiet); }
  svg { max-width: 100%; height: auto; display: block; }
  @media screen and (max-width: 44em) { .puzzle { grid-template-columns: 1fr; } }
  .ask { display: block; border-top: 1px solid var(--line); padding: 0.6em 0; }
  .ask input { width: 1.2em; height: 1.2em; vertical-align: text-bottom; }
  @media screen { .ask:not(:has(:checked)) + .solution { display: none; } .ask + .solution { border-top: 0; } }
  svg.slim { display: none; }
  @media screen and (max-width: 60em) { svg.slim { display: block; } svg.broad { display: none; } }
  @media print { .ask { display: none; } .wide p, .wide .facts { display: inline; margin: 0 1em 0 0 !important; }
    .wide { padding: 0.5em 0 !important; font-size: 0.9em; } h2 { margin: 0; }
    body, main { margin: 0; max-width: none !important; padding: 0; } }
"""


def puzzle_row(game: Game, made: Made) -> str:
    """Write a puzzle as one line of JSON, without its solution."""
    keys = {**game.positions().write(made.problem), "title": made.title}
    if made.problem.objective != "win":
        keys["note"] = f"solve --objective {made.problem.objective}"
    return json.dumps({key: value for key, value in keys.items() if value is not None}, separators=(",", ":")) + "\n"


def puzzle_svg(game: Game, each: Made, answer: str = "") -> str:
    """Draw a puzzle by itself; with an answer, that stands below."""
    lines = [each.kind.question(each.problem), *([f"Solution: {answer}"] if answer else [])]
    return svg_file(each.title, game.positions().show(each.problem.start), lines=lines)


def puzzle_page(game: Game, made: Sequence[Made]) -> str:
    """Write a page of puzzles to print; the solutions begin a page of their own."""
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>Puzzles: {escape(game.title)}</title>',
        '<meta name="viewport" content="width=device-width">',
        f"<style>{page_style()}{PAGE}</style></head><body><main>",
        f"<h1>Puzzles: {escape(game.title)}</h1>",
        *(_puzzle(game, each) for each in made),
        '<div class="solutions"><h1>Solutions</h1>',
        f'<p class="small">{escape(made[0].kind.scale)}</p>',
        *(_solution(each, game.positions().words()) for each in made),
    ]
    return "\n".join([*parts, "</div></main></body></html>"]) + "\n"


def _puzzle(game: Game, each: Made) -> str:
    view = game.positions().show(each.problem.start)
    tiles = any(not strip.round for strip in view.strips)
    drawing = _drawing(each, view, "", packed=False)
    if tiles:
        drawing = _drawing(each, view, " broad", most=BROAD, packed=True) + _drawing(
            each, view, " slim", most=SLIM, packed=True
        )
    facts = "".join(f"<p><b>{escape(line)}</b></p>" for line in other_lines(view))
    wider = " wide" if tiles else ""
    asked = escape(each.kind.question(each.problem))
    text = f'<div class="facts">{facts}</div><p>{asked}</p><p class="small">{escape(each.title)}</p>'
    return f'<section class="puzzle{wider}"><h2>Puzzle {each.number}</h2>{drawing}<div>{text}</div></section>'


def _drawing(each: Made, view: View, kind: str, *, most: int = MOST, packed: bool) -> str:
    """Draw a puzzle; those in tiles are all as wide, so that they come in one size."""
    parts, wide, high = table_parts(view, most=most, packed=packed)
    wide = max(wide, most * (WIDE + GAP)) if packed else wide
    drawn = embedded(wide, high, each.title, table_words(view), parts)
    return drawn.replace('class="garden"', f'class="garden{kind}"', 1)


def _solution(each: Made, words: Words) -> str:
    text = f"<p><b>{each.number}.</b> {escape(answer_in_words(each, words))}</p>"
    others = groupby(_ordered(each.values)[1:], key=lambda move: move[1])
    if not each.kind.only or len(set(each.values.values())) > RIGHT_AND_WRONG:
        worths = "; ".join(f"{value}: {_listed([move for move, _ in moves], words)}" for value, moves in others)
        text += f'<p class="small">The other moves. {escape(worths)}.</p>'
    if each.line:
        ending = ending_words(each.problem.start, each.line, words)
        text += f'<p class="small">A best line. {escape("; ".join(line_words(each.line, words)))}. {escape(ending)}</p>'
    box = f'<label class="ask"><input type="checkbox"> Show the solution of puzzle {each.number}</label>'
    return f'{box}<section class="solution">{text}</section>'


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
