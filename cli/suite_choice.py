"""Which items of the suite a user wants."""

from typing import TYPE_CHECKING

from cli.options import known_edition, refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.game import Game
    from verifier.suite import Item, ItemFilter


def chosen_items(asked: "Game", only: list[str], side: int | None, edition: str | None, *, plain: bool) -> "ItemFilter":
    """Give the filter that options ask for, or refuse."""
    from verifier.suite import KINDS, ItemFilter

    if unknown := [kind for kind in only if kind not in KINDS]:
        refuse(f"there is no kind {unknown[0][:40]!r}", f"known: {', '.join(KINDS)}")
    kinds = tuple(kind for kind in KINDS if kind in only) or KINDS
    chosen = ItemFilter(kinds, side, known_edition(edition, asked), plain)
    if chosen.narrow and asked.suite_items().forms is None:
        refuse(f"the items of {asked.key} cannot be told apart so", "--only KIND tells their kinds apart")
    return chosen


def wanted(questions: "Sequence[Item]", chosen: "ItemFilter") -> "list[Item]":
    """Give the items that are wanted, or refuse where there are none."""
    found = [item for item in questions if chosen.takes(item)]
    if not found:
        sides = sorted({item.scope.side for item in questions if item.scope and item.scope.side is not None})
        known = f"boards of {', '.join(map(str, sides))} rows" if sides else "no boards with rows"
        refuse(f"the suite has nothing for{chosen.flags}", f"it has {known}; leave one of them away")
    return found
