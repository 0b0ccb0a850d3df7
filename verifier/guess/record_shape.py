"""The lists in a JSON record, and the fields of their elements."""

import re
from collections.abc import Iterator

from msgspec import Struct

from verifier.json_paths import ABSENT, KEYS, OWN_KEY

MOST_NODES = 3000  # parts of a record that are looked at
MOST_FIELDS = 150  # of an entry
LOOKED_AT = 400  # elements of a list by which its fields are known
DEEPEST = 7
MOST_KEYS = 4  # that may be players
OWNER = "^^"  # the way from an element of a list to the object in which the list stands
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


class RecordList(Struct):
    """A list of the record, or several lists one behind the other: its path, and its elements."""

    path: str
    elements: list[object]
    owners: list[object] = []  # of each element the object whose list it stands in, where there are several lists
    flat: bool = True  # whether it is one list
    keys: list[object] = []  # of each element the key under which it stands, where that may be a player
    key: str = ""  # the path to it


class Field(Struct):
    """What stands at one path of each entry, ABSENT where nothing does."""

    path: str
    keys: tuple[str, ...]
    values: list[object]

    @property
    def words(self) -> frozenset[str]:
        """Give the words of its name, in small letters; those of the whole path where the name is one of a list."""
        names = self.keys[-1:] if not self.keys[-1].isdigit() else self.keys
        return words_of(*names)

    @property
    def name(self) -> str:
        """Give its last key in small letters, without anything but letters and digits."""
        return re.sub(r"[^a-z0-9]", "", self.keys[-1].lower())

    def said(self) -> list[object]:
        """Give what stands there where something does."""
        return [value for value in self.values if value is not ABSENT and value is not None]

    def whole(self) -> list[int]:
        """Give the whole numbers."""
        return [number for number in map(whole_number, self.values) if number is not None]


