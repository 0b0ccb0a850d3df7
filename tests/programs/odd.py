"""Programs of Lucky Numbers that are odd in one way: `odd.py WAY [OPTIONS of lucky.py]`."""

import json
import sys
from typing import Any

from tests.programs import lucky

Request = dict[str, Any]
Answer = dict[str, Any]


class RevealsByItself(lucky.Adapter):
    """Reveals a clover at the beginning of each turn; who takes one from the middle turns it down again."""

    waiting = False  # a clover is revealed, and nobody has asked for it

    def take(self, request: Request) -> Answer:
        game, player = self.game, self._player(request)
        game.check_turn(player)
        if self.waiting and request["from"] == "pile":
            self.waiting = False
            return {"ok": True, "clover": game.held, "shows": self._shows()}
        if self.waiting and request["clover"] in game.middle:
            self._turn_down()
        return super().take(request)

    def play(self, request: Request) -> Answer:
        if self.waiting:
            self._turn_down()
        return super().play(request)

    def _turn_down(self) -> None:
        game, self.waiting = self.game, False
        game.pile.append(game.held)
        game.revealed -= 1
        game.held, game.last_revealed = 0, False

    def _done(self) -> Answer:
        game = self.game
        self.waiting = game.playing and not game.over and not game.held and bool(game.pile)
        if self.waiting:
            game.reveal(game.to_move)
        return super()._done()


class ShowsOneGarden(lucky.Adapter):
    """Shows in play only the garden of the player to move."""

    def _shows(self) -> Answer:
        shows, game = super()._shows(), self.game
        if game.playing:
            shows["gardens"] = [text if at == game.to_move else None for at, text in enumerate(game.texts)]
        return shows


WAYS = {"reveals by itself": RevealsByItself, "shows one garden": ShowsOneGarden}


def main() -> None:
    way = WAYS[sys.argv.pop(1)]
    told = lucky.arguments()
    wrong = frozenset(told.mistake)
    game = lucky.LuckyNumbers(wrong, told.side, told.top, told.sets, told.equal_exchange, told.diagonal)
    adapter = way(game, told.can.split(","), frozenset(filter(None, told.hide.split(","))))
    for line in sys.stdin:
        print(json.dumps(adapter.answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
