"""The notation of cases: `facts of the table | move => shown after it`.

Facts are separated by `;`: `tiles 5AB1 8A?2` (number, two charms A to G, die; tiles not listed are not known),
`hands 9 11/5` (player 1/player 2, `-` for none), `line 8 12 15`, `won 3/-`, `unsure -/4`, `holder 1`, `side large`,
`last 2` (who laid last), `laid 3 3` (tiles laid by each), `conceded 1`, `size 2` (tiles dealt to each player; 9),
`guessing`, `simple`, `played on`. Moves: `open`; `deal 1 7/2 3, line 4 5 6, holder 1, side small`; a turn `chooser 1,
2: 5 left +15, 1: 9 right -12` (`+` wins, `-` discards the tile, neither: not recorded); `concede 1`; `end won 3/4,
groups A 3 4 = 4 + B 5/-, totals 4 0, winners 1`. Shown after a turn: `line`, `hands`, `won`, `holder`, `side`.
"""

import re

from msgspec.structs import replace

from models.good_fortune.editions import HAND, Rules
from models.good_fortune.effect import step_of
from models.good_fortune.moves import (
    Conceding,
    Dealing,
    Ending,
    Move,
    Opening,
    Player,
    Side,
    TileGroup,
    TileLaying,
    Turn,
)
from models.good_fortune.table import Hands, Step, Table
from models.good_fortune.tiles import BLANK, LETTERS, Tile, Tiles, TileSet, read_tile

LAY = re.compile(r"([12]): (\d+) (left|right)(?: ([+-])(\d+))?")
GROUP = re.compile(r"([A-G])((?: \d+)+)(?: = (\d+))?")
FLAGS = ("guessing", "simple", "played on")
FACTS = ("tiles", "hands", "line", "won", "unsure", "holder", "side", "last", "laid", "conceded", "size")
SHOWN = ("line", "hands", "won", "holder", "side")


def read_case(text: str) -> Step:
    """Read a case; raises ValueError where it is none."""
    before, mark, rest = text.partition(" | ")
    move, _, after = rest.partition(" => ")
    if not mark or not move.strip():
        raise ValueError("a case has a table and a move: 'facts | move'")
    facts = _facts(before, (*FACTS, *FLAGS))
    shown = _facts(after, SHOWN)
    table = _table(facts)
    return step_of(table, _move(table, move.strip(), shown))


def read_table(text: str) -> Table:
    """Read the facts of a table by themselves; raises ValueError where it is none."""
    facts = _facts(text, (*FACTS, *FLAGS))
    if not {"line", "hands"} <= facts.keys():
        raise ValueError("a table has a line and hands")
    return _table(facts)


def _facts(text: str, known: tuple[str, ...]) -> dict[str, str]:
    facts: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        key = part if part in FLAGS else part.split()[0]
        if key not in known or key in facts:
            raise ValueError(f"not a fact of a case: {part[:40]!r}")
        facts[key] = part.removeprefix(key).strip()
    return facts


def _table(facts: dict[str, str]) -> Table:
    hand = int(facts.get("size", HAND))
    if not 1 <= hand <= 99:
        raise ValueError(f"no size: {hand}")
    rules = Rules(guessing="guessing" in facts, simple="simple" in facts, hand=hand)
    rules = replace(rules, tiles=_tiles(facts.get("tiles", ""), rules.top))
    laid = tuple(int(count) for count in facts.get("laid", "0 0").split())
    table = Table(
        rules,
        hands=_pair(rules, facts.get("hands", "-/-")),
        line=_row(rules, facts.get("line", "-")),
        won=_pair(rules, facts.get("won", "-/-")),
        unsure=_pair(rules, facts.get("unsure", "-/-")),
        holder=_player(facts["holder"]) if "holder" in facts else None,
        side=_side(facts.get("side", "small")),
        dealt="hands" in facts,
        last=_player(facts["last"]) if "last" in facts else None,
        laid=(laid[0], laid[1]),
        conceded=frozenset([_player(facts["conceded"])] if "conceded" in facts else []),
        played_on="played on" in facts,
    )
    return step_of(table, Opening()).after  # which notes the end of play


def _tiles(text: str, top: int) -> TileSet:
    faces = [BLANK] * top
    for token in text.split():
        number, face = read_tile(token)
        if number is None or not 1 <= number <= top:
            raise ValueError(f"no tile of the game: {token[:20]!r}")
        faces[number - 1] = face
    return TileSet(tuple(faces)) if text else TileSet()


