"""Reports as Markdown."""

import re
from collections.abc import Iterable, Iterator, Sequence

from models.evidence import Plot
from reports.boards import LETTERS, drawing, side_by_side
from reports.diagnose import diagnosis_texts
from reports.report.book_parts import BookPart
from reports.report.book_summary import summary_lines
from reports.report.html import VERDICTS, harmless
from reports.report.parts import NO_DRAWS, STATES, BreachPart, DrawsPart, GamePart, ReportDocument, many
from reports.style import uncolored as uncoloured
from reports.verdict_words import verdict_words

ACTIVE = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_{}[]<>#|~&!"})


def escaped(text: str) -> str:
    """Write a text so that Markdown takes none of its signs for its own."""
    return " ".join(harmless(text).split("\n")).translate(ACTIVE)


def code(text: str) -> str:
    """Write a text as code, with as many ticks around it as it needs."""
    shown = " ".join(harmless(text).split("\n"))
    ticks = "`"
    while ticks in shown:
        ticks += "`"
    return f"{ticks} {shown} {ticks}" if "`" in shown else f"`{shown}`"


def fenced(lines: Iterable[str]) -> list[str]:
    """Write lines as a block of code."""
    shown = [harmless(line) for line in lines]
    fence = "```"
    while any(fence in line for line in shown):
        fence += "`"
    return [f"{fence}text", *shown, fence]


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]], right: int) -> list[str]:
    """Write a table whose columns from `right` on are numbers."""
    rule = ["---" if place < right else "---:" for place in range(len(heads))]
    return ["| " + " | ".join(cells) + " |" for cells in (heads, rule, *rows)]


def report_markdown(doc: ReportDocument) -> str:
    """Write a report on logs."""
    lines = [f"# {escaped(doc.title)}", "", f"**{VERDICTS[doc.verdict]}** {escaped(doc.sentence)}", ""]
    counts = (
        f"{many(doc.logs, 'log')}: {doc.conform:,} conform, {doc.breaking:,} break, {doc.unreadable:,} unreadable; "
        f"{doc.unfinished:,} without a result; {many(doc.turns, 'turn')}, {many(doc.findings, 'finding')}."
    )
    lines += [counts, *([doc.gaps] if doc.gaps else []), *(f"{escaped(words)}." for words in doc.settings), ""]
    lines += ["## What it looks like", ""] if doc.diagnoses else []
    for text in diagnosis_texts(doc.diagnoses, uncoloured):
        lines += [*fenced(text.splitlines()), ""]
    for game in doc.games:
        lines += [*_clauses(game), ""]
    for title, parts in (
        ("Breaches, each kind once", doc.breaches),
        ("Outside the edition", doc.outside),
        ("What cannot be read", doc.unread),
    ):
        if parts:
            lines += [f"## {title}", "", *(line for part in parts for line in _breach(part))]
    if doc.notes:
        lines += ["## Notes", "", "They change no verdict.", ""]
        lines += [
            f"- {note.code}: {escaped(note.message)}; {many(note.logs, 'log')}, first {escaped(note.place)}: "
            f"{escaped(note.help)}"
            for note in doc.notes
        ]
        lines.append("")
    for game in doc.games:
        lines += _rest(game)
    return "\n".join(lines).rstrip() + "\n"


def _clauses(game: GamePart) -> list[str]:
    heads = ("Clause", "What it demands", "State", "Exercised", "Kept", "Broken", "Outside", "Games breaking it")
    rows = [
        (
            clause.id,
            escaped(clause.title)
            + (f" (suite item {code(clause.item)}: {escaped(clause.shows)})" if clause.item else ""),
            STATES[clause.state],
            *(
                "–" if count is None else f"{count:,}"
                for count in (clause.occasions, clause.kept, clause.broken, clause.outside, clause.games)
            ),
        )
        for clause in game.clauses
    ]
    return [f"## {game.title}: clause by clause", "", f"{game.states}.", "", *markdown_table(heads, rows, 3)]


def _count(count: int | None) -> str:
    return "–" if count is None else f"{count:,}"


