"""Tables of Good Fortune as numbers: their turns keep all clauses and are all there are, counts, written tables."""

import random
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.effect import step_of
from models.good_fortune.game import GOOD_FORTUNE
from models.good_fortune.moves import Player, TileLaying, Turn
from models.good_fortune.tiles import load
from models.reading import Malformed, Reading
from models.state_space import Code, GameSize, StateSpace
from tests.test_good_fortune_small import counted, engine_of, plays
from verifier.explore import explore
from verifier.judge import broken
from verifier.perft import divide, perft

INVENTED = load("invented", 21)
ROWS = [(tile, *face.charms, face.die) for tile, face in enumerate(INVENTED.faces, 1)]
SPACES = GOOD_FORTUNE.state_spaces()
POSITION = "line 8 20 15; hands 1 3 4/5 9 21; won -/-; tiles invented; holder 1"


def opened(text: str) -> tuple[StateSpace, Code]:
    return SPACES.read(text, Reading())


@pytest.mark.parametrize("variants", [(), ("guessing",), ("simple-laying",)])
def test_every_turn_of_a_small_game_keeps_all_clauses_and_no_other_does(variants: tuple[str, ...]) -> None:
    space = SPACES.open(GameSize(top=5, variants=variants))
    starts = list(space.starts())
    assert len(set(starts)) == space.count_starts() == 12
    for code in starts:
        table = space.table(code)
        legal = set()
        for way, step in space.steps(code):
            assert not broken(GOOD_FORTUNE, step)
            assert space.code(step.after) == way.after  # type: ignore[attr-defined]
            legal.add(step.move.laid)
        tiles = [(Player(1), table.hands[0][0]), (Player(2), table.hands[1][0])]
        tried = set()
        for order in (tiles, tiles[::-1]):
            for ends in product(("left", "right"), repeat=2):
                laid = tuple(TileLaying(*who, end) for who, end in zip(order, ends, strict=True))  # type: ignore[arg-type]
                tried.add(laid[:1] if variants == ("simple-laying",) else laid)
        for laid in tried:
            step = step_of(table, Turn(laid))
            assert (not broken(GOOD_FORTUNE, step)) is (laid in legal)


def test_a_whole_small_game_has_no_dead_end_ends_after_its_turns_and_keeps_three_tiles_in_the_line() -> None:
    space = SPACES.open(GameSize(top=7))
    rng = random.Random(1)
    first = rng.sample(list(space.starts()), 40)
    census = explore(space, first)
    assert not census.dead
    assert set(census.soonest.values()) == {2}
    for code in first:
        for _, step in space.steps(code):
            assert len(step.after.line) == 3
            assert step.after.turns == 1


@pytest.mark.parametrize("seed", range(5))
def test_counts_of_lines_are_those_of_the_engine_and_of_the_sheet(seed: int) -> None:
    rng = random.Random(seed)
    hand = rng.choice((2, 3))
    dealt = rng.sample(range(2, 21), 2 * hand + 1)
    hands = [[1, *dealt[: hand - 1]], [21, *dealt[hand - 1 : 2 * hand - 2]]]
    line = tuple(dealt[2 * hand - 2 : 2 * hand + 1])
    written = "/".join(" ".join(map(str, each)) for each in hands)
    space, code = opened(f"tiles invented; line {' '.join(map(str, line))}; hands {written}")
    both = (frozenset(hands[0]), frozenset(hands[1]))
    assert perft(space, code, hand)[-1] == counted(ROWS, both, line, True)
    assert sum(dict(divide(space, code, hand)).values()) == counted(ROWS, both, line, True)


def test_the_engine_counts_the_lines_of_a_small_deal_alike() -> None:
    space = SPACES.open(GameSize(top=7))
    for code in random.Random(2).sample(list(space.starts()), 6):
        table = space.table(code)
        engine = engine_of([list(hand) for hand in table.hands], table.line, ROWS[:7])
        assert perft(space, code, 2)[-1] == plays(engine)


