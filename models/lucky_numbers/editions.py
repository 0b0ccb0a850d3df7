"""The editions and house rules: what differs between them, as data."""

from functools import lru_cache

from msgspec import Struct

from models.changes import UNCHANGED, RuleChanges
from models.game import Edition
from models.lucky_numbers.events import GameEvent
from models.lucky_numbers.garden import LARGEST_SIDE, SMALLEST_SIDE, Board, board
from models.reading import Malformed, Reading

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
NO_EQUAL_EXCHANGE = "no-equal-exchange"  # an answer to an open question: a clover never replaces an equal one
STRICT = frozenset({NO_EQUAL_EXCHANGE})
VARIANTS = {"bruno": RISING, "bruno-any": RISING + FALLING}


class Rules(Struct, frozen=True):
    """The rules one game is judged by.

    `sets` counts the copies of each number in play; `one_by_one` is Michael's set-up; `again` holds the directions
    (columns, rows) in which an equal neighbour gives another turn. `changes` tells which clauses are in
    force otherwise.
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
    changes: RuleChanges = UNCHANGED

    @property
    def counters(self) -> int:
        """How many counters a table has beside what lies on it."""
        return len(self.changes.first_counts(self))

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
    variants = tuple(header.variants or ())[: len(VARIANTS) + 1]
    size = header.side, header.top, header.sets
    return _rules(header.edition, header.players, header.setup, variants, size, reading)


@lru_cache(maxsize=256)
def _rules(
    edition_key: str,
    players: int,
    setup: str | None,
    variants: tuple[str, ...],
    size: tuple[int | None, int | None, int | None],
    reading: Reading,
) -> Rules:
    _within("players", players, 2, MOST_PLAYERS)
    for variant in variants:
        _known("variants", variant, tuple(VARIANTS))
    if setup is not None:
        _known("setup", setup, (STANDARD, MICHAEL))
    key = reading.edition or edition_key
    _known("edition", key, tuple(edition.key for edition in EDITIONS))
    edition = next(edition for edition in EDITIONS if edition.key == key)
    side, top, sets = size
    rules = Rules(
        edition=edition,
        board=board(SIDE if side is None else _within("side", side, SMALLEST_SIDE, LARGEST_SIDE)),
        top=TOP if top is None else _within("top", top, 1, LARGEST_TOP),
        sets=players if sets is None else _within("sets", sets, 1, MOST_SETS),
        players=players,
        one_by_one=(setup if setup in edition.setups else edition.setups[0]) == MICHAEL,
        again=tuple(dict.fromkeys(direction for variant in variants for direction in VARIANTS[variant])),
        variants=variants,
        equal_exchange=NO_EQUAL_EXCHANGE not in reading.answers,
        changes=reading.changes,
    )
    if rules.dealt < 1:
        field = "top" if top is not None else "sets" if sets is not None else "side"
        raise Malformed(
            "header", field, f"{rules.clovers} clovers are too few to begin with", "some must be left face down"
        )
    return rules


def _known(field: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise Malformed("header", field, f"{field}: {value[:40]!r} is not known", f"known: {', '.join(known)}")


def _within(field: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise Malformed("header", field, f"{field} cannot be {value}", f"{field} goes from {least} to {most}")
    return value
