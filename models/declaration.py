"""Other ways to read what a program writes: a rule that its logs do not declare, or a convention of its own."""

from collections.abc import Callable, Container, Sequence

from msgspec import Struct

LogEvent = dict[str, object]
Rewriting = Callable[[Sequence[LogEvent]], list[LogEvent]]


class Declaration(Struct, frozen=True):
    """A way to read a log: in words, what to do about it, the log as it is to be read then, and open questions."""

    words: str
    remedy: str
    rewritten: Rewriting = list
    answers: frozenset[str] = frozenset()

    def joined(self, other: "Declaration") -> "Declaration":
        """Give the way to read a log in this way and then in another one too."""
        remedies = dict.fromkeys((self.remedy, other.remedy))
        return Declaration(
            f"{self.words}, and {other.words}",
            "; ".join(remedies),
            lambda events: other.rewritten(self.rewritten(events)),
            self.answers | other.answers,
        )


def with_header(**keys: object) -> Rewriting:
    """Give what sets keys of each header."""
    return lambda events: [{**each, **keys} if each.get("event") == "game" else each for each in events]


PLAYER_KEYS = frozenset({"player", "first", "holder", "chooser", "winners"})


def from_one(*keys: str) -> Rewriting:
    """Give what counts players from 1 that are counted from 0 under some keys."""
    return lambda events: [_numbered(each, keys) for each in events]


def _numbered(part: LogEvent, keys: Container[str]) -> LogEvent:
    found: LogEvent = {}
    for key, value in part.items():
        if key in keys and isinstance(value, int):
            found[key] = value + 1
        elif key in keys and isinstance(value, list):
            found[key] = [each + 1 if isinstance(each, int) else each for each in value]
        elif key == "laid" and isinstance(value, list):
            found[key] = [_numbered(each, keys) if isinstance(each, dict) else each for each in value]
        else:
            found[key] = value
    return found


def shown_before(*keys: str) -> Rewriting:
    """Give what takes facts that turns show as those before the turn: each belongs to the turn before."""

    def rewritten(events: Sequence[LogEvent]) -> list[LogEvent]:
        found: list[LogEvent] = []
        shown: LogEvent = {}
        for each in reversed(events):
            if each.get("event") != "turn":
                shown = {} if each.get("event") == "game" else shown
                found.append(each)
                continue
            found.append({key: value for key, value in each.items() if key not in keys} | shown)
            shown = {key: each[key] for key in keys if key in each}
        return found[::-1]

    return rewritten


def next_named(key: str) -> Rewriting:
    """Give what takes the player that each turn names under a key for the one whose turn comes next.

    The turn before has named whose turn it is; of the first one it is who starts, or who sits before the named one.
    """

    def rewritten(events: Sequence[LogEvent]) -> list[LogEvent]:
        found: list[LogEvent] = []
        due: object = None
        players = 2
        for each in events:
            what, named = each.get("event"), each.get(key)
            if what == "game":
                told = each.get("players")
                due, players = None, told if isinstance(told, int) and told > 0 else 2
            elif what == "start":
                due = each.get("first")
            elif what in ("turn", "refused") and isinstance(named, int):
                mover = (named - 2) % players + 1 if due is None else due
                found.append({**each, key: mover})
                due = named if what == "turn" else due
                continue
            found.append(each)
        return found

    return rewritten


PLAYERS_FROM_0 = (
    Declaration("the players are counted from 0", "count them from 1", from_one(*PLAYER_KEYS)),
    Declaration("the winners are counted from 0, unlike other players", "count them from 1", from_one("winners")),
)
