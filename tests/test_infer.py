"""Records with facts missing: what the solver finds is what trying all fillings with the ordinary judge finds."""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.games import GAMES
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.engine import Engine
from models.lucky_numbers.garden import board, write_garden
from models.lucky_numbers.lemmas import claimed
from models.lucky_numbers.random_play import RandomGame
from models.lucky_numbers.series import GameSeries
from models.lucky_numbers.symbolic_state import TABLE, symbolic_table
from models.reading import Reading
from models.smtlib import number_in
from verifier.finding import Finding, Verdict
from verifier.infer.decide import Consistent, Impossible, Outcome, Query, Undecided, account_of, played, possible
from verifier.infer.explain import decide_record
from verifier.infer.inferred import How
from verifier.infer.logs import judge_inferring
from verifier.infer.sat import Clock, OutOfTime
from verifier.judge import judge

Event = dict[str, Any]
GAME = GAMES[0]
DECODE = msgspec.json.Decoder(GAME.events).decode
RECORDS = Path(__file__).parents[1] / "records"
CELLS = ["a1", "b1", "a2", "b2"]
ALL: dict[str, list[Any]] = {"player": [1, 2], "from": ["pile", "middle"], "clover": [1, 2, 3, 4, 5]}


def read(events: Sequence[Event]) -> tuple[Any, list[int]]:
    assert GAME.partial_log is not None
    record = GAME.partial_log(DECODE(json.dumps(events[0]).encode()), Reading())
    for number, event in enumerate(events[1:], 2):
        record.add(DECODE(json.dumps(event).encode()), number)
    return record, list(range(2, len(events) + 1))


def infer(events: Sequence[Event], seconds: float = 60) -> Outcome:
    record, lines = read(events)
    return decide_record(record, lines, Clock(seconds))


def values_of(outcome: Outcome) -> dict[tuple[int, int, str], set[Any]]:
    assert isinstance(outcome, Consistent), outcome
    assert all(each.all_of_them for each in outcome.found)
    return {
        (each.gap.line, each.gap.place, each.gap.key): {each.gap.write(value) for value in each.values}
        for each in outcome.found
    }


def conforms(events: Sequence[Event]) -> bool:
    lines = [json.dumps(event).encode() for event in events]
    verdict = list(judge("x", [lines], Reading()))[-1]
    assert isinstance(verdict, Verdict)
    return verdict.outcome == "conforms"


def small_game(rng: random.Random, turns: int) -> list[Event]:
    """Play a few turns on a board of two rows."""
    game = RandomGame(
        rng, Rules(board=board(2), top=5, sets=2), "any", first=rng.randint(1, 2), named=rng.random() < 0.5
    )
    game.open()
    game.set_up()
    seat = game.first
    for _ in range(turns):
        if game.filled or not game.pile:
            break
        game.turn(seat)
        seat = game.next(seat)
    return [*game.events, {"event": "stop"}]


def blanked(rng: random.Random, events: Sequence[Event], count: int) -> list[Event]:
    """Blank some facts of set-up and turns; now and then what the program showed too."""
    made = [dict(event) for event in events]
    places = [
        (event, key)
        for event in made
        if event["event"] in ("setup", "turn")
        for key in event
        if key in ("player", "from", "clover", "action", "cell")
    ]
    for event, key in rng.sample(places, count):
        event[key] = None
    for event in made:
        if event["event"] == "turn" and rng.random() < 0.6:
            for key in rng.sample(["pile", "middle", "out"], rng.randint(1, 3)):
                event.pop(key, None)
    return made


