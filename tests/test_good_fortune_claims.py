"""Claims about Good Fortune come out as stated; what refutes one is checked by other means too."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any

import itf_py
import jsonschema
import pytest
from msgspec.structs import replace as changed
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.good_fortune.clauses import CLAUSES
from models.good_fortune.clauses.gf204_connect import CONNECT
from models.good_fortune.editions import Rules
from models.good_fortune.game import GOOD_FORTUNE
from models.good_fortune.proofs.catalogue import CLAIMS, PROOFS
from models.good_fortune.proofs.choosing import WORSE
from models.good_fortune.proofs.patterns import patterns
from models.good_fortune.proofs.play import deal_step
from models.good_fortune.table import Table
from models.good_fortune.tiles import LETTER_OF, load
from models.proof import Counterexample, Provable
from models.state_space import GameSize
from reports.schemas import schema
from tests.good_fortune_referee import Face, Referee, first_breach, scores_of, turns_of
from tests.test_good_fortune_rulebook import slow_totals
from verifier.modelcheck import check_claims
from verifier.prove import ClaimDecision, Refuted, crosscheck, decide

SMALL, PRINTED = Rules(hand=2), Rules()
LONG = ("GFC02", "GFC04", "GFC22", "GFC24", "GFC26", "GFC28", "GFC33")  # a second solver takes seconds for each
CHEAP = [claim for claim in CLAIMS if claim.id not in LONG]


@cache
def decision(name: str) -> ClaimDecision:
    """Decide a claim once, one about play for hands of two tiles; all that was asked is kept."""
    claim = next(claim for claim in CLAIMS if claim.id == name)
    return decide(GOOD_FORTUNE, claim, SMALL if name < "GFC11" else PRINTED, 120, keep=True)


def case_of(name: str) -> Counterexample:
    verdict = decision(name).verdict
    assert isinstance(verdict, Refuted), verdict
    return verdict.case


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_comes_out_as_stated(claim: Provable) -> None:
    found = decision(claim.id)
    assert found.word == claim.expected, found.verdict
    assert found.asked > 0


@pytest.mark.parametrize("name", ["GFC03", "GFC06", "GFC09"])
def test_claims_about_play_come_out_as_stated_at_full_size(name: str) -> None:
    claim = next(claim for claim in CLAIMS if claim.id == name)
    assert decide(GOOD_FORTUNE, claim, PRINTED, 60).word == "proved"


@pytest.mark.parametrize("claim", CHEAP, ids=lambda claim: claim.id)
def test_a_second_solver_answers_every_question_alike_and_its_cases_are_replayed_too(claim: Provable) -> None:
    found = replace(decision(claim.id))
    crosscheck(GOOD_FORTUNE, found, 60)
    assert found.word == claim.expected, found.verdict
    assert found.checked_by == (("play",) if claim.id in ("GFC41", "GFC43") else ("z3", "cvc5"))


def test_claims_have_ids_of_one_form_in_order_and_say_what_they_are_about() -> None:
    ids = [claim.id for claim in CLAIMS]
    assert ids == sorted(set(ids))
    for claim in CLAIMS:
        assert claim.statement.endswith((".", ".)"))
        assert claim.scope
        assert claim.why.endswith((".", "?"))
        assert set(claim.rests_on) <= set(ids)
        assert (claim.refutes is not None) == (claim.expected == "refuted")


def test_with_a_mistake_in_a_clause_what_rests_on_it_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The claims bite: they fail where a clause lets more through."""
    for name, clause, mistake in (
        ("GFC01", "GF203", "the line is not looked at"),
        ("GFC01", "GF101", "two tiles in the line will do"),
        ("GFC01", "GF203", "no tile leaves"),
        ("GFC03", "GF205", "the opposite tile is won all the same"),
        ("GFC05", "GF201", "tiles of the other hand may be laid"),
        ("GFC09", "GF201", "anybody may choose first"),
        ("GFC12", "GF204", "connecting is not a duty"),
    ):
        wrong = tuple(each.mutants()[mistake] if each.id == clause else each for each in CLAUSES)
        with monkeypatch.context() as patch:
            patch.setattr("models.good_fortune.proofs.predicates.listed", SimpleNamespace(CLAUSES=wrong))
            claim = next(claim for claim in CLAIMS if claim.id == name)
            verdict = decide(GOOD_FORTUNE, claim, SMALL, 30).verdict
        assert isinstance(verdict, Refuted), name


