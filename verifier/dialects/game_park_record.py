"""The form of Game Park's own records, and where each part of one stands in its text."""

from functools import cached_property

import msgspec
from msgspec import UNSET, Struct, UnsetType

from verifier.document import Elements, JsonPart, document_known, document_of
from verifier.source import Unreadable
from verifier.source_place import SourcePlace
from verifier.whole_numbers import whole_numbers_in_place

FACTS = {"player": ("move.playerId",), "clover": ("move.clover",), "cell": ("move.row", "move.column")}


class Clover(Struct, gc=False):
    """A clover as it stands in a record."""

    number: int


class Move(Struct, gc=False, rename={"player": "playerId"}):
    """A move; row and column count from 0, -1 and -1 leave the clover in the middle."""

    type: int
    player: int | None = None
    clover: Clover | list[Clover] | None = None
    row: int | None = None
    column: int | None = None


class ParkAction(Struct, gc=False, rename={"player": "playerId"}):
    """What a player did."""

    move: Move
    player: int | None = None
    consequences: tuple[Move, ...] | None = None  # mostly none, and then nothing is made for it


class ParkOptions(Struct, rename="camel"):
    """The variants of a game."""

    players: int | None = None
    is_bruno_variant: bool | None = None
    is_michael_variant: bool | None = None


class Hand(Struct):
    """A player's garden, and the clovers that are dealt to him and not laid yet."""

    garden: list[list[Clover | None]] = []
    clovers: list[Clover] | None = None


class ParkState(Struct, rename="camel"):
    """All that lies on the table."""

    players: list[Hand] = []
    face_down_clovers: list[Clover] | None = None
    face_up_clovers: list[Clover] | None = None
    is_bruno_variant: bool | None = None
    is_michael_variant: bool | None = None


class ParkRecord(Struct, rename={"stated_first": "initialState", "final_state": "finalState"}):
    """A whole record."""

    actions: list[ParkAction]
    options: ParkOptions | None = None
    stated_first: ParkState | UnsetType | None = UNSET
    final_state: ParkState | None = None

    @property
    def initial_state(self) -> ParkState | None:
        """What lies on the table at the start, None where the record does not tell."""
        return self.stated_first or None


class ActionTexts(Struct):
    """The actions of a record as they are written."""

    actions: list[msgspec.Raw]


FAULTS = (msgspec.MsgspecError, RecursionError, ValueError)  # what decoding raises
_record = msgspec.json.Decoder(ParkRecord).decode
_texts = msgspec.json.Decoder(ActionTexts).decode
PARTS: dict[str, type[ParkOptions | ParkState]] = {
    "options": ParkOptions,
    "initialState": ParkState,
    "finalState": ParkState,
}


class Text:
    """The text of a record, cut into its parts only where a place is asked for."""

    def __init__(self, text: bytes) -> None:
        self.text, self.known = text, False  # whether it was decoded
        self.asked = False  # whether an action was asked for

    @cached_property
    def whole(self) -> JsonPart:
        """Give the whole. Raises Unreadable where it is not JSON."""
        return document_known(self.text) if self.known else document_of(self.text)

    @cached_property
    def parts(self) -> dict[str, JsonPart]:
        """Give the members of the record."""
        return self.whole.members()

    @cached_property
    def actions(self) -> Elements:
        """Give the actions."""
        return Elements(self.parts["actions"], FACTS)

    def action(self, index: int) -> JsonPart:
        """Give an action of a record that was decoded.

        Of most records one alone is asked for: its text is looked for, and where it comes once, that is the place.
        """
        if not self.asked:
            self.asked = True
            text = bytes(_texts(self.text).actions[index])
            at = self.text.find(text)
            if self.text.find(text, at + 1) < 0:
                return JsonPart(self.whole.document, at, at + len(text), f"/actions/{index}", FACTS)
        return self.actions[index]

    def decoded(self) -> ParkRecord:
        """Decode it; where that is not possible as it was written, with whole numbers as such. Raises Unreadable."""
        try:
            record = _record(self.text)
        except FAULTS:
            self.text = whole_numbers_in_place(self.text)
            try:
                record = _record(self.text)
            except FAULTS as fault:
                raise self._fault(fault) from None
        self.known = True
        return record

    def _fault(self, fault: Exception) -> Unreadable:
        """Find the part that cannot be decoded. Raises Unreadable where the whole is no JSON."""
        actions = self.parts.get("actions")
        if actions is None:
            where = self.whole.place()
            message = 'the record has no "actions"'
            return Unreadable("LOG014", message, "give the whole record of the game", where.line, where.column)
        wanted = [(self.parts[key], shape) for key, shape in PARTS.items() if key in self.parts]
        for part, shape in [*wanted, *((action, ParkAction) for action in actions.elements())]:
            try:
                msgspec.json.decode(part.raw, type=shape | None if shape is not ParkAction else shape)
            except FAULTS as found:
                return _not_this(part, found)
        return _not_this(actions, fault)


class At(Struct, gc=False):
    """Where something stands in a record: in the action of a number from 0, or in a part."""

    record: Text
    index: int
    part: str = ""

    def place(self) -> SourcePlace:
        """Give its place."""
        if not self.part:
            return self.record.action(self.index).place()
        part: JsonPart | None = self.record.whole
        for step in self.part.split("."):
            part = None if part is None else part.members().get(step)
        return (part or self.record.whole).place()


class Behind(Struct, gc=False):
    """The end of the actions, where an end of play would stand."""

    record: Text

    def place(self) -> SourcePlace:
        """Give its place."""
        part = self.record.parts["actions"]
        return JsonPart(part.document, part.end - 1, part.end, part.pointer).place()


def _not_this(part: JsonPart, fault: Exception) -> Unreadable:
    deep = isinstance(fault, RecursionError)
    message = "a part of the record is nested too deeply" if deep else f"unexpected: {fault}"
    return part.document.unreadable("LOG014", message, "give the record as it was written", part.start)


def contradiction(at: At, message: str) -> Unreadable:
    """Say that a record contradicts itself at a place."""
    where = at.place()
    return Unreadable("LOG018", message, "the record contradicts itself here", where.line, where.column)
