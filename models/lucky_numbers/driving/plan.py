"""How each game of a run is to be played, so that all that a program offers takes its turn."""

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from models.driving import CannotPlay, Wish
from models.lucky_numbers.driving.requests import LuckyHello
from models.lucky_numbers.editions import EDITIONS, STANDARD

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


def plan_of(hello: LuckyHello, wish: Wish, rng: Random, number: int, *, own_deals: bool = True) -> Plan:
    """Make the plan of a game, so that all that a program offers takes its turn; deals of its own if it shows them."""
    printed = _setups_of(wish.reading.edition)
    players = [each for each in hello.players if wish.players in (None, each)]
    setups = [each for each in hello.setups if wish.setup in (None, each) and each in printed]
    if not players:
        raise _not_offered(f"games of {wish.players} players", "players", hello.players)
    if not setups:
        raise _not_offered(f"the set-up {wish.setup or ' or '.join(printed)}", "setups", hello.setups)
    for variant in wish.variants or ():
        if variant not in hello.variants:
            raise _not_offered(f"the house rule {variant}", "variants", hello.variants)
    seats, can = players[(number + number // len(players)) % len(players)], hello.can
    variants, offered = wish.variants, hello.variants if _seldom(number) else ()
    if variants is None:
        variants = (offered[number // SELDOM % len(offered)],) if offered else ()
    starts = [
        "deal" if "deal" in can else "new",
        *(["table"] if "table" in can else []),
        *(["new"] if own_deals else []),
    ]
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


def _setups_of(key: str | None) -> tuple[str, ...]:
    """Give the set-ups of an edition."""
    edition = next((edition for edition in EDITIONS if edition.key == key), EDITIONS[0])
    return edition.setups


def _not_offered(what: str, key: str, named: Sequence[object]) -> CannotPlay:
    told = ", ".join(map(str, named)) or "none"
    return CannotPlay(f"the program does not offer {what}", f'in hello "{key}" names {told}')
