"""The report on rule sheets in short: what they agree on, where they differ, what they leave open, what follows."""

from collections.abc import Sequence

from msgspec import Struct

from reports.report.book_parts import BookPart
from reports.style import count_of

NAMED = 4  # differences or questions that are named, of many


class SummaryLine(Struct, frozen=True):
    """A line of a summary: how it begins, and its parts, each with the place in the report that it names, if any."""

    head: str
    parts: tuple[tuple[str, str], ...]

    @property
    def words(self) -> str:
        """The line without its head."""
        return "".join(text for text, _ in self.parts)


def summary_lines(book: BookPart) -> list[SummaryLine]:
    """Tell somebody who never read a proof what a report says."""
    many = len(book.sheets) > 1
    lines = [_agreed(book, many=many)]
    if book.differences:
        titles = [(each.title, f"{book.key}-difference-{at}") for at, each in enumerate(book.differences, 1)]
        parts = _named(titles, "; ", "; and", f"{book.key}-differences")
        lines.append(SummaryLine("Within these rules they differ in details:", tuple(parts)))
    for example in book.examples:
        if example.contradicted:
            told = f" The rule and the example give different answers for {', '.join(example.contradicted)}."
            lines.append(
                SummaryLine(
                    "An example contradicts its own rule:", ((example.title, f"{book.key}-examples"), (told, ""))
                )
            )
    if book.questions:
        asked = [
            (each.question.replace("`", ""), f"{book.key}-question-{at}") for at, each in enumerate(book.questions, 1)
        ]
        parts = _named(asked, " ", " And", f"{book.key}-questions")
        lines.append(SummaryLine("They leave open:" if many else "It leaves open:", tuple(parts)))
    if book.claims:
        lines.append(_follows(book))
    how = (
        "a clause is a rule in our own words, with its places in the sheets; a claim is a statement about all games "
        "that keep the rules. Drawings show a smallest mistake, before and after: red is what breaks the rule, a red "
        "edge what speaks against the move, yellow what was placed or taken, and thick dashed green edges where the "
        "piece could have gone."
    )
    return [*lines, SummaryLine("How to read it:", ((f"{how} {book.pieces}".rstrip(), ""),))]


def _agreed(book: BookPart, *, many: bool) -> SummaryLine:
    whole, agreed = len(book.clauses), len(book.agreed)
    told = f"all {whole} rules" if agreed == whole else f"{agreed} of the {whole} rules"
    parts = [(f"{told}; each of the {len(book.sheets)} sheets has them." if many else f"{told}.", "")]
    for words, ids in (
        ("Only in some sheets: ", book.somewhere),
        ("In no sheet, but taken for granted: ", book.nowhere),
    ):
        if ids:
            parts += [(f" {words}", ""), *_joined([(f"{id} ({book.words[id]})", id) for id in ids], ", "), (".", "")]
    return SummaryLine("The sheets agree on" if many else "The sheet has", tuple(parts))


def _follows(book: BookPart) -> SummaryLine:
    true, false = book.decided("proved"), book.decided("refuted")
    told = (
        f"{count_of(true, 'statement')} {'is' if true == 1 else 'are'} true in every game that keeps the rules, and "
        f"proved. {false} more, which one might believe, {'is' if false == 1 else 'are'} false: we say so, and for "
        "each a case is shown in which it fails."
    )
    return SummaryLine("What follows:", ((told, ""),))


def _named(found: Sequence[tuple[str, str]], between: str, rest: str, place: str) -> list[tuple[str, str]]:
    """Name the first ones, and say how many more stand at a place in the report."""
    more = len(found) - NAMED
    end = [(f"{rest} ", ""), (f"{more} more", place), (".", "")] if more > 0 else [("." * between.startswith(";"), "")]
    return [*_joined(found[:NAMED], between), *end]


def _joined(found: Sequence[tuple[str, str]], between: str) -> list[tuple[str, str]]:
    return [part for at, each in enumerate(found) for part in ([(between, "")] if at else []) + [each]]
