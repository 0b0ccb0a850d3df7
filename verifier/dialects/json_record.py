"""JSON and JSON Lines of any shape: a mapping says where its parts lie and what they mean."""

from collections.abc import Iterator

from verifier.dialect import HEADER_HELP, Dialect, Event, Source, Told, complete, usual_header
from verifier.dialects.entries import EntryReader, bad_path, check_given, check_meanings, check_paths, spans
from verifier.dialects.entry_facts import Entry, FactReader
from verifier.dialects.json_text import JsonText, read_text
from verifier.dialects.unread_parts import UnreadParts
from verifier.json_paths import ABSENT, Place, follow, simple, steps_of
from verifier.key_values import NoFact, keys, sorts
from verifier.mapping import CellFrom, Mapping, Notification
from verifier.path_limits import BadPath, Steps
from verifier.source import Unreadable

FITS = "see whether the mapping fits this record; [values.KEY] says what values of a key mean (docs/mappings.md)"
GUESS = "`cloverproof convert --guess FILE` proposes a mapping; docs/mappings.md tells what it holds"


class JsonRecord(Dialect):
    """JSON or JSON Lines of any shape, read as a mapping says.

    Stated: what the mapping finds in the record. Derived, as the table shows it: whether a clover is laid before play,
    added or exchanged, and which one lay there, where the record does not say it.
    """

    name = "json"
    title = "any JSON or JSON Lines, with a mapping"
    endings = (".json", ".json.gz", ".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")

    def wants(self, mapping: Mapping) -> bool:
        return bool(mapping.record.moves)

    def missed(self, head: bytes) -> str:
        return "a --mapping"

    def read(self, source: Source) -> Iterator[Told]:
        mapping = source.mapping
        if not mapping.record.moves:
            raise Unreadable("LOG016", "no mapping says where in the record its moves lie", GUESS)
        check_meanings(mapping)
        _check(mapping)
        text = read_text(source.document(), lines=mapping.record.lines)
        steps = Steps()
        games = [(text.root, ())] if not mapping.record.games else _games(text, mapping, steps)
        unread = UnreadParts(mapping.record.ignored)
        for game, place in games:
            yield from _Game(text, mapping, steps, game, place, unread).told()
        source.noted += unread.notes()


def _check(mapping: Mapping) -> None:
    """Refuse paths and keys that cannot be. Raises Unreadable."""
    record = mapping.record
    for path in (record.moves, record.kind, record.games, record.setup):
        check_given(path)
    for event, facts in (("game", record.header), ("start", record.start), ("end", record.end)):
        for key, path in facts.items():
            check_given(path)
            if key not in keys()[event]:
                message = f"the mapping names a fact {key[:40]!r} of the event {event!r}"
                raise Unreadable("LOG016", message, f"known: {', '.join(keys()[event])}")


def _games(text: JsonText, mapping: Mapping, steps: Steps) -> list[tuple[object, Place]]:
    path = mapping.record.games
    try:
        found = follow(text.root, path, steps)
    except BadPath as bad:
        raise bad_path(path, bad, 1, 1) from None
    if not isinstance(found, list) or not found:
        raise Unreadable(
            "LOG016", f"the mapping says that the games lie at {path[:80]!r}, where no list is", GUESS, 1, 1
        )
    return [(game, text.place_of(game) or ()) for game in found]


