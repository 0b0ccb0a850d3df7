"""What a diagnosis says, from its lines for a terminal, as paragraphs and lists."""

from collections.abc import Sequence

from msgspec import Struct

HEAD, ITEM, BELOW = "What it looks like", "  - ", "    "


class LooksPart(Struct, frozen=True):
    """A paragraph and the list below it, each entry with the lines that belong to it; `head` if a program begins."""

    words: str
    entries: tuple[tuple[str, ...], ...] = ()
    head: bool = False


def looks_parts(texts: Sequence[str]) -> list[LooksPart]:
    """Give the paragraphs and lists of diagnoses; the heading that they stand under is not repeated."""
    parts: list[LooksPart] = []
    for line in (line for text in texts for line in text.splitlines()):
        if not line.startswith(" "):
            parts.append(LooksPart(_headless(line), head=True))
        elif line.startswith(ITEM):
            parts[-1] = LooksPart(parts[-1].words, (*parts[-1].entries, (line[len(ITEM) :],)), parts[-1].head)
        elif line.startswith(BELOW) and parts[-1].entries:
            *others, last = parts[-1].entries
            parts[-1] = LooksPart(parts[-1].words, (*others, (*last, line.strip())), parts[-1].head)
        else:
            parts.append(LooksPart(line.strip()))
    return parts


def _headless(line: str) -> str:
    """Leave the heading out of the first line of a diagnosis: what stands in brackets behind it names the program."""
    if not line.startswith(HEAD):
        return line
    rest = line.removeprefix(HEAD).lstrip(" :")
    if rest.startswith("(") and "): " in rest:
        name, _, rest = rest[1:].partition("): ")
        return f"{name}: {rest}"
    return rest[:1].upper() + rest[1:]
