"""Games played ahead at random from a deal, and which seldom things come of them."""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from models.good_fortune.editions import LINE, Rules
from models.good_fortune.kernel import WON, ends, fate, line_after, mover
from models.good_fortune.layings import ENDS
from models.good_fortune.moves import Player, TileLaying
from models.good_fortune.random_play import MOST_FREE
from models.good_fortune.scoring import dice_of, groupings, totals
from models.good_fortune.tiles import Tile, TileSet

Hands = Sequence[Sequence[int]]


class Playout(Struct, frozen=True):
    """A whole game: the layings of each turn, and what each player wins."""

    turns: tuple[tuple[TileLaying, ...], ...]
    won: tuple[tuple[int, ...], tuple[int, ...]]


def dealt(rng: Random, rules: Rules) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Deal the tiles."""
    rest = rng.sample(range(2, rules.top), rules.top - 2)
    cut, ends_of = rules.hand - 1, rng.sample((1, rules.top), 2)
    hands = (ends_of[0], *rest[:cut]), (ends_of[1], *rest[cut : 2 * cut])
    return hands, tuple(rest[2 * cut : 2 * cut + LINE])


def playout(rng: Random, rules: Rules, hands: Hands, line: Sequence[int], first: int) -> Playout:
    """Play a game from a deal; in Simple laying `first` lays first."""
    masks, lies = rules.tiles.masks, tuple(line)
    left = [rng.sample(hand, len(hand)) for hand in hands]
    won: tuple[list[int], list[int]] = ([], [])
    turns, small, player = [], True, first
    while any(left):
        if rules.simple:
            player = player if left[player - 1] else 3 - player
            order = [(player, left[player - 1].pop())]
            player = 3 - player
        else:
            one, other = left[0].pop(), left[1].pop()
            begins = mover(0, one, other, 0, small)
            order = [(1, one), (2, other)] if begins == 1 else [(2, other), (1, one)]
            small = not small
        turn = []
        for seat, tile in order:
            at_left = rng.choice(ends(*masks[tile], lies))
            beside, opposite = (lies[0], lies[-1]) if at_left else (lies[-1], lies[0])
            if fate(*masks[tile], beside, opposite) == WON:
                won[seat - 1].append(opposite)
            lies = line_after(lies, tile, at_left)
            turn.append(TileLaying(Player(seat), Tile(tile), ENDS[0] if at_left else ENDS[1]))
        turns.append(tuple(turn))
    return Playout(tuple(turns), (tuple(won[0]), tuple(won[1])))


def seldom(tiles: TileSet, won: Sequence[Sequence[int]]) -> Iterator[str]:
    """Say which seldom things two collections show when they are scored."""
    scored = []
    for own in won:
        faces = [tiles.face(tile) for tile in sorted(own)]  # as they are scored at the end
        ways = groupings(faces)
        every = {way.total for way in ways}
        scored.append(every)
        if not own:
            yield "nothing is won"
        if len(every) > 1:
            yield "a score that the rules leave open"
        elif len(ways) > 1:
            yield "groups that the rules leave open"
        if every != set(totals(faces, "number")):
            yield "the die sum decides which group comes first"
        if not every & set(totals(faces, "once")):
            yield "counting again changes the score"
        if len(faces) <= MOST_FREE // 2 + 1 and max(every) < totals(faces, "free")[0]:
            yield "another split would score more"
        if any(len(group.places) > 3 for group in ways[0].groups):
            yield "a group of four"
        if sum(dice_of(faces, group.places) for group in ways[0].groups) > max(every):
            yield "more dice than points"
    if scored[0] & scored[1]:
        yield "equal totals"


def chosen_game(
    rng: Random, rules: Rules, hands: Hands, line: Sequence[int], first: int, ahead: int, tried: dict[str, int]
) -> Playout:
    """Play some games ahead, and give the one that ends in what was tried least; `tried` counts it."""
    found: list[tuple[int, int, set[str], Playout]] = []
    for _ in range(ahead):
        game = playout(rng, rules, hands, line, first)
        sorts = set(seldom(rules.tiles, game.won)) or {"a score without a tie"}
        found.append((min(tried.get(sort, 0) for sort in sorts), len(found), sorts, game))
        if not found[-1][0]:
            break  # nothing can be more seldom
    _, _, sorts, game = min(found, key=lambda each: each[:2])
    for sort in sorts:
        tried[sort] = tried.get(sort, 0) + 1
    return game
