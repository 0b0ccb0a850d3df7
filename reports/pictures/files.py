"""A picture as a file of its own: SVG that suits light and dark, and PNG made of it."""

import re
import textwrap
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from xml.sax.saxutils import escape

from msgspec import Struct

from models.view import View
from reports.pictures.strips import all_signs
from reports.pictures.tables import MARGIN, Marks, other_lines, table_parts, table_words
from reports.style import visible

LINE, NARROW = 20, 44  # the height of a line, the letters that it holds at least
LETTER, BOLD, SCALE = 7.4, 9.6, 1.5  # the widths of letters, how much larger a file is shown
INSET = 12  # how far what does not fit into a line stands from its beginning
RULES = ("grids.css", "pieces.css")
COLOUR = re.compile(r"--([a-z]+): (#[0-9a-f]+)")


class Scene(Struct, frozen=True):
    """A table to draw, with what is marked on it and a heading."""

    view: View
    marks: Marks = Marks()
    heading: str = ""


def svg_file(title: str, view: View, marks: Marks | None = None, lines: Sequence[str] = ()) -> str:
    """Draw a table with a title above it and lines below."""
    return scenes_file(title, (Scene(view, marks or Marks()),), lines)


def scenes_file(title: str, scenes: Sequence[Scene], lines: Sequence[str] = (), above: Sequence[str] = ()) -> str:
    """Draw tables below each other, with a title and lines above them, and lines below."""
    parts: list[str] = []
    words: list[str] = []
    wide, high = 0, 0
    signs = all_signs([strip for scene in scenes for strip in scene.view.strips])
    for line in _wrapped(title, NARROW):
        parts.append(f'<text class="title" x="0" y="{high + 10}">{escape(line)}</text>')
        wide, high = max(wide, int(len(line) * BOLD)), high + LINE
    high = _told(parts, above, wide, high - 4) + 4 if above else high
    for scene in scenes:
        if scene.heading:
            high += LINE * (len(words) > 0 or len(above) > 0)
            parts.append(f'<text class="title" x="0" y="{high + 12}">{escape(visible(scene.heading))}</text>')
            high += LINE
        more, across, high = table_parts(scene.view, scene.marks, high + 6, signs)
        parts, wide = [*parts, *more], max(wide, across)
        high = _told(parts, other_lines(scene.view), wide, high)
        words.append(": ".join(filter(None, (scene.heading, table_words(scene.view, scene.marks)))))
    high = _told(parts, lines, wide, high)
    wide = max(wide, int(NARROW * LETTER))
    return framed(
        wide, high + LINE // 2, title, ". ".join([*(line.removesuffix(".") for line in above), *words, *lines]), parts
    )


def _told(parts: list[str], lines: Sequence[str], wide: int, high: int) -> int:
    """Write lines below a height, broken where they are too long; give the height where they end."""
    for line in lines:
        for number, part in enumerate(_wrapped(line, max(NARROW, int(wide / LETTER)))):
            high += LINE
            parts.append(f'<text class="line" x="{INSET * (number > 0)}" y="{high}">{escape(part.strip())}</text>')
    return high


def framed(wide: int, high: int, title: str, words: str, parts: Sequence[str]) -> str:
    """Put parts into a file with its own colours, and say in words what they show."""
    across, down = wide + 2 * MARGIN, high + 2 * MARGIN
    size = f'width="{round(across * SCALE)}" height="{round(down * SCALE)}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="garden" viewBox="{-MARGIN} {-MARGIN} {across} {down}" '
            f'{size} role="img" aria-labelledby="title words">',
            f'<title id="title">{escape(visible(title))}</title>',
            f'<desc id="words">{escape(visible(words))}</desc>',
            f"<style>\n{file_style()}</style>",
            f'<rect class="paper" x="{-MARGIN}" y="{-MARGIN}" width="{across}" height="{down}"/>',
            *map(visible, parts),
            "</svg>\n",
        ]
    )


def _wrapped(line: str, letters: int) -> list[str]:
    return textwrap.wrap(visible(line), letters, subsequent_indent="  ") or [""]


def embedded(wide: int, high: int, title: str, words: str, parts: Sequence[str], key: str = "") -> str:
    """Put parts into a drawing on a page, whose colours it takes; `key` makes its ids unique there."""
    box = f'viewBox="{-MARGIN} 0 {wide + 2 * MARGIN} {high}" width="{wide + 2 * MARGIN}" height="{high}"'
    named, told, labels = (
        (f' id="{key}-t"', f' id="{key}-d"', f' aria-labelledby="{key}-t {key}-d"') if key else [""] * 3
    )
    head = f'<svg class="garden" {box} role="img"{labels}><title{named}>{escape(visible(title))}</title>'
    return "\n".join([head, f"<desc{told}>{escape(visible(words))}</desc>", *map(visible, parts), "</svg>"]) + "\n"


def page_style() -> str:
    """Give the style of drawings on a page, with the palette of the page."""
    return "".join(map(_source, ("palette.css", *RULES))) + f"@media print {{ {_source('palette_print.css')}}}\n"


def _source(name: str) -> str:
    return (files("reports") / "templates" / name).read_text("utf-8")


@cache
def file_style() -> str:
    """Give the style of a file: the colours of the pages, written out, for light and for dark."""
    rules = "".join(map(_source, RULES))
    light, dark = (dict(COLOUR.findall(part)) for part in _source("palette.css").split("@media"))
    return f"{_colored(rules, light)}@media screen and (prefers-color-scheme: dark) {{\n{_colored(rules, dark)}}}\n"


def _colored(rules: str, colours: dict[str, str]) -> str:
    return re.sub(r"var\(--([a-z]+)\)", lambda name: colours[name[1]], rules)


def png_file(svg: str) -> bytes:
    """Make a PNG of a picture. Raises ImportError where the library for it is not installed."""
    from resvg_py import svg_to_bytes

    made: bytes = bytes(svg_to_bytes(svg_string=svg, zoom=2))
    return made
