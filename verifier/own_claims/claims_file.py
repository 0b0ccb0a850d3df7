"""A file of own claims: what stands in it, read with the places of its parts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from models.claim import Expected
from verifier.own_claims.own_file import BadOwnFile, OwnFile, OwnText, Placed, one_line, only_known, placed_in, toml_of

MOST_CLAIMS, MOST_TURNS = 500, 20
PAGE = "docs/own-claims.md tells what a file of claims holds"
ALWAYS, EXISTS, EVERY = "always", "there-is-a-table-where", "after-every-"
SAID: Mapping[str, type] = {
    "says": str,
    "why": str,
    "assuming": str,
    "within": int,
    "over": str,
    "expect": str,
    "rests-on": list,
    "case-by-case": list,
}


@dataclass(frozen=True)
class OwnClaim:
    """A claim of a user's own; `kind` is the kind of move after which it holds, empty for claims about tables."""

    id: str
    says: str
    why: str
    shape: str
    kind: str
    condition: Placed
    assuming: Placed | None
    within: int | None
    over: str
    expected: Expected
    rests_on: tuple[str, ...] | None
    cases: tuple[str, ...]
    place: int


@dataclass
class ClaimsFile(OwnFile):
    """All that stands in a file of claims."""

    claims: list[OwnClaim] = field(default_factory=list)


def read_claims(source: OwnText) -> ClaimsFile:
    """Read a file of claims. Raises BadOwnFile."""
    told, places = toml_of(source, "texts stand in quotes, each claim begins with [[claim]]")
    file = ClaimsFile(source, places)
    file.read_common(told, ("claim",))
    claims = told.get("claim", [])
    if not isinstance(claims, list) or not all(isinstance(each, dict) for each in claims):
        raise BadOwnFile("claims stand one by one", "begin each with [[claim]]")
    if not claims:
        raise BadOwnFile("there is no claim in the file", f"begin each with [[claim]]; {PAGE}")
    if len(claims) > MOST_CLAIMS:
        raise BadOwnFile(f"a file has at most {MOST_CLAIMS} claims", "split it into several files")
    for number, claim in enumerate(claims):
        file.claims.append(_claim(file, number, claim))
    return file


def _claim(file: ClaimsFile, number: int, told: dict[str, object]) -> OwnClaim:
    def place(key: str = "") -> int:
        return file.places.of("claim", number, key).start

    shapes = [key for key in told if key in (ALWAYS, EXISTS) or key.startswith(EVERY)]
    only_known(file, told, ("id", *SAID, *shapes, *({ALWAYS, EXISTS, f"{EVERY}turn"} - set(shapes))), "claim", number)
    id = str(told.get("id", ""))
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", id):
        raise file.fault("a claim has an id: letters, digits, - and _", 'write id = "filled-stays"', place("id"))
    id = id.upper()
    if id in [each.id for each in file.claims]:
        raise file.fault(f"the claim {id} stands there twice", "give each an id of its own", place("id"))
    if len(shapes) != 1:
        help = f"write one of {ALWAYS}, {EXISTS}, {EVERY}turn"
        raise file.fault(
            f"{id} claims {'nothing' if not shapes else 'several things'}", help, place(shapes[1] if shapes else "")
        )
    for key, sort in SAID.items():
        if key in told and (not isinstance(told[key], sort) or isinstance(told[key], bool)):
            raise file.fault(f"{key} is {_NAMED[sort]}", f"as in {_EXAMPLES[key]}", place(key))
    for key, words in _WORDS.items():
        if key in told and told[key] not in list(words):
            known = ", ".join(f"{word} ({meaning})" if meaning else word for word, meaning in words.items())
            raise file.fault(f"{key} cannot be {str(told[key])[:40]!r}", f"known here: {known}", place(key))
    within = told.get("within")
    if isinstance(within, int) and not 0 <= within <= MOST_TURNS:
        raise file.fault(
            "within counts the turns of a game from its start", f"0 to {MOST_TURNS} can be", place("within")
        )
    shape = shapes[0]
    kind = shape.removeprefix(EVERY) if shape.startswith(EVERY) else ""
    condition = placed_in(file, "claim", number, shape, told[shape])
    return OwnClaim(
        id=id,
        says=one_line(told.get("says") or f"{shape.replace('-', ' ')}: {condition.expression.text}"),
        why=one_line(told.get("why", "")),
        shape=shape,
        kind=kind,
        condition=condition,
        assuming=placed_in(file, "claim", number, "assuming", told["assuming"]) if "assuming" in told else None,
        within=within if isinstance(within, int) else None,
        over=str(told.get("over", "games")),
        expected="refuted" if told.get("expect") == "refuted" else "proved",
        rests_on=_listed(told["rests-on"]) if "rests-on" in told else None,
        cases=_listed(told.get("case-by-case")),
        place=place("id"),
    )


def _listed(told: object) -> tuple[str, ...]:
    return tuple(map(str, told)) if isinstance(told, list) else ()


_NAMED: Mapping[type, str] = {str: "a text in quotes", int: "a whole number", list: "a list in brackets"}
_WORDS = {
    "over": {"games": "", "tables": ""},
    "expect": {"proved": "the claim is said to be true", "refuted": "it is said to be false"},
}
_EXAMPLES = {
    "says": 'says = "A filled cell never becomes empty."',
    "why": 'why = "Progress is never lost."',
    "assuming": "assuming = \"action != 'exchange'\"",
    "within": "within = 3",
    "over": 'over = "tables"',
    "expect": 'expect = "refuted"',
    "rests-on": 'rests-on = ["LNC21"]',
    "case-by-case": 'case-by-case = ["player", "action"]',
}
