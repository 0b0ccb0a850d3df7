"""The decisions of a recorded turn, each with the position it was taken at."""

from msgspec.structs import replace

from models.good_fortune.editions import LINE
from models.good_fortune.events import TurnEvent
from models.good_fortune.moves import BOTH, Player, Turn, other_player, read_move
from models.good_fortune.positions import CHOOSE, LAY, Chosen, FortunePosition
from models.good_fortune.puzzle_checks import PLAYERS
from models.good_fortune.table import Table, in_words
from models.good_fortune.tiles import Tile
from models.puzzle_faults import wrong_puzzle


def decisions_at(table: Table, event: object) -> tuple[tuple[FortunePosition, str], ...]:
    """Give the decisions of a turn that follows a table in a log. Raises Malformed."""
    if type(event) is not TurnEvent:
        return ()
    rules = table.rules
    _check_table(table)
    move = read_move(rules, event, table.line, table.hands)
    assert isinstance(move, Turn)
    if rules.simple:
        player = move.laid[0].player
        position = FortunePosition(rules, table.hands, table.line, int(player), table.won)
        names = [f"{LAY} {move.laid[0].tile} {move.laid[0].end}"]
    else:
        holder = table.holder
        if holder is None and not rules.guessing:
            wrong_puzzle("holder", "it is not known who has the medallion", "take a log that tells it")
        tiles = {laying.player: laying.tile for laying in move.laid}
        if len(tiles) != PLAYERS:
            wrong_puzzle("laid", "not both players lay a tile", "each lays one")
        if holder is None or rules.guessing:
            return _guessed(table, move, tiles)
        position = FortunePosition(rules, table.hands, table.line, int(holder), table.won, holder, table.side)
        names = [f"{CHOOSE} {tiles[player]}" for player in (holder, other_player(holder))]
        names += [f"{LAY} {laying.end}" for laying in move.laid]
    return _decisions(position, names)


def _guessed(table: Table, move: Turn, tiles: dict[Player, Tile]) -> tuple[tuple[FortunePosition, str], ...]:
    """Give the decisions of a turn of Guessing: each player chooses without knowing what the other one does."""
    starts = [
        FortunePosition(table.rules, table.hands, table.line, int(player), table.won, side=table.side)
        for player in BOTH
    ]
    choices = [_decisions(start, [f"{CHOOSE} {tiles[player]}"])[0] for player, start in zip(BOTH, starts, strict=True)]
    chosen = (tiles[BOTH[0]], tiles[BOTH[1]])
    both = with_choices(starts[0], chosen, int(starts[0].first_to_lay(chosen)), None)
    return (*choices, *_decisions(both, [f"{LAY} {laying.end}" for laying in move.laid]))


def _decisions(position: FortunePosition, names: list[str]) -> tuple[tuple[FortunePosition, str], ...]:
    found = []
    for name in names:
        if name not in position.moves():
            wrong_puzzle("laid", f"{name!r} is no legal move", "see `validate`")
        found.append((position, name))
        position = position.after(name)
    return tuple(found)


def _check_table(table: Table) -> None:
    """See to it that a solver knows enough of a table."""
    rules = table.rules
    if table.conceded:
        wrong_puzzle("conceded", "a player has conceded", "take a turn before that")
    if any(table.unsure):
        wrong_puzzle("collections", "it is not known what was won", "take a log with the tile set")
    here = (*table.line, *table.hands[0], *table.hands[1], *table.won[0], *table.won[1])
    unknown = [str(tile) for tile in sorted(here) if not rules.tiles.knows((tile,))]
    if unknown:
        some = in_words(unknown[:3]) + (" ..." if len(unknown) > 3 else "")
        wrong_puzzle("tiles", f"it is not known what {some} carry", "name the tile set with --tiles")
    if len(set(here)) < len(here) or len(table.line) != LINE:
        wrong_puzzle("line", "the tiles do not lie as they can by the rules", "take a turn before that")


def with_choices(start: FortunePosition, chosen: Chosen, mover: int, laid: Player | None) -> FortunePosition:
    """Give the position after players have chosen, and perhaps one has laid."""
    return replace(start, chosen=chosen, mover=mover, laid=laid)
