"""Pages of many games kept to a size that opens at once: what is left out is said where it would stand."""

from collections.abc import Callable, Sequence

import msgspec

from reports.replay.document import ReplayPart

PAGE, A_GAME = 2_000_000, 20_000  # bytes of a page, and of each of its games where there are more than a hundred
TAGS = '<p class="worth"></p>'
SPARE = 200  # bytes for the words of what is left out
LEFT_OUT = "What the turns were worth is left out, for the page would be too large: name fewer logs to see it"


def bounded_page(write: Callable[[], str], games: Sequence[ReplayPart]) -> str:
    """Write a page, and where it is too large leave out values of turns, of the last games first.

    The games are changed by that.
    """
    page = write()
    for _ in range(2):
        over = len(page.encode("utf-8")) - max(PAGE, A_GAME * len(games))
        valued = [game for game in games if game.curve]
        if over <= 0 or not valued:
            break
        while over > 0 and valued:
            over -= _leave_out(valued.pop()) - SPARE
        page = write()
    return page


def _leave_out(game: ReplayPart) -> int:
    """Leave out the values of a game; give how many signs at least that saves."""
    saved = len(game.curve) + sum(len(drawing) + len(words) for drawing, words in game.legend)
    game.curve, game.legend, game.unseen = "", [], [*game.unseen, LEFT_OUT]
    for event in game.events:
        saved += len(event.lost) + (len(TAGS) if event.lost else 0)
        event.mark = event.lost = ""
    saved += len(msgspec.json.encode(game.frames))
    for frame in game.frames.frames:
        frame.before.pop("better", None)
        frame.earlier = {row: marked for row, marked in frame.earlier.items() if "better" not in marked[3]}
    return saved - len(msgspec.json.encode(game.frames))
