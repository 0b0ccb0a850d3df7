"""Tiles: a number, two charms and a die each. Which tile carries what is a tile set, and always an input."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NewType

from msgspec import Struct

from models.material import BadMaterial

Tile = NewType("Tile", int)
Charm = NewType("Charm", str)
Pair = tuple[Charm | None, Charm | None]
Tiles = tuple[Tile, ...]

CHARMS = tuple(
    Charm(name) for name in ("clover", "horseshoe", "hand-of-fatma", "maneki-neko", "ganesh", "matiasma", "scarab")
)
LETTERS = dict(zip("ABCDEFG", CHARMS, strict=True))
LETTER_OF = {charm: letter for letter, charm in LETTERS.items()}
CHARM_LETTERS = ", ".join(f"{letter} {charm}" for letter, charm in LETTERS.items())
FACES = 6  # of a die
FOLDER = Path(__file__).parent / "tile_sets"
LARGEST_FILE = 1 << 20  # signs
ROW = '[number, charm, charm, die], for example [5, "hand-of-fatma", "clover", 2]'


class Face(Struct, frozen=True):
    """What is printed on a tile, as far as it is known: two charms, and the points of its die."""

    charms: Pair = (None, None)
    die: int | None = None

    @property
    def known(self) -> bool:
        """Whether nothing is missing."""
        return None not in self.charms and self.die is not None


BLANK = Face()


class TileSet(Struct, frozen=True):
    """What the tiles carry, tile 1 first; a tile beyond the end is not known."""

    faces: tuple[Face, ...] = ()
    name: str = ""
    invented: bool = False
    note: str = ""

    def face(self, tile: int) -> Face:
        """Give what is known of a tile."""
        return self.faces[tile - 1] if 0 < tile <= len(self.faces) else BLANK

    def knows(self, tiles: Sequence[int]) -> bool:
        """Tell whether everything is known of some tiles."""
        return all(self.face(tile).known for tile in tiles)

    def shares(self, one: int, other: int) -> bool | None:
        """Tell whether two tiles have a charm in common, None where that is not known."""
        if one == other:
            return True
        first, second = self.face(one).charms, self.face(other).charms
        if any(charm is not None and charm in second for charm in first):
            return True
        return None if None in first or None in second else False

    def common(self, one: int, other: int) -> tuple[Charm, ...]:
        """Give the charms that two tiles are known to have in common."""
        second = self.face(other).charms
        return tuple(charm for charm in self.face(one).charms if charm is not None and charm in second)

    @property
    def masks(self) -> tuple[tuple[int, int], ...]:
        """For each tile, as bits: which tiles surely share a charm with it, and which surely do not."""
        return _masks(self.faces)


@lru_cache(maxsize=64)
def _masks(faces: tuple[Face, ...]) -> tuple[tuple[int, int], ...]:
    """Work out which tiles share a charm; many games are played with the same set."""
    top, tiles = len(faces), TileSet(faces)
    found = [(0, 0)]
    for one in range(1, top + 1):
        said = [(other, tiles.shares(one, other)) for other in range(1, top + 1)]
        yes = sum(1 << other for other, shared in said if shared)
        found.append((yes, sum(1 << other for other, shared in said if shared is False)))
    return tuple(found)


UNKNOWN = TileSet()


def tile_set(
    rows: Sequence[Any], top: int | None = None, *, name: str = "", invented: bool = False, note: str = ""
) -> TileSet:
    """Make a tile set of rows, None where a charm or a die is not known. Raises BadMaterial with all faults.

    With `top` there must be a row for each tile from 1 to it.
    """
    faults: list[str] = []
    faces: dict[int, Face] = {}
    for place, row in enumerate(rows, 1):
        fault = _fault_of(row, top)
        if fault:
            faults.append(f"row {place}: {fault}")
        elif row[0] in faces:
            faults.append(f"row {place}: a second tile {row[0]}")
        else:
            faces[row[0]] = Face((row[1], row[2]), row[3])
        if len(faults) > 20:
            break
    missing = [number for number in range(1, (top or max(faces, default=0)) + 1) if number not in faces]
    if missing and not faults:
        some = " ".join(map(str, missing[:10])) + (" ..." if len(missing) > 10 else "")
        faults.append(f"no row for tile {some}")
    if not faces and not faults:
        faults.append("there is no tile in it")
    if faults:
        raise BadMaterial(faults)
    return TileSet(tuple(faces[number] for number in sorted(faces)), name, invented, note)


def _fault_of(row: object, top: int | None) -> str:
    """Say what is wrong with one row, empty if nothing is."""
    if not isinstance(row, list | tuple) or len(row) != 4:
        return f"a row has four values: {ROW}"
    number, one, other, die = row
    if type(number) is not int or not 1 <= number <= (top or 999):
        return f"{_short(number)} is no number of a tile" + (f" (1 to {top})" if top else "")
    for charm in (one, other):
        if charm is not None and charm not in CHARMS:
            return f"{_short(charm)} is no charm; known: {', '.join(CHARMS)}"
    if one is not None and one == other:
        return f"tile {number} carries the {one} twice: a tile has two different charms"
    if die is not None and (type(die) is not int or not 1 <= die <= FACES):
        return f"the die of tile {number} shows {_short(die)}: it goes from 1 to {FACES}"
    return ""


def _short(value: object) -> str:
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**9 else "a huge number"
    return text if len(text) <= 40 else text[:37] + "..."


def read_tiles(text: str, top: int | None, *, toml: bool = False) -> TileSet:
    """Read a tile set written in TOML or CSV. Raises BadMaterial, and ValueError where it is neither."""
    if toml or any(line.partition("=")[0].strip() == "tiles" for line in text.splitlines()):
        return _from_toml(text, top)
    return _from_csv(text, top)


def _from_toml(text: str, top: int | None) -> TileSet:
    from models.toml_text import toml_table  # only here: what reads TOML is read itself where it is needed

    try:
        table = toml_table(text)
    except ValueError as fault:
        raise ValueError(f"it is not TOML: {str(fault)[:200]}") from None
    rows = table.get("tiles")
    if not isinstance(rows, list):
        raise BadMaterial([f"`tiles` must be a list of rows {ROW}"])
    known = [[_unknown(value) for value in row] if isinstance(row, list) else row for row in rows]
    name, note = str(table.get("name", ""))[:40], str(table.get("note", ""))[:400]
    return tile_set(known, top, name=name, invented=table.get("invented") is True, note=note)


def _unknown(value: object) -> object:
    return None if value in ("?", "") else value


def _from_csv(text: str, top: int | None) -> TileSet:
    import csv

    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    try:
        between = ";" if lines and ";" in lines[0] else ","  # as some spreadsheets write them
        rows = [[value.strip() for value in row] for row in csv.reader(lines, delimiter=between)]
    except csv.Error as fault:
        raise ValueError(f"it is not CSV: {fault}") from None
    if rows and rows[0][:1] == ["number"]:
        rows = rows[1:]
    return tile_set([_csv_row(row) for row in rows], top)


def _csv_row(row: list[str]) -> list[object]:
    read: list[object] = [_unknown(value) for value in row]
    for place in (0, 3):
        value = read[place] if place < len(read) else None
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 5:
            read[place] = int(value)
    return read


def load(name: str, top: int | None) -> TileSet:
    """Read a tile set from a file, or one that comes with the program by its name.

    Raises BadMaterial, OSError, and ValueError where it is no text, or no TOML or CSV.
    """
    try:
        with (shipped(name) or Path(name)).open(encoding="utf-8-sig") as file:
            text = file.read(LARGEST_FILE + 1)  # a device has no size of its own, and may have no end
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8 text") from None
    if len(text) > LARGEST_FILE:
        raise BadMaterial([f"it is larger than {LARGEST_FILE} signs"])
    return read_tiles(text, top, toml=name.lower().endswith(".toml"))


def shipped(name: str) -> Path | None:
    """Find a tile set that comes with the program."""
    return next((path for path in FOLDER.glob("*.toml") if path.stem == name), None)


def names_of_shipped() -> tuple[str, ...]:
    """Name the tile sets that come with the program."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def read_tile(text: str) -> tuple[int | None, Face]:
    """Read a tile written in letters: `AB1`, `5AB1` with its number, `?` for what is not known. Raises ValueError."""
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    rest = text[len(digits) :]
    letters = all(letter in LETTERS or letter == "?" for letter in rest[:2])
    if len(rest) != 3 or not text.isascii() or len(digits) > 3 or not letters or rest[2] not in "?123456":
        raise ValueError(f"{text[:20]!r} is no tile: write two of the letters A to G and a die, like AB1")
    one, other = (LETTERS.get(letter) for letter in rest[:2])
    if one is not None and one == other:
        raise ValueError(f"{text[:20]!r} carries a charm twice: a tile has two different charms")
    return (int(digits) if digits else None), Face((one, other), None if rest[2] == "?" else int(rest[2]))
