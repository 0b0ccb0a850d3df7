"""Functions that are compiled to machine code; importing this costs half a second, so only solving does it."""

import hashlib
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, ForwardRef, TypeVar, cast

import numba
from numba import types as numba_types
from numba.core import caching

F = TypeVar("F", bound=Callable[..., Any])

# What annotations stand for. All single numbers are of one type, so that each function is compiled just once.
TYPES = {
    "int": numba_types.int64,
    "bool": numba_types.boolean,
    "float": numba_types.float64,
    "Longs": numba_types.int64[::1],
    "Table": numba_types.int64[:, ::1],
    "NarrowTable": numba_types.int32[:, ::1],
}


def compiled(function: F, *types: str) -> F:
    """Compile a function for the types it is annotated with, or for others that are given; the code is kept beside the
    module, or else in the user's cache folder, for the next time, if one of them can be written to. A note on standard
    error says that it takes time.
    """
    return _made(function, types, True, False)


def lean(function: F, *types: str) -> F:
    """Compile a function that makes no array and gives none back as `compiled` does: who holds an array is not counted.

    Counting takes longer than many a call, above all where several threads do it.
    """
    return _made(function, types, False, False)


def inlined(function: F, *types: str) -> F:
    """Compile a function as `lean` does, and put it into those that call it: to hand over some arrays takes longer than
    many a call. For what is short or called from few places.
    """
    return _made(function, types, False, True)


def _made(function: F, types: tuple[str, ...], counts: bool, inside: bool) -> F:
    names = types or [name for key, name in function.__annotations__.items() if key != "return"]
    signature = tuple(_type(name, function.__globals__) for name in names)
    try:
        made = _compile(function, signature, counts, inside)
    except RuntimeError:  # there is no folder to keep the code in
        made = numba.njit(signature, error_model="numpy", nogil=True, _nrt=counts, forceinline=inside)(function)  # type: ignore[call-overload]
    if made is not function and not made.stats.cache_hits:  # NUMBA_DISABLE_JIT gives the function back
        _tell()
    return cast("F", made)


ROOT = Path(__file__).parent.parent


@lru_cache(maxsize=1)
def source_stamp() -> str:
    """Give a stamp of all files with compiled functions: code that is kept holds parts of others, so one changed file
    makes all of it stale. (By itself numba looks at the file of each function alone.)
    """
    stamp = hashlib.sha256()
    for path in sorted((*(ROOT / "models").rglob("*.py"), *(ROOT / "verifier").rglob("*.py"))):
        text = path.read_bytes()
        if b"models.jit" in text or path == Path(__file__):
            stamp.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + text)
    return stamp.hexdigest()


_of_its_file = caching._SourceFileBackedLocatorMixin.get_source_stamp  # noqa: SLF001 - there is no other door
caching._SourceFileBackedLocatorMixin.get_source_stamp = (  # type: ignore[method-assign] # noqa: SLF001
    lambda locator: (_of_its_file(locator), source_stamp())  # type: ignore[no-untyped-call]
)


def _compile(function: F, signature: tuple[Any, ...], counts: bool, inside: bool) -> Any:
    # numba's own types leave out the options for its counting and for putting functions into others
    compile_it = numba.njit(  # type: ignore[call-overload]
        signature, cache=True, error_model="numpy", nogil=True, _nrt=counts, forceinline=inside
    )
    try:
        return compile_it(function)
    except (AttributeError, ImportError):  # what is kept was compiled for a type that is there no more
        caching.FunctionCache(function).flush()  # type: ignore[no-untyped-call]
        return compile_it(function)


@lru_cache(maxsize=1)
def _tell() -> None:
    print("compiling the solver (once; a minute or two) ...", file=sys.stderr, flush=True)


def _type(annotation: Any, known: dict[str, Any]) -> Any:
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    name = annotation if isinstance(annotation, str) else annotation.__name__
    if name in TYPES:
        return TYPES[name]
    fields = known[name]
    parts = [_type(field, known) for field in fields.__annotations__.values()]
    if len(set(parts)) == 1:
        return numba_types.NamedUniTuple(parts[0], len(parts), fields)  # type: ignore[no-untyped-call] # numba is not typed
    return numba_types.NamedTuple(parts, fields)  # type: ignore[no-untyped-call]
