"""What to ask a program next: legal turns in several styles, and probes of what the rules forbid."""

from collections.abc import Generator
from itertools import chain, islice
from random import Random

from models.asking import ConversationOver
from models.driving import Ask, CannotPlay, Request, Response
from models.lucky_numbers.driving.asking import AskingSetUp, Asks
from models.lucky_numbers.driving.requests import (
    AskLegal,
    AskResult,
    Concede,
    New,
    Play,
    Put,
    SetTable,
    Take,
)
from models.lucky_numbers.driving.sorts_of_placement import sort_of_laying, sort_of_wrong
from models.lucky_numbers.driving.tables import deal, late_table
from models.lucky_numbers.garden import Cell

TABLES = 10  # for each number of players
PROBED = 2  # wrong cells that are looked at for the sort that was tried least
MUCH = 1000.0  # more than any number is off
Telling = Generator[Ask, Response, bool]
Asked = Generator[Ask, Response, None]


class LuckyConversation(AskingSetUp):
    """One game as it is played with a program."""

    def asks(self) -> Asked:
        """Give one request after the other, and be told the answer to each."""
        try:
            yield from self._begin()
            yield from self.set_up()
            while self.turns_left and not (self.dialogue.lost or self.dialogue.closed):
                yield from self._turn()
            self.dialogue.stop("enough turns")
        except ConversationOver as over:
            self.dialogue.stop(str(over))

    def _begin(self) -> Asks:
        plan, rules = self.plan, self.rules
        table = self._late_table() if plan.start == "table" else None
        request: Request
        if table is not None:
            request, place = table, "table"
        else:
            hands: tuple[tuple[int, ...], ...] | None = None
            pile: tuple[int, ...] | None = None
            if plan.start == "deal":
                dealt, pile = deal(self.rng, rules, plan.style)
                if self.hello.diagonal == "none":
                    pile = tuple(chain.from_iterable((*dealt, pile)))
                else:
                    hands = dealt
            own = plan.own or None
            request = New(plan.players, plan.setup, plan.variants, plan.seed, hands, pile, own)
            place = f"new, {plan.players} players, set-up {plan.setup}, {plan.start}"
        reply = yield from self.begin(request, place)
        if not reply.done:
            if reply.error is None and not reply.cannot:
                raise CannotPlay(
                    f"`{place}` was refused: {reply.why or 'no reason given'}",
                    "name in hello only the players, set-ups and `can` that the program has",
                )
            raise ConversationOver(f"not offered: {place}")
        return reply

    def _late_table(self) -> SetTable | None:
        """Give one of some tables near the end, which serve all games: making them takes time."""
        pool = self.aims.tables.get(self.plan.players)
        if pool is None:
            rng = Random(self.plan.players)
            made = (late_table(rng, self.rules) for _ in range(TABLES))
            pool = self.aims.tables[self.plan.players] = [table for table in made if table is not None]
        table = self.rng.choice(pool) if pool else None
        assert table is None or isinstance(table, SetTable)
        return table

    # --- turns

    def _turn(self) -> Asked:
        ex, rng = self.dialogue, self.rng
        self.turns_left -= 1
        if ex.held is not None:
            yield from self._lay()
            return
        if ex.game.playing and (ex.ended or ex.over or ex.alone):
            yield from self._at_the_end()
            if ex.closed or ex.lost:
                return
            self.after_end -= 1
            if self.after_end < 0:
                raise ConversationOver("play goes on behind its end")
        player = ex.says or (ex.mover if ex.game.playing else ex.seen.to_move) or self._anybody()
        if player in self.plan.own:
            yield from self.ask(Play(player), "a turn of the program's own player")
            return
        if self.plan.concede and rng.random() < 0.1 and not ex.game.conceded:
            yield from self.ask(Concede(player), "giving up")
            return
        probing = self.refuses and ex.turns and rng.random() < 0.2 and not ex.ended
        if probing and (yield from self.probe(self._wrong_requests(player))):
            from_pile = ex.held is not None and ex.held[1] == "pile"
            if not (yield from self._lay_forbidden()) and from_pile:
                raise ConversationOver("a clover was revealed out of turn and cannot be laid")
            return
        if "legal" in self.can and ex.turns and rng.random() < 0.12:
            yield from self.ask(AskLegal(), "the legal moves before a clover is taken")
            for move in sorted((ex.listed or frozenset()) - ex.legal())[:1]:
                if move.startswith("take ") and len(words := move.split()) == 3 and words[1].isdigit():
                    reply = yield from self.ask(Take(player, "middle", int(words[1])), "a listed move", legal=False)
                    if reply.done:
                        yield from self._put(words[2], "a listed move", legal=False)
                        return
        yield from self._take(player)
        yield from self._lay()
        if "result" in self.can and not ex.over and not ex.ended and rng.random() < 0.05:
            yield from self.ask(AskResult(), "the result before the end")

    def _anybody(self) -> int:
        game = self.dialogue.game
        return game.last % self.plan.players + 1 if game.last else 1

    def _wrong_requests(self, player: int) -> dict[str, Request]:
        ex, rng = self.dialogue, self.rng
        middle = ex.numbers()
        others = [each for each in range(1, self.plan.players + 1) if each != player]
        probes: dict[str, Request] = {}
        if ex.mover is not None:
            gone = [each for each in others if each in ex.game.conceded]
            other = rng.choice(gone or others)
            next_one = other == player % self.plan.players + 1
            after = "a player who gave up" if gone else "the next player" if next_one else "another player"
            probes[f"a turn of {after} instead"] = Take(other, "pile")
        absent = [number for number in range(1, self.rules.top + 1) if number not in middle]
        fitting = next((n for n in rng.sample(absent, len(absent)) if ex.cells(player, n)), None)
        if fitting is not None:
            state, names = "lies" if middle else "nothing lies", self.rules.board.names
            probes[f"a clover from the middle where {state} there"] = Take(player, "middle", fitting)
            free = [names[cell] for cell, old in ex.cells(player, fitting) if not old]
            # Without a count, one that the program may have revealed by itself says nothing.
            if free and (ex.seen.pile is not None or not ex.game.hidden[fitting]):
                probes["a clover laid that was not taken"] = Put(player, fitting, rng.choice(free))
        return probes

    def _take(self, player: int) -> Asks:
        """Take a clover as the style says; where that is refused, the other way."""
        ex = self.dialogue
        ways: list[Take] = []
        fills = self.plan.style == "fill"
        from_middle = {"circle": 0.85, "any": 0.35, "fill": 1.0}.get(self.plan.style, 0.03)
        if self.rng.random() < from_middle or not ex.game.pile:
            middle = list(dict.fromkeys(ex.numbers()))
            at = self.rng.randrange(len(middle) or 1)
            fitting = (
                number
                for number in (*middle[at:], *middle[:at])
                if any(not (fills and old and ex.game.pile) for _, old in ex.cells(player, number))
            )
            ways += [Take(player, "middle", number) for number in islice(fitting, 1)]
        if ex.game.pile or not ways:
            ways.append(Take(player, "pile"))
        for way in ways:
            left = "" if way.source == "middle" else ", the last one" if ex.game.pile <= 1 else ""
            reply = yield from self.ask(way, f"a clover from the {way.source}{left}")
            if reply.done:
                return reply
            if ex.ended:
                break
        raise ConversationOver("no turn was accepted")

    def _lay(self) -> Asked:
        """Put down the clover in hand, after probes of where it may not lie."""
        ex, rng = self.dialogue, self.rng
        if ex.over and not ex.ended and ex.held is not None:
            yield from self._at_the_end()
            if ex.closed:
                return
        if ex.held is None:
            return
        player, source, number = ex.held
        known = 1 <= player <= self.plan.players and 1 <= number <= self.rules.top
        legal = dict(ex.cells(player, number)) if known else {}
        if known and "legal" in self.can and rng.random() < 0.2:
            yield from self.ask(AskLegal(), "the legal moves with a clover in hand")
            cells = self.rules.board.cells
            for name in sorted((ex.listed or frozenset()) - ex.legal())[:1]:
                if name in cells and (yield from self._put(name, "a listed move", legal=False)):
                    return
        if known and self.refuses:
            for _ in range(rng.choice((0, 1, 1, 2))):
                if (yield from self._probe_lay(player, source, number, legal)):
                    return
        yield from self._lay_legally(player, source, number, legal)

    def _lay_forbidden(self) -> Telling:
        """Lay a clover that might not be taken; a program that takes and lays in one step refuses only now."""
        ex, turns = self.dialogue, self.dialogue.turns
        if ex.held is not None:
            player, source, number = ex.held
            for cell, _ in ex.cells(player, number)[:1]:
                yield from self._put(self.rules.board.names[cell], "a clover that might not be taken", legal=False)
            if ex.held is not None and source == "pile":
                yield from self._put(None, "leaving a clover that might not be taken", legal=False)
            ex.held = None
        return ex.turns > turns

    def _probe_lay(self, player: int, source: str, number: int, legal: dict[int, int]) -> Telling:
        garden = self.dialogue.game.layout.unpack(self.dialogue.game.gardens[player])
        names = self.rules.board.names
        wrong = [cell for cell in range(len(names)) if cell not in legal]
        probes: dict[str, Request] = {
            sort_of_wrong(self.rules, garden, Cell(cell), number): Put(player, number, names[cell])
            for cell in self.rng.sample(wrong, min(PROBED, len(wrong)))
        }
        if source == "middle":
            probes["a clover of the middle left there"] = Put(player, number, None)
        return (yield from self.probe(probes))

    def _lay_legally(self, player: int, source: str, number: int, legal: dict[int, int]) -> Asked:
        rng, names, style = self.rng, self.rules.board.names, self.plan.style
        garden = self.dialogue.game.layout.unpack(self.dialogue.game.gardens[player]) if legal else ()
        leaves = {"leave": 0.96, "any": 0.12, "circle": 0.3}.get(style, 0.0)
        if style == "fill" and not any(self._dislike(cell, old, number) < MUCH for cell, old in legal.items()):
            leaves = 1.0
        if source == "pile" and (not legal or rng.random() < leaves):
            sort = "leaving a clover that fits" if legal else "leaving a clover that fits nowhere"
            if not (yield from self._put(None, sort)):
                raise ConversationOver("a clover cannot be left")
            return
        order = list(legal)
        rng.shuffle(order)
        if style == "fill":
            order.sort(key=lambda cell: self._dislike(cell, legal[cell], number))
        if style != "fill" and rng.random() < 0.4:
            sorts = {cell: sort_of_laying(garden, cell, number, source) for cell in order}
            order.sort(key=lambda cell: self.weight(sorts[cell]))
        tried = False
        for cell in order:
            sort = sort_of_laying(garden, cell, number, source)
            if sort not in self.aims.avoid:
                tried = True
                if (yield from self._put(names[cell], sort)):
                    return
        if tried or source != "pile" or not (yield from self._put(None, "leaving a clover that fits")):
            raise ConversationOver("no cell was accepted")

    def _dislike(self, cell: int, old: int, number: int) -> float:
        """Tell how far a number is from the one that leaves most room; an exchange for a worse one is far away."""
        side = self.rules.board.side
        ideal = 1 + (cell % side + cell // side) * (self.rules.top - 1) / (2 * side - 2)
        off = abs(number - ideal)
        return off if not old else off + self.rules.top if off < abs(old - ideal) else off + MUCH

    def _put(self, cell: str | None, place: str, legal: bool = True) -> Telling:
        held = self.dialogue.held
        assert held is not None
        reply = yield from self.ask(Put(held[0], held[2], cell), place, legal)
        return reply.done

    # --- the end

    def _at_the_end(self) -> Asked:
        """Hear that play is over and who has won, or go on where the program does."""
        ex = self.dialogue
        if ex.ended and self.refuses and self.rng.random() < 0.5 and ex.over is not False:
            player = ex.says or self._anybody()
            probes: dict[str, Request] = {"a turn after the end": Take(player, "pile")}
            fitting = [number for number in ex.numbers() if ex.cells(player, number)]
            if fitting:
                probes["a clover from the middle after the end"] = Take(player, "middle", fitting[0])
            if (yield from self.probe(probes)) and (yield from self._lay_forbidden()):
                return
        if "result" in self.can:
            reply = yield from self.ask(AskResult(), "the result at the end")
            if reply.over or not reply.done:
                if not ex.closed:
                    raise ConversationOver("the program names no result")
                return
        elif ex.over:
            raise ConversationOver("the program says that play is over, and cannot name the result")
