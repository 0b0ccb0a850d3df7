"""What is legal on a table, in words, as the clauses say it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from models.clause import Fault, Picture
from models.good_fortune.asked_turns import legal_turns
from models.good_fortune.clauses.gf201_choice import CHOICE
from models.good_fortune.clauses.gf204_connect import CONNECT
from models.good_fortune.editions import EDITIONS, HAND, LINE, Rules
from models.good_fortune.layings import ENDS, Met, met
from models.good_fortune.moves import BOTH, End, Player, TileLaying, Turn, other_player
from models.good_fortune.table import Step, Table, in_words, write_heap
from models.good_fortune.tiles import CHARM_LETTERS, LETTER_OF, UNKNOWN, Tile, Tiles, TileSet
from models.reading import Malformed, Reading
from models.view import Card, CellVerdict, CellVerdicts, Strip, View


def meets(tiles: TileSet, line: Tiles, tile: Tile, end: End = "left") -> Met:
    """Give a tile that is about to be laid on a line."""
    return Met(0, TileLaying(Player(1), tile, end), line, line, tiles)


@lru_cache(maxsize=1 << 16)
def legal_ends(tiles: TileSet, line: Tiles, tile: Tile) -> tuple[End, ...]:
    """Give the ends at which a tile may be laid, as the clause says it."""
    return tuple(end for end in ENDS if CONNECT.fault_of(meets(tiles, line, tile, end)) is None)


def ways(tiles: TileSet, line: Tiles, tile: Tile) -> str:
    """Say where a tile may be laid and what that does."""
    return _in_words(tiles, line, tile, [TileLaying(Player(1), tile, end) for end in legal_ends(tiles, line, tile)])


def _in_words(tiles: TileSet, line: Tiles, tile: Tile, legal: Sequence[TileLaying]) -> str:
    """Say where a tile may be laid, of legal layings at a line, and what that does."""
    found = []
    for end in (end for end in ENDS if end in [laying.end for laying in legal]):
        each, fates = meets(tiles, line, tile, end), {laying.fate for laying in legal if laying.end == end}
        shared = each.shares(end) if fates == {None} else None if len(fates) > 1 else fates == {"won"}
        does = "wins" if shared else "discards" if shared is False else "wins or discards"
        found.append(f"{end} of the {each.at(end)} ({does} the {each.pushed_out})")
    return f"the {tile}: {' or '.join(found) or 'nowhere'}"


def remedy(step: Step) -> str:
    """Say where the tiles of a turn could have gone."""
    found = met(step)
    if not step.before.rules.changes:
        return "; ".join(ways(each.tiles, each.line, each.laying.tile) for each in found)
    legal, told = legal_turns(step.before), []
    for place, each in enumerate(found):
        now = [laid[place] for laid in legal if place < len(laid) and laid[place].tile == each.laying.tile]
        told.append(_in_words(each.tiles, each.line, each.laying.tile, now))
        legal = [laid for laid in legal if place < len(laid) and _same(laid[place], each.laying)]
        if not legal:
            break  # what follows an illegal laying is legal nowhere
    return "; ".join(told)


def _same(legal: TileLaying, laid: TileLaying) -> bool:
    """Tell whether a laying is a legal one, whose fate may be told."""
    told = laid.fate is None or legal.fate in (None, laid.fate)
    return told and (legal.player, legal.tile, legal.end) == (laid.player, laid.tile, laid.end)


def legal_moves(step: Step) -> tuple[str, ...]:
    """Say what is legal on the table before a step."""
    table = step.before
    if not table.dealt:
        return ("the tiles are dealt",)
    if table.ended:
        return ("nothing: play is over, the result may be named",)
    if table.conceded:
        return ("nothing: the other player has won",)
    if table.rules.changes:
        return _asked(step)
    lines = list(_choices(table))
    if isinstance(step.move, Turn):
        lines += _layings(table, step.move)
    return tuple(lines)


def _choices(table: Table) -> list[str]:
    which = "lower" if table.side == "small" else "higher"
    if table.rules.simple:
        movers = BOTH if table.last is None else (other_player(table.last),)
        return _chosen(table, {player: table.hand(player) for player in movers})
    chosen = _chosen(table, {player: table.hand(player) for player in BOTH})
    return [*chosen, f"the {which} number is laid first ({table.side} side up)"]


def _chosen(table: Table, tiles: Mapping[Player, Tiles]) -> list[str]:
    """Say which tiles players may choose."""
    if table.rules.simple:
        return [f"player {player} lays one of {write_heap(some)}" for player, some in tiles.items()]
    first = table.rules.changes.form_of(CHOICE).chooser(Step(table, Turn(()), table))
    order = BOTH if first is None else (first, other_player(first))
    then = "first" if first is not None else "together"
    chosen = [f"player {player} chooses one of {write_heap(tiles[player])}" for player in order]
    chosen[0] += f" ({then})"
    return chosen


def _asked(step: Step) -> tuple[str, ...]:
    """Say what is legal where clauses are otherwise: what stands in some turn that none of them forbids."""
    table, move, legal = step.before, step.move, legal_turns(step.before)
    if not legal:
        return ("nothing: no turn is legal by these rules",)
    laid = {(each.player, each.tile) for turn in legal for each in turn}
    movers = [player for player in BOTH if any(player == each for each, _ in laid)]
    tiles = {player: tuple(sorted(tile for each, tile in laid if each == player)) for player in movers}
    lines = _chosen(table, tiles)
    if not table.rules.simple:
        lower = {turn[0].tile < turn[1].tile for turn in legal}
        which = "either" if len(lower) > 1 else "the lower" if lower == {True} else "the higher"
        lines.append(f"{which} number is laid first ({table.side} side up)")
    if not isinstance(move, Turn) or not table.line:
        return tuple(lines)
    chosen = {(each.player, each.tile) for each in move.laid if each.tile in table.hand(each.player)}
    turns = [turn for turn in legal if chosen and chosen <= {(each.player, each.tile) for each in turn}]
    if chosen and not turns:
        lines.append(f"{in_words([f'the {tile}' for _, tile in sorted(chosen)])}: nowhere")
    for tile in dict.fromkeys(turn[0].tile for turn in turns if (turn[0].player, turn[0].tile) in chosen):
        some = [turn for turn in turns if turn[0].tile == tile]
        lines.append(_in_words(table.rules.tiles, table.line, tile, [turn[0] for turn in some]))
        if len(chosen) > 1:
            lines.append(f"then the {some[0][1].tile}, on the line that is left")
    return tuple(lines)


def _layings(table: Table, move: Turn) -> list[str]:
    """Say where the tiles that were chosen may go, in the order in which they must be laid."""
    chosen = [laying for laying in move.laid if laying.tile in table.hand(laying.player)]
    if not chosen or not table.line:
        return []
    if table.rules.simple:
        return [ways(table.rules.tiles, table.line, each.tile) for each in chosen[:1]]
    first = sorted(chosen, key=lambda each: each.tile, reverse=table.side == "large")[0]
    found = [ways(table.rules.tiles, table.line, first.tile)]
    if len(chosen) > 1:
        second = next(each for each in chosen if each is not first)
        found.append(f"then the {second.tile}, on the line that is left")
    return found


def written(tiles: TileSet, tile: int) -> str:
    """Write a tile with what is known of it: `5 AB1`; the number alone where nothing is."""
    face = tiles.face(tile)
    if face.charms == (None, None) and face.die is None:
        return str(tile)
    letters = "".join("?" if charm is None else LETTER_OF[charm] for charm in face.charms)
    return f"{tile}{letters}{face.die or '?'}"


def view(table: Table) -> View:
    """Show a table: the line, the hands, the collections, the medallion."""
    tiles = table.rules.tiles

    def row(some: Tiles) -> str:
        return " ".join(written(tiles, tile) for tile in some) or "nothing"

    rows = [f"line      {row(table.line)}"] if table.dealt else ["nothing is dealt yet"]
    for player in BOTH if table.dealt else ():
        rows.append(f"player {player}  in hand {row(table.hand(player))}")
        unsure = table.unsure[player - 1]
        perhaps = f" (and perhaps {row(unsure)})" if unsure else ""
        rows.append(f"          won {row(table.won[player - 1])}{perhaps}")
    lines = []
    if tiles.faces and table.dealt:
        rows.append(f"charms    {CHARM_LETTERS}; then the die")
    if table.rules.guessing:
        lines.append("variant: Guessing")
    if table.rules.simple:
        lines.append("variant: Simple laying")
    elif table.dealt:
        held = f" of player {table.holder}" if table.holder is not None and not table.rules.guessing else ""
        lines.append(f"medallion{held}: {table.side} side up")
    if table.dealt and table.ended:
        lines.append("play is over")
    return View((), tuple(lines), tuple(rows), _strips(table))


def _strips(table: Table) -> tuple[Strip, ...]:
    tiles = table.rules.tiles
    held = [strip_of(tiles, f"player {player}: in hand", table.hand(player)) for player in BOTH]
    won = [strip_of(tiles, f"player {player}: won", table.won[player - 1]) for player in BOTH]
    return strip_of(tiles, "line", table.line), held[0], won[0], held[1], won[1]


def strip_of(tiles: TileSet, title: str, some: Tiles) -> Strip:
    """Give tiles to be drawn, with what is known of them."""
    faces = [tiles.face(tile) for tile in some]
    cards = (
        Card(str(tile), tuple(charm or "?" for charm in face.charms), face.die)
        for tile, face in zip(some, faces, strict=True)
    )
    return Strip(title, tuple(cards))


def picture(step: Step, fault: Fault) -> Picture | None:
    """Draw the line that a laying met, the tile at its end in brackets."""
    place = fault.field.split("/")[1] if fault.field.startswith("laid/") else ""
    found = met(step)
    if not place.isdigit() or int(place) >= len(found):
        return None
    each = found[int(place)]
    tiles = step.before.rules.tiles
    texts = [written(tiles, tile) for tile in each.line]
    mine = f"[{written(tiles, each.laying.tile)}]"
    left = each.laying.end == "left"
    row = (mine, *texts) if left else (*texts, mine)
    return Picture("the line, and the tile that is laid", (row,), {(0, 0 if left else len(texts)): mine}, named=False)


def end_verdicts(text: str, number: int, reading: Reading, top: int | None) -> CellVerdicts:
    """Judge both ends of a written line for one tile. Raises Malformed where line or tile is none."""
    tiles = reading.material or UNKNOWN
    assert isinstance(tiles, TileSet)
    most = top or len(tiles.faces) or 2 * HAND + LINE
    line = _line(text, most)
    if not 1 <= number <= most or number in line:
        raise Malformed("value", "tile", f"no tile {number} can be laid there", f"tiles are 1 to {most}, each once")
    edition = next((each for each in EDITIONS if reading.edition in (None, each.key)), EDITIONS[0])
    rules = Rules(edition, simple=True, tiles=tiles)
    table = Table(rules, hands=((Tile(number),), ()), line=line, dealt=True)
    verdicts = tuple(_verdict(table, Tile(number), end) for end in ENDS)
    row = tuple(written(tiles, tile) for tile in line)
    ends = " or ".join(each.cell for each in verdicts if each.legal)
    missing = any(tiles.shares(number, tile) is None for tile in (line[0], line[-1]))
    notes = ("not all charms are known: name the tile set with --tiles",) if missing else ()
    return CellVerdicts(
        verdicts,
        Picture("", (row,), {}, named=False),
        (),
        forced=False,
        notes=notes,
        summary=f"The {number} may be laid {ends}.",
        view=View((), (), (), (strip_of(tiles, "line", line), strip_of(tiles, "to be laid", (Tile(number),)))),
        piece="tile",
    )


def _line(text: str, most: int) -> Tiles:
    help_line = "write the numbers of the tiles from left to right, like '8 12 15'"
    tokens = text.split()
    good = [int(each) for each in tokens if each.isascii() and each.isdigit() and len(each) < 4]
    if len(good) != len(tokens):
        raise Malformed("value", "line", f"{text[:40]!r} is no line of tiles", help_line)
    if len(good) != LINE:
        raise Malformed("value", "line", f"{len(good)} tiles in the line (GF203)", f"it always holds {LINE}")
    if len(set(good)) < len(good) or not all(1 <= each <= most for each in good):
        raise Malformed("value", "line", "a tile stands twice or does not exist", f"tiles are 1 to {most}, each once")
    return tuple(Tile(each) for each in good)


def _verdict(table: Table, tile: Tile, end: End) -> CellVerdict:
    each = meets(table.rules.tiles, table.line, tile, end)
    must, shared = CONNECT.connects(each), each.shares(end)
    action = "win" if shared else "discard" if shared is False else "win or discard"
    if end not in legal_ends(each.tiles, each.line, tile):
        at = in_words([f"the {each.at(other)} on the {other}" for other in must], "or")
        against: dict[str, int] = {other: int(each.at(other)) for other in must}
        return CellVerdict(end, action, (str(CONNECT.id),), against, f"it must connect to {at}")
    charms = f" ({in_words([str(charm) for charm in each.common(end)])})" if shared else ""
    return CellVerdict(end, f"{action} the {each.pushed_out}{charms}")
