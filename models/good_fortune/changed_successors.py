"""The tables of a game with other clauses in force: slow and obvious, every turn one can think of is asked of them."""

from collections.abc import Iterator

from msgspec.structs import replace

from models.clause import keeps
from models.counted_codes import CountedCodes, uncounted, unexplored
from models.good_fortune import clauses as listed
from models.good_fortune.asked_turns import tries_fates, turns_to_try
from models.good_fortune.clauses.gf202_priority import Priority
from models.good_fortune.clauses.gf204_connect import CONNECT
from models.good_fortune.clauses.gf205_discard import DISCARD
from models.good_fortune.effect import step_of
from models.good_fortune.moves import Dealing, Player, TileLaying
from models.good_fortune.successors import Tables
from models.good_fortune.table import Step, Table, undealt_table
from models.state_space import Code, Edge

EXPLORED = frozenset(clause.id for clause in (Priority(), CONNECT, DISCARD))


class ChangedTables(Tables):
    """The tables of one game under changed rules; counters of clauses that were added are part of a table's number."""

    def __init__(self, table: Table, title: str) -> None:
        """Take the table. Raises Malformed where by these rules it does not tell how play goes on."""
        changes = table.rules.changes
        beyond = [id for id in changes.ids if id not in EXPLORED and id in listed.IDS]
        beyond += [] if changes.form_of(CONNECT).wins_opposite else [CONNECT.id]
        beyond += [] if changes.form_of(DISCARD).opposite_leaves else [DISCARD.id]
        if beyond:
            raise unexplored(f"a changed {beyond[0]}", EXPLORED)
        super().__init__(table, title)
        self.title = f"{title}, under changed rules ({', '.join(changes.ids)}), each turn asked of all clauses"
        self.added, own = changes.added, replace(changes, added=(), counting=None)
        self.clauses = tuple(own.in_force(listed.CLAUSES))
        self.bare = replace(table.rules, changes=own)  # what is added costs most, so it is asked last
        self.fates = tries_fates(changes.ids)
        self.codes = CountedCodes()

    # --- numbers and tables

    def code(self, table: Table) -> Code:
        """Give the number of a table with its counters."""
        return self.codes.joined(super().code(table), table.counted)

    def table(self, code: Code) -> Table:
        """Give a table as clauses read it."""
        return replace(super().table(uncounted(code)), counted=self.codes.counted(code))

    def level(self, code: Code) -> int:
        """Count the tiles in hand."""
        return super().level(uncounted(code))

    def write(self, code: Code) -> str:
        """Write a table in one line, with its counters."""
        return super().write(code) + self.codes.told(code)

    def first_counts(self, table: Table) -> tuple[int, ...]:
        """Give the counters of a table as if its hands and its line had just been dealt."""
        return step_of(undealt_table(self.rules), Dealing(table.hands, table.line)).after.counted

    def _dealt(self, hands: tuple[tuple[int, ...], ...], line: tuple[int, ...], first: Player) -> Table:
        table = super()._dealt(hands, line, first)
        return replace(table, counted=self.first_counts(table))

    # --- turns

    def steps(self, code: Code) -> Iterator[tuple[Edge, Step]]:
        """Give all legal turns, each with the step it makes."""
        table = self.table(code)
        bare = replace(table, rules=self.bare, counted=())
        for turn in turns_to_try(table, fates=self.fates):
            if not keeps(self.clauses, step_of(bare, turn)):
                continue
            step = step_of(table, turn)
            if keeps(self.added, step):
                words = ", ".join(map(_words, turn.laid))
                yield Edge(words, chance=False, after=self.code(step.after)), step


def _words(laying: TileLaying) -> str:
    """Write a laying as cases of clauses do: `1: 5 left +15`."""
    sign = {"won": f" +{laying.taken}", "discarded": f" -{laying.taken}"}
    return f"{laying.player}: {laying.tile} {laying.end}{sign.get(laying.fate or '', '')}"
