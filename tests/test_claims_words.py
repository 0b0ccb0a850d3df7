"""Every word of a claim is asked: no case split is empty, and what a claim says falls with the clauses it is about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import pytest
from msgspec import structs

from models.changes import RuleChanges
from models.game import Game
from models.games import GAMES
from models.good_fortune.clauses.gf204_connect import Connect
from models.good_fortune.clauses.gf402_groups import Grouping
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.proofs import choosing
from models.good_fortune.symbolic_state import SymbolicStep as FortuneStep
from models.good_fortune.symbolic_tiles import KINDS, SomeGroup
from models.good_fortune.table import Step
from models.good_fortune.tiles import CHARMS, Face
from models.lucky_numbers import symbolic_effect
from models.lucky_numbers.moves import Start
from models.lucky_numbers.proofs import small_games, unrepeated
from models.lucky_numbers.proofs.traces import LineOfPlay
from models.lucky_numbers.symbolic_state import SymbolicMove, SymbolicTable
from models.proof import Provable
from models.smt import And, Formula, If, Not
from reports.matrix_page import found_as_printed
from verifier.prove import Refuted, decide

LUCKY, FORTUNE = GAMES


def claims() -> Iterator[Any]:
    for game in GAMES:
        if game.offers("proofs"):
            for claim in game.proofs().claims:
                yield pytest.param(game, claim, id=claim.id)


@pytest.fixture
def found_by_play(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give what is found out by playing: turns that are made, and tables that are looked up in a state space."""
    made: list[str] = []

    def watched(owner: Any, name: str) -> None:
        usual = getattr(owner, name)

        def told(*given: Any, **named: Any) -> Any:
            made.append(name)
            return usual(*given, **named)

        monkeypatch.setattr(owner, name, told)

    choosing.worth.cache_clear()
    for owner, name in (
        (LineOfPlay, "_turn"),
        (small_games, "open_space"),
        (unrepeated, "open_space"),
        (choosing, "step_of"),
    ):
        watched(owner, name)
    return made


@pytest.mark.parametrize(("game", "claim"), list(claims()))
def test_each_case_split_asks_what_the_terms_leave_open_or_says_what_settles_it_or_who_else_decides(
    game: Game, claim: Provable, found_by_play: list[str]
) -> None:
    proofs = game.proofs()
    some = (proofs.rules(None, None, players) for players in proofs.players)
    rules = next(each for each in some if claim.applies(each))
    for question in claim.questions(rules):
        left_open = [goal.name for goal in question.goals if goal.formula is not True]
        assert bool(left_open) is not bool(question.settled), question.name
        nothing_asked = any(goal.formula is False for goal in question.goals)
        assert question.played is (bool(found_by_play) or nothing_asked), question.name
        assert question.solved or question.played or question.settled, question.name
        found_by_play.clear()


def verdict(game: Game, name: str, changes: RuleChanges, side: int | None) -> Any:
    under = game.under(changes)
    proofs = under.proofs()
    claim = next(each for each in proofs.claims if each.id == name)
    some = (proofs.rules(None, side, players) for players in proofs.players)
    rules = next(rules for rules in some if claim.applies(rules))
    return decide(under, claim, structs.replace(rules, hand=2) if name in ("GFC06", "GFC07") else rules, 60)


@pytest.mark.parametrize(
    ("name", "clause", "mistake", "side", "word"),
    [
        ("LNC12", "LN301", "only rows are compared", 2, "refuted"),
        ("LNC31", "LN301", "a number may stand only once in a garden", 2, "proved"),
        ("LNC32", "LN101", "a clover is lost before the start", 2, "refuted"),
        ("LNC34", "LN301", "equal numbers pass in columns", 2, "refuted"),
        ("LNC39", "LN401", "the next player is named", 2, "proved"),
        ("LNC41", "LN301", "a number may stand only once in a garden", 2, "refuted"),
        ("LNC55", "LN403", "a tie has no winner", 2, "refuted"),
        ("GFC06", "GF401", "play ends with one tile left", None, "refuted"),
        ("GFC07", "GF201", "a player may lay both tiles or none", None, "refuted"),
        ("GFC11", "GF502", "player 1 must start", None, "refuted"),
        ("GFC12", "GF204", "the left end comes first", None, "refuted"),
        ("GFC13", "GF204", "connecting is not a duty", None, "proved"),
        ("GFC21", "GF402", "tiles may be left out", None, "refuted"),
        ("GFC22", "GF403", "a group scores its tiles plus its dice", None, "proved"),
        ("GFC24", "GF402", "tiles may be split at will", None, "proved"),
        ("GFC26", "GF403", "tiles are split for the best total", None, "proved"),
        ("GFC27", "GF403", "a group scores its dice alone", None, "refuted"),
        ("GFC28", "GF402", "tiles may be split at will", None, "proved"),
        ("GFC34", "GF403", "a group scores its tiles plus its dice", None, "refuted"),
        ("GFC42", "GF202", "the medallion holder always lays first", None, "refuted"),
        *(
            (claim, row.clause, row.change, None, word)
            for row in found_as_printed(LUCKY)
            for claim, word in row.changed.items()
        ),
    ],
)
def test_a_mistake_in_a_clause_turns_the_claim(
    name: str, clause: str, mistake: str, side: int | None, word: str
) -> None:
    game = LUCKY if name.startswith("LN") else FORTUNE
    wrong = next(each for each in game.clauses() if each.id == clause).mutants()[mistake]
    found = verdict(game, name, RuleChanges(instead=(wrong,)), side)
    assert found.word == word != found.claim.expected, found.verdict


