"""A mapping for the records of an unknown program: found by names and values, tried, and told with what is not sure."""

from collections.abc import Iterator
from itertools import islice, product

from msgspec import Struct

from verifier.dialect import USUAL
from verifier.dialects.board_game_arena import BOARD_GAME_ARENA
from verifier.dialects.json_text import JsonText, read_text
from verifier.dialects.table_rows import rows_of
from verifier.foreign import JSON_BEGINS
from verifier.guess.advice import advice, without_setup
from verifier.guess.draft import Draft
from verifier.guess.entry_kinds import put_kinds
from verifier.guess.entry_roles import EntryRoles
from verifier.guess.game_parts import GameParts
from verifier.guess.record_shape import RecordList, collections_of
from verifier.guess.roles import SIDE
from verifier.guess.texts import sorts_of
from verifier.guess.trial import TrialResult, inferred, tried
from verifier.source import SourceLimits, Unreadable
from verifier.text_pattern import pattern_of

MOST_LISTS = 150  # lists that are looked at, the longest first
LARGE = 1 << 22  # bytes of records beyond which only one way of reading them is tried
TRIED = 3  # lists that may be the moves
SOME = 3  # games of which is asked whether they are games
GOOD = 25  # what speaks for a list of moves that surely is one
FEWEST_MOVES = 6  # of a game that is one of several
NO_SOURCE = "nothing tells where a clover comes from: `cloverproof validate` infers it; or from = \"'pile'\" if all do"
LEAST = 2  # entries of a list that may be the moves


class Proposal(Struct):
    """A mapping in TOML, what reading the records with it gave, and how many of its lines are not sure."""

    text: str
    read: tuple[str, ...]
    unsure: int
    failed: bool


class NoProposal(Exception):
    """Records in which no moves are found, and what was seen there."""


def propose(records: list[tuple[str, bytes]], limits: SourceLimits) -> Proposal:
    """Propose a mapping for records of one program. Raises Unreadable, NoProposal."""
    tables = [_rows(text) for _, text in records]
    read = [_read(text) for _, text in records] if not all(tables) else []
    roots: list[object] = [each.root for each, _ in read] if read else list(tables)
    lines = bool(read) and read[0][1]
    games = _games(roots[0])
    if games is not None:
        roots = [game for root in roots for path, found in _lists(root) if path == games for game in found]
    ranked = sorted(_ranked(roots), key=lambda each: -each[0])[:TRIED]
    if not ranked:
        raise NoProposal(_seen(roots[0]))
    best: tuple[TrialResult, Draft] | None = None
    for _, collection in ranked:
        draft, players = _draft(collection, roots, lines=lines, games=games, sorts=bool(read))
        if read and not BOARD_GAME_ARENA.missed(records[0][1]):
            draft.as_archive()
        found = _improved(draft, players, records, limits, tuple(tables[0][0]) if not read else ())
        if best is None or found[0].rank < best[0].rank:
            best = found
        if not best[0].unreadable and best[0].turns:
            break
    assert best is not None
    result, draft = best
    if result.unreadable:
        result = inferred(draft, records, limits)
    unsure = sum(not remark.sure for remark in draft.remarks.values())
    names = ", ".join(path for path, _ in records[:3]) + (", ..." if len(records) > 3 else "")
    above = [
        f"A mapping for {names}, proposed by `cloverproof convert --guess`.",
        *advice(unsure),
        *without_setup(draft, result),
    ]
    return Proposal(
        draft.text([*above, *(f"Read with it: {told}" for told in result.told[:3])]),
        result.told,
        unsure,
        bool(result.unreadable),
    )


def _read(text: bytes) -> tuple[JsonText, bool]:
    """Decode a document, or JSON Lines. Raises Unreadable."""
    try:
        return read_text(text, lines=False), False
    except Unreadable:
        if not text.strip().count(b"\n"):
            raise
        return read_text(text, lines=True), True


def _rows(text: bytes) -> list[dict[str, object]]:
    """Give the rows of a table, none where it is JSON."""
    return [] if text.lstrip()[:1] in JSON_BEGINS else rows_of(text.decode("utf-8", "replace"))


def _lists(root: object) -> Iterator[tuple[str, list[object]]]:
    """Give the lists of objects in a record."""
    for collection in collections_of(root):
        if collection.flat and all(isinstance(each, dict) for each in collection.elements):
            yield collection.path, collection.elements


