"""A mapping that is being put together, with what is sure of each line of it and what is not."""

import json
import re
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct, field

from verifier.guess.record_shape import path_of
from verifier.mapping import Mapping as RecordMapping

Value = object
BARE = re.compile(r"[A-Za-z0-9_-]+")
LONGEST_REMARK = 150
PATHS = ("row", "column", "index", "at")  # keys of a cell that say where something stands
SECTIONS = ("header", "record", "columns", "facts")


class Remark(Struct, frozen=True):
    """What is to be said of a line: why, and whether it is only a guess."""

    text: str
    sure: bool = True


class Draft(Struct):
    """The lines of a mapping by section and key, and the remarks on them."""

    header: dict[str, Value] = field(default_factory=dict)
    record: dict[str, Value] = field(default_factory=dict)
    columns: dict[str, Value] = field(default_factory=dict)
    facts: dict[str, Value] = field(default_factory=dict)
    values: dict[str, dict[str, Value]] = field(default_factory=dict)
    notifications: dict[str, dict[str, Value]] = field(default_factory=dict)
    remarks: dict[tuple[str, ...], Remark] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)

    def copy(self) -> "Draft":
        """Give another one with the same lines."""
        copied = msgspec.convert(msgspec.to_builtins({**self._parts()}), dict[str, dict[str, object]])
        other = Draft(remarks=dict(self.remarks), unused=list(self.unused))
        for name, lines in copied.items():
            getattr(other, name).update(lines)
        return other

    def _parts(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in (*SECTIONS, "values", "notifications")}

    def as_archive(self) -> None:
        """Say it as of an archive of Board Game Arena, whose notifications are found without being told where."""
        for key in ("moves", "kind", "setup", "end"):
            self.record.pop(key, None)
        header = self.record.pop("header", None)
        if isinstance(header, dict):
            self.header.setdefault("players", len(self.values.get("player", {})) or 2)
        self.facts = _inside_args(self.facts)
        for part in self.notifications.values():
            part["facts"] = _inside_args(dict_of(part.get("facts")))
        told = [self.facts, *(dict_of(part["facts"]) for part in self.notifications.values())]
        self.values = {
            key: each for key, each in self.values.items() if any(key in (*facts, "player") for facts in told)
        }

    def as_table(self, names: Iterable[str], players: int) -> "Draft":
        """Say it as of a table, whose columns are named and which has nothing but rows."""
        columns = {path_of((name,)): name for name in names}
        told = {key: _column_of(where, columns) for key, where in self.facts.items()}
        self.columns, self.facts, self.record = {key: name for key, name in told.items() if name}, {}, {}
        self.header.setdefault("players", players)
        for key in told:
            if (said := self.remarks.pop(("facts", key), None)) is not None:
                self.remarks["columns", key] = said
        self.remarks.pop(("record", "moves"), None)
        return self

    @property
    def dialect(self) -> str:
        """Name the form that reads records with it."""
        if self.columns:
            return "table"
        return "json" if self.record.get("moves") else "board-game-arena"

    def mapping(self) -> RecordMapping:
        """Give the mapping. Raises msgspec.ValidationError."""
        return msgspec.convert(msgspec.to_builtins(self._parts()), RecordMapping)

    def say(self, *keys: str, text: str, sure: bool = True) -> None:
        """Remark on a line."""
        self.remarks[keys] = Remark(text, sure)

    def text(self, above: list[str]) -> str:
        """Write the mapping in TOML, each remark behind its line."""
        lines = [f"# {_printable(line)}" for line in above]
        for name in SECTIONS:
            lines += self._section(name, getattr(self, name), (name,))
        for key, meanings in self.values.items():
            lines += self._section(f"values.{_key(key)}", meanings, ("values", key))
        for key, parts in self.notifications.items():
            lines += self._section(f"notifications.{_key(key)}", parts, ("notifications", key))
        if self.unused:
            lines += ["", f"# not used: {_printable(', '.join(self.unused))[:LONGEST_REMARK]}"]
        return "\n".join(lines) + "\n"

    def _section(self, title: str, parts: dict[str, Value], keys: tuple[str, ...]) -> list[str]:
        if not parts:
            return []
        head = self.remarks.get(keys)
        lines = ["", _with(f"[{title}]", head)]
        for key, value in parts.items():
            lines.append(_with(f"{_key(key)} = {_value(value)}", self.remarks.get((*keys, key))))
        return lines


def dict_of(value: Value) -> dict[str, Value]:
    """Give an object, an empty one where it is none."""
    return value if isinstance(value, dict) else {}


def _column_of(where: Value, columns: Mapping[str, str]) -> Value:
    """Name the columns that paths lead to, nothing where one leads to none."""
    if isinstance(where, dict):
        named = {key: columns.get(str(each)) if key in PATHS else each for key, each in where.items()}
        return named if None not in named.values() else None
    return columns.get(str(where))


def _inside_args(facts: dict[str, Value]) -> dict[str, Value]:
    """Keep the facts that stand in the args of a notification."""
    return {
        key: _inside(where) for key, where in facts.items() if isinstance(where, dict) or str(where).startswith("args.")
    }


def _inside(where: Value) -> Value:
    """Give a path that begins inside of the args of a notification."""
    if isinstance(where, dict):
        return {key: _inside(each) for key, each in where.items()}
    return where.removeprefix("args.") if isinstance(where, str) else where


def _with(line: str, remark: Remark | None) -> str:
    if remark is None:
        return line
    mark = "" if remark.sure else "NOT SURE: "
    return f"{line:<38}  # {mark}{_printable(remark.text)[:LONGEST_REMARK]}"


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _value(key)


def _value(value: Value) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(str(key))} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text)
