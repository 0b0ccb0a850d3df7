"""The explorer and its counts of lines, compared with a description of the game that shares nothing with it."""

import pytest

from models.games import GAMES
from models.lucky_numbers.editions import STRICT
from models.reading import Reading
from models.state_space import Code, GameSize, StateSpace
from tests.reference_tables import EVERY, RISING, Place, Plain, counted, lines, read, starts
from verifier.explore import explore
from verifier.perft import divide, perft

AGAIN: dict[tuple[str, ...], tuple[tuple[int, int], ...]] = {(): (), ("bruno",): RISING, ("bruno-any",): EVERY}
SIZES = (
    GameSize(2, 4, 2, 2),
    GameSize(2, 4, 2, 2, answers=STRICT),
    GameSize(2, 3, 2, 2, variants=("bruno-any",), answers=STRICT),
    GameSize(2, 2, 4, 3),
    GameSize(2, 6, 1, 2, edition="ravensburger-2012"),
    GameSize(3, 4, 2, 2, variants=("bruno",)),
)
TABLES = (
    # Here a table is first met over a longer way than its shortest.
    ("1 2/. 5; 2 3/. 4; middle 3; hidden 5 6; to move 2; top 6", None),
    ("1 2/. 5; 2 3/. 4; middle 3 4; hidden -; to move 2; drawn 6; top 6", None),
    ("1 2/. 5; 2 3/. 4; middle 3 4; hidden 5; to move 2; drawn 6; top 6; strict", None),
    ("1 2/2 .; 1 ./. 3; middle 2; hidden 3; to move 1; top 3; sets 3; bruno", None),
    ("1 2 ./3 5 7/. 8 9; 2 . ./. 6 7/. . 8; middle -; hidden 5 6; to move 2; top 9", 6),
    ("1 ./. 5; 2 ./. 4; 3 ./. 3; 6 ./. 1; middle -; hidden 2 4 6; to move 4; top 6", 4),
)


def told(space: StateSpace, first: list[Code], depth: int | None) -> dict[str, object]:
    census = explore(space, first, depth=depth, cycles=False)
    found: dict[str, object] = {"first": census.first, "tables": census.tables, "turns": census.moves}
    found |= {"chances": census.chances, "left": census.unexplored, "ends": dict(census.over)}
    return found | {"soonest": census.soonest, "deepest": census.deepest}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_whole_games_are_counted_alike(size: GameSize) -> None:
    space = GAMES[0].state_spaces().open(size)
    game = Plain(size.side, not size.answers, AGAIN[size.variants])
    plain = counted(game, starts(size.side, size.top, size.sets or size.players, size.players))
    assert told(space, list(space.starts()), None) == plain


@pytest.mark.parametrize(("text", "depth"), TABLES)
def test_what_can_follow_a_table_is_counted_alike(text: str, depth: int | None) -> None:
    space, code = GAMES[0].state_spaces().read(text, Reading())
    game, place = read(text)
    assert told(space, [code], depth) == counted(game, [place], depth)


@pytest.mark.parametrize(("text", "_depth"), TABLES)
def test_lines_are_counted_alike_behind_every_turn(text: str, _depth: int | None) -> None:
    space, code = GAMES[0].state_spaces().read(text, Reading())
    game, place = read(text)
    assert perft(space, code, 3) == [lines(game, place, depth) for depth in (1, 2, 3)]
    behind: dict[str, Place] = {words: after for words, _, after in game.turns(place)}
    assert dict(divide(space, code, 3)) == {words: lines(game, after, 2) for words, after in behind.items()}