def _games(root: object) -> str | None:
    """Find the list of games, if there are several: each has a list of moves, and mostly a set-up, of its own."""
    for path, elements in _lists(root):
        some = elements[:SOME]
        ranked = [max(_ranked([each]), key=lambda found: found[0], default=None) for each in some]
        whole = [found for found in ranked if found is not None and found[1].flat and found[0] > GOOD]
        if len(whole) == len(some) and all(len(collection.elements) >= FEWEST_MOVES for _, collection in whole):
            return path
    return None


def _ranked(roots: list[object]) -> Iterator[tuple[float, RecordList]]:
    """Give the lists that may be the moves, with how much speaks for them; those of all records together."""
    together: dict[str, RecordList] = {}
    for root in roots:
        for collection in collections_of(root):
            blank = RecordList(collection.path, [], [], collection.flat, [], collection.key)
            known = together.setdefault(collection.path, blank)
            known.elements += collection.elements
            known.owners += collection.owners
            known.keys += collection.keys
    for collection in sorted(together.values(), key=lambda each: -len(each.elements))[:MOST_LISTS]:
        elements = collection.elements
        if len(elements) < LEAST:
            continue
        many = min(1.0, len(elements) / 8)
        texts = [each for each in elements if isinstance(each, str)]
        if len(texts) > 0.8 * len(elements):
            sorts, _ = sorts_of(texts)
            told = sum(sort.count for sort in sorts if sort.means in ("lay", "draw", "leave"))
            if told and any(sort.means == "lay" for sort in sorts):
                yield 30 * many * told / len(texts), collection
        elif sum(isinstance(each, (dict, list)) for each in elements) > 0.8 * len(elements):
            score = EntryRoles(collection).score
            if score:
                yield score * many, collection


def _seen(root: object) -> str:
    lists = [f"{each.path} ({len(each.elements)})" for each in collections_of(root)][:8]
    return f"the lists in it are {', '.join(lists)}" if lists else "there is no list in it"


def _draft(
    collection: RecordList, roots: list[object], *, lines: bool, games: str | None, sorts: bool
) -> tuple[Draft, int]:
    """Put together what is found, with the entries of a list as the moves; `sorts`: they may be of several sorts."""
    draft = Draft()
    draft.header["edition"] = USUAL.editions[0].key
    others = [edition.key for edition in USUAL.editions[1:]]
    draft.say("header", "edition", text=f"no record tells it; others: {', '.join(others)}")
    if lines:
        draft.record["lines"] = True
        draft.say("record", "lines", text="one JSON value a line")
    if games is not None:
        draft.record["games"] = games
        draft.say("record", "games", text=f"{len(roots)} games; the other paths begin in a game")
    draft.record["moves"] = collection.path
    elements = collection.elements
    draft.say("record", "moves", text=f"{len(elements)} entries")
    texts = [each for each in elements if isinstance(each, str)]
    if len(texts) > 0.8 * len(elements):
        players = _put_texts(draft, texts)
        winner: object = None
    else:
        players, winner = put_kinds(draft, collection, sorts=sorts)
    parts = GameParts(roots[0], None if collection.path in ("", "@") else elements, players)
    if not players and "player" not in draft.facts and not texts:
        draft.facts["player"] = "@order"
        draft.say("facts", "player", text="the entries name no player: clockwise from player 1", sure=False)
    parts.put_players(draft)
    told = {part.get("means") for part in draft.notifications.values()}
    if "setup" not in told and "gardens" not in draft.facts and "setup" not in draft.record:
        parts.put_setup(draft)
        _put_placements(draft, roots[0], parts.count)
    if "end" not in told:
        parts.put_result(draft)
    elif winner is not None:
        parts.put_winners(draft, winner)
    order = ("lines", "games", "moves", "kind", "setup", "dealt", "header", "start", "end")
    draft.record = {key: draft.record[key] for key in order if key in draft.record}
    return draft, parts.count


def _put_placements(draft: Draft, root: object, players: int) -> None:
    """Join a list of what is laid before play to that of the moves, if it is written in the same way."""
    if "setup" in draft.record or draft.notifications:
        return
    for other in collections_of(root):
        if not other.flat or other.path == draft.record["moves"] or len(other.elements) != players * SIDE:
            continue
        found = Draft()
        EntryRoles(other).put(found)
        if all(key in found.facts and found.facts[key] == draft.facts.get(key) for key in ("player", "clover", "cell")):
            draft.record["moves"] = f"[{other.path}, {draft.record['moves']}][]"
            draft.say("record", "moves", text=f"{other.path} before play, then the moves")
            return


