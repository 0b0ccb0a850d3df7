"""The page of recorded games: one file with all that it needs."""

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from reports.replay.document import ReplayPart
from reports.replay.frames import Stock
from reports.report.html import page


def replay_page(title: str, games: Sequence[ReplayPart], stock: Stock) -> str:
    """Write the page."""
    held = {"games": [game.frames for game in games], "lines": list(stock.lines)}
    data = msgspec.json.encode(held).decode().replace("<", "\\u003c")
    return page(
        "replay.html.j2",
        script="replay.js",
        sheets=("style.css", "pieces.css", "replay.css"),
        title=title,
        games=games,
        wrong=sum(game.outcome != "conforms" for game in games),
        explained=any(game.explained for game in games),
        valued=any(game.curve for game in games),
        blanks=stock.blank_drawings(),
        pieces=stock.piece_drawings(),
        data=data,
        trusted=Markup,
    )
