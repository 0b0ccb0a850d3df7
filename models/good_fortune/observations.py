"""What the lines of a partial log say, as formulas: known, unknown, or each fact taken back at will."""

from collections.abc import Callable, Sequence

from models.good_fortune.editions import LINE, Rules
from models.good_fortune.partial_events import Dealt, PartialHeap, PartialHeaps, Turned
from models.good_fortune.symbolic_state import SEATS, Numbers, SymbolicMove, SymbolicStep
from models.good_fortune.symbolic_state import Heaps as SomeHeaps
from models.good_fortune.tiles import Tile
from models.partial_log import Fact, Gap, LogFormulas
from models.smt import Formula, If, Iff, Implies, Number, Sum, flag, number

PLACES = ("in the hand of player 1", "in the hand of player 2", "in the line")
FATES = ("discarded", "won")
ENDS = ("right", "left")
TWICE = 2  # times that a tile of which not all is known may lie in one heap, where clauses are left out


class Observations:
    """Facts of a record; `sure` takes them for certain, otherwise each holds where its flag does.

    `name` tells the unknowns apart from those of other records.
    """

    def __init__(self, rules: Rules, account: LogFormulas, *, sure: bool, name: str) -> None:
        self.rules, self.account, self.sure, self.name = rules, account, sure, name
        self.flags: set[int] = set()
        self.numbers = range(1, rules.top + 1)

    def _named(self, line: int, what: str) -> str:
        return f"{self.name}{line}.{what}"

    def _flag(self, line: int, key: str, part: str = "") -> Formula:
        """Give whether a fact is taken for certain."""
        if self.sure:
            return True
        told = flag(f"{self.name}says {line} {key} {part}")
        if told.key not in self.flags:
            self.flags.add(told.key)
            self.account.facts.append(Fact(line, key, part, told))
        return told

    def _say(self, line: int, key: str, fact: Formula, part: str = "") -> None:
        self.account.holds.append(Implies(self._flag(line, key, part), fact))

    def _number(
        self, line: int, key: str, where: str, low: int, high: int, known: int | None, part: str = ""
    ) -> Number:
        """Give a number of a move, known or not."""
        if self.sure and known is not None:
            return known
        term = number(self._named(line, where), low, high)
        if known is not None:
            self._say(line, key, term == known, part)
        return term

    def _formula(self, line: int, key: str, unknown: Formula, known: bool | None) -> Formula:
        if self.sure and known is not None:
            return known
        if known is not None:
            self._say(line, key, Iff(unknown, known))
        return unknown

    def _maybe(self, line: int, key: str, known: int | None) -> Number:
        """Give something that was told or not: 0 where it was not."""
        told: Number = If(self._flag(line, key), int(known), 0) if known else 0
        return told

    def _listed(self, line: int, key: str, seat: int, known: PartialHeap) -> Numbers:
        """Give a heap of which some tiles are listed, and how many there are."""
        counts = self._counts(known)
        if self.sure and known.whole:
            return counts
        heap = self._free_heap(line, key, seat, counts)
        if not self.sure:
            for tile in self.numbers:
                if counts[tile]:
                    self._say(line, key, heap[tile] >= counts[tile], f"{seat + 1} {tile}")
        self._say(line, key, Sum(heap) == known.size, f"{seat + 1} size")
        return heap

    def _counts(self, known: PartialHeap) -> tuple[int, ...]:
        return (0, *(known.tiles.count(tile) for tile in map(Tile, self.numbers)))

    def _free_heap(self, line: int, key: str, seat: int, least: Sequence[int] = ()) -> Numbers:
        name, counts = self._named(line, f"{key}.{seat + 1}"), least[1:] or (0,) * self.rules.top
        if self.sure:
            return (0, *(number(f"{name}.{tile}", count, max(count, 1)) for tile, count in enumerate(counts, 1)))
        return (0, *(number(f"{name}.{tile}", 0, max(count, TWICE)) for tile, count in enumerate(counts, 1)))

    def _heaps_shown(self, line: int, key: str, shown: PartialHeaps | None, right: SomeHeaps) -> SomeHeaps:
        if shown is None:
            return right
        first, second = (self._heap_shown(line, key, seat, shown[seat], right[seat]) for seat in SEATS)
        return first, second

    def _heap_shown(self, line: int, key: str, seat: int, known: PartialHeap | None, right: Numbers) -> Numbers:
        if known is None:
            return right
        if not known.whole:
            return self._listed(line, key, seat, known)
        counts = self._counts(known)
        told = (If(self._flag(line, key, f"{seat + 1} {tile}"), counts[tile], right[tile]) for tile in self.numbers)
        return (0, *told)

    # --- what was not recorded

    def _ask_deal(self, entry: Dealt, move: SymbolicMove) -> None:
        hands, row = entry.hands, entry.row or ()
        if not all(hand is not None and hand.whole for hand in hands):
            known = {tile for hand in hands if hand is not None for tile in hand.tiles} | {*row}
            for tile in self.numbers:
                if tile not in known:
                    one, other = (hand[tile] >= 1 for hand in move.hands)
                    self._gap(entry.line, f"tile {tile}", If(one, 0, If(other, 1, 2)), PLACES.__getitem__)
        for place, lies in enumerate(move.line or ()):
            if len(row) != LINE or row[place] is None:
                self._gap(entry.line, f"line/{place}", lies, int)

    def _ask_turn(self, entry: Turned, step: SymbolicStep) -> None:
        for each, (said, laying) in enumerate(zip(entry.laid, step.move.laid, strict=True)):
            asked = (
                ("player", said.player, laying.player, int),
                ("tile", said.tile, laying.tile, int),
                ("end", said.end, If(laying.left, 1, 0), ENDS.__getitem__),
                ("fate", said.fate, If(laying.won, 1, 0), FATES.__getitem__),
            )
            for what, known, term, write in asked:
                if known is None:
                    self._gap(entry.line, f"laid/{each}/{what}", term, write, entry.place)
        if entry.chooser is None and not (self.rules.simple or self.rules.guessing):
            self._gap(entry.line, "chooser", step.before.holder, int, entry.place)

    def _gap(self, line: int, key: str, term: Number, write: Callable[[int], object], place: int = 0) -> None:
        self.account.gaps.append(Gap(line, place, key, term, write))
