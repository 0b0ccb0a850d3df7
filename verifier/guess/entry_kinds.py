"""Entries of several sorts, each of which says what it is: what each sort means, put into a draft."""

import re

from msgspec import Struct

from verifier.guess import roles
from verifier.guess.draft import Draft
from verifier.guess.entry_roles import EntryRoles, by_kind
from verifier.guess.game_parts import RESULT, last_key
from verifier.guess.hands import is_hand
from verifier.guess.record_shape import Field, RecordList
from verifier.guess.texts import END_WORDS, SETUP_WORDS
from verifier.guess.vocabulary import LEAVE_WORDS

KIND_NAMES = (
    "type",
    "kind",
    "event",
    "action",
    "op",
    "ev",
    "cmd",
    "what",
    "t",
    "name",
    "move",
    "act",
    "msg",
    "method",
    "tag",
)
MOST_KINDS = 20
DRAW_WORDS = {"draw", "draws", "drawn", "drew", "reveal", "reveals", "revealed", "flip", "flipped", "turnover"}
TAKE_WORDS = {"take", "takes", "took", "taken", "pick", "picks", "picked", "grab", "pickup"}


class EntrySort(Struct):
    """A sort of entry: what it means, and its facts."""

    name: str
    entries: list[object]
    found: EntryRoles
    means: str = "nothing"
    source: str = ""


def put_kinds(draft: Draft, collection: RecordList, *, sorts: bool = True) -> tuple[list[object], object]:
    """Write entries into a draft, by sorts if they say what they are; give what stands for players and the winners."""
    whole, elements = EntryRoles(collection), collection.elements
    kind = _kind_field(whole) if sorts else None
    if kind is None:
        whole.put(draft)
        return _players(whole), None
    found = [_sort(name, entries, kind.keys) for name, entries in by_kind(elements, kind.keys).items()]
    draft.record["kind"] = kind.path
    draft.say("record", "kind", text="what an entry is")
    useful = [sort for sort in found if sort.means not in ("nothing", "hands")]
    telling = [sort for sort in found if sort.means not in ("nothing", "end")]
    players = [
        each for sort in sorted(telling, key=lambda sort: sort.means != "hands") for each in _players(sort.found)
    ]
    shared = _put_player(draft, useful)
    if not players and "player" in whole.roles:
        draft.facts["player"] = whole.roles["player"].field.path
        players = _players(whole)
    winner = None
    for sort in useful:
        part = Draft()
        if sort.means != "end":
            sort.found.put(part)
        else:
            winner = _put_end(part, sort)
        draft.header |= part.header
        facts = {key: path for key, path in part.facts.items() if key != shared and not _needless(key, sort)}
        lines: dict[str, object] = {"means": sort.means}
        if facts:
            lines["facts"] = facts
        if sort.source and "from" not in facts:
            lines["fixed"] = {"from": sort.source}
        draft.notifications[sort.name] = lines
        draft.say("notifications", sort.name, text=f"{len(sort.entries)} entries")
        for key, meanings in part.values.items():
            draft.values.setdefault(key, {}).update(meanings)
        _remark(draft, part, sort.name)
    _put_hands(draft, found, kind)
    passed = [f"{sort.name} ({len(sort.entries)})" for sort in found if sort.means == "nothing"]
    draft.unused = [f"entries of the sort {', '.join(passed)}"] if passed else []
    return players, winner


def _remark(draft: Draft, part: Draft, name: str) -> None:
    """Keep what is to be said of the facts and values of a sort."""
    for keys, remark in part.remarks.items():
        if keys[0] in ("values", "header"):
            draft.remarks[keys] = remark
        elif not remark.sure and keys[-1] in part.facts:
            draft.remarks["notifications", name, "facts"] = remark


