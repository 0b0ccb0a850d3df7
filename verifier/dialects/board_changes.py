"""Moves of a record that shows the gardens instead of telling them: what changed from one to the next."""

from collections import Counter

from verifier.dialect import Event
from verifier.dialects.entry_facts import GARDEN, FactReader
from verifier.key_values import NONE, NoFact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.game import LogWriter

SHOWN = ("pile", "middle")


class BoardChanges:
    """What was shown last: the gardens as they were laid, the middle and the pile."""

    def __init__(self, log_writer: "LogWriter", reader: FactReader) -> None:
        self.log_writer, self.reader = log_writer, reader
        self.shown: Event = {}
        self.begun = False

    def note(self, facts: Event) -> Event:
        """Note what is shown of the pile and the middle, and give what was shown before."""
        before, self.shown = self.shown, {key: facts[key] for key in SHOWN if facts.get(key) is not None}
        return before

    def laid(self, facts: Event, *, revealed: bool) -> list[Event]:
        """Give the clovers that were laid since the entry before. Raises NoFact."""
        player, before = facts.get("player"), self.note(facts)
        gardens = facts.get("gardens") or self._of_player(player, facts.get(GARDEN))
        changed = [each for who, garden in enumerate(gardens, 1) if garden for each in self._changes(who, garden)]
        stated = {key: value for key, value in facts.items() if key not in ("gardens", GARDEN)}
        first, self.begun = not self.begun, True
        if first and len(changed) != 1:  # how the table lies at the start
            return [{"player": who, "clover": number, "cell": cell} for who, cell, number in changed]
        if not changed:
            return self._left(stated, before)
        if len(changed) > 1:
            cells = ", ".join(f"{cell} of player {who}" for who, cell, _ in changed[:6])
            raise NoFact(f"several cells change at once ({cells}): whose turn came first is not told")
        ((who, cell, number),) = changed
        if player not in (None, who):
            raise NoFact(f"player {player} moves, but the garden of player {who} changes")
        if stated.get("clover") not in (None, number):
            raise NoFact(f"a {stated['clover']} is laid, but {cell} shows a {number}")
        event = {**stated, "player": who, "clover": number, "cell": cell}
        if event.get("from") is None:
            event["from"] = "pile" if revealed else self.source(number, before)
        return [event]

    def _of_player(self, player: object, garden: object) -> list[object]:
        if type(player) is not int or not 0 < player <= self.reader.players:
            raise NoFact("a garden is shown, but not whose it is")
        return [garden if who == player else None for who in range(1, self.reader.players + 1)]

    def _changes(self, player: int, garden: object) -> list[tuple[int, str, int]]:
        """Give what lies otherwise than it was laid. Raises NoFact where a clover has vanished."""
        assert self.reader.grid is not None
        signs = str(garden).replace("/", " ").split()
        if len(signs) != len(self.reader.grid.names):
            raise NoFact(f"a garden {str(garden)[:40]!r} has not {len(self.reader.grid.names)} cells")
        found = []
        for cell, sign in zip(self.reader.grid.names, signs, strict=True):
            old = self.log_writer.lies(player, cell)
            number = 0 if sign == "." else int(sign) if sign.isascii() and sign.isdigit() and len(sign) < 9 else None
            if number is None or number == old:
                continue
            if number == 0:
                raise NoFact(f"the {old} on {cell} of player {player} is not shown any more")
            found.append((player, cell, number))
        return found

    def _left(self, stated: Event, before: Event) -> list[Event]:
        """Give the clover that was left in the middle, where no garden changed."""
        gained = self._counted(self.shown) - self._counted(before)
        if stated.get("clover") is None and not gained and self.shown == before:
            return []
        number = stated.get("clover") if stated.get("clover") is not None else next(iter(gained), None)
        player = stated.get("player")
        return [{"from": "pile", **stated, "player": player or self.reader.player, "clover": number, "cell": NONE}]

    def source(self, number: object, before: Event) -> str | None:
        """Say where a clover came from, as far as the pile and the middle tell; at first the middle is empty."""
        if "pile" in before and "pile" in self.shown:
            return "pile" if self.shown["pile"] < before["pile"] else "middle"
        if "middle" in before and "middle" in self.shown:
            return "middle" if (self._counted(before) - self._counted(self.shown))[number] else "pile"
        return "pile" if "middle" in self.shown and not before else None

    @staticmethod
    def _counted(shown: Event) -> Counter[object]:
        return Counter(shown.get("middle") or ())
