"""The edition and its variants: what differs between them, as data."""

from functools import lru_cache

from msgspec import Struct

from models.changes import UNCHANGED, RuleChanges
from models.game import Edition
from models.good_fortune.events import GameEvent
from models.good_fortune.tiles import UNKNOWN, TileSet, load, names_of_shipped, shipped, tile_set
from models.material import BadMaterial
from models.reading import Malformed, Reading

HAND, LINE = 9, 3
LARGEST_HAND = 99
SHEET = "daimon-2025-fr"
EDITIONS = (Edition("daimon-2025", "Good Fortune, Daïmon Play 2025", (SHEET,), ("standard",)),)
GUESSING, SIMPLE = "guessing", "simple-laying"
VARIANTS = (GUESSING, SIMPLE)


class Rules(Struct, frozen=True):
    """The rules one game is judged by: the variant, what is known of the tiles, how many are dealt to each player,
    which clauses are in force otherwise.
    """

    edition: Edition = EDITIONS[0]
    guessing: bool = False
    simple: bool = False
    tiles: TileSet = UNKNOWN
    hand: int = HAND
    changes: RuleChanges = UNCHANGED

    @property
    def top(self) -> int:
        """The highest number of a tile."""
        return 2 * self.hand + LINE

    @property
    def counters(self) -> int:
        """How many counters a table has beside what lies on it."""
        return len(self.changes.first_counts(self))

    @property
    def turns(self) -> int:
        """How many turns a whole game has."""
        return 2 * self.hand if self.simple else self.hand


def rules_of(header: GameEvent, reading: Reading) -> Rules:
    """Give the rules a header asks for; raises Malformed where there are none."""
    if header.players != 2:
        raise Malformed("header", "players", f"players cannot be {header.players}", "the game is for 2 players")
    variants = tuple(header.variants or ())[: len(VARIANTS) + 1]
    hand = HAND if header.hand is None else header.hand
    rules = _rules(header.edition, variants, hand, reading.edition, reading.changes)
    known = _tiles(header, rules.top, reading)
    return rules if known is None else _with(rules, known)


def _with(rules: Rules, tiles: TileSet) -> Rules:
    return Rules(rules.edition, rules.guessing, rules.simple, tiles, rules.hand, rules.changes)


@lru_cache(maxsize=256)
def _rules(
    edition_key: str, variants: tuple[str, ...], hand: int, other_edition: str | None, changes: RuleChanges
) -> Rules:
    for variant in variants:
        _known("variants", variant, VARIANTS)
    if len(set(variants)) > 1:
        raise Malformed(
            "header", "variants", "both variants at once: one chooses together, the other in turn", "name one of them"
        )
    key = other_edition or edition_key
    _known("edition", key, tuple(edition.key for edition in EDITIONS))
    edition = next(edition for edition in EDITIONS if edition.key == key)
    if not 1 <= hand <= LARGEST_HAND:
        raise Malformed("header", "hand", f"hand cannot be {hand}", f"hand goes from 1 to {LARGEST_HAND}")
    return Rules(edition, GUESSING in variants, SIMPLE in variants, hand=hand, changes=changes)


def _tiles(header: GameEvent, top: int, reading: Reading) -> TileSet | None:
    """Give the tile set the caller names or the header gives, None where there is none."""
    known = reading.material
    if known is not None:
        assert isinstance(known, TileSet)
        if len(known.faces) != top:
            message = f"the tile set has {len(known.faces)} tiles, the game {top}"
            raise Malformed("header", "hand", message, "name the set this game was played with")
        return known
    if header.tiles is None:
        return None
    if isinstance(header.tiles, str):
        if shipped(header.tiles) is None:
            message = f"no tile set {header.tiles[:40]!r} comes with the program"
            known_ones = ", ".join(names_of_shipped())
            raise Malformed("header", "tiles", message, f"known: {known_ones}; name your own with --tiles FILE")
        return _by_name(header.tiles, top)
    if len(header.tiles) > top:
        raise Malformed("header", "tiles", f"tiles: {len(header.tiles)} rows for {top} tiles", "one row for each tile")
    try:
        return tile_set(header.tiles, top)
    except BadMaterial as bad:
        raise Malformed("header", "tiles", f"tiles: {bad.faults[0]}", "rows are [number, charm, charm, die]") from None


@lru_cache(maxsize=16)
def _by_name(name: str, top: int) -> TileSet:
    try:
        return load(name, top)
    except BadMaterial as bad:
        raise Malformed("header", "tiles", f"tiles: {bad.faults[0]}", "the set is for a game of another size") from None


def _known(field: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise Malformed("header", field, f"{field}: {value[:40]!r} is not known", f"known: {', '.join(known)}")
