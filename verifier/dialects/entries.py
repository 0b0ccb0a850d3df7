"""Entries of a foreign record, such as moves and notifications, and the events that they make."""

from msgspec import Struct

from verifier.dialect import Event, scribe_of
from verifier.dialects.board_changes import BoardChanges
from verifier.dialects.entry_facts import GARDEN, Entry, FactReader
from verifier.dialects.unread_parts import UnreadParts
from verifier.json_paths import ABSENT, check_path, simple, steps_of
from verifier.key_values import NONE, NoFact, keys, sorts
from verifier.mapping import CellFrom, Fact, Mapping, Notification
from verifier.path_limits import BadPath, Steps
from verifier.source import Unreadable
from verifier.text_pattern import FIELD, BadPattern, pattern_of

DRAW, LAY, LEAVE, IGNORED = "draw", "lay", "leave", "nothing"
TOLD = ("player", "clover", "cell")  # facts that are not there only now and then
PARTS = ("column", "row", "index")  # parts of a text that make a cell


class EntryMeaning(Struct, gc=False):
    """What an entry says: what it means, and its facts in our words."""

    means: str
    facts: Event


def check_meanings(mapping: Mapping) -> None:
    """Refuse a mapping whose words mean nothing. Raises Unreadable."""
    events = (*(name for name in keys() if name != "game"), DRAW, LAY, LEAVE, IGNORED)
    known = (*sorts(), GARDEN)
    for name, meaning in {"": Notification(facts=mapping.facts), **mapping.notifications}.items():
        if meaning.means not in events:
            message = f"the mapping says that {name[:40]!r} means {meaning.means[:40]!r}"
            raise Unreadable("LOG016", message, f"known: {', '.join(events)}")
        for key in (*meaning.facts, *meaning.fixed):
            if key not in known:
                raise Unreadable("LOG016", f"the mapping names a fact {key[:40]!r}", f"known: {', '.join(known)}")
        for where in meaning.facts.values():
            for path in where.paths() if isinstance(where, CellFrom) else (where,):
                check_given(path)
            if isinstance(where, CellFrom):
                _check_pattern(where.text, "{row},{column}")
        _check_pattern(name, "P{player} draws {clover} -> {cell}")


def _check_pattern(written: str, right: str) -> None:
    try:
        pattern_of(written)
    except BadPattern as bad:
        message = f"the mapping has a pattern {written[:80]!r} that cannot be used: {bad}"
        raise Unreadable("LOG016", message, f"write it as {right}") from None


def check_given(path: str) -> None:
    """Refuse a path that a mapping gives and that is none. Raises Unreadable."""
    try:
        check_path(path)
    except BadPath as bad:
        raise bad_path(path, bad) from None


def bad_path(path: str, why: BadPath, line: int | None = None, column: int | None = None) -> Unreadable:
    """Say that a path of the mapping cannot be followed."""
    help = "docs/mappings.md tells how paths are written"
    return Unreadable("LOG016", f"the path {path[:80]!r} of the mapping {why}", help, line, column)


