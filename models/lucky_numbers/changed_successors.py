"""The tables of a game with other clauses in force: slow and obvious, every turn one can think of is asked of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from models.clause import keeps
from models.counted_codes import CountedCodes, uncounted, unexplored
from models.lucky_numbers import clauses as listed
from models.lucky_numbers.asked_moves import turns_with
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.clauses.ln203_reveal import RevealFaceDown
from models.lucky_numbers.clauses.ln204_leave import LeaveRevealed
from models.lucky_numbers.clauses.ln205_take import TakeFaceUp
from models.lucky_numbers.clauses.ln206_middle import MiddleKept
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.clauses.ln302_add import AddToEmpty
from models.lucky_numbers.clauses.ln303_exchange import Exchange
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Clover
from models.lucky_numbers.moves import Player, Source, Turn
from models.lucky_numbers.state_encoding import MOVER, Numbering
from models.lucky_numbers.successors import counts_of
from models.lucky_numbers.table import Step, Table
from models.reading import Malformed
from models.state_space import Code, Edge, GameEnd, Successors

EXPLORED = frozenset(
    clause.id for clause in (RevealFaceDown, LeaveRevealed, TakeFaceUp, MiddleKept, Ascending, AddToEmpty, Exchange)
)


class ChangedSpace:
    """The tables of one game under changed rules; counters of clauses that were added are part of a table's number."""

    def __init__(self, rules: Rules, total: tuple[int, ...]) -> None:
        """Take the rules and the copies of each number. Raises Malformed where that is not all that matters."""
        beyond = [id for id in rules.changes.ids if id not in EXPLORED and id in listed.IDS]
        if beyond or rules.again:
            what = f"a changed {beyond[0]}" if beyond else "changed rules with a house rule"
            raise unexplored(what, EXPLORED)
        self.rules, self.plain = rules, Numbering(rules, total)
        self.title = f"side {rules.board.side}, numbers to {rules.top}, sets {rules.sets}, players {rules.players}"
        self.title += f", under changed rules ({', '.join(rules.changes.ids)}), each turn asked of all clauses"
        self.least_cycle = rules.players
        self.added, own = rules.changes.added, replace(rules.changes, added=(), counting=None)
        self.clauses = tuple(own.in_force(listed.CLAUSES))
        self.bare = replace(rules, changes=own)  # what is added costs most, so it is asked last
        self.codes = CountedCodes()
        self.known: dict[Code, list[Code]] = {}

    # --- numbers and tables

    def starts(self) -> Iterator[Code]:
        """Give every table at which play can start."""
        first = self.rules.changes.first_counts(self.rules)
        return (self.codes.joined(code, first) for code in self.plain.starts())

    def count_starts(self) -> int:
        """Count them without making them."""
        return self.plain.count_starts()

    def level(self, code: Code) -> int:
        """Count face-down clovers first, then empty cells: no turn that is explored raises it."""
        return self.plain.level(uncounted(code))

    def table(self, code: Code) -> Table:
        """Give a table as clauses read it."""
        return replace(self.plain.table(uncounted(code)), counted=self.codes.counted(code))

    def ending(self, code: Code) -> GameEnd | None:
        """Tell how play ended, None while it goes on."""
        return self.plain.ending(uncounted(code))

    def write(self, code: Code) -> str:
        """Write a table in one line."""
        return self.plain.write(uncounted(code)) + self.codes.told(code)

    # --- turns

    def steps(self, code: Code) -> Iterator[tuple[Edge, Step]]:
        """Give all legal turns, each with the step it makes."""
        inner = uncounted(code)
        mover, drawn = inner & MOVER, inner >> self.plain.drawn_at & self.plain.drawn_mask
        if not mover:
            return
        table = self.table(code)
        bare = replace(table, rules=self.bare, counted=())
        for turn in self._turns(table, Player(mover), drawn):
            if not keeps(self.clauses, step_of(bare, turn)):
                continue
            step = step_of(table, turn)
            if keeps(self.added, step):
                words = self._words(turn, table)
                yield Edge(words, turn.source == "pile" and not drawn, self._after(step)), step

    def _turns(self, table: Table, mover: Player, drawn: int) -> Iterator[Turn]:
        hidden = [n for n, count in enumerate(table.hidden) if count] if not drawn else [drawn]
        sources: tuple[tuple[Source, Sequence[int]], ...] = (("pile", hidden), ("middle", sorted(set(table.middle))))
        for source, heap in sources[:1] if drawn else sources:
            for number in heap:
                yield from turns_with(table, mover, source, Clover(number))

    def _words(self, turn: Turn, table: Table) -> str:
        clover = f"{'m' if turn.source == 'middle' else ''}{turn.clover}"
        if turn.cell is None:
            return f"{clover} -"
        old = table.garden(turn.player)[turn.cell]
        return f"{clover}{f'x{old}' if old != EMPTY else ''} {self.rules.board.names[turn.cell]}"

    def _after(self, step: Step) -> Code:
        """Give the number of the table after a step. Raises Malformed where clovers came or went."""
        after = step.after
        if counts_of(after, None) != self.plain.copies:
            raise Malformed(
                "value",
                "rules",
                "clovers come or vanish by these rules",
                "`prove --rules` and `validate --rules` go by them",
            )
        due = ORDER.due(after)
        return self.codes.joined(self.plain.code(replace(after, first=due[0] if due else None), None), after.counted)

    def ways(self, code: Code) -> list[Edge]:
        """Give all legal turns in words."""
        return [way for way, _ in self.steps(code)]

    def spread(self, code: Code) -> Successors:
        """Give all tables one turn away; none where play is over."""
        beside: list[Code] = []
        lower: defaultdict[int, list[Code]] = defaultdict(list)
        revealed = set()
        for way, step in self.steps(code):
            falls = self.level(code) - self.level(way.after)
            (lower[falls] if falls else beside).append(way.after)
            if way.chance and isinstance(step.move, Turn):
                revealed.add(step.move.clover)
        self.known[code] = beside
        return Successors(len(revealed), beside, tuple(sorted(lower.items())))

    def beside(self, code: Code) -> list[Code]:
        """Give only the tables of the same level one turn away."""
        known = self.known.get(code)
        return self.spread(code).level if known is None else known
