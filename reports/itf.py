"""Lines of play in the Informal Trace Format of the model checker Apalache."""

from collections.abc import Sequence
from typing import Any

import msgspec

from models.proof import Provable, Told

FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html"


class TraceMeta(msgspec.Struct, rename={"format_description": "format-description"}):
    """Where a trace comes from."""

    format: str
    format_description: str
    source: str
    description: str


class StateMeta(msgspec.Struct):
    """The place of a state in its trace."""

    index: int


class State(msgspec.Struct, rename={"meta": "#meta"}):
    """A table, the name of the action that led to it, and that action in words."""

    meta: StateMeta
    action: str
    words: str
    gardens: list[list[int]]
    middle: list[int]
    hidden: list[int]
    pile: int
    playing: bool
    last: int
    over: bool


class Trace(msgspec.Struct, rename={"meta": "#meta"}):
    """A line of play: one state after another."""

    meta: TraceMeta
    vars: list[str]
    states: list[State]


def trace(claim: Provable, told: Sequence[Told]) -> Trace:
    """Write a line of play that refutes a claim as a trace."""
    meta = TraceMeta("ITF", FORMAT, f"cloverproof claim {claim.id}", claim.statement)
    names = [field.name for field in msgspec.structs.fields(State) if field.name != "meta"]
    return Trace(meta, names, [_state(index, each) for index, each in enumerate(told)])


def _state(index: int, told: Told) -> State:
    known: dict[str, Any] = {name: value for name, value in told.state.items() if name != "written"}
    return State(StateMeta(index), told.action, told.words, **known)
