"""A partial log as symbolic steps: each turn with its unknowns, and what the clauses demand of it.

What is known is put in as it is, so that terms about it vanish. What was shown of a table is believed from there on, as
a judge of logs does; that it is right is what the clauses demand of the step.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace

from models.claim import ClaimId
from models.clause import binding, binds
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.lemmas import claimed, claimed_of_both
from models.lucky_numbers.moves import Conceding, End, Opening, Placing, Start, Stop, Turn
from models.lucky_numbers.partial_events import (
    Blank,
    Certain,
    Entry,
    EventAndShown,
    PartialSetup,
    PossibleNumbers,
    PossibleValues,
    Turning,
)
from models.lucky_numbers.partial_log import LuckyRecord
from models.lucky_numbers.symbolic_effect import symbolic_effect
from models.lucky_numbers.symbolic_state import (
    ACTIONS,
    DISCARD,
    PLACE,
    SymbolicMove,
    SymbolicStep,
    SymbolicTable,
    declared_size,
    empty_table,
    symbolic_table,
)
from models.partial_log import Demand, Fact, Gap, LogFormulas
from models.smt import And, Formula, If, Iff, Implies, Not, Number, Or, Sum, Term, flag, if_each, number

SPARE = 1  # copies of a number more than there are that games without some clause may see


@dataclass(frozen=True, slots=True)
class SymbolicEntry:
    """A symbolic step: the move, whether it takes place at all, and the event it belongs to."""

    scene: EventAndShown
    move: SymbolicMove
    happens: Formula = True


class LogEncoder:
    """Encodes one partial log up to a line; `account` holds the formulas, and in `symbolic_log` the steps."""

    def __init__(
        self,
        record: LuckyRecord,
        last: int,
        since: int | None,
        *,
        sure: bool,
        missing: int | None,
        pause: Callable[[], None],
    ) -> None:
        self.rules, self.sure, self.missing = record.rules, sure, missing
        self.most = self.rules.sets if sure else max(self.rules.sets, record.most_shown) + SPARE
        self.account = LogFormulas(symbolic_log=[])
        self.table = empty_table(self.rules)
        self.unseen: Number = self.rules.clovers
        self.surplus: Number = 0
        self.flags: set[int] = set()
        if since is not None:
            self.table = self._anything(since, "before")
        for shown in record.before:
            if since is None and shown.line <= last:
                self._equal(shown)
        for scene in record.whole:
            pause()
            if since is not None and scene.entry.line < since:
                self._skip(scene.entry)
            elif scene.entry.line <= last:
                self._tell(replace(scene, shown=[shown for shown in scene.shown if shown.line <= last]))

    # --- scenes

    def _tell(self, scene: EventAndShown) -> None:
        entry = scene.entry
        match entry:
            case PartialSetup():
                self._made(scene, self._laying(entry))
            case Turning():
                self._turn(scene, entry)
            case Blank():
                self._blank(scene, entry)
            case Certain():
                self._made(scene, self._certain(entry))

    def _skip(self, entry: Entry) -> None:
        """Remember of an event that is left open only what no record leaves out: who gave up."""
        if isinstance(entry, Certain) and isinstance(entry.move, Conceding):
            self.table = symbolic_effect(self.table, self._certain(entry))

    def _made(self, scene: EventAndShown, move: SymbolicMove) -> None:
        """Make a move that is no turn: nothing of what is shown after it is what a clause speaks of."""
        after = symbolic_effect(self.table, move)
        step = SymbolicStep(self.table, move, after, declared_size(self.rules))
        self._demand(scene.entry.line, step)
        told = move.shows.get("pile", False)
        self._count(step, *([(told, move.pile)] if told is not False else []))
        self._go_on(after)
        self.account.symbolic_log.append(SymbolicEntry(scene, move))
        for shown in scene.shown:
            self._equal(shown)

    def _turn(self, scene: EventAndShown, entry: Turning) -> None:
        move = self._turning(entry)
        self.account.symbolic_log.append(SymbolicEntry(scene, move))
        if self.sure and not entry.player and isinstance(move.player, Term):
            move = self._mover_told(move)
            self.account.symbolic_log[-1] = SymbolicEntry(scene, move)
        after = symbolic_effect(self.table, move)
        right_behind = scene.shown[:1]
        if entry.middle is not None:
            after = self._middle_shown(after, entry.line, entry.middle)
        for shown in right_behind:
            after = self._shown(after, shown)
        if entry.middle is not None or right_behind:
            after = _end_noted(self.table, after)
        step = SymbolicStep(self.table, move, after, declared_size(self.rules))
        self._ask(entry, step)
        self._demand(entry.line, step)
        piles = [(entry.line, entry.pile), *((shown.line, shown.pile) for shown in right_behind)]
        self._count(step, *((self._flag(line, "pile"), pile) for line, pile in piles if pile is not None))
        self._go_on(after)
        for shown in scene.shown[1:]:
            self._equal(shown)

    def _mover_told(self, move: SymbolicMove) -> SymbolicMove:
        """Leave out the players of whom a clause says at once that it is not their turn."""
        seats = []
        for seat in range(1, self.rules.players + 1):
            step = self._step(replace(move, player=seat))
            if all(clause.term(step) is not False for clause in binding(CLAUSES, Turn)):
                seats.append(seat)
        if len(seats) == 1:
            self.account.holds.append(move.player == seats[0])
            return replace(move, player=seats[0])
        return move

    def _step(self, move: SymbolicMove) -> SymbolicStep:
        return SymbolicStep(self.table, move, symbolic_effect(self.table, move), declared_size(self.rules))

    def _blank(self, scene: EventAndShown, entry: Blank) -> None:
        """Let any number of turns pass."""
        if self.missing is None:
            earlier, turn = self.table, self._turning(Turning(entry.line, place=1))
            self._go_on(self._anything(entry.line, "gap"))
            self._claim(entry.line, claimed_of_both(earlier, self.table, turn))
        before: Formula = True
        for place in range(1, (self.missing or 0) + 1):
            happens = flag(f"{entry.line}.{place}.happens")
            self.account.holds.append(Implies(happens, before))
            before = happens
            move = self._turning(Turning(entry.line, place=place))
            step = self._step(move)
            self._demand(entry.line, step, happens)
            self.account.symbolic_log.append(SymbolicEntry(scene, move, happens))
            unseen, surplus = self.unseen, self.surplus
            self._count(step)
            self.unseen, self.surplus = If(happens, self.unseen, unseen), If(happens, self.surplus, surplus)
            self._go_on(_either(happens, step.after, self.table))
        for shown in scene.shown:
            self._equal(shown)

    def _anything(self, line: int, name: str) -> SymbolicTable:
        """Give a table of which only is known what claims say of all, how far the game is, and how much there is."""
        now, name = self.table, f"{line}.{name}"
        free = symbolic_table(self.rules, name)
        hidden, middle = (
            (0, *(number(f"{name}.{heap} {each}", 0, self.most) for each in free.numbers))
            for heap in ("hidden", "middle")
        )
        free = replace(free, hidden=hidden, middle=middle, pile=number(f"{name}.face-down", 0, self.rules.clovers))
        names = ("placed", "closed", "stopped", "tournament", "series", "conceded", "played_on", "turns")
        table = replace(free, **{each: getattr(now, each) for each in names}, playing=True)
        self._claim(line, claimed(table))
        self.unseen = Sum(hidden)
        self.surplus = 0 if self.sure else table.pile - self.unseen
        return table

    def _claim(self, line: int, parts: Iterable[tuple[ClaimId, str, Formula]]) -> None:
        self.account.demands += [Demand(line, claim, part, says) for claim, says, part in parts if part is not True]

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

    def _equal(self, shown: PossibleNumbers) -> None:
        """Demand that the table is as shown: nothing has moved since it was made."""
        now, self.table = self.table, self._shown(self.table, shown)
        pairs = [*zip(now.middle, self.table.middle, strict=True), (now.pile, self.table.pile)]
        for before, after in zip(now.gardens, self.table.gardens, strict=True):
            pairs += zip(before, after, strict=True)
        same = [one == other for one, other in pairs]
        self.account.holds += [each for each in same if each is not True]

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

    # --- going on

    def _demand(self, line: int, step: SymbolicStep, happens: Formula = True) -> None:
        """State what the clauses demand; what only an edition forbids is for the judge of the whole game."""
        if not step.made_by(Placing, Start, Turn, End):
            return
        self._twin(step.before)
        for clause in CLAUSES:
            if binds(clause, step.move.kind):
                formula = Implies(happens, clause.term(step))
                if formula is not True:
                    self.account.demands.append(Demand(line, clause.id, formula))

    def _twin(self, table: SymbolicTable) -> None:
        """Tell what the pile holds more than what nobody has seen: nothing, where no clause can be broken (LNC21)."""
        unseen = Sum(table.hidden)
        more = table.pile - unseen
        if isinstance(unseen, Term) and isinstance(more, Term) and more is not self.surplus:
            self.account.twins.append((more, self.surplus))

    def _go_on(self, table: SymbolicTable) -> None:
        self.table = table
        bounds = self.account.bounds
        bounds += [(count, 0, self.most) for count in (*table.middle, *table.hidden) if isinstance(count, Term)]
        if isinstance(table.pile, Term):
            bounds.append((table.pile, 0, self.rules.clovers))

    def _count(self, step: SymbolicStep, *piles: tuple[Formula, Number]) -> None:
        """Count what nobody has seen, and how much more than that the pile holds: in sums, which saves many adders.

        That is what `effect_of` does to both. `piles` are counts that were shown, each with whether it is believed.
        """
        before = step.before
        if step.made_by(Turn):
            reveals, drops = step.reveals, And(step.reveals, before.pile != 0)
        elif step.made_by(Placing):
            reveals, drops = True, And(Not(before.playing), before.pile != 0)
        else:
            reveals = drops = False
        seen = If(And(reveals, step.with_number(before.hidden) >= 1), 1, 0)
        self.unseen = self.unseen - seen
        if not self.sure:
            self.surplus = self.surplus + seen - If(drops, 1, 0)
            for told, pile in piles:
                self.surplus = If(told, pile - self.unseen, self.surplus)


def _end_noted(before: SymbolicTable, after: SymbolicTable) -> SymbolicTable:
    """Note whether play ends with the table as it was shown, not as it was worked out."""
    then = {name: getattr(before, name) for name in ("ended", "empty_then", "conceded_then")}
    return symbolic_effect(replace(after, **then), SymbolicMove(Opening))


def _either(condition: Formula, one: SymbolicTable, other: SymbolicTable) -> SymbolicTable:
    """Give one table where the condition holds, else the other."""
    kept = ("rules", "series", "tournament")
    names = [each.name for each in fields(SymbolicTable) if each.name not in kept]
    return replace(one, **{name: if_each(condition, getattr(one, name), getattr(other, name)) for name in names})
