"""Rules that are otherwise: their file and its faults, what they do to claims, logs, graphs and puzzles."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from msgspec import structs
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.changes import RuleChanges
from models.clause import breached
from models.game import Game
from models.games import GAMES
from models.reading import Malformed, Reading
from models.state_space import GameSize
from reports.matrix_page import found_in
from reports.what_if import MatrixChangeRow, designers_page, matrix_row, matrix_summary
from tests.small_puzzles import problem_of
from verifier.explore import explore, longest_game
from verifier.finding import Finding
from verifier.judge import judge
from verifier.own_claims.claims_file import read_claims
from verifier.own_claims.own_file import BadOwnFile, OwnText
from verifier.own_claims.provables import own_provables
from verifier.prove import Proved, Refuted, Unknown, decide
from verifier.prove_all import ProofRequest
from verifier.prove_all import tasks as asked
from verifier.reference_solver import solve_plainly
from verifier.what_if.independence import forbidden_alone
from verifier.what_if.matrix import changes_of as changes_of_clauses
from verifier.what_if.matrix import row_of
from verifier.what_if.rules_file import RulesFile, read_rules

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "what-if.md").read_text("utf-8")
FILES = dict(re.findall(r"```toml\n# (\S+)\n(.*?)```", PAGE, re.DOTALL))
LUCKY = GAMES[0]
LOG = ROOT / "docs" / "examples" / "game.jsonl"


@cache
def rules_of(name: str) -> RulesFile:
    return read_rules(OwnText(name, FILES[name]))


def changes_of(text: str) -> RuleChanges:
    return read_rules(OwnText("my.rules", text)).changes()


def restricting(condition: str) -> str:
    return f'[[restriction]]\nid = "r"\nturn = "{condition}"'


def word(claim: str, changes: RuleChanges, side: int = 2) -> object:
    game = LUCKY.under(changes)
    proofs = game.proofs()
    asked = next(each for each in proofs.claims if each.id == claim)
    return decide(game, asked, proofs.rules(None, side, 2), 60).verdict


# The page -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["equal.rules", "keep-it.rules", "left-once.rules", "once.rules"])
def test_the_files_of_the_page_lie_among_the_examples(name: str) -> None:
    assert (ROOT / "docs" / "examples" / name).read_text("utf-8") == f"# {name}\n{FILES[name]}"


def test_claims_ends_with_1_where_a_verdict_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = tuple(claim for claim in LUCKY.proofs().claims if claim.id in ("LNC25", "LNC30"))
    monkeypatch.setattr("verifier.prove_all.tasks", lambda game, claims, wish: asked(game, some, wish))
    file = tmp_path / "equal.rules"
    file.write_text(FILES["equal.rules"])
    ran = CliRunner().invoke(program(COMMANDS), ["claims", "--rules", str(file), "--side", "2", "-p", "2", "-j", "1"])
    assert ran.exit_code == 1, ran.output
    assert "LNC30  false -> true" in ran.output


def test_a_turned_clause_changes_the_verdicts_that_the_page_tells() -> None:
    changes = rules_of("equal.rules").changes()
    found = word("LNC01", changes)
    assert isinstance(found, Refuted)
    step = found.case.steps[-1]
    garden = step.after.garden(step.move.player)
    assert sorted(garden) != sorted(set(garden))
    assert isinstance(word("LNC30", changes), Proved)
    assert isinstance(word("LNC06", changes), Proved)


def test_every_game_ends_where_everybody_exchanges_once_at_most() -> None:
    rules = rules_of("once.rules")
    game = rules.game.under(rules.changes())
    claims = read_claims(OwnText("ends.claims", FILES["ends.claims"]))
    (claim,) = own_provables(game, claims)
    assert decide(game, claim, game.proofs().rules(None, 2, 2), 60).word == "proved"
    assert not_shown_to_be_endless(rules.changes())


def not_shown_to_be_endless(changes: RuleChanges) -> bool:
    return isinstance(word("LNC14", changes), Unknown)


def test_the_graph_finds_no_cycle_there_either_and_the_longest_game_of_the_page() -> None:
    space = LUCKY.state_spaces().open(GameSize(2, 3, 2, changes=rules_of("once.rules").changes()))
    some = list(space.starts())[4:5]
    assert not explore(space, some).cycle
    assert longest_game(space, some) == 5


def test_a_taken_clover_can_be_placed_nowhere_once_the_exchange_is_used() -> None:
    found = word("LNC23", rules_of("once.rules").changes())
    assert isinstance(found, Refuted)
    assert found.case.broken == ("ONE-EXCHANGE",)


def test_validate_reports_what_breaks_a_restriction_as_the_page_shows_it() -> None:
    changes = rules_of("keep-it.rules").changes()
    told = judge(str(LOG), [LOG.read_bytes().splitlines()], Reading(changes=changes))
    found = [(each.line, each.clause) for each in told if isinstance(each, Finding) and not each.outside]
    assert found == [(9, "KEEP-IT"), (10, "KEEP-IT")]


def test_a_log_that_the_rules_cannot_judge_does_not_conform() -> None:
    lines, counter = LOG.read_bytes().splitlines(), '[counter.n]\nstart = 2\nturn = "999999999 * n"\n'
    for text, line in (('game = "good-fortune"\n' + restricting("False"), 1), (counter + restricting("n > 0"), 8)):
        told = judge(str(LOG), [lines], Reading(changes=changes_of(text)))
        refused = [each for each in told if isinstance(each, Finding) and each.clause.startswith("LOG")]
        assert [each.line for each in refused] == [line]


# By other ways --------------------------------------------------------------------------------------------------------


def test_the_turned_knob_gives_the_graph_of_the_strict_reading() -> None:
    changed = LUCKY.state_spaces().open(GameSize(2, 3, 2, changes=rules_of("strict.rules").changes()))
    strict = LUCKY.state_spaces().open(GameSize(2, 3, 2, answers=frozenset({"no-equal-exchange"})))
    one, other = (explore(space, space.starts()) for space in (changed, strict))
    assert (one.tables, one.moves, one.chances) == (other.tables, other.moves, other.chances)


def test_a_restriction_reads_a_counter_as_it_is_behind_the_turn_too() -> None:
    behind = FILES["once.rules"].replace("exchanged[mover] == 0", "after.exchanged[mover] <= 1")
    assert behind != FILES["once.rules"]
    spaces = [LUCKY.state_spaces().open(GameSize(2, 3, 2, changes=changes_of(FILES["once.rules"])))]
    spaces.append(LUCKY.state_spaces().open(GameSize(2, 3, 2, changes=changes_of(behind))))
    one, other = (explore(space, list(space.starts())[4:5]) for space in spaces)
    assert (one.tables, one.moves) == (other.tables, other.moves)


def test_a_puzzle_is_solved_without_what_a_restriction_forbids() -> None:
    problem = problem_of(gardens=["1 3/. 4", "1 3/. 4"], top=5, pile=[5], middle=[2, 2])
    under = LUCKY.positions().under
    assert under is not None
    changed = under(problem, changes_of(restricting("action != 'place'")))
    assert solve_plainly(problem).value == 1
    assert "take 2 a2" not in changed.start.moves()
    assert solve_plainly(changed).value < 1


GRANTED = [
    ("LN204", "a left clover vanishes", '"player":1,"from":"pile","clover":3,"action":"discard"'),
    ("LN301", "equal numbers pass", '"player":1,"from":"pile","clover":3,"action":"place","cell":"a2"'),
    ("LN303", "the old clover vanishes", '"player":1,"from":"pile","clover":3,"action":"exchange","cell":"b1"'),
]


@pytest.mark.parametrize(("clause", "mistake", "keys"), GRANTED)
@pytest.mark.parametrize("left_out", [True, False])
def test_a_legal_move_is_told_as_refused_whether_the_clause_that_grants_it_is_left_out_or_not(
    clause: str, mistake: str, keys: str, left_out: bool
) -> None:
    changed = "left-out = true" if left_out else f'mistake = "{mistake}"'
    reading = Reading(changes=changes_of(f'[[clause]]\nid = "{clause}"\n{changed}'))
    lines = [*LOG.read_bytes().splitlines()[:8], f'{{"event":"refused",{keys}}}'.encode()]
    found = [each for each in judge("log", [lines], reading) if isinstance(each, Finding) and not each.outside]
    assert [(each.clause, each.kind) for each in found] == [(clause, "refused-legal")]
    assert (f"{clause} is left out" in found[0].fault.message) == left_out
    wrong = lines[-1].replace(b'"player":1', b'"player":2')
    assert all(each.outside for each in judge("log", [[*lines[:-1], wrong]], reading) if isinstance(each, Finding))


def test_a_clause_that_is_left_out_is_not_asked() -> None:
    assert isinstance(word("LNC56", changes_of('[[clause]]\nid = "LN401"\nleft-out = true')), Refuted)


def test_a_mistake_of_the_other_game_changes_its_claims() -> None:
    text = 'game = "good-fortune"\n[[clause]]\nid = "GF207"\nleft-out = true'
    rules = read_rules(OwnText("my.rules", text))
    game = rules.game.under(rules.changes())
    claim = next(each for each in game.proofs().claims if each.id == "GFC09")
    assert decide(game, claim, game.proofs().rules(None, None, 2), 60).word != claim.expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[clause]]\nid = "LN401"\nleft-out = true', "a changed LN401 cannot be explored"),
        ('[[clause]]\nid = "LN204"\nmistake = "a left clover vanishes"', "clovers come or vanish"),
    ],
)
def test_what_the_graph_cannot_tell_is_refused(text: str, message: str) -> None:
    size = GameSize(2, 3, 2, changes=changes_of(text))
    with pytest.raises(Malformed, match=message):
        explored(size)


def explored(size: GameSize) -> None:
    space = LUCKY.state_spaces().open(size)
    explore(space, space.starts())


# Faults of a file -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "message", "help"),
    [
        ("", (1, 1), "nothing is otherwise", "what-if.md"),
        ('[[clause]]\nid = "LN31"', (2, 1), "there is no clause 'LN31'", "did you mean LN301?"),
        ('[[clause]]\nid = "LN301"', (1, 1), "LN301 is as it was", "left-out = true"),
        ('[[clause]]\nid = "LN301"\nmistake = "none"', (3, 1), "no known mistake in LN301", "equal numbers pass"),
        (
            '[[clause]]\nid = "LN301"\nknobs = { reach_in_row = "x" }',
            (3, 1),
            "reach_in_row cannot be 'x'",
            "a whole number",
        ),
        ('[[clause]]\nid = "LN301"\nknobs = { distinct = false }', (3, 1), "that is LN301 as it is", "turn a knob"),
        ('[[clause]]\nid = "LN301"\nknobs = { x = 1 }', (3, 1), "no knob of LN301", "always_strict: true or false"),
        (restricting("exchangd[mover] == 0"), (3, 9), "'exchangd' is not known here", "exchanges"),
        ('[[restriction]]\nid = "LN301"\nturn = "True"', (2, 1), "LN301 is a clause of the game", "another id"),
        ('[[restriction]]\nid = "r"', (1, 1), "R forbids nothing", "every turn must keep"),
        ('game = "chess"\n' + restricting("True"), (1, 1), "'chess' is not known", "good-fortune"),
        ('game = "good-fortune"\n[counter.n]\nstart = 0\n' + restricting("m"), (6, 9), "'m' is not known here", "n"),
        ('game = "good-fortune"\n' + restricting("laid[0].fate == 'won'"), (4, 9), "'fate' is not known", "tile, end"),
        (f"[counter.n]\nstart = {10**10}\n" + restricting("True"), (2, 1), "too large", "numbers go up to"),
        ("[[clause]\n", (1, 9), "no TOML", "[[restriction]]"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(
    text: str, place: tuple[int, int], message: str, help: str
) -> None:
    with pytest.raises(BadOwnFile) as wrong:
        changes_of(text)
    assert (wrong.value.line, wrong.value.column) == place
    assert message in wrong.value.message
    assert help in wrong.value.help


def test_claims_shows_what_changes_and_says_first_what_is_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "strict.rules"
    file.write_text(FILES["strict.rules"])
    command = [sys.executable, "-m", "cli.app", "prove", "LNC15", "--rules", str(file), "--side", "2", "-p", "2"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.startswith("what if: LN301: always_strict = True\n")
    assert "LNC15  not decided, and claimed to be false" in ran.stdout


# What clauses are good for --------------------------------------------------------------------------------------------


def test_without_the_clause_that_ends_play_turns_are_legal_once_play_is_over() -> None:
    clause = next(clause for clause in LUCKY.clauses() if clause.id == "LN401")
    assert [each.change for each in changes_of_clauses([clause])] == ["left out", *clause.mutants()]
    left_out, *_ = changes_of_clauses([clause])
    game = with_claims("LNC04", "LNC56")
    claims = game.proofs().claims
    row = row_of(game, ProofRequest(side=2, players=(2,)), left_out)
    assert [(each.claim, each.before, each.after) for each in row.changed] == [("LNC56", "proved", "refuted")]
    assert "no longer holds: No turn is legal once play is over. (LNC56)" in designers_page(
        game, [matrix_row(row)], "2 players"
    )
    assert "1 of 1 change of clauses" in matrix_summary([row], [claim.id for claim in claims])
    assert "by none: LNC04" in matrix_summary([row], [claim.id for claim in claims])


def test_what_a_clause_alone_forbids_is_told_with_how_it_can_come_about() -> None:
    few = [clause for clause in LUCKY.clauses() if clause.id in ("LN102", "LN209", "LN301", "LN502")]
    told = {f"{each.clause.id} {each.kind.__name__}": each for each in forbidden_alone(LUCKY, few, 20)}
    assert told["LN209 Turn"].word == "forbids none"
    assert told["LN102 Placing"].word == "alone, but from no table of a game"
    assert told["LN502 Placing"].word == "alone, but only by what a log tells of the table after the move"
    assert told["LN301 Turn"].word == "alone"
    step = told["LN301 Turn"].step
    assert step is not None
    assert [clause.id for clause in breached(LUCKY.clauses(), step)] == ["LN301"]


def test_the_page_of_what_rules_do_tells_what_is_found_now() -> None:
    for game in GAMES:
        rows = found_in(game)
        changes = [row for row in rows if isinstance(row, MatrixChangeRow)]
        assert {row.clause for row in rows} <= {clause.id for clause in game.clauses()}
        assert {claim for row in changes for claim in row.changed} <= {claim.id for claim in game.proofs().claims}
        assert not [row for row in changes if row.failed]
    clause = next(clause for clause in LUCKY.clauses() if clause.id == "LN204")
    told = next(row for row in found_in(LUCKY) if isinstance(row, MatrixChangeRow) and row.clause == clause.id)
    some = ("LNC04", "LNC06", "LNC66")
    game = with_claims(*some)
    row = matrix_row(row_of(game, ProofRequest(side=2, players=(2,)), changes_of_clauses([clause])[0]))
    assert row.changed == {"LNC06": "refuted", "LNC66": "refuted"}
    assert row.changed == {claim: word for claim, word in told.changed.items() if claim in some}
    page = (ROOT / "docs" / "what-rules-do.md").read_text("utf-8")
    assert "- no longer holds: A filled cell never becomes empty. (LNC06)" in page


def with_claims(*ids: str) -> Game:
    """Give the game as if these were all of its claims."""
    proofs = structs.replace(LUCKY.proofs(), claims=tuple(claim for claim in LUCKY.proofs().claims if claim.id in ids))
    return structs.replace(LUCKY, proofs=lambda: proofs)
