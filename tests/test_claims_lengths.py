"""How long games are, by walking small ones turn by turn: what the solver says of all sizes is seen there too."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from models.lucky_numbers.moves import Turn
from models.proof import Counterexample
from models.state_space import GameSize, StateSpace
from tests.decisions import GAME, PROOFS, claim_of, decision
from verifier.prove import Refuted, decide

Made = tuple[int, tuple[int, ...]]  # a table, and how often each player has exchanged
WITH_COPIES = GameSize(2, 4, 2)
WITH_MORE = GameSize(2, 5, 2)


@cache
def case_of(name: str, size: GameSize) -> Counterexample:
    rules = replace(PROOFS.rules(None, size.side, size.players), top=size.top)
    verdict = decide(GAME, claim_of(name), rules, 60).verdict
    assert isinstance(verdict, Refuted), verdict
    return verdict.case


@cache
def space_of(size: GameSize) -> StateSpace:
    return GAME.state_spaces().open(size)


def turns_of(case: Counterexample) -> list[Turn]:
    return [step.move for step in case.steps if isinstance(step.move, Turn)]


def walked(size: GameSize, starts: Iterable[int], allowed: Callable[[Turn, Made], bool]) -> Iterator[set[Made]]:
    """Give the tables that can be reached by allowed turns, after each turn, until no turn is left."""
    space = space_of(size)
    reached: set[Made] = {(code, (0,) * size.players) for code in starts}
    while reached:
        yield reached
        further = set()
        for made in reached:
            for edge, step in space.steps(made[0]):
                if allowed(step.move, made):
                    further.add((edge.after, counted(made[1], step.move)))
        reached = further


def counted(exchanges: tuple[int, ...], move: Turn) -> tuple[int, ...]:
    return tuple(count + (move.action == "exchange" and move.player == seat) for seat, count in enumerate(exchanges, 1))


def start_in(case: Counterexample, size: GameSize) -> list[int]:
    """Find the table after the set-up of a case among those at which play can start."""
    space = space_of(size)
    first = next(step.before for step in case.steps if isinstance(step.move, Turn))
    return [code for code in space.starts() if space.table(code).gardens == first.gardens]


def test_one_who_always_reveals_ends_a_small_game_with_the_turn_that_is_claimed() -> None:
    case = case_of("LNC61", WITH_COPIES)
    starts = start_in(case, WITH_COPIES)
    layers = walked(WITH_COPIES, starts, lambda move, made: move.player != 1 or move.source == "pile")
    assert sum(1 for _ in layers) - 1 == len(turns_of(case)) == 2 * (8 - 4 - 1) + 1


def test_the_longest_game_with_one_exchange_each_is_as_long_on_the_graph() -> None:
    case = case_of("LNC63", WITH_MORE)
    starts = start_in(case, WITH_MORE)
    layers = walked(WITH_MORE, starts, lambda move, made: move.action != "exchange" or made[1][move.player - 1] == 0)
    assert sum(1 for _ in layers) - 1 == len(turns_of(case)) == 6 + 2 * 2


def test_games_of_the_graph_are_over_no_sooner_than_is_claimed() -> None:
    space = space_of(WITH_COPIES)
    ends: dict[str, int] = {}
    case = case_of("LNC59", WITH_COPIES)
    for turns, reached in enumerate(walked(WITH_COPIES, start_in(case, WITH_COPIES), lambda move, made: True)):
        for kind in {ending.kind for ending in map(space.ending, {code for code, _ in reached}) if ending}:
            ends.setdefault(kind, turns)
        if turns == 4:
            break
    assert ends.pop("a full garden") == len(turns_of(case))
    assert set(ends.values()) == {8 - 4}


@pytest.mark.parametrize(
    ("name", "lengths"), [("LNC59", (23, 34, 45)), ("LNC61", (63, 142, 253)), ("LNC63", (56, 84, 112))]
)
def test_games_of_the_printed_size_have_the_lengths_that_the_claims_name(name: str, lengths: tuple[int, ...]) -> None:
    for players, turns in zip((2, 3), lengths, strict=False):
        verdict: Any = decide(GAME, claim_of(name), PROOFS.rules(None, None, players), 60).verdict
        assert len(turns_of(verdict.case)) == turns
    assert all(str(turns) in claim_of(name).statement for turns in lengths)


def test_the_longest_game_without_repetition_is_found_by_trying_all() -> None:
    """Follow all lines from each table, remembering which tables of its level were there before."""
    space = GAME.state_spaces().open(GameSize(2, 2, 3))

    @cache
    def longest(code: int, been: frozenset[int]) -> int:
        found = 0
        for after in {edge.after for edge in space.ways(code)} - been:
            stays = space.level(after) == space.level(code)
            found = max(found, 1 + longest(after, been | {after} if stays else frozenset({after})))
        return found

    assert max(longest(code, frozenset({code})) for code in space.starts()) == 19
    verdict = decision("LNC82").verdict
    assert isinstance(verdict, Refuted)
    assert len(turns_of(verdict.case)) == 19
