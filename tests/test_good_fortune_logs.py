"""Logs of Good Fortune: sound games, damaged ones, programs with a mistake; engine and clauses say the same of all."""

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import msgspec
import pytest

from models.good_fortune.game import GOOD_FORTUNE
from models.reading import Reading
from reports.findings import finding_text, verdict_text
from reports.schemas import schema
from reports.style import uncolored
from tests.good_fortune_games import FAULTS, Log, Program, spoilt, text
from verifier.finding import Finding, Verdict
from verifier.judge import judge


class Said(NamedTuple):
    """What the judge says of a log."""

    findings: list[tuple[int | None, str, str]]
    words: list[Any]
    verdicts: list[Verdict]

    @property
    def clauses(self) -> set[str]:
        return {clause for _, clause, kind in self.findings if kind != "outside-edition"}


def said(log: Log, *, thorough: bool = False) -> Said:
    results = list(judge("log", [text(log).encode().splitlines(keepends=True)], Reading(), thorough=thorough))
    findings = [each for each in results if isinstance(each, Finding)]
    verdicts = [each for each in results if isinstance(each, Verdict)]
    words = [(each.line, each.turn, each.player, each.fault, each.help) for each in findings]
    return Said([(each.line, each.clause, each.kind) for each in findings], words, verdicts)


def agreed(log: Log) -> Said:
    """Judge a log with the engine and by asking all clauses about every step; both must say the same."""
    fast, slow = said(log), said(log, thorough=True)
    assert fast.findings == slow.findings, text(log)
    assert fast.words == slow.words, text(log)
    for one, other in zip(fast.verdicts, slow.verdicts, strict=True):
        assert (one.outcome, one.finished, one.turns, one.findings, one.valid_lines) == (
            other.outcome,
            other.finished,
            other.turns,
            other.findings,
            other.valid_lines,
        )
    return fast


def drawn(seed: int) -> tuple[Log, random.Random]:
    """Play a game of any variant and size, telling much or little."""
    rng = random.Random(seed)
    variant = rng.choice([None, None, "guessing", "simple-laying"])
    program = Program(rng, rng.choice([9, 9, 1, 2, 3]), variant, rng.random() < 0.7, rng.random() < 0.7)
    return program.play(), rng


# Sound games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", range(0, 160, 40))
def test_sound_games_of_every_variant_conform_and_have_the_turns_of_the_book(start: int) -> None:
    for seed in range(start, start + 40):
        log, _ = drawn(seed)
        told = agreed(log)
        assert not told.clauses, text(log)
        hand = log[0].get("hand", 9)
        layings = sum(len(event["laid"]) for event in log if event["event"] == "turn")
        assert layings == 2 * hand
        (verdict,) = told.verdicts
        simple = "simple-laying" in log[0].get("variants", ())
        assert (verdict.outcome, verdict.finished) == ("conforms", True)
        assert verdict.turns == (2 * hand if simple else hand)


def test_the_engine_takes_every_turn_of_a_sound_game_by_itself() -> None:
    for seed in range(40):
        log, _ = drawn(seed)
        decode = msgspec.json.Decoder(GOOD_FORTUNE.events).decode
        events = [decode(json.dumps(event)) for event in log]
        engine = GOOD_FORTUNE.engine(events[0], Reading(), GOOD_FORTUNE.series())
        assert all(engine.make(event) for event in events[1:-1])
        assert not engine.finished()


def test_logs_fit_the_schema() -> None:
    checker = jsonschema.Draft202012Validator(schema("log"))
    for seed in range(12):
        for event in drawn(seed)[0]:
            checker.validate(event)


def test_a_log_may_break_off_anywhere_behind_its_deal() -> None:
    log, _ = drawn(3)
    for length in range(2, len(log)):
        told = agreed(log[:length])
        assert not told.clauses
        assert not told.verdicts[0].finished


# Damaged logs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", range(1000, 1200, 50))
def test_engine_and_clauses_agree_on_damaged_logs(start: int) -> None:
    for seed in range(start, start + 50):
        log, rng = drawn(seed)
        for _ in range(3):
            agreed(spoilt(log, rng))


