"""Small games and forms of steps in which every knob of a clause can be turned."""

from collections.abc import Sequence

from models.good_fortune.editions import Rules
from models.good_fortune.moves import Dealing, Ending, Turn
from models.good_fortune.symbolic_state import Form
from models.good_fortune.table import NOBODY, Hands
from models.good_fortune.tiles import Face, Tile, TileSet, read_tile


def tiles_of(*letters: str) -> TileSet:
    """Give tiles written in letters, tile 1 first."""
    faces: list[Face] = [read_tile(each)[1] for each in letters]
    return TileSet(tuple(faces))


FIVE = tiles_of("AB1", "AC1", "AD1", "BC4", "BD1")
PLAIN = Rules(hand=1, tiles=FIVE)
SMALL = (
    PLAIN,
    Rules(hand=1, tiles=FIVE, guessing=True),
    Rules(hand=1, tiles=FIVE, simple=True),
    Rules(hand=2),
)
OWNED: tuple[Hands, ...] = (
    ((Tile(1), Tile(2)), (Tile(3),)),
    ((Tile(1),), (Tile(2),)),
    ((Tile(1), Tile(2), Tile(4)), ()),
    ((Tile(1), Tile(2), Tile(3), Tile(4)), ()),
)
SAID = (None, (1, 1), (2, 0), (2, 1))  # how many groups are named for each player


def forms(kind: type) -> Sequence[Form]:
    """List forms of a kind of step."""
    if kind is Turn:
        return [Form(laid, shown=shown) for shown in (None, 3) for laid in (1, 2)]
    if kind is Dealing:
        return [Form(shown=3), Form(shown=2)]
    if kind is Ending:
        won = [Form(won=owned, unsure=NOBODY, groups=groups) for owned in OWNED for groups in SAID]
        return [*won, *(Form(named=owned, groups=None) for owned in OWNED)]
    return [Form()]
