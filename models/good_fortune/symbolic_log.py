"""A partial log as symbolic steps: each turn with its unknowns, and what the clauses demand of it.

What is known is put in as it is, so that terms about it vanish. What was shown of a table is believed from there on, as
a judge of logs does; that it is right is what the clauses demand of the step. What became of the tile that a laying
pushes out is an unknown of its own where it was not recorded, so that nothing is perhaps won.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace

from msgspec.structs import replace as changed

from models.clause import ClauseId, binds
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.editions import LINE
from models.good_fortune.layings import line_after_layings
from models.good_fortune.lemmas import any_table, claimed
from models.good_fortune.moves import Conceding, Dealing, Ending, Stop, Turn
from models.good_fortune.observations import Observations
from models.good_fortune.partial_events import (
    Blank,
    Certain,
    Dealt,
    Entry,
    PartialHeap,
    PartialLaying,
    Result,
    Row,
    Turned,
)
from models.good_fortune.partial_record import FortuneRecord
from models.good_fortune.symbolic_effect import hands_after, symbolic_effect, won_after
from models.good_fortune.symbolic_results import Named, results_of
from models.good_fortune.symbolic_state import (
    SEATS,
    SIDES,
    Form,
    Numbers,
    SymbolicLaying,
    SymbolicMove,
    SymbolicStep,
    SymbolicTable,
    either,
    empty_table,
)
from models.good_fortune.symbolic_tiles import WholeTiles
from models.partial_log import Demand, Gap, LogFormulas
from models.smt import Count, Formula, If, Implies, Not, Number, flag, if_each

JUDGED = (Dealing, Turn, Ending)  # what else an edition forbids is for the judge of the whole game


@dataclass
class SymbolicLog:
    """The steps, and the tiles that they are about."""

    tiles: WholeTiles
    entries: "list[SymbolicEntry]" = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SymbolicEntry:
    """A symbolic step: the move, whether it takes place at all, and the entry it belongs to."""

    entry: Entry
    step: SymbolicStep
    happens: Formula = True


class LogEncoder(Observations):
    """Encodes one partial log up to a line; `account` holds the formulas, and in `symbolic_log` the steps.

    `loose` puts any table behind a gap of unknown length of which claims say that it can occur, however it came about;
    where nothing is `scored`, totals and winners that no groups give may be any.

    Of several records that are about the same `tiles` each has a `name`, which tells its unknowns apart.
    """

    def __init__(
        self,
        record: FortuneRecord,
        last: int,
        *,
        sure: bool,
        pause: Callable[[], None],
        tiles: WholeTiles | None = None,
        name: str = "",
        loose: bool = False,
        scored: bool = True,
    ) -> None:
        own = WholeTiles(record.rules.top, known=record.rules.tiles)
        self.record, self.symbolic_log, self.loose = record, SymbolicLog(tiles or own), loose
        self.scored = scored
        super().__init__(record.rules, LogFormulas(symbolic_log=self.symbolic_log), sure=sure, name=name)
        self.pause, self.told = pause, [entry for entry in record.entries if entry.line <= last]
        if tiles is None:
            self.account.holds += own.whole(named=record.names_charms)
        self.table = empty_table(self.rules, self.symbolic_log.tiles)
        for entry in self.told:
            pause()
            self._tell(entry)

    def _tell(self, entry: Entry) -> None:
        match entry:
            case Dealt():
                self._deal(entry)
            case Turned():
                self._turn(entry)
            case Blank() if self.loose:
                self.table = self.table if entry is self.told[-1] else self._anything(entry.line)
            case Blank():
                self._blank(entry)
            case Result():
                self._result(entry)
            case Certain(move=Conceding(player=player)):
                self._made(entry, SymbolicMove(Conceding, player=int(player)), Form())
            case Certain():
                self._made(entry, SymbolicMove(Stop), Form())

    def _made(self, entry: Entry, move: SymbolicMove, form: Form) -> SymbolicStep:
        step = SymbolicStep(self.table, move, form, self.rules.hand)
        self._demand(entry.line, step)
        self.table = symbolic_effect(step)
        self.symbolic_log.entries.append(SymbolicEntry(entry, step))
        return step

    # --- the deal

    def _deal(self, entry: Dealt) -> None:
        line = entry.line
        first, second = (self._dealt_hand(line, seat, entry.hands[seat]) for seat in SEATS)
        row = entry.row if entry.row is not None and len(entry.row) == LINE else (None,) * LINE
        move = SymbolicMove(
            Dealing,
            line=tuple(
                self._number(line, "line", f"line.{place}", 1, self.rules.top, tile, str(place))
                for place, tile in enumerate(row)
            ),
            hands=(first, second),
            holder=self._maybe(line, "holder", entry.holder),
            side=self._maybe(line, "side", SIDES[entry.side]),
        )
        self._odd(line, self._step(move, Form(line=0, shown=LINE)), entry.row)
        self._made(entry, move, Form(line=0, shown=LINE))
        self._ask_deal(entry, move)

    def _dealt_hand(self, line: int, seat: int, known: PartialHeap | None) -> Numbers:
        """Give a hand: its tiles can be any, but for those that are listed."""
        return self._free_heap(line, "hands", seat) if known is None else self._listed(line, "hands", seat, known)

    def _odd(self, line: int, step: SymbolicStep, row: Row | None) -> None:
        """Demand what clauses say of a row that is not as long as the line."""
        if row is None or len(row) == LINE:
            return
        odd = replace(step, move=replace(step.move, line=(1,) * len(row)), form=changed(step.form, shown=len(row)))
        for clause in CLAUSES:
            if binds(clause, step.move.kind) and clause.term(odd) is False:
                self.account.demands.append(Demand(line, clause.id, Not(self._flag(line, "line", "length"))))

    # --- turns

    def _turn(self, entry: Turned) -> None:
        move = self._turning(entry, f"{entry.place}")
        bare = self._step(move, Form(len(move.laid), LINE))
        self._odd(entry.line, bare, entry.row)
        shown = self._shown_after(entry, bare)
        form = Form(len(move.laid), LINE, None if shown.line is None else LINE)
        self._ask_turn(entry, self._made(entry, shown, form))

    def _turning(self, entry: Turned, place: str) -> SymbolicMove:
        """Give a turn without what was shown after it."""
        laid, row = [], self.table.line
        for each, said in enumerate(entry.laid):
            laying = self._laying(entry.line, each, f"{place}.{each}", said, row)
            laid.append(laying)
            row = either(laying.left, (laying.tile, *row[:-1]), (*row[1:], laying.tile))
        return SymbolicMove(
            Turn,
            laid=tuple(laid),
            chooser=self._maybe(entry.line, "chooser", entry.chooser),
            hands=self.table.hands,
            collections=self.table.won,
            holder=self._maybe(entry.line, "holder", entry.holder),
            side=self._maybe(entry.line, "side", SIDES[entry.side]),
            shows={"hands": entry.hands is not None, "collections": entry.collections is not None},
        )

    def _laying(self, line: int, each: int, where: str, said: PartialLaying, row: Numbers) -> SymbolicLaying:
        def key(what: str) -> str:
            return f"laid/{each}/{what}"

        left, won = flag(self._named(line, f"{where}.left")), flag(self._named(line, f"{where}.won"))
        at_left: Formula = self._formula(line, key("end"), left, None if said.end is None else said.end == "left")
        out: Number = If(at_left, row[-1], row[0])
        is_won: Formula = won
        taken: Number = out
        if said.fate is not None:
            is_won = self._formula(line, key(said.fate), won, said.fate == "won")
            taken = If(self._flag(line, key(said.fate)), out if said.taken is None else said.taken, out)
        return SymbolicLaying(
            self._number(line, key("player"), f"{where}.player", 1, 2, said.player),
            self._number(line, key("tile"), f"{where}.tile", 1, self.rules.top, said.tile),
            at_left,
            taken,
            is_won,
        )

    def _shown_after(self, entry: Turned, bare: SymbolicStep) -> SymbolicMove:
        """Give a turn with what was shown after it; where that was not all, the rest is as it must be."""
        move, row = bare.move, entry.row
        if row is not None and len(row) == LINE:
            pairs = enumerate(zip(row, line_after_layings(bare), strict=True))
            move = replace(
                move,
                line=tuple(
                    right if tile is None else If(self._flag(entry.line, "line", str(place)), tile, right)
                    for place, (tile, right) in pairs
                ),
            )
        hands, won = hands_after(self.table.hands, move.laid), won_after(bare)
        return replace(
            move,
            hands=self._heaps_shown(entry.line, "hands", entry.hands, hands),
            collections=self._heaps_shown(entry.line, "collections", entry.collections, won),
        )

    def _blank(self, entry: Blank) -> None:
        """Let as many turns pass as a game can have."""
        before: Formula = True
        took: list[Formula] = []
        recorded = sum(isinstance(each, Turned) for each in self.told)
        for place in range(1, self.rules.turns - recorded + 1):
            self.pause()
            happens = flag(self._named(entry.line, f"{place}.happens"))
            self.account.holds.append(Implies(happens, before))
            before = happens
            move = self._turning(Turned(entry.line, self.record.layings), f"{place}")
            step = self._step(move, Form(len(move.laid), LINE))
            self._demand(entry.line, step, happens)
            self.symbolic_log.entries.append(
                SymbolicEntry(Turned(entry.line, self.record.layings, place=place), step, happens)
            )
            self.table = _either(happens, symbolic_effect(step), self.table)
            took.append(happens)
        self.account.gaps.append(Gap(entry.line, 0, "turns", Count(took), int))

    def _anything(self, line: int) -> SymbolicTable:
        table = any_table(self.table, self._named(line, "gap"))
        self.account.demands += [Demand(line, claim, part, says) for claim, says, part in claimed(table)]
        return table

    # --- the result

    def _result(self, entry: Result) -> None:
        line = entry.line
        nothing: Numbers = (0,) * (self.rules.top + 1)
        named, won = entry.collections is not None, self.table.won
        move = SymbolicMove(
            Ending,
            collections=self._heaps_shown(line, "collections", entry.collections, won) if named else (nothing, nothing),
            winners=(1 in (entry.winners or ()), 2 in (entry.winners or ())),
        )
        step = self._step(move, Form(line=LINE, named=((), ()) if named else None))
        first, second = (tuple(count >= 1 for count in heap) for heap in (move.collections if named else won))
        result = Named(
            (first, second),
            entry.groups,
            entry.totals,
            entry.winners,
            self._named(line, "group"),
            lambda key, part="": self._flag(line, key, part),
            self.sure,
            self.scored,
        )
        results = dict(results_of(step, result))
        for clause in CLAUSES:
            if binds(clause, Ending):
                self._demanded(line, clause.id, results[clause.id] if clause.id in results else clause.term(step))
        self.table = symbolic_effect(step)
        self.symbolic_log.entries.append(SymbolicEntry(entry, step))

    # --- clauses

    def _step(self, move: SymbolicMove, form: Form) -> SymbolicStep:
        return SymbolicStep(self.table, move, form, self.rules.hand)

    def _demand(self, line: int, step: SymbolicStep, happens: Formula = True) -> None:
        for clause in CLAUSES if step.move.kind in JUDGED else ():
            if binds(clause, step.move.kind):
                self._demanded(line, clause.id, Implies(happens, clause.term(step)))

    def _demanded(self, line: int, clause: ClauseId, formula: Formula) -> None:
        if formula is not True:
            self.account.demands.append(Demand(line, clause, formula))


def _either(condition: Formula, one: SymbolicTable, other: SymbolicTable) -> SymbolicTable:
    """Give one table where the condition holds, else the other."""
    names = [each.name for each in fields(SymbolicTable) if each.name not in ("rules", "tiles")]
    return replace(one, **{name: if_each(condition, getattr(one, name), getattr(other, name)) for name in names})
