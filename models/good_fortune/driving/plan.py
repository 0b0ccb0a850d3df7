"""How each game of a run is to be played, so that all that a program offers takes its turn."""

from functools import lru_cache
from random import Random

from msgspec import Struct

from models.driving import CannotPlay, Wish
from models.good_fortune.driving.requests import FortuneHello
from models.good_fortune.editions import LINE, VARIANTS, Rules
from models.good_fortune.state_space import INVENTED
from models.good_fortune.tiles import LETTER_OF, TileSet, load, read_tile

NONE: tuple[str, ...] = ()
FIRST, MANY, SOME = 12, 12, 5  # the first games are played ahead more often


class Plan(Struct, frozen=True):
    """How a game is to be played: with a deal of the driver's or the program's own, and who gives up or plays.

    So many games are played `ahead`, of which the one is chosen that has the most seldom result.
    """

    variants: tuple[str, ...]
    deals: bool
    seed: int
    ahead: int = 0
    own: tuple[int, ...] = ()
    concede: bool = False


def plan_of(hello: FortuneHello, wish: Wish, rng: Random, number: int, *, own_deals: bool = True) -> Plan:
    """Make the plan of a game, so that all that a program offers takes its turn; deals of its own if it shows them."""
    if 2 not in (hello.players or (2,)) or wish.players not in (None, 2):
        raise CannotPlay("the program does not offer this player count", "the game is for 2 players")
    if wish.setup not in (None, "standard", *hello.setups):
        raise CannotPlay("the program does not offer this set-up", "the game has one set-up: standard")
    offered = offered_variants(hello, wish)
    if not offered:
        raise CannotPlay(
            "the program does not offer this variant", f"hello names {', '.join(hello.variants) or 'none'}"
        )
    can, turn = hello.can, number // len(offered)
    return Plan(
        offered[number % len(offered)],
        "deal" in can and (turn % 3 > 0 or not own_deals),
        rng.randrange(1 << 31),
        MANY if number < FIRST else SOME if number % 3 == 0 else 0,
        own=(rng.randint(1, 2),) if "play" in can and turn % 7 == 6 else (),
        concede="concede" in can and number % 7 == 3,
    )


def offered_variants(hello: FortuneHello, wish: Wish) -> list[tuple[str, ...]]:
    """Give the variants that a program offers and the caller allows, the usual game first."""
    offered = [NONE, *((each,) for each in VARIANTS if each in hello.variants)]
    return offered if wish.variants is None else [each for each in offered if each == wish.variants]


def tiles_of(hello: FortuneHello, wish: Wish) -> TileSet:
    """Give what the tiles carry: as the caller says, else the program, else an invented set. Raises CannotPlay."""
    known, top = wish.reading.material, 2 * hello.hand + LINE
    if hello.tiles is not None:
        told = _told(hello.tiles, top)
        known = known or told
    known = known or _invented(top)
    assert isinstance(known, TileSet)
    if len(known.faces) != top or not known.knows(range(1, top + 1)):
        raise CannotPlay(f"not all {top} tiles are known", "name a tile set of this size with --tiles, without gaps")
    return known


@lru_cache(maxsize=16)
def _told(texts: tuple[str, ...], top: int) -> TileSet:
    """Read what a program says of its tiles. Raises CannotPlay."""
    try:
        read = [read_tile(text) for text in texts]
    except ValueError as wrong:
        raise CannotPlay(f"hello: {wrong}", 'write "tiles" like ["1EG3", ...], tile 1 first') from wrong
    faces = tuple(face for _, face in read)
    numbered = all(number in (None, place) for place, (number, _) in enumerate(read, 1))
    if len(faces) != top or not numbered or not all(face.known for face in faces):
        raise CannotPlay(
            f"hello names {len(faces)} tiles of {top}, or not in order, or not all that they carry",
            f'write "tiles" like ["1EG3", ...], from tile 1 to tile {top}',
        )
    return TileSet(faces)


@lru_cache(maxsize=16)
def _invented(top: int) -> TileSet:
    """Give an invented set of so many tiles, or of as many as there are."""
    whole = load(INVENTED, None)
    return whole if len(whole.faces) == top else TileSet(whole.faces[:top], invented=True)


def texts_of(tiles: TileSet) -> tuple[str, ...]:
    """Write tiles as a program is told them."""
    return tuple(
        f"{number}{''.join(LETTER_OF[charm] for charm in face.charms if charm is not None)}{face.die}"
        for number, face in enumerate(tiles.faces, 1)
    )


def rules_for(hello: FortuneHello, wish: Wish, variants: tuple[str, ...]) -> Rules:
    """Give the rules of a game with a program. Raises CannotPlay."""
    guessing, simple = (each in variants for each in VARIANTS)
    return Rules(guessing=guessing, simple=simple, tiles=tiles_of(hello, wish), hand=hello.hand)
