"""An adapter for `cloverproof drive`, with the small program behind it. The program has a mistake that many have."""

import json
import random
import sys


class Game:
    """Lucky Numbers for two players; the clovers of the diagonal are laid by the program."""

    def __init__(self, seed):
        self.pile = [number for number in range(1, 21) for _ in range(2)]
        random.Random(seed).shuffle(self.pile)
        self.gardens = [[[0] * 4 for _ in range(4)] for _ in range(2)]
        for garden in self.gardens:
            for place, number in enumerate(sorted(self.pile.pop() for _ in range(4))):
                garden[place][place] = number
        self.middle, self.player, self.held, self.source, self.over = [], 0, None, None, False

    def fits(self, number, row, column):
        """Compare with the neighbours; that a clover further away counts too is forgotten."""
        garden = self.gardens[self.player]
        for down, right, less in ((-1, 0, True), (0, -1, True), (1, 0, False), (0, 1, False)):
            if 0 <= row + down < 4 and 0 <= column + right < 4:
                other = garden[row + down][column + right]
                if other and not (other < number if less else number < other):
                    return False
        return True

    def take(self, player, source, number):
        if self.over or self.held or player != self.player or (source == "middle" and number not in self.middle):
            return False
        self.held, self.source = (number if source == "middle" else self.pile.pop()), source
        if source == "middle":
            self.middle.remove(number)
        return True

    def put(self, player, cell):
        if not self.held or player != self.player or (cell is None and self.source == "middle"):
            return False
        if cell is None:
            self.middle.append(self.held)
        else:
            row, column = int(cell[1]) - 1, "abcd".index(cell[0])
            if not self.fits(self.held, row, column):
                return False
            garden = self.gardens[player]
            if garden[row][column]:
                self.middle.append(garden[row][column])
            garden[row][column] = self.held
        self.over = self.empty(player) == 0 or (self.source == "pile" and not self.pile)
        self.held, self.player = None, 1 - self.player
        return True

    def empty(self, player):
        return sum(row.count(0) for row in self.gardens[player])


def answer(game, request):
    """Answer one request."""
    if request["do"] == "take":
        done = game.take(request["player"] - 1, request["from"], request.get("clover"))
    elif request["do"] == "put":
        done = game.put(request["player"] - 1, request["cell"])
    elif request["do"] == "result":
        counts = [game.empty(0), game.empty(1)]
        winners = [player + 1 for player in (0, 1) if counts[player] == min(counts)]
        return {"over": True, "winners": winners, "empty": counts} if game.over else {"over": False}
    elif request["do"] == "new":
        done = True
    else:
        return {"ok": False, "cannot": request["do"]}
    texts = ["/".join(" ".join(str(n or ".") for n in row) for row in garden) for garden in game.gardens]
    shows = {"pile": len(game.pile), "middle": game.middle, "gardens": texts}
    shows |= {"to_move": game.player + 1, "over": game.over}
    return {"ok": True, "clover": game.held, "shows": shows} if done else {"ok": False, "why": "not allowed"}


HELLO = {"name": "example", "players": [2], "setups": ["standard"], "diagonal": "program"}
HELLO |= {"can": ["refuse", "result", "again"]}
game = None
for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "new":
        game = Game(request.get("seed", 0))
    print(json.dumps(HELLO if request["do"] == "hello" else answer(game, request)), flush=True)
