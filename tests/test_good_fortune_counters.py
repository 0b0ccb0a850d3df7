"""Rules of one's own that count, in Good Fortune: the graph, the clauses, the judge and the solver against plain play."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

from models.changes import RuleChanges
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.editions import Rules
from models.good_fortune.effect import step_of
from models.good_fortune.game import GOOD_FORTUNE
from models.good_fortune.moves import Dealing, Opening, Player, TileLaying, Turn
from models.good_fortune.table import Step, Table, undealt_table
from models.good_fortune.tiles import Tile, load
from models.reading import Malformed, Reading
from models.state_space import GameSize, StateSpace
from verifier.agreement import Agreement
from verifier.explore import explore
from verifier.finding import Finding
from verifier.judge import judge
from verifier.own_claims.claims_file import read_claims
from verifier.own_claims.own_file import OwnText
from verifier.own_claims.provables import own_provables
from verifier.prove import Proved, Refuted, decide
from verifier.what_if.rules_file import read_rules

FACES = load("invented", 21).faces
VARIANTS = ((), ("guessing",), ("simple-laying",))
LEFTS = """
game = "good-fortune"

[counter.lefts]
for-each = "p in players"
start = 0
turn = "lefts[p] + count(laid[i].player == p and laid[i].end == 'left' for i in places(laid))"

[[restriction]]
id = "lefts"
says = "Nobody lays at the left end more often than once."
turn = "{condition}"
"""
ONCE = LEFTS.format(condition="all(after.lefts[p] <= 1 for p in players)")
IN_HAND = """
game = "good-fortune"

[counter.left]
start = "sum(hands[1])"
turn = "left - count(laid[i].player == 1 for i in places(laid))"

