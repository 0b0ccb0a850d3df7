"""Reports as one self-contained HTML file.

Whatever comes from a log is written out harmlessly: escaped by the template engine, control and direction characters
spelled out, long texts cut.
"""

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import cache

import jinja2
from markupsafe import Markup, escape

from models.clause import Picture
from models.games import GAMES
from reports.breach_pictures import breach_scene, scenes_between
from reports.diagnose import diagnosis_texts
from reports.pictures.files import Scene, embedded
from reports.pictures.grids import picture_svg
from reports.pictures.strips import all_signs
from reports.pictures.tables import legend, table_parts, table_words, told_apart
from reports.report.book_parts import BookPart, ClaimPart, ClausePart
from reports.report.book_summary import summary_lines
from reports.report.diagnosis import looks_parts
from reports.report.parts import NO_DRAWS, STATES, BreachPart, ReportDocument
from reports.style import uncolored, visible
from reports.verdict_words import verdict_words
from reports.witness_pictures import witness_legend

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


def shown(value: object) -> object:
    """Write a value harmlessly; what is markup already stays."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return harmless(value)


def harmless(text: str) -> str:
    """Spell out what a screen would obey or hide, and cut what is too long; line ends stay."""
    cut = text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text):,} characters)"
    return "\n".join(map(visible, cut.split("\n")))


@cache
def environment() -> jinja2.Environment:
    """Give the engine that fills the templates, each of which it compiles once."""
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
    engine.filters["coded"] = _coded
    engine.filters["plain"] = lambda text: text.replace("`", "")
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
        sheets=("style.css", "pieces.css"),
        doc=doc,
        verdict=VERDICTS[doc.verdict],
        numbers=numbers,
        states=STATES,
        no_draws=NO_DRAWS,
        scenes=_example,
        key=_example_key,
        anchors={part.clause: part.key for part in reversed((*doc.breaches, *doc.outside))},
        sections=_sections(doc),
        looks=looks_parts(list(diagnosis_texts(doc.diagnoses, uncolored))),
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
        case=_case,
        case_key=_case_key,
        summary=summary_lines,
        told=verdict_words,
    )


def _scenes(part: ClausePart) -> list[tuple[str, Markup]]:
    """Draw the smallest breach of a clause, before and after: what is laid, and what speaks against it."""
    game = next(game for game in GAMES if game.key == part.game)
    step = game.case(part.broken)
    clause = next(clause for clause in game.clauses() if clause.id == part.id)
    scene = breach_scene(game, step, clause.fault(step))
    return _drawn(part.id, scene.before, scene.after, "after, as it breaks the rule")


def _case(part: ClaimPart) -> list[tuple[str, Markup]]:
    """Draw the case that refutes a claim: the table before the step that shows it and after it."""
    return _drawn_all(part.id, [(each.heading, each.scene) for each in part.scenes])


def _case_key(part: ClaimPart) -> list[str]:
    """Explain the colours and edges in the drawings of a case."""
    return witness_legend([each.scene for each in part.scenes])


def _example(part: BreachPart) -> list[tuple[str, Markup]]:
    """Draw the smallest example of a kind of breach, before and as played."""
    if part.views is None:
        return []
    refused = part.kind == "refused-legal"
    before, after = scenes_between(*part.views, part.scene, refused=refused)
    return _drawn(part.key, before, after, "what was refused" if refused else "as played")


def _example_key(part: BreachPart) -> list[str]:
    """Explain the colours and edges in the drawings of an example."""
    if part.views is None:
        return []
    scenes = scenes_between(*part.views, part.scene, refused=part.kind == "refused-legal")
    return legend([each.marks for each in scenes])


def _drawn(key: str, before: Scene, after: Scene, then: str) -> list[tuple[str, Markup]]:
    """Draw the tables before and after a step, once where nothing changes on them, with their captions."""
    pictures = [("before", before)]
    if after.view != before.view or after.marks != before.marks:
        pictures.append((then, after))
    signs = all_signs([strip for _, each in pictures for strip in each.view.strips])
    told = [(caption, *told_apart(each.view, before.view, after.view, each.marks)) for caption, each in pictures]
    return _drawn_all(key, [(caption, Scene(view, marks)) for caption, view, marks in told], signs)


def _drawn_all(key: str, pictures: Sequence[tuple[str, Scene]], signs: Sequence[str] = ()) -> list[tuple[str, Markup]]:
    """Draw tables with their captions; each sign has one colour in all of them."""
    signs = signs or all_signs([strip for _, each in pictures for strip in each.view.strips])
    drawn = []
    for number, (caption, each) in enumerate(pictures, 1):
        parts, wide, high = table_parts(each.view, each.marks, signs=signs)
        if parts:
            words = table_words(each.view, each.marks)
            drawn.append(
                (caption, Markup(embedded(wide, high, caption or "the table", words, parts, f"{key}-{number}")))
            )
    return drawn


def _cited(book: BookPart, sheet: str) -> int:
    """Count the clauses that a sheet has."""
    return sum(cell.sheet == sheet and bool(cell.places) for clause in book.clauses for cell in clause.sheets)


def _trusted(drawing: str, key: str) -> Markup:
    """Take over a drawing of ours; its ids become unique on the page."""
    return Markup(re.sub(r'(\bid="|\baria-describedby="|url\(#)(?=[\w-]+)', rf"\g<1>{key}-", drawing))


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


def _coded(text: str) -> Markup:
    """Write a text harmlessly, and what stands between backticks as code."""
    return Markup(re.sub(r"`([^`\n]+)`", r"<code>\1</code>", str(escape(harmless(text)))))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _head(text: str, lines: int) -> str:
    """Give the first lines of a text."""
    found = text.splitlines()
    cut = [line if len(line) <= 300 else f"{line[:300]}..." for line in found[:lines]]
    return "\n".join(cut + ([f"... {len(found) - lines} more"] if len(found) > lines else []))


def _picture(drawn: Picture, key: str, around: str = "legal") -> Markup:
    return Markup(picture_svg(drawn, key, around))
