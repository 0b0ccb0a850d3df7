"""Other ways to read a log of Good Fortune."""

from collections.abc import Sequence

from models.declaration import PLAYERS_FROM_0, Declaration, LogEvent, shown_before, with_header
from models.good_fortune.editions import GUESSING, SIMPLE

ENDS = {"left": "right", "right": "left"}


def _mirrored(events: Sequence[LogEvent]) -> list[LogEvent]:
    """Tell the ends of the line the other way round."""
    found = []
    for each in events:
        laid = each.get("laid")
        layings = laid if isinstance(laid, list) else []
        turned = [
            each | {"end": ENDS.get(end, end)}
            if isinstance(each, dict) and isinstance(end := each.get("end"), str)
            else each
            for each in layings
        ]
        found.append(each | {"laid": turned} if isinstance(laid, list) else each)
    return found


DECLARATIONS = (
    *(
        Declaration(
            f"the variant `{name}` is played", f'declare it: "variants":["{name}"]', with_header(variants=[name])
        )
        for name in (GUESSING, SIMPLE)
    ),
    *PLAYERS_FROM_0,
    Declaration("left and right are swapped where tiles are laid", "tell the line from left to right", _mirrored),
    Declaration(
        "the line is shown as it lay before the turn", "show it as it lies after the turn", shown_before("line")
    ),
    Declaration(
        "the medallion is shown as it was before the turn",
        "show it as it is after the turn",
        shown_before("holder", "side"),
    ),
    Declaration(
        "the hands are shown as they were before the turn",
        "show them as they are after the turn",
        shown_before("hands"),
    ),
    Declaration(
        "the collections are shown as they were before the turn",
        "show them as they are after the turn",
        shown_before("collections"),
    ),
    Declaration(
        "hands and collections are shown as they were before the turn",
        "show them as they are after the turn",
        shown_before("hands", "collections"),
    ),
    Declaration(
        "everything is shown as it was before the turn",
        "show it as it is after the turn",
        shown_before("line", "hands", "collections", "holder", "side"),
    ),
)