def _breach(part: BreachPart) -> list[str]:
    place = part.path + (f":{part.line}" if part.line else "") + (f":{part.column}" if part.column else "")
    where = f"{code(place)}" + (f", game {part.game}" if part.game and part.game > 1 else "")
    lines = [f"### {part.clause}: {escaped(part.title)}", ""]
    lines += [
        f"{many(part.count, 'time')} in {many(part.games, 'game')}; {part.words}. {escaped(part.statement)}",
        "",
    ]
    turn = f", turn {part.turn}" if part.turn else ""
    lines += [
        f"Smallest example: {where}{turn}: **{escaped(part.message)}**"
        + (f" ({escaped(part.label)})" if part.label else "")
    ]
    lines += ["", f"Found in {escaped(part.elsewhere)}."] if part.games > 1 else []
    drawn = [*_line(part), *_drawn(part)]
    lines += ["", *fenced(drawn)] if drawn else []
    if part.scene is not None:
        lines += ["", *(f"- {escaped(line)}" for line in part.scene.legal)]
    lines += ["", *([f"{part.help_words}: {escaped(part.help)}.", ""] if part.help else [])]
    lines += [f"To see it again: {code(part.command)}", ""]
    if part.cut is not None:
        short = " (it took too long: this may not be the shortest)" if part.cut.cut_short else ""
        size = f"{len(part.cut.events):,} of {many(part.cut.before, 'event')}"
        lines += [f"Cut down to {size}: {code(part.cut_name)}, beside this report{short}", ""]
    return lines


def _line(part: BreachPart) -> list[str]:
    whole = part.before + part.wrong + part.after
    if not whole:
        return []
    marks = " " * len(harmless(part.before)) + "^" * len(harmless(part.wrong)) if part.wrong else ""
    return [whole, *([marks] if marks else []), ""]


def _drawn(part: BreachPart) -> list[str]:
    if part.scene is None:
        return []
    lines = []
    for plots, when in ((part.scene.before, "before"), (part.scene.after, "after")):
        for plot in plots:
            lines += [f"{plot.title}, {when}", *_rows(plot), ""]
    for name, before, after in part.scene.facts:
        lines.append(f"{name}: {before}" + (f" before, {after} after" if before != after else ""))
    return lines


def _rows(plot: Plot) -> Iterator[str]:
    """Draw a garden or a line: [moved], (against), *legal*."""
    wide = max((len(text) for texts in plot.rows for text in texts), default=0)
    wide = max(5, wide + 3)
    if plot.named:
        yield "  " + "".join(f"{letter:>{wide - 1}} " for letter in LETTERS[: len(plot.rows)]).rstrip()
    for row, texts in enumerate(plot.rows):
        cells = []
        for column, text in enumerate(texts):
            at, shown = (row, column), text or "."
            signs = "[]" if at in plot.moved else "()" if at in plot.against else "**" if at in plot.legal else "  "
            cells.append(f"{signs[0]}{shown}{signs[1]}".rjust(wide))
        yield f"{row + 1 if plot.named else ' '} {''.join(cells)}".rstrip()


def _rest(game: GamePart) -> list[str]:
    if not game.counted:
        return [f"Of {game.title} only breaches are counted.", ""]
    lines = [f"## {game.title}: what the logs cannot show", ""]
    lines += [f"- {fact.fact}: {fact.hidden}" for fact in game.facts] or [
        "Every fact that a log can hold was recorded."
    ]
    lines += ["", f"## {game.title}: open readings of the rules", ""]
    for reading in game.readings:
        told = "; ".join(f"{answer}: {many(count, 'time')}" for answer, count in reading.answers)
        lines.append(f"- {reading.question} {escaped(told) or 'The logs do not show it'}.")
    lines += ["", f"## {game.title}: how games end", ""]
    lines += [*markdown_table(("End", "Games"), [(escaped(end), f"{count:,}") for end, count in game.ends], 1), ""]
    if not game.drawn:
        return lines
    lines += [f"## {game.title}: are the {game.drawn} shuffled?", ""]
    lines += ["This is about chance, not about the rules: nothing here is a breach, and no verdict depends on it.", ""]
    for draws in game.draws:
        lines += [draws.words, "", *_numbers(draws), ""]
    return lines if game.draws else [*lines, NO_DRAWS, ""]


def _numbers(draws: DrawsPart) -> list[str]:
    heads = ("Number", "early", "expected", "late", "expected")
    rows = [
        (str(number), *(text for seen, expected, _ in parts for text in (f"{seen:,}", f"{expected:.1f}")))
        for number, parts in draws.rows
    ]
    return markdown_table(heads, rows, 1)


