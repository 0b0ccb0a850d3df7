"""Board Game Arena's archives: packets of notifications; a mapping says which of them mean what."""

from collections.abc import Iterator
from itertools import islice

import msgspec
from msgspec import Struct

from verifier.dialect import HEADER_HELP, Dialect, Source, Told, complete, usual_header
from verifier.dialects.entries import EntryMeaning, EntryReader, check_meanings, check_paths, spans
from verifier.dialects.entry_facts import Entry
from verifier.document import JsonPart, document_of
from verifier.key_values import NoFact
from verifier.mapping import Mapping, Notification
from verifier.path_limits import Steps
from verifier.source import Unreadable

PACKET = {"packet_id", "move_id", "packet_type"}
PRIVATE = "/player/"  # how the channel of one player begins
DEEPEST = 5  # levels of wrapping around the packets
LOOKED_AT = 50  # elements of a list that are asked whether they are packets
SHAPE = 'it should be {"data":{"logs":[...]}}, or a list of packets'


class Sent(Struct, gc=False):
    """A notification: its type and what it tells."""

    type: str = ""
    args: dict[str, object] | list[object] | None = None
    uid: str | int | None = None


class Packet(Struct, gc=False):
    """What is said of a packet beside its notifications."""

    move_id: str | int | None = None
    channel: str | None = None


class Received(Struct, gc=False):
    """A notification of the archive: the packet it came in, what it means and says, or why it cannot be read."""

    part: JsonPart
    sent: Sent | str
    packet: Packet
    entry: Entry = Entry(None, None)
    meaning: Notification | None = None
    told: EntryMeaning | None = None
    fault: str = ""
    channels: list[str | None] = []

    def __post_init__(self) -> None:
        """Note the channel it came on."""
        self.channels = [self.packet.channel]


_sent = msgspec.json.Decoder(Sent).decode
_packet = msgspec.json.Decoder(Packet).decode


WAYS = "say it in a mapping (--mapping), which `cloverproof convert --guess FILE` proposes; docs/mappings.md tells how"


class BoardGameArena(Dialect):
    """Archives of Board Game Arena.

    What a notification means, and where in it the facts stand, is the game's own and not public: the mapping says it.
    A notification may mean an event of ours, or "draw" (a clover is revealed), "lay" (one is put on a cell: the game
    tells placements before play, adding and exchanging apart) or "leave" (one is left in the middle). Whoever lays a
    clover without having revealed one took it from the middle.

    What one move sent on several channels, to a player and to the whole table, counts once.
    """

    name = "board-game-arena"
    title = "an archive of Board Game Arena"
    endings = (".json", ".json.gz")

    def wants(self, mapping: Mapping) -> bool:
        return bool(mapping.notifications) and not mapping.record.moves

    def missed(self, head: bytes) -> str:
        if head.lstrip()[:1] not in (b"{", b"["):
            return "a JSON object"
        lacking = [f'"{key}"' for key in ("packet_id", "move_id") if f'"{key}"'.encode() not in head]
        return f"the keys {' and '.join(lacking)}" if lacking else ""

    def read(self, source: Source) -> Iterator[Told]:
        mapping = source.mapping
        if not mapping.notifications:
            message = "the archive does not tell what its notifications mean"
            raise Unreadable("LOG016", message, WAYS)
        check_meanings(mapping)
        archive = document_of(source.document())
        header = complete(usual_header(mapping), HEADER_HELP)
        yield header, archive
        reader = EntryReader(header, mapping, Steps(), middle=True)
        received = list(_received(archive, reader))
        those = [(each.sent.type, each.entry) for each in received if isinstance(each.sent, Sent) and each.meaning]
        check_paths(reader, those, null=False)
        for each in _once(received):
            if each.fault:
                yield _unlike(each.part, each.fault), each.part
                return
            if each.meaning is None or each.told is None:
                continue
            try:
                events = reader.events(each.told)
            except NoFact as fault:
                yield _unlike(each.part, str(fault)), each.part
                return
            if events:
                each.part.facts = spans(each.meaning.facts, "args.")
            yield from ((event, each.part) for event in events)
        source.noted += reader.unread.notes()
        if not reader.known:
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


