"""The clauses of a game, listed once by their files: ids are known at once, clauses are imported when needed."""

from collections.abc import Sequence
from importlib import import_module

from models.clause import Clause, ClauseId


def ids_of(files: Sequence[str]) -> tuple[ClauseId, ...]:
    """Give the ids of the clauses in some files: `ln301_ascending` holds LN301."""
    return tuple(ClauseId(file.partition("_")[0].upper()) for file in files)


def clauses_in(package: str, files: Sequence[str]) -> tuple[Clause, ...]:
    """Give the clause of each file of a package: the one it names, or else one as the rules have it.

    Raises ValueError where a file does not hold the one clause that its name says.
    """
    return tuple(_clause_in(f"{package}.{file}", id) for file, id in zip(files, ids_of(files), strict=True))


def _clause_in(name: str, id: ClauseId) -> Clause:
    held = vars(import_module(name)).values()
    kinds = [each for each in held if isinstance(each, type) and issubclass(each, Clause) and each.__module__ == name]
    if len(kinds) != 1 or kinds[0].id != id:
        raise ValueError(f"{name} must hold one clause, {id}")
    named = [each for each in held if type(each) is kinds[0]]
    found: Clause = named[0] if named else kinds[0]()
    return found
