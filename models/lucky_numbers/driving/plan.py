"""How each game of a run is to be played, so that all that a program offers takes its turn."""

from random import Random

from msgspec import Struct

from models.driving import CannotPlay, Wish
from models.lucky_numbers.driving.requests import LuckyHello
from models.lucky_numbers.editions import STANDARD

SELDOM = 6  # every so manieth game has a house rule, the program's own players, or a concession
STYLES = ("fill", "any", "leave", "any", "circle")


class Plan(Struct, frozen=True):
    """How a game is to be played: `style` as in random play, `start` by new, deal or table."""

    players: int
    setup: str
    variants: tuple[str, ...]
    style: str
    start: str
    seed: int
    own: tuple[int, ...] = ()
    concede: bool = False


def plan_of(hello: LuckyHello, wish: Wish, rng: Random, number: int) -> Plan:
    """Make the plan of a game, so that all that a program offers takes its turn."""
    players = [each for each in hello.players if wish.players in (None, each)]
    setups = [each for each in hello.setups if wish.setup in (None, each)]
    if not players or not setups:
        what = "players" if not players else "set-up"
        raise CannotPlay(f"the program does not offer this {what}", f"hello names {hello.players} and {hello.setups}")
    seats, can = players[(number + number // len(players)) % len(players)], hello.can
    variants = wish.variants
    if variants is None:
        variants = (
            (hello.variants[number // SELDOM % len(hello.variants)],) if hello.variants and _seldom(number) else ()
        )
    starts = ["deal" if "deal" in can else "new", *(["table"] if "table" in can else []), "new"]
    start = starts[number // len(STYLES) % len(starts)]
    if start == "table" and (variants or STANDARD not in setups):
        start = starts[0]
    return Plan(
        seats,
        STANDARD if start == "table" else setups[number // len(players) % len(setups)],
        variants,
        STYLES[number % len(STYLES)],
        start,
        rng.randrange(1 << 31),
        own=(rng.randint(1, seats),) if "play" in can and _seldom(number + 1) else (),
        concede="concede" in can and _seldom(number + 2),
    )


def _seldom(number: int) -> bool:
    return number % SELDOM == SELDOM - 1