@pytest.mark.parametrize(
    "size", [GameSize(top=5), GameSize(top=7), GameSize(top=5, variants=("simple-laying",))], ids=str
)
def test_the_graph_of_a_small_game_decides_claims_as_they_stand(size: GameSize) -> None:
    space = GOOD_FORTUNE.state_spaces().open(size)
    starts = list(space.starts())[:: 1 if size.top < 7 else 60]
    decided = check_claims(space, starts, CLAIMS)[1]
    for each in decided:
        assert each.holds is (each.claim.expected == "proved"), each.claim.id
    assert len(decided) >= 10


# Cases, by other means ------------------------------------------------------------------------------------------------


def letters(table: Table, player: int = 1) -> list[tuple[set[str], int]]:
    faces = [table.rules.tiles.face(tile) for tile in table.won[player - 1]]
    return [({LETTER_OF[charm] for charm in face.charms if charm}, face.die or 0) for face in faces]


@pytest.mark.parametrize(
    ("name", "dice", "again", "once", "free"),
    [
        ("GFC22", 4, {6, 8}, {6, 8}, 8),
        ("GFC24", 4, {8}, {6, 8}, 8),
        ("GFC26", 6, {10}, None, 12),
        ("GFC28", 5, {10}, {8}, None),
    ],
)
def test_the_smallest_collections_score_as_told(
    name: str, dice: int, again: set[int], once: set[int] | None, free: int | None
) -> None:
    case = case_of(name)
    tiles = letters(case.steps[0].before)
    assert (len(tiles), sum(die for _, die in tiles)) == (4, dice)
    found = slow_totals(tiles)
    assert found[0] == again == {step.move.totals[0] for step in case.steps}
    assert once is None or found[1] == once
    assert free is None or found[2] == free


def test_no_smaller_dice_refute_these_claims() -> None:
    """By all collections of four tiles whose dice are few."""
    least: dict[str, int] = {}
    for pattern in patterns(4):
        for dice in product((1, 2), repeat=4):
            if sum(dice) <= 5:
                tiles = [({str(c) for c in pair}, die) for pair, die in zip(pattern, dice, strict=True)]
                again, once, free = slow_totals(tiles)
                told = {
                    "GFC22": len(again) > 1,
                    "GFC24": not once <= again,
                    "GFC26": free > max(again),
                    "GFC28": len(again) == len(once) == 1 and again != once,
                }
                for name in (name for name, is_so in told.items() if is_so):
                    least[name] = min(least.get(name, 99), sum(dice))
    assert least == {"GFC22": 4, "GFC24": 4, "GFC28": 5}  # GFC26: not with five


def test_patterns_of_charms_are_those_of_graphs() -> None:
    """Tiles are edges between charms: multigraphs without loops and isolated points (OEIS A050535), seven points."""
    assert [len(patterns(size)) for size in range(4)] == [1, 1, 3, 8]
    assert len(patterns(4)) == 23 - 1  # four tiles without any common charm need eight


def test_connecting_is_forced_where_the_case_says_so() -> None:
    assert case_of("GFC13").whole
    step = case_of("GFC13").steps[-1]
    assert not CONNECT.holds(step)
    tiles, line = step.before.rules.tiles, step.before.line
    assert not set(tiles.face(2).charms) & set(tiles.face(line[0]).charms)
    assert set(tiles.face(2).charms) & set(tiles.face(line[-1]).charms)


def test_the_printed_first_turn_wins_the_15_and_the_9_connects_nowhere() -> None:
    assert case_of("GFC31").whole
    step = case_of("GFC31").steps[-1]
    tiles = step.before.rules.tiles
    assert "hand-of-fatma" in tiles.face(5).charms
    assert "hand-of-fatma" in tiles.face(8).charms
    assert not set(tiles.face(9).charms) & {*tiles.face(5).charms, *tiles.face(step.before.line[1]).charms}
    assert step.after.won == ((), (15,))
    assert [each.fate for each in step.move.laid] == ["won", "discarded"]


