"""Lines of play in the Informal Trace Format of the model checker Apalache, as Quint and readers in Python take it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from models.proof import Provable, StepInWords

FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html"


class TraceMeta(msgspec.Struct, rename={"format_description": "format-description", "var_types": "varTypes"}):
    """Where a trace comes from, and the type of each of its variables as Apalache writes types."""

    format: str
    format_description: str
    source: str
    description: str
    var_types: dict[str, str]


class Trace(msgspec.Struct, rename={"meta": "#meta"}):
    """A line of play: one state after another.

    A state has its place (`#meta`), the name of the action that led to it, that action in words, and the table by the
    names in `vars`; a whole number is an object `{"#bigint":"13"}`.
    """

    meta: TraceMeta
    vars: list[str]
    states: list[dict[str, Any]]


def trace(claim: Provable, told: Sequence[StepInWords]) -> Trace:
    """Write a line of play that decides a claim as a trace."""
    states = [_known(each) for each in told]
    types = {name: _type(state[name] for state in states) for name in (states[0] if states else ())}
    meta = TraceMeta("ITF", FORMAT, f"cloverproof claim {claim.id}", claim.statement, types)
    written = [{"#meta": {"index": index}, **_record(state)} for index, state in enumerate(states)]
    return Trace(meta, list(types), written)


def _known(told: StepInWords) -> dict[str, object]:
    known = {name: value for name, value in told.state.items() if name != "written"}
    return {"action": told.action, "words": told.words, **known}


def _record(values: Mapping[str, object]) -> dict[str, object]:
    return {name: _value(value) for name, value in values.items()}


def _value(value: object) -> object:
    """Write a value: numbers, in lists and records too, as readers of any language can hold them."""
    if isinstance(value, bool) or not isinstance(value, int | list | tuple | dict):
        return value
    if isinstance(value, int):
        return {"#bigint": str(value)}
    return _record(value) if isinstance(value, dict) else [_value(each) for each in value]


def _type(values: Iterable[object]) -> str:
    """Name the type that all these values have; a sequence that is always empty is one of numbers."""
    given = list(values)
    first = given[0] if given else 0
    if isinstance(first, bool):
        return "Bool"
    if isinstance(first, str):
        return "Str"
    if isinstance(first, dict):
        fields = (f"{name}: {_type(each[name] for each in given if isinstance(each, dict))}" for name in first)
        return f"{{ {', '.join(fields)} }}"
    if isinstance(first, list | tuple):
        return f"Seq({_type(each for row in given if isinstance(row, list | tuple) for each in row)})"
    return "Int"
