"""A game with a program in which every answer is held against the request, to tell whether the adapter is right."""

from collections.abc import Generator
from itertools import chain

from models.checked_talk import CheckedTalk
from models.driving import Check, Request, Response
from models.lucky_numbers.driving import adapter_faults as faults
from models.lucky_numbers.driving.requests import LuckyHello, LuckyResponse, New, Put, SetTable
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Garden, board, read_garden
from models.lucky_numbers.kernel import span

Replies = Generator[Request, Response, LuckyResponse]
Change = tuple[int, int, int]  # garden from 1, cell, what lies there now


class CheckedGame(CheckedTalk):
    """What was shown last, and what was found.

    `gardens` are those shown, from index 1 on, None where none were; `due` is a put that was answered ok and does not
    show yet.
    """

    def __init__(self, hello: LuckyHello, players: int) -> None:
        super().__init__(hello.can)
        self.hello, self.players = hello, players
        self.rules = Rules(board=board(hello.side), top=hello.top, sets=hello.sets or players, players=players)
        self.gardens: list[list[int]] | None = None
        self.believed = [[0] * hello.side**2 for _ in range(players + 1)]
        self.to_move: int | None = None
        self.middle: tuple[int, ...] | None = None
        self.pile: int | None = None
        self.over = False
        self.due: tuple[Put, Change] | None = None
        self.changes: list[Change] = []  # what the last answer shows otherwise than the one before

    def ask(self, request: Request, legal: bool = True) -> Replies:
        """Ask, and look at what every answer must keep."""
        reply = yield request
        assert isinstance(reply, LuckyResponse)
        self.look_at_answer(request, reply)
        self._look(request, reply, legal)
        return reply

    def _look(self, request: Request, reply: LuckyResponse, legal: bool) -> None:
        seen = reply.seen
        self.changes = []
        if seen.to_move is not None and not 1 <= seen.to_move <= self.players:
            fault = f"`to_move` shows player {seen.to_move} of {self.players}"
            self.end(faults.player_zero(fault, request))
        self.to_move = seen.to_move
        self.middle = self.middle if seen.middle is None else seen.middle
        self.pile = self.pile if seen.pile is None else seen.pile
        self.over = bool(seen.over)
        if seen.gardens is None:
            return
        before, self.gardens = self.gardens, self._read(seen.gardens, request)
        if isinstance(request, New | SetTable) or before is None or self.gardens is None:
            return
        self.changes = self._changes(before)
        if self.due is not None:
            self.still_due(request)
        if legal and isinstance(request, Put) and reply.done and request.cell is not None:
            self._look_at_put(request, self.changes)
        for garden, cell, number in self.changes:
            self.believed[garden][cell] = number

    def still_due(self, *requests: Request) -> None:
        """Tell that a put did not show in its own answer, and whether it does in the next one."""
        if self.due is None:
            return
        put, change = self.due
        self.due = None
        late = self.changes == [change]
        fault = faults.shown_late if late else lambda shown: faults.nothing_changed(True, put.cell or "", shown)
        self.end(fault((put, *requests)))

    def _changes(self, before: list[list[int]]) -> list[Change]:
        return [
            (garden, cell, now)
            for garden, (old, new) in enumerate(zip(before, self.gardens or (), strict=False))
            for cell, (was, now) in enumerate(zip(old, new, strict=True))
            if was != now
        ]

    def _read(self, texts: tuple[str | None, ...], request: Request) -> list[list[int]] | None:
        """Read the gardens that are shown, if all are."""
        help = "where `gardens` is written: a text per player, in the order of the players, `3 5 . ./7 8 . 10/...`"
        if len(texts) != self.players:
            fault = f"{len(texts)} gardens are shown for {self.players} players"
            self.end(Check("shows", fault, help, True, True, (request,)))
        found: list[list[int]] = [[]]
        for text in texts:
            if text is None:
                return None
            try:
                shape, garden = read_garden(text, self.rules.top)
            except ValueError as wrong:
                fault = f"a garden is shown as {text[:60]!r}: {wrong}"
                self.end(Check("shows", fault, f"{help}, with . on an empty cell", True, True, (request,)))
            if shape.side != self.rules.board.side:
                fault = f"a garden of {shape.side} rows is shown, not of {self.rules.board.side}"
                self.end(Check("shows", fault, "say `side` in hello", True, True, (request,)))
            found.append(list(map(int, garden)))
        return found

    def _look_at_put(self, put: Put, changes: list[Change]) -> None:
        """See that a clover shows where it was laid, in a legal put."""
        cell = self.rules.board.cells[put.cell or ""]
        due = put.player, cell, put.clover
        if due in changes:
            if cell not in self.rules.board.diagonal:
                self.looked_at("cells")
            return
        if not changes and self.believed[put.player][cell] != put.clover:
            self.due = put, due
        if len(changes) != 1:
            return
        garden, at, number = changes[0]
        if (garden, number) == (put.player, put.clover):
            self.end(faults.shows_elsewhere(self.rules.board, cell, at, "put", put))
        if (garden, at) == (put.player, cell):
            self.end(self.other_clover(put, number))
        if (at, number) == (cell, put.clover):
            self.end(faults.other_garden(put.player, garden, put))

    def other_clover(self, put: Put, shown: int) -> Check:
        """Say why another clover shows than was laid."""
        return faults.other_clover(put.clover, shown, True, put)

    # --- what is legal

    def fitting(self, player: int, number: int) -> list[int]:
        """Give the empty cells beside the diagonal on which a number fits, those first that tell rows from columns."""
        shape, garden = self.rules.board, self.believed[player]
        cells = [
            cell
            for cell in range(shape.area)
            if cell not in shape.diagonal and not garden[cell] and self.fits(garden, cell, number)
        ]
        return sorted(cells, key=lambda cell: bool(garden[faults.transposed(shape, cell)]))

    def fits(self, garden: list[int] | Garden, cell: int, number: int) -> bool:
        """Tell whether a number ascends on a cell."""
        shape = self.rules.board
        low, high = span(garden, shape.before[cell], shape.after[cell], self.rules.top)
        return low <= number < high

    def forbidden(self, player: int, number: int) -> list[int]:
        """Give the empty cells on which a number does not fit."""
        garden = self.believed[player]
        return [cell for cell, old in enumerate(garden) if not old and not self.fits(garden, cell, number)]


def told_deal(rules: Rules, diagonal: str) -> tuple[tuple[tuple[int, ...], ...] | None, tuple[int, ...]]:
    """Give a deal in which every clover says whose and which it is: ascending diagonals, each hand out of order."""
    side, step = rules.board.side, max(rules.top // rules.board.side, 1)
    rest = [number for number in range(1, rules.top + 1) for _ in range(rules.sets)]
    hands = []
    for player in range(rules.players):
        hand = [min(step * at + 1 + (player + step // 2) % step, rules.top) for at in range(side)]
        if not all(hand.count(number) <= rest.count(number) for number in hand):
            hand = rest[player::-1][:side] if len(rest) < side else rest[:side]
        for number in hand:
            rest.remove(number)
        hands.append(tuple(reversed(hand)))
    dealt = set(chain.from_iterable(hands))
    middle = (rules.top + 1) / 2
    first = sorted(set(rest), key=lambda number: (number in dealt, abs(number - middle)))
    for number in first:
        rest.remove(number)
    pile = (*first, *rest)
    if diagonal == "none":
        return None, (*pile, *chain.from_iterable(hands))
    return tuple(hands), pile
