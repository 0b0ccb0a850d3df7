"""Options about records whose facts are missing: whether a legal game explains them is asked within a time."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from cli.seconds import LONGEST_TIME, seconds_option

if TYPE_CHECKING:
    from verifier.infer.inferred import How

INFER: bool | None = typer.Option(
    None,
    "--infer/--no-infer",
    help="Is there a legal game that explains the record? By default asked where facts are missing.",
)
INFER_TIME = seconds_option(None, "--time", least=0.1, most=LONGEST_TIME, help="For inferring one game (usually 60).")


def how_to_infer(
    seconds: float | None, *, always: bool = False, explanation: Callable[[bytes], None] | None = None
) -> "How":
    """Say how to infer; without a number of seconds the usual one holds."""
    from verifier.infer.inferred import How

    usual = How(always, explanation=explanation)
    return usual if seconds is None else How(always, seconds, explanation)
