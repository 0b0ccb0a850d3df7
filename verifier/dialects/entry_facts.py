"""The facts of an entry of a foreign record: where a mapping says that they stand, in our words."""

import re
from contextlib import suppress
from typing import TypeGuard

from msgspec import Struct

from models.games import GAMES
from verifier.dialect import Event
from verifier.json_paths import ABSENT, ORDER, OWN_KEY, Place, at_place, follow
from verifier.key_values import NONE, NoFact, cell_at, cell_name, choices, sorts, value_of
from verifier.mapping import CellFrom, Fact, Mapping
from verifier.path_limits import Steps
from verifier.text_pattern import pattern_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.gardens import Grid

GARDEN = "garden"  # a fact that no event has: the garden of the player who moves
ABOVE = "^"
CELL = re.compile(r"[A-Ia-i][1-9]")
EMPTY = (None, 0, "", ".", "0", "-", -1)  # what stands in a garden where no clover lies
MOST_ROWS = 9


class Entry(Struct, frozen=True, gc=False):
    """An entry: what it says, and where it stands, None where a path has made it up."""

    value: object
    place: Place | None
    root: object = None

    def above(self, steps: int) -> object:
        """Give what it stands in, so many steps up."""
        if self.place is None or steps > len(self.place):
            return ABSENT
        return at_place(self.root, self.place[: len(self.place) - steps])

    def key(self, steps: int) -> object:
        """Give the key or the number, from 0, under which it stands, or what it stands in."""
        if self.place is None or steps >= len(self.place):
            return ABSENT
        return self.place[len(self.place) - 1 - steps]


