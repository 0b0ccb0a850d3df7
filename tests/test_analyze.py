"""Positions out of logs, and games gone through for the turns that gave value away."""

import json
import re
import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from statistics import pstdev
from typing import Any

import jsonschema
import pytest
from msgspec.structs import replace

from models.games import GAMES
from models.lucky_numbers.editions import STRICT
from models.lucky_numbers.positions import LuckyPosition
from models.position import Objective, Problem
from models.reading import Reading
from reports.analysis_text import adding_up, analysis_text
from reports.analyze import analysis_data, mark
from reports.schemas import schema
from reports.style import COLUMNS, uncolored
from verifier.analyze import BROKEN_OFF, NO_TIME, Analysed, Bounds, Outlook, analyse
from verifier.explicit_model import TooLarge
from verifier.luck_and_skill import account_of
from verifier.move_estimates import guess_of
from verifier.move_values import outlook_of
from verifier.reference_solver import solve_plainly
from verifier.solve.estimate import PlayWish
from verifier.solve.solver import SearchLimits
from verifier.turns_of_log import LogFault, Recorded, position_at, recorded_turns

# Two of a 2x2 game with numbers to 6. Player 1 draws the 3 that fills a2 and leaves it; player 2 cannot use it; then
# player 1 takes it after all. Before that, both lay clovers where they fit.
HEADER = {"event": "game", "format": "cloverproof/1", "game": "lucky-numbers", "edition": "tiki-2020", "players": 2}
GAME: list[dict[str, Any]] = [
    {**HEADER, "side": 2, "top": 5},
    *(
        {"event": "setup", "player": player, "clover": clover, "cell": cell}
        for player, clover, cell in ((1, 1, "a1"), (2, 1, "a1"), (1, 5, "b2"), (2, 5, "b2"))
    ),
    {"event": "start", "first": 1, "pile": 6, "middle": []},
    {"event": "turn", "player": 1, "from": "pile", "clover": 2, "action": "place", "cell": "b1", "pile": 5},
    {"event": "turn", "player": 2, "from": "pile", "clover": 2, "action": "place", "cell": "a2", "pile": 4},
    {"event": "turn", "player": 1, "from": "pile", "clover": 3, "action": "discard", "pile": 3, "middle": [3]},
    {"event": "turn", "player": 2, "from": "pile", "clover": 4, "action": "discard", "pile": 2, "middle": [3, 4]},
    {"event": "turn", "player": 1, "from": "middle", "clover": 3, "action": "place", "cell": "a2", "pile": 2},
    {"event": "end", "winners": [1]},
]


WORDS = GAMES[0].positions().words()


def lines(events: list[dict[str, Any]] = GAME) -> list[bytes]:
    return [json.dumps(event).encode() for event in events]


def by_enumeration(problem: Problem, move: str) -> Outlook:
    try:
        found = solve_plainly(problem, 2_500)
    except TooLarge:
        unknown = Bounds(Fraction(-1), Fraction(1))
        return Outlook(unknown, dict.fromkeys(problem.start.moves(), unknown))
    moves = {name: Bounds(value, value) for name, value in found.moves}
    return Outlook(Bounds(found.value, found.value), moves)


@pytest.fixture(scope="module")
def turns() -> list[Analysed]:
    recorded = [turn for _, turn in recorded_turns(lines(), Reading())]
    return sorted(analyse(recorded, by_enumeration), key=lambda each: each.turn.turn)


def test_each_turn_of_a_log_is_a_decision_or_two() -> None:
    recorded = [turn for _, turn in recorded_turns(lines(), Reading())]
    assert [[move for _, move in turn.choices] for turn in recorded] == [
        ["draw", "b1"],
        ["draw", "a2"],
        ["draw", "-"],
        ["draw", "-"],
        ["take 3 a2"],
    ]
    assert [(turn.turn, turn.player, turn.line) for turn in recorded][-1] == (5, 1, 11)
    for turn in recorded:
        assert all(move in position.moves() for position, move in turn.choices)


def test_leaving_the_winning_clover_is_marked(turns: list[Analysed]) -> None:
    left = turns[2].decisions[1]
    assert (left.move, left.best, left.before) == ("-", "a2", Bounds(Fraction(1), Fraction(1)))
    assert left.after.high < 1
    assert left.lost.low == left.lost.high == 1 - left.after.low
    assert mark(turns[2]) == "??"


