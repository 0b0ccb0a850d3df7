"""The explorer: compared with the clauses on whole small games, and with networkx."""

import csv
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from models.games import GAMES
from models.lucky_numbers.editions import STRICT
from models.lucky_numbers.state_encoding import MOVER
from models.lucky_numbers.successors import FastSpace
from models.reading import Malformed, Reading
from models.state_space import Code, GameSize, StateSpace
from reports.graph_svg import graph_svg
from verifier.explore import Census, TooManyTables, explore, longest_game
from verifier.item_steps import item_step
from verifier.modelcheck import check_claims
from verifier.stategraph import edges, fitting_depth, graph_of, write_csv, write_graphml, write_parquet

GAME = GAMES[0]
CLAUSES = GAME.clauses()

# Whole games, small enough to look at every turn one can think of on every table.
WHOLE = (
    GameSize(2, 3, 2, 2),
    GameSize(2, 3, 2, 2, answers=STRICT),
    GameSize(2, 5, 1, 2),
    GameSize(2, 3, 2, 2, variants=("bruno",)),
    GameSize(2, 3, 2, 2, variants=("bruno-any",), answers=STRICT),
)
GRAPHS = (*WHOLE, GameSize(2, 6, 1, 2), GameSize(2, 7, 1, 3))
TABLE = "1 2/. 5; 2 3/. 4; middle 3; hidden 5; top 6"


