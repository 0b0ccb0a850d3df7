"""What the fields of an entry may be, by their names and by what stands in them."""

import re
from collections.abc import Callable
from itertools import pairwise

from msgspec import Struct

from verifier.guess.record_shape import OWNER, Field, whole_number
from verifier.guess.vocabulary import EXCHANGE_WORDS, LEAVE_WORDS, MIDDLE_WORDS, NAMES, PILE_WORDS, PLACE_WORDS
from verifier.json_paths import ABSENT, OWN_KEY

TOP, SIDE = 20, 4  # of the printed game: most records are of it

PAIR = re.compile(r"(\D{0,6})[0-4](\D{1,6})[0-4](\D{0,3})")  # such as 3,0 and r3c0
CELL = re.compile(r"[A-Da-d][1-4]")
WEIGHT = 10  # of a name that is one of those expected


class Role(Struct, frozen=True):
    """What a field may be: how much speaks for it."""

    role: str
    field: Field
    score: float


def score(role: str, field: Field) -> float:
    """Say how much speaks for a role of a field, 0 where what stands in it speaks against it."""
    if field.keys[0] == OWNER and role not in ("player", "pile"):
        return 0
    fits = VALUES[role](field)
    return fits + _named(role, field) if fits > 0 else 0


def _named(role: str, field: Field) -> float:
    """Say how well the name fits: an earlier word more than a later one, a whole name more than a part of it."""
    if role == "player" and field.path.endswith(OWN_KEY):
        return WEIGHT - 2
    for order, word in enumerate(NAMES[role]):
        if field.name == word:
            return WEIGHT + 2 - order / 10
    for order, word in enumerate(NAMES[role]):
        if word in field.words and len(word) > 1:
            return WEIGHT - 2 - order / 10
    return 0


def _player(field: Field) -> float:
    said = field.said()
    if len(said) < 2 or any(isinstance(each, (dict, list, bool, float)) for each in said):
        return 0
    distinct = set(map(str, said))
    numbers = field.whole()
    if not 1 <= len(distinct) <= 4:
        return 0
    if numbers and (len(numbers) < len(said) or min(numbers) > 1 or max(numbers) > 4):
        return 1 if len(distinct) > 1 and min(numbers) > 100 else 0  # names that are numbers
    changes = sum(one != other for one, other in pairwise(said)) / (len(said) - 1)
    return 1 + 4 * changes if len(distinct) > 1 else 0.5


def _clover(field: Field) -> float:
    numbers, said = field.whole(), field.said()
    if not numbers or len(numbers) < 0.8 * len(said) or min(numbers) < 1 or max(numbers) > TOP:
        return 0
    share = len(said) / len(field.values)
    return 1 + 3 * share + (2 if len(set(numbers)) > 4 else 0)


def _line(field: Field) -> float:
    numbers = [number for number in field.whole() if number != -1]
    said = [each for each in field.said() if not (isinstance(each, str) and re.fullmatch(r"[A-Da-d]", each))]
    if any(whole_number(each) is None for each in said) or not field.said():
        return 0
    return 2 if not numbers or (min(numbers) >= 0 and max(numbers) <= SIDE) else 0


def _cell(field: Field) -> float:
    said = field.said()
    named = [each for each in said if isinstance(each, str) and CELL.fullmatch(each.strip())]
    paired = [each for each in said if isinstance(each, str) and PAIR.fullmatch(each.strip())]
    if _most(paired, said) and len({PAIR.sub(r"\1 \2 \3", str(each).strip()) for each in paired}) == 1:
        return 5
    if _most(named, said):
        return 6
    numbers = field.whole()
    if numbers and len(numbers) == len(said) and min(numbers) >= -1 and max(numbers) <= SIDE * SIDE:
        return 1 if len(set(numbers)) > 4 and _named("cell", field) else 0
    return 0


def _most(some: list[str], said: list[object]) -> bool:
    """Tell whether some of the values are many, or the others few words that come again and again."""
    others = set(map(str, said)) - set(some)
    return bool(some) and (len(some) >= 0.4 * len(said) or (len(some) > 1 and len(others) <= 3))


def _out(field: Field) -> float:
    numbers, said = field.whole(), field.said()
    nothing = len(field.values) - len(numbers) + numbers.count(0)
    if not numbers:
        return 1 if not said and _named("out", field) else 0
    if len(numbers) < len(said) or min(numbers) < 0 or max(numbers) > TOP or not nothing:
        return 0
    return 2 if _named("out", field) else 0


def _pile(field: Field) -> float:
    numbers = field.whole()
    if len(numbers) < 2 or len(numbers) < len(field.said()) or min(numbers) < 0:
        return 0
    falls = sum(0 <= one - other <= 4 for one, other in pairwise(numbers)) / (len(numbers) - 1)
    return 3 if falls > 0.9 and numbers[0] > numbers[-1] and max(numbers) < 4 * TOP else 0


