"""The commands `claims` and `prove`: verdicts, files for other solvers, traces, a second opinion."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import itf_py
import jsonschema
import pytest

from models.games import GAMES
from reports.schemas import schema
from tests.decisions import CLAIMS, GAME, PROOFS, claim_of, decision, fewest
from verifier.prove import LOGIC, Refuted, SolverQuery, Unknown, crosscheck, decide
from verifier.smt_solver import SOLVERS, SolverError, answer_of

# What a second solver is asked about a smaller board: at full size it takes it long (`tests.bench_prove --crosscheck`).
SIDE_2 = """LNC01 LNC02 LNC03 LNC05 LNC06 LNC07 LNC08 LNC09 LNC13 LNC16 LNC17 LNC18 LNC19 LNC21 LNC22 LNC23 LNC29 LNC30
LNC31 LNC32 LNC33 LNC37 LNC38 LNC39 LNC51 LNC52 LNC57 LNC58 LNC59 LNC60 LNC61 LNC62 LNC63 LNC66
LNC74 LNC75 LNC76 LNC77"""
SMALLER = dict.fromkeys(SIDE_2.split(), (2, 6)) | dict.fromkeys(("LNC25", "LNC26", "LNC27", "LNC41"), (3, 9))
if "CLOVERPROOF_FULL_SIZE" in os.environ:  # it takes a minute and a half more
    SMALLER = {name: size for name, size in SMALLER.items() if name < "LNC57"}
# Where it takes the second solver long to see that no case is smaller, it is asked only whether there is one.
VERDICT_ONLY = ("LNC28", "LNC36", "LNC37", "LNC44", "LNC46")


def cloverproof(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli.app", *words], capture_output=True, text=True, encoding="utf-8", check=False
    )


@cache
def listed() -> list[dict[str, Any]]:
    return [json.loads(line) for line in cloverproof("claims", "--format", "json").stdout.splitlines()]


def test_claims_lists_every_claim_and_keeps_its_schema() -> None:
    offering = [game for game in GAMES if game.offers("proofs")]
    assert [row["claim"] for row in listed()] == [claim.id for game in offering for claim in game.proofs().claims]
    for row in listed():
        jsonschema.validate(row, schema("claims"))
    text = cloverproof("claims").stdout
    assert all(claim.id in text for claim in CLAIMS)


def test_prove_tells_the_verdict_and_draws_what_refutes_a_claim() -> None:
    ran = cloverproof("prove", "LNC05", "LNC04", "--players", "2")
    assert ran.returncode == 0
    assert re.search(r"LNC05 +false, and that is what we claim: here is the case", ran.stdout)
    assert re.search(r"LNC04 +true, and proved", ran.stdout)
    assert "filled cells: 7" in ran.stdout
    assert "player 1 reveals 1 and leaves it" in ran.stdout
    assert "2 claims: 1 true, 1 false; each as we claim" in ran.stdout


def test_prove_writes_one_json_object_a_claim() -> None:
    ran = cloverproof("prove", "LNC05", "LNC04", "-p", "2", "--side", "3", "--format", "json")
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    for row in rows:
        jsonschema.validate(row, schema("prove"))
    by_claim = {row["claim"]: row for row in rows}
    assert by_claim["LNC04"]["verdict"] == "proved"
    assert by_claim["LNC04"]["witness"] is None
    assert by_claim["LNC05"]["witness"]["facts"]["filled cells"] == "5"
    assert by_claim["LNC05"]["checked_by"] == ["z3"]


def test_a_claim_that_is_not_decided_fails() -> None:
    ran = cloverproof("prove", "LNC36", "-p", "2", "--timeout", "0.001")
    assert ran.returncode == 1
    assert "LNC36  not decided, and claimed to be false" in ran.stdout
    assert "Not decided" in ran.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("LNC5",), "did you mean LNC05?"),
        (("LNC12", "x\x1b[31m"), "there is no claim"),
        (("--mutants", "LN31"), "did you mean LN301?"),
        (("--edition", "nope"), "known: tiki-2020"),
        (("--side", "9"), "too large to prove"),
        (("LNC42", "--side", "3"), "not made for this size"),
        (("--players", "7"), "7"),
        (("LNC12", "--timeout", "nan"), "nan is no number"),
        (("LNC12", "--smt2", "/proc/nowhere"), "cannot write to /proc/nowhere"),
        (("LNC12", "--itf", "README.md"), "cannot write to README.md"),
        (("LNC12", "--game", "good-fortune"), "it is a claim about lucky-numbers"),
        (("LNC12,GFC02",), "it is a claim about good-fortune"),
        (("--mutants", "--smt2", "nowhere"), "--mutants goes without --smt2"),
        (("--mutants", "--players", "3"), "--mutants goes without --players"),
    ],
)
def test_wrong_use_is_refused_before_anything_is_proved(words: tuple[str, ...], said: str) -> None:
    ran = cloverproof("prove", *words)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr
    assert "\x1b" not in ran.stderr


def test_claims_that_are_not_made_for_a_size_are_named() -> None:
    ran = cloverproof("prove", "lnc04, LNC43", "LNC04", "-p", "3")
    assert ran.returncode == 0
    assert "1 claim: 1 true;" in ran.stdout
    assert "not made for this size: LNC43" in ran.stderr


INTERRUPTED = """
import os, signal, sys
from cli.app import main
from verifier.smt_solver import Z3