def whole_number(value: object) -> int | None:
    """Give a whole number, also one that is written as a float or a text; None for anything else."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 9:
        return int(value)
    return value if type(value) is int else None


def words_of(*names: str) -> frozenset[str]:
    """Cut names into words."""
    return frozenset(word.lower() for name in names for word in WORD.findall(name))


def path_of(keys: tuple[str, ...]) -> str:
    """Write a path to a fact of an entry."""
    if all(KEYS.fullmatch(key) and "." not in key and "/" not in key for key in keys):
        return ".".join(keys)
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in keys)


class _Node(Struct):
    """A path into a record, what stands there, and the objects in which it stands."""

    path: str
    values: list[object]
    owners: list[object]
    single: bool
    depth: int


def collections_of(root: object) -> Iterator[RecordList]:
    """Give all lists of a record; lists that stand in the elements of a list are one, `rounds[].moves[]`."""
    waiting = [_Node("", [root], [None], single=True, depth=0)]
    seen = 0
    while waiting and seen < MOST_NODES:
        node = waiting.pop(0)
        seen += 1
        if node.depth < DEEPEST:
            yield from _keyed(node)
            yield from _lists_of(node, waiting)
            waiting += _members_of(node)


def _lists_of(node: _Node, waiting: list[_Node]) -> Iterator[RecordList]:
    path, single, depth = node.path, node.single, node.depth
    held = [(each, owner) for value, owner in zip(node.values, node.owners, strict=True) for each in _listed(value)]
    if not held:
        return
    elements, owners = [each for each, _ in held], [owner for _, owner in held]
    yield RecordList((path or "@") if single else f"{path}[]", elements, owners if not single else [], flat=single)
    if all(isinstance(value, dict) for value in node.values):
        return
    if all(isinstance(each, dict) and each and all(map(_is_entry, each.values())) for each in elements):
        keyed = [(key, each) for value in elements if isinstance(value, dict) for key, each in value.items() if each]
        if 2 <= len({key for key, _ in keyed}) <= MOST_KEYS:
            found, keys = [each for _, each in keyed], [key for key, _ in keyed]
            yield RecordList(f"{path}[].*[]", found, [], flat=False, keys=list(keys), key=OWN_KEY)
    inner = [each for each in elements if isinstance(each, (dict, list))]
    if inner and not all(isinstance(each, list) for each in inner):
        waiting.append(_Node(f"{path}[]", list(inner), [None] * len(inner), single=False, depth=depth + 1))
    elif inner and single:
        nested = [each for value in inner for each in _listed(value)]
        yield RecordList(f"{path}[]", nested, [], flat=False)


def _is_entry(value: object) -> bool:
    return value is None or isinstance(value, dict)


def _keyed(node: _Node) -> Iterator[RecordList]:
    """Give the lists of an object that has one for each player: by the number of each entry, or in turn."""
    value = node.values[0]
    if not node.single or not isinstance(value, dict) or not 2 <= len(value) <= MOST_KEYS:
        return
    lists = list(value.values())
    if not all(isinstance(each, list) and each and all(isinstance(one, dict) for one in each) for each in lists):
        return
    told = [
        (key, one) for at in range(max(map(len, lists))) for key, each in value.items() for one in each[at : at + 1]
    ]
    number = next((name for name in told[0][1] if IDENTIFIER.fullmatch(name) and _numbers_all(name, told)), "")
    if number:
        told.sort(key=lambda each: whole_number(each[1][number]) or 0)
    path = f"sort_by({node.path or '@'}.*[], &{number})" if number else node.path or "@"
    yield RecordList(path, [one for _, one in told], flat=False, keys=[key for key, _ in told], key=f"^{OWN_KEY}")


def _numbers_all(name: str, told: list[tuple[str, dict[str, object]]]) -> bool:
    """Tell whether something numbers all entries, each with a number of its own."""
    numbers = [one.get(name) for _, one in told]
    return all(type(each) is int for each in numbers) and len(set(numbers)) == len(numbers)


def _listed(value: object) -> list[object]:
    """Give the elements of a list, or of an object that is one: numbered members of one shape."""
    if isinstance(value, list):
        return value
    if isinstance(value, dict) and len(value) > 3 and all(str(key).isdigit() for key in value):
        return list(value.values())
    return []


def _members_of(node: _Node) -> Iterator[_Node]:
    members: dict[str, _Node] = {}
    for value in node.values:
        if not isinstance(value, dict) or _listed(value):
            continue
        for key, child in value.items():
            if key not in members and len(members) < MOST_FIELDS:
                step = key if IDENTIFIER.fullmatch(key) else _quoted(key)
                path = f"{node.path}.{step}" if node.path else step
                members[key] = _Node(path, [], [], single=node.single, depth=node.depth + 1)
            if key in members:
                members[key].values.append(child)
                members[key].owners.append(value)
    return iter(members.values())


def _quoted(key: str) -> str:
    import json

    return json.dumps(key, ensure_ascii=False)


def fields_of(collection: RecordList) -> list[Field]:
    """Give the fields of entries that are objects or lists, and those of the objects whose lists they stand in."""
    entries, owners = collection.elements[:LOOKED_AT], collection.owners[:LOOKED_AT]
    found: dict[tuple[str, ...], list[object]] = {}
    for number, entry in enumerate(entries):
        for keys, value in _facts(entry, ()):
            column = found.setdefault(keys, [ABSENT] * len(entries)) if len(found) < MOST_FIELDS else found.get(keys)
            if column is not None:
                column[number] = value
    uneven = {
        keys for keys, values in found.items() if len({len(each) for each in values if isinstance(each, list)}) > 1
    }
    fields = [Field(path_of(keys), keys, values) for keys, values in found.items() if keys[:-1] not in uneven]
    keyed = [Field(collection.key, (collection.key,), collection.keys[:LOOKED_AT])] if collection.key else []
    return [*fields, *_lists_inside(fields), *_of_owners(owners), *keyed]


def _lists_inside(fields: list[Field]) -> Iterator[Field]:
    """Give what stands in each element of short lists, such as the gardens in a list of players."""
    for field in fields:
        said = field.said()
        first = said[0] if said else None
        if not isinstance(first, list) or not first or not all(isinstance(each, dict) for each in first):
            continue
        for key in first[0]:
            if IDENTIFIER.fullmatch(str(key)) and len(first) <= 4:
                values = [
                    [each.get(key) if isinstance(each, dict) else None for each in value]
                    if isinstance(value, list)
                    else value
                    for value in field.values
                ]
                yield Field(f"{field.path}[].{key}", (*field.keys, str(key)), list(values))


def _of_owners(owners: list[object]) -> Iterator[Field]:
    keys = dict.fromkeys(str(key) for owner in owners if isinstance(owner, dict) for key in owner)
    for key in keys:
        values = [owner.get(key, ABSENT) if isinstance(owner, dict) else ABSENT for owner in owners]
        if KEYS.fullmatch(key) and "." not in key and not any(isinstance(each, (dict, list)) for each in values):
            yield Field(f"{OWNER}.{key}", (OWNER, key), values)


def _facts(value: object, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    if keys:
        yield keys, value
    if len(keys) >= 4:
        return
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _facts(child, (*keys, str(key)))
    elif isinstance(value, list) and len(value) <= 8 and not any(isinstance(each, (dict, list)) for each in value):
        for number, child in enumerate(value):
            yield (*keys, str(number)), child