def test_each_claim_that_is_not_about_the_small_size_has_a_change_at_the_printed_one() -> None:
    """The page of what rules do tells it for each; that it is so is asked above, row by row."""
    proofs = LUCKY.proofs()
    small = {claim.id for claim in proofs.claims if claim.applies(proofs.rules(None, 2, 2))}
    told = [claim for row in found_as_printed(LUCKY) for claim in row.changed]
    assert sorted(told) == sorted(claim.id for claim in proofs.claims if claim.id not in small)


@dataclass(frozen=True)
class NothingWhileLarge(Connect):
    """Nothing may be laid while the large side is up."""

    def term(self, step: FortuneStep) -> Formula:
        return And(super().term(step), Not(step.before.large))


@dataclass(frozen=True)
class NeverTheFour(Connect):
    """The tile 4 is never laid."""

    def term(self, step: FortuneStep) -> Formula:
        return And(super().term(step), (each.laying.tile != 4 for each in step.met))


@pytest.mark.parametrize(("wrong", "name"), list(product((NothingWhileLarge(), NeverTheFour()), ("GFC11", "GFC12"))))
def test_claims_about_any_tile_at_any_line_speak_of_every_tile_and_table(wrong: Connect, name: str) -> None:
    assert verdict(FORTUNE, name, RuleChanges(instead=(wrong,)), None).word == "refuted"


@dataclass(frozen=True)
class FewestFirst(Grouping):
    """The charm on the fewest of the tiles that are left is grouped first."""

    def order_term(self, groups: Sequence[SomeGroup]) -> Formula:
        parts: list[Formula] = []
        for group in groups:
            left = [tile for other in groups if other is group or other.size >= group.size for tile in other.members]
            for c in KINDS:
                count = sum(group.tiles.face(tile).carries[c] is True for tile in left)
                parts.append(count == group.size if group.charm == c + 1 else not count or count >= group.size)
        return And(parts)

    def holds(self, step: Step) -> bool:
        return True

    def totals(self, faces: Sequence[Face], points: Any = None) -> tuple[int, ...]:
        if not faces:
            return (0,)
        heaps = [[face for face in faces if charm in face.charms] for charm in CHARMS]
        fewest = min(len(heap) for heap in heaps if heap)
        found = {
            len(heap) * sum(face.die or 0 for face in heap) + more
            for heap, charm in zip(heaps, CHARMS, strict=True)
            if len(heap) == fewest
            for more in self.totals([face for face in faces if charm not in face.charms])
        }
        return tuple(sorted(found))


@pytest.mark.parametrize("name", ["GFC23", "GFC25"])
def test_where_the_fewest_are_grouped_first_three_tiles_tell_the_readings_apart(name: str) -> None:
    """No known mistake does, as the scope of these claims says: the table of what rules are good for asks all."""
    found = verdict(FORTUNE, name, RuleChanges(instead=(FewestFirst(),)), None)
    assert found.word == "refuted", found.verdict
    assert found.verdict.case.steps, "the collection is shown, with its results"


@pytest.mark.parametrize("name", ["GFC21", "GFC34", "GFC35"])
def test_without_a_rule_for_scores_a_collection_may_have_any(name: str) -> None:
    assert verdict(FORTUNE, name, RuleChanges(without=(Score.id,)), None).word == "refuted"


@pytest.mark.parametrize("name", ["LNC01", "LNC21"])
def test_a_start_that_copies_a_clover_into_a_garden_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = symbolic_effect._remembered

    def copying(before: SymbolicTable, move: SymbolicMove) -> SymbolicTable:
        after = usual(before, move)
        if move.kind is not Start:
            return after
        (first, second, *others), *gardens = after.gardens
        return replace(after, gardens=((first, If(second == 0, first, second), *others), *gardens))

    claim = next(each for each in LUCKY.proofs().claims if each.id == name)
    rules = LUCKY.proofs().rules(None, 2, 2)
    assert decide(LUCKY, claim, rules, 60).word == "proved"
    monkeypatch.setattr(symbolic_effect, "_remembered", copying)
    decided = decide(LUCKY, structs.replace(claim, further=None), rules, 60)
    assert decided.word != "proved", "the case cannot be replayed, as no clause is broken"


@pytest.mark.parametrize(
    ("game", "name", "players"), [(FORTUNE, "GFC13", 2), (FORTUNE, "GFC31", 2), (LUCKY, "LNC54", 3)]
)
def test_a_case_that_a_game_reaches_is_a_whole_log(game: Game, name: str, players: int) -> None:
    """Replaying one asks the judge about its log; here it is seen that there is one, from the header on."""
    claim = next(each for each in game.proofs().claims if each.id == name)
    found = decide(game, claim, game.proofs().rules(None, None, players), 60).verdict
    assert isinstance(found, Refuted)
    assert found.case.whole
    lines = game.proofs().log(found.case.steps)
    assert b'"event":"game"' in lines[0]
    assert sum(b'"event":"game"' in line for line in lines) == (players if name == "LNC54" else 1)
