"""Is the adapter right? What its answers show against what was asked."""

from collections.abc import Iterator

from models.driving import CheckTalk, Hello, Wish


def check(hello: Hello, wish: Wish, full: bool) -> Iterator[CheckTalk]:
    """Give talks with a program that tell what is wrong with its adapter."""
    return iter(())
