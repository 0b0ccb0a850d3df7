"""Claims of a user's own: their file and its faults, what is proved and what is only not shown, the catalogue again."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from cli.own_claims import own_claims_in
from models.claim import ClaimId
from models.game import Game
from models.games import GAMES
from models.proof import Provable
from models.state_space import GameSize
from reports.proofs import settled_text
from verifier.modelcheck import check_claims
from verifier.own_claims.claims_file import read_claims
from verifier.own_claims.own_file import BadOwnFile, OwnText
from verifier.own_claims.provables import check_own, own_provables
from verifier.prove import ClaimDecision, Proved, Refuted, Unknown, crosscheck, decide
from verifier.prove_all import ClaimTask, Outcome, ProofRequest, Settled, perform, standing

LUCKY, FORTUNE = GAMES[0], GAMES[1]
PAGE = (Path(__file__).parent.parent / "docs" / "own-claims.md").read_text("utf-8")
EXAMPLES = "\n".join(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
OPEN = "PILE-IN-PLAY"


def claims_of(text: str, game: Game = LUCKY) -> dict[str, Provable]:
    file = read_claims(OwnText("my.claims", text))
    check_own(game, file, [game.proofs().small[0]])
    return {claim.id: claim for claim in own_provables(game, file)}


def decided(claim: Provable, game: Game = LUCKY, *, keep: bool = False) -> ClaimDecision:
    return decide(game, claim, game.proofs().small[0], 20, keep=keep)


def claiming(*lines: str) -> str:
    return "\n".join(['[[claim]]\nid = "c"', *lines])


@cache
def example(name: str) -> ClaimDecision:
    return decided(examples()[name])


@cache
def examples() -> dict[str, Provable]:
    return claims_of(EXAMPLES)


# --- the page


def test_the_page_has_six_examples_one_of_them_false() -> None:
    assert len(examples()) == 6 + 1
    assert "EXCHANGE-RAISES-MIDDLE" in examples()


@pytest.mark.parametrize("name", re.findall(r'^id = "(.*)"', EXAMPLES, re.MULTILINE))
def test_each_example_of_the_page_comes_out_as_it_is_told(name: str) -> None:
    claim, found = examples()[name.upper()], example(name.upper())
    assert found.word == ("unknown" if claim.id == OPEN else claim.expected), found.verdict


def test_a_false_claim_is_refuted_by_a_game_from_its_header_on() -> None:
    verdict = example("EXCHANGE-RAISES-MIDDLE").verdict
    assert isinstance(verdict, Refuted)
    assert verdict.case.whole
    last = verdict.case.steps[-1]
    assert last.move.source == "middle"
    assert len(last.before.middle) == len(last.after.middle)


# --- honest verdicts


def test_what_is_not_inductive_is_not_called_refuted_and_shows_the_table() -> None:
    claim, found = examples()[OPEN], example(OPEN)
    assert isinstance(found.verdict, Unknown)
    assert found.verdict.case is not None
    outcome = Outcome(claim.id, 2, found.verdict, 1, 0.0, 0.0, 0.0, (), ())
    text = settled_text(LUCKY, Settled(claim, (outcome,)), lambda role, words: words, whole=True)
    told = " ".join(text.split())
    assert "not inductive: here is a step from a table that keeps it" in told
    assert "perhaps no game reaches it" in told
    assert "revealed:" in told
    page = PAGE.split("```\nPILE-IN-PLAY")[1].split("```")[0]
    assert " ".join(page.split()) in told


def test_over_all_tables_such_a_table_refutes() -> None:
    claim = claims_of(claiming('over = "tables"', 'rests-on = ["LNC21"]', 'always = "turns < 30"'))["C"]
    assert isinstance(decided(claim).verdict, Refuted)
    assert "from any table that keeps LNC21, whether a game reaches it or not" in claim.scope


def test_what_exists_is_proved_by_a_game_and_refuted_by_there_being_none() -> None:
    there, nowhere = (
        claiming("within = 2", f'there-is-a-table-where = "sum(middle) {middle}"') for middle in ("== 2", "== 3")
    )
    found = decided(claims_of(there)["C"])
    assert isinstance(found.verdict, Proved)
    assert found.verdict.case is not None
    assert len(found.verdict.case.steps[-1].after.middle) == 2
    assert decided(claims_of(nowhere)["C"]).word == "refuted"


def test_an_assumption_that_no_turn_keeps_proves_nothing() -> None:
    text = claiming('assuming = "before.pile < 0"', 'after-every-turn = "False"', 'case-by-case = ["action"]')
    verdict = decided(claims_of(text)["C"]).verdict
    assert isinstance(verdict, Unknown)
    assert "contradict" in verdict.reason


def test_an_assumption_tells_counters_before_a_turn_from_those_behind_it() -> None:
    counter = "[counter.revealed]\nstart = 0\nturn = \"revealed + 1 if source == 'pile' else revealed\"\n"
    about = ("after.revealed == 1", "before.revealed == 1", "revealed == 1")
    texts = [claiming(f'assuming = "{each}"', "within = 1", 'after-every-turn = "False"') for each in about]
    found = [decided(claims_of(counter + each)["C"]) for each in texts]
    assert [each.word for each in found[:1]] == ["refuted"]  # a first turn reveals, and none did so before
    assert [each.word for each in found[1:]] == ["unknown", "unknown"]


def test_a_claim_within_some_turns_says_so_and_is_true_of_these_only() -> None:
    claims = claims_of(
        claiming("within = 1", 'always = "sum(middle) <= 1"')
        + '\n[[claim]]\nid = "d"\nwithin = 2\nalways = "sum(middle) <= 1"'
    )
    assert "up to 1 turns from the start" in claims["C"].scope
    assert [decided(claims[name]).word for name in "CD"] == ["proved", "refuted"]


def test_what_a_counter_reaches_has_no_limit() -> None:
    counter = '[counter.n]\nstart = 1000001\nturn = "n + 1"\n'
    assert decided(claims_of(counter + claiming('always = "n != 1000005"'))["C"]).word != "proved"


def test_a_counter_starts_at_the_first_table_of_a_game_however_it_is_asked_about() -> None:
    counter = '[counter.at_first]\nstart = "pile"\n'
    text = claiming("within = 0", 'always = "at_first == rules.clovers"')
    assert decided(claims_of(counter + text)["C"]).word == "proved"
    wrong = claiming("within = 0", 'always = "at_first == pile"')
    assert decided(claims_of(counter + wrong)["C"]).word == "refuted"


def test_that_there_is_nothing_stands_only_where_what_it_rests_on_is_proved() -> None:
    claim = claims_of(claiming('there-is-a-table-where = "pile < 0"'))["C"]
    outcome = Outcome(claim.id, 2, decided(claim).verdict, 1, 0.0, 0.0, 0.0, (), ())
    assert outcome.word == "refuted"
    assert [each.word for each in standing([claim], [outcome])] == ["unknown"]


def test_a_second_solver_confirms_own_claims() -> None:
    found = decided(examples()["FILLED-STAYS"], keep=True)
    crosscheck(LUCKY, found, 20)
    assert found.word == "proved"
    assert found.checked_by == ("z3", "cvc5")


def test_a_claim_may_rest_on_another_of_the_file() -> None:
    base = '[[claim]]\nid = "base"\nalways = "turns >= 0"\n'
    upper = 'id = "c"\nrests-on = ["base", "LNC21"]\nalways = "pile >= 0"\n'
    assert [*claims_of(f"{base}[[claim]]\n{upper}")["C"].rests_on] == ["LNC21", "LNC22", "BASE"]


# --- the same by other ways

AGAIN = {
    "LNC06": 'after-every-turn = "all(after.gardens[p][c] != None for p in players for c in cells if before.gardens[p][c] != None)"',
    "LNC07": "after-every-turn = \"implies(exchanges, after.ended != 'full')\"",
    "LNC09": 'after-every-turn = "count(after.full) <= 1"',
    "LNC24": 'over = "tables"\nafter-every-turn = "implies(action == \'exchange\', after.ended == None)"',
    "LNC51": "after-every-turn = \"after.pile == before.pile - (1 if source == 'pile' else 0)\"",
}


@pytest.mark.parametrize("name", AGAIN)
def test_a_claim_of_the_catalogue_comes_out_alike_in_a_users_words(name: str) -> None:
    ours = next(claim for claim in LUCKY.proofs().claims if claim.id == name)
    yours = claims_of(claiming(AGAIN[name]))["C"]
    assert decided(yours).word == ours.expected


def on_the_graph(claims: dict[str, Provable]) -> dict[str, bool]:
    space = LUCKY.state_spaces().open(GameSize(2, 5, 1, 2))
    _, found = check_claims(space, list(space.starts()), claims.values())
    return {each.claim.id: each.holds for each in found}


def test_the_graph_of_a_small_game_decides_own_claims_alike() -> None:
    texts = {
        "LNC07": AGAIN["LNC07"],
        "LNC24": AGAIN["LNC24"],
        "LNC51": AGAIN["LNC51"],
        "IN-ORDER": IN_ORDER,
        "FALSE": 'always = "sum(middle) == 0"',
    }
    claims = {
        name: claims_of(claiming(text).replace('"c"', f'"x{name}"', 1))[f"X{name}"] for name, text in texts.items()
    }
    found = on_the_graph(claims)
    assert found == {f"X{name}": name not in ("LNC24", "FALSE") for name in texts}


def test_graph_decides_the_claims_of_a_file_and_names_those_it_leaves(tmp_path: Path) -> None:
    file = tmp_path / "my.claims"
    ran = {}
    for name, more in {"good": 'always = "pile <= 3"', "bad": 'always = "pile <= 1"', "none": WITHIN}.items():
        file.write_text(claiming(more) + ("\n" + claiming(WITHIN).replace('"c"', '"d"') if name != "none" else ""))
        ran[name] = CliRunner().invoke(program(COMMANDS), ["graph", "--top", "3", "--claims", str(file), "--no-color"])
    assert {name: each.exit_code for name, each in ran.items()} == {"good": 0, "bad": 1, "none": 2}
    assert "holds (340 checked)" in ran["good"].stdout
    assert "left to `cloverproof prove`: D " in ran["good"].stderr
    assert "false, but claimed to be true" in ran["bad"].stdout
    assert "can be decided on a graph" in ran["none"].stderr


WITHIN = 'within = 1\nalways = "pile >= 0"'
IN_ORDER = '''always = """
all(g[c] < g[d] for g in gardens for c in cells for d in cells
    if c < d if c // rules.board.side == d // rules.board.side or c % rules.board.side == d % rules.board.side
    if g[c] != 0 and g[d] != 0)
