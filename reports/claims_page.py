"""The page of all claims: what is claimed, what became of it, and the gardens that show it to be false."""

import os

from models.claim import ClaimId
from models.game import Game
from models.games import GAMES
from models.proof import Counterexample
from reports.boards import drawing, side_by_side
from reports.style import uncolored
from reports.verdict_words import SHORT, verdict_words
from verifier.prove_all import ClaimTask, Outcome, ProofRequest, perform, tasks, witness_of

HEAD = """# Claims

Generated: `cloverproof prove` decides every claim below, each over all gardens or tables of the size it names, not
over samples, and for the set-up of the edition that is named first (`--edition` decides another one). *True* means
proved: no values at all speak against it. *False* comes with a case, which is replayed through the clauses before
anybody sees it, and through the judge as a log where it is a whole game from its header on (each case says so). That
some statements are false is what we claim, for they show what the rules allow. `cloverproof prove LNC05` prints a case
with its whole line of play; `--crosscheck` lets a second solver answer the same questions.

What the proofs are made of: each clause states itself a second time, as a formula over a table, a move on it and the
table after it (`term`, in another way than its check). A turn is legal if all these formulas hold. Claims about play go
by induction: what holds before the first event, and after every event that keeps all clauses, holds on every table.
No claim is bounded in the number of turns where it does not say so; lines of play that show one to be false are of
course finite. Nobody concedes in them where the claim is not about that, for no rule book knows it, and no house rule
is in force. What is proved of all tables and turns holds behind concessions too, where the claim does not say
otherwise. A claim is not proved unless those that it rests on are. The cases below are for the fewest players a claim
is about.

Three descriptions of a step are compared: the clauses' checks, their formulas, and the engine, on every turn one can
think of from every table of small games, and on steps of sound and faulty games at full size. `cloverproof graph
--claims` decides claims a second time, on the whole graph of a small game; there they come out as they do here.
"""


def claims_page() -> str:
    """Write the page. It decides every claim for the fewest players, which takes some seconds."""
    lines = [HEAD]
    for game in (game for game in GAMES if game.offers("proofs")):
        outcomes = _decided(game)
        lines += [f"## {game.title}", "", "| claim | verdict | statement |", "| --- | --- | --- |"]
        for claim in game.proofs().claims:
            lines.append(
                f"| [{claim.id}](#{claim.id.lower()}) | {SHORT[outcomes[claim.id].word]} | {claim.statement} |"
            )
        for claim in game.proofs().claims:
            rests = f" It rests on {', '.join(claim.rests_on)}." if claim.rests_on else ""
            told = verdict_words(outcomes[claim.id].word, claim.expected).capitalize()
            lines += ["", f"### {claim.id}", "", f"{claim.statement} **{told}.**", ""]
            graph = " `graph --claims` decides it too." if claim.look else ""
            case = witness_of(outcomes[claim.id])
            lines.append(f"Over {claim.scope}.{rests} {claim.why}{graph}{_replayed(case)}")
            lines += _drawn(game, case) if case is not None else []
    return "\n".join(lines).rstrip() + "\n"


def _decided(game: Game) -> dict[ClaimId, Outcome]:
    from concurrent.futures import ProcessPoolExecutor

    players = game.proofs().players
    fewest: dict[ClaimId, ClaimTask] = {}
    for task in tasks(game, game.proofs().claims, ProofRequest(players=players)):
        fewest.setdefault(task.claim, task)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return {outcome.claim: outcome for outcome in pool.map(perform, fewest.values())}


def _replayed(case: Counterexample | None) -> str:
    """Tell how a case was replayed."""
    if case is None:
        return ""
    if case.whole:
        return " The case is a whole game, judged as a log too."
    return " The case is no whole game: the clauses are asked about its steps, and no log is judged."


def _drawn(game: Game, case: Counterexample) -> list[str]:
    pictures = [drawing(picture, uncolored) for picture in game.proofs().draw(case)]
    drawn = side_by_side(pictures)
    told = [each.words for each in game.proofs().tell(case.steps)][1:]
    facts = [f"{name}: {value}" for name, value in case.facts]
    return ["", "```text", *drawn, *facts, *told[-4:], "```"]
