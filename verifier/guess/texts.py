"""Entries that are texts: the patterns by which they are written, and what each of them means."""

import re
from collections import Counter

from msgspec import Struct

from verifier.guess.vocabulary import LEAVE_WORDS

CELL = r"\b[A-Da-d][1-4]\b"
TWO = r"[\[(]?\b\d\s*[,;:/]\s*\d\b[\])]?|\b(?i:r(?:ow)?\s?\d\W*c(?:ol(?:umn)?)?)\s?\d\b"  # such as (3,0), r3c0
COUNTED = re.compile(r"(\W*)\d+(\W+)(?=[^\W\d])")  # the number of a move before the text
PARTS = re.compile(rf"(?P<cell>{CELL})|(?P<pair>{TWO})|(?P<number>\d+)")
PAIR = re.compile(r"(?P<a>\D*)(?P<row>\d)(?P<b>\D*)(?P<column>\d)(?P<c>\D*)")
FIRST = r"[^\W\d_][\w'-]*|\d+"
MOST_PLAYERS = 4
RARE = 12  # patterns beyond these are left out
SETUP_WORDS = {
    "start",
    "starts",
    "setup",
    "deal",
    "dealt",
    "deals",
    "begins",
    "initial",
    "starting",
    "receives",
    "gets",
}
END_WORDS = {"win", "wins", "winner", "won", "victory"}


class TextSort(Struct):
    """A pattern, how often it occurs, and what it means."""

    pattern: str
    count: int
    means: str
    source: str = ""


def players_in(texts: list[str]) -> list[str]:
    """Give what stands for the players: the first words of the texts, if there are two to four of them."""
    firsts = Counter(match[0] for match in (re.match(FIRST, text) for text in texts) if match)
    common = [word for word, count in firsts.items() if count > len(texts) / 20 and count > 1]
    return common if 2 <= len(common) <= 4 and sum(firsts[word] for word in common) > 0.7 * len(texts) else []


def sorts_of(texts: list[str]) -> tuple[list[TextSort], list[str]]:
    """Give the patterns of texts with the most frequent ones first, and the names of the players if they have any."""
    texts = [" ".join(text.split()) for text in texts]
    begins = [COUNTED.match(text) for text in texts]
    if len({begin[0] for begin in begins if begin is not None}) <= max(MOST_PLAYERS, len(texts) // 2):
        begins = [None] * len(texts)
    rests = [text if begin is None else text[begin.end() :] for text, begin in zip(texts, begins, strict=True)]
    names = players_in(rests)
    found: dict[str, TextSort] = {}
    for rest, begin in zip(rests, begins, strict=True):
        pattern = _pattern(rest, names)
        if pattern is None:
            continue
        pattern = pattern if begin is None else f"{begin[1]}{{_}}{begin[2]}{pattern}"
        if pattern not in found:
            means, source = _meaning(pattern)
            found[pattern] = TextSort(pattern, 0, means, source)
        found[pattern].count += 1
    ordered = sorted(found.values(), key=lambda sort: -sort.count)
    named = names if any(not re.fullmatch(r"[A-Za-z]*\d+", name) for name in names) else []
    return ordered[:RARE], named


def _pattern(text: str, names: list[str]) -> str | None:
    """Write a text as a pattern, None where nothing in it looks like a part of a game."""
    text = text.replace("{", "(").replace("}", ")")
    player, rest = "", text
    first = re.match(FIRST, text)
    if first is not None and first[0] in names:
        digits = re.search(r"\d+$", first[0])
        player = first[0][: digits.start()] + "{player}" if digits else "{player}"
        rest = text[first.end() :]
    elif (
        numbered := re.match(r"(?P<word>(?:player|spieler|joueur|p)\s*#?)(?P<number>\d)\b", text, re.IGNORECASE)
    ) is not None:
        player, rest = numbered["word"] + "{player}", text[numbered.end() :]
    used: set[str] = set()

    def part(match: re.Match[str]) -> str:
        if match["cell"]:
            return _once("cell", used)
        if match["pair"] and "clover" in used:
            inner = PAIR.fullmatch(match["pair"])
            if inner is not None and inner["b"] and "row" not in used:
                used.update(("row", "column"))
                return f"{inner['a']}{{row}}{inner['b']}{{column}}{inner['c']}"
        if match["pair"]:
            return re.sub(r"\d+", lambda _: _number(used), match["pair"])
        return _number(used)

    written = player + PARTS.sub(part, rest)
    if END_WORDS & set(re.findall(r"\w+", rest.lower())) and player:
        return written.replace("{player}", "{winners}")
    return written if player and used else None


def _number(used: set[str]) -> str:
    for name in ("clover", "out"):
        if name not in used:
            used.add(name)
            return f"{{{name}}}"
    return "{_}"


def _once(name: str, used: set[str]) -> str:
    if name in used:
        return "{_}"
    used.add(name)
    return f"{{{name}}}"


def _meaning(pattern: str) -> tuple[str, str]:
    """Say what a pattern means, and where the clover comes from."""
    words = set(re.findall(r"[a-z-]+", re.sub(r"\{\w+\}", " ", pattern.lower())))
    placed = "{cell}" in pattern or "{row}" in pattern
    source = ""
    if words & {"draw", "draws", "drew", "drawn", "reveal", "reveals", "deck", "pile", "stack", "bag"}:
        source = "pile"
    if words & {"table", "middle", "center", "centre", "take", "takes", "took", "picks", "open"} and placed:
        source = (
            "middle"
            if not words & {"draw", "draws", "drew", "reveals", "deck", "pile"}
            or ("from" in words and words & {"table", "middle", "center", "centre"})
            else source
        )
    if "{winners}" in pattern:
        return "end", ""
    if placed and words & SETUP_WORDS:
        return "setup", ""
    if placed:
        return "lay", source
    if words & LEAVE_WORDS:
        return "leave", ""
    return ("draw", "") if source == "pile" and "{clover}" in pattern else ("nothing", "")
