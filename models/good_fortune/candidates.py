"""Drawing positions: a game of the invented set, played at random to so many turns before its end."""

from random import Random

from models.good_fortune.editions import LINE, Rules
from models.good_fortune.moves import BOTH, Player
from models.good_fortune.positions import FortunePosition
from models.good_fortune.tiles import Tile, Tiles, TileSet, load

INVENTED = "invented"
RULES = Rules()


def drawn(chance: Random, turns: int, rules: Rules = RULES) -> FortunePosition:
    """Give a position at the beginning of a turn, with so many tiles left for each player.

    Where the rules know no tiles they are those of the invented set.
    """
    if not rules.tiles.faces:
        rules = _with(rules, load(INVENTED, None))
    position = _dealt(chance, rules)
    while max(map(len, position.hands)) > turns or any(position.chosen) or position.laid is not None:
        position = position.after(chance.choice(position.moves()))
    return position


def _with(rules: Rules, tiles: TileSet) -> Rules:
    return Rules(rules.edition, rules.guessing, rules.simple, tiles, rules.hand)


def _dealt(chance: Random, rules: Rules) -> FortunePosition:
    rest = [Tile(number) for number in range(2, rules.top)]
    chance.shuffle(rest)
    one, other = rest[: rules.hand - 1], rest[rules.hand - 1 : 2 * rules.hand - 2]
    lowest, highest = _sorted([Tile(1), *one]), _sorted([Tile(rules.top), *other])
    first = chance.choice(BOTH)
    hands = (lowest, highest) if first == BOTH[0] else (highest, lowest)
    holder = None if rules.simple else Player(first)
    return FortunePosition(rules, hands, tuple(rest[-LINE:]), int(first), holder=holder)


def _sorted(tiles: list[Tile]) -> Tiles:
    return tuple(sorted(tiles))
