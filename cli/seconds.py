"""Options that take seconds."""

from math import isnan
from typing import Any

import typer

LONGEST_TIME = 1e7  # seconds


def a_number(seconds: float | None) -> float | None:
    """Refuse seconds that are no number: no limit would hold. Raises BadParameter."""
    if seconds is not None and isnan(seconds):
        raise typer.BadParameter("nan is no number of seconds")
    return seconds


def seconds_option(usual: float | None, *names: str, least: float, most: float | None = None, help: str) -> Any:
    """Declare an option that takes a number of seconds."""
    return typer.Option(usual, *names, min=least, max=most, metavar="SECONDS", callback=a_number, help=help)