def fillings(events: Sequence[Event]) -> Iterator[tuple[list[Event], dict[tuple[int, int, str], Any]]]:
    """Give every way to fill what is null."""
    spots: list[list[tuple[int, Event]]] = []
    for place, event in enumerate(events):
        if event["event"] not in ("setup", "turn"):
            continue
        keys = [key for key in ("player", "from", "clover") if key in event and event[key] is None]
        open_values: list[list[Any]] = [ALL[key] for key in keys]
        choices: list[Event] = [dict(zip(keys, each, strict=True)) for each in product(*open_values)]
        if event["event"] == "setup":
            cells = CELLS if event["cell"] is None else [event["cell"]]
            choices = [{**choice, "cell": cell} for choice in choices for cell in cells]
        else:
            actions = ["place", "exchange", "discard"] if event["action"] is None else [event["action"]]
            known = event.get("cell")
            where = [
                (action, cell)
                for action in actions
                for cell in ([None] if action == "discard" else CELLS if known is None else [known])
                if not (action == "discard" and event["action"] is None and (known or event.get("out")))
            ]
            choices = [{**choice, "action": action, "cell": cell} for choice in choices for action, cell in where]
        spots.append([(place, choice) for choice in choices])
    for chosen in product(*spots):
        made = [dict(event) for event in events]
        told: dict[tuple[int, int, str], Any] = {}
        for place, choice in chosen:
            for key, value in choice.items():
                if events[place].get(key) is None and not (key == "cell" and events[place].get("action") == "discard"):
                    told[place + 1, 0, key] = value
            made[place] |= choice
            if made[place]["event"] == "turn" and made[place]["action"] == "discard":
                made[place].pop("cell", None)
        yield made, told


def tried(events: Sequence[Event]) -> dict[tuple[int, int, str], set[Any]] | None:
    """Give the values of each missing fact in all legal fillings, None where there is none."""
    found: dict[tuple[int, int, str], set[Any]] | None = None
    for made, told in fillings(events):
        if conforms(made):
            found = {} if found is None else found
            for key, value in told.items():
                found.setdefault(key, set()).add(value)
    return found


def falsified(rng: random.Random, events: Sequence[Event]) -> list[Event]:
    made = [dict(event) for event in events]
    event = rng.choice([event for event in made if event["event"] in ("setup", "turn") and event.get("clover")])
    event["clover"] = event["clover"] % 5 + 1
    return made


@pytest.mark.parametrize("seed", range(40))
def test_what_is_found_is_what_trying_all_fillings_finds(seed: int) -> None:
    rng = random.Random(seed)
    for wrong in (False, True, True):
        events = blanked(rng, small_game(rng, rng.randint(1, 4)), rng.randint(1, 4))
        if wrong:
            events = falsified(rng, events)
        expected, outcome = tried(events), infer(events)
        if expected is None:
            assert isinstance(outcome, Impossible), events
        else:
            found = values_of(outcome)
            assert {key: found[key] for key in expected} == expected, events


def test_the_draws_reach_both_answers() -> None:
    rng = random.Random(5)
    kinds = {type(infer(falsified(rng, blanked(rng, small_game(rng, 3), 2)))) for _ in range(20)}
    assert kinds == {Consistent, Impossible}


@pytest.mark.parametrize("seed", range(12))
def test_no_fact_and_no_clause_of_a_conflict_can_go(seed: int) -> None:
    rng = random.Random(f"conflict {seed}")
    events = falsified(rng, small_game(rng, 4))
    while conforms(events):
        events = falsified(rng, events)
    record, lines = read(events)
    outcome = decide_record(record, lines, Clock(60))
    assert isinstance(outcome, Impossible)
    assert outcome.minimal
    # Asked anew, about the whole record from its beginning on, one element after the other.
    query = Query(account_of(record, outcome.at, Clock(60), sure=False, since=outcome.since), Clock(60), sure=False)
    names = {fact.flag.args[0]: literal for literal, fact in query.facts.items()}
    kept = [names[fact.flag.args[0]] for fact in outcome.facts]
    kept += [query.clauses[clause] for clause in outcome.clauses]
    assert query.sat.ask(kept) is False
    for one in kept:
        assert query.sat.ask([each for each in kept if each != one]) is True
    # The first line that the judge finds wrong is the last one of the conflict, and one of its clauses is among them.
    findings = list(judge("x", [lines_of(events)], Reading()))
    first = [each for each in findings if isinstance(each, Finding) and each.kind == "breach"]
    assert outcome.at == first[0].line
    assert set(outcome.clauses) & {each.clause for each in first if each.line == outcome.at}


def record_of(name: str) -> list[Event]:
    return [json.loads(line) for line in (RECORDS / name).read_text().splitlines()]


