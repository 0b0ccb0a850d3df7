"""The editions and house rules: what differs between them, as data."""

from dataclasses import dataclass

from models.game import Edition, Malformed, Reading
from models.lucky_numbers.events import GameEvent
from models.lucky_numbers.garden import LARGEST_SIDE, SMALLEST_SIDE, Board, board

SIDE, TOP = 4, 20
MOST_PLAYERS = 4
LARGEST_TOP, MOST_SETS = 999, 99
STANDARD, MICHAEL = "standard", "michael"

EDITIONS = (
    Edition("tiki-2020", "Lucky Numbers, TIKI Editions 2020", ("tiki-2020-en", "tiki-2020-fr"), (STANDARD, MICHAEL)),
    Edition("ravensburger-2012", "5 vor 12, Ravensburger 2012", ("ravensburger-2012-fr",), (MICHAEL,)),
)

RISING = ((1, -1), (-1, 1))
FALLING = ((-1, -1), (1, 1))
VARIANTS = {"bruno": RISING, "bruno-any": RISING + FALLING}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules one game is judged by.

    `sets` counts the copies of each number in play; `one_by_one` is Michael's set-up; `again` holds the directions
    (columns, rows) in which an equal neighbour gives another turn.
    """

    edition: Edition = EDITIONS[0]
    board: Board = board(SIDE)
    top: int = TOP
    sets: int = 2
    players: int = 2
    one_by_one: bool = False
    again: tuple[tuple[int, int], ...] = ()
    variants: tuple[str, ...] = ()
    equal_exchange: bool = True

    @property
    def clovers(self) -> int:
        """All clovers in play."""
        return self.top * self.sets

    @property
    def dealt(self) -> int:
        """The clovers that lie face down when play starts."""
        return self.clovers - self.board.side * self.players


def rules_of(header: GameEvent, reading: Reading) -> Rules:
    """Give the rules a header asks for; raises Malformed where there are none."""
    players = _within(header, "players", 2, MOST_PLAYERS, None)
    variants = tuple(header.variants or ())
    for variant in variants:
        _known(header, "variants", variant, tuple(VARIANTS))
    setup = header.setup
    if setup is not None:
        _known(header, "setup", setup, (STANDARD, MICHAEL))
    edition = _edition(header, reading)
    rules = Rules(
        edition=edition,
        board=board(_within(header, "side", SMALLEST_SIDE, LARGEST_SIDE, SIDE)),
        top=_within(header, "top", 1, LARGEST_TOP, TOP),
        sets=_within(header, "sets", 1, MOST_SETS, players),
        players=players,
        one_by_one=(setup if setup in edition.setups else edition.setups[0]) == MICHAEL,
        again=tuple(dict.fromkeys(direction for variant in variants for direction in VARIANTS[variant])),
        variants=variants,
        equal_exchange=reading.equal_exchange,
    )
    if rules.dealt < 1:
        field = next((name for name in ("top", "sets", "side") if getattr(header, name) is not None), "players")
        raise Malformed(
            "header", field, f"{rules.clovers} clovers are too few to begin with", "some must be left face down"
        )
    return rules


def _edition(header: GameEvent, reading: Reading) -> Edition:
    key = reading.edition or header.edition
    _known(header, "edition", key, tuple(edition.key for edition in EDITIONS))
    return next(edition for edition in EDITIONS if edition.key == key)


def _known(header: GameEvent, field: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise Malformed("header", field, f"the {field} {value[:40]!r} is not known", f"known: {', '.join(known)}")


def _within(header: GameEvent, field: str, least: int, most: int, default: int | None) -> int:
    value: int | None = getattr(header, field)
    if value is None and default is not None:
        return default
    if value is None or not least <= value <= most:
        raise Malformed("header", field, f"{field} is {value}", f"{field} goes from {least} to {most}")
    return value
