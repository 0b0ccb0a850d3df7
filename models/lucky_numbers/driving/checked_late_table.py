"""A table near the end that an adapter is checked with: it must show as it was sent, and players must win."""

from random import Random

from msgspec.structs import replace

from models.checked_talk import Asks, TalkOver
from models.driving import Check
from models.lucky_numbers.driving import adapter_faults as faults
from models.lucky_numbers.driving.checked_turns import CheckedTurns
from models.lucky_numbers.driving.requests import LuckyHello, LuckyResponse, SetTable
from models.lucky_numbers.driving.tables import events_before, late_table
from models.lucky_numbers.editions import STANDARD, Rules

SEEDS = range(20, 26)
TWO = 2  # clovers tell the ends of a pile apart


class CheckedLateTable(CheckedTurns):
    """Sends a table, plays it to its end, and asks who has won."""

    def __init__(self, hello: LuckyHello, players: int) -> None:
        super().__init__(hello, players, STANDARD)
        self.expected = []

    def play(self) -> Asks:
        """Send the table, and play it to its end."""
        table = self._table()
        if table is None:
            return
        reply = yield from self.ask(table)
        if not reply.done:
            return
        sent = [list(map(_number, text.replace("/", " ").split())) for text in table.gardens]
        self.believed = [[], *sent]
        self._compare(table, sent, reply)
        player = table.to_move
        for _ in table.pile:
            number = yield from self.take(player)
            self._look_at_order(table)
            yield from self.lay_anywhere(player, number)
            if self.over:
                break
            player = player % self.players + 1
        if "result" in self.can:
            yield from self.result()

    def _table(self) -> SetTable | None:
        """Give a table with two clovers face down, unlike ones, at which player 1 leads, as far as there is one."""
        late = (late_table(Random(seed), self.rules) for seed in SEEDS)
        return min((_with_two(table, self.rules) for table in late if table is not None), key=_unfit, default=None)

    def _look_at_order(self, table: SetTable) -> None:
        """See that clovers come in the order of the pile that was sent."""
        drawn = tuple(number for _, number in self.earlier)
        if len(drawn) < TWO or drawn == table.pile[: len(drawn)]:
            return
        from_the_end = drawn == table.pile[: -len(drawn) - 1 : -1]
        requests = (table, *(request for request, _ in self.earlier))
        self.end(faults.another_order(from_the_end, drawn, table.pile, requests))

    def _compare(self, table: SetTable, sent: list[list[int]], reply: LuckyResponse) -> None:
        """See that the table shows as it was sent."""
        shown = [] if self.gardens is None else self.gardens[1:]
        if shown and shown != sent:
            turned = [
                [garden[faults.transposed(self.rules.board, cell)] for cell in range(len(garden))] for garden in sent
            ]
            how = ""
            if shown == turned:
                how = ": row and column are swapped"
            elif sorted(shown) == sorted(sent):
                how = ": those of other players"
            self._differs(f"the table shows other gardens than were sent{how}", table)
        seen = reply.seen
        if seen.to_move not in (None, table.to_move):
            fault = f"the table was sent with player {table.to_move} to move, and shows player {seen.to_move}"
            self.end(faults.player_zero(fault, table))
        if seen.middle is not None and sorted(seen.middle) != sorted(table.middle):
            self._differs("the table shows another middle than was sent", table)
        if seen.pile not in (None, len(table.pile)):
            self._differs(f"{len(table.pile)} clovers were sent face down, and {seen.pile} show", table)
        self.looked_at("table")

    def _differs(self, fault: str, table: SetTable) -> None:
        help = "in the branch for `table`: lay out what is sent, the gardens row by row in the order of the players, or"
        self.found(Check("table", fault, f"{help} leave `table` out of `can`", True, True, (table,)))
        raise TalkOver


def _with_two(table: SetTable, rules: Rules) -> SetTable:
    """Leave two clovers face down, and put the others into the middle, where a game leads to that."""
    cut = replace(table, pile=table.pile[:TWO], middle=(*table.middle, *table.pile[TWO:]))
    return table if events_before(rules, cut) is None else cut


def _unfit(table: SetTable) -> tuple[bool, int]:
    empty = [garden.count(".") for garden in table.gardens]
    return table.pile[0] == table.pile[-1], empty[0] - min(empty[1:])


def _number(text: str) -> int:
    return 0 if text == "." else int(text)