def _middle(field: Field) -> float:
    lists = [each for each in field.said() if isinstance(each, list)]
    if len(lists) < 0.8 * max(1, len(field.said())) or not lists:
        return 0
    inner = [each for value in lists for each in value]
    numbers = [number_in(each) for each in inner]
    if any(number is None or not 1 <= number <= TOP for number in numbers):
        return 0
    sizes = {len(value) for value in lists}
    return 2 if len(sizes) > 1 or _named("middle", field) else 0


def _from(field: Field) -> float:
    said = field.said()
    if not said or any(not isinstance(each, (str, bool)) for each in said):
        return 0
    distinct = set(map(str, said))
    if isinstance(said[0], bool):
        return 3 if source_of_flag(field) else 0
    known = [source_of(each) for each in distinct]
    return 0 if len(distinct) > 4 or not any(known) else 3 * sum(map(bool, known)) / len(known)


def _action(field: Field) -> float:
    distinct = {each for each in field.said() if isinstance(each, str)}
    if not distinct or len(distinct) > 6 or len(distinct) < len(set(map(str, field.said()))):
        return 0
    known = [action_of(each) for each in distinct]
    return 4 * sum(map(bool, known)) / len(known) if len(distinct) > 1 else 0


def _gardens(field: Field) -> float:
    said = field.said()
    parts = [list(each.values()) if isinstance(each, dict) else each for each in said]
    good = [each for each in parts if isinstance(each, list) and 2 <= len(each) <= 4 and all(map(is_garden, each))]
    return 8 if good and len(good) > 0.8 * len(said) else 0


def _garden(field: Field) -> float:
    said = field.said()
    return 6 if said and sum(map(is_garden, said)) > 0.8 * len(said) else 0


VALUES: dict[str, Callable[[Field], float]] = {
    "player": _player, "clover": _clover, "row": _line, "column": _line, "cell": _cell, "out": _out, "pile": _pile,
    "middle": _middle, "from": _from, "action": _action, "gardens": _gardens, "garden": _garden,
}  # fmt: skip


def is_garden(value: object) -> bool:
    """Tell whether a value is rows of cells, at least some of them with numbers."""
    if not isinstance(value, list) or not 2 <= len(value) <= 9:
        return False
    if not all(isinstance(row, list) and len(row) == len(value) for row in value):
        return False
    cells = [each for row in value for each in row]
    return all(each in (None, "", ".", -1) or 0 <= _number_or(each, -1) <= TOP for each in cells)


def _number_or(value: object, other: int) -> int:
    number = None if isinstance(value, list) else number_in(value)
    return other if number is None else number


def number_in(value: object) -> int | None:
    """Give a number, also one that stands alone in an object."""
    if isinstance(value, dict):
        if len(value) > 4 or any(isinstance(each, (dict, list)) for each in value.values()):
            return None
        named = [value[key] for key in ("number", "value", "n", "num") if key in value]
        numbers = [each for each in map(whole_number, named or value.values()) if each is not None]
        return numbers[0] if len(numbers) == 1 else None
    return whole_number(value)


def _words(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", text)} | {text.strip().lower()}


def source_of(text: str) -> str | None:
    """Say where a clover comes from, in a word of the record, or the first letter of one."""
    words = _words(text)
    if len(text.strip()) == 1:
        return "pile" if text.strip().lower() in "dps" else "middle" if text.strip().lower() in "tmo" else None
    if words & PILE_WORDS and not words & (MIDDLE_WORDS - {"up"}):
        return "pile"
    return "middle" if words & MIDDLE_WORDS else None


def source_of_flag(field: Field) -> str | None:
    """Say where a clover comes from if a field that is true or false is true."""
    words = field.words | {field.name}
    if words & PILE_WORDS and not words & (MIDDLE_WORDS - {"up", "take", "taken"}):
        return "pile"
    return "middle" if words & MIDDLE_WORDS else None


def action_of(text: str) -> str | None:
    """Say what was done, in a word of the record."""
    words = _words(text)
    if words & EXCHANGE_WORDS:
        return "exchange"
    if words & (LEAVE_WORDS - {"table", "middle", "left", "center", "off", "up"}):
        return "discard"
    return "place" if words & PLACE_WORDS else None


def best_roles(fields: list[Field], roles: tuple[str, ...]) -> dict[str, Role]:
    """Give each role to the field for which most speaks, each field one role."""
    scored = [Role(role, field, score(role, field)) for field in fields for role in roles]
    found: dict[str, Role] = {}
    taken: set[str] = set()
    for each in sorted(scored, key=lambda each: -each.score):
        if each.score >= 3 and each.role not in found and each.field.path not in taken:
            found[each.role] = each
            taken.add(each.field.path)
    return found


def nothing_in(field: Field) -> bool:
    """Tell whether a field is sometimes null or absent."""
    return any(value is None or value is ABSENT for value in field.values)
