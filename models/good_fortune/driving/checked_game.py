"""A game with a program in which every answer is held against the request, to tell whether the adapter is right."""

from collections.abc import Generator
from random import Random

from models.checked_talk import Asks, CheckedTalk, TalkOver
from models.driving import CannotPlay, Check, Request, Response, Wish
from models.good_fortune.driving import adapter_faults as faults
from models.good_fortune.driving.dialogue import FortuneDialogue
from models.good_fortune.driving.plan import rules_for, texts_of
from models.good_fortune.driving.playouts import dealt
from models.good_fortune.driving.requests import (
    NOTHING,
    AskLegal,
    AskResult,
    Choose,
    FortuneHello,
    FortuneResponse,
    LayTile,
    New,
    Shows,
)
from models.good_fortune.kernel import line_after

SEED = 20
PLAYERS = (1, 2)
Replies = Generator[Request, Response, FortuneResponse]


class CheckedFortune(CheckedTalk):
    """What was shown last, and what was found. `due` is a laying that was answered ok and does not show yet.

    Raises CannotPlay where hello makes no game.
    """

    def __init__(self, hello: FortuneHello, wish: Wish, variants: tuple[str, ...], own: tuple[int, ...] = ()) -> None:
        super().__init__(hello.can)
        self.rules = rules_for(hello, wish, variants)
        self.dialogue = FortuneDialogue(hello, wish)
        hands, line = dealt(Random(SEED), self.rules) if "deal" in self.can else (None, None)
        if hands is not None and 1 not in hands[0]:
            hands = hands[::-1]  # player 1 begins
        tiles = None if hello.tiles is not None else texts_of(self.rules.tiles)
        self.new = New(2, variants, SEED, hands, line, tiles, own or None)
        self.seen, self.first = NOTHING, NOTHING
        self.due: tuple[LayTile, int] | None = None  # with the place of the line where it will show

    def ask(self, request: Request, legal: bool = True) -> Replies:
        """Ask, and look at what every answer must keep; what the rules allow is followed on the engine."""
        reply = yield request
        assert isinstance(reply, FortuneResponse)
        self.look_at_answer(request, reply)
        before, self.seen = self.seen, reply.shows or self.seen
        self._look_at_players(request)
        self._look_at_due(request)
        if legal and reply.done:
            if isinstance(request, Choose):
                self._look_at_choice(request, before)
            if isinstance(request, LayTile):
                self._look_at_laying(request, reply, before)
            if isinstance(request, Choose | LayTile):
                self.dialogue.hear(request, reply)
        if self.dialogue.lost:
            raise TalkOver
        return reply

    @property
    def dealt_line(self) -> bool:
        """Whether the line was shown as it was dealt."""
        return self.new.line is not None and self.first.line == self.new.line

    # --- the deal

    def begin(self) -> Asks:
        """Begin the game, and look at what was dealt."""
        reply = yield from self.ask(self.new)
        if not reply.done:
            if not reply.cannot:
                why = reply.why or "no reason is given"
                help = "in the branch for `new`: begin the usual game, with `hands` and `line` if it can `deal`"
                self.found(Check("`new`", f"the usual game is refused: {why[:100]}", help, shown_by=(self.new,)))
            raise TalkOver
        self.first = reply.seen
        told, shown = self.new.hands, reply.seen.hands
        if told is not None and shown is not None and _alike(shown, told[::-1]) and not _alike(shown, told):
            self.end(faults.other_player("player 1 has the tiles that were dealt to player 2", (self.new,)))
        try:
            self.dialogue.hear(self.new, reply)
        except CannotPlay as wrong:
            help = f"in the branch for `new`: {wrong.help}"
            self.end(Check("`new`", wrong.message, help, True, True, (self.new,)))
        if self.new.line is not None and reply.seen.line not in (None, self.new.line):
            fault = f"{list(self.new.line)} is dealt to the line, and {list(reply.seen.line or ())} shows"
            self.found(faults.not_dealt(fault, False, self.new))
        self.looked_at("deal")

    def again(self) -> Asks:
        """Begin the same game once more."""
        if self.first is NOTHING:
            return
        self.seen, self.due = NOTHING, None
        reply = yield from self.ask(self.new)
        if not reply.done:
            return
        if reply.seen.collections is not None and any(reply.seen.collections):
            self.end(faults.not_begun_anew("collections", self.new))
        for key in ("line", "hands", "holder", "side", "chosen") if self.new.hands is not None else ():
            was, now = getattr(self.first, key), getattr(reply.seen, key)
            if None not in (was, now) and (_alike(was, now) if key == "hands" else was == now) is False:
                if "again" in self.can:
                    self.end(faults.not_begun_anew(key, self.new))
                fault = f"two games with one deal show other {key}"
                self.end(faults.not_dealt(fault, True, self.new))
        self.looked_at("several games")

    # --- what every answer must keep

    def _look_at_players(self, request: Request) -> None:
        seen = self.seen
        for key, player in (("to_move", seen.to_move), ("holder", seen.holder)):
            if player not in (None, *PLAYERS):
                self.end(faults.other_player(f"`{key}` shows player {player} of 2", (request,)))
        for key, lists in (("hands", seen.hands), ("collections", seen.collections), ("chosen", seen.chosen)):
            if lists is not None and len(lists) != len(PLAYERS):
                self.end(faults.wrong_count(key, len(lists), request))
        if seen.chosen is not None and not any(seen.chosen) and 0 in seen.chosen:
            self.found(faults.chosen_zero(request))

    def _look_at_choice(self, request: Choose, before: Shows) -> None:
        """See that the tile which was chosen shows, and for the player who chose it."""
        seen, player = self.seen, request.player
        if seen.chosen is not None:
            mine, theirs = seen.chosen[player - 1], seen.chosen[2 - player]
            if theirs == request.tile and mine != request.tile:
                fault = f"player {player} chose the {request.tile}, and it is shown for the other player"
                self.end(faults.other_player(fault, (request,)))
            if mine not in (None, 0, request.tile):
                self.end(faults.numbered_otherwise(request.tile, mine or 0, request))
        gone = [
            (who, tile)
            for who, was, now in zip(PLAYERS, before.hands or (), seen.hands or (), strict=False)
            for tile in set(was) - set(now)
        ]
        if len(gone) == 1 and gone[0] != (player, request.tile):
            who, tile = gone[0]
            if tile != request.tile:
                self.end(faults.numbered_otherwise(request.tile, tile, request))
            fault = f"player {player} chose the {tile}, and it leaves the hand of player {who}"
            self.end(faults.other_player(fault, (request,)))
        self.looked_at("choose")

    def _look_at_laying(self, request: LayTile, reply: FortuneResponse, before: Shows) -> None:
        """See that the tile which was laid shows where it was laid, and what it won with whom won it."""
        seen, place = self.seen, 0 if request.end == "left" else -1
        if seen.line and before.line:
            if seen.line == before.line:
                self.due = request, place
                return
            if seen.line[place] != request.tile and seen.line[-1 - place] == request.tile:
                mirrored = seen.line == line_after(before.line, request.tile, request.end != "left")
                certain = mirrored and request.end == "left" and self.dealt_line
                self.end(faults.other_end(request.end, certain, request))
            if seen.line[place] == request.tile:
                self.looked_at("ends")
        if seen.hands and any(request.tile in hand for hand in seen.hands):
            self.found(faults.still_in_hand(request))
        if seen.collections and before.collections:
            other = 2 - request.player
            gained = set(seen.collections[other]) - set(before.collections[other])
            if reply.won in gained and reply.won not in seen.collections[request.player - 1]:
                self.found(faults.other_collection(request))
        self.looked_at("lay")

    def _look_at_due(self, request: Request) -> None:
        """Tell that a laying did not show in its own answer, once another line is shown."""
        if self.due is None or self.seen.line is None or isinstance(request, AskLegal | AskResult):
            return
        (laying, place), self.due = self.due, None
        if self.seen.line and self.seen.line[place] == laying.tile:
            self.end(faults.shown_late("lay", (laying, request)))
        self.end(faults.nothing_changed("lay", True, (laying,)))

    def still_due(self) -> None:
        """Tell that a laying did not show until the end of the talk."""
        if self.due is not None:
            self.found(faults.nothing_changed("lay", True, (self.due[0],)))
            self.due = None


def _alike(one: tuple[tuple[int, ...], ...], other: tuple[tuple[int, ...], ...]) -> bool:
    """Tell whether two have the same hands, in whatever order of tiles."""
    return list(map(sorted, one)) == list(map(sorted, other))
