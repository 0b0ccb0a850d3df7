"""The page of recorded games: one file with all that it needs."""

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from reports.pictures.tables import SAID
from reports.replay.bounded import bounded_page
from reports.replay.document import COUNTED, ReplayPart
from reports.replay.frames import Stock
from reports.replay.log_names import shortened, told_apart
from reports.report.html import page
from reports.style import visible

MOST_NAMED = 12  # files and logs that are named at the head of a page


def replay_page(title: str, games: Sequence[ReplayPart], stock: Stock, left_out: Sequence[str] = ()) -> str:
    """Write the page; `left_out` are files in folders that were taken for no logs.

    Where it would be too large the games are told without what their turns were worth, the last ones first.
    """
    return bounded_page(lambda: _written(title, games, stock, left_out), games)


def _written(title: str, games: Sequence[ReplayPart], stock: Stock, left_out: Sequence[str]) -> str:
    said = {kind: words.rstrip(":") for kind, words in SAID.items()}
    held = {"games": [game.frames for game in games], "lines": list(stock.lines), "said": said}
    data = msgspec.json.encode(held).decode().replace("<", "\\u003c")
    outcomes = [game.outcome for game in games]
    unread = [game for game in games if game.outcome == "unreadable"]
    return page(
        "replay.html.j2",
        script="replay.js",
        sheets=("style.css", "pieces.css", "replay.css"),
        title=title,
        games=games,
        verdicts=[
            (each, words[count > 1], count) for each, words in COUNTED.items() if (count := outcomes.count(each))
        ],
        codes=list(stock.codes.parts.values()),
        titles=Markup(stock.codes.sheet()),
        explained=any(game.explained for game in games),
        written=[each for each in dict.fromkeys(game.pieces for game in games) if each],
        valued=any(game.curve for game in games),
        broken=any(game.first_breach for game in games),
        blanks=stock.blank_drawings(),
        pieces=stock.piece_drawings(),
        data=data,
        unread=unread[:MOST_NAMED],
        more_unread=len(unread[MOST_NAMED:]),
        left_out=left_out_words(left_out) if left_out else "",
        trusted=Markup,
    )


def left_out_words(paths: Sequence[str]) -> str:
    """Say which files of folders were taken for no logs."""
    names = [shortened(visible(name)) for name in told_apart(paths).values()]
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    what = "1 file is" if len(names) == 1 else f"{len(names):,} files are"
    return f"{what} left out, for the name is not that of a log: {', '.join(names[:MOST_NAMED])}{more}"
