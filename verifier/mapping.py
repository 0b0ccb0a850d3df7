"""A user's mapping: what the names and values of a foreign record mean."""

from typing import Any

import msgspec
from msgspec import Struct

PLAYERS = ("first", "winners")  # keys whose values are players
LONGEST = 1 << 20  # bytes of a mapping file


class BadMapping(Exception):
    """A mapping file that cannot be used, with what would help."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message, self.help = message, help


class CellFrom(Struct, frozen=True, forbid_unknown_fields=True):
    """A cell that a record gives as two numbers; `first` is the number of the first column and row."""

    column: str
    row: str
    first: int = 1


class Notification(Struct, frozen=True, forbid_unknown_fields=True):
    """What one sort of notification means: an event, and where its facts stand; `fixed` facts stand nowhere."""

    means: str
    facts: dict[str, str | CellFrom] = {}
    fixed: dict[str, Any] = {}


class Mapping(Struct, frozen=True, forbid_unknown_fields=True):
    """What the names and values of a record mean.

    `header` holds facts of the game that the record does not tell, and counts more than the record; `columns` says
    for each of our keys which column holds it; `values` says for each of our keys what the record's values mean;
    `notifications` says what each sort of notification means.
    """

    header: dict[str, Any] = {}
    columns: dict[str, str | CellFrom] = {}
    values: dict[str, dict[str, Any]] = {}
    notifications: dict[str, Notification] = {}

    def value(self, key: str, said: object) -> object:
        """Say what a value of the record means, or each of several; players are named alike wherever they are named."""
        meanings = self.values.get(key) or (self.values.get("player") if key in PLAYERS else None)
        if meanings is not None and isinstance(said, list):
            return [self.value(key, each) for each in said]
        if meanings is not None and isinstance(said, (str, int)):
            return meanings.get(str(said), said)
        return said


NO_MAPPING = Mapping()


def read_mapping(path: str) -> Mapping:
    """Read a mapping file, TOML or JSON. Raises BadMapping."""
    import tomllib

    shape = "docs/dialects.md tells what a mapping holds"
    try:
        with open(path, "rb") as file:
            raw = file.read(LONGEST + 1)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise BadMapping(f"cannot read the mapping {path}: {reason}", "give the path of a TOML or JSON file") from None
    if len(raw) > LONGEST:
        raise BadMapping(f"the mapping {path} is longer than {LONGEST} bytes", shape)
    try:
        if raw.lstrip()[:1] == b"{":
            return msgspec.json.decode(raw, type=Mapping)
        return msgspec.convert(tomllib.loads(raw.decode()), Mapping)
    except (msgspec.MsgspecError, tomllib.TOMLDecodeError, ValueError, RecursionError) as fault:
        what = "is nested too deeply" if isinstance(fault, RecursionError) else f"cannot be used: {fault}"
        raise BadMapping(f"the mapping {path} {what}", shape) from None