def _received(archive: JsonPart, reader: EntryReader) -> Iterator[Received]:
    """Give all notifications in order, with what they say. Raises Unreadable where there are no packets."""
    channel = reader.mapping.record.channel
    for packet, part in _notifications(archive):
        if not str(packet.channel or "").startswith(channel):
            continue
        sent = _decoded(part)
        if isinstance(sent, str):
            yield Received(part, sent, packet, fault=sent)
            continue
        meaning, entry = reader.meaning(sent.type, Entry(sent.args, None))
        each = Received(part, sent, packet, entry, meaning)
        if meaning is not None:
            try:
                each.told = reader.read(meaning, entry, unknown=True)
            except NoFact as wrong:
                each.fault = str(wrong)
        yield each


def _notifications(archive: JsonPart) -> Iterator[tuple[Packet, JsonPart]]:
    """Give each notification with its packet; one that stands alone is its own packet."""
    for part in _packets(archive).elements():
        inside = part.members()
        inner = inside.get("data")
        if part.opening == b"{" and inner is None and "type" in inside:
            yield _packet_of(part), part
            continue
        if part.opening != b"{" or (inner is not None and inner.opening != b"["):
            where = part.place()
            message = "a packet is no object with a list of notifications"
            raise Unreadable("LOG014", message, 'it should be {"data":[...]}', where.line, where.column)
        if inner is not None:
            packet = _packet_of(part)
            yield from ((packet, each) for each in inner.elements())


def _packet_of(part: JsonPart) -> Packet:
    try:
        return _packet(part.raw)
    except (msgspec.MsgspecError, RecursionError):
        return Packet()


def _packets(archive: JsonPart) -> JsonPart:
    """Find the list of packets, however it is wrapped. Raises Unreadable where there is none."""
    level, lists = [archive], list[JsonPart]()
    for _ in range(DEEPEST):
        for part in level:
            if part.opening == b"[":
                lists.append(part)
                if any(PACKET & each.members().keys() for each in islice(part.elements(), LOOKED_AT)):
                    return part
        level = [inner for part in level for inner in part.members().values()]
    if not lists:
        raise Unreadable("LOG014", "the archive has no list of packets", SHAPE, 1, 1)
    return lists[0]


def _once(received: list[Received]) -> Iterator[Received]:
    """Leave out what a move sent a second time, on another channel; what only one of them says counts for both."""
    kept: list[Received] = []
    moves: dict[str, list[Received]] = {}
    for each in received:
        told = each.told
        if told is None or each.packet.move_id is None:
            kept.append(each)
            continue
        before = moves.setdefault(str(each.packet.move_id), [])
        again = next((other for other in before if _same(other, each)), None)
        if again is None:
            before.append(each)
            kept.append(each)
        else:
            again.channels.append(each.packet.channel)
            known = {key: value for key, value in told.facts.items() if value is not None}
            assert again.told is not None
            again.told.facts = again.told.facts | known
    return iter(kept)


def _same(one: Received, other: Received) -> bool:
    """Tell whether two notifications of one move are the same one."""
    assert one.told is not None
    assert other.told is not None
    if not isinstance(one.sent, Sent) or not isinstance(other.sent, Sent) or one.sent.type != other.sent.type:
        return False
    mine, theirs = one.told.facts, other.told.facts
    if any(None not in (mine[key], theirs[key]) and mine[key] != theirs[key] for key in mine.keys() & theirs.keys()):
        return False
    if one.sent.uid is not None and one.sent.uid == other.sent.uid:
        return True
    channel = other.packet.channel
    if channel is None or None in one.channels or channel in one.channels:
        return False
    return not all(str(each).startswith(PRIVATE) for each in (channel, *one.channels))


BOARD_GAME_ARENA = BoardGameArena()