def named(sizes: tuple[GameSize, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("size", sizes, ids=[opened(size).title for size in sizes])


@cache
def opened(size: GameSize) -> FastSpace:
    space = GAME.state_spaces().open(size)
    assert isinstance(space, FastSpace)
    return space


def starts(space: StateSpace) -> list[Code]:
    return list(space.starts())


@cache
def whole_graph(size: GameSize) -> "nx.MultiDiGraph[Code]":
    return graph_of(opened(size), starts(opened(size)), None, 100_000)


@cache
def whole_census(size: GameSize) -> Census:
    return explore(opened(size), starts(opened(size)))


def read(text: str) -> tuple[StateSpace, Code]:
    return GAME.state_spaces().read(text, Reading())


# The same game as the clauses -----------------------------------------------------------------------------------------


@named(WHOLE)
def test_a_turn_is_generated_exactly_if_it_keeps_all_clauses(size: GameSize) -> None:
    space = opened(size)
    for code in whole_graph(size):
        legal = {text for text, step in GAME.suite_items().trials(space, code) if item_step(text, step, CLAUSES).legal}
        assert {way.text for way in space.ways(code)} == legal, space.write(code)


@named(WHOLE)
def test_a_turn_leads_to_the_table_that_the_move_makes(size: GameSize) -> None:
    space = opened(size)
    for code in whole_graph(size):
        for way, step in space.steps(code):
            made, given = step.after, space.table(way.after)
            for fact in ("gardens", "hidden", "pile", "middle", "ended"):
                assert getattr(made, fact) == getattr(given, fact), (space.write(code), way.text)
            if made.ended is None:
                assert due(made) == way.after & MOVER


def due(table: Any) -> int:
    from models.lucky_numbers.clauses.ln201_order import ORDER

    (player,) = ORDER.due(table)
    return player


@named(GRAPHS)
def test_the_fast_lists_hold_the_tables_of_the_turns_in_words(size: GameSize) -> None:
    space = opened(size)
    for code in whole_graph(size):
        around = space.spread(code)
        level = space.level(code)
        found = Counter(around.level)
        for fall, lower in around.down:
            found.update(lower)
            assert all(space.level(after) == level - fall for after in lower)
        assert all(space.level(after) == level for after in around.level)
        assert found == Counter(way.after for way in space.ways(code))
        assert space.beside(code) == around.level
        assert around.chances == len(
            {way.text.partition("x")[0].partition(" ")[0] for way in space.ways(code) if way.chance}
        )


@named(GRAPHS)
def test_a_table_is_written_so_that_it_can_be_read_again(size: GameSize) -> None:
    space = opened(size)
    for code in whole_graph(size):
        other, again = read(space.write(code))
        assert other.write(again) == space.write(code)
        assert len(other.ways(again)) == len(space.ways(code))


def test_tables_are_equal_only_if_they_are_written_alike() -> None:
    graph = whole_graph(GameSize(2, 6, 1, 2))
    assert len({table for _, table in graph.nodes(data="table")}) == len(graph)


# Counts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "first", "tables", "moves", "chances", "ends"),
    [
        (GameSize(2, 3, 2, 2), 54, 340, 1310, 294, 82),
        (GameSize(2, 5, 1, 2), 120, 280, 400, 120, 160),
        (GameSize(2, 6, 1, 2), 360, 3200, 12160, 2640, 920),
        (GameSize(2, 4, 2, 2), 204, 7904, 56912, 11512, 972),
    ],
)
def test_small_games_have_known_counts(
    size: GameSize, first: int, tables: int, moves: int, chances: int, ends: int
) -> None:
    census = whole_census(size)
    assert (census.first, census.tables, census.moves, census.chances) == (first, tables, moves, chances)
    assert sum(census.over.values()) == ends
    assert census.dead == 0
    assert census.unexplored == 0


@named(GRAPHS)
def test_the_starts_are_counted_without_making_them(size: GameSize) -> None:
    space = opened(size)
    made = starts(space)
    assert len(set(made)) == len(made) == space.count_starts()


@named(GRAPHS)
def test_exploring_by_levels_finds_what_a_graph_in_memory_holds(size: GameSize) -> None:
    census, graph = whole_census(size), whole_graph(size)
    assert (census.tables, census.moves) == (len(graph), graph.number_of_edges())
    assert dict(census.over) == dict(Counter(facts["end"] for facts in facts_of(graph).values() if facts["end"]))
    assert census.deepest == max(facts["distance"] for facts in facts_of(graph).values())
    soonest: dict[str, int] = {}
    for _, facts in graph.nodes(data=True):
        if facts["end"]:
            soonest[facts["end"]] = min(facts["distance"], soonest.get(facts["end"], 99))
    assert census.soonest == soonest
    assert all(bool(graph.out_degree(code)) != bool(facts["end"]) for code, facts in graph.nodes(data=True))


@named(GRAPHS)
def test_components_cycles_and_longest_games_are_those_networkx_finds(size: GameSize) -> None:
    census, graph, space = whole_census(size), whole_graph(size), opened(size)
    parts = list(nx.strongly_connected_components(graph))
    cyclic = [part for part in parts if len(part) > 1 or any(graph.has_edge(code, code) for code in part)]
    assert census.components == len(parts)
    assert census.cyclic == len(cyclic)
    assert census.largest == max(map(len, cyclic), default=0)
    simple: nx.DiGraph[Any] = nx.DiGraph(graph)
    assert len(census.cycle) == (girth(simple, [code for part in cyclic for code in part]) or 0)
    for code, after in pairwise([*census.cycle, *census.cycle[:1]]):
        assert graph.has_edge(code, after)
    longest = longest_game(space, starts(space))
    assert longest == (None if cyclic else nx.dag_longest_path_length(simple, weight=None))


def facts_of(graph: "nx.MultiDiGraph[Code]") -> dict[Code, dict[str, Any]]:
    return {code: graph.nodes[code] for code in graph}


def girth(graph: "nx.DiGraph[Code]", codes: list[Code]) -> int | None:
    back = (
        1 + nx.shortest_path_length(graph, after, code)
        for code in codes
        for after in graph.successors(code)
        if nx.has_path(graph, after, code)
    )
    lengths: list[int] = [int(length) for length in back]
    return min(lengths, default=None)


def test_the_graphs_reach_both_answers() -> None:
    cycles = [len(whole_census(size).cycle) for size in GRAPHS]
    assert 0 in cycles
    assert max(cycles) > 2


def test_with_a_house_rule_a_table_can_come_again_after_one_turn() -> None:
    space, code = read("1 2/2 .; 1 ./. 3; middle 2; hidden 3; top 3; sets 3; bruno")
    assert len(explore(space, [code]).cycle) == 1


@pytest.mark.parametrize("depth", range(5))
def test_a_depth_cuts_off_what_lies_farther(depth: int) -> None:
    size = GameSize(2, 4, 2, 2)
    space = opened(size)
    first = starts(space)[:3]
    census, graph = explore(space, first, depth=depth), graph_of(space, first, depth, 100_000)
    assert (census.tables, census.moves) == (len(graph), graph.number_of_edges())
    assert census.unexplored == sum(
        facts["distance"] == depth and not facts["end"] for _, facts in graph.nodes(data=True)
    )
    parts = list(nx.strongly_connected_components(graph))
    assert census.components == len(parts)
    assert census.cyclic == sum(len(part) > 1 for part in parts)


@pytest.mark.parametrize("limit", [1, 30, 200, 3000, 100_000])
def test_the_depth_that_fits_a_limit_is_the_greatest_that_does(limit: int) -> None:
    space, code = read("1 ./. 4; 2 ./. 3; top 4")
    depth = fitting_depth(space, [code], limit)
    assert explore(space, [code], depth=depth, cycles=False).tables <= limit
    if limit < 100_000:
        with pytest.raises(TooManyTables):
            explore(space, [code], depth=depth + 1, limit=limit, cycles=False)


def test_no_depth_fits_a_limit_that_the_starts_exceed() -> None:
    space = opened(GameSize(2, 4, 2, 2))
    assert fitting_depth(space, space.starts(), 100) == -1
    with pytest.raises(TooManyTables):
        explore(space, space.starts(), limit=100)


# Claims ---------------------------------------------------------------------------------------------------------------


@named(
    (
        GameSize(2, 4, 2, 2),
        GameSize(2, 4, 2, 2, answers=STRICT),
        GameSize(2, 6, 1, 2),
        GameSize(2, 3, 2, 2, variants=("bruno",)),
    )
)
def test_claims_hold_on_whole_small_games_and_those_that_must_be_refuted_are(size: GameSize) -> None:
    space = opened(size)
    census, decided = check_claims(space, starts(space), GAME.proofs().claims)
    assert census.tables == whole_census(size).tables
    assert not [each.claim.id for each in decided if each.surprising]
    held = {each.claim.id for each in decided if each.claim.expected == "refuted" and each.holds}
    # With one copy of each number an exchange cannot give back what lies there.
    needs_copies = {"LNC15", "LNC30", "LNC31"}
    needs_turns = {"LNC39"}  # two clovers face down are gone before a garden is full
    assert held <= {"LNC26"} | (needs_copies | needs_turns if size.sets == 1 else set())
    assert all(each.checked for each in decided)


def test_every_claim_is_decided_at_some_size_and_stands_for_its_verdict_there() -> None:
    seen = set()
    for equal in (True, False):
        space = opened(GameSize(2, 4, 2, 2, answers=frozenset() if equal else STRICT))
        _, decided = check_claims(space, starts(space), GAME.proofs().claims)
        seen |= {each.claim.id for each in decided if each.holds == (each.claim.expected == "proved")}
    needs_a_gap = {"LNC26"}  # a line of two cells has none
    assert seen == {claim.id for claim in GAME.proofs().claims if claim.look} - needs_a_gap


def test_a_claim_that_is_false_is_refuted_with_a_table_or_a_turn() -> None:
    from models.claim import ClaimId, Look
    from models.proof import Provable

    def lie(name: str, statement: str, look: Look) -> Provable:
        return Provable(ClaimId(name), statement, "proved", "all", "To test.", lambda rules: iter(()), look=look)

    space = opened(GameSize(2, 3, 2, 2))
    lies = (
        lie("X1", "the middle is empty", Look("tables", lambda table: not table.middle)),
        lie("X2", "nobody leaves a clover", Look("steps", lambda step: step.move.action != "discard")),
        lie("X3", "no game ends", Look("games", lambda rules, games: not games.soonest)),
    )
    _, decided = check_claims(space, starts(space), lies)
    assert all(each.surprising for each in decided)
    other, code = read(decided[0].case)
    assert other.table(code).middle
    assert decided[1].case.endswith(" -")


# Files ----------------------------------------------------------------------------------------------------------------


def test_edges_are_one_row_for_each_turn(tmp_path: Path) -> None:
    size = GameSize(2, 5, 1, 2)
    space = opened(size)
    with (tmp_path / "e.csv").open("w", encoding="utf-8") as file:
        count = write_csv(edges(space, space.starts(), None, None), file)
    with (tmp_path / "e.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    graph = whole_graph(size)
    assert count == len(rows) == graph.number_of_edges()
    tables = {code: facts["table"] for code, facts in facts_of(graph).items()}
    assert {(row["source"], row["turn"], row["target"]) for row in rows} == {
        (tables[source], facts["turn"], tables[target]) for source, target, facts in graph.edges(data=True)
    }
    assert {row["chance"] for row in rows} <= {"chance", ""}


def test_edges_can_be_written_as_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    space = opened(GameSize(2, 5, 1, 2))
    with (tmp_path / "e.parquet").open("wb") as file:
        count = write_parquet(edges(space, space.starts(), None, None), file)
    table = parquet.read_table(tmp_path / "e.parquet")
    assert (table.num_rows, table.column_names) == (count, ["source", "turn", "chance", "target"])


def test_graphml_is_read_again_by_networkx(tmp_path: Path) -> None:
    space, code = read(TABLE)
    graph = graph_of(space, [code], None, 1000)
    with (tmp_path / "g.xml").open("wb") as file:
        write_graphml(graph, file)
    again = nx.read_graphml(tmp_path / "g.xml", force_multigraph=True)
    assert (len(again), again.number_of_edges()) == (len(graph), graph.number_of_edges())
    assert space.write(code) in again


# The command ----------------------------------------------------------------------------------------------------------

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def start(*arguments: str) -> "subprocess.CompletedProcess[str]":
        path = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
        return subprocess.run(
            [sys.executable, "-m", "cli.app", *arguments],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": path},
            check=False,
        )

    return start


def test_the_command_tells_what_it_found_in_text_and_json(run: Run) -> None:
    text = run("graph", "--top", "3")
    assert text.returncode == 0
    for words in ("340", "1,310", "dead ends", "none", "endless: there is a cycle", "A shortest cycle (4 turns)"):
        assert words in text.stdout
    row = json.loads(run("graph", "--top", "3", "--format", "json").stdout)
    assert (row["tables"], row["endless"], len(row["shortest_cycle"]), row["dead_ends"]) == (340, True, 4, 0)
    plain = run("graph", "--top", "5", "--sets", "1").stdout
    assert "longest game" in plain
    assert "1 turn" in plain


def test_the_command_draws_small_graphs(run: Run, tmp_path: Path) -> None:
    done = run(
        "graph", TABLE, "--depth", "2", "--svg", "g.svg", "--dot", "g.dot", "--graphml", "g.xml", "--edges", "g.csv"
    )
    assert done.returncode == 0, done.stderr
    drawing = ET.parse(tmp_path / "g.svg").getroot()
    boxes = [each for each in drawing.iter() if (each.get("class") or "").startswith("box")]
    assert len(boxes) == len(nx.read_graphml(tmp_path / "g.xml"))
    assert (tmp_path / "g.dot").read_text("utf-8").count("label=") > len(boxes)
    assert (tmp_path / "g.csv").read_text("utf-8").startswith("source,turn,chance,target\n")


def boxes_of(rows: list[dict[str, str]]) -> list[tuple[float, float, float, float]]:
    return [
        (float(r["x"]), float(r["y"]), float(r["x"]) + float(r["width"]), float(r["y"]) + float(r["height"]))
        for r in rows
    ]


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        (TABLE, 5),  # with steps back and steps within a row
        ("1 2/2 .; 1 ./. 3; middle 2; hidden 3; top 3; sets 3; bruno", None),  # with a step to the table itself
        (
            "1 ./. 2; 2 ./. 1; middle 1 2; hidden 1 2; top 2; sets 4",
            2,
        ),  # with more tables at a distance than fit in a row
    ],
)
def test_in_a_picture_no_table_and_no_words_cover_a_table(text: str, depth: int | None) -> None:
    space, code = read(text)
    graph = graph_of(space, [code], depth, 80)
    drawing = ET.fromstring(graph_svg(GAME, space, graph))
    rects = [dict(each.attrib) for each in drawing.iter() if each.tag.endswith("rect") and each.get("x")]
    tables = boxes_of([each for each in rects if each["class"].startswith("box")])
    words = boxes_of([each for each in rects if each["class"] == "halo"])
    assert len(tables) == len(graph)
    assert words
    assert not [pair for pair in combinations(tables, 2) if overlap(*pair)]
    assert not [pair for pair in product(words, tables) if overlap(*pair)]
    assert max(Counter(table[1] for table in tables).values()) <= 18
    told = {each.text for each in drawing.iter() if each.tag.endswith("title")}
    assert {turn for each in told if each for turn in each.split(", ")} == {
        facts["turn"] for _, _, facts in graph.edges(data=True)
    }