def test_a_written_table_is_read_back() -> None:
    space, code = opened(POSITION)
    assert space.write(code) == POSITION
    codes, seen = [code], 0
    for _ in range(3):
        codes = [way.after for each in codes[:20] for way in space.ways(each)]
        for each in codes:
            again, same = opened(space.write(each))
            assert again.table(same) == space.table(each)
            seen += 1
    assert seen > 100


@pytest.mark.parametrize(
    "text",
    [
        "",
        "line 8 20 15",
        "line 8 20; hands 1/21; tiles invented",
        "line 8 20 15; hands 1/21 3; tiles invented",
        "line 8 20 15; hands 1/8; tiles invented",
        "line 8 20 15; hands 1/21",
        "line 8 20 15; hands 1/21; tiles 8AB1 20AC1 15AD1 1AE1",
        "line 8 20 15; hands 1/22; tiles invented",
        "line 8 20 15; hands 1/21; tiles nothing",
        "line 8 20 15; hands 1/21; tiles invented; size 0",
        "line 8 20 15; hands 1/x; tiles invented",
        "line 8 20 15; hands 1 2/21; tiles invented; simple",
        "line 8 20 15; hands 1/21; tiles invented; conceded 1",
        "line 8 20 15; hands 1/21; tiles invented; holder 3",
    ],
)
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match=r"\S"):
        opened(text)


@pytest.mark.parametrize(
    "size", [GameSize(top=4), GameSize(top=3), GameSize(top=23), GameSize(top=5, players=3), GameSize(top=201)]
)
def test_a_size_no_game_has_is_refused(size: GameSize) -> None:
    with pytest.raises(Malformed, match=r"\S"):
        SPACES.open(size)


def test_the_picture_of_a_turn_names_clauses_that_there_are() -> None:
    known = {str(clause.id) for clause in CLAUSES}
    assert {clause for arrow in SPACES.phases.arrows for clause in arrow.clauses} <= known
    keys = {phase.key for phase in SPACES.phases.phases}
    assert {end for arrow in SPACES.phases.arrows for end in (arrow.source, arrow.target)} == keys


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["garden", "1 ./. 2"], "good-fortune has no gardens"),
        (["setup"], "good-fortune has no gardens"),
        (["prove", "LNC05"], "there is no claim 'LNC05'"),
        (["graph", "--edition", "tiki-2020"], "not known"),
        (["perft", "1 ./. 5; 2 ./. 4; top 6"], "not a fact"),
    ],
)
def test_what_the_game_does_not_offer_is_refused_with_words(arguments: list[str], words: str) -> None:
    result = CliRunner().invoke(program(COMMANDS), [*arguments, "--game", "good-fortune"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


@pytest.mark.parametrize("command", ["perft", "graph"])
def test_the_tiles_of_a_table_are_a_file_too(command: str, tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    own.write_text(GOOD_FORTUNE.material().write(INVENTED))
    asked = [command, "line 8 20 15; hands 1 3/5 21", "--game", "good-fortune"]
    alone = CliRunner().invoke(program(COMMANDS), asked)
    told = CliRunner().invoke(program(COMMANDS), [*asked, "--tiles", str(own)])
    named = CliRunner().invoke(program(COMMANDS), [asked[0], f"tiles invented; {asked[1]}", *asked[2:]])
    assert (alone.exit_code, told.exit_code, told.stdout) == (2, 0, named.stdout)
    other = CliRunner().invoke(program(COMMANDS), [command, "1 ./. 5; 2 ./. 4; top 6", "--tiles", str(own)])
    assert (other.exit_code, "has no tile sets" in other.stderr) == (2, True)


@pytest.mark.parametrize("command", ["perft", "graph", "moves"])
def test_a_table_with_a_line_is_taken_for_good_fortune_by_itself(command: str) -> None:
    table, tiles = "line 8 20 15; hands 1 3/5 21", "tiles invented; "
    named, *guessed = (
        CliRunner().invoke(program(COMMANDS), words)
        for words in (
            [command, tiles + table, "--game", "good-fortune"],
            [command, tiles + table],
            [command, table, "--tiles", "invented"],
        )
    )
    assert named.exit_code == 0
    assert [each.stdout for each in guessed] == [named.stdout, named.stdout]
