"""What logs and players are called on a page: as short as tells them apart, and harmless."""

import re
from collections.abc import Sequence
from pathlib import PurePath

from reports.style import readable, visible

LONGEST, HEAD = 70, 25  # signs of a name in a choice; those before what is cut out of its middle
LONGEST_NAME = 24  # signs of the name of a player
PLAYER = re.compile(r"\bplayer (\d+)\b")


def told_apart(paths: Sequence[str]) -> dict[str, str]:
    """Name each log by its file alone, or by as many folders before it as tell it from the others."""
    different = list(dict.fromkeys(paths))
    parts = {path: PurePath(path).parts or (path,) for path in different}
    tails: dict[tuple[str, ...], int] = {}
    for each in parts.values():
        for count in range(1, len(each) + 1):
            tails[each[-count:]] = tails.get(each[-count:], 0) + 1
    named = {}
    for path, each in parts.items():
        count = next((n for n in range(1, len(each) + 1) if tails[each[-n:]] == 1), len(each))
        named[path] = "standard input" if path == "-" else readable("/".join(each[-count:]).replace("//", "/"))
    return named


def shortened(name: str) -> str:
    """Cut a long name in the middle: its end tells logs apart most often."""
    return name if len(name) <= LONGEST else f"{name[:HEAD]}...{name[HEAD + 3 - LONGEST :]}"


class PlayerNames:
    """The names of the players of a game, to be written behind their numbers."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = {str(number): _short(name) for number, name in enumerate(names, 1)}

    def told(self, text: str) -> str:
        """Write behind each player, where he is first named in a text, who that is."""
        told: set[str] = set()

        def named(found: re.Match[str]) -> str:
            number = found[1]
            name = "" if number in told else self.names.get(number, "")
            told.add(number)
            return f"{found[0]} ({name})" if name and name.casefold() not in (number, found[0]) else found[0]

        return PLAYER.sub(named, text)


def _short(name: str) -> str:
    shown = visible(readable(name)).strip()
    return shown if len(shown) <= LONGEST_NAME else f"{shown[: LONGEST_NAME - 3]}..."