@pytest.mark.parametrize("name", ["g001_2p_random", "g004_2p_greedy", "g013_3p_greedy"])
def test_a_game_with_every_tenth_fact_blank_is_explained_and_the_truth_is_among_what_is_found(name: str) -> None:
    events = record_of(f"school-clean/{name}.jsonl")
    places = [
        (event, key) for event in events if event["event"] in ("setup", "turn") for key in event if key != "event"
    ]
    truth: dict[tuple[int, int, str], Any] = {}
    for event, key in places[::10]:
        truth[events.index(event) + 1, 0, key] = event[key]
        event[key] = None
    found = values_of(infer(events))
    for where, value in truth.items():
        if where[2] not in ("pile", "middle", "out"):
            assert value in found[where], where


def test_a_false_number_in_a_real_game_contradicts_what_was_shown() -> None:
    events = record_of("school-clean/g001_2p_random.jsonl")
    events[11]["clover"] = 9
    outcome = infer(events)
    assert isinstance(outcome, Impossible)
    assert (outcome.at, outcome.minimal) == (12, True)
    assert len(outcome.clauses) == 1
    assert outcome.clauses[0] in ("LN205", "LN206")  # no 9 lies there, and the 16 is gone
    assert {fact.line for fact in outcome.facts} == {11, 12}


def with_gardens(events: Sequence[Event], every: int = 1) -> list[Event]:
    """Keep of the turns only what the gardens looked like after so many of them."""
    series, engine, made, waiting = GameSeries(), None, [], 0
    for event in events:
        read_event = DECODE(json.dumps(event).encode())
        if event["event"] == "game":
            engine = Engine(read_event, Reading(), series)
            made.append(event)
            continue
        assert engine is not None
        engine.adopt(engine.step(read_event))
        if event["event"] != "turn":
            made.append(event)
            continue
        waiting += 1
        if waiting == every:
            gardens = [write_garden(engine.rules.board.side, garden) for garden in engine.table().gardens]
            made += [{"event": "gap", "turns": waiting}, {"event": "shown", "gardens": gardens}]
            waiting = 0
    return made


@pytest.mark.parametrize("every", [1, 2])
def test_a_record_of_gardens_alone_is_explained_by_the_game_it_was_made_of(every: int) -> None:
    rng = random.Random(every)
    game = small_game(rng, 4)
    turns = [event for event in game if event["event"] == "turn"]
    outcome = infer(with_gardens(game, every))
    found = values_of(outcome)
    shown = sorted({line for line, _, _ in found})
    pairs = [(line, place) for line in shown for place in range(1, every + 1)]
    for (line, place), turn in zip(pairs, turns, strict=False):
        for key in ("player", "from", "clover", "action"):
            assert turn[key] in found[line, place, key]
        for key in ("cell", "out"):
            assert turn.get(key) in found[line, place, key]
        if every == 1 and turn["action"] == "exchange" and found[line, place, "cell"] == {turn["cell"]}:
            assert found[line, place, "out"] == {turn["out"]}


def start_of(rng: random.Random) -> list[Event]:
    return small_game(rng, 3)


def test_missing_turns_of_a_stated_number_are_filled() -> None:
    game = start_of(random.Random(3))
    at = next(place for place, event in enumerate(game) if event["event"] == "turn")
    cut = [*game[:at], {"event": "gap", "turns": 2}, *game[at + 2 :]]
    outcome = infer(cut)
    assert isinstance(outcome, Consistent)
    assert sum(told.whole for told in outcome.game) == 2
    wrong = [*game[:at], {"event": "gap", "turns": 1}, *game[at + 2 :]]
    assert isinstance(infer(wrong), Impossible)


def test_an_unknown_number_of_turns_is_found() -> None:
    game = start_of(random.Random(3))
    at = next(place for place, event in enumerate(game) if event["event"] == "turn")
    outcome = infer([*game[:at], {"event": "gap"}, *game[at + 2 :]])
    assert isinstance(outcome, Consistent)
    assert outcome.missing == 2