def test_the_printed_final_scores_come_out_of_the_collections_of_the_case() -> None:
    (step,) = case_of("GFC33").steps
    for player, points, groups in ((1, 62, [40, 14, 8]), (2, 59, [40, 15, 4])):
        assert points in slow_totals(letters(step.before, player))[0]
        assert [group.points for group in step.move.groups[player - 1]] == groups
    pairs = [frozenset(step.before.rules.tiles.face(tile).charms) for won in step.before.won for tile in won]
    assert len(set(pairs)) == len(pairs) == 17


def test_a_whole_game_ends_in_a_tie() -> None:
    case = case_of("GFC41")
    assert case.whole
    assert len(case.steps) == 12
    end = case.steps[-1]
    assert end.move.totals == (28, 28)
    assert all(slow_totals(letters(end.before, player))[0] == {28} for player in (1, 2))


def invented() -> dict[int, Face]:
    faces = load("invented", 21).faces
    return {number: (*face.charms, face.die) for number, face in enumerate(faces, 1)}


def test_a_second_judge_finds_the_tied_game_legal_and_the_tie_among_all_ends_of_its_last_two_turns() -> None:
    steps = case_of("GFC41").steps
    dealt, turns, end = steps[1].move, [step.move for step in steps[2:-1]], steps[-1].move
    events: list[dict[str, Any]] = [
        {"event": "game", "tiles": "invented"},
        {"event": "deal", "hands": [list(hand) for hand in dealt.hands], "line": list(dealt.line)},
    ]
    for turn in turns:
        laid = [{"player": each.player, "tile": each.tile, "end": each.end} for each in turn.laid]
        events.append({"event": "turn", "laid": laid})
    told = {"totals": list(end.totals), "winners": sorted(end.winners)}
    assert first_breach([*events, {"event": "end", **told}], invented()) is None
    assert first_breach([*events, {"event": "end", "winners": [1]}], invented()) == len(events) + 1

    table = steps[-3].before
    game = Referee(invented(), hands=[set(hand) for hand in table.hands], line=list(table.line), side=table.side)
    assert len(game.hands[0]) == 2
    ends = Counter[bool]()
    for _, between in turns_of(game):
        for _, after in turns_of(between):
            won = (
                frozenset(before) | one | other
                for before, one, other in zip(table.won, between.won, after.won, strict=True)
            )
            one, other = (scores_of(game, own) for own in won)
            ends[{28} == one == other] += 1
    assert ends[True] >= 1
    assert ends[False] >= 1


# Choosing second, by a program of its own -----------------------------------------------------------------------------

Line = tuple[int, ...]


def plain_worth(first: int) -> int:
    """Play the table of the claim out in every way; tell what player 1 is ahead by, where `first` chooses first."""
    tiles = {
        t: ({LETTER_OF[c] for c in f.charms if c}, f.die or 0) for t, f in enumerate(load("invented", 21).faces, 1)
    }
    line, hands = (part.split(maxsplit=1)[1] for part in WORSE.split("; ")[1:])
    one, other = (frozenset(map(int, hand.split())) for hand in hands.split("/"))

    def lay(line: Line, tile: int) -> Iterator[tuple[Line, int | None]]:
        left, right = (bool(tiles[tile][0] & tiles[end][0]) for end in (line[0], line[-1]))
        if left or not right:
            yield (tile, *line[:-1]), line[-1] if left else None
        if right or not left:
            yield (*line[1:], tile), line[0] if right else None

    @cache
    def score(won: frozenset[int]) -> int:
        (total,) = slow_totals([tiles[t] for t in sorted(won)])[0] if won else {0}
        return total

    @cache
    def ahead(
        hands: tuple[frozenset[int], ...], line: Line, small: bool, first: int, won: tuple[frozenset[int], ...]
    ) -> int:
        if not hands[0]:
            return score(won[0]) - score(won[1])

        def laid(order: list[tuple[int, int]], line: Line, won: tuple[frozenset[int], ...], left: Any) -> int:
            if not order:
                return ahead(left, line, not small, 1 - first, won)
            (tile, player), *rest = order
            ways = []
            for after, gone in lay(line, tile):
                more = won if gone is None else tuple(w | {gone} if p == player else w for p, w in enumerate(won))
                ways.append(laid(rest, after, more, left))
            return min(ways) if player else max(ways)

        def chosen(mine: int, others: int) -> int:
            order = sorted([(mine, 0), (others, 1)], reverse=not small)
            return laid(order, line, won, (hands[0] - {mine}, hands[1] - {others}))

        if first == 0:
            return max(min(chosen(a, b) for b in hands[1]) for a in hands[0])
        return min(max(chosen(a, b) for a in hands[0]) for b in hands[1])

    return ahead((one, other), tuple(map(int, line.split())), True, first, (frozenset(), frozenset()))