class _Game:
    """One game of a record."""

    def __init__(
        self, text: JsonText, mapping: Mapping, steps: Steps, game: object, place: Place, unread: UnreadParts
    ) -> None:
        self.text, self.mapping, self.steps, self.game, self.place = text, mapping, steps, game, place
        self.unread = unread

    def told(self) -> Iterator[Told]:
        """Give the events of the game. Raises Unreadable."""
        record, at = self.mapping.record, self.text.spot(self.place)
        header = self._header()
        yield header, at
        facts = [record.moves, record.setup, *record.header.values(), *record.start.values(), *record.end.values()]
        self.unread.read("the record", self.game, [*facts, *self._far_paths()])
        reader = EntryReader(header, self.mapping, self.steps, self.unread, middle=self._draws())
        try:
            for event, place in self._setup(reader.reader):
                yield from ((each, self.text.spot(place)) for each in reader.log_writer.write(event))
            start = {key: self._single(key, path, reader.reader) for key, path in record.start.items()}
            reader.log_writer.start = {key: said for key, said in start.items() if said is not ABSENT}
            if isinstance(first := start.get("first"), int):
                reader.reader.player = first
            entries = self._entries()
        except NoFact as fault:
            where = at.place()
            yield Unreadable("LOG014", f"the record: {fault}", FITS, where.line, where.column), at
            return
        yield from self._played(reader, entries)
        yield from self._end(reader)

    def _end(self, reader: EntryReader) -> Iterator[Told]:
        """Give the result, if there is one."""
        record = self.mapping.record
        path = next((path for path in record.end.values() if simple(path)), "")
        spot = self.text.spot((*self.place, *steps_of(path)) if path else self.place)
        try:
            end = {key: self._single(key, path, reader.reader) for key, path in record.end.items()}
        except NoFact as fault:
            where = spot.place()
            yield Unreadable("LOG014", f"the result: {fault}", FITS, where.line, where.column), spot
            return
        end = {key: said for key, said in end.items() if said is not ABSENT and said is not None}
        if end:
            yield from ((each, spot) for each in reader.log_writer.write({"event": "end", **end}))

    def _far_paths(self) -> Iterator[str]:
        """Give the paths that lead from an entry to what stands outside of it, from where they lead on."""
        parts = (self.mapping.facts, *(each.facts for each in self.mapping.notifications.values()))
        for where in (where for facts in parts for where in facts.values()):
            for path in where.paths() if isinstance(where, CellFrom) else (where,):
                if path.startswith("^"):
                    yield path.lstrip("^").removeprefix(".")

    def _draws(self) -> bool:
        """Tell whether the record tells who reveals a clover, so that the others come from the middle."""
        return any(each.means == "draw" for each in self.mapping.notifications.values())

    def _played(self, reader: EntryReader, entries: list[Entry]) -> Iterator[Told]:
        """Give the events of the entries. Raises Unreadable."""
        known: list[tuple[str, Entry, Notification]] = []
        for entry in entries:
            kind = self._kind(reader, entry)
            meaning, inside = reader.meaning(kind, entry)
            if meaning is None:
                self.unread.passed(kind)
            else:
                known.append((str(kind) if self.mapping.notifications else "", inside, meaning))
        if entries and not known:
            kinds = ", ".join(self.mapping.notifications)[:200]
            message = f"no entry at {self.mapping.record.moves[:80]!r} is of a sort that the mapping knows"
            raise Unreadable("LOG016", message, f"the mapping knows {kinds}; `kind` says where an entry names its sort")
        check_paths(reader, [(kind, entry) for kind, entry, _ in known], null=True)
        for _, entry, meaning in known:
            spot = self.text.spot(entry.place or self.place)
            try:
                told = reader.read(meaning, entry)
                spot.facts = spans(meaning.facts)
                events = reader.events(told)
            except (NoFact, Unreadable) as fault:
                where = spot.place()
                if isinstance(fault, Unreadable):
                    raise Unreadable(fault.code, fault.message, fault.help, where.line, where.column) from None
                yield Unreadable("LOG014", f"the entry: {fault}", FITS, where.line, where.column), spot
                return
            yield from ((event, spot) for event in events)

    def _kind(self, reader: EntryReader, entry: Entry) -> object:
        if isinstance(entry.value, str):
            return entry.value
        path = self.mapping.record.kind
        try:
            return reader.reader.stands(entry, path) if path else None
        except BadPath as bad:
            raise bad_path(path, bad) from None

    def _follow(self, path: str) -> object:
        try:
            return follow(self.game, path, self.steps)
        except BadPath as bad:
            where = self.text.spot(self.place).place()
            raise bad_path(path, bad, where.line, where.column) from None

    def _single(self, key: str, path: str, reader: FactReader) -> object:
        """Give a fact that stands once in a game. Raises NoFact."""
        return reader.value(key, self._follow(path))

    def _header(self) -> Event:
        """Give the header: what the record says, and over it what the mapping says. Raises Unreadable."""
        facts: Event = {}
        for key, path in self.mapping.record.header.items():
            said = self._follow(path)
            if said is ABSENT:
                continue
            if key == "players" and isinstance(said, (list, dict)):
                said = len(said)
            meant = self.mapping.value(key, said)
            number = isinstance(meant, str) and sorts().get(key) == "number" and meant.isascii() and meant.isdigit()
            facts[key] = int(str(meant)[:9]) if number else meant
        if "players" not in self.mapping.record.header and self.mapping.record.setup:
            hands = self._follow(self.mapping.record.setup)
            if isinstance(hands, (list, dict)):
                facts |= {"players": len(hands), "derived": ["players"]}
        return complete(usual_header(self.mapping, **facts), HEADER_HELP)

    def _setup(self, reader: FactReader) -> Iterator[tuple[Event, Place]]:
        """Give what lies in the gardens before play. Raises NoFact."""
        path = self.mapping.record.setup
        if not path:
            return
        hands = self._follow(path)
        if hands is ABSENT or hands is None:
            raise NoFact(f"nothing stands at {path[:80]!r}, where the mapping looks for the set-up")
        for player, hand in reader.each_player(hands, "the set-up"):
            place = self.text.place_of(hand) or self.place
            for cell, clover in self._hand(hand, reader):
                yield {"event": "setup", "player": player, "clover": clover, "cell": cell}, place

    def _hand(self, hand: object, reader: FactReader) -> Iterator[tuple[object, object]]:
        """Give what a player lays before play: numbers in order, or a garden. Raises NoFact."""
        grid = reader.grid
        if grid is None:
            raise NoFact("a set-up as lists is one of gardens, which this game has not")
        if isinstance(hand, str):
            hand = hand.replace(",", " ").split()
        cells = self.mapping.record.cells or [grid.names[cell] for cell in grid.start]
        where = self.mapping.facts.get("cell")
        inside = [Entry(each, None) for each in hand if isinstance(each, dict)] if isinstance(hand, list) else []
        placed = [] if where is None else [reader.fact("cell", where, each) for each in inside]
        if placed and all(cell is not ABSENT and cell is not None for cell in placed):
            clover = self.mapping.facts.get("clover", "clover")
            told = [reader.fact("clover", clover, each) for each in inside]
            yield from zip(placed, (None if each is ABSENT else each for each in told), strict=True)
        elif isinstance(hand, list) and len(hand) <= len(cells) and not any(isinstance(each, list) for each in hand):
            numbers = [reader.value("clover", _inner(each)) for each in hand]
            if self.mapping.record.dealt:
                numbers.sort(key=lambda number: number if isinstance(number, int) else 0)
            yield from zip(cells, numbers, strict=False)
        else:
            for cell, sign in zip(grid.names, (reader.garden(hand) or "").replace("/", " ").split(), strict=True):
                if sign != ".":
                    yield cell, int(sign)

    def _entries(self) -> list[Entry]:
        """Find the entries. Raises Unreadable."""
        path, root = self.mapping.record.moves, self.text.root
        found = self._follow(path)
        values = list(found.values()) if isinstance(found, dict) else found
        if not isinstance(values, list):
            where = self.text.spot(self.place).place()
            message = f"the mapping says that the moves lie at {path[:80]!r}, where no list is"
            raise Unreadable("LOG016", message, GUESS, where.line, where.column)
        if isinstance(found, dict) and _by_player(values):
            lists = [each for each in values if isinstance(each, list)]
            values = [each[at] for at in range(max(map(len, lists))) for each in lists if at < len(each)]
            return [Entry(value, self.text.place_of(value), root) for value in values]
        whole = self.text.place_of(found)
        if whole is None:
            return [Entry(value, self.text.place_of(value), root) for value in values]
        names: list[str | int] = list(found) if isinstance(found, dict) else list(range(len(values)))
        return [Entry(value, (*whole, name), root) for name, value in zip(names, values, strict=True)]


def _by_player(values: list[object]) -> bool:
    """Tell whether an object has a list of entries for each player: they move in turn."""
    return len(values) > 1 and all(
        isinstance(each, list) and each and all(isinstance(one, (dict, list)) for one in each) for each in values
    )


def _inner(said: object) -> object:
    """Give the number of a clover that is written as an object with one number in it."""
    if isinstance(said, dict):
        numbers = [each for each in said.values() if type(each) is int]
        return said.get("number", numbers[0] if len(numbers) == 1 else None)
    return said


JSON_RECORD = JsonRecord()