def test_a_set_up_that_is_missing_follows_from_the_gardens_shown() -> None:
    game = start_of(random.Random(8))
    setups = [event for event in game if event["event"] == "setup"]
    rows = []
    for player in (1, 2):
        lies = {event["cell"]: event["clover"] for event in setups if event["player"] == player}
        rows.append("/".join(" ".join(str(lies.get(f"{column}{row}", ".")) for column in "ab") for row in (1, 2)))
    rest = [event for event in game[1:] if event["event"] != "setup"]
    cut = [game[0], {"event": "gap", "setup": True}, {"event": "shown", "gardens": rows}, *rest]
    outcome = infer(cut)
    assert isinstance(outcome, Consistent)
    laid = {(told.keys["player"], told.keys["cell"], told.keys["clover"]) for told in outcome.game if told.whole}
    assert laid == {(event["player"], event["cell"], event["clover"]) for event in setups}
    rows[0] = rows[0].replace(".", "?")
    assert isinstance(infer([*cut[:2], {"event": "shown", "gardens": rows}, *rest]), Consistent)


def test_of_two_readings_the_right_one_is_found() -> None:
    game = record_of("school-clean/g001_2p_random.jsonl")
    game[11]["clover"] = [9, 16]
    game[19]["cell"] = None
    assert values_of(infer(game))[12, 0, "clover"] == {16}


def lines_of(events: Sequence[Event]) -> list[bytes]:
    return [json.dumps(event).encode() for event in events]


def judged(events: Sequence[Event], **how: Any) -> list[Finding | Verdict]:
    return list(judge_inferring("x", [lines_of(events)], Reading(), how=How(**how)))


@pytest.mark.parametrize("log", sorted(RECORDS.glob("school-lossy/g005*")) + sorted(RECORDS.glob("school-clean/g004*")))
def test_a_whole_log_has_the_verdict_of_the_judge(log: Path) -> None:
    lines = log.read_bytes().splitlines()
    plain, inferred = (list(run)[-1] for run in (judge("x", [lines], Reading()), judged_lines(lines)))
    assert isinstance(plain, Verdict)
    assert isinstance(inferred, Verdict)
    assert (plain.outcome, plain.turns, plain.valid_lines) == (inferred.outcome, inferred.turns, inferred.valid_lines)


def judged_lines(lines: list[bytes]) -> list[Finding | Verdict]:
    return list(judge_inferring("x", [lines], Reading(), how=How(always=True)))


def test_no_time_is_undecided_and_never_conforms() -> None:
    events = record_of("school-clean/g001_2p_random.jsonl")
    for event in events:
        if event["event"] == "turn":
            event["clover"] = None
    finding, verdict = judged(events, seconds=0.0)
    assert isinstance(finding, Finding)
    assert isinstance(verdict, Verdict)
    assert verdict.inferred is not None
    assert (finding.clause, verdict.outcome, verdict.inferred.explained) == ("LOG012", "unreadable", "undecided")
    assert "undecided" in finding.fault.message


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"event": "gap", "turns": -1}, "LOG008"),
        ({"event": "gap", "turns": 10**9}, "LOG008"),
        ({"event": "gap", "setup": 1}, "LOG011"),
        ({"event": "shown", "gardens": ["1 ./. 4"]}, "LOG008"),
        ({"event": "shown", "gardens": ["1 ./. 4", "1 . ./. . ./. . ."]}, "LOG008"),
        ({"event": "shown", "gardens": ["1 ./. 77", None]}, "LOG008"),
        ({"event": "shown", "middle": [99]}, "LOG008"),
        ({"event": "turn", "player": 9, "from": None, "clover": 1, "action": None}, "LOG008"),
        ({"event": "turn", "player": 1, "from": None, "clover": [], "action": None}, "LOG008"),
        ({"event": "turn", "player": 1, "from": None, "clover": [1, 99], "action": None}, "LOG008"),
        ({"event": "turn", "player": None, "from": None, "clover": None, "action": None, "cell": "z9"}, "LOG008"),
        ({"event": "shown", "gardens": 5}, "LOG007"),
    ],
)
def test_what_makes_no_sense_is_named_with_its_line(event: Event, code: str) -> None:
    game = start_of(random.Random(1))
    results = judged([*game[:-1], {"event": "gap", "turns": 0}, event])
    (finding,) = (each for each in results if isinstance(each, Finding) and each.kind == "unreadable")
    assert (finding.clause, finding.line) == (code, len(game) + 1)


