"""Lines of play in the Informal Trace Format of the model checker Apalache."""

from collections.abc import Sequence
from typing import Any

import msgspec

from models.proof import Provable, StepInWords

FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html"


class TraceMeta(msgspec.Struct, rename={"format_description": "format-description"}):
    """Where a trace comes from."""

    format: str
    format_description: str
    source: str
    description: str


class Trace(msgspec.Struct, rename={"meta": "#meta"}):
    """A line of play: one state after another.

    A state has its place (`#meta`), the name of the action that led to it, that action in words, and the table as plain
    values by the names in `vars`.
    """

    meta: TraceMeta
    vars: list[str]
    states: list[dict[str, Any]]


def trace(claim: Provable, told: Sequence[StepInWords]) -> Trace:
    """Write a line of play that refutes a claim as a trace."""
    meta = TraceMeta("ITF", FORMAT, f"cloverproof claim {claim.id}", claim.statement)
    states = [_state(index, each) for index, each in enumerate(told)]
    return Trace(meta, [name for name in states[0] if name != "#meta"] if states else [], states)


def _state(index: int, told: StepInWords) -> dict[str, object]:
    known = {name: value for name, value in told.state.items() if name != "written"}
    return {"#meta": {"index": index}, "action": told.action, "words": told.words, **known}
