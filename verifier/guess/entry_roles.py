"""The facts of entries that are objects or lists, put into a draft."""

import re
from collections.abc import Iterable

from verifier.guess import roles
from verifier.guess.draft import Draft
from verifier.guess.record_shape import IDENTIFIER, Field, RecordList, fields_of, whole_number
from verifier.guess.roles import Role, best_roles, nothing_in, number_in, source_of, source_of_flag
from verifier.guess.vocabulary import NAMES
from verifier.json_paths import ABSENT
from verifier.key_values import UNKNOWN

SINGLE = ("player", "clover", "from", "pile", "middle", "action", "out", "gardens", "garden", "cell")
SURE_LINES = 16  # what speaks for a row and a column whose names are those expected
FEWEST_CELLS = 7  # that tell how large the board is


class EntryRoles:
    """What the fields of entries are."""

    def __init__(self, collection: RecordList, without: tuple[str, ...] = ()) -> None:
        """Look at entries; a field `without` which, such as their sort, is none of their facts."""
        self.entries = collection.elements
        self.fields = [field for field in fields_of(collection) if field.keys != without]
        plain = [field for field in self.fields if not self._inside_garden(field)]
        self.lines = self._lines(plain)
        taken = {each.path for each in self.lines}
        self.sources = self._sources(plain)
        taken |= {each.path for each in self.sources}
        self.roles = best_roles([field for field in plain if field.path not in taken], SINGLE)
        cell = self.roles.get("cell")
        if self.lines and cell is not None and cell.score < 14:
            del self.roles["cell"]

    def _inside_garden(self, field: Field) -> bool:
        return any(
            other.keys == field.keys[: len(other.keys)]
            and other is not field
            and any(map(roles.is_garden, other.said()[:3]))
            for other in self.fields
        )

    def _lines(self, fields: list[Field]) -> list[Field]:
        """Find the row and the column: two fields side by side."""
        best: tuple[float, list[Field]] = (0, [])
        rows = [(field, score) for field in fields if (score := roles.score("row", field)) >= 2]
        columns = [(field, score) for field in fields if (score := roles.score("column", field)) >= 2]
        for one, row in rows:
            for other, column in columns:
                if one is other or one.keys[:-1] != other.keys[:-1] or row + column <= best[0]:
                    continue
                digits = one.keys[-1].isdigit() and other.keys[-1] == str(int(one.keys[-1]) + 1)
                if row + column >= SURE_LINES or (digits and self._pair(one, other)):
                    above = next((each for each in self.fields if each.keys == one.keys[:-1]), None)
                    if above is None or above.name not in NAMES["middle"] or not roles.VALUES["middle"](above):
                        best = (row + column, [one, other])
        return best[1]

    def _pair(self, one: Field, other: Field) -> bool:
        """Tell whether two neighbours in a list are a row and a column, and not a player: alone, or of many values."""
        alone = {each.keys[-1] for each in self.fields if each.keys[:-1] == one.keys[:-1]} == {"0", "1"}
        return alone or min(len(set(one.whole())), len(set(other.whole()))) > 2

    @staticmethod
    def _sources(fields: list[Field]) -> list[Field]:
        """Find two keys of which each entry has one: one for clovers of the pile, one for those of the middle."""
        named: dict[str | None, list[Field]] = {}
        for field in fields:
            if len(field.keys) == 1 and roles.VALUES["clover"](field) and IDENTIFIER.fullmatch(field.path):
                named.setdefault(roles.source_of(field.keys[-1]), []).append(field)
        for one in named.get("pile", []):
            for other in named.get("middle", []):
                pairs = zip(one.values, other.values, strict=True)
                if all((first in (None, ABSENT)) != (second in (None, ABSENT)) for first, second in pairs):
                    return [one, other]
        return []

    @property
    def score(self) -> float:
        """Say how much speaks for these entries being moves."""
        found = sum(role.score for role in self.roles.values()) + (14 if self.lines else 0)
        found += 20 if self.sources else 0
        placed = self.lines or "cell" in self.roles or "gardens" in self.roles or "garden" in self.roles
        return (
            found
            if placed and ("clover" in self.roles or self.sources or "gardens" in self.roles or "garden" in self.roles)
            else 0
        )

    def put(self, draft: Draft) -> None:
        """Write what was found into a draft."""
        for key in ("player", "clover", "from", "action", "out", "pile", "middle", "gardens", "garden"):
            role = self.roles.get(key)
            if role is not None:
                draft.facts[key] = self._path(key, role)
                draft.say("facts", key, text=_shown(role.field), sure=role.score >= 9)
        if self.sources:
            pile, middle = (field.path for field in self.sources)
            draft.facts["clover"] = f"{pile} || {middle}"
            draft.facts["from"] = f"{pile} && 'pile' || 'middle'"
            draft.say("facts", "from", text=f"{pile} from the pile, {middle} from the middle")
        for key in ("gardens", "garden"):
            shown = self.roles[key].field.said()[0] if key in self.roles else None
            rows = (shown[0] if isinstance(shown, list) else None) if key == "gardens" else shown
            if isinstance(rows, list) and len(rows) != roles.SIDE:
                draft.header["side"] = len(rows)
                draft.say("header", "side", text="as the gardens show; `top`, if it is not 20", sure=False)
        self._put_cell(draft)
        self._put_size(draft)
        self._put_values(draft)
        used = {str(path) for path in draft.facts.values()} | {field.path for field in (*self.lines, *self.sources)}
        used |= {self.roles[key].field.path for key in self.roles}
        draft.unused = [
            field.path
            for field in self.fields
            if field.path not in used
            and not any(field.path.startswith((f"{path}.", f"{path}[")) for path in used)
            and not any(path.startswith(f"{field.path}.") for path in used)
            and not self._inside_garden(field)
        ]

    @staticmethod
    def _path(key: str, role: Role) -> str:
        said = role.field.said()
        if key == "middle":
            inner = next((each for value in said if isinstance(value, list) for each in value), None)
            if isinstance(inner, dict):
                name = next(name for name, each in inner.items() if whole_number(each) == number_in(inner))
                return f"{role.field.path}[].{name}"
        return role.field.path

    def _put_size(self, draft: Draft) -> None:
        """Say how large the board is, where all cells that are named are those of a smaller one."""
        cell, role = draft.facts.get("cell"), self.roles.get("cell")
        if self.lines and isinstance(cell, dict) and isinstance(cell["first"], int):
            seen = [number - cell["first"] + 1 for each in self.lines for number in each.whole() if number >= 0]
        else:
            named = [str(each).strip().lower() for each in (role.field.said() if role is not None else [])]
            seen = [
                number
                for each in named
                if roles.CELL.fullmatch(each)
                for number in ("-abcd".index(each[0]), int(each[1]))
            ]
        if len(seen) >= 2 * FEWEST_CELLS and max(seen) < roles.SIDE:
            draft.header.setdefault("side", max(2, *seen))
            draft.say("header", "side", text="no cell beyond it is named; 4 if that is chance", sure=False)

    def _put_cell(self, draft: Draft) -> None:
        role = self.roles.get("cell")
        if self.lines:
            row, column = self.lines
            if row.name in ("x", "column", "col", "c") and column.name in ("y", "row", "r"):
                row, column = column, row
            numbers = [number for each in (row, column) for number in each.whole() if number >= 0]
            pairs = list(zip(row.values, column.values, strict=True))
            both = [(whole_number(one), whole_number(other)) for one, other in pairs]
            nowhere = (0, 0) in both and not any(0 in pair for pair in both if pair != (0, 0))
            first = 0 if 0 in numbers and not nowhere else 1
            draft.facts["cell"] = {"row": row.path, "column": column.path, "first": first}
            sure = roles.SIDE in numbers or (0 in numbers and not nowhere)
            draft.say("facts", "cell", text=f"rows and columns count from {first}", sure=sure)
            if nowhere:
                self._leave(draft, "0,0", "row 0 and column 0")
            if row.keys[-1] == "0" and column.keys[-1] == "1":
                draft.say("facts", "cell", text="is the first of the two numbers the row?", sure=False)
            if any(one in (None, ABSENT) or other in (None, ABSENT) for one, other in pairs):
                self._leave(draft, "null", "no row and no column")
            if (-1, -1) in both:
                self._leave(draft, "-1,-1", "row -1 and column -1")
        elif role is not None:
            self._put_named_cell(draft, role.field)

    def _put_named_cell(self, draft: Draft, field: Field) -> None:
        said = field.said()
        if any(isinstance(each, str) and roles.CELL.fullmatch(each.strip()) for each in said):
            draft.facts["cell"] = field.path
            draft.say("facts", "cell", text=_shown(field))
        elif any(isinstance(each, str) and roles.PAIR.fullmatch(each.strip()) for each in said):
            paired = [each.strip() for each in said if isinstance(each, str) and roles.PAIR.fullmatch(each.strip())]
            digits = [re.findall("[0-4]", each) for each in paired]
            nowhere = ["0", "0"] in digits and not any("0" in each for each in digits if each != ["0", "0"])
            first = 0 if any("0" in each for each in digits) and not nowhere else 1
            for each in {each for each, both in zip(paired, digits, strict=True) if nowhere and both == ["0", "0"]}:
                self._leave(draft, each, "row 0 and column 0")
            text = roles.PAIR.sub(r"\1{row}\2{column}\3", paired[0])
            draft.facts["cell"] = {"at": field.path, "text": text, "first": first}
            draft.say("facts", "cell", text="is the first of the two numbers the row?", sure="c" in text.lower())
        else:
            first = 1 if roles.SIDE * roles.SIDE in field.whole() or 0 not in field.whole() else 0
            draft.facts["cell"] = {"index": field.path, "first": first}
            draft.say("facts", "cell", text="cells counted row by row", sure=False)
            for none in {-1, first - 1} & set(field.whole()):
                self._leave(draft, str(none), f"cell {none}")
        if nothing_in(field):
            self._leave(draft, "null", "no cell")
        for word in sorted({each for each in said if isinstance(each, str)}):
            known = roles.CELL.fullmatch(word.strip()) or roles.PAIR.fullmatch(word.strip())
            if not known and whole_number(word) is None:
                self._leave(draft, word, "no cell")

    @staticmethod
    def _leave(draft: Draft, written: str, why: str) -> None:
        draft.values.setdefault("cell", {})[written] = "-"
        draft.say("values", "cell", written, text=f"{why}: the clover is left in the middle")

    def _put_values(self, draft: Draft) -> None:
        source = self.roles.get("from")
        if source is not None:
            distinct = sorted(set(map(_written, source.field.said())))
            meant = {word: _source(word, source.field) for word in distinct}
            known = set(filter(None, meant.values()))
            for word, meaning in meant.items():
                other = "middle" if known == {"pile"} else "pile"
                if word not in ("pile", "middle"):
                    draft.values.setdefault("from", {})[word] = meaning or other
                    draft.say("values", "from", word, text="by its name", sure=meaning is not None)
        self._put_action(draft)
        out = self.roles.get("out")
        if out is not None and 0 in out.field.whole():
            draft.values.setdefault("out", {})["0"] = "-"
            draft.say("values", "out", "0", text="nothing lay there")

    def _put_action(self, draft: Draft) -> None:
        """Say what the words for what was done mean; one that stands for exchanges too says neither."""
        action, out = self.roles.get("action"), self.roles.get("out")
        if action is None:
            return
        said = list(map(_written, action.field.values))
        meant = {_written(each): roles.action_of(_written(each)) for each in action.field.said()}
        if None in meant.values():
            del draft.facts["action"]
            return
        numbers = out.field.values if out is not None else [None] * len(said)
        replacing = {word for word, number in zip(said, numbers, strict=True) if whole_number(number)}
        for word, meaning in sorted(meant.items()):
            if meaning == "place" and ("exchange" not in meant.values() or word in replacing):
                draft.values.setdefault("action", {})[word] = UNKNOWN
                told = "the table" if out is None else f"{out.field.path}, or the table,"
                text = f"added or exchanged? {told} tells"
                draft.say("values", "action", word, text=text, sure=out is not None)
            elif word != meaning:
                draft.values.setdefault("action", {})[word] = meaning


def _source(word: str, field: Field) -> str | None:
    if word in ("true", "false"):
        if_true = source_of_flag(field)
        return if_true if word == "true" else {"pile": "middle", "middle": "pile"}.get(if_true or "")
    return source_of(word)


def _written(said: object) -> str:
    return str(said).lower() if isinstance(said, bool) else str(said)


def _shown(field: Field) -> str:
    distinct = list(dict.fromkeys(_short(each) for each in field.said()))
    numbers = field.whole()
    if numbers and len(numbers) == len(field.said()):
        return f"numbers {min(numbers)} to {max(numbers)}"
    return "such as " + ", ".join(distinct[:3])


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 30 else text[:29] + "…"


def by_kind(entries: Iterable[object], keys: tuple[str, ...]) -> dict[str, list[object]]:
    """Sort entries by what stands at a key."""
    found: dict[str, list[object]] = {}
    for entry in entries:
        value: object = entry
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        if value is not None and not isinstance(value, (dict, list)):
            found.setdefault(_written(value), []).append(entry)
    return found