def _row(rules: Rules, text: str) -> Tiles:
    if text.strip() == "-":
        return ()
    tiles = tuple(Tile(int(token)) for token in text.split())
    if not tiles or not all(1 <= tile <= rules.top for tile in tiles):
        raise ValueError(f"not tiles of the game: {text[:40]!r}")
    return tiles


def _pair(rules: Rules, text: str) -> Hands:
    one, mark, other = text.partition("/")
    if not mark:
        raise ValueError(f"not the tiles of two players: {text[:40]!r}")
    return tuple(sorted(_row(rules, one))), tuple(sorted(_row(rules, other)))


def _player(text: str) -> Player:
    if text not in ("1", "2"):
        raise ValueError(f"there is no player {text[:20]!r}")
    return Player(int(text))


def _side(text: str) -> Side:
    if text not in ("small", "large"):
        raise ValueError(f"no side of the medallion: {text[:20]!r}")
    return "small" if text == "small" else "large"


def _move(table: Table, text: str, shown: dict[str, str]) -> Move:
    word, _, rest = text.partition(" ")
    if word == "open" and not rest:
        return Opening()
    if word == "deal":
        hands, *more = rest.split(",")
        said = _said(more, ("line", "holder", "side"))
        pair, line = _pair(table.rules, hands), _row(table.rules, said.get("line", ""))
        return Dealing(pair, line, *_medallion(said))
    if word == "concede":
        return Conceding(_player(rest))
    if word == "end":
        return _ending(table.rules, _said(rest.split(","), ("won", "groups", "totals", "winners")))
    return _turn(table, text, shown)


def _said(parts: list[str], known: tuple[str, ...]) -> dict[str, str]:
    facts = {key: value for key, _, value in (part.strip().partition(" ") for part in parts) if key}
    if not facts.keys() <= set(known):
        raise ValueError(f"not what a move says: {sorted(facts.keys() - set(known))[0][:40]!r}")
    return facts


def _medallion(facts: dict[str, str]) -> tuple[Player | None, Side | None]:
    holder = _player(facts["holder"]) if "holder" in facts else None
    return holder, _side(facts["side"]) if "side" in facts else None


def _turn(table: Table, text: str, shown: dict[str, str]) -> Turn:
    parts = [part.strip() for part in text.split(",")]
    chooser = None
    if parts[0].startswith("chooser "):
        chooser = _player(parts.pop(0).removeprefix("chooser "))
    found = [LAY.fullmatch(part) for part in parts]
    if not 1 <= len(found) <= 2 or None in found:
        raise ValueError(f"not a move: {text[:40]!r}")
    laid = tuple(_laying(table.rules, match) for match in found if match)
    rules = table.rules
    return Turn(
        laid,
        chooser,
        _row(rules, shown["line"]) if "line" in shown else None,
        _pair(rules, shown["hands"]) if "hands" in shown else None,
        _pair(rules, shown["won"]) if "won" in shown else None,
        *_medallion(shown),
    )


def _laying(rules: Rules, match: re.Match[str]) -> TileLaying:
    player, tile, end, sign, taken = match.groups()
    fate = {"+": "won", "-": "discarded"}.get(sign)
    return TileLaying(
        _player(player),
        _row(rules, tile)[0],
        "left" if end == "left" else "right",
        fate,  # type: ignore[arg-type]
        _row(rules, taken)[0] if taken else None,
    )


def _ending(rules: Rules, facts: dict[str, str]) -> Ending:
    groups = None
    if "groups" in facts:
        one, mark, other = facts["groups"].partition("/")
        if not mark:
            raise ValueError(f"not the groups of two players: {facts['groups'][:40]!r}")
        groups = (_groups(rules, one), _groups(rules, other))
    totals = None
    if "totals" in facts:
        first, second = (int(token) for token in facts["totals"].split())
        totals = (first, second)
    winners = None
    if "winners" in facts:
        winners = frozenset(_player(token) for token in facts["winners"].replace("-", "").split())
    return Ending(_pair(rules, facts["won"]) if "won" in facts else None, groups, totals, winners)


def _groups(rules: Rules, text: str) -> tuple[TileGroup, ...]:
    if text.strip() == "-":
        return ()
    found = []
    for part in text.split("+"):
        match = GROUP.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"not a group: {part[:40]!r}")
        points = None if match[3] is None else int(match[3])
        found.append(TileGroup(LETTERS[match[1]], tuple(sorted(_row(rules, match[2]))), points))
    return tuple(found)