def test_the_damages_reach_every_clause() -> None:
    found: set[str] = set()
    for seed in range(400):
        log, rng = drawn(seed)
        found |= {clause for _, clause, _ in said(spoilt(log, rng)).findings}
    told = {str(clause.id) for clause in GOOD_FORTUNE.clauses()}
    assert told - found <= {"GF101", "GF402"}  # which the programs with a mistake reach


# Programs with a mistake ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FAULTS)
def test_a_program_with_a_mistake_is_caught_by_the_clause_it_breaks_and_no_other(name: str) -> None:
    program, clauses = FAULTS[name]
    caught = set()
    for seed in range(12):
        told = agreed(program(random.Random(seed)).play())
        assert told.clauses <= clauses
        caught |= told.clauses
    assert caught
    if len(clauses) == 1:
        assert caught == clauses


def test_what_is_shown_after_a_breach_is_believed_so_that_it_is_told_once() -> None:
    log = Program(random.Random(5)).play()
    log[3]["collections"] = [[], []]
    for event in log[4:]:
        if "collections" in event:
            lost = log[2]["collections"], log[3]["laid"]
            gone = {tile for hand in lost[0] for tile in hand} | {laying.get("won") for laying in lost[1]}
            event["collections"] = [[tile for tile in tiles if tile not in gone] for tiles in event["collections"]]
    for key in ("groups", "totals", "winners"):
        log[-1].pop(key)
    told = agreed(log)
    assert [(line, clause) for line, clause, _ in told.findings] == [(4, "GF208")]


# What is not recorded -------------------------------------------------------------------------------------------------


def test_what_became_of_a_tile_may_be_left_out_and_follows_from_the_charms() -> None:
    log = Program(random.Random(8), tells=False).play()
    for event in log:
        for laying in event.get("laid", ()):
            laying.pop("won", None)
            laying.pop("discarded", None)
    assert not agreed(log).clauses
    assert agreed(log).verdicts[0].finished


def test_without_charms_a_collection_may_hold_what_was_perhaps_won_and_nothing_else() -> None:
    log = Program(random.Random(8), tells=False, tells_tiles=False).play()
    for event in log:
        for laying in event.get("laid", ()):
            laying.pop("won", None)
            laying.pop("discarded", None)
    assert not agreed(log).clauses
    log[-1]["collections"][0].append(log[1]["hands"][0][0])  # a tile that was laid; it may have been won or not
    line = next(event for event in log[::-1] if event["event"] == "turn")["laid"][-1]["tile"]
    log[-1] = {"event": "end", "collections": [[line], []]}
    assert agreed(log).clauses == {"GF401"}


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        ({"hands": None}, "LOG012"),
        ({"line": None}, "LOG012"),
        ({"hands": [[1]]}, "LOG008"),
        ({"line": [22, 3, 4]}, "LOG008"),
        ({"line": [2] * 30}, "LOG008"),
        ({"holder": 3}, "LOG008"),
        ({"side": "medium"}, "LOG007"),
        ({"hands": 5}, "LOG007"),
    ],
)
def test_a_deal_that_cannot_be_read_is_told_as_such(damage: dict[str, Any], code: str) -> None:
    log = Program(random.Random(1)).play()
    log[1] |= damage
    told = agreed(log)
    assert [(line, clause) for line, clause, _ in told.findings] == [(2, code)]
    assert told.verdicts[0].outcome == "unreadable"


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ({"players": 3}, "players"),
        ({"edition": "tiki-2020"}, "edition"),
        ({"variants": ["bruno"]}, "variants"),
        ({"variants": ["guessing", "simple-laying"]}, "variants"),
        ({"hand": 0}, "hand"),
        ({"hand": 100}, "hand"),
        ({"tiles": "no such set"}, "tiles"),
        ({"tiles": "../../etc/passwd"}, "tiles"),
        ({"tiles": [[1, "clover", "clover", 2]]}, "tiles"),
        ({"tiles": [[1, "clover", "scarab", 7]]}, "tiles"),
        ({"tiles": [[1, "clover", "tulip", 2]]}, "tiles"),
        ({"tiles": [[1, "clover", "scarab"]]}, "tiles"),
        ({"tiles": [[1, "clover", "scarab", 2]]}, "tiles"),
        ({"tiles": [[1, "clover", "scarab", 2]] * 22}, "tiles"),
        ({"tiles": "invented", "hand": 3}, "tiles"),
    ],
)
def test_a_header_no_rules_are_known_for_is_refused(header: dict[str, Any], field: str) -> None:
    log = Program(random.Random(1)).play()
    log[0] |= header
    told = agreed(log)
    assert [(line, clause) for line, clause, _ in told.findings] == [(1, "LOG010")]
    assert told.words[0][3].field == field


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([{"event": "turn", "laid": []}], "LOG012"),
        ([{"event": "end"}], "LOG012"),
        (["deal", "deal"], "LOG011"),
        (["deal", {"event": "stop"}, {"event": "stop"}], "LOG011"),
        (["deal", {"event": "turn", "laid": []}], "LOG008"),
        (["deal", {"event": "turn", "laid": None}], "LOG012"),
        (["deal", {"event": "turn", "laid": [{"player": 1}]}], "LOG012"),
        (["deal", {"event": "turn", "laid": [{"tile": 1, "end": "left", "won": 2, "discarded": 2}]}], "LOG008"),
        (["deal", {"event": "setup", "player": 1, "clover": 1, "cell": "a1"}], "LOG007"),
    ],
)
def test_an_event_that_means_nothing_there_is_told_as_such(events: list[Any], code: str) -> None:
    game = Program(random.Random(1)).play()
    log = [game[0], *(game[1] if event == "deal" else event for event in events)]
    assert agreed(log).findings[-1][1] == code