def test_the_phases_of_a_turn_are_drawn_with_their_clauses(run: Run, tmp_path: Path) -> None:
    assert run("graph", "--turn", "--svg", "turn.svg").returncode == 0
    words = "".join(ET.parse(tmp_path / "turn.svg").getroot().itertext())
    told = run("graph", "--turn").stdout
    ids = {clause.id for clause in CLAUSES}
    for arrow in GAME.state_spaces().phases.arrows:
        assert set(arrow.clauses) <= ids
        assert " ".join(arrow.clauses) in words
        assert " ".join(arrow.clauses) in told
    keys = {phase.key for phase in GAME.state_spaces().phases.phases}
    assert {end for arrow in GAME.state_spaces().phases.arrows for end in (arrow.source, arrow.target)} == keys


def test_a_house_rule_that_is_named_twice_counts_once(run: Run) -> None:
    once, twice = (run("graph", "--top", "3", *["--variant", "bruno"] * times) for times in (1, 2))
    assert once.returncode == 0
    assert once.stdout == twice.stdout


def test_a_limit_cuts_the_graph_off_at_a_depth_and_says_so(run: Run) -> None:
    done = run("graph", "5 . . ./. 9 . ./. . 12 ./. . . 17; 3 . . ./. 8 . ./. . 11 ./. . . 20", "--limit", "500")
    assert done.returncode == 0
    assert "cut off at a depth of 1" in done.stderr
    assert "1 turn deep" in done.stdout