def interrupted(self, text, tell=Z3.tell, said=sys.argv.pop(1)):
    if not os.path.exists(said):
        open(said, "w").close()
        os.kill(os.getppid(), signal.SIGINT)
    return tell(self, text)

Z3.tell = interrupted
main()
"""


@pytest.mark.parametrize("words", [("LNC02", "-p", "4", "-j", "1"), ("--mutants", "-j", "2")])
def test_a_solver_at_work_hears_ctrl_c(words: tuple[str, ...], tmp_path: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED, str(tmp_path / "said"), "prove", *words]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert (ended.returncode, ended.stdout) == (130, "")
    assert ended.stderr.strip() == "interrupted"
    assert (tmp_path / "said").exists()


def test_a_tournament_has_no_gardens_to_draw() -> None:
    told = cloverproof("prove", "LNC54", "-p", "3").stdout
    assert "points lost: 15" in told
    assert "player 1  " not in told


def test_a_mistake_is_shown_at_the_end_of_a_whole_line_of_play() -> None:
    told = cloverproof("prove", "LNC29", "-p", "2").stdout
    assert "the step breaks LN301" in told
    assert "play starts, 32 clovers are face down\n    player 1 reveals 2 and adds it on a2" in told


def test_without_cvc5_a_second_opinion_is_refused() -> None:
    code = (
        "import sys\nsys.modules['cvc5'] = None\nfrom cli.app import main\n"
        "sys.argv = ['cloverproof', 'prove', 'LNC12', '--crosscheck']\nmain()\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode == 2
    assert "pip install 'cloverproof[crosscheck]'" in ran.stderr


def test_each_mistake_is_listed_with_a_step_that_tells_it_apart() -> None:
    ran = cloverproof("prove", "--mutants", "ln301", "--format", "json")
    assert ran.returncode == 0
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    clause = next(clause for clause in GAME.clauses() if clause.id == "LN301")
    assert [row["mistake"] for row in rows] == list(clause.mutants())
    for row in rows:
        jsonschema.validate(row, schema("mistakes"))
        assert row["told_apart"]
    text = cloverproof("prove", "--mutants", "LN203").stdout
    assert "3 mistakes: 3 told apart by a step that a solver found" in text
    assert "Only the mistake allows: player" in text


def test_small_sides_and_the_old_edition_can_be_asked_about() -> None:
    ran = cloverproof("prove", "LNC12", "LNC41", "LNC25", "LNC34", "--side", "3", "--edition", "ravensburger-2012")
    assert ran.returncode == 0, ran.stdout


def test_the_files_for_other_solvers_are_plain_and_name_claim_and_clauses(tmp_path: Path) -> None:
    ran = cloverproof("prove", "LNC25", "-p", "2", "--side", "2", "--smt2", str(tmp_path))
    files = sorted(tmp_path.glob("*.smt2"))
    assert len(files) == 8
    assert "8 files" in ran.stderr
    for file in files:
        text = file.read_text("utf-8")
        assert "; claim LNC25" in text
        assert "; clauses: LN301" in text
        assert "(set-logic QF_LIA)" in text
        assert not re.search(r"forall|exists|Real|at-most|pbge", text.split("(set-logic")[1])
        answer = re.search(r"z3 answered (\w+)", text)
        assert answer
        plain = text.split("(set-logic QF_LIA)")[1]
        assert answer_of(SOLVERS["cvc5"](LOGIC, 20).tell(plain)) == answer[1]


def test_a_line_of_play_is_written_as_a_trace(tmp_path: Path) -> None:
    cloverproof("prove", "LNC15", "-p", "3", "--itf", str(tmp_path))
    trace = json.loads((tmp_path / "LNC15-3.itf.json").read_text("utf-8"))
    jsonschema.validate(trace, schema("itf"))
    assert trace["#meta"]["format"] == "ITF"
    states = trace["states"]
    assert [state["#meta"]["index"] for state in states] == list(range(len(states)))
    assert all(set(trace["vars"]) == set(state) - {"#meta"} for state in states)
    assert states[0]["action"] == "init"
    assert [state["action"] for state in states[-3:]] == ["take-exchange"] * 3
    first, last = states[-4], states[-1]
    assert all(first[name] == last[name] for name in ("gardens", "middle", "hidden", "pile", "last"))


def test_what_is_said_to_exist_is_written_as_a_trace_too(tmp_path: Path) -> None:
    claims = tmp_path / "my.claims"
    claims.write_text('[[claim]]\nid = "left"\nsays = "?"\nwithin = 2\nthere-is-a-table-where = "sum(middle) == 2"\n')
    ran = cloverproof("prove", str(claims), "-p", "2", "--side", "2", "--itf", str(tmp_path))
    assert "true" in ran.stdout
    trace = json.loads((tmp_path / "LEFT-2.itf.json").read_text("utf-8"))
    assert [len(state["middle"]) for state in trace["states"][-3:]] == [0, 1, 2]


def test_a_trace_is_what_readers_of_the_format_take(tmp_path: Path) -> None:
    cloverproof("prove", "LNC15", "-p", "3", "--itf", str(tmp_path))
    written = json.loads((tmp_path / "LNC15-3.itf.json").read_text("utf-8"))
    trace = itf_py.trace_from_json(written)
    assert trace.meta["varTypes"]["gardens"] == "Seq(Seq(Int))"
    assert list(trace.meta["varTypes"]) == trace.vars
    kinds = {"Int": int, "Str": str, "Bool": bool, "Seq(Int)": list, "Seq(Seq(Int))": list}
    for state in trace.states:
        assert {type(state.values[name]) for name in trace.vars} <= {int, str, bool, itf_py.itf.ImmutableList}
        assert all(isinstance(state.values[name], kinds[trace.meta["varTypes"][name]]) for name in trace.vars)
    assert (trace.states[0].values["pile"], trace.states[-1].values["pile"]) == (60, 46)
    assert trace.states[-1].values["gardens"][2][:6] == [2, 0, 0, 0, 0, 6]
    assert itf_py.trace_to_json(trace)["states"] == written["states"]


# A second opinion -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_second_solver_answers_every_question_alike_and_its_cases_are_replayed_too(claim: Any) -> None:
    side, top = SMALLER.get(claim.id, (None, None))
    found = replace(decision(claim.id, side=side, top=top))
    if claim.id in VERDICT_ONLY:
        found.files = [asked for asked in found.files if " at most " not in asked.goal]
        assert found.files[-1].answer == "sat"
    crosscheck(GAME, found, 120)
    assert not isinstance(found.verdict, Unknown), found.verdict
    assert found.word == claim.expected
    by_play = ("play",) if claim.id in ("LNC39", "LNC81", "LNC82") else ()
    assert found.checked_by == (("play",) if claim.id in ("LNC79", "LNC80") else ("z3", *by_play, "cvc5"))


def test_solvers_that_differ_prove_nothing() -> None:
    found = replace(decision("LNC12"))
    wrong = found.files[-1]
    found.files = [*found.files[:-1], SolverQuery(wrong.question, wrong.goal, wrong.clauses, wrong.text, "sat")]
    crosscheck(GAME, found, 60)
    assert isinstance(found.verdict, Unknown)
    assert "cvc5 says unsat" in found.verdict.reason


def test_the_crosscheck_option_names_both_solvers() -> None:
    ran = cloverproof("prove", "LNC04", "--crosscheck", "--format", "json")
    assert json.loads(ran.stdout)["checked_by"] == ["z3", "cvc5"]


def test_both_solvers_find_the_same_smallest_garden() -> None:
    claim = claim_of("LNC31")
    rules = PROOFS.rules(None, 2, fewest(claim))
    gardens = set()
    for solver in ("z3", "cvc5"):
        verdict = decide(GAME, claim, rules, 60, solver=solver).verdict
        assert isinstance(verdict, Refuted)
        gardens.add(verdict.case.steps[-1].after.gardens[0])
    assert len(gardens) == 1


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_a_solver_that_does_not_understand_says_so(name: str) -> None:
    with pytest.raises((SolverError, Exception)):
        SOLVERS[name](LOGIC, 5).tell("(assert (nonsense 1))")


# What must not be loaded ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["--version"], ["validate", "records"], ["claims"], ["explain", "LN301"]])
def test_commands_that_prove_nothing_do_not_load_a_solver(words: list[str]) -> None:
    code = (
        "import sys\nfrom cli.app import main\n"
        f"sys.argv = ['cloverproof', *{words!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('loaded', [name for name in ('z3', 'cvc5') if name in sys.modules], file=sys.stderr)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=False)
    assert "loaded []" in ran.stderr