def rulebook_markdown(books: Sequence[BookPart]) -> str:
    """Write a report on rule sheets."""
    lines = ["# The rule sheets as clauses", ""]
    for book in books:
        lines += [f"## {book.title}: in short", ""]
        lines += [f"- **{line.head}** {escaped(line.words)}" for line in summary_lines(book)]
        lines += ["", f"## {book.title}: the sheets", ""]
        lines += [f"- `{sheet.key}`: {escaped(sheet.title)}, {sheet.language}" for sheet in book.sheets]
        for part in (_differences, _examples, _scores, _questions, _book_clauses, _claims):
            lines += ["", *part(book)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def _differences(book: BookPart) -> list[str]:
    lines = [f"## {book.title}: where editions and languages differ", ""] if book.differences else []
    for each in book.differences:
        lines += [f"### {escaped(each.title)}", ""]
        lines += [f"- {escaped(place)}: {escaped(words)}" for place, words in each.says]
        lines += ["", f"{escaped(each.decision)} ({', '.join(each.clauses)})", ""]
    return lines


def _examples(book: BookPart) -> list[str]:
    lines = [f"## {book.title}: printed examples recalculated", ""] if book.examples else []
    for each in book.examples:
        lines += [f"### {escaped(each.title)}", "", escaped("; ".join(each.places)), ""]
        legend = ["", *each.legend] if each.legend else []
        lines += [*fenced([*drawing(each.sketch.picture, uncoloured), *legend]), ""]
        lines += [f"- the sheet allows {', '.join(each.printed)}", f"- its own rule allows {', '.join(each.legal)}"]
        lines += [f"- {each.other_reading} allows {', '.join(each.other)}"] if each.other_reading else []
        lines += [f"- **the contradiction: {', '.join(each.contradicted)}**"] if each.contradicted else []
        lines += ["", f"{escaped(each.says)} ({', '.join(each.claims)})", ""]
    return lines


def _scores(book: BookPart) -> list[str]:
    lines = [f"## {book.title}: printed scores recalculated", ""] if book.scores else []
    for each in book.scores:
        lines += [
            f"### {escaped(each.title)}",
            "",
            escaped("; ".join(each.places)),
            "",
            f"{code(each.collection)}:",
            "",
        ]
        lines += [f"- {escaped(group)}" for group in each.groups]
        total = " or ".join(map(str, each.totals))
        lines += [
            "",
            f"The sheet gives {each.printed}, the rules give {total}{'' if each.agrees else ': not the same'}.",
        ]
        lines += ["", f"{escaped(each.says)} ({', '.join(each.claims)})", ""]
    return lines


def _questions(book: BookPart) -> list[str]:
    lines = [f"## {book.title}: open questions", ""] if book.questions else []
    for each in book.questions:
        lines += [
            f"- **{escaped(each.question)}** {escaped(each.reading)} ({', '.join((*each.clauses, *each.claims))})"
        ]
        lines += [f"  - {code(witness)}: {escaped(says)}" for witness, says in each.witnesses]
    return lines


def _book_clauses(book: BookPart) -> list[str]:
    lines = [f"## {book.title}: the clauses", "", f"How cases are written: {escaped(book.notation)}.", ""]
    for each in book.clauses:
        lines += [f"### {each.id}: {escaped(each.title)}", "", escaped(each.statement), ""]
        lines += [f"Reading: {escaped(each.reading)}", ""] if each.reading else []
        for cell in each.sheets:
            lines.append(f"- `{cell.sheet}`: {escaped('; '.join(cell.places)) or '**not in this sheet**'}")
        lines += ["", f"A smallest breach, {code(each.broken)}: {escaped(each.fault)}.", ""]
        lines += [*fenced(each.rows), ""] if each.rows else []
    return lines


def _claims(book: BookPart) -> list[str]:
    if not book.claims:
        return []
    lines = [f"## {book.title}: what is true of the rules, and what is not", ""]
    lines += markdown_table(
        ("Claim", "Verdict", "Statement"),
        [(c.id, verdict_words(c.verdict, c.expected), escaped(c.statement)) for c in book.claims],
        3,
    )
    for claim in book.claims:
        if claim.sketches:
            pictures = [drawing(sketch.picture, uncoloured) for sketch in claim.sketches]
            drawn = side_by_side(pictures)
            lines += [
                "",
                f"### {claim.id}: {verdict_words(claim.verdict, claim.expected, shows_case=True)}",
                "",
                escaped(claim.statement),
                "",
            ]
            lines += fenced([*drawn, *claim.facts, *claim.steps])
    return lines