[[restriction]]
id = "whole"
turn = "{condition}"
"""


@cache
def changes_of(text: str) -> RuleChanges:
    return read_rules(OwnText("my.rules", text)).changes()


def opened(text: str, top: int, variants: tuple[str, ...] = ()) -> StateSpace:
    return GOOD_FORTUNE.state_spaces().open(GameSize(top=top, variants=variants, changes=changes_of(text)))


# Plain play: nothing of the program but what the invented tiles carry --------------------------------------------------


class Lies(NamedTuple):
    hands: tuple[frozenset[int], ...]
    line: tuple[int, ...]
    won: tuple[frozenset[int], ...] = (frozenset(), frozenset())
    small: bool = True
    last: int | None = None
    lefts: tuple[int, ...] = (0, 0)


Laid = tuple[tuple[int, int, str], ...]  # players are 0 and 1


def share(one: int, other: int) -> bool:
    return bool(set(FACES[one - 1].charms) & set(FACES[other - 1].charms))


def after_one(lies: Lies, player: int, tile: int) -> Iterator[tuple[str, Lies]]:
    meets = {"left": lies.line[0], "right": lies.line[2]}
    good = [end for end in meets if share(tile, meets[end])]
    for end in good or meets:
        gone = lies.line[2] if end == "left" else lies.line[0]
        line = (tile, *lies.line[:2]) if end == "left" else (*lies.line[1:], tile)
        gains = {gone} if good else set()
        hands = tuple(hand - {tile} for hand in lies.hands)
        won = tuple(own | gains if seat == player else own for seat, own in enumerate(lies.won))
        lefts = tuple(n + (seat == player and end == "left") for seat, n in enumerate(lies.lefts))
        yield end, lies._replace(hands=hands, line=line, won=won, last=player, lefts=lefts)


def turns(lies: Lies, simple: bool) -> Iterator[tuple[Laid, Lies]]:
    if simple:
        for player in (0, 1) if lies.last is None else (1 - lies.last,):
            for tile in lies.hands[player]:
                for end, then in after_one(lies, player, tile):
                    yield ((player, tile, end),), then
        return
    for pair in product(*lies.hands):
        order = sorted(enumerate(pair), key=lambda each: each[1], reverse=not lies.small)
        (one, first), (other, second) = order
        for end, then in after_one(lies, one, first):
            for later, last in after_one(then, other, second):
                yield ((one, first, end), (other, second, later)), last._replace(small=not lies.small, last=None)


def counts_of_play(start: Lies, simple: bool) -> tuple[int, int, int]:
    """Count tables, turns and tables without any, where nobody lays left twice."""
    seen, waiting, moves, dead = {start}, [start], 0, 0
    while waiting:
        lies = waiting.pop()
        after = [then for _, then in turns(lies, simple) if max(then.lefts) <= 1]
        moves += len(after)
        dead += not after and any(lies.hands)
        waiting += set(after) - seen
        seen |= set(after)
    return len(seen), moves, dead


def lies_of(table: Table) -> Lies:
    one, other = table.hands
    return Lies((frozenset(one), frozenset(other)), table.line)


# Against it -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variants", VARIANTS, ids=str)
def test_the_graph_has_the_tables_turns_and_dead_ends_of_plain_play(variants: tuple[str, ...]) -> None:
    space, simple = opened(ONCE, 7, variants), variants == ("simple-laying",)
    starts = random.Random(3).sample(list(space.starts()), 4)
    dead = 0
    for start in starts:
        census = explore(space, [start])
        assert (census.tables, census.moves, census.dead) == counts_of_play(lies_of(space.table(start)), simple)
        dead += census.dead
    assert dead > 0


@pytest.mark.parametrize("variants", VARIANTS, ids=str)
def test_a_restriction_that_forbids_nothing_leaves_the_graph_as_it_is(variants: tuple[str, ...]) -> None:
    changed = opened(LEFTS.format(condition="True").replace("lefts[p] + count", "0 * count"), 5, variants)
    plain = GOOD_FORTUNE.state_spaces().open(GameSize(top=5, variants=variants))
    one, other = (explore(space, space.starts()) for space in (changed, plain))
    assert (one.first, one.tables, one.moves, one.over) == (other.first, other.tables, other.moves, other.over)


@cache
def played(seed: int, text: str = ONCE, variants: tuple[str, ...] = ()) -> tuple[list[Step], list[bool]]:
    """Play a game by the rules of the sheet; tell of each turn whether somebody has laid left twice by then."""
    space, rng = opened(text, 7, variants), random.Random(seed)
    dealt = space.table(rng.choice(list(space.starts())))
    steps = [step_of(undealt_table(dealt.rules), Opening())]
    steps.append(step_of(steps[-1].after, Dealing(dealt.hands, dealt.line)))
    lies, broken = lies_of(dealt), []
    while any(lies.hands):
        laid, lies = rng.choice(list(turns(lies, variants == ("simple-laying",))))
        told = (
            TileLaying(Player(who + 1), Tile(tile), "left" if end == "left" else "right") for who, tile, end in laid
        )
        steps.append(step_of(steps[-1].after, Turn(tuple(told))))
        assert text is not ONCE or steps[-1].after.counted == lies.lefts
        broken.append(max(lies.lefts) > 1)
    return steps, broken


def test_the_judge_finds_each_turn_that_the_counter_forbids_and_no_other() -> None:
    changes, told = changes_of(ONCE), Counter[bool]()
    for seed, variants in product(range(4), VARIANTS):
        steps, broken = played(seed, ONCE, variants)
        lines = GOOD_FORTUNE.under(changes).proofs().log(steps)
        found = [each for each in judge("log", [lines], Reading(changes=changes)) if isinstance(each, Finding)]
        wrong = [(each.line, each.clause) for each in found if not each.outside]
        assert wrong == [(place, "LEFTS") for place, each in enumerate(broken, 3) if each]
        told.update(broken)
    assert min(told[True], told[False]) > 5


@pytest.mark.parametrize("text", [ONCE, IN_HAND.format(condition="after.left < left")])
def test_terms_of_counters_and_of_what_speaks_of_them_agree_with_the_checks(text: str) -> None:
    changes = changes_of(text)
    agreement = Agreement(GOOD_FORTUNE.proofs().symbols, changes.in_force(CLAUSES))
    told = set()
    for seed, variants in product(range(3), VARIANTS):
        for step in played(seed, text, variants)[0]:
            told |= {all(agreement.check(step, follows=True))} if isinstance(step.move, Dealing | Turn) else set()
    assert told == {True, False}


@pytest.mark.parametrize("both", [True, False])
def test_the_solver_finds_the_counts_that_plain_play_finds(both: bool) -> None:
    """Of hands of one tile there is one turn; the rule forbids that both lay left in it, or does not."""
    condition = "True" if both else "sum(after.lefts) <= 1"
    changes = changes_of(LEFTS.format(condition=condition))
    game = GOOD_FORTUNE.under(changes)
    space = opened(ONCE, 5)
    ends = [then for code in space.starts() for _, then in turns(lies_of(space.table(code)), simple=False)]
    known = {then.lefts for then in ends if both or sum(then.lefts) <= 1}
    claims = "".join(
        f'[[claim]]\nid = "c{one}{other}"\nwithin = 1\nthere-is-a-table-where = "lefts[1] == {one} and lefts[2] == {other}"\n'
        for one, other in product(range(3), repeat=2)
    )
    provables = own_provables(game, read_claims(OwnText("my.claims", 'game = "good-fortune"\n' + claims)))
    words = [decide(game, claim, Rules(hand=1, changes=changes), 60).word for claim in provables]
    assert words == ["proved" if pair in known else "refuted" for pair in product(range(3), repeat=2)]


def test_what_is_true_of_every_turn_is_proved_and_what_is_not_is_shown_by_a_game() -> None:
    game = GOOD_FORTUNE.under(changes_of(ONCE))
    said = {"holds": "all(lefts[p] <= 1 for p in players)", "falls": "all(lefts[p] == 0 for p in players)"}
    text = "".join(f'[[claim]]\nid = "{id}"\nalways = "{condition}"\n' for id, condition in said.items())
    holds, falls = own_provables(game, read_claims(OwnText("my.claims", 'game = "good-fortune"\n' + text)))
    rules = Rules(hand=2, changes=changes_of(ONCE))
    assert isinstance(decide(game, holds, rules, 60).verdict, Proved)
    found = decide(game, falls, rules, 60).verdict
    assert isinstance(found, Refuted)
    assert max(found.case.steps[-1].after.counted) == 1


def test_a_start_that_the_deal_tells_counts_from_the_deal_on() -> None:
    space = opened(IN_HAND.format(condition="True"), 7)
    assert undealt_table(space.table(next(space.starts())).rules).counted == (0,)
    waiting = list(space.starts())[:1]
    while waiting:
        code = waiting.pop()
        table = space.table(code)
        assert table.counted == (len(table.hands[0]),)
        waiting += [way.after for way in space.ways(code)]


# What else graphs go by -----------------------------------------------------------------------------------------------


def test_without_the_duty_to_connect_the_graph_has_every_laying_and_what_connects_wins() -> None:
    text = 'game = "good-fortune"\n[[clause]]\nid = "GF204"\nmistake = "connecting is not a duty"'
    space = opened(text, 5, ("simple-laying",))
    for code in list(space.starts()):
        table = space.table(code)
        found = {(each.player, each.tile, each.end) for _, step in space.steps(code) for each in step.move.laid}
        assert found == {(each + 1, *table.hands[each], end) for each in (0, 1) for end in ("left", "right")}


@pytest.mark.parametrize(
    "change",
    ['id = "GF401"\nleft-out = true', 'id = "GF204"\nmistake = "any tile of the line may be won"'],
)
def test_changes_that_a_table_does_not_tell_are_refused(change: str) -> None:
    with pytest.raises(Malformed, match=f"a changed {change[6:11]} cannot be explored"):
        opened(f'game = "good-fortune"\n[[clause]]\n{change}', 5)


def test_a_written_table_is_explored_as_if_it_had_just_been_dealt() -> None:
    text = "tiles invented; line 8 20 15; hands 1 3/5 21"
    space, code = GOOD_FORTUNE.state_spaces().read(text, Reading(changes=changes_of(ONCE)))
    census = explore(space, [code])
    assert (census.tables, census.moves, census.dead) == counts_of_play(lies_of(space.table(code)), simple=False)
    assert "counted (0, 0)" in space.write(code)
