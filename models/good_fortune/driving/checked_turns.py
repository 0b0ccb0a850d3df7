"""The turns that an adapter is checked with: choices, layings, lists of moves, what must be refused, and the result."""

from collections.abc import Generator

from models.checked_talk import Asks, TalkOver
from models.driving import Check, Request, Response
from models.good_fortune.driving import adapter_faults as faults
from models.good_fortune.driving.checked_game import PLAYERS, CheckedFortune
from models.good_fortune.driving.requests import AskLegal, AskResult, Choose, Concede, FortuneResponse, LayTile, Play
from models.good_fortune.kernel import line_after
from models.good_fortune.layings import ENDS


class CheckedFortuneTurns(CheckedFortune):
    """Asks for some turns, and knows what a right adapter shows."""

    def play(self, whole: bool) -> Asks:
        """Begin a game and play a turn, or the whole game; ask for all that the program offers, legal and illegal."""
        self.unlisted: set[bool] = set()  # where no moves were listed: with a tile to be laid, or before
        yield from self.begin()
        yield from self._choices(self._first_choice())
        yield from self._layings(probed=True)
        if "result" in self.can:
            yield from self._result()
        while whole and self.dialogue.choosers():
            yield from self._choices(self._choice())
            yield from self._layings(probed=False)
        if whole and "result" in self.can:
            yield from self._result()

    def own_turn(self) -> Asks:
        """Let the program choose for its own player."""
        yield from self.begin()
        request = Play(next(iter(self.dialogue.choosers()), PLAYERS[0]))
        reply = yield from self.ask(request)
        if reply.done and reply.tile is None:
            help = 'in the branch for `play`: add "tile", and of a laying "end"'
            self.end(Check("play", "the answer to `play` names no tile", help, shown_by=(request,)))
        self._offered(request, "the choice of the program's own player", reply)

    def giving_up(self) -> Asks:
        """Let a player give up in the first turn."""
        yield from self.begin()
        request = Concede(next(iter(self.dialogue.choosers()), PLAYERS[0]))
        reply = yield from self.ask(request)
        self._offered(request, "giving up", reply)

    def _offered(self, request: Request, what: str, reply: FortuneResponse) -> None:
        word = str(type(request).__struct_config__.tag)
        if reply.done:
            self.looked_at(word)
        if not reply.refused:
            return
        help = f"in the branch for `{word}`: do it for the player that is named, or leave `{word}` out of `can` (this"
        help += " is also what a program does that refuses it wrongly)"
        fault = f"{what} is refused, though `can` holds `{word}`: {(reply.why or 'no reason is given')[:80]}"
        self.found(Check(word, fault, help, certain=False, shown_by=(self.new, request)))

    # --- choosing

    def _choices(self, choice: Asks) -> Asks:
        """Make all choices of a turn."""
        ex = self.dialogue
        yield from choice
        while len(ex.chosen) < ex.number and not ex.laid and ex.choosers():
            yield from self._choice()

    def _first_choice(self) -> Asks:
        """Make the first choice of a game, behind a list of moves and one that is illegal."""
        if "legal" in self.can:
            yield from self._listed()
        if "refuse" in self.can and not self.new.variants:
            yield from self._wrong_choice()
        yield from self._choice(first=True)

    def _choice(self, first: bool = False) -> Asks:
        ex = self.dialogue
        request: Choose | None = None
        why = ""
        for player in sorted(filter(ex.hand, ex.choosers()), key=lambda each: each != self.seen.to_move):
            telling = self._winning if ex.turns else self._telling
            request = Choose(player, telling(player, ex.hand(player)))
            reply = yield from self.ask(request)
            if reply.done:
                return
            why = reply.why or ""
        if first and request is not None and why:
            yield from self._counted_otherwise(request, why)
        raise TalkOver  # playing tells of it

    def _winning(self, player: int, hand: list[int]) -> int:
        """Give a tile with which player 1 wins another one, and player 2 none: so player 1 wins the game."""
        ex = self.dialogue
        return min(hand, key=lambda tile: any(ex.wins(tile, end) for end in ex.ends(tile)) != (player == 1))

    def _telling(self, _: int, hand: list[int]) -> int:
        """Give the tile of a hand that tells most.

        The first one fits one end alone, and no tile beside it is in the hand; the second is laid later, and fits both.
        """
        ex = self.dialogue
        ends = {tile: len(ex.ends(tile)) for tile in hand}
        if ex.chosen:
            return min(hand, key=lambda tile: (tile < ex.chosen[0][1], ends[tile] < len(ENDS), tile))
        return min(hand, key=lambda tile: (tile == 1, ends[tile] > 1, (tile - 1 in hand) + (tile + 1 in hand), tile))

    def _counted_otherwise(self, request: Choose, why: str) -> Asks:
        """See whether another player or tile is taken where a legal choice is refused."""
        player, tile, shown = request.player, request.tile, self.seen.to_move
        zero = Choose(player - 1, tile)
        if player == 1 and (yield from self.ask(zero, legal=False)).done:
            fault = "a choice of player 1 is refused, and that of player 0 is taken"
            self.end(faults.other_player(fault, (request, zero)))
        lower = Choose(player, tile - 1)
        if tile > 1 and (yield from self.ask(lower, legal=False)).done:
            self.end(faults.numbered_otherwise(tile - 1, tile, lower))
        who = "nobody" if shown is None else f"player {shown}"
        self.found(faults.first_choice_refused(who, why, request))

    def _wrong_choice(self) -> Asks:
        """Choose a tile of the other hand; where that is answered ok, see whether anything has changed."""
        ex = self.dialogue
        player = next(iter(ex.choosers()), PLAYERS[0])
        before, foreign = self.seen, ex.hand(3 - player)
        if not foreign:
            return
        request = Choose(player, foreign[0])
        reply = yield from self.ask(request, legal=False)
        if reply.done:
            seen = reply.seen
            mine = seen.chosen[player - 1] if seen.chosen is not None else None
            if mine not in (None, 0, request.tile):
                self.end(faults.numbered_otherwise(request.tile, mine or 0, request))
            same = reply.shows is not None and seen.to_move == before.to_move
            if same and seen.chosen is not None and not any(seen.chosen):
                self.found(faults.nothing_changed("choose", False, (request,)))
            raise TalkOver  # the program's own mistake
        self.looked_at("refusals")

    # --- laying

    def _layings(self, probed: bool) -> Asks:
        """Lay all tiles that are due, behind lists of moves and one laying that is illegal."""
        ex = self.dialogue
        while (due := ex.next_laying()) is not None:
            if "legal" in self.can and probed and self.due is None:
                yield from self._listed()
            ends = ex.ends(due[1])
            if not ends:
                raise TalkOver
            refused = (yield from self._wrong_laying(due)) if probed and "refuse" in self.can else None
            request = LayTile(*due, ends[0])
            reply = yield from self.ask(request)
            if not reply.done:
                if probed and reply.refused:
                    yield from self._other_end(request)
                if refused is not None and reply.refused:
                    self.found(faults.lost_on_refusal("lay", (refused, request)))
                raise TalkOver
            probed = probed and refused is None

    def _other_end(self, refused: LayTile) -> Asks:
        """See whether a tile that may not be laid at one end is taken at the other, and lies where it was to lie."""
        request = LayTile(refused.player, refused.tile, ENDS[refused.end == ENDS[0]])
        reply = yield from self.ask(request, legal=False)
        if reply.done:
            line = reply.seen.line
            if line and line[0 if refused.end == ENDS[0] else -1] == request.tile:
                self.end(faults.other_end(request.end, self.dealt_line, request))
            raise TalkOver

    def _wrong_laying(self, due: tuple[int, int]) -> Generator[Request, Response, LayTile | None]:
        """Lay a tile where it does not connect, or the other one first; give what was refused."""
        ex, before = self.dialogue, self.seen
        ends = ex.ends(due[1])
        request = next((LayTile(*due, end) for end in ENDS if end not in ends), None)
        other = next((each for each in ex.due() if each != due), None)
        if request is None and other is not None:
            request = LayTile(*other, next(iter(ex.ends(other[1])), ENDS[0]))
        if request is None:
            return None
        reply = yield from self.ask(request, legal=False)
        if reply.done:
            if before.line is not None and reply.seen.line == before.line:
                self.found(faults.nothing_changed("lay", False, (request,)))
            if before.line and reply.seen.line == line_after(before.line, request.tile, request.end != ENDS[0]):
                self.end(faults.other_end(request.end, self.dealt_line, request))
            raise TalkOver  # the program's own mistake
        self.looked_at("refusals")
        return request if reply.refused else None

    # --- what is told

    def _listed(self) -> Asks:
        """See that moves are listed as they must be written."""
        ex, request = self.dialogue, AskLegal()
        laying = ex.next_laying() is not None
        reply = yield from self.ask(request)
        if not reply.done:
            return
        if reply.moves is None:
            self.unlisted.add(laying)
            if len(self.unlisted) > 1 and not ex.game.rules.guessing:
                self.found(faults.no_moves(request))
            return
        for move in reply.moves:
            if (move not in ENDS) if laying else not move.isdecimal():
                certain = move not in ENDS and not move.isdecimal()
                self.end(faults.strange_move(move, laying, certain, request))
        legal, listed = ex.legal() or frozenset(), frozenset(reply.moves)
        if laying and len(legal) == len(listed) == 1 and legal != listed:
            (told,), (right,) = listed, legal
            of_another = any(frozenset(ex.ends(tile)) == listed for _, tile in ex.due())
            self.end(faults.listed_other_end(told, right, self.dealt_line and not of_another, request))
        if not laying and legal and {str(int(move) + 1) for move in listed} == legal:
            tile = min(map(int, legal))
            self.end(faults.numbered_otherwise(tile, tile - 1, request))
        self.looked_at("legal moves")

    def _result(self) -> Asks:
        """Ask for the result, and see that it names players, and has a place for each."""
        request = AskResult()
        reply = yield from self.ask(request)
        if not reply.done:
            return
        self.look_at_result(request, reply.over, reply.winners, len(PLAYERS))
        for key in ("totals", "groups", "collections"):
            told = getattr(reply, key)
            if told is not None and len(told) != len(PLAYERS):
                help = f"in the branch for `result`: `{key}` has one for each player, that of player 1 first"
                fault = f"`{key}` has {len(told)} for 2 players"
                self.found(Check("result", fault, help, shown_by=(request,)))
        self.looked_at("result")
