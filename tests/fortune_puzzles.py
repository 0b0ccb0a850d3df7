"""Drawn positions of Good Fortune, and a solver of its own for small ones: it knows nothing of the clauses."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from models.good_fortune.editions import Rules
from models.good_fortune.positions import FortunePosition, OpenScore
from models.good_fortune.random_positions import drawn
from models.good_fortune.tiles import tile_set
from tests.good_fortune_games import random_tiles

Face = tuple[str, str, int]
State = tuple[Any, ...]
BASE: dict[str, Any] = {
    "format": "cloverproof-puzzle/1",
    "game": "good-fortune",
    "tiles": "invented",
    "hands": [[1, 3], [5, 21]],
    "line": [8, 20, 15],
    "collections": [[7, 10], [12]],
    "goal": "win",
}


def drawn_position(
    rng: random.Random, turns: int, simple: bool = False, score: OpenScore = "highest"
) -> FortunePosition:
    """Draw a position with so many tiles in each hand, of a random tile set; perhaps within a turn."""
    hand = rng.choice((turns, turns + 1, 9)) if turns < 9 else 9
    tiles = tile_set(random_tiles(rng, 2 * hand + 3), 2 * hand + 3)
    start = drawn(rng, turns, Rules(simple=simple, tiles=tiles, hand=hand))
    position = FortunePosition(
        start.rules, start.hands, start.line, start.mover, start.won, start.holder, start.side, open_score=score
    )
    for _ in range(rng.choice((0, 0, 0, 1, 2, 3))):
        following = position.after(rng.choice(position.moves()))
        position = following if following.mover else position
    return position


class Brute:
    """All of play by plain recursion: a state is whose turn it is and where the tiles lie, players are 0 and 1."""

    def __init__(self, position: FortunePosition) -> None:
        self.faces: dict[int, Face] = {}
        for tile, face in enumerate(position.rules.tiles.faces, 1):
            self.faces[tile] = (str(face.charms[0]), str(face.charms[1]), face.die or 0)
        self.choose: Callable[..., int] = max if position.open_score == "highest" else min
        self.simple = position.rules.simple
        self.value = cache(self._value)
        self.score = cache(self._score)
        chosen = tuple(int(tile or 0) for tile in position.chosen)
        won = tuple(frozenset(map(int, own)) for own in position.won)
        hands = tuple(frozenset(map(int, hand)) for hand in position.hands)
        line = tuple(map(int, position.line))
        holder = position.mover - 1 if self.simple else int(position.holder or 0) - 1
        laid = -1 if position.laid is None else int(position.laid) - 1
        self.start: State = (holder, position.side == "small", hands, line, won, chosen, laid)

    def who(self, state: State) -> int:
        holder, small, _, _, _, chosen, laid = state
        if self.simple:
            return int(holder)
        if laid >= 0:
            return 1 - int(laid)
        if 0 in chosen:
            return int(holder) if not chosen[holder] else 1 - int(holder)
        return int(chosen.index(min(chosen) if small else max(chosen)))

    def ways(self, state: State) -> Iterator[tuple[str, State]]:
        holder, small, hands, line, won, chosen, laid = state
        who = self.who(state)
        if not self.simple and laid < 0 and 0 in chosen:
            for tile in sorted(hands[who]):
                now = (tile, chosen[1]) if who == 0 else (chosen[0], tile)
                yield f"choose {tile}", (holder, small, hands, line, won, now, laid)
            return
        for tile in sorted(hands[who]) if self.simple else [chosen[who]]:
            for end, row, gone in self.places(tile, line):
                rest = tuple(hand - {tile} for hand in hands)
                mine = tuple(own | {gone} if at == who and gone else own for at, own in enumerate(won))
                name = f"lay {tile} {end}" if self.simple else f"lay {end}"
                if self.simple:
                    yield name, (1 - holder, small, rest, row, mine, chosen, laid)
                elif laid >= 0:
                    yield name, (1 - holder, not small, rest, row, mine, (0, 0), -1)
                else:
                    left = (0, chosen[1]) if who == 0 else (chosen[0], 0)
                    yield name, (holder, small, rest, row, mine, left, who)

    def places(self, tile: int, line: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], int]]:
        left, right = (bool({*self.faces[tile][:2]} & {*self.faces[end][:2]}) for end in (line[0], line[2]))
        if left or not right:
            yield "left", (tile, line[0], line[1]), line[2] if left else 0
        if right or not left:
            yield "right", (line[1], line[2], tile), line[0] if right else 0

    def _value(self, state: State) -> int:
        """Give how far player 1 is ahead at the end."""
        if not any(state[2]):
            return self.score(state[4][0]) - self.score(state[4][1])
        worth: int = (max, min)[self.who(state)](self.value(after) for _, after in self.ways(state))
        return worth

    def _score(self, own: frozenset[int]) -> int:
        if not own:
            return 0
        heaps = {charm: [t for t in own if charm in self.faces[t]] for t in own for charm in self.faces[t][:2]}
        sizes = {charm: (len(heap), sum(self.faces[t][2] for t in heap)) for charm, heap in heaps.items()}
        most = max(sizes.values())
        total: int = self.choose(
            most[0] * most[1] + self.score(own - {*heaps[charm]}) for charm in heaps if sizes[charm] == most
        )
        return total