def test_what_stands_behind_the_result_is_named_with_its_line() -> None:
    game = start_of(random.Random(1))
    over = [*game[:-1], {"event": "gap", "turns": 0}, {"event": "concede", "player": 2}, {"event": "end"}]
    hidden = {"event": "turn", "player": None, "from": None, "clover": None, "action": None}
    for behind in (hidden, {"event": "concede", "player": 1}):
        found = [each for each in judged([*over, behind]) if isinstance(each, Finding)]
        assert ("LOG011", len(over) + 1) in [(each.clause, each.line) for each in found]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.fixed_dictionaries(
            {"event": st.sampled_from(["turn", "setup", "gap", "shown", "start", "end"])},
            optional={
                "player": st.sampled_from([None, 1, 2, 3]),
                "from": st.sampled_from([None, "pile", "middle"]),
                "clover": st.sampled_from([None, 1, 5, [1, 2], [], 9]),
                "action": st.sampled_from([None, "place", "exchange", "discard"]),
                "cell": st.sampled_from([None, "a1", "b1", ["a1", "b2"], "z9"]),
                "turns": st.sampled_from([None, 0, 1, 2, -1]),
                "gardens": st.sampled_from([None, ["1 ./. ?", None], ["x", "y"], []]),
                "middle": st.sampled_from([None, [], [1], [9]]),
                "pile": st.sampled_from([None, 6, 5, -1]),
            },
        ),
        max_size=3,
    )
)
def test_no_record_brings_it_out_of_step(events: list[Event]) -> None:
    game = start_of(random.Random(2))
    results = judged([*game[:6], *events], seconds=2)
    assert isinstance(results[-1], Verdict)
    assert results[-1].outcome in ("conforms", "breaks", "unreadable")


def test_the_command_says_what_was_missing_and_writes_the_game(tmp_path: Path) -> None:
    game = start_of(random.Random(4))
    next(event for event in game if event["event"] == "turn")["clover"] = None
    log, found = tmp_path / "gaps.jsonl", tmp_path / "found.jsonl"
    log.write_bytes(b"\n".join(lines_of(game)) + b"\n")
    run = CliRunner().invoke(program(COMMANDS), ["validate", str(log), "--explanation", str(found)])
    assert (run.exit_code, "a legal game explains it; 1 missing fact" in run.stdout) == (0, True)
    again = CliRunner().invoke(program(COMMANDS), ["validate", "--no-infer", str(found)])
    assert again.exit_code == 0
    assert CliRunner().invoke(program(COMMANDS), ["validate", "--no-infer", str(log)]).exit_code == 2
    rows = CliRunner().invoke(program(COMMANDS), ["validate", str(log), "--format", "json"]).stdout.splitlines()
    inferred = next(json.loads(row)["inferred"] for row in rows if '"log"' in row)
    assert inferred["explained"] == "consistent"
    assert len(inferred["forced"]) + len(inferred["open"]) == 1


def test_a_conflict_is_drawn_with_its_lines(tmp_path: Path) -> None:
    game = record_of("school-clean/g001_2p_random.jsonl")
    game[11]["clover"], game[4]["cell"] = 9, None
    log = tmp_path / "false.jsonl"
    log.write_bytes(b"\n".join(lines_of(game)) + b"\n")
    run = CliRunner().invoke(program(COMMANDS), ["validate", str(log)])
    assert run.exit_code == 1
    assert "]: no legal game explains lines 11 and 12\n" in run.stdout
    assert "line 12 is a turn: a 9" in run.stdout
    assert "longest consistent prefix: lines 1 to 11" in run.stdout


SMALL = {"event": "game", "format": "cloverproof/1", "game": "lucky-numbers", "edition": "tiki-2020", "players": 2}
LAID = [(1, 1, "a1"), (1, 4, "b2"), (2, 1, "a1"), (2, 5, "b2")]
OPENED: list[Event] = [
    {**SMALL, "side": 2, "top": 5},
    *({"event": "setup", "player": player, "clover": clover, "cell": cell} for player, clover, cell in LAID),
]


