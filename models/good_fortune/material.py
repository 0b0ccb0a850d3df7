"""Tile sets and scores, as commands ask for them."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from models.clause import Cite
from models.good_fortune.editions import HAND, LARGEST_HAND, LINE, SHEET
from models.good_fortune.events import GameEvent
from models.good_fortune.printed_scores import can_score, sums_of
from models.good_fortune.scoring import MOST_FREE, dice_of, groupings, totals
from models.good_fortune.tiles import BLANK, CHARMS, Charm, Face, TileSet, load, names_of_shipped, read_tile
from models.material import BadMaterial, Hidden, LogLine, Material, PrintedFact, Scored, ScoredGroup, ScoredWay

if TYPE_CHECKING:
    from models.good_fortune.table import Step
    from models.partial_log import PartialLog

TOP = 2 * HAND + LINE
FATMA, GANESH, CLOVER = Charm("hand-of-fatma"), Charm("ganesh"), Charm("clover")
TURN, SCORE, FINAL = "Exemple d'un premier tour de jeu", "Multiplication du bonheur !", "Exemple de fin de partie"
FINAL_SCORES = (40, 14, 8), (40, 15, 4)
NAMED = (1, 5, 8, 9, 15, 21)  # tiles whose place in the printed first turn is known


def check_set(tiles: TileSet) -> tuple[str, ...]:
    """Tell what a set lacks to be one of the printed size."""
    count = len(tiles.faces)
    return () if count == TOP else (f"{count} {_tiles_word(count)}: the printed game has {TOP}",)


def _tiles_word(count: int) -> str:
    return "tile" if count == 1 else "tiles"


def describe(tiles: TileSet) -> tuple[str, ...]:
    """Tell what is in a set."""
    charms = Counter(charm for face in tiles.faces for charm in face.charms if charm is not None)
    dice = Counter(face.die for face in tiles.faces if face.die is not None)
    pairs = Counter(frozenset(face.charms) for face in tiles.faces if None not in face.charms)
    open_ones = [str(tile) for tile, face in enumerate(tiles.faces, 1) if not face.known]
    lines = [f"{len(tiles.faces)} {_tiles_word(len(tiles.faces))}" + (", marked as invented" if tiles.invented else "")]
    lines += [tiles.note] if tiles.note else []
    lines.append("charms: " + ", ".join(f"{charm} {charms[charm]}" for charm in CHARMS))
    lines.append("dice: " + (", ".join(f"{die} on {dice[die]}" for die in sorted(dice)) or "none known"))
    same = max(pairs.values(), default=0)
    lines.append(
        f"pairs of charms: {len(pairs)} different" + (f", up to {same} tiles with the same" if same > 1 else "")
    )
    return (*lines, *([f"not known whole: {' '.join(open_ones)}"] if open_ones else []))


def facts(tiles: TileSet) -> tuple[PrintedFact, ...]:
    """Compare a set with what the sheet shows of the printed tiles."""
    middle = [tiles.shares(9, tile) for tile in range(1, TOP + 1) if tile not in NAMED]
    apart = _any([None if shared is None else not shared for shared in middle])
    nine = tiles.shares(9, 5)
    return (
        PrintedFact("5 carries hand-of-fatma", Cite(SHEET, TURN, 2), _carries(tiles, 5, FATMA)),
        PrintedFact("8 carries hand-of-fatma", Cite(SHEET, TURN, 2), _carries(tiles, 8, FATMA)),
        PrintedFact("9 shares no charm with 5", Cite(SHEET, TURN, 3), None if nine is None else not nine),
        PrintedFact("9 shares none with a tile that can lie between 8 and 15", Cite(SHEET, TURN, 3), apart),
        PrintedFact("three tiles with ganesh show 9 points", Cite(SHEET, SCORE, 2), _show(tiles, GANESH, 3, (9,))),
        PrintedFact("three with clover show fewer", Cite(SHEET, SCORE, 3), _show(tiles, CLOVER, 3, range(9))),
        PrintedFact(
            "two tiles with the same charm show 4 points",
            Cite(SHEET, SCORE, 5),
            _any([_show(tiles, charm, 2, (4,)) for charm in CHARMS]),
        ),
        PrintedFact(
            "a group can score 40",
            Cite(SHEET, FINAL, 1),
            _any([_show(tiles, charm, count, (40 // count,)) for charm in CHARMS for count in (2, 4, 5, 8)]),
        ),
        *(
            PrintedFact(f"a collection can score {_sum(groups)}", Cite(SHEET, FINAL, 1), can_score(tiles.faces, groups))
            for groups in FINAL_SCORES
        ),
        PrintedFact(
            "both at once, and no player with more than nine tiles",
            Cite(SHEET, FINAL, 1),
            can_score(tiles.faces, *FINAL_SCORES),
        ),
    )


def _sum(groups: Sequence[int]) -> str:
    return " + ".join(map(str, groups))


def _any(answers: Sequence[bool | None]) -> bool | None:
    return True if any(answers) else None if None in answers else False


def _carries(tiles: TileSet, tile: int, charm: Charm) -> bool | None:
    charms = tiles.face(tile).charms
    return True if charm in charms else None if None in charms else False


def _show(tiles: TileSet, charm: Charm, count: int, sums: Sequence[int]) -> bool | None:
    """Tell whether some tiles with a charm can show one of these sums of dice."""
    sure = [tiles.face(tile).die for tile in range(1, TOP + 1) if _carries(tiles, tile, charm)]
    known = [die for die in sure if die is not None]
    if any(sum(some) in sums for some in combinations(known, count)):
        return True
    perhaps = [tiles.face(tile).die for tile in range(1, TOP + 1) if _carries(tiles, tile, charm) is not False]
    possible = any(shown in sums for shown in sums_of(perhaps, count))
    return None if possible and (len(perhaps) > len(sure) or len(known) < len(sure)) else False


def possible_scores(written: Sequence[str], tiles: TileSet | None) -> Scored:
    """Tell what a collection may score; tiles are written as numbers of a set, or as two letters and a die: `AB1`."""
    if len(written) > TOP:
        raise BadMaterial([f"{len(written)} tiles in one collection: the game has {TOP}"])
    faces = [_face(text, tiles) for text in written]
    numbers = [number for number in map(_number, written) if number]
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    if twice is not None:
        raise BadMaterial([f"tile {twice} stands twice"])
    ways = tuple(
        ScoredWay(
            tuple(
                ScoredGroup(
                    str(group.charm),
                    tuple(written[place] for place in group.places),
                    dice_of(faces, group.places),
                    group.points,
                )
                for group in grouping.groups
            ),
            grouping.total,
        )
        for grouping in groupings(faces)
    )
    readings = {"ordered once, not counted again": totals(faces, "once")}
    if len(faces) <= MOST_FREE:
        readings["split at will, at best"] = totals(faces, "free")
    return Scored(ways, totals(faces), readings)


def _number(text: str) -> int:
    """Give the number of a written tile, 0 where it has none."""
    return int(text) if text.isdigit() else read_tile(text)[0] or 0


def _face(text: str, tiles: TileSet | None) -> Face:
    if text.isascii() and text.isdigit() and len(text) < 4:
        if tiles is None:
            raise BadMaterial([f"{text} is a number: name the tile set with --tiles FILE, or write it like AB1"])
        if not 1 <= int(text) <= len(tiles.faces):
            raise BadMaterial([f"there is no tile {text} in the set of {len(tiles.faces)}"])
        face = tiles.face(int(text))
    else:
        try:
            face = read_tile(text)[1]
        except ValueError as wrong:
            raise BadMaterial([str(wrong)]) from None
    if not face.known:
        raise BadMaterial([f"not everything is known of tile {text[:20]!r}"])
    return face


def _hidden(
    games: "Sequence[Sequence[tuple[LogLine, Step]]]", records: "Sequence[tuple[str, PartialLog]]", pairs_once: bool
) -> Hidden:
    from models.good_fortune.inference import hidden
    from models.good_fortune.partial_log import FortuneLog

    read = [(path, record) for path, record in records if isinstance(record, FortuneLog)]
    return hidden(games, read, pairs_once=pairs_once)


def unknown(header: GameEvent) -> TileSet:
    """Give a set of the size a header names, of which nothing is known."""
    hand = header.hand if header.hand is not None and 1 <= header.hand <= LARGEST_HAND else HAND
    return TileSet((BLANK,) * (2 * hand + LINE))


def write_set(tiles: TileSet) -> str:
    """Write a set as a CSV file."""
    rows = [
        ",".join((str(tile), *(charm or "?" for charm in face.charms), str(face.die or "?")))
        for tile, face in enumerate(tiles.faces, 1)
    ]
    return "\n".join(["number,charm,charm,die", *rows]) + "\n"


MATERIAL = Material(
    load=lambda name: load(name, None),
    names=names_of_shipped,
    check=check_set,
    describe=describe,
    facts=facts,
    score=possible_scores,
    hidden=_hidden,
    unknown=unknown,
    write=write_set,
)
