"""Whether requests of a file fit a program: its size, and tiles that there are."""

from collections import Counter

from models.driving import Hello, Request
from models.good_fortune.driving.requests import Choose, FortuneHello, LayTile, New
from models.good_fortune.editions import LINE


def misfit(hello: Hello, request: Request) -> str:
    """Say what of a request no game with this program has; nothing where it fits."""
    assert isinstance(hello, FortuneHello)
    top = 2 * hello.hand + LINE
    match request:
        case New(hands=hands, line=line) if hands is not None and line is not None:
            dealt = Counter([*line, *(tile for hand in hands for tile in hand)])
            wrong = sorted(tile for tile in dealt.keys() | set(range(1, top + 1)) if dealt[tile] != (1 <= tile <= top))
            if wrong:
                tile = wrong[0]
                fault = f"the {tile} is dealt {dealt[tile]} times" if dealt[tile] else f"the {tile} is not dealt"
                return f"{fault} (the game has the tiles 1 to {top}, each once)"
        case New(hands=hands, line=line) if (hands is None) != (line is None):
            return f"`{'line' if hands is None else 'hands'}` is dealt, and no `{'hands' if hands is None else 'line'}`"
        case Choose(tile=tile) | LayTile(tile=tile) if not 1 <= tile <= top:
            return f"there is no {tile}: the tiles go from 1 to {top}"
    return ""