def test_a_refused_turn_is_a_finding_only_where_it_was_surely_legal() -> None:
    log = Program(random.Random(2)).play()
    refused = {**log[2], "event": "refused"}
    assert agreed([*log[:2], refused, *log[2:]]).findings == [(3, "GF203", "refused-legal")]
    wrong = {**refused, "laid": refused["laid"][::-1]}
    assert not agreed([*log[:2], wrong, *log[2:]]).findings
    blind = Program(random.Random(2), tells_tiles=False).play()
    assert not agreed([*blind[:2], {**blind[2], "event": "refused"}, *blind[2:]]).findings


def test_giving_up_is_outside_the_edition_and_the_other_player_wins() -> None:
    log = Program(random.Random(2)).play()[:4]
    conceded = [*log, {"event": "concede", "player": 1}, {"event": "end", "winners": [2]}]
    told = agreed(conceded)
    assert told.findings == [(5, "GF209", "outside-edition")]
    assert told.verdicts[0].outcome == "conforms"
    assert agreed([*conceded[:-1], {"event": "end", "winners": [1]}]).clauses == {"GF403"}


def test_the_first_concession_ends_play_and_one_behind_the_end_changes_nothing() -> None:
    log = Program(random.Random(2)).play()
    gives_up = [{"event": "concede", "player": player} for player in (1, 2, 1)]
    for behind in (1, 2, 3):
        early = [*log[:4], *gives_up[:behind]]
        told = agreed([*early, {"event": "end", "winners": [2]}])
        assert told.findings == [(5 + place, "GF209", "outside-edition") for place in range(behind)]
        assert told.verdicts[0].outcome == "conforms"
        for winners in ([], [1], [1, 2]):
            assert agreed([*early, {"event": "end", "winners": winners}]).clauses == {"GF403"}
    for player in (1, 2):
        over = [*log[:-1], {"event": "concede", "player": player}, log[-1]]
        assert agreed(over).findings == [(len(log), "GF209", "outside-edition")]
        assert agreed([*log, over[-2]]).findings == [(len(log) + 1, "LOG011", "unreadable")]


# Anything at all ------------------------------------------------------------------------------------------------------

