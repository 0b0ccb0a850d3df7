"""What is said to be legal at a table: under changed rules all clauses are asked, as they are they say it at once."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from models.changes import RuleChanges
from models.clause import Clause, breached
from models.game import Game
from models.games import GAMES
from models.good_fortune.clauses.gf202_priority import Priority
from models.good_fortune.clauses.gf204_connect import CONNECT
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.mechanics import Step
from models.reading import Reading
from verifier.finding import Verdict
from verifier.judge import judge
from verifier.own_claims.own_file import OwnText
from verifier.what_if.rules_file import read_rules

ROOT = Path(__file__).parent.parent
LUCKY, FORTUNE = GAMES
SHORT_GAME = (
    '{"event":"game","format":"cloverproof/1","game":"lucky-numbers","edition":"tiki-2020","players":2,"side":2,'
    '"top":5,"sets":2}',
    '{"event":"setup","player":1,"clover":1,"cell":"a1"}',
    '{"event":"setup","player":2,"clover":1,"cell":"a1"}',
    '{"event":"setup","player":1,"clover":5,"cell":"b2"}',
    '{"event":"setup","player":2,"clover":5,"cell":"b2"}',
    '{"event":"start","first":1}',
    '{"event":"turn","player":1,"from":"pile","clover":2,"action":"discard"}',
    '{"event":"turn","player":2,"from":"middle","clover":2,"action":"place","cell":"a2"}',
    '{"event":"turn","player":1,"from":"pile","clover":3,"action":"discard"}',
)


def breaking(text: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Give what is said to be legal where a log first breaks the rules of a text."""
    changes = read_rules(OwnText("my.rules", text)).changes()
    told = list(judge("log", [[line.encode() for line in lines]], Reading(changes=changes)))
    verdict = next(each for each in told if isinstance(each, Verdict))
    assert verdict.breach is not None
    assert verdict.model is not None
    return verdict.model.options(verdict.breach())


def restricting(condition: str) -> str:
    return f'[[restriction]]\nid = "r"\nturn = "{condition}"'


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        (
            restricting("action != 'discard'"),
            (
                "player 1 may reveal one of 6 face-down clovers",
                "a revealed 2: on b1 or a2, or for the 1 on a1 or the 5 on b2",
            ),
        ),
        (
            restricting("action == 'exchange' and cell == 0"),
            ("player 1 may reveal one of 6 face-down clovers", "a revealed 2: for the 1 on a1"),
        ),
        (
            restricting("source == 'pile' and clover == 4"),
            ("player 1 may reveal one of 6 face-down clovers", "a revealed 2: nothing"),
        ),
        (restricting("source == 'middle'"), ("nothing: no turn is legal by these rules",)),
    ],
)
def test_what_a_restriction_forbids_is_not_listed(text: str, legal: tuple[str, ...]) -> None:
    assert breaking(text, SHORT_GAME) == legal


def test_what_a_restriction_forbids_is_not_listed_in_good_fortune_either() -> None:
    log = (ROOT / "docs" / "examples" / "good-fortune-sound.jsonl").read_text("utf-8").splitlines()
    assert breaking((ROOT / "docs" / "examples" / "left-once.rules").read_text("utf-8"), tuple(log)) == (
        "player 2 chooses one of 3 4 8 10 20 (first)",
        "player 1 chooses one of 6 7 13 18 21",
        "the lower number is laid first (small side up)",
        "the 18 and the 8: nowhere",
    )
    only_left = 'game = "good-fortune"\n' + restricting("all(laid[i].end == 'left' for i in places(laid))")
    told = breaking(only_left, tuple(log))
    assert told[-2:] == ("the 1: left of the 5 (discards the 9)", "then the 16, on the line that is left")


def turns_of(game: Game, path: Path) -> Iterator[Step]:
    """Give the steps of the turns of a log."""
    lines = path.read_bytes().splitlines()
    engine = game.engine(msgspec.json.decode(lines[0], type=game.header), Reading(), game.series())
    for line in lines[1:]:
        event = msgspec.json.decode(line, type=game.events)
        step = engine.step(event)
        if type(event).__name__ == "TurnEvent":
            yield step
        engine.adopt(step)


def otherwise(step: Step, clause: Clause) -> Step:
    """Give a step under rules that say in another place what they say anyway."""
    rules = replace(step.before.rules, changes=RuleChanges(instead=(clause,)))
    return replace(step, before=replace(step.before, rules=rules))


@pytest.mark.parametrize(
    ("path", "clause"),
    [
        ("records/school-sorted/g*.jsonl", PLACEMENT),
        ("docs/examples/good-fortune-sound.jsonl", Priority()),
        ("docs/examples/good-fortune-sound.jsonl", CONNECT),
        ("docs/examples/good-fortune-broken.jsonl", CONNECT),
    ],
)
def test_asking_all_clauses_gives_the_words_that_are_given_at_once(path: str, clause: Clause) -> None:
    game = LUCKY if clause is PLACEMENT else FORTUNE
    steps = [step for each in sorted(ROOT.glob(path))[:2] for step in turns_of(game, each)]
    assert len(steps) >= 5
    for step in steps:
        asked = otherwise(step, clause)
        assert game.options(asked) == game.options(step)
        assert game.remedy(step).startswith(game.remedy(asked))  # it ends with an illegal laying
        assert game.remedy(step) == game.remedy(asked) or breached(game.clauses(), step)
