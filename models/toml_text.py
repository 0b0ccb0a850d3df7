"""TOML of strangers, read in bounded time."""

import tomllib

MOST_DOTS = 50  # in one key: the time to read a key grows with their square


def toml_table(text: str) -> dict[str, object]:
    """Read a TOML text. Raises tomllib.TOMLDecodeError, and ValueError for what is nested too deeply."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.partition("=")[0].count(".") > MOST_DOTS and not line.lstrip().startswith("#"):
            raise ValueError(f"a key of more than {MOST_DOTS} parts (at line {number})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
