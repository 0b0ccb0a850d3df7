"""Findings on the page of recorded games, and what their codes mean, which stands once on it for all games."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from models.game import Edition
from reports.findings import rule_notes
from reports.infer import line_numbers, line_words
from reports.rules import UnknownCode, find_code
from reports.style import count_of
from verifier.codes import Code
from verifier.finding import Finding

KINDS = {
    "breach": "breach",
    "refused-legal": "a legal move was refused",
    "outside-edition": "outside the edition",
    "result": "wrong result",
    "unreadable": "unreadable",
}
TOLD = 60  # findings of a game that are listed with their help
LISTED, LEGAL = 12, 8  # findings of a game with what was legal, and the lines on it
SAID = 30  # lines of a contradiction that are listed
ON_A_PAGE = 400  # findings with what was legal, on a page of many games


class CodePart(Struct, frozen=True):
    """What a code means: its anchor on the page, its title, what it demands, where the rule sheet says so."""

    anchor: str
    code: str
    title: str
    statement: str
    rule: str


class CodeStock:
    """The codes that the findings of a page name, each explained once."""

    def __init__(self) -> None:
        self.parts: dict[tuple[str, str], CodePart] = {}

    def part(self, finding: Finding) -> CodePart | None:
        """Give what the code of a finding means by the edition it was judged by; None for a code that nobody knows."""
        if finding.rules is None or finding.outside:
            return self.code(finding.clause, None)
        game, _, step = finding.rules
        return self.code(finding.clause, game.edition_of(step))

    def code(self, code: str, edition: Edition | None) -> CodePart | None:
        """Give what a code means, and where an edition says so, if one is named; None for one that nobody knows."""
        key = code, "" if edition is None else edition.key
        if key not in self.parts:
            try:
                found = find_code(code)
            except UnknownCode:
                return None
            anchor = f"code-{len(self.parts) + 1}"
            if isinstance(found, Code):
                self.parts[key] = CodePart(anchor, code, found.title, f"{found.statement} {found.remedy}", "")
            else:
                clause = found[1]
                rule = "" if edition is None else "".join(rule_notes(clause, edition)).removeprefix("rule: ")
                self.parts[key] = CodePart(anchor, code, clause.title, clause.statement, rule.partition(" (")[0])
        return self.parts[key]

    def sheet(self) -> str:
        """Give a style by which the title of a code stands behind it wherever it is named."""
        told = (
            f'a[href="#{part.anchor}"]::after{{content:" ({_quoted(part.title)})"}}' for part in self.parts.values()
        )
        return "\n".join(told)


def _quoted(text: str) -> str:
    """Write a text for a style sheet within a page."""
    return "".join(sign if sign.isalnum() or sign in " ,.:;()-'" else f"\\{ord(sign):x} " for sign in text)


class FindingPart(Struct, frozen=True):
    """A finding in words: its code and where that is explained, what sort it is, what is wrong, what would be right.

    `says` are the lines that contradict each other, each with the anchor of its event.
    """

    code: str
    anchor: str
    kind: str
    sort: str
    message: str
    help: str = ""
    legal: tuple[str, ...] = ()
    says: tuple[tuple[str, str], ...] = ()


class CodeCount(Struct):
    """How often a code is named in a game, and the anchor and the label of the first event where it is."""

    code: str
    anchor: str
    count: int
    first: str
    where: str


def finding_part(finding: Finding, codes: CodeStock, *, full: bool, legal: bool = True) -> FindingPart:
    """Put a finding into words; with its help, and with what was legal, where that is asked for."""
    message = finding.fault.message + (f" ({finding.fault.label})" if finding.fault.label else "")
    part = codes.part(finding)
    anchor, sort = "" if part is None else part.anchor, KINDS[finding.kind]
    if not full or finding.rules is None:
        told = finding.fault.help if full else ""
        return FindingPart(finding.clause, anchor, finding.kind, sort, message, told)
    game, _, step = finding.rules
    lines = game.options(step)[:LEGAL] if legal and not finding.outside else ()
    return FindingPart(finding.clause, anchor, finding.kind, sort, message, finding.help, lines)


def conflict_parts(
    finding: Finding, codes: CodeStock, anchors: Mapping[int, str], edition: Edition | None
) -> list[FindingPart]:
    """Put into words what contradicts itself: a part for each clause, the first one with what the lines say.

    `anchors` are those of the events by their lines, `edition` is that of the game.
    """
    conflict = finding.conflict
    if conflict is None or not conflict.clauses:
        return [finding_part(finding, codes, full=True)]
    says = tuple(
        (anchors.get(each.line, ""), f"line {each.line} is {line_words(each)}") for each in conflict.lines[:SAID]
    )
    if len(conflict.lines) > SAID:
        says += (("", f"and {count_of(len(conflict.lines) - SAID, 'more line')}"),)
    numbers, others = line_numbers([each.line for each in conflict.lines]), len(conflict.clauses) - 1
    parts = []
    for number, (code, title) in enumerate(conflict.clauses):
        part = codes.code(code, edition)
        named = "" if part is not None else f"{title}: "
        message = (
            f"{named}by this clause no legal game explains {numbers}"
            if number
            else (
                f"{named}no legal game explains {numbers}: they contradict this clause"
                + (f" together with the {count_of(others, 'other')} below" if others else "")
            )
        )
        parts.append(FindingPart(code, "" if part is None else part.anchor, finding.kind, KINDS[finding.kind], message))
    parts[0] = replace(parts[0], says=says)
    parts[-1] = replace(parts[-1], help=finding.fault.help)
    return parts


def listed_in(games: int) -> int:
    """Tell with how many findings of each game it is listed what was legal; the more games, the fewer."""
    return max(1, min(LISTED, ON_A_PAGE // max(1, games)))


def counted(found: Iterable[tuple[str, str, FindingPart]]) -> list[CodeCount]:
    """Count the findings of a game by code; each comes with the anchor and the label of its event."""
    counts: dict[str, CodeCount] = {}
    for anchor, label, each in found:
        count = counts.setdefault(each.code, CodeCount(each.code, each.anchor, 0, anchor, label))
        count.count += 1
    return sorted(counts.values(), key=lambda each: each.code)
