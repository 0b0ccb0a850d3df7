"""A table: everything that lies on it and what has happened so far; a step from one table to the next."""

from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from models.clause import Fault
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Clover, Garden, in_words
from models.lucky_numbers.moves import End, Move, Numbers, Player


class Ended(Struct, frozen=True, gc=False):
    """How play came to its end: by which clause's reason, and at that moment the empty cells and who had conceded."""

    by: Literal["full", "pile"]
    empty: tuple[int, ...]
    conceded: frozenset[Player] = frozenset()


class Played(Struct, frozen=True):
    """A game of a tournament that is over: who started it, and its points (None: no result)."""

    first: Player | None
    points: tuple[int, ...] | None


class Table(Struct, frozen=True, gc=False):
    """A table between two events.

    `middle` is sorted; `hidden[n]` counts the copies of n that nobody has seen yet; `pile` counts the face-down
    clovers (more than `hidden` holds where a record showed more). `first`, `last` and `again` say whose turn it is:
    who starts, who had the last turn, whether that player has another one. `drawn`: the last turn revealed a
    clover. `ended` is the first end of play, `played_on` whether a turn followed it all the same, `closed` whether a
    result was named, `stopped` whether the record broke off. `series` holds the earlier games of the tournament,
    `counted` the counters of clauses that a user has added.
    """

    rules: Rules
    gardens: tuple[Garden, ...]
    hidden: tuple[int, ...]
    pile: int
    middle: Numbers = ()
    placed: tuple[int, ...] = ()
    playing: bool = False
    first: Player | None = None
    last: Player | None = None
    again: bool = False
    drawn: bool = False
    conceded: frozenset[Player] = frozenset()
    ended: Ended | None = None
    played_on: bool = False
    closed: bool = False
    stopped: bool = False
    turns: int = 0
    tournament: bool = False
    series: tuple[Played, ...] = ()
    counted: tuple[int, ...] = ()

    def garden(self, player: Player) -> Garden:
        """Give the garden of a player."""
        return self.gardens[player - 1]

    @property
    def empty(self) -> tuple[int, ...]:
        """The empty cells of each player."""
        return tuple(garden.count(EMPTY) for garden in self.gardens)

    @property
    def players(self) -> tuple[Player, ...]:
        """All players in clockwise order."""
        return everyone(self.rules.players)

    @property
    def staying(self) -> tuple[Player, ...]:
        """The players who have not conceded."""
        if not self.conceded:
            return self.players
        return tuple(player for player in self.players if player not in self.conceded)


class Step(Struct, frozen=True, gc=False):
    """A table, the move made on it, and the table after it as far as it was shown (the rest follows physically)."""

    before: Table
    move: Move
    after: Table


@cache
def everyone(players: int) -> tuple[Player, ...]:
    """Give the numbers of all players in clockwise order."""
    return tuple(Player(number) for number in range(1, players + 1))


def new_table(rules: Rules, series: tuple[Played, ...] = (), tournament: bool = False) -> Table:
    """Give the table with all clovers face down and all gardens empty."""
    return Table(
        rules=rules,
        gardens=(rules.board.empty(),) * rules.players,
        hidden=(0,) + (rules.sets,) * rules.top,
        pile=rules.clovers,
        placed=(0,) * rules.players,
        tournament=tournament,
        series=series,
        counted=rules.changes.first_counts(rules),
    )


def with_clover(numbers: Numbers, clover: Clover) -> Numbers:
    """Add one clover to a sorted heap."""
    at = bisect_left(numbers, clover)
    return (*numbers[:at], clover, *numbers[at:])


def without_clover(numbers: Numbers, clover: Clover) -> Numbers:
    """Take one copy of a clover out of a sorted heap; nothing happens if there is none."""
    at = bisect_left(numbers, clover)
    lies = at < len(numbers) and numbers[at] == clover
    return numbers[:at] + numbers[at + 1 :] if lies else numbers


def with_middle(step: Step, middle: Numbers) -> Step:
    """Let other clovers lie in the middle after a step."""
    return step if step.after.middle == middle else replace(step, after=replace(step.after, middle=middle))


def write_heap(numbers: Iterable[int]) -> str:
    """Write a heap of numbers: `3 4 4`, or `nothing`."""
    return " ".join(map(str, numbers)) or "nothing"


def result_fault(step: Step, winners: Iterable[Player], why: str) -> Fault:
    """Say what is wrong with a named result: the winners, the empty cells or both."""
    end, table = step.move, step.before
    assert isinstance(end, End)
    empty = table.ended.empty if table.ended is not None else table.empty
    right = in_words([f"player {player}" for player in sorted(winners)]) or "nobody"
    texts = []
    if end.winners is not None and end.winners != frozenset(winners):
        named = in_words([f"player {player}" for player in sorted(end.winners)]) or "nobody"
        texts.append(f"{named} named as winner, not {right}")
    if end.empty is not None and end.empty != empty:
        texts.append(f"empty cells are {write_heap(empty)}, not {write_heap(end.empty)}")
    field = "winners" if texts and "winner" in texts[0] else "empty"
    later = "; turns after the end of play do not count" if table.played_on else ""
    label = f"must be {right}" if field == "winners" else f"must be {write_heap(empty)}"
    return Fault("; ".join(texts), field, label, help=f"{why}{later}")
