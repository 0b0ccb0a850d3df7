"""What a table looks like behind a line that cannot be played, as far as the line itself says."""

from collections.abc import Mapping

from msgspec.structs import replace

from models.good_fortune.moves import BOTH
from models.view import Card, Strip, View

MOST = 99  # tiles


def recorded_view(view: View, said: Mapping[str, object]) -> View:
    """Change a view by what a line says: the line, the hands and the collections that were shown."""
    cards = {card.name: card for strip in view.strips for card in strip.cards}
    shown = {"line": said.get("line")}
    for key, what in (("hands", "in hand"), ("collections", "won")):
        both = said.get(key)
        if isinstance(both, list) and len(both) == len(BOTH):
            shown |= {f"player {player}: {what}": tiles for player, tiles in zip(BOTH, both, strict=True)}
    strips = tuple(_shown(strip, shown.get(strip.title), cards) for strip in view.strips)
    lines = tuple(line for line in view.lines if not line.startswith("to move"))
    return replace(view, strips=strips, lines=lines)


def _shown(strip: Strip, tiles: object, cards: Mapping[str, Card]) -> Strip:
    """Give a row with the tiles that were shown, a question mark for one that was not recorded."""
    if not isinstance(tiles, list) or len(tiles) > MOST:
        return strip
    if not all(each is None or (type(each) is int and 0 < each <= MOST) for each in tiles):
        return strip
    names = ["?" if each is None else str(each) for each in tiles]
    return replace(strip, cards=tuple(cards.get(name, Card(name, ())) for name in names))
