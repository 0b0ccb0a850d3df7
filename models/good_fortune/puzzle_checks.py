"""What is wrong with a puzzle: tiles that do not exist, lie in two places, or cannot have been dealt so."""

from models.good_fortune.editions import LINE, Rules
from models.good_fortune.moves import BOTH
from models.good_fortune.table import Hands
from models.good_fortune.tiles import Tile, Tiles
from models.puzzle_faults import short_number, wrong_puzzle

PLAYERS = len(BOTH)


def check_tiles(rules: Rules, hands: Hands, line: Tiles, won: Hands) -> None:
    """See to it that each tile exists, is known and lies in one place, and that nobody has more than can be."""
    seen: dict[int, str] = {}
    for field, tiles in (("hands[0]", hands[0]), ("hands[1]", hands[1]), ("line", line), *_named(won)):
        for tile in tiles:
            if not 1 <= tile <= rules.top:
                wrong_puzzle(field, f"there is no tile {short_number(tile)}", f"tiles go from 1 to {rules.top}")
            if tile in seen:
                wrong_puzzle(field, f"tile {tile} is in {seen[tile]} already (GF101)", "each tile is there once")
            if not rules.tiles.knows((tile,)):
                wrong_puzzle(
                    "tiles", f"it is not known what tile {tile} carries", "the tiles in play must be known whole"
                )
            seen[tile] = field
    if len(line) != LINE:
        wrong_puzzle("line", f"{len(line)} tiles in the line (GF203)", f"it always holds {LINE}")
    for player, (hand, own) in enumerate(zip(hands, won, strict=True)):
        if len(hand) > rules.hand:
            wrong_puzzle(f"hands[{player}]", f"{len(hand)} tiles in one hand (GF101)", f"{rules.hand} are dealt")
        laid = rules.hand - len(hand)
        if len(own) > laid:
            what = f"player {player + 1} has won {len(own)} tiles by laying {laid} (GF204)"
            wrong_puzzle(f"collections[{player}]", what, "a laying wins one tile at most")
    if not hands[0] and not hands[1]:
        wrong_puzzle("hands", "no tile is in hand: play is over (GF401)", "give each player a tile to lay")
    _check_ends(rules, hands, line)


def _named(won: Hands) -> tuple[tuple[str, Tiles], tuple[str, Tiles]]:
    return ("collections[0]", won[0]), ("collections[1]", won[1])


def _check_ends(rules: Rules, hands: Hands, line: Tiles) -> None:
    """See to it that the lowest and the highest tile can have been dealt as they must be."""
    lowest, highest = Tile(1), Tile(rules.top)
    for at, hand in enumerate(hands):
        if lowest in hand and highest in hand:
            wrong_puzzle(
                f"hands[{at}]", f"1 and {highest} in the same hand (GF101)", "they are dealt to different players"
            )
        if len(hand) == rules.hand and len(hands[1 - at]) == rules.hand and not {lowest, highest} & {*hand}:
            wrong_puzzle(
                f"hands[{at}]", f"neither 1 nor {highest} was dealt to player {at + 1} (GF101)", "each has one of them"
            )
