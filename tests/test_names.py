"""Names mean one thing, files are named in the words of the field, and the page about the house names what exists."""

import importlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from reports.schemas import NAMES, schema

ROOT = Path(__file__).parent.parent
PACKAGES = ("models", "verifier", "reports", "cli")
FILES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]

# What had to be opened to be understood, and what the field says instead.
BANISHED = {
    "alternatives": "perturbations",
    "answers": "shown readings",
    "compact": "successors",
    "exhibits": "suite items",
    "facts": "what they are facts of",
    "gather": "collect",
    "ground": "predicates",
    "helper": "what it helps with",
    "keep": "strategy",
    "layers": "retrograde",
    "looks": "graph checks",
    "manager": "what it manages",
    "occasions": "when a clause is exercised",
    "outlook": "what is looked at",
    "packed": "bitboards",
    "plain": "reference solver",
    "plot": "what is shown",
    "probes": "item steps",
    "questions": "proof numbers",
    "recorder": "random play",
    "retelling": "witness log",
    "said": "judged game",
    "samples": "suite games",
    "sayings": "observations",
    "scenes": "step views",
    "scribe": "log writer",
    "slips": "mutant logs",
    "story": "symbolic log",
    "telling": "counterexamples",
    "trials_of_logs": "candidate events",
    "unfold": "explicit model",
    "unknowns": "symbolic state",
    "util": "what it is of use for",
    "values": "assignments",
    "watch": "coverage",
    "windows": "zero window",
    "worlds": "state space",
}

# Classes that several files may define, with the reason.
SHARED = {
    "BreachRow": "named in the schemas of two outputs",
    "ClaimRow": "named in the schemas of two outputs",
    "FactRow": "named in the schemas of two outputs",
    "TurnRow": "named in the schemas of two outputs",
    "NobodyConcedes": "the same rule in each game",
    "PrintedSize": "the same rule in each game",
    "GameSeries": "what an engine shares between games, and how each game fills it",
    "Step": "a table, a move and the table after it, in each game and in a game of mechanics",
    "Stop": "the record breaks off, in each game and in a game of mechanics",
}


@lru_cache(maxsize=1)
def classes() -> dict[str, list[str]]:
    found = defaultdict(list)
    for path in FILES:
        for name in re.findall(r"^class ([A-Za-z]\w*)", path.read_text("utf-8"), re.MULTILINE):
            found[name].append(str(path.relative_to(ROOT)))
    return found


def of_any_game(path: str) -> str:
    """Leave out which game a file belongs to: files of one name in two games fill the same interface."""
    return re.sub(r"^models/(lucky_numbers|good_fortune|defaults)/", "models/GAME/", path)


def test_a_class_name_means_one_thing() -> None:
    several = {name: paths for name, paths in classes().items() if len({of_any_game(path) for path in paths}) > 1}
    assert {name: paths for name, paths in several.items() if name not in SHARED} == {}


def test_no_reason_is_kept_for_a_name_that_is_not_shared() -> None:
    assert [name for name in SHARED if len(classes()[name]) < 2] == []


def test_shared_rows_are_named_in_schemas() -> None:
    named = set(re.findall(r"#/\$defs/(\w+)", json.dumps([schema(name) for name in NAMES])))
    assert {name for name, why in SHARED.items() if "two outputs" in why} <= named


def test_files_are_named_in_the_words_of_the_field() -> None:
    stems = {path.stem for path in FILES} | {path.parent.name for path in FILES}
    assert len(stems) > 200
    assert {stem: BANISHED[stem] for stem in stems if stem in BANISHED} == {}


def test_every_module_says_in_its_first_line_what_it_is_for() -> None:
    for path in FILES:
        assert re.match(r'"""\S.{4,}\S', path.read_text("utf-8")), path


# The page about the house

HOUSE = (ROOT / "docs" / "house.md").read_text("utf-8")
QUOTED = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", HOUSE, flags=re.DOTALL))


def paths() -> Iterator[str]:
    yield from (quoted for quoted in QUOTED if "/" in quoted and " " not in quoted)


def dotted() -> Iterator[str]:
    yield from (quoted for quoted in QUOTED if re.fullmatch(r"(models|verifier|reports|cli)(\.\w+)+", quoted))


def test_the_page_names_many_places() -> None:
    assert len(list(paths())) > 80
    assert len(list(dotted())) > 8


@pytest.mark.parametrize("path", sorted(set(paths())))
def test_paths_on_the_page_exist(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("name", sorted(set(dotted())))
def test_names_on_the_page_exist(name: str) -> None:
    module, _, what = name.rpartition(".")
    assert hasattr(importlib.import_module(module), what)


def test_the_picture_names_files_that_exist() -> None:
    picture = HOUSE.split("```")[1]
    folders = {path.parent.name for path in FILES} | {path.stem for path in FILES if path.name == "__init__.py"}
    for word in re.findall(r"\b(\w+)\.py\b", picture):
        assert any(path.stem == word for path in FILES), word
    for word in re.findall(r"\b(\w+)/", picture):
        assert word in folders, word


def test_the_files_of_a_game_on_the_page_exist() -> None:
    listing = HOUSE.split("```")[3]
    firsts = [re.split(r" {3,}", line.strip())[0] for line in listing.strip().split("\n")]
    names = [name for first in firsts for name in re.findall(r"\w+", first)]
    assert len(names) > 20
    for name in names:
        found = [path for path in FILES if path.stem == name or path.parent.name == name]
        assert any("lucky_numbers" in str(path) for path in found), name
