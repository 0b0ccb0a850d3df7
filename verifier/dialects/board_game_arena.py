"""Board Game Arena's archives: packets of notifications; a mapping says which of them mean what."""

from collections.abc import Iterator

import msgspec

from verifier.dialect import HEADER_HELP, Dialect, Event, Source, Told, complete, scribe_of, usual_header
from verifier.document import JsonPart, document_of
from verifier.key_values import NoFact, cell_name, keys, sorts, value_of
from verifier.mapping import CellFrom, Mapping, Notification
from verifier.source import Unreadable

DRAW, LAY, LEAVE, IGNORED = "draw", "lay", "leave", "nothing"
TOLD = ("player", "clover", "cell")  # facts that are not there only now and then


class Sent(msgspec.Struct, gc=False):
    """A notification: its type and what it tells."""

    type: str = ""
    args: dict[str, object] | list[object] | None = None


_sent = msgspec.json.Decoder(Sent).decode


class BoardGameArena(Dialect):
    """Archives of Board Game Arena.

    What a notification means, and where in it the facts stand, is the game's own and not public: the mapping says it.
    A notification may mean an event of ours, or "draw" (a clover is revealed), "lay" (one is put on a cell: the game
    tells placements before play, adding and exchanging apart) or "leave" (one is left in the middle). Whoever lays a
    clover without having revealed one took it from the middle.
    """

    name = "board-game-arena"
    title = "an archive of Board Game Arena"
    endings = (".json", ".json.gz")

    def wants(self, mapping: Mapping) -> bool:
        return bool(mapping.notifications)

    def missed(self, head: bytes) -> str:
        if head.lstrip()[:1] not in (b"{", b"["):
            return "a JSON object"
        lacking = [f'"{key}"' for key in ("packet_id", "move_id") if f'"{key}"'.encode() not in head]
        return f"the keys {' and '.join(lacking)}" if lacking else ""

    def read(self, source: Source) -> Iterator[Told]:
        mapping = source.mapping
        if not mapping.notifications:
            message = "the archive does not tell what its notifications mean"
            raise Unreadable("LOG016", message, "say it in a mapping file (--mapping); docs/dialects.md has an example")
        _check(mapping)
        archive = document_of(source.document())
        header = complete(usual_header(mapping), HEADER_HELP)
        yield header, archive
        game = _Game(header, mapping)
        parts = [(part, _decoded(part)) for part in _notifications(archive)]
        _check_paths(mapping, [sent for _, sent in parts if isinstance(sent, Sent)])
        for part, sent in parts:
            if isinstance(sent, str):
                yield _unlike(part, sent), part
                return
            meaning = mapping.notifications.get(sent.type)
            try:
                told = [] if meaning is None else game.told(meaning, sent.args)
            except NoFact as fault:
                yield _unlike(part, str(fault)), part
                return
            if told and meaning is not None:
                part.facts = _facts(meaning)
            for event in told:
                yield event, part
        if not game.known:
            kinds = ", ".join(mapping.notifications)[:200]
            message = "the archive has no notification that the mapping knows"
            raise Unreadable("LOG016", message, f"the mapping knows {kinds}")


def _decoded(part: JsonPart) -> Sent | str:
    """Decode a notification, or say why that cannot be."""
    try:
        return _sent(part.raw)
    except RecursionError:
        return "it is nested too deeply"
    except msgspec.MsgspecError as fault:
        return str(fault)


def _unlike(part: JsonPart, why: str) -> Unreadable:
    where = part.place()
    help_line = "see whether the mapping fits this archive; [values.KEY] says what values of a key mean"
    return Unreadable("LOG014", f"the notification: {why}", help_line, where.line, where.column)


def _check_paths(mapping: Mapping, sent: list[Sent]) -> None:
    """Refuse a mapping that looks for a fact every notification must tell where none has anything."""
    for name, meaning in mapping.notifications.items():
        those = [each.args for each in sent if each.type == name]
        for key in (key for key in TOLD if those and key in meaning.facts):
            where = meaning.facts[key]
            for path in (where.column, where.row) if isinstance(where, CellFrom) else (where,):
                if all(_at(args, path) is None for args in those):
                    message = (
                        f"the mapping says that {key} stands at {path[:40]!r}, where no {name[:40]!r} has anything"
                    )
                    raise Unreadable("LOG016", message, "the path begins inside of args, with dots between its keys")


