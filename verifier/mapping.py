"""A user's mapping: what the names and values of a foreign record mean."""

import codecs
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
    """A cell that a record gives as numbers: its column and row, or one `index` that counts row by row.

    `first` is the number of the first column and row, or of the first cell; `up` counts the rows from below. Column and
    row may also stand in one `text` (such as "{row},{column}") at one place, `at`.
    """

    column: str = ""
    row: str = ""
    first: int = 1
    index: str = ""
    up: bool = False
    at: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        """Refuse half a cell. Raises ValueError."""
        given = (bool(self.index), bool(self.column or self.row), bool(self.at or self.text))
        if sum(given) != 1 or bool(self.column) != bool(self.row) or bool(self.at) != bool(self.text):
            raise ValueError("a cell stands at `column` and `row`, at an `index`, or `at` a place as a `text`")

    def paths(self) -> tuple[str, ...]:
        """Give where its numbers stand."""
        return (self.index or self.at,) if self.index or self.at else (self.column, self.row)


Fact = str | CellFrom


class Notification(Struct, frozen=True, forbid_unknown_fields=True):
    """What one sort of notification means: an event, and where its facts stand; `fixed` facts stand nowhere."""

    means: str = "lay"
    facts: dict[str, Fact] = {}
    fixed: dict[str, Any] = {}


class RecordParts(Struct, frozen=True, forbid_unknown_fields=True):
    """Where in a JSON record its parts lie, each as a path.

    `lines`: one JSON value a line, which are read as one list. `games`: the list of games, where there are several; the
    other paths begin in a game. `moves`: what happened, one entry behind the other; `kind`: where in an entry its sort
    stands. `setup`: what lies in each player's garden before play, as numbers on `cells` (the diagonal without it;
    `dealt`: in ascending order, however they are listed). `header`, `start`, `end`: single facts of these events.
    `channel`: how the channel of a packet begins that counts. `ignored`: keys and sorts that mean nothing.
    """

    moves: str = ""
    kind: str = ""
    lines: bool = False
    games: str = ""
    setup: str = ""
    cells: list[str] = []
    dealt: bool = False
    header: dict[str, str] = {}
    start: dict[str, str] = {}
    end: dict[str, str] = {}
    channel: str = ""
    ignored: list[str] = []


class Mapping(Struct, frozen=True, forbid_unknown_fields=True):
    """What the names and values of a record mean.

    `header` holds facts of the game that the record does not tell, and counts more than the record; `columns` says
    for each of our keys which column holds it; `values` says for each of our keys what the record's values mean;
    `record` says where in a JSON record its parts lie, `facts` where in an entry each of our keys stands;
    `notifications` says what each sort of entry means.
    """

    header: dict[str, Any] = {}
    columns: dict[str, Fact] = {}
    values: dict[str, dict[str, Any]] = {}
    notifications: dict[str, Notification] = {}
    record: RecordParts = RecordParts()
    facts: dict[str, Fact] = {}

    def value(self, key: str, said: object) -> object:
        """Say what a value of the record means, or each of several; players are named alike wherever they are named."""
        meanings = self.values.get(key)
        if key in PLAYERS:
            meanings = {**self.values.get("player", {}), **(meanings or {})}
        if meanings and isinstance(said, list):
            return [self.value(key, each) for each in said]
        if meanings and (said is None or isinstance(said, (str, int, float))):
            return meanings.get(_written(said), said)
        return said


def _written(said: str | float | None) -> str:
    """Write a value as a key of a mapping names it."""
    if isinstance(said, str):
        return said
    if said is None or isinstance(said, bool):
        return {None: "null", True: "true", False: "false"}[said]
    return str(int(said)) if said == said // 1 else str(said)


NO_MAPPING = Mapping()


def read_mapping(path: str) -> Mapping:
    """Read a mapping file, TOML or JSON. Raises BadMapping."""
    from models.toml_text import toml_table

    shape = "docs/mappings.md tells what a mapping holds"
    try:
        with open(path, "rb") as file:
            raw = file.read(LONGEST + 1)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise BadMapping(f"cannot read the mapping {path}: {reason}", "give the path of a TOML or JSON file") from None
    if len(raw) > LONGEST:
        raise BadMapping(f"the mapping {path} is longer than {LONGEST} bytes", shape)
    try:
        raw = raw.removeprefix(codecs.BOM_UTF8)
        if path.lower().endswith(".json") or raw.lstrip()[:1] == b"{":
            return msgspec.json.decode(raw, type=Mapping)
        return msgspec.convert(toml_table(raw.decode()), Mapping)
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        what = "is nested too deeply" if isinstance(fault, RecursionError) else f"cannot be used: {fault}"
        raise BadMapping(f"the mapping {path} {what}", shape) from None
