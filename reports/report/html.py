"""Reports as one self-contained HTML file.

Whatever comes from a log is written out harmlessly: escaped by the template engine, control and direction characters
spelled out, long texts cut.
"""

import base64
import hashlib
import re
from collections.abc import Sequence

import jinja2
from markupsafe import Markup

from models.clause import Picture
from models.evidence import Plot
from models.games import GAMES
from reports.diagnose import diagnosis_text
from reports.pictures.files import embedded
from reports.pictures.grids import picture_svg, plot
from reports.pictures.tables import table_parts, table_words, told_apart
from reports.position_pictures import breach_scene
from reports.report.book_parts import BookPart, ClausePart
from reports.report.parts import NO_DRAWS, STATES, ReportDocument
from reports.style import uncolored, visible

LONGEST = 1200  # characters of a text that are shown
POLICY = (
    "default-src 'none'; style-src {styles}; script-src {scripts}; img-src data:; base-uri 'none'; form-action 'none'"
)
VERDICTS = {
    "conforms": "The logs conform to the rules.",
    "breaks": "The logs break the rules.",
    "unreadable": "Not all logs can be read.",
    "nothing": "There was nothing to judge.",
}

VERDICT_WORDS = {
    ("proved", "proved"): "true, and proved",
    ("refuted", "refuted"): "false, and that is what we claim",
    ("refuted", "proved"): "false, but claimed to be true",
    ("proved", "refuted"): "true, but claimed to be false",
}


def shown(value: object) -> object:
    """Write a value harmlessly; what is markup already stays."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return harmless(value)


def harmless(text: str) -> str:
    """Spell out what a screen would obey or hide, and cut what is too long; line ends stay."""
    cut = text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text):,} characters)"
    return "\n".join(map(visible, cut.split("\n")))


def environment() -> jinja2.Environment:
    """Give the engine that fills the templates."""
    engine = jinja2.Environment(
        loader=jinja2.PackageLoader("reports", "templates"),
        autoescape=True,
        finalize=shown,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    engine.filters["n"] = lambda number: f"{number:,}"
    engine.filters["head"] = _head
    engine.filters["plain"] = lambda text: text.replace("`", "")
    engine.globals["plotted"] = _plotted
    engine.globals["picture"] = _picture
    return engine


def page(template: str, script: str = "sort.js", sheets: Sequence[str] = ("style.css",), **facts: object) -> str:
    """Fill a template; its styles and its script, and no others, are allowed to run by their hashes."""
    engine = environment()
    assert engine.loader is not None
    style = Markup("\n".join(engine.get_template(name).render().strip() for name in sheets))
    source = Markup(engine.loader.get_source(engine, script)[0].strip())
    text = engine.get_template(template).render(style=style, script=source, policy=Markup("POLICY"), **facts)
    styles = " ".join(dict.fromkeys(map(_hash, re.findall(r"<style>(.*?)</style>", text, re.DOTALL))))
    policy = POLICY.format(styles=styles, scripts=_hash(source))
    return text.replace('content="POLICY"', f'content="{policy}"', 1).strip() + "\n"


def report_html(doc: ReportDocument) -> str:
    """Write a report on logs."""
    numbers = [
        ("Logs judged", doc.logs),
        ("Conform", doc.conform),
        ("Break a rule", doc.breaking),
        ("Cannot be read", doc.unreadable),
        ("Without a result", doc.unfinished),
        ("Turns", doc.turns),
        ("Findings", doc.findings),
    ]
    return page(
        "report.html.j2",
        doc=doc,
        verdict=VERDICTS[doc.verdict],
        numbers=numbers,
        states=STATES,
        no_draws=NO_DRAWS,
        anchors={part.clause: part.key for part in reversed((*doc.breaches, *doc.outside))},
        sections=_sections(doc),
        looks="\n".join(diagnosis_text(each, uncolored) for each in doc.diagnoses),
    )


def rulebook_html(books: Sequence[BookPart]) -> str:
    """Write a report on rule sheets."""
    return page(
        "rulebook.html.j2",
        sheets=("style.css", "pieces.css"),
        books=books,
        cited=_cited,
        svg=_trusted,
        scenes=_scenes,
        told=VERDICT_WORDS,
    )


def _scenes(part: ClausePart) -> list[tuple[str, Markup]]:
    """Draw the smallest breach of a clause, before and after: what is laid, and what speaks against it."""
    game = next(game for game in GAMES if game.key == part.game)
    step = game.case(part.broken)
    clause = next(clause for clause in game.clauses() if clause.id == part.id)
    scene = breach_scene(game, step, clause.fault(step))
    pictures = [("before", scene.before)]
    if scene.after.view != scene.before.view:
        pictures.append(("after, as it breaks the clause", scene.after))
    drawn = []
    for number, (caption, each) in enumerate(pictures, 1):
        view, marks = told_apart(each.view, scene.before.view, scene.after.view, each.marks)
        parts, wide, high = table_parts(view, marks)
        if parts:
            words = table_words(view, marks)
            drawn.append((caption, Markup(embedded(wide, high, caption, words, parts, f"{part.id}-{number}"))))
    return drawn


def _cited(book: BookPart, sheet: str) -> int:
    """Count the clauses that a sheet has."""
    return sum(cell.sheet == sheet and bool(cell.places) for clause in book.clauses for cell in clause.sheets)


def _trusted(drawing: str, key: str) -> Markup:
    """Take over a drawing of ours; its ids become unique on the page."""
    return Markup(re.sub(r'(\bid="|url\(#)(?=[\w-]+)', rf"\g<1>{key}-", drawing))


def _sections(doc: ReportDocument) -> list[tuple[str, str]]:
    found = [("looks", "What it looks like")] if doc.diagnoses else []
    found += [("clauses", "Clauses")] if doc.games else []
    found += [("breaches", "Breaches")] if doc.breaches else []
    found += [("outside", "Outside the edition")] if doc.outside else []
    found += [("unread", "Unreadable")] if doc.unread else []
    if doc.games and doc.games[0].counted:
        found += [("hidden", "Not shown"), ("readings", "Open readings"), ("ends", "Ends")]
        found += [("draws", "Shuffling")] if doc.games[0].drawn else []
    return found


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _head(text: str, lines: int) -> str:
    """Give the first lines of a text."""
    found = text.splitlines()
    cut = [line if len(line) <= 300 else f"{line[:300]}..." for line in found[:lines]]
    return "\n".join(cut + ([f"... {len(found) - lines} more"] if len(found) > lines else []))


def _plotted(drawn: Plot, key: str, told: str) -> Markup:
    return Markup(plot(drawn, key, told))


def _picture(drawn: Picture, key: str) -> Markup:
    return Markup(picture_svg(drawn, key))
