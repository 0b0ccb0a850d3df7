"""What the lines of a partial log say, as formulas: known, unknown, or each fact taken back at will."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Conceding, End, Placing, Start, Stop, Turn
from models.lucky_numbers.partial_events import (
    Certain,
    PartialSetup,
    PossibleNumbers,
    PossibleValues,
    Turning,
)
from models.lucky_numbers.symbolic_state import (
    ACTIONS,
    DISCARD,
    PLACE,
    SymbolicMove,
    SymbolicStep,
    SymbolicTable,
)
from models.partial_log import Fact, Gap, LogFormulas
from models.smt import And, Formula, If, Iff, Implies, Number, Or, flag, number


class Observations:
    """Facts of a record; `sure` takes them for certain, otherwise each holds where its flag does."""

    def __init__(self, rules: Rules, account: LogFormulas, *, sure: bool) -> None:
        self.rules, self.account, self.sure = rules, account, sure
        self.flags: set[int] = set()

    # --- facts

    def _flag(self, line: int, key: str, part: str = "") -> Formula:
        """Give whether a fact is taken for certain."""
        if self.sure:
            return True
        told = flag(f"says {line} {key} {part}")
        if told.key not in self.flags:
            self.flags.add(told.key)
            self.account.facts.append(Fact(line, key, part, told))
        return told

    def _say(self, line: int, key: str, fact: Formula) -> None:
        self.account.holds.append(Implies(self._flag(line, key), fact))

    def _number(
        self, line: int, key: str, where: str, low: int, high: int, known: PossibleValues, besides: Formula = True
    ) -> Number:
        """Give a number of a move, known or not."""
        if self.sure and len(known) == 1:
            if besides is not True:
                self.account.holds.append(besides)
            return known[0]
        term = number(f"{where}.{key}", low, high)
        if known:
            self._say(line, key, And(Or(term == value for value in known), besides))
        return term

    # --- what was not recorded

    def _ask(self, entry: Turning, step: SymbolicStep) -> None:
        move = step.move
        self._gap(entry, "player", entry.player, move.player)
        self._gap(entry, "from", entry.source, If(move.from_middle, 1, 0), ("pile", "middle").__getitem__)
        self._gap(entry, "clover", entry.clover, move.clover)
        self._gap(entry, "action", entry.action, move.action, ACTIONS.__getitem__)
        if entry.action != (DISCARD,):
            self._gap(entry, "cell", entry.cell, If(step.leaves, -1, move.cell), self._cell)
        if entry.place or len(entry.out) > 1:
            self._gap(entry, "out", entry.out, If(step.exchanges, step.there, 0), lambda out: out or None)

    def _gap(
        self,
        entry: Turning | PartialSetup,
        key: str,
        known: PossibleValues,
        term: Number,
        write: Callable[[int], object] = lambda value: value,
    ) -> None:
        if len(known) != 1:
            self.account.gaps.append(Gap(entry.line, entry.place, key, term, write))

    def _cell(self, cell: int) -> str | None:
        return None if cell < 0 else self.rules.board.names[cell]

    # --- moves

    def _laying(self, entry: PartialSetup) -> SymbolicMove:
        where, rules = f"{entry.line}.{entry.place}", self.rules
        move = SymbolicMove(
            Placing,
            self._number(entry.line, "player", where, 1, rules.players, entry.player),
            self._number(entry.line, "clover", where, 1, rules.top, entry.clover),
            self._number(entry.line, "cell", where, 0, rules.board.side**2 - 1, entry.cell),
            action=PLACE,
        )
        self._gap(entry, "player", entry.player, move.player)
        self._gap(entry, "clover", entry.clover, move.clover)
        self._gap(entry, "cell", entry.cell, move.cell, self._cell)
        return move

    def _turning(self, entry: Turning) -> SymbolicMove:
        line, rules, where = entry.line, self.rules, f"{entry.line}.{entry.place}"
        action = self._number(line, "action", where, PLACE, DISCARD, entry.action)
        laid: Formula = action != DISCARD
        move = SymbolicMove(
            Turn,
            self._number(line, "player", where, 1, rules.players, entry.player),
            self._number(line, "clover", where, 1, rules.top, entry.clover),
            self._number(line, "cell", where, 0, rules.board.side**2 - 1, entry.cell, laid),
            self._source(entry, where),
            action,
            self._out(entry, where, laid),
        )
        shows: dict[str, Formula] = {"pile": False, "middle": False}
        pile = entry.pile or 0
        if entry.pile is not None:
            shows["pile"] = self._flag(line, "pile")
        return replace(move, pile=pile, shows=shows)

    def _source(self, entry: Turning, where: str) -> Formula:
        if self.sure and entry.source:
            return bool(entry.source[0])
        source = flag(f"{where}.from-middle")
        if entry.source:
            self._say(entry.line, "from", Iff(source, bool(entry.source[0])))
        return source

    def _out(self, entry: Turning, where: str, laid: Formula) -> Number:
        if not entry.out:
            return 0
        out = self._number(entry.line, "out", where, 1, self.rules.top, entry.out, laid)
        told: Number = out if self.sure else If(self._flag(entry.line, "out"), out, 0)
        return told

    def _certain(self, entry: Certain) -> SymbolicMove:
        line, move = entry.line, entry.move
        seats = range(1, self.rules.players + 1)
        match move:
            case Start():
                shows = {what: self._shows(line, what, getattr(move, what)) for what in ("pile", "middle")}
                first = 0 if move.first is None else If(self._flag(line, "first"), int(move.first), 0)
                heap = self._heap(move.middle or ())
                return SymbolicMove(Start, first=first, pile=move.pile or 0, middle=heap, shows=shows)
            case End():
                whole = {what: self._shows(line, what, getattr(move, what)) for what in ("winners", "empty", "points")}
                winners = tuple(seat in (move.winners or ()) for seat in seats)
                nothing = (0,) * len(seats)
                return SymbolicMove(
                    End, winners=winners, empty=move.empty or nothing, points=move.points or nothing, shows=whole
                )
            case Conceding():
                return SymbolicMove(Conceding, int(move.player))
        return SymbolicMove(Stop)

    def _shows(self, line: int, what: str, value: object) -> Formula:
        return False if value is None else self._flag(line, what)

    def _heap(self, heap: Sequence[int]) -> tuple[Number, ...]:
        counts = Counter(heap)
        return (0, *(counts[each] for each in range(1, self.rules.top + 1)))

    # --- what is shown

    def _middle_shown(self, after: SymbolicTable, line: int, middle: Sequence[int]) -> SymbolicTable:
        heap = self._heap(middle)
        told = (
            If(self._flag(line, "middle", str(each)), heap[each], after.middle[each])
            for each in range(1, self.rules.top + 1)
        )
        return replace(after, middle=(0, *told))

    def _shown(self, after: SymbolicTable, shown: PossibleNumbers) -> SymbolicTable:
        """Give the table as it was shown, where it was."""
        gardens = list(after.gardens)
        for seat, garden in enumerate(shown.gardens):
            if garden is not None:
                cells = zip(range(len(garden)), garden, after.gardens[seat], strict=True)
                gardens[seat] = tuple(self._cell_shown(shown.line, seat, *each) for each in cells)
        after = replace(after, gardens=tuple(gardens))
        if shown.middle is not None:
            after = self._middle_shown(after, shown.line, shown.middle)
        if shown.pile is not None:
            after = replace(after, pile=If(self._flag(shown.line, "pile"), shown.pile, after.pile))
        return after

    def _cell_shown(self, line: int, seat: int, cell: int, known: PossibleValues, lies: Number) -> Number:
        if not known:
            return lies
        told = self._flag(line, "gardens", f"{seat + 1} {self.rules.board.names[cell]}")
        if len(known) == 1:
            believed: Number = If(told, known[0], lies)
            return believed
        self.account.holds.append(Implies(told, Or(lies == value for value in known)))
        return lies