def turn(
    player: int | None, clover: Any, source: str | None = "pile", action: str | None = "discard", **keys: Any
) -> Event:
    return {"event": "turn", "player": player, "from": source, "clover": clover, "action": action, **keys}


def impossible(events: Sequence[Event]) -> Impossible:
    outcome = infer(events)
    assert isinstance(outcome, Impossible), outcome
    assert (outcome.minimal, outcome.located) == (True, True)
    return outcome


def test_a_copy_too_many_is_told_by_the_lines_that_show_the_copies() -> None:
    # Two sets: both 1s lie in the gardens since lines 2 and 4, whatever was revealed in between.
    between = [turn(1, 2), turn(2, 3), turn(1, 4), turn(2, None, None, None)]
    outcome = impossible([*OPENED, *between, turn(1, 1)])
    assert (outcome.at, {fact.line for fact in outcome.facts}) == (10, {2, 4, 10})
    assert {fact.key for fact in outcome.facts} == {"clover", "from"}
    assert "LN203" in outcome.clauses


def test_more_copies_shown_than_there_can_be_break_a_clause() -> None:
    outcome = impossible([*OPENED, turn(1, 2), turn(2, 3, middle=[2, 3]), turn(1, 2, middle=[2, 2, 2, 2, 3])])
    assert outcome.at == 8
    assert {*outcome.clauses} - {*outcome.claims} == {"LN204"}


@pytest.mark.parametrize(
    ("shown", "claim"),
    [("1 1/. 4", "LNC01"), ("1 ./. .", "LNC21"), ("1 ./. 4", "LNC06"), ("1 2/2 4", "LNC02")],
    ids=("order", "marked", "thin", "copies"),
)
def test_behind_a_gap_of_unknown_length_holds_what_is_proved_of_all_play(shown: str, claim: str) -> None:
    # The third 2 lies in the garden of player 2.
    table = {"event": "shown", "gardens": [shown, "1 2/. 5" if claim == "LNC02" else None]}
    before = [turn(1, 2, "pile", "place", cell="b1")] if claim == "LNC06" else []
    outcome = impossible([*OPENED, *before, {"event": "gap"}, table])
    assert outcome.at == 7 + len(before)
    assert list(outcome.clauses) == [claim] == list(outcome.claims)


def behind(result: Event, **header: Any) -> list[Event]:
    """Give a record of a result alone."""
    opened = [{**SMALL, **header}, {"event": "gap", "setup": True}, {"event": "start", "first": 1}]
    return [*opened, {"event": "gap"}, {"event": "end", **result}]


@pytest.mark.parametrize(
    ("result", "clause", "side"),
    [
        ({"points": [1, -1], "winners": [1], "empty": [0, 1]}, "LN602", 2),
        ({"winners": [1], "empty": [2, 1]}, "LN403", 2),
        ({"empty": [0, 0]}, "LN401", 2),
        ({"empty": [0, 13]}, "LN401", 4),
        ({"winners": [1, 2], "empty": [2, 1]}, "LN403", 2),
    ],
    ids=("points", "winner", "two full", "thirteen empty", "shared"),
)
def test_a_result_that_no_game_can_have_breaks_a_record_of_nothing_else(result: Event, clause: str, side: int) -> None:
    outcome = impossible(behind(result, side=side, top=5 * side))
    assert (outcome.at, {fact.line for fact in outcome.facts}) == (5, {5})
    assert clause in outcome.clauses


def test_just_the_results_that_games_have_are_explained_behind_a_gap() -> None:
    # Four clovers lie face down, so a garden of four cells with two of them marked can be full, and the other not.
    results = {(0, 1): [1], (0, 2): [1], (1, 2): [1], (1, 0): [2], (2, 0): [2], (2, 1): [2], (1, 1): [1, 2]}
    results[2, 2] = [1, 2]
    for empty in [(one, other) for one in range(3) for other in range(3)]:
        right = results.get(empty)
        for winners in ([1], [1, 2], [2])[: 3 if right == [2] else 2]:
            record, lines = read(behind({"winners": winners, "empty": empty}, side=2, top=4))
            assert possible(record, lines[-1], Clock(60), since=lines[-2]) == (winners == right), (empty, winners)