def _kind_field(whole: EntryRoles) -> Field | None:
    """Find where entries say what they are, if not all of them are whole moves."""
    for name in KIND_NAMES:
        for field in whole.fields:
            said = field.said()
            if field.name != name or len(field.keys) > 2 or not all(isinstance(each, str) for each in said):
                continue
            player = whole.roles.get("player")
            if (
                player is not None
                and field.keys[:-1] == player.field.keys[:-1]
                and (len(field.keys) > 1 or field is player.field)
            ):
                continue
            kinds = set(said)
            if len(said) < 0.8 * len(field.values) or not 1 < len(kinds) <= MOST_KINDS:
                continue
            if roles.score("from", field) > 12 or roles.score("player", field) > 12:
                continue
            sorts = [
                _sort(str(kind), entries, field.keys) for kind, entries in by_kind(whole.entries, field.keys).items()
            ]
            if any(sort.means == "draw" or sort.source for sort in sorts) or not all(map(_complete, sorts)):
                return field
    return None


def _complete(sort: EntrySort) -> bool:
    """Tell whether each entry of a sort is a whole move."""
    found = sort.found.roles
    return "clover" in found and (bool(sort.found.lines) or "cell" in found or roles.action_of(sort.name) == "discard")


def _sort(name: str, entries: list[object], kind: tuple[str, ...]) -> EntrySort:
    """Say what a sort of entry means by its name and its facts."""
    sort = EntrySort(name, entries, EntryRoles(RecordList("", entries), kind))
    found, words = sort.found.roles, _words(name)
    placed = bool(sort.found.lines) or "cell" in found or "gardens" in found or "garden" in found
    if words & (END_WORDS | {"end", "over", "finish", "finished", "gameover", "gameend", "result"}):
        sort.means = "end" if _winner(sort) else "nothing"
    elif words & SETUP_WORDS:
        sort.means = "setup" if placed and "clover" in found else "hands" if _hand(sort) else "nothing"
    elif placed:
        sort.means = "lay"
        if "from" not in found:
            sort.source = "pile" if words & DRAW_WORDS else "middle" if words & TAKE_WORDS else ""
    elif "clover" in found or _clover(sort) is not None:
        if words & DRAW_WORDS or words & TAKE_WORDS:
            sort.means = "draw"
            sort.source = "middle" if words & TAKE_WORDS or words & {"table", "middle", "open"} else ""
        elif roles.action_of(name) == "discard" or words & LEAVE_WORDS:
            sort.means = "leave"
    elif roles.action_of(name) == "discard" or words & (LEAVE_WORDS - {"left"}):
        sort.means = "leave"
    return sort


def _words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)} | {name.lower()}


def _clover(sort: EntrySort) -> Field | None:
    return next((field for field in sort.found.fields if roles.score("clover", field) > 2), None)


def _hand(sort: EntrySort) -> Field | None:
    return next((field for field in sort.found.fields if field.said() and all(map(is_hand, field.said()))), None)


def _winner(sort: EntrySort) -> Field | None:
    return next((field for name in RESULT for field in sort.found.fields if last_key(field.path) == name), None)


def _put_end(part: Draft, sort: EntrySort) -> object:
    field = _winner(sort)
    assert field is not None
    part.facts["winners"] = field.path
    return next(iter(field.said()), None)


def _needless(key: str, sort: EntrySort) -> bool:
    """Tell whether a fact is nothing that a sort of entry tells."""
    return key == "action" or (
        sort.means in ("draw", "leave", "setup")
        and key in ("cell", "out", "gardens", "garden")
        and sort.means != "setup"
    )


def _put_player(draft: Draft, sorts: list[EntrySort]) -> str:
    """Say once where the player stands, if it is the same place in all sorts of entries."""
    paths = {sort.found.roles["player"].field.path for sort in sorts if "player" in sort.found.roles}
    if len(paths) != 1:
        return ""
    draft.facts["player"] = paths.pop()
    return "player"


def _players(found: EntryRoles) -> list[object]:
    return found.roles["player"].field.said() if "player" in found.roles else []


def _put_hands(draft: Draft, sorts: list[EntrySort], kind: Field) -> None:
    """Say where what lies before play stands, if an entry for each player tells it."""
    for sort in sorts:
        field = _hand(sort) if sort.means == "hands" else None
        if field is not None and len(sort.entries) > 1:
            moves = str(draft.record["moves"])
            base = "" if moves == "@" else moves.removesuffix("[]")
            draft.record["setup"] = f"{base}[?{kind.path}=='{sort.name}'].{field.path}"
            draft.say("record", "setup", text="what each player lays before play, on the diagonal from a1", sure=False)