class FactReader:
    """Read the facts of the entries of one game. `player` is whose turn it is, in order."""

    def __init__(self, header: Event, mapping: Mapping, steps: Steps) -> None:
        self.mapping, self.steps, self.player = mapping, steps, 1
        self.grid = grid_of(header)
        players = header.get("players")
        self.players = players if isinstance(players, int) else 0

    def stands(self, entry: Entry, path: str) -> object:
        """Give what stands where a path leads from an entry. Raises BadPath."""
        if path == ORDER:
            return self.player
        up = len(path) - len(path.lstrip(ABOVE))
        rest = path[up:].removeprefix(".")
        if rest == OWN_KEY:
            return entry.key(up)
        return follow(entry.above(up) if up else entry.value, rest, self.steps)

    def fact(self, key: str, where: Fact, entry: Entry) -> object:
        """Give a fact in our words, ABSENT where nothing stands. Raises NoFact, BadPath."""
        if isinstance(where, CellFrom):
            return self.cell(where, [self.stands(entry, path) for path in where.paths()])
        return self.value(key, self.stands(entry, where), in_order=where == ORDER)

    def value(self, key: str, said: object, *, in_order: bool = False) -> object:
        """Say what a value means. Raises NoFact."""
        meant = said if in_order else self.mapping.value(key, None if said is ABSENT else said)
        if meant is None and said is ABSENT:
            return ABSENT
        if key == "gardens":
            return self._gardens(meant)
        if key == GARDEN:
            return self.garden(meant)
        sort = sorts().get(key, "free")
        if sort == "numbers" and meant is not None:
            return _numbers(key, meant)
        if sort == "number" or key in ("clover", "out", "points"):
            return _number(key, meant)
        if isinstance(meant, str):
            return self._word(key, meant)
        if key == "cell" and meant is not None:
            how = 'cell = { row = "pos.0", column = "pos.1", first = 0 }, or { index = "pos", first = 0 }'
            raise NoFact(f"cell is {_short(meant)}, not a name such as a1: say {how}")
        return meant

    def _word(self, key: str, said: str) -> object:
        if said.strip() == NONE:
            return NONE
        if key == "cell":
            return said.strip().lower() if CELL.fullmatch(said.strip()) else value_of(key, said)
        meant = value_of(key, said)
        known = choices().get(key, ())
        if isinstance(meant, str) and known and meant not in known:
            low = meant.lower()
            if low in known:
                return low
            one_of = " or ".join(known)
            raise NoFact(f"{key} is {_short(meant)}, which must be {one_of}: say which under [values.{key}]")
        return meant

    def cell(self, where: CellFrom, said: list[object]) -> object:
        """Name the cell that numbers say, which stand where `where` has its paths. Raises NoFact."""
        none = any(each is None or each is ABSENT for each in said)
        meanings = self.mapping.values.get("cell", {})
        written = "null" if none else ",".join(_plain(each) for each in said)
        if written in meanings:
            return _listed_name(meanings[written])
        if none:
            return None
        if where.at:
            pattern = pattern_of(where.text)
            parts = pattern.match(str(said[0])) if pattern is not None else None
            if parts is None or not {"row", "column"} <= parts.keys():
                raise NoFact(f"cell is {_short(said[0])}, not written as {where.text[:40]!r}")
            said = [parts["column"], parts["row"]]
        if where.index:
            at = _number("cell", said[0])
            side = self._side()
            return None if at is None else cell_at((at - where.first) % side, (at - where.first) // side)
        column, row = said if isinstance(said[0], str) else [_whole(each) for each in said]
        name = cell_name(_whole(column), _whole(row), where.first)
        if where.up and name is not None and CELL.fullmatch(name):
            return cell_at("abcdefghi".index(name[0]), self._side() - int(name[1:]))
        return name

    def _side(self) -> int:
        if self.grid is None:
            raise NoFact("this game has no gardens")
        return self.grid.side

    def garden(self, said: object) -> str | None:
        """Write a garden row by row, as we do. Raises NoFact."""
        if said is None or isinstance(said, str):
            return said
        side = self._side()
        if isinstance(said, dict):
            named = {str(key).lower(): number for key, number in said.items()}
            assert self.grid is not None
            strange = [name for name in named if name not in self.grid.names]
            if strange:
                raise NoFact(f"a garden names a cell {strange[0][:20]!r}; cells are named a1, b1, ...")
            said = [named.get(name) for name in self.grid.names]
        if isinstance(said, list) and len(said) == side * side and not any(isinstance(each, list) for each in said):
            said = [said[at : at + side] for at in range(0, len(said), side)]
        if not isinstance(said, list) or len(said) != side:
            raise NoFact(f"a garden is {_short(said)}, not {side} rows of {side} cells")
        return "/".join(" ".join(map(_sign, _row(row, side))) for row in said)

    def _gardens(self, said: object) -> list[str | None] | None:
        """Write the gardens of all players. Raises NoFact."""
        if said is None:
            return None
        written: list[str | None] = [None] * self.players
        for player, garden in self.each_player(said, "gardens"):
            written[player - 1] = self.garden(garden)
        return written

    def each_player(self, said: object, what: str) -> list[tuple[int, object]]:
        """Give what is told of each player, with the player. Raises NoFact."""
        if isinstance(said, list):
            found: list[tuple[object, object]] = list(enumerate(said, 1))
        elif isinstance(said, dict):
            found = [(_number("player", self.mapping.value("player", key)), each) for key, each in said.items()]
        else:
            raise NoFact(f"{what} is {_short(said)}, not a list with one part for each player")
        for player, _ in found:
            if type(player) is not int or not 0 < player <= self.players:
                raise NoFact(f"{what}: there is no player {str(player)[:20]} in a game of {self.players}")
        return [(player, each) for player, each in found if type(player) is int]


def grid_of(header: Event) -> "Grid | None":
    """Give the cells of a garden of a game, None where it has none."""
    for game in GAMES:
        if game.key == header.get("game"):
            try:
                gardens = game.gardens()
            except AttributeError:
                return None
            side = header.get("side")
            return gardens.grid(side if type(side) is int and 1 < side <= MOST_ROWS else gardens.side)
    return None


def is_number(said: object) -> TypeGuard[int | float]:
    """Tell whether a value is a number."""
    return isinstance(said, (int, float)) and not isinstance(said, bool)


def _whole(said: object) -> object:
    """Give a number that is whole as a whole number."""
    return int(said) if isinstance(said, float) and said.is_integer() else said


def _number(key: str, said: object) -> int | None:
    whole = _whole(said)
    if isinstance(whole, str):
        with suppress(NoFact):
            whole = value_of("player", whole)  # a key whose values are numbers
    if whole == NONE and key == "out":
        return None
    if whole is None or type(whole) is int:
        return whole
    inside = isinstance(said, (dict, list))
    more = "give the path of the number in it" if inside else f"[values.{key}] says what it means"
    raise NoFact(f"{key} must be a whole number, not {_short(said)}: {more}")


def _numbers(key: str, said: object) -> list[int | None]:
    if isinstance(said, str):
        said = [] if said.strip() in ("", NONE) else [each for each in re.split(r"[\s,;]+", said.strip("[] ")) if each]
    return [_number(key, each) for each in said] if isinstance(said, list) else [_number(key, said)]


def _row(row: object, side: int) -> list[object]:
    if isinstance(row, str):
        row = row.split()
    if not isinstance(row, list) or len(row) != side:
        raise NoFact(f"a row of a garden is {_short(row)}, not {side} cells")
    return row


def _sign(said: object) -> str:
    if isinstance(said, dict):
        numbers = [each for each in said.values() if is_number(each)]
        said = said.get("number", numbers[0] if len(numbers) == 1 else None) if said else None
    if said in EMPTY:
        return "."
    return str(_number("clover", said))


def _listed_name(meant: object) -> object:
    return meant.lower() if isinstance(meant, str) else meant


def _plain(said: object) -> str:
    return str(_whole(said))


def _short(said: object) -> str:
    if isinstance(said, dict):
        return "an object"
    if isinstance(said, list):
        return f"a list of {len(said)}"
    return repr(said)[:40]