@pytest.mark.parametrize("seed", range(6))
def test_the_result_of_a_game_of_which_turns_are_missing_is_never_refused(seed: int) -> None:
    rng = random.Random(f"behind a gap {seed}")
    players = rng.choice([2, 3])
    rules = Rules(board=board(2), top=6, sets=players, players=players)
    game = RandomGame(rng, rules, rng.choice(["fill", "leave", "any"]), shown=seed % 2 == 0).whole()
    start = next(place for place, event in enumerate(game) if event["event"] == "start")
    first = rng.randint(start + 1, len(game) - 1)
    opened = game[: start + 1] if seed % 3 else [game[0], {"event": "gap", "setup": True}, game[start]]
    kept = [*opened, *game[start + 1 : first], {"event": "gap"}, *game[rng.randint(first, len(game) - 1) :]]
    assert kept[-1]["event"] == "end"
    record, lines = read(kept)
    assert possible(record, lines[-1], Clock(60)), kept


@pytest.mark.parametrize("style", ["fill", "leave", "any"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_result_of_a_full_size_game_is_explained_behind_a_gap(players: int, style: str) -> None:
    rng = random.Random(f"played towards {players} {style}")
    game = RandomGame(rng, Rules(sets=players, players=players), style, shown=False).whole()
    start = next(place for place, event in enumerate(game) if event["event"] == "start")
    kept = [*game[: rng.randint(start + 1, len(game) - 1)], {"event": "gap"}, game[-1]]
    lines, made = [json.dumps(event).encode() for event in kept], list[bytes]()
    verdict = list(judge_inferring("x", [lines], Reading(), how=How(seconds=300, explanation=made.append)))[-1]
    assert isinstance(verdict, Verdict)
    assert (verdict.outcome, verdict.finished) == ("conforms", True)
    told = [json.loads(line) for line in made[0].splitlines()]
    assert conforms(told)
    assert told[: len(kept) - 2] == kept[:-2]
    assert told[-1] == game[-1]


def test_players_who_give_up_behind_a_gap_are_played_towards_too() -> None:
    rules = Rules(sets=3, players=3)
    game = RandomGame(random.Random("giving up"), rules, "any", shown=False, first=1)
    game.open()
    game.set_up()
    gone = [{"event": "concede", "player": 1}, {"event": "concede", "player": 3}]
    kept = [*game.events, {"event": "gap"}, *gone, {"event": "end", "winners": [2], "empty": [11, 12, 10]}]
    record, _ = read(kept)
    explained = played(record, Clock(10), 1)
    assert explained is not None
    assert explained.missing
    assert explained.missing >= 3
    assert [told.line for told in explained.game if not told.whole] == [
        line for line in range(2, len(kept) + 1) if kept[line - 1] != {"event": "gap"}
    ]


def test_nothing_happens_behind_a_full_garden() -> None:
    full = [turn(1, 2, "pile", "place", cell="b1"), turn(2, 3), turn(1, 3, "pile", "place", cell="a2")]
    outcome = impossible([*OPENED, *full, {"event": "gap"}, {"event": "end", "empty": [0, 1]}])
    assert "LNC56" in outcome.claims


@pytest.mark.parametrize("seed", range(6))
def test_claims_and_sums_hold_on_every_table_of_a_game(seed: int) -> None:
    game = small_game(random.Random(f"claims {seed}"), 6)
    series, engine = GameSeries(), None
    unknown = symbolic_table(Rules(board=board(2), top=5, sets=2), "x")
    for event in game:
        read_event = DECODE(json.dumps(event).encode())
        if engine is None:
            engine = Engine(read_event, Reading(), series)
            continue
        engine.adopt(engine.step(read_event))
        if event["event"] == "turn":
            table = engine.table()
            values = TABLE.values(table.rules, "x", table)
            for claim, _, formula in claimed(unknown):
                assert number_in(values, formula), (claim, event)
    # Where facts can be left out, what the pile holds more than nobody has seen is counted up turn by turn.
    record, lines = read(blanked(random.Random(seed), game, 3))
    account = account_of(record, lines[-1], Clock(60), sure=False)
    query = Query(account, Clock(60), sure=False)
    assert account.twins
    for _ in range(3):
        assert query.sat.ask()
        found = query.values()
        for term, other in account.twins:
            assert number_in(found, term) == number_in(found, other)
        query.sat.add(*(-each if each in query.sat.model() else each for each in query.facts))


def test_a_list_with_one_reading_is_explained_too() -> None:
    game = [*OPENED, turn(1, [2], "pile", "place", cell=["b1", "b1"]), turn(2, None), {"event": "stop"}]
    game[2] = {**game[2], "clover": [4, 4]}
    assert isinstance(judged(game)[-1], Verdict)
    made: list[bytes] = []
    verdict = judged(game, explanation=made.append)[-1]
    assert isinstance(verdict, Verdict)
    assert (verdict.outcome, verdict.turns) == ("conforms", 2)
    assert conforms([json.loads(line) for line in made[0].splitlines()])


def test_a_record_that_broke_a_rule_before_is_explained_but_does_not_conform() -> None:
    refused = {"event": "refused", "player": 1, "from": "pile", "clover": 2, "action": "place", "cell": "b1"}
    later = {**refused, "player": 2, "clover": 3}
    results = judged([*OPENED, refused, turn(1, None), later, {"event": "stop"}])
    verdict = results[-1]
    assert isinstance(verdict, Verdict)
    assert (verdict.outcome, verdict.turns, verdict.findings) == ("breaks", 1, 2)  # the size, and what was refused
    assert verdict.inferred is not None
    assert (verdict.inferred.explained, verdict.inferred.left_out) == ("consistent", (8,))
    assert [each.kind for each in results if isinstance(each, Finding)] == ["outside-edition", "refused-legal"]


def test_findings_behind_a_missing_fact_are_counted_where_they_are_told() -> None:
    # In a second game of a file, whose lines have higher numbers than it has lines.
    refused = {"event": "refused", "player": 1, "from": "pile", "clover": 2, "action": "place", "cell": "b1"}
    behind_gap: list[Event] = [{"event": "gap", "turns": 3}, {"event": "concede", "player": 1}, {"event": "stop"}]
    results = judged([*OPENED, {"event": "stop"}, *OPENED, refused, *behind_gap])
    verdict = results[-1]
    assert isinstance(verdict, Verdict)
    assert verdict.findings == sum(isinstance(each, Finding) and each.game == verdict.game for each in results) == 3


def test_where_size_ends_a_search_more_time_is_not_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.infer.sat.MOST_CLAUSES", 0)
    told = next(
        each for each in judged([*OPENED, turn(1, None)]) if isinstance(each, Finding) and each.clause == "LOG012"
    )
    assert "too much to ask" in told.fault.message
    assert "time would not help" in told.fault.help


def test_an_impossible_record_has_its_turns_counted() -> None:
    verdict = judged([*OPENED, turn(1, None), {"event": "gap", "turns": 2}, turn(1, 1)])[-1]
    assert isinstance(verdict, Verdict)
    assert (verdict.outcome, verdict.turns) == ("breaks", 4)


class Looks(Clock):
    """A clock by which the time is over after so many looks."""

    def __init__(self, looks: int) -> None:
        super().__init__(1000)
        self.looks = looks

    def look(self) -> None:
        self.looks -= 1
        if self.looks < 0:
            raise OutOfTime


def test_what_is_known_to_be_impossible_stays_so_when_the_time_is_over() -> None:
    record, lines = read([*OPENED, turn(1, 2), turn(2, None), turn(1, 1), turn(2, None)])
    kinds = set()
    for looks in range(200):
        outcome = decide_record(record, lines, Looks(looks))
        if isinstance(outcome, Undecided):
            kinds.add("undecided")
            continue
        assert isinstance(outcome, Impossible)
        kinds.add("line" if outcome.located and not outcome.facts else "facts" if outcome.facts else "impossible")
        assert outcome.at == 8 or not outcome.located
        if outcome.minimal:
            break
    assert kinds == {"undecided", "impossible", "line", "facts"}


def test_time_is_a_number_of_seconds(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(b"\n".join(lines_of(OPENED)))
    for time in ("nan", "inf", "0", "-1"):
        assert CliRunner().invoke(program(COMMANDS), ["validate", str(tmp_path), "--time", time]).exit_code == 2