def test_of_a_graph_that_is_too_large_the_tables_to_begin_with_are_drawn(tmp_path: Path, run: Run) -> None:
    done = run("graph", "--side", "2", "--top", "3", "--svg", str(tmp_path / "g.svg"))
    assert (done.returncode, "(54 tables): those to begin with" in done.stderr) == (0, True)
    drawing = ET.parse(tmp_path / "g.svg").getroot()
    assert len([each for each in drawing.iter() if (each.get("class") or "").startswith("box")]) == 54
    words = drawing.findtext("{http://www.w3.org/2000/svg}desc") or ""
    assert "table 1: player 1: row 1: " in words


def test_the_turns_of_a_drawn_graph_are_said_in_words(tmp_path: Path, run: Run) -> None:
    table = "5 ./. 9; 3 ./. 8; middle 4; to move 2; top 10"
    assert run("graph", table, "--depth", "1", "--svg", str(tmp_path / "g.svg")).returncode == 0
    words = ET.parse(tmp_path / "g.svg").getroot().findtext("{http://www.w3.org/2000/svg}desc") or ""
    assert ": player 2 takes 4 from the middle and adds it on b1" in words
    assert "m4 b1" not in words


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--side", "4", "--top", "20"), "tables to start with"),
        (("--side", "1"), "side cannot be 1"),
        (("--top", "2"), "too few to begin with"),
        (("--players", "5"), "players cannot be 5"),
        (("--edition", "1999"), "not known"),
        (("--variant", "hm"), "not known"),
        (("--top", "100", "--sets", "1", "--limit", "999999999999"), "too many to explore"),
        (("5 . ./7 8",), "begins with the gardens"),
        (("--svg", "x.svg", "--top", "3", "--depth", "1"), "more than 80 tables"),
        (("--edges", "x.txt", "--top", "3"), "neither .csv nor .parquet"),
        (("--svg", "no/where.svg", TABLE, "--depth", "1"), "cannot write"),
        (("--edges", "no/where.parquet", "--top", "3"), "cannot write no/where.parquet"),
        (("--svg", "/dev/full", TABLE, "--depth", "1"), "cannot write /dev/full: No space left"),
        (("--graphml", "/dev/full", TABLE, "--depth", "1"), "cannot write /dev/full: No space left"),
        (("--svg", ".", "--turn"), "cannot write .: it is a folder"),
        (("--turn", "--dot", "x.dot"), "--dot has no meaning here"),
        (("--turn", TABLE), "TABLE has no meaning here"),
        ((TABLE, "--top", "6"), "--top has no meaning here"),
        (("--claims", TABLE), "whole games"),
        (("--claims", "--limit", "300"), "need them all"),
    ],
)
def test_wrong_use_is_refused_with_words_and_code_2(run: Run, arguments: tuple[str, ...], words: str) -> None:
    done = run("graph", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


# Tables in one line ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "gardens of 2 to 4 players, not 0"),
        ("1 ./. 4", "not 1"),
        ("1 ./. 4; middle 2; 1 ./. 4", "gardens of 2 to 4"),
        ("; ".join(["1 ./. 4"] * 5), "not 5"),
        ("1 ./. 4; 1 . ./. 4 ./. . 5", "different sides"),
        ("1 ./. 21; 1 ./. 4", "player 1"),
        ("4 2/. 5; 1 ./. 4", "not in order (LN301)"),
        ("1 ./. 4; 1 ./. 4; hm", "not a fact of a table: 'hm'"),
        ("1 ./. 4; 1 ./. 4; middle 2; middle 3", "said twice"),
        ("1 ./. 4; 1 ./. 4; middle x", "no number from 1 to 20"),
        ("1 ./. 4; 1 ./. 4; middle 21", "no number from 1 to 20"),
        ("1 ./. 4; 1 ./. 4; middle 1", "too many copies of 1"),
        ("1 ./. 4; 1 ./. 4; hidden 1", "too many copies of 1"),
        ("1 ./. 4; 1 ./. 4; to move 3", "to move is '3'"),
        ("1 ./. 4; 1 ./. 4; drawn 2 3", "one clover can be drawn"),
        ("1 2/3 4; 1 2/3 4; drawn 5", "a garden is full"),
        ("1 ./. 4; 1 2/3 4; drawn 5; to move 1", "a garden is full"),
        ("1 ./. 4; 1 ./. 4; top 0", "top is '0'"),
        ("1 ./. 4; 1 ./. 4; sets 100", "sets is '100'"),
    ],
)
def test_a_text_that_is_no_table_is_refused(text: str, words: str) -> None:
    with pytest.raises(Malformed, match=r"\S") as refused:
        read(text)
    assert words in refused.value.message
    assert refused.value.help
