"""Threads for compiled code: it lets go of the interpreter, so that several run at once."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Threads:
    """So many threads; one means that nothing runs beside anything else."""

    def __init__(self, count: int = 1) -> None:
        """Begin with idle threads; they end when nobody refers to them any more."""
        self.count = count
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    def map(self, function: Callable[..., T], *arguments: Iterable[object]) -> list[T]:
        """Give what a function says of each group of arguments, in their order."""
        return list(map(function, *arguments) if self._pool is None else self._pool.map(function, *arguments))


ALONE = Threads()
