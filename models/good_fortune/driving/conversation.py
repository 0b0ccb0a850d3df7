"""What to ask a program next: turns that lead to seldom results, and probes of what the rules forbid."""

from collections.abc import Generator
from random import Random

from models.asking import Asking, ConversationOver
from models.driving import Aims, Ask, CannotPlay, Request, Response, Wish
from models.good_fortune.driving.dialogue import FortuneDialogue
from models.good_fortune.driving.plan import Plan, rules_for, texts_of
from models.good_fortune.driving.playouts import Playout, chosen_game, dealt
from models.good_fortune.driving.requests import (
    AskLegal,
    AskResult,
    Choose,
    Concede,
    FortuneHello,
    FortuneResponse,
    LayTile,
    New,
    Play,
)
from models.good_fortune.driving.sorts_of_laying import sorts_of_laying
from models.good_fortune.layings import ENDS
from models.good_fortune.moves import End, TileLaying

Telling = Generator[Ask, Response, bool]
Asked = Generator[Ask, Response, None]


MOST_TURNS = 60


class FortuneConversation(Asking[FortuneDialogue, FortuneResponse]):
    """One game as it is played with a program."""

    ahead: Playout | None = None  # the game as it is meant to go on

    def __init__(self, hello: FortuneHello, wish: Wish, aims: Aims, rng: Random, plan: Plan, most: int | None) -> None:
        super().__init__(FortuneDialogue(hello, wish), FortuneResponse, hello, aims, rng)
        self.hello, self.plan = hello, plan
        self.turns_left = most or MOST_TURNS
        self.rules = rules_for(hello, wish, plan.variants)

    def asks(self) -> Asked:
        """Give one request after the other, and be told the answer to each."""
        try:
            yield from self._begin()
            while self.turns_left and not (self.dialogue.lost or self.dialogue.closed):
                yield from self._turn()
            self.dialogue.stop("enough turns")
        except ConversationOver as over:
            self.dialogue.stop(str(over))

    def _begin(self) -> Asked:
        plan, rules = self.plan, self.rules
        hands, line = dealt(self.rng, rules) if plan.deals else (None, None)
        tiles = None if self.hello.tiles is not None else texts_of(rules.tiles)
        variant = ", ".join(plan.variants) or "no variant"
        place = f"new, {variant}, {'a deal' if plan.deals else 'a deal of its own'}"
        reply = yield from self.begin(New(2, plan.variants, plan.seed, hands, line, tiles, plan.own or None), place)
        if not reply.done:
            if not reply.cannot:
                raise CannotPlay(
                    f"`{place}` was refused: {reply.why or 'no reason given'}",
                    "name in hello only the variants and `can` that the program has",
                )
            raise ConversationOver(f"not offered: {place}")
        ex = self.dialogue
        if not ex.lost and len(ex.line) > 1 and plan.ahead:
            own = tuple(ex.hand(player) for player in (1, 2))
            if rules.simple or len(own[0]) == len(own[1]):
                first = ex.says or self.rng.randint(1, 2)
                self.ahead = chosen_game(self.rng, rules, own, ex.line, first, plan.ahead, self.aims.tried)

    # --- turns

    def _turn(self) -> Asked:
        ex, rng = self.dialogue, self.rng
        self.turns_left -= 1
        if ex.ended or ex.over:
            yield from self._at_the_end()
            return
        if not ex.line:
            raise ConversationOver("nothing is shown in the line")
        if self.plan.concede and rng.random() < ex.turns / 4:
            yield from self.ask(Concede(rng.randint(1, 2)), "giving up")
            return
        if "result" in self.can and rng.random() < 0.04:
            yield from self.ask(AskResult(), "the result before the end")
            if ex.closed:
                return
        script = self._script()
        while len(ex.chosen) < ex.number and not ex.laid and not ex.lost:
            yield from self._choice(script)
        while ex.due() and not ex.lost:
            yield from self._laying(script)

    def _script(self) -> dict[int, TileLaying]:
        """Give the layings of this turn by player, as they were played ahead."""
        ex = self.dialogue
        if self.ahead is None or ex.turns >= len(self.ahead.turns):
            return {}
        turn: dict[int, TileLaying] = {each.player: each for each in self.ahead.turns[ex.turns]}
        return turn if all(each.tile in ex.hand(each.player) for each in turn.values()) else {}

    def _choice(self, script: dict[int, TileLaying]) -> Asked:
        """Let one player choose, after probes of what may not be chosen."""
        ex, rng = self.dialogue, self.rng
        if self.refuses and rng.random() < 0.35 and (yield from self.probe(self._wrong_choices())):
            return
        if "legal" in self.can and rng.random() < 0.12:
            yield from self.ask(AskLegal(), "the tiles that may be chosen")
            if ex.listed and (yield from self._listed_choice()):
                return
        players = ex.choosers()
        rng.shuffle(players)
        if ex.says in players:
            players.sort(key=lambda player: player != ex.says)
        legal = list(players)
        players += [player for player in (1, 2) if player not in players]
        for player in players:
            if not ex.hand(player):
                continue
            if player in self.plan.own:
                if (yield from self.ask(Play(player), "a choice of the program's own player")).done:
                    return
                continue
            wanted = script.get(player)
            tile = wanted.tile if wanted and wanted.tile in ex.hand(player) else rng.choice(ex.hand(player))
            nth = "the second" if ex.chosen else "the first"
            if (yield from self.ask(Choose(player, tile), f"{nth} choice of a turn", player in legal)).done:
                return
        raise ConversationOver("no choice was accepted")

    def _listed_choice(self) -> Telling:
        ex, players = self.dialogue, self.dialogue.choosers()
        extra = sorted((ex.listed or frozenset()) - (ex.legal() or ex.listed or frozenset()))
        for move in extra[:1]:
            if move.isdigit() and len(move) < 4 and players:
                place = "a listed tile"
                return (yield from self.ask(Choose(players[0], int(move)), place, legal=False)).done
        return False

    def _wrong_choices(self) -> dict[str, Request]:
        ex, rng = self.dialogue, self.rng
        probes: dict[str, Request] = {}
        players = ex.choosers()
        nth = "the second" if ex.chosen else "the first"
        for player in players:
            other, seen = 3 - player, [tile for _, tile in ex.chosen]
            foreign = [tile for tile in ex.hand(other) if tile not in seen]
            if len(foreign) > 1:
                probes[f"{nth} choice, a tile of the other hand"] = Choose(player, rng.choice(foreign))
            taken = ex.game.won[1] | ex.game.won[2]
            won = [tile for tile in range(1, taken.bit_length()) if taken >> tile & 1]
            if won:
                probes[f"{nth} choice, a tile that was won"] = Choose(player, rng.choice(won))
            if ex.line:
                probes[f"{nth} choice, a tile of the line"] = Choose(player, rng.choice(ex.line))
        for player in (1, 2):
            if player not in players and players and ex.hand(player):
                again = "chooses again" if ex.chosen else "is not to choose"
                holder = "" if ex.game.rules.simple else f" with the {'small' if ex.game.small else 'large'} side up"
                probes[f"a player who {again}{holder}"] = Choose(player, rng.choice(ex.hand(player)))
        if ex.chosen and not ex.game.rules.simple:
            player, tile = ex.chosen[0]
            probes["a tile laid before both have chosen"] = LayTile(player, tile, self._end(tile))
        return probes

    def _end(self, tile: int) -> End:
        return self.rng.choice(self.dialogue.ends(tile) or ENDS)

    # --- laying

    def _laying(self, script: dict[int, TileLaying]) -> Asked:
        """Lay the tile that is due, after probes of how it may not be laid."""
        ex, rng = self.dialogue, self.rng
        due = ex.next_laying() or ex.due()[0]
        if self.refuses:
            for _ in range(rng.choice((0, 1, 1, 2))):
                if (yield from self.probe(self._wrong_layings(due))):
                    return
        if "legal" in self.can and rng.random() < 0.15:
            yield from self.ask(AskLegal(), "the ends where the tile may be laid")
            for end in ENDS:
                listed = end in (ex.listed or ()) and end not in ex.ends(due[1])
                if listed and (yield from self._lay(due, end, "a listed end", False)):
                    return
        own = due[0] in self.plan.own
        if own and (yield from self.ask(Play(due[0]), "a laying of the program's own player")).done:
            return
        legal = ex.ends(due[1])
        wanted = script.get(due[0])
        legal.sort(key=lambda end: (wanted is None or wanted.end != end, rng.random()))
        sorts = sorts_of_laying(ex, due[1])
        for end in legal:
            if (yield from self._lay(due, end, sorts[end])):
                return
        for end in ENDS:
            if end not in legal and (yield from self._lay(due, end, "the other end", False)):
                return
        for other in ex.due():
            for end in ex.ends(other[1]) if other != due else ():
                if (yield from self._lay(other, end, "the other tile first", False)):
                    return
        raise ConversationOver("no end was accepted")

    def _lay(self, due: tuple[int, int], end: End, place: str, legal: bool = True) -> Telling:
        reply = yield from self.ask(LayTile(*due, end), place, legal)
        return reply.done

    def _wrong_layings(self, due: tuple[int, int]) -> dict[str, Request]:
        ex, rng = self.dialogue, self.rng
        player, tile = due
        legal = ex.ends(tile)
        probes: dict[str, Request] = {}
        for end, sort in sorts_of_laying(ex, tile).items():
            if end not in legal:
                probes[f"not there: {sort}"] = LayTile(player, tile, end)
            else:
                wins = ex.wins(tile, end)
                what = "nothing won" if wins else "the opposite tile won"
                probes[f"{what}: {sort}"] = LayTile(player, tile, end, not wins)
        side = "small" if ex.game.small else "large"
        for other in ex.due():
            if other != due:
                who = "of the medallion's holder" if other[0] == ex.game.holder else "of the other player"
                probes[f"the tile {who} first, {side} side up"] = LayTile(*other, self._end(other[1]))
        if ex.hand(player):
            probes["a tile that was not chosen"] = LayTile(player, rng.choice(ex.hand(player)), self._end(tile))
        if ex.game.rules.simple and ex.hand(3 - player):
            probes["a second tile chosen in one turn"] = Choose(3 - player, rng.choice(ex.hand(3 - player)))
        probes["a tile laid by the other player"] = LayTile(3 - player, tile, self._end(tile))
        return probes

    # --- the end

    def _at_the_end(self) -> Asked:
        """Hear that play is over and who has won, or go on where the program does."""
        ex = self.dialogue
        late = "a choice after giving up"
        if self.refuses and ex.game.conceded and not ex.chosen and (not self.weight(late) or self.rng.random() < 0.5):
            player = ex.choosers_in_play()[0]
            if ex.hand(player):
                wrong: dict[str, Request] = {late: Choose(player, ex.hand(player)[0])}
                if (yield from self.probe(wrong)):
                    yield from self._go_on()
                    return
        if "result" not in self.can:
            raise ConversationOver("the program cannot name the result")
        reply = yield from self.ask(AskResult(), "the result at the end")
        if reply.over is False and reply.done:
            raise ConversationOver("play goes on behind its end")
        if not ex.closed:
            raise ConversationOver("the program names no result")

    def _go_on(self) -> Asked:
        """Play a turn to its end that should not be."""
        ex = self.dialogue
        while len(ex.chosen) < ex.number:
            player = next((each for each in (1, 2) if each not in dict(ex.chosen)), 1)
            if not (yield from self.ask(Choose(player, ex.hand(player)[0]), "going on after giving up", False)).done:
                raise ConversationOver("no choice was accepted")
        while ex.due():
            due = ex.next_laying() or ex.due()[0]
            if not (yield from self._lay(due, self._end(due[1]), "laying after giving up", False)):
                raise ConversationOver("no end was accepted")
