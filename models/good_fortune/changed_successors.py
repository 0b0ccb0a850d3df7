"""The tables of a game with other clauses in force: slow and obvious, every turn one can think of is asked of them."""

from collections.abc import Iterator
from itertools import chain, product

from msgspec.structs import replace

from models.clause import breached
from models.counted_codes import CountedCodes, uncounted, unexplored
from models.good_fortune import clauses as listed
from models.good_fortune.clauses.gf201_choice import Choice
from models.good_fortune.clauses.gf202_priority import Priority
from models.good_fortune.clauses.gf204_connect import CONNECT
from models.good_fortune.clauses.gf205_discard import DISCARD
from models.good_fortune.effect import step_of
from models.good_fortune.layings import ENDS
from models.good_fortune.moves import BOTH, Dealing, Fate, Player, TileLaying, Turn, after_laying, opposite
from models.good_fortune.successors import Tables
from models.good_fortune.table import Step, Table, undealt_table
from models.good_fortune.tiles import Tile, Tiles
from models.state_space import Code, Edge

EXPLORED = frozenset(clause.id for clause in (Priority(), CONNECT, DISCARD))
FATES: tuple[Fate, ...] = ("won", "discarded")
CHOICE = Choice()


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
        self.fates = any(id in listed.IDS and id != Priority.id for id in changes.ids)
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
        chooser = CHOICE.chooser(Step(table, Turn(()), table))
        for laid in self._turns(table):
            turn = Turn(laid, chooser)
            if breached(self.clauses, step_of(bare, turn)):
                continue
            step = step_of(table, turn)
            if not breached(self.added, step):
                words = ", ".join(map(_words, laid))
                yield Edge(words, chance=False, after=self.code(step.after)), step

    def _turns(self, table: Table) -> Iterator[tuple[TileLaying, ...]]:
        hands = [[(player, tile) for tile in table.hand(player)] for player in BOTH]
        if table.rules.simple:
            for player, tile in chain(*hands):
                for laying, _ in self._anywhere(table.line, player, tile):
                    yield (laying,)
            return
        for pair in product(*hands):
            for first, second in (pair, pair[::-1]):
                for laying, line in self._anywhere(table.line, *first):
                    for then, _ in self._anywhere(line, *second):
                        yield laying, then

    def _anywhere(self, line: Tiles, player: Player, tile: Tile) -> Iterator[tuple[TileLaying, Tiles]]:
        """Give all layings of a tile at a line, legal or not, each with the line it leaves.

        Where a clause that tells what becomes of the tile at the other end is otherwise, both fates are tried.
        """
        for end in ENDS:
            then, taken = after_laying(line, tile, end), opposite(line, end)
            told = [TileLaying(player, tile, end, fate, taken) for fate in FATES if self.fates]
            yield from ((laying, then) for laying in told or [TileLaying(player, tile, end)])


def _words(laying: TileLaying) -> str:
    """Write a laying as cases of clauses do: `1: 5 left +15`."""
    sign = {"won": f" +{laying.taken}", "discarded": f" -{laying.taken}"}
    return f"{laying.player}: {laying.tile} {laying.end}{sign.get(laying.fate or '', '')}"