ODD = [None, 0, -1, 22, 10**19, 10**30, 1.5, True, "\x1b[31m", "x" * 300, [], [1], [[1], [2]], {}, {"tile": 1}, [None]]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Give every place within an event where a value stands."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def test_no_value_in_any_place_stops_the_judge_or_reaches_the_terminal() -> None:
    for seed in range(250):
        log, rng = drawn(seed)
        for _ in range(rng.randint(1, 3)):
            holder, key = rng.choice(list(places(rng.choice(log))))
            holder[key] = deepcopy(rng.choice(ODD))
        log[0]["event"] = "game"
        agreed(log)
        for result in judge("log", [text(log).encode().splitlines(keepends=True)], Reading()):
            drawing = (
                finding_text(result, uncolored) if isinstance(result, Finding) else verdict_text(result, uncolored)
            )
            assert "\x1b" not in drawing


def sound_example() -> tuple[Log, int]:
    """Give the sound game of the examples, and where its last turn stands."""
    log: Log = [json.loads(line) for line in Path("docs/examples/good-fortune-sound.jsonl").read_text().splitlines()]
    return log, max(place for place, event in enumerate(log) if event["event"] == "turn")


def findings_by_line(log: Log) -> dict[int | None, set[str]]:
    by_line: dict[int | None, set[str]] = {}
    for each in judge("x", [[json.dumps(event).encode() for event in log]], Reading()):
        if isinstance(each, Finding):
            by_line.setdefault(each.line, set()).add(each.clause)
    return by_line


@pytest.mark.parametrize("named", [True, False], ids=("named", "unnamed"))
def test_after_a_turn_too_many_the_result_is_compared_with_the_one_at_the_end_of_play(named: bool) -> None:
    log, last = sound_example()
    players = ({"player": 2}, {"player": 1}) if named else ({}, {})
    laid = [{**who, "tile": tile, "end": "left"} for who, tile in zip(players, (15, 5), strict=True)]
    found = findings_by_line([*log[: last + 1], {"event": "turn", "laid": laid}, *log[last + 1 :]])
    assert set(found) == {last + 2}
    assert {"GF401", "GF201"} <= found[last + 2]


def test_three_layings_in_a_turn_are_a_breach_and_the_rest_of_the_game_is_judged() -> None:
    log, last = sound_example()
    third, end = log[last]["laid"][0], log[-1]
    turn = {"event": "turn", "laid": [*log[last - 1]["laid"], third], "hands": log[last - 1]["hands"]}
    found = findings_by_line([*log[: last - 1], turn, {**end, "winners": [1]}])
    assert "GF201" in found[last]
    assert last + 1 in found
    assert "LOG008" not in set().union(*found.values())


def test_a_tile_that_is_in_no_hand_is_a_breach_and_no_missing_fact() -> None:
    log, _ = sound_example()
    log[3]["laid"][1] = {"tile": log[2]["laid"][0]["tile"], "end": "left"}
    assert "GF201" in findings_by_line(log)[4]


# A result of which a part was not recorded ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "clauses"),
    [
        ({"totals": [36, None]}, set()),
        ({"totals": [None, None]}, set()),
        ({"totals": [35, None]}, {"GF403"}),
        ({"totals": [None, 56], "winners": [1]}, {"GF403"}),
        ({"groups": [None, "as told"]}, set()),
        ({"groups": [None, "as told"], "totals": [35, 56]}, {"GF403"}),
        ({"groups": ["as told", [{"charm": "scarab", "tiles": [1, 16]}]]}, {"GF402"}),
        ({"groups": [[{"charm": "ganesh", "points": 24}, {"charm": "clover", "points": 12}], None]}, set()),
        ({"groups": [[{"charm": "ganesh", "points": 24}, {"charm": "clover", "points": 11}], None]}, {"GF403"}),
    ],
)
def test_of_a_result_in_part_the_rest_is_judged(changes: dict[str, Any], clauses: set[str]) -> None:
    log, _ = sound_example()
    told = log[-1]["groups"]
    log[-1] |= changes
    if "groups" in changes:
        log[-1]["groups"] = [told[seat] if each == "as told" else each for seat, each in enumerate(changes["groups"])]
    jsonschema.validate(log[-1], schema("log"))
    assert agreed(log).clauses == clauses