"""'''


def test_the_other_game_has_claims_of_its_own_too() -> None:
    claims = claims_of(
        claiming(
            'always = "all(sum(h[t] for h in hands) + sum(w[t] for w in won) + count(x == t for x in line) <= 1 for t in numbers)"'
        ),
        FORTUNE,
    )
    assert decided(claims["C"], FORTUNE).word == "proved"
    text = claiming("within = 1", "there-is-a-table-where = \"side == 'large'\"")
    assert decided(claims_of(text, FORTUNE)["C"], FORTUNE).word == "proved"


# --- faults

FAULTS = {
    'always = "pil >= 0"': (3, 11, "'pil' is not known here", "did you mean pile?"),
    'always = "before.pile >= 0"': (3, 11, "there is no table before here", "stand alone"),
    'always = "gardens[1][e1] != 1"': (3, 22, "there is no cell 'e1'", "cells are a1 to b2"),
    'always = "implies(playing, pile >= 0"': (3, 11, "cannot be read", "a bracket is not closed"),
    'always = "pile => 0"': (3, 16, "cannot be read", "write == for equal"),
    'alway = "pile >= 0"': (3, 1, "'alway' is not known here", "did you mean always?"),
    'always = """\n  pile >= 0 and\n  plie == 0"""': (5, 3, "'plie' is not known", "did you mean pile?"),
    'always = "pile + 1"': (3, 11, "a number, not what is true or false", "compare it"),
    'always = "().__class__"': (3, 11, "has no part '__class__'", ""),
    'always = "__import__(1)"': (3, 11, "'__import__' is not known here", "known here: all"),
    'always = "(lambda: 1)()"': (3, 11, "cannot stand in a claim", ""),
    f'always = "{"not " * 900}True"': (3, 11, "nested too deeply", ""),
    f'always = "{" or ".join(["pile == 1"] * 900)}"': (3, 11, "at most 4000 characters", ""),
    'always = "gardens[3] == gardens[1]"': (3, 19, "no such place", "1 to 2"),
    'always = "gardens[1] == middle"': (3, 11, "a row of 4 is compared with a row of 5", ""),
    'always = "pile * pile >= 0"': (3, 11, "two unknown numbers", ""),
    'after-every-turn = "pile == 0"': (3, 21, "of which table", "before.pile or after.pile"),
    "after-every-turn = \"action == 'swap'\"": (3, 21, "none of the words", "'place', 'exchange', 'discard'"),
    'after-every-tun = "True"': (3, 1, "no move 'tun'", "after-every-turn"),
    'always = "True"\nrests-on = ["LNC99"]': (4, 1, "no claim can rest on 'LNC99'", "LNC01, LNC02, LNC21"),
    'always = "True"\nwithin = -3': (4, 1, "within counts", ""),
    'always = "True"\nexpect = "maybe"': (4, 1, "expect cannot be 'maybe'", "refuted (it is said to be false)"),
    'always = "True"\nafter-every-turn = "True"': (4, 1, "several things", ""),
    'after-every-turn = "True"\ncase-by-case = ["colour"]': (4, 1, "'colour' has no cases", "player"),
    'always = "True"\n[counter.x]\nstart = 0\ntrun = "x + 1"': (6, 1, "no move 'trun'", "turn"),
    'always = "True"\n[counter.pile]\nstart = 0': (4, 1, "pile is something of the game", ""),
    'always = "True"\n[counter.x]\nstart = 0\nfor-each = "p in plyers"': (6, 1, "'plyers' is no range", "players"),
    'always = "True"\n[[claim]]\nid = "C"\nalways = "True"': (5, 1, "stands there twice", ""),
    'always = "': (3, 11, "no TOML", ""),
}


@pytest.mark.parametrize("lines", FAULTS, ids=range(len(FAULTS)))
def test_what_is_wrong_is_told_with_its_place_and_what_is_known_there(lines: str) -> None:
    line, column, message, help = FAULTS[lines]
    with pytest.raises(BadOwnFile) as told:
        claims_of(claiming(lines))
    assert (told.value.line, told.value.column) == (line, column), told.value.message
    assert message in told.value.message
    assert help in told.value.help


def test_an_expression_that_is_endless_when_written_out_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.own_claims.evaluator.MOST_STEPS", 200)
    with pytest.raises(BadOwnFile, match="too large when written out"):
        claims_of(claiming('always = "sum(1 for a in cells for b in cells for c in cells for d in cells) > 0"'))


def test_a_claim_cannot_take_the_id_of_one_of_the_catalogue() -> None:
    with pytest.raises(BadOwnFile, match="LNC01 is a claim of the catalogue"):
        claims_of('[[claim]]\nid = "lnc01"\nalways = "True"')


def test_what_a_claim_says_cannot_speak_to_a_terminal() -> None:
    claim = claims_of(claiming('says = "a\\u001b[31mb\\nc"', 'always = "True"'))["C"]
    assert claim.statement == "a?[31mb c"


# --- the command


def files(folder: Path) -> Iterator[tuple[str, str]]:
    for name, text in (("good", 'always = "pile >= 0"'), ("bad", 'always = "pil >= 0"')):
        path = folder / f"{name}.claims"
        path.write_text(claiming(text), "utf-8")
        yield name, str(path)


def test_a_process_of_its_own_reads_the_file_again() -> None:
    own = OwnText("my.claims", claiming('after-every-turn = "count(after.full) <= 1"'))
    task = ClaimTask(LUCKY.key, ClaimId("C"), 2, ProofRequest(side=2, own=own))
    assert perform(task).word == "proved"


def test_the_command_says_what_is_wrong_in_a_file_and_where(tmp_path: Path) -> None:
    told = dict(files(tmp_path))
    words = [sys.executable, "-m", "cli.app", "claims", "--check", told["bad"]]
    ran = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode == 2
    assert re.search(r"^error: .*bad\.claims:3:11: 'pil' is not known here$", ran.stderr, re.MULTILINE)
    assert "help: did you mean pile?" in ran.stderr


def test_a_file_is_known_from_ids_by_its_point(tmp_path: Path) -> None:
    path = dict(files(tmp_path))["good"]
    assert own_claims_in(["LNC01", "c"], None) is None
    own = own_claims_in([path, "c"], None)
    assert own is not None
    assert own.game is LUCKY
    assert [claim.id for claim in own.claims()] == ["C"]