def test_the_blunder_of_the_other_is_marked_and_the_win_is_not(turns: list[Analysed]) -> None:
    assert turns[3].gave_away > 0
    assert mark(turns[4]) == ""
    assert turns[4].decisions[0].after == Bounds(Fraction(1), Fraction(1))


def test_what_is_lost_is_what_the_moves_are_worth_apart(turns: list[Analysed]) -> None:
    for turn in turns:
        for (position, move), decision in zip(turn.turn.choices, turn.decisions, strict=True):
            if decision.before.exact:
                values = dict(solve_plainly(Problem(position, "win", "win", position.mover)).moves)
                assert decision.lost.low == max(values.values()) - values[move]
                assert values[decision.best] == max(values.values())


def test_a_draw_loses_nothing_by_bad_luck(turns: list[Analysed]) -> None:
    assert all(turn.decisions[0].lost.low == 0 for turn in turns[2:4])


def test_the_report_names_the_turns_and_what_they_lost(turns: list[Analysed]) -> None:
    text = analysis_text(turns, WORDS, uncolored)
    row = next(line for line in text.splitlines() if "??" in line and "best: 3 to a2" in line)
    assert "gave away" in row
    assert "leave the 3" in row
    lost = sum((turn.gave_away for turn in turns if turn.turn.player == 1), Fraction(0))
    assert f"player 1 gave away {lost} (1 ??)" in text
    rows = analysis_data(turns)
    assert [row["turn"] for row in rows] == [1, 2, 3, 4, 5]
    assert rows[2]["mark"] == "??"
    assert rows[2]["decisions"][1]["best"] == "a2"
    assert rows[2]["decisions"][1]["before"] == ["1", "1"]
    assert [each["drawn"] for each in rows[2]["decisions"]] == [None, 3]


def test_the_rows_keep_to_their_schema(turns: list[Analysed]) -> None:
    check = jsonschema.Draft202012Validator(schema("analysis"))
    for row in analysis_data(turns):
        check.validate(row)
        assert not check.is_valid({**row, "mark": "!"})
        assert not check.is_valid({**row, "turn": 0})
    row["decisions"][0]["lost"] = ["0.5", "1"]
    assert not check.is_valid(row)


def test_turns_left_out_are_named_and_no_others(turns: list[Analysed]) -> None:
    mixed = [replace(each, decisions=(), why="so" if each.turn.turn != 3 else "other") for each in turns]
    text = analysis_text(mixed, WORDS, uncolored)
    assert "turns 1 to 2, 4 to 5 not looked at: so" in text
    assert "turn 3 not looked at: other" in text


def test_where_no_time_is_left_the_turns_before_are_left_out() -> None:
    recorded = [turn for _, turn in recorded_turns(lines(), Reading())]
    calls: list[str] = []

    def twice(problem: Problem, move: str) -> Outlook | None:
        calls.append(move)
        return by_enumeration(problem, move) if len(calls) < 3 else None

    found = list(analyse(recorded, twice))
    assert [len(each.decisions) for each in found] == [1, 1, 0, 0, 0]
    assert {each.why for each in found[2:]} == {NO_TIME}
    calls.clear()
    assert [each.why for each in analyse(recorded, twice, stopped=lambda: len(calls) > 2)][2:] == [BROKEN_OFF] * 3
    calls.clear()
    list(analyse(recorded, twice))
    assert calls == ["take 3 a2", "draw", "-"]


def test_what_is_proven_of_a_turn_counts_for_the_one_before() -> None:
    recorded = [turn for _, turn in recorded_turns(lines(), Reading())]

    def only_the_last(problem: Problem, move: str) -> Outlook:
        if move == "take 3 a2":
            return by_enumeration(problem, move)
        unknown = Bounds(Fraction(-1), Fraction(1))
        return Outlook(unknown, dict.fromkeys(problem.start.moves(), unknown))

    found = list(analyse(recorded, only_the_last))
    assert found[1].decisions[1].after == Bounds(Fraction(-1), Fraction(-1))
    assert found[1].decisions[1].before == Bounds(Fraction(-1), Fraction(1))


