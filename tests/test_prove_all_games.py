"""`--game all`: the claims about all games in one run, told apart by their game, with one summary and one exit code."""

import json
from collections.abc import Sequence

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from cli.app import COMMANDS, program
from cli.claims_of_games import claims_of_all
from models.games import GAMES
from models.reading import Malformed
from reports.schemas import schema
from verifier.claim_verdict import Proved
from verifier.prove_all import ClaimTask, Outcome, ProofRequest, tasks

OFFERING = [game for game in GAMES if game.offers("proofs")]


def run(*words: str) -> Result:
    return CliRunner().invoke(program(COMMANDS), list(words))


def told(*words: str) -> list[dict[str, object]]:
    ran = run("prove", *words, "-p", "2", "-j", "1", "--format", "json")
    assert ran.exit_code == 0, ran.output
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    for row in rows:
        jsonschema.validate(row, schema("prove"))
    return rows


def without_times(row: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in row.items() if key not in ("seconds", "building", "crosschecking", "game")}


def as_if_proved(todo: Sequence[ClaimTask], jobs: int) -> list[Outcome]:
    """Stand in for solvers where only is asked what is made of their answers."""
    return [Outcome(task.claim, task.players, Proved(), 1, 0.0, 0.0, 0.0, ("z3",), ()) for task in todo]


def test_all_claims_of_all_games_are_decided_as_they_are_game_by_game() -> None:
    wish = ProofRequest()
    together = [(task.game, task.claim, task.players) for part in claims_of_all([], wish) for task in part.tasks()]
    apart = [task for game in OFFERING for task in tasks(game, game.proofs().claims, wish)]
    assert together == [(task.game, task.claim, task.players) for task in apart]
    assert {game for game, _, _ in together} == {game.key for game in OFFERING}


def test_rows_name_their_game_and_say_else_what_they_say_without_it() -> None:
    together = told("LNC04", "GFC13", "--game", "all")
    assert [(row["claim"], row["game"]) for row in together] == [("LNC04", "lucky-numbers"), ("GFC13", "good-fortune")]
    apart = [*told("LNC04"), *told("GFC13")]
    assert all("game" not in row for row in apart)
    assert [without_times(row) for row in together] == [without_times(row) for row in apart]


@pytest.mark.parametrize(("claims", "code"), [("LNC04,GFC21", 0), ("LNC04,GFC13", 1), ("LNC05,GFC21", 1)])
def test_one_summary_counts_all_and_one_exit_code_tells_of_any(
    claims: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LNC05 and GFC13 are claimed to be false: here they come out as true."""
    monkeypatch.setattr("cli.prove.performed", as_if_proved)
    ran = run("prove", claims, "--game", "all")
    assert ran.exit_code == code
    end = f"{code} not as we claim" if code else "each as we claim"
    assert [line for line in ran.stdout.splitlines() if " claims: " in line] == [f"2 claims: 2 true; {end}"]


def test_whoever_asks_for_the_claims_of_one_game_is_told_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.prove.performed", as_if_proved)
    note = "--game all decides those about good-fortune too"
    assert note in run("prove").stderr
    for words in (["--game", "all"], ["--game", "lucky-numbers"], ["LNC04"]):
        assert note not in run("prove", *words).stderr


def test_a_game_is_decided_for_the_players_it_has_and_as_printed_without_gardens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parts = claims_of_all(["LNC01", "GFC02"], ProofRequest(players=(2, 3)))
    assert [part.wish.players for part in parts] == [(2, 3), (2,)]
    assert [part.game.key for part in claims_of_all([], ProofRequest(players=(3,)))] == ["lucky-numbers"]
    assert [part.wish.side for part in claims_of_all([], ProofRequest(side=2))] == [2, None]
    with pytest.raises(Malformed, match="too large"):
        claims_of_all([], ProofRequest(side=99))
    monkeypatch.setattr("cli.prove.performed", as_if_proved)
    for claims in (["LNC01", "GFC01"], ["GFC01"], []):
        ran = run("prove", *claims, "--game", "all", "--side", "3")
        assert ran.exit_code == (0 if claims else 1)  # some are claimed to be false
        assert "good-fortune is decided as printed: it has no gardens, so no --side" in ran.stderr
    assert "good-fortune is left out: it is for 2 players" in run("prove", "--game", "all", "-p", "3").stderr


@pytest.mark.parametrize("command", ["prove", "claims"])
def test_a_misspelled_game_is_answered_with_all_that_can_be_said(command: str) -> None:
    ran = run(command, "--game", "alll")
    assert ran.exit_code == 2
    assert "known: lucky-numbers, good-fortune, all" in ran.stderr


def test_claims_lists_those_of_all_games_with_and_without_it() -> None:
    assert run("claims", "--game", "all").stdout == run("claims").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("prove", "--mutants"), "--mutants is about one game"),
        (("prove", "--edition", "tiki-2020"), "--edition is about one game"),
        (("prove", "--rules", "docs/examples/once.rules"), "--rules is about one game"),
        (("prove", "my.claims"), "a file of claims is about one game"),
        (("prove", "LNC999"), "there is no claim 'LNC999'"),
        (("prove", "GFC02,LNC01", "--side", "99"), "too large"),
        (("prove", "GFC02", "-p", "4"), "not made for this size"),
        (("claims", "--matrix"), "--matrix is about one game"),
        (("claims", "--check", "my.claims"), "--check is about one game"),
    ],
)
def test_what_is_about_one_game_is_refused(words: tuple[str, ...], said: str) -> None:
    ran = run(*words, "--game", "all")
    assert ran.exit_code == 2
    assert said in ran.stderr
