"""Coverage of the clauses by one game, counted from its events.

The twin of `Clause.exercised`, which tells the same of each step by itself; tests compare them.
"""

from collections import Counter
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from models.clause import ClauseId
from models.evidence import BrokenStep, GameCoverage
from models.good_fortune import events
from models.good_fortune.clauses.gf401_end import HandsEmpty
from models.good_fortune.exercised import EXERCISED, Counted
from models.good_fortune.kernel import GONE, WON, fate
from models.good_fortune.shown_readings import MEDALLION, STARTS, answers_of, result_of

if TYPE_CHECKING:
    from models.good_fortune.engine import Engine

GIVE_UP = "concede"


class Lay(Struct, frozen=True):
    """A tile that was laid: the tiles at the end where it lies and at the other one, what was told of that (or not)."""

    tile: int
    beside: int
    opposite: int
    fate: str


class EventCounter:
    """One game while it is read."""

    covers: Container[ClauseId] = EXERCISED.keys()

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.turns: list[tuple[Lay, ...]] = []
        self.line: list[int] = []
        self.simple = self.guessing = False
        self.holder: int | None = None
        self.lowest: int | None = None  # who has tile 1
        self.first: int | None = None  # who laid the first tile
        self.moved: Counter[str] = Counter()  # what became of the medallion in Guessing
        self.end: events.EndEvent | None = None

    def see(self, seen: Sequence[events.Event]) -> None:
        """Take the next events."""
        for event in seen:
            match event:
                case events.TurnEvent():
                    self._turn(event)
                case events.GameEvent():
                    variants = event.variants or ()
                    self.simple, self.guessing = "simple-laying" in variants, "guessing" in variants
                    self.counts["game"] += 1
                case events.DealEvent():
                    self._deal(event)
                case events.EndEvent():
                    self._result(event)
                case events.ConcedeEvent():
                    self.counts["concede"] += 1

    def doubt(self) -> None:
        """Take note that a clause was broken: nothing that is counted here hangs on it."""

    # --- events

    def _deal(self, event: events.DealEvent) -> None:
        counts = self.counts
        counts["deal"] += 1
        counts["medallion dealt"] += event.holder is not None or event.side is not None
        counts["deal without holder"] += event.holder is None
        counts["deal without side"] += event.side is None
        hands = event.hands or []
        lowest = (player for player, hand in enumerate(hands, 1) if 1 in (hand or ()))
        self.lowest = next(lowest, None)
        self.line = [tile or 0 for tile in event.line or ()]
        self.holder = event.holder or self.lowest

    def _turn(self, event: events.TurnEvent) -> None:
        counts, laid = self.counts, event.laid or []
        line = event.line
        counts["turn"] += 1
        counts["two tiles"] += len(laid) == 2
        counts["line shown"] += line is not None and bool(self.line)
        told = len(laid) == 2 and (laid[1].won or laid[1].discarded or line is not None)
        counts["second told"] += bool(told and self.line)
        counts["side or holder"] += event.side is not None or (event.holder is not None and not self.guessing)
        counts["heaps shown"] += event.hands is not None or event.collections is not None
        counts["turn after conceding"] += bool(counts["concede"])
        for key in ("chooser", "line", "hands", "collections", "holder", "side"):
            counts[f"no {key}"] += getattr(event, key) is None
        self._lay(laid)
        if line is not None:
            self.line = [tile or 0 for tile in line]
        self._medallion(event)

    def _lay(self, laid: Sequence[events.Laying]) -> None:
        row, found = self.line, list[Lay]()
        for each in laid:
            self.counts["laying"] += 1
            self.counts["no fate"] += each.won is None and each.discarded is None
            self.first = self.first or each.player
            if not row:
                continue
            taken = each.won or each.discarded
            left = each.end == "left" if each.end is not None else taken == row[-1]
            told = "won" if each.won is not None else "" if each.discarded is None else "discarded"
            tile = each.tile or 0
            found.append(Lay(tile, *((row[0], row[-1]) if left else (row[-1], row[0])), told))
            row = [tile, *row[:-1]] if left else [*row[1:], tile]
        self.line = row
        self.turns.append(tuple(found))

    def _medallion(self, event: events.TurnEvent) -> None:
        if self.guessing and event.holder is not None and self.holder is not None:
            self.moved["it was handed over" if event.holder != self.holder else "it stayed"] += 1
        self.holder = event.holder or self.holder

    def _result(self, event: events.EndEvent) -> None:
        counts = self.counts
        points = any(group.points is not None for of_player in event.groups or () for group in of_player or ())
        counts["end"] += 1
        counts["end after conceding"] += bool(counts["concede"])
        counts["groups"] += event.groups is not None
        counts["collections"] += event.collections is not None
        counts["scored"] += points or event.totals is not None or event.winners is not None
        for key in ("collections", "groups", "totals", "winners"):
            counts[f"end without {key}"] += getattr(event, key) is None
        self.end = self.end or event

    # --- sums

    def close(self, play: "Engine", broken: Sequence[BrokenStep]) -> GameCoverage:
        """Tell what was seen, given the engine as the game left it and what was broken."""
        if not play.conceded:  # who gives up when play is over changes nothing
            self.counts["turn after conceding"] = self.counts["end after conceding"] = 0
        counted = self._counted(play, broken)
        return GameCoverage(
            occasions={id: count for id, asked in EXERCISED.items() if (count := asked(counted))},
            lacking={key: pair for key, pair in self._lacking(play).items() if pair[1]},
            readings={key: count for key, count in self._readings(play).items() if count},
            ending=self._ending(play),
        )

    def _counted(self, play: "Engine", broken: Sequence[BrokenStep]) -> "Counted":
        connecting, apart = self._connecting(play.rules.tiles.masks if play.rules.tiles.faces else ())
        after = sum(each.clause == HandsEmpty.id and each.turn is not None for each in broken)
        return Counted(self.counts, self.simple, self.guessing, connecting, apart, after)

    def _connecting(self, masks: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """Count the turns in which a tile had to connect, and those in which one had not."""
        connecting = free = 0
        for turn in self.turns:
            must, need_not = False, False
            for each in turn:
                shares, apart = masks[each.tile] if masks else (1 << each.tile, 0)
                fates = fate(shares, apart, each.beside, each.opposite), fate(shares, apart, each.opposite, each.beside)
                must = must or WON in fates or each.fate == "won"
                need_not = need_not or GONE in fates or each.fate == "discarded"
            connecting += must
            free += need_not
        return connecting, free

    def _lacking(self, play: "Engine") -> dict[str, tuple[int, int]]:
        counts = self.counts
        turns, deals, ends = counts["turn"], counts["deal"], counts["end"]
        with_medallion = 0 if self.simple else turns
        choosing = 0 if self.simple or self.guessing else turns
        tiles, top = play.rules.tiles, play.rules.top
        unknown = sum(not tiles.face(tile).known for tile in range(1, top + 1))
        return {
            "what a tile carries": (unknown, top),
            "who has the medallion at the deal": (counts["deal without holder"], 0 if self.simple else deals),
            "the side of the medallion at the deal": (counts["deal without side"], 0 if self.simple else deals),
            "who chooses first": (counts["no chooser"], choosing),
            "whether the opposite tile is won": (counts["no fate"], counts["laying"]),
            "the line after a turn": (counts["no line"], turns),
            "the hands after a turn": (counts["no hands"], turns),
            "the collections after a turn": (counts["no collections"], turns),
            "who has the medallion after a turn": (counts["no holder"], with_medallion),
            "the side of the medallion after a turn": (counts["no side"], with_medallion),
            "the collections at the end": (counts["end without collections"], ends),
            "the groups": (counts["end without groups"], ends),
            "the totals": (counts["end without totals"], ends),
            "the winners": (counts["end without winners"], ends),
            "the result": (int(not ends), 1),
        }

    def _readings(self, play: "Engine") -> dict[tuple[str, str], int]:
        found = {(MEDALLION, answer): count for answer, count in self.moved.items()}
        if self.simple and self.first is not None and self.lowest is not None:
            found[STARTS, "the player with the 1" if self.first == self.lowest else "the other player"] = 1
        found[GIVE_UP, "a player conceded"] = self.counts["concede"]
        if self.end is not None and play.ended and not play.conceded:
            found |= dict.fromkeys(answers_of(play.rules.tiles, self._owned(play), self.end), 1)
        return found

    def _ending(self, play: "Engine") -> str:
        if play.conceded:
            return "the other player conceded"
        if play.ended:
            return f"the hands are empty, {result_of(play.rules.tiles, self._owned(play))}"
        if play.closed:
            return "a result without an end of play"
        return "the record breaks off" if play.stopped else "no end recorded"

    def _owned(self, play: "Engine") -> tuple[tuple[int, ...], ...] | None:
        """Give the collections as they were named, else as they were won, None where that is not known."""
        if self.end is not None and self.end.collections is not None:
            return tuple(tuple(sorted(tile or 0 for tile in of_player or ())) for of_player in self.end.collections)
        if any(play.unsure):
            return None
        return tuple(tuple(t for t in range(play.rules.top + 1) if won >> t & 1) for won in play.won[1:])