def _put_texts(draft: Draft, texts: list[str]) -> list[object]:
    """Write the patterns of texts into a draft, and give what stands for the players in them."""
    sorts, _ = sorts_of(texts)
    players: list[object] = []
    lines: set[object] = set()
    for sort in sorts:
        pattern = pattern_of(sort.pattern)
        if sort.means == "nothing" or pattern is None:
            draft.unused.append(sort.pattern)
            continue
        fixed = {"fixed": {"from": sort.source}} if sort.source else {}
        draft.notifications[sort.pattern] = {"means": sort.means, **fixed}
        sure = bool(sort.source) or sort.means != "lay"
        what = f"{sort.count} of {len(texts)} texts" + ("" if sure else "; from the pile or from the middle?")
        draft.say("notifications", sort.pattern, text=what, sure=sure)
        for parts in filter(None, map(pattern.match, texts)):
            players += [parts["player"]] if "player" in parts else []
            lines |= {parts[key] for key in ("row", "column") if key in parts}
    if lines:
        first = 0 if "0" in lines else 1
        draft.facts["cell"] = {"row": "row", "column": "column", "first": first}
        draft.say("facts", "cell", text=f"rows and columns count from {first}", sure=first == 0 or "4" in lines)
    return players


def _improved(
    draft: Draft, players: int, records: list[tuple[str, bytes]], limits: SourceLimits, columns: tuple[str, ...]
) -> tuple[TrialResult, Draft]:
    """Try a draft and its variants, and give the one that reads best; of equals the first. `columns`: of a table."""
    ways = (each.as_table(columns, players) if columns else each for each in _variants(draft, players))
    few = islice(ways, 1) if sum(len(text) for _, text in records) > LARGE else ways
    found = [(tried(each, records, limits), each) for each in few]
    plain = found[0][0]
    better = [
        each
        for each in found
        if each[0].rank[:2] < plain.rank[:2]
        or (each[0].rank[:2] == plain.rank[:2] and 2 * each[0].findings < plain.findings)
    ]
    best, chosen = min(better or found[:1], key=lambda each: each[0].rank)
    if not columns and plain.unreadable and best.findings and chosen.facts.get("from") != draft.facts.get("from"):
        without = inferred(draft, records, limits)
        if not without.unreadable and without.findings < best.findings:
            draft.say("record", "moves", text=NO_SOURCE, sure=False)
            return without, draft
    if len(found) > 1 and sum(result.rank <= best.rank for result, _ in found) == 1:
        key = ("record", "start") if "start" in chosen.record else ("columns" if columns else "facts", "cell")
        said = chosen.remarks.get(key)
        text = f"{said.text}; " if said is not None else ""
        sure = said is None or "row?" not in said.text
        chosen.say(*key, sure=sure, text=f"{text}of {len(found)} ways that were tried this breaks fewest rules")
    return best, chosen


def _variants(draft: Draft, players: int) -> Iterator[Draft]:
    """Give a draft, and it with cells counted otherwise, or with another player who begins."""
    yield draft
    if "from" not in draft.facts and not draft.notifications and "gardens" not in draft.facts:
        other = draft.copy()
        other.facts["from"] = "'pile'"
        other.say("facts", "from", text="nothing tells where a clover comes from: always from the pile?", sure=False)
        yield other
    if draft.facts.get("player") == "@order":
        for first in range(2, players + 1):
            other = draft.copy()
            other.record["start"] = {"first": f"`{first}`"}
            other.say("record", "start", text="who begins: tried, as no entry names a player", sure=False)
            yield other
    cell = draft.facts.get("cell")
    if not isinstance(cell, dict):
        return
    remark = draft.remarks.get(("facts", "cell"))
    firsts = (cell["first"],) if remark is not None and remark.sure else (0, 1)
    for first, up in product(firsts, (False, True) if "row" in cell else (False,)):
        if (first, up) != (cell["first"], False):
            other = draft.copy()
            other.facts["cell"] = {**cell, "first": first} | ({"up": True} if up else {})
            other.say(
                "facts",
                "cell",
                text=f"rows and columns count from {first}" + (", rows from below" if up else ""),
                sure=False,
            )
            yield other
