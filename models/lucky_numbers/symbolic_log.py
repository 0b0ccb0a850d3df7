"""A partial log as symbolic steps: each turn with its unknowns, and what the clauses demand of it.

What is known is put in as it is, so that terms about it vanish. What was shown of a table is believed from there on, as
a judge of logs does; that it is right is what the clauses demand of the step.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace

from models.claim import ClaimId
from models.clause import binding, binds
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.lemmas import claimed, claimed_of_both
from models.lucky_numbers.moves import Conceding, End, Opening, Placing, Start, Turn
from models.lucky_numbers.observations import Observations
from models.lucky_numbers.partial_events import (
    Blank,
    Certain,
    Entry,
    EventAndShown,
    PartialSetup,
    PossibleNumbers,
    Turning,
)
from models.lucky_numbers.partial_record import LuckyRecord
from models.lucky_numbers.symbolic_effect import symbolic_effect
from models.lucky_numbers.symbolic_state import (
    SymbolicMove,
    SymbolicStep,
    SymbolicTable,
    declared_size,
    empty_table,
    symbolic_table,
)
from models.partial_log import Demand, LogFormulas
from models.smt import And, Formula, If, Implies, Not, Number, Sum, Term, flag, if_each, number

SPARE = 1  # copies of a number more than there are that games without some clause may see


@dataclass(frozen=True, slots=True)
class SymbolicEntry:
    """A symbolic step: the move, whether it takes place at all, and the event it belongs to."""

    scene: EventAndShown
    move: SymbolicMove
    happens: Formula = True


class LogEncoder(Observations):
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
        super().__init__(record.rules, LogFormulas(symbolic_log=[]), sure=sure)
        self.missing, self.since, self.last = missing, since, last
        self.pause = pause
        self.most = self.rules.sets if sure else max(self.rules.sets, record.most_shown) + SPARE
        self.table = empty_table(self.rules)
        self.unseen: Number = self.rules.clovers
        self.surplus: Number = 0
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
        """Let any number of turns pass; what can lie there is stated just where it matters and is not stated yet."""
        told_behind = self.last > entry.line
        if self.missing is None and entry.line != self.since and told_behind:
            earlier, turn = self.table, self._turning(Turning(entry.line, place=1))
            self._go_on(self._anything(entry.line, "gap"))
            self._claim(entry.line, claimed_of_both(earlier, self.table, turn))
        self._missing(scene, entry)
        for shown in scene.shown:
            self._equal(shown)

    def _missing(self, scene: EventAndShown, entry: Blank) -> None:
        """Let up to so many turns pass: the table is the one before the first that does not happen."""
        before: Formula = True
        tables = [(before, self.table, self.unseen, self.surplus)]
        for place in range(1, (self.missing or 0) + 1):
            self.pause()
            happens = flag(f"{entry.line}.{place}.happens")
            self.account.holds.append(Implies(happens, before))
            before = happens
            move = self._mover_told(self._turning(Turning(entry.line, place=place)))
            step = self._step(move)
            self._demand(entry.line, step, happens)
            self.account.symbolic_log.append(SymbolicEntry(scene, move, happens))
            self._count(step)
            self._go_on(step.after)
            tables.append((happens, self.table, self.unseen, self.surplus))
        _, table, unseen, surplus = tables[0]
        for took_place, then, more, over in tables[1:]:
            table = _either(took_place, then, table)
            unseen, surplus = If(took_place, more, unseen), If(took_place, over, surplus)
        self.unseen, self.surplus = unseen, surplus
        self._go_on(table)

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

    def _equal(self, shown: PossibleNumbers) -> None:
        """Demand that the table is as shown: nothing has moved since it was made."""
        now, self.table = self.table, self._shown(self.table, shown)
        pairs = [*zip(now.middle, self.table.middle, strict=True), (now.pile, self.table.pile)]
        for before, after in zip(now.gardens, self.table.gardens, strict=True):
            pairs += zip(before, after, strict=True)
        same = [one == other for one, other in pairs]
        self.account.holds += [each for each in same if each is not True]

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
