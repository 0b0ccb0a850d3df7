"""Symmetries, editions and copies of a number, by the engine: what the solver says of all tables is seen in games too."""

import json
from collections.abc import Callable
from itertools import islice, product
from typing import Any

import pytest

from models.lucky_numbers.proofs.images import half_turned, one_seat_on, other_images, transposed
from models.reading import Reading
from models.state_space import GameSize
from tests.decisions import GAME, PROOFS, decision
from verifier.explore import Census, layers
from verifier.finding import Finding
from verifier.judge import judge
from verifier.prove import Refuted

Garden = tuple[int, ...]
Lies = tuple[tuple[Garden, ...], Garden, int | None]  # gardens, middle, who is due
SIZE = GameSize(2, 4, 2)


def reversed_number(number: int) -> int:
    return SIZE.top + 1 - number if number else 0


def as_columns(lies: Lies) -> Lies:
    return tuple((a, c, b, d) for a, b, c, d in lies[0]), lies[1], lies[2]


def from_the_other_side(lies: Lies) -> Lies:
    gardens = tuple(tuple(map(reversed_number, reversed(garden))) for garden in lies[0])
    return gardens, tuple(sorted(map(reversed_number, lies[1]))), lies[2]


def one_seat_on_plainly(lies: Lies) -> Lies:
    (one, other), middle, due = lies
    return (other, one), middle, due and 3 - due


def only_turned(lies: Lies) -> Lies:
    return tuple(tuple(reversed(garden)) for garden in lies[0]), lies[1], lies[2]


def games_of_the_graph() -> dict[Lies, set[Lies]]:
    """Give what follows each table of a small game, from some starts and those that are seen as these."""
    space = GAME.state_spaces().open(SIZE)

    def lies(code: int) -> Lies:
        table = space.table(code)
        return table.gardens, table.middle, table.first

    found = {}
    for layer, _ in islice(layers(space, list(space.starts()), Census()), 2):
        for code in layer:
            found[lies(code)] = {lies(edge.after) for edge in space.ways(code)}
    return found


GRAPH = games_of_the_graph()


@pytest.mark.parametrize("seen", [as_columns, from_the_other_side, one_seat_on_plainly])
def test_what_follows_a_table_follows_it_as_it_is_seen(seen: Callable[[Lies], Lies]) -> None:
    known = 0
    for lies, following in GRAPH.items():
        if seen(lies) in GRAPH:
            known += 1
            assert GRAPH[seen(lies)] == set(map(seen, following)), lies
    assert known > 500


def test_half_a_turn_alone_does_not_keep_what_follows() -> None:
    assert any(
        only_turned(lies) in GRAPH and GRAPH[only_turned(lies)] != {*map(only_turned, then)}
        for lies, then in GRAPH.items()
    )


def test_the_images_of_the_claims_are_those_of_this_test() -> None:
    rules = PROOFS.rules(None, 2, 2)
    garden = (1, 2, 3, 5)
    assert transposed(rules).garden(garden) == as_columns(((garden,), (), 1))[0][0]
    assert half_turned(rules, numbers=True).garden(garden) == (16, 18, 19, 20)
    assert one_seat_on(rules).by_seat(("one", "other")) == ("other", "one")
    assert len({image.cells for _, image in other_images(rules)}) == 8
    assert len(list(other_images(rules))) == 12


# Editions -------------------------------------------------------------------------------------------------------------


def lines_of(name: str, edition: str) -> list[bytes]:
    """Write the case of a claim as a log of an edition."""
    verdict = decision(name).verdict
    assert isinstance(verdict, Refuted)
    header, *others = PROOFS.log(verdict.case.steps)
    told = json.loads(header) | {"edition": edition}
    return [json.dumps({key: value for key, value in told.items() if key != "setup"}).encode(), *others]


def found_in(lines: list[bytes]) -> set[Any]:
    return {told.clause for told in judge("case", [lines], Reading()) if isinstance(told, Finding)}


def test_games_whose_set_up_goes_in_rounds_are_games_of_both_editions() -> None:
    for name in ("LNC59", "LNC61", "LNC63"):
        for edition in ("tiki-2020", "ravensburger-2012"):
            assert found_in(lines_of(name, edition)) == set()


def test_a_second_clover_before_the_others_is_laid_in_one_edition_only() -> None:
    assert found_in(lines_of("LNC73", "tiki-2020")) == set()
    assert found_in(lines_of("LNC73", "ravensburger-2012")) == {"LN501"}


# Copies ---------------------------------------------------------------------------------------------------------------


def test_no_small_garden_holds_a_number_more_often_than_it_has_rows() -> None:
    def ascends(garden: Garden) -> bool:
        a, b, c, d = garden
        return all(not one or not other or one < other for one, other in ((a, b), (c, d), (a, c), (b, d)))

    gardens = [garden for garden in product(range(5), repeat=4) if ascends(garden)]
    assert max(garden.count(number) for garden in gardens for number in range(1, 5)) == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_full_garden_can_hold_all_copies_of_a_number(players: int) -> None:
    verdict = decision("LNC71", players).verdict
    assert isinstance(verdict, Refuted)
    facts = dict(verdict.case.facts)
    garden = verdict.case.steps[-1].before.gardens[0]
    cells = [cell for cell, lies in enumerate(garden) if lies == int(facts["of the number"])]
    assert len(cells) == players
    assert len({cell // 4 for cell in cells}) == len({cell % 4 for cell in cells}) == players
    assert 0 not in garden
