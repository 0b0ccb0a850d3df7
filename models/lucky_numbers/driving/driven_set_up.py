"""The set-up of a game with a program: what is laid, what is refused, and how many clovers lie face down."""

from models.driving import Discrepancy, Event, Wish
from models.lucky_numbers.clauses.ln101_sets import OneSetEach
from models.lucky_numbers.clauses.ln103_diagonal import OnTheDiagonal
from models.lucky_numbers.driving.driven_game import DrivenGame
from models.lucky_numbers.driving.requests import LuckyHello, LuckyResponse, New, Put, Shows


class DrivenSetUp(DrivenGame):
    """A game before play.

    `told` says that the hands are those of the request, `tries` how many clovers were to be laid, `unlike` how many of
    them are not in the hand. `waiting` are the players of whom the program takes
    no clover as the table lies, and `too_many` is how many it has shown face down, if there are not so many.
    """

    told = False
    tries = unlike = 0
    too_many: int | None = None

    def __init__(self, hello: LuckyHello, wish: Wish) -> None:
        super().__init__(hello, wish)
        self.waiting: set[int] = set()

    @property
    def dealt_otherwise(self) -> bool:
        """Tell whether the hands are others than those for which the requests were made: enough was laid, in vain."""
        rules, left = self.game.rules, any(self.hands)
        return left and not self.told and self.unlike > 0 and self.tries >= rules.board.side * rules.players

    def begin_new(self, request: New, reply: LuckyResponse) -> None:
        super().begin_new(request, reply)
        self.told = request.hands is not None and reply.seen.hands in (None, request.hands)

    def lay_in_set_up(self, request: Put, reply: LuckyResponse) -> None:
        """Follow a clover of a hand that is to be laid before play."""
        hand = self.hands[request.player - 1]
        event: Event = {"event": "setup", "player": request.player, "clover": request.clover, "cell": request.cell}
        self.tries += 1
        self.unlike += request.clover not in hand
        if reply.refused and request.clover in hand:
            self.unlogged.append((len(self.events), event))
            self._refused(request)
        if not reply.done:
            return
        self.waiting.clear()
        if request.clover in hand:
            hand.remove(request.clover)
        self.add(event)
        if not any(self.hands):
            self.start(reply.seen)

    def _refused(self, request: Put) -> None:
        """Note where nobody can place a clover of the set-up any more; who is next is the program's choice."""
        board, garden = self.game.rules.board, self.game.gardens[request.player]
        cell = board.cells.get(request.cell or "")
        if cell in board.diagonal and not self.game.layout.number_on(garden, cell):
            self.waiting.add(request.player)
        seats = [player for player, hand in enumerate(self.hands, 1) if hand]
        if self.waiting.issuperset(seats):
            player = max(seats, key=lambda player: len(self.hands[player - 1]))
            asked = f"a clover of player {player} on the diagonal, before play"
            self.note(Discrepancy(OnTheDiagonal.id, asked, "refused", "it is legal"))

    def count_before_play(self) -> None:
        """Look at how many lie face down: those of the hands may count, as long as they are not laid."""
        shown, left = self.seen.pile or 0, sum(map(len, self.hands))
        if left and not self.game.playing and shown > self.game.rules.dealt + left:
            self.too_many = shown

    def start(self, seen: Shows) -> None:
        """Begin play: from here on the log says what lies face down."""
        super().start(seen)
        self.too_many = None

    def stop(self, reason: str) -> None:
        """Close the log; what it does not say before play is noted."""
        if self.too_many is not None:
            right = f"{self.game.rules.dealt} when play starts"
            self.note(Discrepancy(OneSetEach.id, "the clovers face down", str(self.too_many), right, logged=True))
        super().stop(reason)
