"""Positions drawn at random: a game of the invented set, played to so many turns before its end."""

from random import Random

from models.good_fortune.editions import LINE, SIMPLE, Rules
from models.good_fortune.moves import BOTH, Player
from models.good_fortune.positions import FortunePosition
from models.good_fortune.tiles import Tile, Tiles, TileSet, load
from models.position import PuzzleWish
from models.reading import Malformed

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


def rules_for(wish: PuzzleWish) -> Rules:
    """Give the rules of a drawn game. Raises Malformed where its tiles are not known whole, or too few."""
    tiles = load(INVENTED, None) if wish.material is None else wish.material
    assert isinstance(tiles, TileSet)
    numbers = range(1, len(tiles.faces) + 1)
    unknown = [str(tile) for tile in numbers if not tiles.knows((tile,))]
    if unknown:
        message = f"it is not known what {', '.join(unknown[:3])}{' ...' if len(unknown) > 3 else ''} carry"
        raise Malformed("value", "tiles", message, "a puzzle needs two charms and a die on each tile")
    hand, over = divmod(len(tiles.faces) - LINE, 2)
    if over or hand < (wish.turns or 1):
        message = f"no game with {len(tiles.faces)} tiles has such a puzzle"
        raise Malformed("value", "tiles", message, "as many for each player, and three for the line")
    return Rules(simple=SIMPLE in wish.variants, tiles=tiles, hand=hand)


def begun(chance: Random, position: FortunePosition, moves: int) -> FortunePosition:
    """Give the position after so many random moves."""
    for _ in range(moves):
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
    holder = None if rules.simple or rules.guessing else Player(first)
    mover = BOTH[0] if rules.guessing else first
    return FortunePosition(rules, hands, tuple(rest[-LINE:]), int(mover), holder=holder)


def _sorted(tiles: list[Tile]) -> Tiles:
    return tuple(sorted(tiles))