def _check(mapping: Mapping) -> None:
    """Refuse a mapping whose words mean nothing."""
    events = (*(name for name in keys() if name != "game"), DRAW, LAY, LEAVE, IGNORED)
    for name, meaning in mapping.notifications.items():
        if meaning.means not in events:
            message = f"the mapping says that {name[:40]!r} means {meaning.means[:40]!r}"
            raise Unreadable("LOG016", message, f"known: {', '.join(events)}")
        for key in (*meaning.facts, *meaning.fixed):
            if key not in sorts():
                raise Unreadable("LOG016", f"the mapping names a fact {key[:40]!r}", f"known: {', '.join(sorts())}")


def _notifications(archive: JsonPart) -> Iterator[JsonPart]:
    """Give all notifications in order. Raises Unreadable where there are no packets."""
    packets = archive
    for key in ("data", "logs"):
        packets = packets.members().get(key, packets)
    if packets.opening != b"[":
        message = "the archive has no list of packets"
        raise Unreadable("LOG014", message, 'it should be {"data":{"logs":[...]}}', 1, 1)
    for packet in packets.elements():
        inner = packet.members().get("data")
        if packet.opening != b"{" or (inner is not None and inner.opening != b"["):
            where = packet.place()
            message = "a packet is no object with a list of notifications"
            raise Unreadable("LOG014", message, 'it should be {"data":[...]}', where.line, where.column)
        if inner is not None:
            yield from inner.elements()


def _facts(meaning: Notification) -> dict[str, tuple[str, ...]]:
    """Say where in a notification its facts stand."""
    return {
        key: tuple(f"args.{path}" for path in ((where.column, where.row) if isinstance(where, CellFrom) else (where,)))
        for key, where in meaning.facts.items()
    }


class _Game:
    """The state of reading one game: whoever has revealed a clover, and which one."""

    def __init__(self, header: Event, mapping: Mapping) -> None:
        self.log_writer, self.mapping = scribe_of(header), mapping
        self.revealed: Event | None = None
        self.known = False

    def told(self, meaning: Notification, args: object) -> list[Event]:
        """Give the events that a notification makes. Raises NoFact."""
        self.known = True
        facts = {key: self._fact(key, where, args) for key, where in meaning.facts.items()} | meaning.fixed
        if meaning.means == IGNORED:
            return []
        if meaning.means == DRAW:
            if self.revealed is not None:
                raise NoFact("a clover is revealed, but the one before was not laid")
            self.revealed = facts
            return []
        if meaning.means not in (LAY, LEAVE):
            return self.log_writer.write({"event": meaning.means, **facts})
        return self.log_writer.write({"event": "lay", **self._laid(meaning.means, facts)})

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
        event.setdefault("from", "pile" if drawn is not None or means == LEAVE else "middle")
        return event | ({"action": "discard"} if means == LEAVE else {})

    def _fact(self, key: str, where: str | CellFrom, args: object) -> object:
        if isinstance(where, CellFrom):
            column, row = _at(args, where.column), _at(args, where.row)
            return None if column is None or row is None else cell_name(column, row, where.first)
        said = self.mapping.value(key, _at(args, where))
        if isinstance(said, list) and sorts()[key] == "numbers":
            return [value_of("player", each) if isinstance(each, str) else each for each in said]
        return value_of(key, said) if isinstance(said, str) else said


def _at(args: object, path: str) -> object:
    """Follow a path of keys with dots between them; None where it leads nowhere."""
    for step in path.split("."):
        if isinstance(args, dict):
            args = args.get(step)
        elif isinstance(args, list) and step.isdigit() and len(step) < 6 and int(step) < len(args):
            args = args[int(step)]
        else:
            return None
    return args


BOARD_GAME_ARENA = BoardGameArena()
