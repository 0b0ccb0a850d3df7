"""Little logs, one for each decision on how a log is judged: which line breaks which clause, and what becomes of it."""

from typing import NamedTuple

import pytest

from models.lucky_numbers.editions import STRICT
from models.reading import Reading
from tests.test_agreement import Judged, agreed, judged, without_breach


class Log(NamedTuple):
    """A log, and what the judge must say of it: `line code kind` of each finding, separated by commas."""

    about: str
    text: str
    findings: str = ""


def told(said: Judged) -> str:
    return ", ".join(f"{each.line} {each.clause} {each.kind}" for each in said.findings)


def each_of(logs: list[Log]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("log", logs, ids=[log.about for log in logs])


def under(reading: Reading, text: str) -> Judged:
    """Judge a log by a reading that the slow judge does not know."""
    fast, thorough = judged(text, reading), judged(text, reading, thorough=True)
    assert fast.findings == thorough.findings
    assert [without_breach(each) for each in fast.verdicts] == [without_breach(each) for each in thorough.verdicts]
    return fast


# The printed board: turns begin on line 11.
HEADER = '{"event":"game","format":"cloverproof/1","game":"lucky-numbers","edition":"tiki-2020","players":2}\n'
SETUP = """\
{"event":"setup","player":1,"clover":3,"cell":"a1"}
{"event":"setup","player":1,"clover":8,"cell":"b2"}
{"event":"setup","player":1,"clover":13,"cell":"c3"}
{"event":"setup","player":1,"clover":18,"cell":"d4"}
{"event":"setup","player":2,"clover":2,"cell":"a1"}
{"event":"setup","player":2,"clover":7,"cell":"b2"}
{"event":"setup","player":2,"clover":12,"cell":"c3"}
{"event":"setup","player":2,"clover":17,"cell":"d4"}
"""
START = '{"event":"start","first":1,"pile":32,"middle":[]}\n'
BEGUN = HEADER + SETUP + START


def with_variant(name: str) -> str:
    return HEADER.replace("}", f',"variants":["{name}"]}}') + SETUP + START


# A board of four cells, on which games are short: turns begin on line 7. The size is outside the edition.
SMALL = """\
{"event":"game","format":"cloverproof/1","game":"lucky-numbers","edition":"tiki-2020","players":2,"side":2,"top":6}
{"event":"setup","player":1,"clover":1,"cell":"a1"}
{"event":"setup","player":1,"clover":5,"cell":"b2"}
{"event":"setup","player":2,"clover":2,"cell":"a1"}
{"event":"setup","player":2,"clover":6,"cell":"b2"}
{"event":"start","first":1,"pile":8,"middle":[]}
"""
FULL = """\
{"event":"turn","player":1,"from":"pile","clover":3,"action":"place","cell":"b1"}
{"event":"turn","player":2,"from":"pile","clover":3,"action":"discard"}
{"event":"turn","player":1,"from":"middle","clover":3,"action":"place","cell":"a2"}
"""
# Two clovers are left face down; both are revealed and left.
DRAINED = """\
{"event":"game","format":"cloverproof/1","game":"lucky-numbers","edition":"tiki-2020","players":2,"side":2,"top":3}
{"event":"setup","player":1,"clover":1,"cell":"a1"}
{"event":"setup","player":1,"clover":3,"cell":"b2"}
{"event":"setup","player":2,"clover":1,"cell":"a1"}
{"event":"setup","player":2,"clover":3,"cell":"b2"}
{"event":"start","first":1,"pile":2,"middle":[]}
{"event":"turn","player":1,"from":"pile","clover":2,"action":"discard"}
{"event":"turn","player":2,"from":"pile","clover":2,"action":"discard"}
"""
SIZE = "1 LN104 outside-edition"


# What a turn may not do, and what it shows ----------------------------------------------------------------------------

TURNS = [
    Log(
        "a middle without the exchanged clover breaks the clause on exchanging",
        BEGUN
        + '{"event":"turn","player":1,"from":"pile","clover":9,"action":"exchange","cell":"b2","out":8,"middle":[]}',
        "11 LN303 breach",
    ),
    Log(
        "a middle with the wrong clover after an exchange breaks the clause on exchanging",
        BEGUN
        + '{"event":"turn","player":1,"from":"pile","clover":9,"action":"exchange","cell":"b2","out":8,"middle":[9]}',
        "11 LN303 breach",
    ),
    Log(
        "an exchange for another number than lies there breaks the clause on exchanging",
        BEGUN + '{"event":"turn","player":1,"from":"pile","clover":9,"action":"exchange","cell":"b2","out":7}',
        "11 LN303 breach",
    ),
    Log(
        "an exchange on an empty cell breaks the clause on exchanging",
        BEGUN + '{"event":"turn","player":1,"from":"pile","clover":10,"action":"exchange","cell":"c2"}',
        "11 LN303 breach",
    ),
    Log(
        "a middle without the clover that was left breaks the clause on leaving",
        BEGUN + '{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard","middle":[]}',
        "11 LN204 breach",
    ),
    Log(
        "a clover taken from the middle may not be left there again",
        BEGUN
        + """\
{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard"}
{"event":"turn","player":2,"from":"middle","clover":10,"action":"discard","middle":[10]}
""",
        "12 LN204 breach",
    ),
    Log(
        "a middle that changes when a revealed clover is added breaks the clause on the middle",
        BEGUN + '{"event":"turn","player":1,"from":"pile","clover":10,"action":"place","cell":"c2","middle":[10]}',
        "11 LN206 breach",
    ),
    Log(
        "a middle that keeps a taken clover breaks the clause on the middle",
        BEGUN
        + """\
{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard"}
{"event":"turn","player":2,"from":"middle","clover":10,"action":"place","cell":"c2","middle":[10]}
""",
        "12 LN206 breach",
    ),
    Log(
        "only what lies in the middle can be taken",
        BEGUN + '{"event":"turn","player":1,"from":"middle","clover":10,"action":"place","cell":"c2"}',
        "11 LN205 breach",
    ),
    Log(
        "a wrong pile after a turn breaks the clause on the pile",
        BEGUN + '{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard","pile":32}',
        "11 LN207 breach",
    ),
    Log(
        "taking from the middle leaves the pile as it is",
        BEGUN
        + """\
{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard","pile":31}
{"event":"turn","player":2,"from":"middle","clover":10,"action":"place","cell":"c2","pile":30}
""",
        "12 LN207 breach",
    ),
    Log(
        "a wrong pile at the start breaks the clause on the sets",
        HEADER + SETUP + '{"event":"start","pile":33}',
        "10 LN101 breach",
    ),
    Log(
        "nothing lies face up at the start",
        HEADER + SETUP + '{"event":"start","pile":32,"middle":[4]}',
        "10 LN101 breach",
    ),
    Log(
        "a clover all of whose copies have been seen cannot be revealed",
        BEGUN
        + """\
{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard"}
{"event":"turn","player":2,"from":"pile","clover":10,"action":"discard"}
{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard"}
""",
        "13 LN203 breach",
    ),
    Log(
        "a number of the set-up is a copy that has been seen",
        BEGUN
        + """\
{"event":"turn","player":1,"from":"pile","clover":13,"action":"discard"}
{"event":"turn","player":2,"from":"pile","clover":13,"action":"discard"}
""",
        "12 LN203 breach",
    ),
    Log(
        "taking what the other player just left, and what an exchange set free, is legal again and again",
        BEGUN
        + """\
{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard","pile":31,"middle":[10]}
{"event":"turn","player":2,"from":"middle","clover":10,"action":"exchange","cell":"c3","pile":31,"middle":[12]}
{"event":"turn","player":1,"from":"middle","clover":12,"action":"exchange","cell":"c3","pile":31,"middle":[13]}
{"event":"turn","player":2,"from":"middle","clover":13,"action":"exchange","cell":"c3","pile":31,"middle":[10]}
{"event":"turn","player":1,"from":"middle","clover":10,"action":"exchange","cell":"c3","pile":31,"middle":[12]}
{"event":"turn","player":2,"from":"middle","clover":12,"action":"exchange","cell":"c3","pile":31,"middle":[13]}
""",
    ),
    Log(
        "all clauses that a turn breaks are told, not only the first",
        BEGUN
        + '{"event":"turn","player":2,"from":"middle","clover":20,"action":"place","cell":"a1","pile":31,"middle":[1]}',
        "11 LN201 breach, 11 LN205 breach, 11 LN206 breach, 11 LN207 breach, 11 LN302 breach",
    ),
    Log(
        "a clover may be exchanged for an equal one",
        BEGUN + '{"event":"turn","player":1,"from":"pile","clover":8,"action":"exchange","cell":"b2","middle":[8]}',
    ),
]


@each_of(TURNS)
def test_a_turn_is_judged_by_all_clauses(log: Log) -> None:
    assert told(agreed(log.text)) == log.findings


def test_an_equal_exchange_is_a_breach_where_it_is_read_so() -> None:
    equal = TURNS[-1].text
    assert told(agreed(equal, Reading(answers=STRICT))) == "11 LN301 breach"


# After a breach -------------------------------------------------------------------------------------------------------

AFTER_A_BREACH = [
    Log(
        "a wrong pile is told once, then the shown one is believed",
        BEGUN
        + """\
{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard","pile":29}
{"event":"turn","player":2,"from":"pile","clover":11,"action":"discard","pile":28}
{"event":"turn","player":1,"from":"pile","clover":11,"action":"discard","pile":27}
""",
        "11 LN207 breach",
    ),
    Log(
        "a clover that vanished is told once, and lies nowhere from then on",
        BEGUN
        + """\
{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard","middle":[]}
{"event":"turn","player":2,"from":"pile","clover":11,"action":"discard","middle":[11]}
{"event":"turn","player":1,"from":"middle","clover":10,"action":"place","cell":"c2"}
""",
        "11 LN204 breach, 13 LN205 breach",
    ),
    Log(
        "a clover that came from nowhere can be taken",
        BEGUN
        + """\
{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard","middle":[10,9]}
{"event":"turn","player":2,"from":"middle","clover":9,"action":"place","cell":"c2","middle":[10]}
""",
        "11 LN204 breach",
    ),
    Log(
        "a wrong pile at the start is believed",
        HEADER
        + SETUP
        + """\
{"event":"start","pile":40}
{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard","pile":39}
""",
        "10 LN101 breach",
    ),
    Log(
        "a clover placed against the rules lies there and counts against the next one",
        BEGUN
        + """\
{"event":"turn","player":1,"from":"pile","clover":20,"action":"place","cell":"b1"}
{"event":"turn","player":2,"from":"pile","clover":20,"action":"discard"}
{"event":"turn","player":1,"from":"pile","clover":10,"action":"place","cell":"c1"}
""",
        "11 LN301 breach, 13 LN301 breach",
    ),
    Log(
        "a turn out of order is told once, and the order goes on from it",
        BEGUN
        + """\
{"event":"turn","player":2,"from":"pile","clover":10,"action":"discard"}
{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard"}
{"event":"turn","player":2,"from":"pile","clover":11,"action":"discard"}
""",
        "11 LN201 breach",
    ),
]


@each_of(AFTER_A_BREACH)
def test_a_breach_is_told_once_and_judging_goes_on_from_what_was_shown(log: Log) -> None:
    assert told(agreed(log.text)) == log.findings


# The end of play ------------------------------------------------------------------------------------------------------

ENDS = [
    Log(
        "a full garden ends play and wins alone",
        SMALL + FULL + '{"event":"end","winners":[1],"empty":[0,2]}',
    ),
    Log(
        "nobody else wins with a full garden",
        SMALL + FULL + '{"event":"end","winners":[1,2],"empty":[0,2]}',
        "10 LN401 result",
    ),
    Log(
        "the empty cells beside a full garden are counted",
        SMALL + FULL + '{"event":"end","winners":[1],"empty":[0,1]}',
        "10 LN401 result",
    ),
    Log(
        "a turn after a full garden is told once, later ones are judged by all else",
        SMALL
        + FULL
        + """\
{"event":"turn","player":2,"from":"pile","clover":4,"action":"place","cell":"b1"}
{"event":"turn","player":1,"from":"pile","clover":6,"action":"exchange","cell":"a1"}
{"event":"turn","player":1,"from":"pile","clover":4,"action":"discard"}
""",
        "10 LN401 breach, 11 LN301 breach, 12 LN201 breach",
    ),
    Log(
        "the result is that of the true end, whatever was played later",
        SMALL
        + FULL
        + """\
{"event":"turn","player":2,"from":"pile","clover":4,"action":"place","cell":"b1"}
{"event":"turn","player":1,"from":"pile","clover":4,"action":"discard"}
{"event":"turn","player":2,"from":"middle","clover":4,"action":"place","cell":"a2"}
{"event":"end","winners":[1],"empty":[0,2]}
""",
        "10 LN401 breach",
    ),
    Log(
        "a result that counts what was played after the true end is wrong",
        SMALL
        + FULL
        + """\
{"event":"turn","player":2,"from":"pile","clover":4,"action":"place","cell":"b1"}
{"event":"end","winners":[1],"empty":[0,1]}
""",
        "10 LN401 breach, 11 LN401 result",
    ),
    Log(
        "the last face-down clover ends play, and who ties shares the win",
        DRAINED + '{"event":"end","winners":[1,2],"empty":[2,2]}',
    ),
    Log(
        "whoever reveals the last clover shares a tie",
        DRAINED + '{"event":"end","winners":[1]}',
        "9 LN403 result",
    ),
    Log(
        "the clover that was revealed last may still be placed",
        DRAINED.replace('2,"action":"discard"}\n', '2,"action":"place","cell":"b1"}\n')
        + '{"event":"end","winners":[1,2],"empty":[1,1]}',
    ),
    Log(
        "a turn after the last clover is told once, later ones are judged by all else",
        DRAINED
        + """\
{"event":"turn","player":1,"from":"middle","clover":2,"action":"place","cell":"b1"}
{"event":"turn","player":2,"from":"middle","clover":2,"action":"place","cell":"a1"}
{"event":"end","winners":[1,2],"empty":[2,2]}
""",
        "9 LN402 breach, 10 LN302 breach",
    ),
    Log(
        "who gains by a turn after the last clover does not win by it",
        DRAINED
        + """\
{"event":"turn","player":1,"from":"middle","clover":2,"action":"place","cell":"b1"}
{"event":"end","winners":[1],"empty":[1,2]}
""",
        "9 LN402 breach, 10 LN403 result",
    ),
    Log(
        "who fills a garden after the last clover has not won by it",
        DRAINED
        + """\
{"event":"turn","player":1,"from":"middle","clover":2,"action":"place","cell":"b1"}
{"event":"turn","player":2,"from":"middle","clover":2,"action":"place","cell":"b1"}
{"event":"turn","player":1,"from":"middle","clover":2,"action":"place","cell":"a2","middle":[]}
{"event":"end","winners":[1]}
""",
        "9 LN402 breach, 11 LN205 breach, 12 LN403 result",
    ),
    Log(
        "nothing can be revealed when nothing is face down",
        DRAINED + '{"event":"turn","player":1,"from":"pile","clover":2,"action":"discard"}',
        "9 LN203 breach, 9 LN402 breach",
    ),
    Log(
        "play does not stop for any other reason",
        SMALL
        + """\
{"event":"turn","player":1,"from":"pile","clover":3,"action":"place","cell":"b1"}
{"event":"end","winners":[1],"empty":[1,2]}
""",
        "8 LN404 breach",
    ),
    Log(
        "the points of a game are two for the winner and one less for each empty cell of the others",
        SMALL + FULL + '{"event":"end","winners":[1],"empty":[0,2],"points":[2,-2]}',
    ),
    Log(
        "points that are wrong make a wrong result",
        DRAINED + '{"event":"end","points":[0,0]}',
        "9 LN602 result",
    ),
]


@each_of(ENDS)
def test_the_end_of_play_is_found_and_the_result_compared_with_it(log: Log) -> None:
    assert told(agreed(log.text)) == ", ".join(filter(None, (SIZE, log.findings)))


# Refused turns --------------------------------------------------------------------------------------------------------

LEGAL_BUT_REFUSED = [
    Log(
        "adding a revealed clover",
        '"player":1,"from":"pile","clover":10,"action":"place","cell":"c2"',
        "LN301",
    ),
    Log(
        "adding a clover from the middle",
        '"player":1,"from":"middle","clover":11,"action":"place","cell":"c2"',
        "LN301",
    ),
    Log(
        "exchanging a revealed clover",
        '"player":1,"from":"pile","clover":10,"action":"exchange","cell":"c3"',
        "LN303",
    ),
    Log(
        "exchanging an equal clover",
        '"player":1,"from":"pile","clover":13,"action":"exchange","cell":"c3","out":13',
        "LN303",
    ),
    Log(
        "exchanging a clover from the middle",
        '"player":1,"from":"middle","clover":11,"action":"exchange","cell":"c3"',
        "LN303",
    ),
    Log(
        "leaving a revealed clover, though it could be placed",
        '"player":1,"from":"pile","clover":10,"action":"discard"',
        "LN204",
    ),
    Log(
        "revealing a clover",
        '"player":1,"from":"pile"',
        "LN203",
    ),
    Log(
        "revealing a clover, by whoever is next",
        '"player":null,"from":"pile","clover":null,"action":null',
        "LN203",
    ),
    Log(
        "a legal turn, whatever pile and middle were shown after it",
        '"player":1,"from":"pile","clover":10,"action":"discard","pile":3,"middle":[]',
        "LN204",
    ),
]
RIGHTLY_REFUSED = [
    Log("a number that does not ascend", '"player":1,"from":"pile","clover":20,"action":"place","cell":"c2"'),
    Log("a number on an occupied cell", '"player":1,"from":"pile","clover":10,"action":"place","cell":"c3"'),
    Log("an exchange with nothing there", '"player":1,"from":"pile","clover":10,"action":"exchange","cell":"c2"'),
    Log("a clover that is not in the middle", '"player":1,"from":"middle","clover":10,"action":"place","cell":"c2"'),
    Log("putting back what was taken", '"player":1,"from":"middle","clover":11,"action":"discard"'),
    Log("a turn of the other player", '"player":2,"from":"pile","clover":10,"action":"discard"'),
    Log("a draw by the other player", '"player":2,"from":"pile"'),
    Log("cell e9", '"player":1,"from":"pile","clover":10,"action":"place","cell":"e9"'),
    Log("number 21", '"player":1,"from":"pile","clover":21,"action":"discard"'),
    Log("number 0", '"player":1,"from":"pile","clover":0,"action":"discard"'),
    Log("player 7", '"player":7,"from":"pile","clover":10,"action":"discard"'),
    Log("a draw by player 7", '"player":7,"from":"pile"'),
    Log("a placement on no cell", '"player":1,"from":"pile","clover":10,"action":"place"'),
    Log("a turn without a number", '"player":1,"from":"pile","clover":null,"action":"place","cell":"c2"'),
    Log("who knows what", '"player":null'),
]
BEFORE_REFUSAL = """\
{"event":"turn","player":1,"from":"pile","clover":4,"action":"place","cell":"b1"}
{"event":"turn","player":2,"from":"pile","clover":11,"action":"discard"}
"""
AFTER_REFUSAL = '{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard","pile":29,"middle":[10,11]}\n'


def refused(keys: str) -> str:
    """Let player 1 ask for something on line 13, with an 11 in the middle."""
    return BEGUN + BEFORE_REFUSAL + '{"event":"refused",' + keys + "}\n" + AFTER_REFUSAL


@each_of(LEGAL_BUT_REFUSED)
def test_a_legal_turn_that_was_refused_is_found(log: Log) -> None:
    said = agreed(refused(log.text))
    assert told(said) == f"13 {log.findings} refused-legal"
    assert said.verdicts[0].outcome == "breaks"


@each_of(RIGHTLY_REFUSED)
def test_what_the_rules_forbid_is_rightly_refused(log: Log) -> None:
    said = agreed(refused(log.text))
    assert told(said) == ""
    assert said.verdicts[0].outcome == "conforms"


def test_a_refused_turn_is_no_turn() -> None:
    said = agreed(refused(RIGHTLY_REFUSED[0].text))
    assert said.verdicts[0].turns == 3


def test_an_equal_exchange_is_rightly_refused_where_it_is_read_so() -> None:
    equal = next(log for log in LEGAL_BUT_REFUSED if "equal" in log.about)
    assert told(agreed(refused(equal.text), Reading(answers=STRICT))) == ""


def test_nothing_can_be_refused_wrongly_when_play_is_over() -> None:
    after = DRAINED + '{"event":"refused","player":1,"from":"middle","clover":2,"action":"place","cell":"b1"}'
    assert told(agreed(after)) == SIZE


# House rules and concessions ------------------------------------------------------------------------------------------

# Player 1 has an 8 on b2: c1 touches it on the rising diagonal, a1 on the falling one.
RISING = '{"event":"turn","player":1,"from":"pile","clover":8,"action":"place","cell":"c1"}\n'
FALLING = '{"event":"turn","player":1,"from":"pile","clover":8,"action":"exchange","cell":"a1","out":3}\n'
AGAIN = '{"event":"turn","player":1,"from":"pile","clover":10,"action":"discard"}\n'
OTHER = '{"event":"turn","player":2,"from":"pile","clover":10,"action":"discard"}\n'
DECLARED, OUT_OF_ORDER = "1 LN208 outside-edition", "12 LN201 breach"

HOUSE_RULES = [
    Log("bruno gives another turn for an equal one on the rising diagonal", with_variant("bruno") + RISING + AGAIN),
    Log("bruno's turn must be taken", with_variant("bruno") + RISING + OTHER, OUT_OF_ORDER),
    Log("bruno gives none on the falling diagonal", with_variant("bruno") + FALLING + AGAIN, OUT_OF_ORDER),
    Log("after the falling diagonal bruno goes round", with_variant("bruno") + FALLING + OTHER),
    Log("bruno-any gives another turn on the rising diagonal", with_variant("bruno-any") + RISING + AGAIN),
    Log("bruno-any gives another turn on the falling diagonal", with_variant("bruno-any") + FALLING + AGAIN),
    Log("bruno-any's turn must be taken", with_variant("bruno-any") + FALLING + OTHER, OUT_OF_ORDER),
    Log("leaving a clover gives no other turn", with_variant("bruno") + AGAIN + AGAIN.replace("10", "9"), OUT_OF_ORDER),
    Log(
        "another turn can give yet another one",
        with_variant("bruno")
        + RISING
        + '{"event":"turn","player":1,"from":"pile","clover":13,"action":"place","cell":"d2"}\n'
        + AGAIN,
    ),
]


@each_of(HOUSE_RULES)
def test_a_house_rule_is_in_force_where_a_log_declares_it(log: Log) -> None:
    assert told(agreed(log.text)) == ", ".join(filter(None, (DECLARED, log.findings)))


def test_no_house_rule_is_in_force_undeclared() -> None:
    assert told(agreed(BEGUN + RISING + AGAIN)) == OUT_OF_ORDER
    assert told(agreed(BEGUN + RISING + OTHER)) == ""


def test_a_house_rule_alone_does_not_break_a_log() -> None:
    (verdict,) = agreed(with_variant("bruno") + RISING + AGAIN).verdicts
    assert (verdict.outcome, verdict.findings, verdict.valid_lines) == ("conforms", 1, 12)


CONCEDES = '{"event":"concede","player":2}\n'
CONCESSIONS = [
    Log("who concedes is skipped", AGAIN + CONCEDES + AGAIN.replace("10", "9"), "12 LN209 outside-edition"),
    Log(
        "who conceded takes no turn",
        AGAIN + CONCEDES + OTHER.replace("10", "9"),
        "12 LN209 outside-edition, 13 LN201 breach",
    ),
    Log(
        "who is left alone wins",
        AGAIN + CONCEDES + '{"event":"end","winners":[1],"empty":[12,12]}',
        "12 LN209 outside-edition",
    ),
    Log(
        "who conceded does not win",
        AGAIN + CONCEDES + '{"event":"end","winners":[2]}',
        "12 LN209 outside-edition, 13 LN403 result",
    ),
]


def test_a_second_concession_and_one_when_play_is_over_say_that_nothing_changes() -> None:
    for log, help in ((BEGUN + CONCEDES * 2, "nothing changes"), (DRAINED + CONCEDES, "the result stands")):
        said = agreed(log + NAMED if log.startswith(BEGUN) else log + '{"event":"end","winners":[1,2]}')
        assert said.verdicts[0].outcome == "conforms"
        assert help in [each for each in said.findings if each.clause == "LN209"][-1].help


def test_a_player_may_give_up_before_play() -> None:
    said = agreed(HEADER + CONCEDES + NAMED)
    assert [(each.outcome, each.finished) for each in said.verdicts] == [("conforms", True)]


@each_of(CONCESSIONS)
def test_a_concession_is_outside_the_edition_and_heeded(log: Log) -> None:
    assert told(agreed(BEGUN + log.text)) == log.findings


def test_play_goes_on_while_two_have_not_conceded() -> None:
    three = DRAINED.replace('"players":2', '"players":3').replace('"top":3', '"top":4')
    log = "\n".join(line for line in three.splitlines() if '"turn"' not in line and '"start"' not in line)
    log += """
{"event":"setup","player":3,"clover":2,"cell":"a1"}
{"event":"setup","player":3,"clover":4,"cell":"b2"}
{"event":"start","first":1}
{"event":"concede","player":2}
{"event":"turn","player":1,"from":"pile","clover":2,"action":"discard"}
{"event":"turn","player":3,"from":"pile","clover":2,"action":"discard"}
{"event":"end","winners":[1,3]}
"""
    assert told(agreed(log)) == f"{SIZE}, 9 LN209 outside-edition, 12 LN404 breach"


def test_who_concedes_when_play_is_over_keeps_the_win() -> None:
    over = DRAINED + '{"event":"concede","player":2}\n'
    declared = f"{SIZE}, 9 LN209 outside-edition"
    for reading in (Reading(), Reading(answers=STRICT)):
        assert told(under(reading, over + '{"event":"end","winners":[1,2]}')) == declared
        assert told(under(reading, over + '{"event":"end","winners":[1]}')) == f"{declared}, 10 LN403 result"


# Editions -------------------------------------------------------------------------------------------------------------


def test_the_edition_of_2012_has_only_the_set_up_one_by_one() -> None:
    said = under(Reading(edition="ravensburger-2012"), BEGUN)
    assert told(said) == "3 LN501 breach, 4 LN501 breach, 5 LN501 breach"


def test_a_log_of_2012_can_be_judged_by_the_edition_of_2020() -> None:
    old = BEGUN.replace("tiki-2020", "ravensburger-2012")
    assert told(agreed(old)) == "3 LN501 breach, 4 LN501 breach, 5 LN501 breach"
    assert told(under(Reading(edition="tiki-2020"), old)) == ""


# Tournaments ----------------------------------------------------------------------------------------------------------


def cup(game: int, first: int, end: str) -> str:
    """Give a game of ten lines in which both players tie with two empty cells, up to its `end`."""
    header, *lines = DRAINED.splitlines()
    header = header.replace("}", f',"tournament":{{"id":"cup","game":{game}}}}}')
    body = "\n".join(lines).replace('"first":1', f'"first":{first}')
    if first == 2:
        body = body.replace('"turn","player":1', '"turn","player":0').replace('"turn","player":2', '"turn","player":1')
        body = body.replace('"turn","player":0', '"turn","player":2')
    return f"{header}\n{body}\n" + '{"event":"end",' + end + "}\n"


ONE = cup(1, 1, '"winners":[1,2],"points":[2,2]')
TWO = cup(2, 2, '"winners":[1,2],"points":[2,2]')
SIZES = f"{SIZE}, 10 LN104 outside-edition"
TOURNAMENTS = [
    Log("all play once as first, and all who have most points win", ONE + TWO + '"points":[4,4],"winners":[1,2]'),
    Log("a tournament's sum of points is checked", ONE + TWO + '"points":[4,5],"winners":[2]', "19 LN602 result"),
    Log("of a tie all win", ONE + TWO + '"points":[4,4],"winners":[1]', "19 LN603 result"),
    Log("winners fit the points shown", ONE + TWO + '"points":[4,3],"winners":[1]', "19 LN602 result"),
    Log("nobody else wins a tournament", ONE + TWO + '"winners":[2]', "19 LN603 result"),
    Log(
        "each player starts once",
        ONE + cup(2, 1, '"points":[2,2]') + '"points":[4,4]',
        "15 LN601 breach, 19 LN601 breach",
    ),
    Log("there are as many games as players", ONE + '"points":[2,2]', "10 LN601 breach"),
    Log(
        "the points of one game are checked where it ends",
        ONE + cup(2, 2, '"points":[0,0]') + '"points":[2,2]',
        "18 LN602 result",
    ),
    Log("what was not shown is not judged", cup(1, 1, '"winners":null') + TWO + '"points":null'),
]


@each_of(TOURNAMENTS)
def test_a_tournament_is_judged_by_its_games(log: Log) -> None:
    games, _, result = log.text.rpartition("\n")
    said = agreed(games + '\n{"event":"tournament",' + result + "}\n")
    sizes = SIZES if games.count('"game","format"') == 2 else SIZE
    assert sorted(told(said).split(", ")) == sorted(filter(None, (*sizes.split(", "), *log.findings.split(", "))))


# What was not recorded ------------------------------------------------------------------------------------------------

NULLS = [
    Log(
        "what was not shown is not judged",
        HEADER
        + SETUP
        + """\
{"event":"start","first":1,"pile":null,"middle":null}
{"event":"turn","player":1,"from":"pile","clover":9,"action":"exchange","cell":"b2","out":null,"pile":null,"middle":null}
{"event":"turn","player":2,"from":"pile","clover":9,"action":"discard","cell":null,"out":null}
""",
    ),
    Log(
        "whose turn it was follows from the order",
        BEGUN
        + """\
{"event":"turn","player":null,"from":"pile","clover":10,"action":"place","cell":"c2"}
{"event":"turn","player":null,"from":"pile","clover":10,"action":"place","cell":"c2"}
{"event":"turn","player":null,"from":"pile","clover":11,"action":"place","cell":"b2"}
""",
        "13 LN302 breach, 13 LN301 breach",
    ),
    Log(
        "whoever takes the first turn was the first player",
        HEADER
        + SETUP
        + """\
{"event":"start","first":null}
{"event":"turn","player":2,"from":"pile","clover":10,"action":"discard"}
{"event":"turn","player":2,"from":"pile","clover":11,"action":"discard"}
""",
        "12 LN201 breach",
    ),
    Log(
        "a log without a start is judged from its first turn",
        HEADER + SETUP + '{"event":"turn","player":2,"from":"pile","clover":10,"action":"discard","pile":31}',
    ),
    Log("a result of which nothing was recorded is one", SMALL + FULL + '{"event":"end","winners":null}', SIZE),
]


@each_of(NULLS)
def test_null_means_that_something_was_not_recorded(log: Log) -> None:
    assert sorted(told(agreed(log.text)).split(", ")) == sorted(log.findings.split(", "))


# Logs that cannot be read ---------------------------------------------------------------------------------------------


def header(**changed: str) -> str:
    """Give a header with other values, written as JSON."""
    keys = {
        "event": '"game"',
        "format": '"cloverproof/1"',
        "game": '"lucky-numbers"',
        "edition": '"tiki-2020"',
        "players": "2",
    }
    pairs = {**keys, **changed}.items()
    return "{" + ",".join(f'"{key}":{value}' for key, value in pairs) + "}\n"


def turn(keys: str) -> str:
    """Give a turn with these keys, others as usual."""
    usual = {"event": '"turn"', "player": "1", "from": '"pile"', "clover": "10", "action": '"place"', "cell": '"c2"'}
    changed = dict(pair.split(":", 1) for pair in keys.split(";"))
    return "{" + ",".join(f'"{key}":{value}' for key, value in {**usual, **changed}.items() if value) + "}\n"


HEADERS = [
    Log("no known format", header(format='"cloverproof/2"'), "LOG010"),
    Log("no format at all", header(format="null"), "LOG010"),
    Log("no known game", header(game='"chess"'), "LOG010"),
    Log("no known edition", header(edition='"tiki-2021"'), "LOG010"),
    Log("no known house rule", header(variants='["brunette"]'), "LOG010"),
    Log("no known set-up", header(setup='"random"'), "LOG010"),
    Log("one player", header(players="1"), "LOG010"),
    Log("five players", header(players="5"), "LOG010"),
    Log("a garden of one cell", header(side="1"), "LOG010"),
    Log("no numbers", header(top="0"), "LOG010"),
    Log("no sets", header(sets="0"), "LOG010"),
    Log("too few clovers to begin with", header(side="4", top="4"), "LOG010"),
    Log("players in words", header(players='"two"'), "LOG007"),
    Log("no number of players", header(players="null"), "LOG007"),
]
TURNS_THAT_MEAN_NOTHING = [
    Log("player 7", turn("player:7"), "LOG008"),
    Log("player 0", turn("player:0"), "LOG008"),
    Log("cell e9", turn('cell:"e9"'), "LOG008"),
    Log("cell e1", turn('cell:"e1"'), "LOG008"),
    Log("number 0", turn("clover:0"), "LOG008"),
    Log("number 21", turn("clover:21"), "LOG008"),
    Log("number -1", turn("clover:-1"), "LOG008"),
    Log("number 21 in the middle", turn("middle:[21]"), "LOG008"),
    Log("number 0 that lay there", turn('action:"exchange";cell:"b2";out:0'), "LOG008"),
    Log("winner 3", '{"event":"end","winners":[3]}\n', "LOG008"),
    Log("empty cells of three players", '{"event":"end","empty":[0,2,3]}\n', "LOG008"),
    Log("a conceding player 3", '{"event":"concede","player":3}\n', "LOG008"),
    Log("number 1e99", turn("clover:1e99"), "LOG007"),
    Log("a number in quotes", turn('clover:"13"'), "LOG007"),
    Log("half a clover", turn("clover:10.5"), "LOG007"),
    Log("no key for the number", turn("clover:"), "LOG007"),
    Log("no key for the action", turn("action:"), "LOG007"),
    Log("an unknown action", turn('action:"pass"'), "LOG007"),
    Log("an unknown source", turn('from:"bag"'), "LOG007"),
    Log("an unknown event", turn('event:"shuffle"'), "LOG007"),
    Log("a list", "[1,2]\n", "LOG007"),
    Log("no event", "{}\n", "LOG007"),
    Log("half a line", turn("player:1")[:40] + "\n", "LOG004"),
    Log("no JSON", "player 1 reveals a 10\n", "LOG004"),
    Log("two events on one line", turn("player:1")[:-1] + turn("player:2"), "LOG004"),
    Log("no number recorded", turn("clover:null"), "LOG012"),
    Log("no action recorded", turn("action:null"), "LOG012"),
    Log("no source recorded", turn("from:null"), "LOG012"),
    Log("no cell recorded", turn("cell:null"), "LOG012"),
    Log("no cell at all", turn("cell:"), "LOG012"),
    Log("a second start", START, "LOG011"),
    Log("a tournament's result without a tournament", '{"event":"tournament","winners":[1]}\n', "LOG011"),
]
MORE = turn("player:1") + turn("player:2")


@each_of(HEADERS)
def test_a_game_cannot_be_judged_by_a_header_that_asks_for_unknown_rules(log: Log) -> None:
    said = agreed(log.text + SETUP + START + MORE + BEGUN)
    assert told(said) == f"1 {log.findings} unreadable"
    assert [(verdict.outcome, verdict.valid_lines) for verdict in said.verdicts] == [
        ("unreadable", 0),
        ("conforms", 10),
    ]


@each_of(TURNS_THAT_MEAN_NOTHING)
def test_a_game_is_given_up_at_a_line_that_means_nothing_and_the_next_one_judged(log: Log) -> None:
    wrong_later = '{"event":"turn","player":1,"from":"middle","clover":10,"action":"discard"}\n'
    said = agreed(BEGUN + log.text + wrong_later + BEGUN)
    assert told(said) == f"11 {log.findings} unreadable"
    assert [(verdict.game, verdict.outcome) for verdict in said.verdicts] == [(1, "unreadable"), (2, "conforms")]
    assert [(verdict.valid_lines, verdict.finished) for verdict in said.verdicts] == [(10, False), (10, False)]


NAMED = '{"event":"end","winners":[1]}\n'
ALONE = BEGUN + CONCEDES + NAMED
OUT_OF_PLACE = [
    Log("an event before any header", SETUP + BEGUN, "1 LOG009 unreadable"),
    Log("a header right behind a header", HEADER + BEGUN, "2 LOG011 unreadable"),
    Log("a turn after the record broke off", BEGUN + '{"event":"stop"}\n' + MORE, "12 LOG011 unreadable"),
    Log("a set-up after the record broke off", HEADER + '{"event":"stop"}\n' + SETUP, "3 LOG011 unreadable"),
    Log(
        "a result after the record broke off",
        BEGUN + '{"event":"stop"}\n{"event":"end","winners":[1]}\n',
        "12 LOG011 unreadable",
    ),
    Log(
        "a second result",
        SMALL + FULL + '{"event":"end"}\n{"event":"end"}\n',
        f"{SIZE}, 11 LOG011 unreadable",
    ),
    Log("a turn after a result that the others' concessions allowed", ALONE + MORE, "13 LOG011 unreadable"),
    Log("a set-up after a result", HEADER + CONCEDES + NAMED + SETUP, "4 LOG011 unreadable"),
    Log("a start after a result", HEADER + CONCEDES + NAMED + START, "4 LOG011 unreadable"),
    Log("a turn after a result before play", HEADER + CONCEDES + NAMED + MORE, "4 LOG011 unreadable"),
    Log("a concession after a result", ALONE + CONCEDES, "13 LOG011 unreadable"),
    Log("a concession after play and its result", SMALL + FULL + NAMED + CONCEDES, f"{SIZE}, 11 LOG011 unreadable"),
    Log("nothing at all", "", "None LOG002 unreadable"),
    Log("blank lines only", "\n \n", "2 LOG002 unreadable"),
]


@each_of(OUT_OF_PLACE)
def test_an_event_out_of_place_is_told_once(log: Log) -> None:
    found = [each for each in told(agreed(log.text)).split(", ") if "LN209" not in each]
    assert ", ".join(found) == log.findings


def test_a_byte_order_mark_is_no_fault_and_the_log_judged_all_the_same() -> None:
    log = b"\xef\xbb\xbf" + (BEGUN + '{"event":"turn","player":2,"from":"pile"').encode()
    log += b',"clover":10,"action":"discard"}\n'
    for thorough in (False, True):
        said = judged(log, thorough=thorough)
        assert told(said) == "11 LN201 breach"


def test_blank_lines_unknown_keys_and_names_do_not_matter() -> None:
    named = HEADER.replace("}", ',"names":["Ann",null],"source":"by hand","mood":"fine"}')
    spaced = "\n" + named + "\n  \n" + SETUP + START.replace("}", ',"wind":[{"from":"west"}]}')
    assert told(agreed(spaced)) == ""


# Verdicts -------------------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """What a verdict says."""

    about: str
    text: str
    said: tuple[str, bool, int, int, int]  # verdict, finished, turns, findings, valid lines


OUTCOMES = [
    Outcome("a log that breaks off conforms and is not finished", BEGUN + MORE, ("conforms", False, 2, 0, 12)),
    Outcome("a log that says so too", BEGUN + MORE + '{"event":"stop","reason":"x"}', ("conforms", False, 2, 0, 13)),
    Outcome("a whole game is finished", SMALL + FULL + '{"event":"end"}', ("conforms", True, 3, 1, 10)),
    Outcome(
        "a game with a wrong result is finished too",
        SMALL + FULL + '{"event":"end","winners":[2]}',
        ("breaks", True, 3, 2, 9),
    ),
    Outcome(
        "valid lines are those before the first breach",
        BEGUN + MORE + turn("player:1").replace("c2", "a1") + turn('player:2;cell:"a1"'),
        ("breaks", False, 4, 4, 12),
    ),
    Outcome("a set-up alone is a log", HEADER + SETUP, ("conforms", False, 0, 0, 9)),
    Outcome("a header alone is a log", HEADER, ("conforms", False, 0, 0, 1)),
    Outcome("what cannot be read is no breach", BEGUN + turn("player:7"), ("unreadable", False, 0, 1, 10)),
    Outcome(
        "a breach before what cannot be read breaks the log",
        BEGUN + turn("player:2") + turn("player:7"),
        ("breaks", False, 1, 2, 10),
    ),
]


@pytest.mark.parametrize("outcome", OUTCOMES, ids=[outcome.about for outcome in OUTCOMES])
def test_a_verdict_counts_lines_turns_and_findings(outcome: Outcome) -> None:
    (verdict,) = agreed(outcome.text).verdicts
    said = (verdict.outcome, verdict.finished, verdict.turns, verdict.findings, verdict.valid_lines)
    assert said == outcome.said


def test_each_game_of_a_file_has_a_verdict_of_its_own() -> None:
    wrong = BEGUN + turn("player:2")
    said = agreed(BEGUN + MORE + wrong + HEADER + SETUP + turn("clover:21") + SMALL + FULL)
    assert [(each.line, each.game, each.clause) for each in said.findings] == [
        (23, 2, "LN201"),
        (33, 3, "LOG008"),
        (34, 4, "LN104"),
    ]
    assert [(each.game, each.outcome, each.turns, each.findings, each.valid_lines) for each in said.verdicts] == [
        (1, "conforms", 2, 0, 12),
        (2, "breaks", 1, 1, 10),
        (3, "unreadable", 0, 1, 9),
        (4, "conforms", 3, 1, 9),
    ]