def test_the_fast_solver_marks_the_same_turns_and_keeps_to_its_time(turns: list[Analysed]) -> None:
    pytest.importorskip("numba")
    recorded = [turn for _, turn in recorded_turns(lines(), Reading())]
    found = list(analyse(recorded, outlook_of(GAMES[0], SearchLimits(20.0))))
    for each, plainly in zip(reversed(found), turns, strict=True):
        for one, other in zip(each.decisions, plainly.decisions, strict=True):
            assert one.move == other.move
            if other.before.exact and one.before.exact and one.after.exact:
                assert (one.before, one.after, one.lost) == (other.before, other.after, other.lost)
    assert sum(each.decisions[-1].after.exact for each in found) >= 3
    began = time.process_time()
    assert all(each.why for each in analyse(recorded, outlook_of(GAMES[0], SearchLimits(600.0), 0.0)))
    list(analyse(recorded, outlook_of(GAMES[0], SearchLimits(0.0))))
    assert time.process_time() - began < 60


@pytest.fixture(scope="module")
def guessed() -> list[Analysed]:
    """The game with estimates alone, as where the time for proofs is over."""
    pytest.importorskip("numba")
    recorded = [turn for _, turn in recorded_turns(lines(), Reading())]
    found = list(analyse(recorded, lambda problem, move: None, guess=guess_of(GAMES[0], PlayWish(games=600))))
    return sorted(found, key=lambda each: each.turn.turn)


def test_of_each_decision_something_is_told_in_next_to_no_time_and_nothing_in_none(guessed: list[Analysed]) -> None:
    recorded = [each.turn for each in guessed]
    short, none = (guess_of(GAMES[0], PlayWish(seconds=1.0), left=lambda left=left: left) for left in (1e-9, 0.0))  # type: ignore[misc]
    many = guess_of(GAMES[0], PlayWish(games=10**7), left=lambda: 1e-9)  # however many are asked for
    for guess in (short, many):
        found = list(analyse(recorded[1:], lambda problem, move: None, guess=guess))
        assert all(turn.decisions and not turn.why for turn in found)
        for each in (each for turn in found for each in turn.decisions):
            assert each.guessed is not None
            assert 20 <= each.guessed.games <= 60
    assert {turn.why for turn in analyse(recorded, lambda problem, move: None, guess=none)} == {NO_TIME}


def test_every_turn_far_from_the_end_is_estimated(guessed: list[Analysed], turns: list[Analysed]) -> None:
    assert all(turn.decisions and not turn.why for turn in guessed)
    for turn, plainly in zip(guessed, sorted(turns, key=lambda each: each.turn.turn), strict=True):
        for each, other in zip(turn.decisions, plainly.decisions, strict=True):
            assert each.guessed is not None
            assert each.guessed.before.low <= each.guessed.before.mean <= each.guessed.before.high
            if other.exact and other.lost.low == 1:
                assert each.told_lost > Fraction(1, 2)
    assert mark(guessed[2]) == "??"
    text = analysis_text(guessed, WORDS, uncolored)
    assert "gave away about" in text
    assert "at most" not in text
    check = jsonschema.Draft202012Validator(schema("analysis"))
    rows = analysis_data(guessed)
    for row in rows:
        check.validate(row)
    assert rows[2]["decisions"][1]["estimate"]["significant"]


def test_luck_and_choices_add_up_to_the_result(guessed: list[Analysed], turns: list[Analysed]) -> None:
    for found in (guessed, turns):
        account = account_of(found)
        if account is None:
            assert not all(each.exact for turn in found for each in turn.decisions)
            continue
        told = [account.of(1), account.of(2)]
        total = account.start.mean + sum(told[0]) - sum(told[1])
        assert (account.result, account.ended) == (1, True)
        assert total == pytest.approx(1)
        rows = [each for row in analysis_data(found) for each in row["decisions"]]
        assert sum(each["luck"] for each in rows if each["player"] == 1) == pytest.approx(told[0][0], abs=0.01)
    assert account_of(guessed) is not None
    assert account_of([*guessed[1:2], replace(guessed[2], decisions=())]) is None
    conceded = replace(guessed[2].turn, choices=(), why="a player has conceded")
    assert account_of([*guessed[:2], Analysed(conceded, (), conceded.why)]) is None


def told_worths(row: dict[str, Any]) -> tuple[float, float]:
    """Give what a row says of a decision before and after it, as player 1 sees it."""
    sign = 1 if row["player"] == 1 else -1
    worths = [(row[key], row["estimate"] and row["estimate"][key][0]) for key in ("before", "after")]
    before, after = (float(Fraction(low)) if low == high else mean for (low, high), mean in worths)
    return sign * before, sign * after