def test_choosing_second_costs_six_points_in_the_case() -> None:
    assert (plain_worth(0), plain_worth(1)) == (10, 4)
    case = case_of("GFC43")
    assert dict(case.facts) == {"player 1 chooses first": "ahead by 10", "player 1 chooses second": "ahead by 4"}
    assert len(case.steps) == 3
    assert case.steps[-1].after.ended


# Commands -------------------------------------------------------------------------------------------------------------


def run(*words: str) -> Any:
    return CliRunner().invoke(program(COMMANDS), [*words, "--game", "good-fortune"])


def test_prove_tells_of_the_game_that_is_asked_about() -> None:
    ran = run("prove", "GFC13", "GFC43", "-j", "1")
    assert ran.exit_code == 0, ran.output
    assert "2 claims: 2 false; each as we claim" in ran.output
    assert "the step breaks GF204" in ran.output
    assert "player 1 chooses first: ahead by 10" in ran.output


def test_prove_writes_json_that_keeps_its_schema() -> None:
    row = json.loads(run("prove", "GFC41", "-j", "1", "--format", "json").stdout)
    jsonschema.validate(row, schema("prove"))
    assert row["witness"]["line"][-1] == "the result: totals 28 and 28; player 1 and player 2 win"
    row = json.loads(run("prove", "--mutants", "GF209", "--format", "json").stdout.splitlines()[0])
    jsonschema.validate(row, schema("mistakes"))
    assert row["told_apart"]


def test_a_case_is_written_as_a_trace(tmp_path: Any) -> None:
    assert run("prove", "GFC43", "-j", "1", "--itf", str(tmp_path)).exit_code == 0
    (file,) = tmp_path.iterdir()
    trace = json.loads(file.read_text("utf-8"))
    jsonschema.validate(trace, schema("itf"))
    assert trace["vars"] == [name for name in trace["states"][0] if name != "#meta"]
    states = itf_py.trace_from_json(trace).states
    assert states[0].values["hands"] == [[2, 4, 6], [8, 12, 16]]
    assert states[-1].values["over"] is True
    assert trace["#meta"]["varTypes"]["won"] == "Seq(Seq(Int))"


@pytest.mark.parametrize(("words", "said"), [(("GFC99",), "there is no claim"), (("--side", "3"), "no gardens")])
def test_wrong_use_is_refused(words: tuple[str, ...], said: str) -> None:
    ran = run("prove", *words)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert said in ran.stderr


def test_the_claims_command_lists_both_games() -> None:
    listed = CliRunner().invoke(program(COMMANDS), ["claims"]).stdout
    assert all(claim.id in listed for claim in CLAIMS)
    assert "LNC05" in listed


@pytest.mark.parametrize("target", ["score-sheet", "table"])
def test_a_form_of_another_game_is_refused_and_nothing_is_written(target: str) -> None:
    log = "docs/examples/good-fortune-broken.jsonl"
    ran = CliRunner().invoke(program(COMMANDS), ["convert", log, "--to", target])
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "cannot hold a game of Good Fortune" in ran.stderr
    assert "it is a form of Lucky Numbers" in ran.stderr


def test_a_deal_with_unknowns_follows_the_hands_that_are_dealt() -> None:
    assert deal_step(changed(PRINTED, hand=1)).hand == 1
    assert PROOFS.rules(None, None, 2).hand == 9
