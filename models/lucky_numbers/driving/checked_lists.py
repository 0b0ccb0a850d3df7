"""The lists of legal moves and the results that an adapter answers, looked at by how they are written."""

import re
from collections.abc import Generator

from models.checked_talk import Asks
from models.driving import Check, Request, Response
from models.lucky_numbers.driving import adapter_faults as faults
from models.lucky_numbers.driving.checked_set_up import CheckedSetUp
from models.lucky_numbers.driving.requests import AskLegal, AskResult, LuckyHello, LuckyResponse

MOVE = re.compile(r"draw|take [0-9]+ [a-i][1-9]|[a-i][1-9]|-")


class CheckedLists(CheckedSetUp):
    """Asks for legal moves and for the result, and sees that they name cells and players as they must."""

    def __init__(self, hello: LuckyHello, players: int, setup: str) -> None:
        super().__init__(hello, players, setup)
        self.unlisted: set[bool] = set()  # where no moves were listed: with a clover in hand, or before

    def listed(self, player: int, number: int) -> Asks:
        """See that moves are listed as they must be written, with a clover in hand or (0) before one is taken."""
        request = AskLegal()
        reply = yield from self.ask(request)
        moves = reply.moves if reply.done else None
        if moves is None:
            self.unlisted |= {number > 0} if reply.done else set()
            if len(self.unlisted) > 1:
                help = 'in the branch for `legal`: answer {"moves":[...]}, or leave `legal` out of `can`'
                fault = "the answers to `legal` hold no `moves`, neither before a clover is taken nor with one in hand"
                self.found(Check("legal moves", fault, help, shown_by=(request,)))
            return
        strange = next((move for move in moves if not MOVE.fullmatch(move)), None)
        if strange is not None:
            help = "in the branch for `legal`: write `draw` and `take 7 c1`, and with a clover in hand `c1` and `-`"
            fault = f"the legal moves hold {strange[:40]!r}"
            self.end(Check("legal moves", fault, help, True, True, (request,)))
        names, shape = self.rules.board.cells, self.rules.board
        listed = {int(names[move]) for move in moves if move in names}
        legal = {cell for cell in range(shape.area) if self.fits(self.believed[player], cell, number)}
        if number and listed != legal and {faults.transposed(shape, cell) for cell in listed} == legal:
            self.end(faults.listed_transposed(shape, legal, request))
        self.looked_at("legal moves")

    def result(self) -> Generator[Request, Response, LuckyResponse]:
        """Ask for the result, and see that it names players."""
        request = AskResult()
        reply = yield from self.ask(request)
        if reply.done:
            self.look_at_result(request, reply.over, reply.winners, self.players)
            if reply.empty is not None and len(reply.empty) != self.players:
                fault = f"`empty` has {len(reply.empty)} counts for {self.players} players"
                help = "in the branch for `result`: one count of empty cells per player, in their order"
                self.found(Check("result", fault, help, shown_by=(request,)))
            self._look_at_empty(request, reply)
            self.looked_at("result")
        return reply

    def _look_at_empty(self, request: AskResult, reply: LuckyResponse) -> None:
        """See that the empty cells are named in the order of the players."""
        shown = [garden.count(0) for garden in (self.gardens or [])[1:]]
        named = list(reply.empty or ())
        if sorted(named) == sorted(shown) and named != shown:
            fault = f"`empty` names {named}, and the gardens that show have {shown} empty cells"
            help = "in the branch for `result`: one count of empty cells per player, player 1 first"
            self.found(Check("result", fault, help, shown_by=(request,)))
