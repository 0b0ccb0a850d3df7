"""TOML that would take minutes to read is refused at once."""

import pytest

from models.toml_text import MOST_DOTS, toml_table


@pytest.mark.parametrize(
    "text",
    [
        "a." * 100_000 + "b = 1",
        "[" + "a." * 100_000 + "b]",
        "x = 1\n" + "a." * MOST_DOTS + ".b = 1",
        "a = " + "[" * 10**5,
    ],
)
def test_what_would_take_long_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"parts|deeply"):
        toml_table(text)


def test_dots_in_values_and_comments_are_none_in_keys() -> None:
    assert toml_table("# " + "." * 100 + "\na.b = '" + "x." * 100 + "'") == {"a": {"b": "x." * 100}}