def good_fortune_estimates() -> list[Analysed]:
    log = Path("docs/examples/good-fortune-sound.jsonl").read_bytes().splitlines()
    recorded = [turn for _, turn in recorded_turns(log, Reading())]
    guess = guess_of(GAMES[1], PlayWish(games=200))
    return list(analyse(recorded, lambda problem, move: None, "points", guess))


def test_luck_and_choices_are_sums_of_what_the_rows_say(guessed: list[Analysed], turns: list[Analysed]) -> None:
    """Also where the last turn is proven and all before it is estimated, and for points."""
    mixed = [*guessed[:-1], turns[-1]]
    objectives: dict[str, Objective] = {"mixed": "win", "guessed": "win", "points": "points"}
    for name, found in {"mixed": mixed, "guessed": guessed, "points": good_fortune_estimates()}.items():
        account = account_of(found, objectives[name])
        assert account is not None
        assert any(each.guessed is not None for turn in found for each in turn.decisions)
        data = analysis_data(found, objective=objectives[name], opposed=True)
        rows = [row for turn in data for row in turn["decisions"]]
        worths = [told_worths(row) for row in rows]
        ends = [before for before, _ in worths[1:]] + [account.result]
        assert account.start.mean == pytest.approx(worths[0][0], abs=1e-4)
        total = account.start.mean
        for row, (before, after), following in zip(rows, worths, ends, strict=True):
            sign = 1 if row["player"] == 1 else -1
            assert row["choice"] == pytest.approx(sign * (after - before), abs=3e-4)
            drawn = row["move"] == "draw"
            assert row["luck"] == pytest.approx(sign * (following - after) if drawn else 0, abs=3e-4)
            total += sign * (row["choice"] + row["luck"])
        assert total == pytest.approx(account.result, abs=0.02)


def test_a_position_has_one_worth_whichever_decision_told_it(guessed: list[Analysed], turns: list[Analysed]) -> None:
    """Proofs count for the decision before and for the one after; chance alone lies between other worths."""
    for found in (guessed, [*guessed[:-1], turns[-1]], [*guessed[:2], *turns[2:3], *guessed[3:]]):
        rows = [row for turn in analysis_data(found) for row in turn["decisions"]]
        for row, following in pairwise(rows):
            after, before = told_worths(row)[1], told_worths(following)[0]
            assert row["move"] == "draw" or after == pytest.approx(before, abs=1e-4)
    text = analysis_text(guessed, WORDS, uncolored)
    assert "left over" not in text
    shown = [
        float(word) for word in re.findall(r"[+-]\d\.\d\d(?= \(|,|$| at)", text.split("luck and choices")[1], re.M)
    ]
    assert sum(shown[:-1]) == pytest.approx(shown[-1])


def test_rounded_changes_add_up() -> None:
    assert [round(each, 2) for each in adding_up([0.004] * 5)] == [0, 0.01, 0, 0.01, 0]


@pytest.mark.parametrize("columns", [80, 40])
def test_a_game_gone_through_fits_the_terminal(guessed: list[Analysed], columns: int) -> None:
    reset = COLUMNS.set(columns)
    try:
        text = analysis_text(guessed, WORDS, uncolored)
    finally:
        COLUMNS.reset(reset)
    assert max(map(len, text.splitlines())) <= columns
    assert "?? gave away about" in text
    whole = analysis_text(guessed, WORDS, uncolored)
    assert sorted(re.findall(r"-?\d\.\d\d", text)) == sorted(re.findall(r"-?\d\.\d\d", whole))


def test_an_estimate_before_a_move_lies_within_what_is_proven(guessed: list[Analysed]) -> None:
    """Also where no move is known to reach that."""
    decision = guessed[1].decisions[0]
    assert decision.guessed is not None
    assert decision.guessed.before.mean < 0

    def only_the_worth(problem: Problem, _: str) -> Outlook:
        unknown = Bounds(Fraction(-1), Fraction(1))
        return Outlook(Bounds(Fraction(1, 2), Fraction(1)), dict.fromkeys(problem.start.moves(), unknown))

    (found,) = analyse([guessed[1].turn], only_the_worth, guess=guess_of(GAMES[0], PlayWish(games=200)))
    decision = found.decisions[0]
    assert decision.guessed is not None
    assert 0.5 <= decision.guessed.before.low <= decision.guessed.before.mean <= 1