class EntryReader:
    """The state of reading one game: whoever has revealed a clover, and which one.

    `middle` tells whether a clover that nobody was seen to reveal came from the middle.
    """

    def __init__(
        self, header: Event, mapping: Mapping, steps: Steps, unread: UnreadParts | None = None, *, middle: bool
    ) -> None:
        self.unread = UnreadParts(mapping.record.ignored) if unread is None else unread
        self.log_writer, self.mapping = scribe_of(header), mapping
        self.reader = FactReader(header, mapping, steps)
        self.changes = BoardChanges(self.log_writer, self.reader)
        self.default = "middle" if middle else None
        self.revealed: Event | None = None
        self.known = False
        self.patterns = sorted(mapping.notifications.items(), key=lambda each: -len(FIELD.sub("", each[0])))

    def meaning(self, name: object, entry: Entry) -> tuple[Notification | None, Entry]:
        """Say what an entry means by the sort it is of, and where its facts are looked for."""
        if not self.mapping.notifications:
            return Notification(facts=self.mapping.facts), entry
        written = (
            "null" if name is None or name is ABSENT else str(name).lower() if name in (True, False) else str(name)
        )
        meaning = self.mapping.notifications.get(written)
        if meaning is None and isinstance(name, str):
            for written, each in self.patterns:
                pattern = pattern_of(written)
                parts = None if pattern is None else pattern.match(name)
                if parts is not None:
                    inside = entry.value if isinstance(entry.value, dict) else {}
                    named: dict[str, Fact] = {key: key for key in parts if key not in PARTS}
                    if "index" in parts or "row" in parts:
                        named["cell"] = self._cell_of(parts)
                    facts = {**self.mapping.facts, **named, **each.facts}
                    place = Entry({**inside, **parts}, entry.place, entry.root)
                    return Notification(each.means, facts, each.fixed), place
        if meaning is None:
            return None, entry
        return Notification(meaning.means, {**self.mapping.facts, **meaning.facts}, meaning.fixed), entry

    def _cell_of(self, parts: Event) -> CellFrom:
        said = self.mapping.facts.get("cell")
        first, up = (said.first, said.up) if isinstance(said, CellFrom) else (1, False)
        if "index" in parts:
            return CellFrom(index="index", first=first)
        return CellFrom("column", "row", first, up=up)

    def read(self, meaning: Notification, entry: Entry, *, unknown: bool = False) -> EntryMeaning:
        """Read the facts of an entry; `unknown`: what stands nowhere is not known. Raises NoFact, Unreadable."""
        facts: Event = {}
        if meaning.means != IGNORED:
            self.unread.read("the entries", entry.value, (*meaning.facts.values(), self.mapping.record.kind))
        for key, where in meaning.facts.items():
            try:
                said = self.reader.fact(key, where, entry)
            except BadPath as bad:
                path = where if isinstance(where, str) else " ".join(where.paths())
                raise bad_path(path, bad) from None
            if said is not ABSENT or unknown:
                facts[key] = None if said is ABSENT else said
        return EntryMeaning(meaning.means, facts | meaning.fixed)

    def events(self, told: EntryMeaning) -> list[Event]:
        """Give the events that an entry makes. Raises NoFact."""
        self.known = True
        facts = told.facts
        if told.means == IGNORED:
            return []
        if told.means == DRAW:
            if self.revealed is not None:
                raise NoFact("a clover is revealed, but the one before was not laid")
            self.revealed = facts
            return []
        if told.means not in (LAY, LEAVE):
            own = keys().get(told.means, ())  # a fact that all entries share may be one that this event has not
            told_here = {key: said for key, said in facts.items() if key in own or key not in self.mapping.facts}
            return self.log_writer.write({"event": told.means, **told_here})
        if told.means == LAY and "cell" not in facts and ("gardens" in facts or GARDEN in facts):
            drawn = {key: value for key, value in (self.revealed or {}).items() if value is not None}
            found = self.changes.laid({**drawn, **facts}, revealed=self.revealed is not None)
            self.revealed, laid = None, [event | self._action(event, LAY) for event in found]
        else:
            before = self.changes.note(facts)
            laid = [self._laid(told.means, facts)]
            if laid[0].get("from") is None and "from" not in facts:
                laid[0]["from"] = self.changes.source(laid[0].get("clover"), before)
        events: list[Event] = []
        for event in laid:
            self._next_player(event)
            events += self.log_writer.write({"event": "lay", **event})
        return events

    def _laid(self, means: str, facts: Event) -> Event:
        drawn, self.revealed = self.revealed, None
        event: Event = {"player": None, "clover": None}
        for said in (drawn or {}, facts):
            for key, value in said.items():
                if key in ("player", "clover") and event[key] is not None and value not in (None, event[key]):
                    raise NoFact(
                        f"{key} {value} lays the clover that {key} {event[key]} revealed"
                        if key == "player"
                        else f"a {event[key]} was revealed, but a {value} is laid"
                    )
                if value is not None or key not in event:
                    event[key] = value
        event.setdefault("from", "pile" if drawn is not None or means == LEAVE else self.default)
        if event.pop(GARDEN, None) is not None and "gardens" not in event:
            self._show(event, facts[GARDEN])
        return event | self._action(event, means)

    def _show(self, event: Event, garden: object) -> None:
        """Show the garden of the player who moves, and none of the others."""
        player, shown = event["player"], [None] * self.reader.players
        if type(player) is int and 0 < player <= self.reader.players:
            event["gardens"] = [*shown[: player - 1], garden, *shown[player:]]

    @staticmethod
    def _action(event: Event, means: str) -> Event:
        """Say what was done, where the entry says that in other words."""
        if event.get("action", LAY) is None:
            del event["action"]  # the table tells
        if event.get("cell") == NONE:
            del event["cell"]
            return {"action": event.get("action", "discard")}
        if means == LEAVE or event.get("action") == "discard":
            event.pop("cell", None)  # whatever a program puts where no cell is
            return {"action": "discard"}
        if "action" in event or "out" not in event:
            return {}
        out = event["out"]
        if out is None:
            del event["out"]
        return {"action": "place" if out is None else "exchange"}

    def _next_player(self, event: Event) -> None:
        player, players = event.get("player"), self.reader.players
        if type(player) is int and players:
            self.reader.player = player % players + 1


def check_paths(reader: EntryReader, entries: list[tuple[str, Entry]], *, null: bool) -> None:
    """Refuse a mapping that looks for a fact every entry must tell where none has anything; `null` is something.

    Raises Unreadable.
    """
    mapping = reader.mapping
    for name, meaning in {"": Notification(facts=mapping.facts), **mapping.notifications}.items():
        those = [entry for sort, entry in entries if name in ("", sort)]
        facts = meaning.facts
        for key in (key for key in TOLD if those and key in facts):
            where = facts[key]
            if meaning.means == IGNORED or "null" in mapping.values.get(key, {}):
                continue
            for path in where.paths() if isinstance(where, CellFrom) else (where,):
                try:
                    found = (reader.reader.stands(entry, path) for entry in those)
                    if any(each is not ABSENT and (null or each is not None) for each in found):
                        continue
                except BadPath as bad:
                    raise bad_path(path, bad) from None
                what = f"no {name[:40]!r}" if name else "no entry"
                message = f"the mapping says that {key} stands at {path[:40]!r}, where {what} has anything"
                raise Unreadable(
                    "LOG016", message, "a path begins inside of an entry, in an archive inside of its args"
                )


def spans(facts: dict[str, Fact], inside: str = "") -> dict[str, tuple[str, ...]]:
    """Say where in an entry its facts stand, as far as their paths are simple."""
    found = {}
    for key, where in facts.items():
        paths = where.paths() if isinstance(where, CellFrom) else (where,)
        if all(path and simple(path) for path in paths):
            found[key] = tuple(inside + ".".join(steps_of(path)) for path in paths)
    return found
