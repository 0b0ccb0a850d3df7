"""Games without sense, drawn at random: few positions, many circles, any points."""

import random
from typing import Any

from models.position import DRAW, Chance, Problem


class Toy:
    """A position of a drawn game: a number, and the game it belongs to."""

    drawn = filled = 0
    together = False
    left: int | None = None

    def __init__(self, game: "ToyGame", number: int) -> None:
        self.game, self.number = game, number
        self.layer = game.layers[number]
        self.mover = game.movers[number]
        self.ended = None if self.mover else game.winners[number]

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Toy) and other.number == self.number

    def moves(self) -> tuple[str, ...]:
        return tuple(self.game.onward[self.number])

    def after(self, move: str) -> "Toy":
        return Toy(self.game, self.game.onward[self.number][move][0])

    def chances(self) -> tuple[Chance, ...]:
        below = self.game.onward[self.number].get(DRAW, [])
        return tuple(
            Chance(place, 1 + (place + self.number) % 3, Toy(self.game, after)) for place, after in enumerate(below, 1)
        )

    def limited(self, left: int | None) -> "Toy":
        raise NotImplementedError

    def points(self) -> tuple[int, ...]:
        return self.game.scores[self.number]

    def write(self) -> str:
        return str(self.number)


class ToyGame:
    """A drawn game of layers; in each the players go round, end play, or draw and fall to the layer below."""

    def __init__(self, rng: random.Random, layers: int = 3, size: int = 6) -> None:
        ends = 4
        self.layers = [layer for layer in range(layers) for _ in range(size)] + [0] * ends
        self.movers = [rng.randint(1, 2) for _ in range(layers * size)] + [0] * ends
        self.winners: list[Any] = [None] * (layers * size) + [rng.choice([(1,), (2,), (1, 2)]) for _ in range(ends)]
        self.scores = [(rng.randint(-3, 3), 0) for _ in self.layers]
        self.onward: list[dict[str, list[int]]] = []
        for number in range(layers * size):
            layer = number // size
            own = range(layer * size, layer * size + size)
            ways = {f"to {to}": [to] for to in rng.sample(own, rng.randint(1, 3))}
            if rng.random() < 0.25:
                ways["end"] = [rng.randrange(layers * size, layers * size + ends)]
            if layer and rng.random() < 0.4:
                ways[DRAW] = rng.sample(range((layer - 1) * size, layer * size), rng.randint(1, 3))
            self.onward.append(ways)
        self.onward += [{}] * ends
        self.start = (layers - 1) * size + rng.randrange(size)


def toy_problem(seed: int, force: bool = False) -> Problem:
    """Draw a game, and ask what it is worth in points or how fast player 1 surely wins."""
    game = ToyGame(random.Random(seed))
    if force:
        game.movers[game.start] = 1
    return Problem(Toy(game, game.start), "force" if force else "win", "win" if force else "points", 1)