def test_intervals_around_luck_and_choices_reach_as_far_as_other_draws_go(turns: list[Analysed]) -> None:
    recorded, told = sorted((each.turn for each in turns), key=lambda each: each.turn), list[tuple[float, ...]]()
    account = None
    for seed in range(16):
        guess = guess_of(GAMES[0], PlayWish("greedy", seed=seed, games=200))
        account = account_of(list(analyse(recorded, lambda problem, move: None, guess=guess)))
        assert account is not None
        told.append((account.start.mean, *account.of(1), *account.of(2)))
    assert account is not None
    reaches = account.start.reach, *account.reach_of(1), *account.reach_of(2)
    for reach, values in zip(reaches, zip(*told, strict=True), strict=True):
        assert 2 * pstdev(values) / 3 <= reach + 0.02, (reach, values)
        assert reach <= 6 * pstdev(values) + 0.25
    exact = account_of(turns)
    assert exact is None or not any(each.choice_reach or each.luck_reach for each in exact.shifts)


def test_turns_too_far_from_the_end_are_left_out() -> None:
    def unknown(problem: Problem, move: str) -> Outlook:
        bounds = Bounds(Fraction(-1), Fraction(1))
        return Outlook(bounds, dict.fromkeys(problem.start.moves(), bounds))

    recorded = [turn for _, turn in recorded_turns(lines(), Reading())]
    found = list(analyse(recorded, unknown))
    assert [bool(each.decisions) for each in found] == [True, True, True, False, False]
    assert "too far from the end" in found[-1].why
    assert not any(each.gave_away for each in found[1:])
    assert "player 1 gave away nothing that is proven or significant" in analysis_text(found, WORDS, uncolored)


def test_a_turn_that_breaks_a_clause_is_not_analysed() -> None:
    events = [dict(event) for event in GAME]
    events[10] = {**events[10], "cell": "b1"}
    found = list(analyse([turn for _, turn in recorded_turns(lines(events), Reading())][-1:], by_enumeration))
    assert (found[0].decisions, found[0].why) == ((), "it breaks LN302")


def test_the_position_before_a_turn_is_found() -> None:
    position = position_at(lines(), Reading(), 3)[1]
    assert isinstance(position, LuckyPosition)
    assert position.write().startswith("1 2/. 5; 1 ./2 5; middle -; hidden 3 3 4 4; to move 1")
    held = position_at(lines(), Reading(), 3, revealed=True)[1]
    assert (held.drawn, held.layer) == (3, 3)
    assert "take 3 a2" in position_at(lines(), Reading(answers=STRICT), 5)[1].moves()


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"turn": 9}, "game 1 of the log has 5 turns"),
    ({"turn": 1, "game": 2}, "there is no game 2 with turns"),
    ({"turn": 5, "revealed": True}, "no clover was revealed in this turn"),
]


@pytest.mark.parametrize(("keys", "message"), WRONG)
def test_a_position_that_is_not_there_is_told(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(LogFault) as caught:
        position_at(lines(), Reading(), **keys)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"nonsense", "this is no event of a log"),
        (b'{"event":"turn"}', "a 'turn' event before any game"),
        (b'{"event":"game","format":"cloverproof/1","game":"chess"}', "positions of the game 'chess' cannot be solved"),
    ],
)
def test_what_is_no_log_is_told_with_its_line(text: bytes, message: str) -> None:
    with pytest.raises(LogFault) as caught:
        list(recorded_turns([b"", text], Reading()))
    assert message in caught.value.message
    assert caught.value.line == 2


def test_house_rules_are_said_to_have_no_solution() -> None:
    events = [{**GAME[0], "variants": ["bruno"]}, *GAME[1:]]
    found = [turn for _, turn in recorded_turns(lines(events), Reading())]
    assert {turn.why for turn in found} == {"house rules that give another turn cannot be solved"}


def records() -> Iterator[Path]:
    return Path("records").glob("*/*.jsonl")


def test_turns_of_recorded_games_are_read() -> None:
    read: list[Recorded] = []
    for path in records():
        read += [turn for _, turn in recorded_turns(path.read_bytes().splitlines(), Reading())]
    legal = [turn for turn in read if turn.choices and not turn.breaks and turn.choices[0][0].mover]
    assert len(legal) > 300
    for turn in legal:
        for position, move in turn.choices:
            assert move in position.moves()
