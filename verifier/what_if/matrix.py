"""What each clause is good for: which claims change their verdict when it is mistaken, or left out."""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from models.changes import RuleChanges
from models.claim import ClaimId
from models.clause import Clause, ClauseId
from models.game import Game
from models.games import GAMES
from verifier.claim_verdict import Unknown
from verifier.parallel import map_in_order
from verifier.prove_all import KILLED, ProofRequest, gather_outcomes, outcome_of, tasks

LEFT_OUT = "left out"


class ClauseChange(Struct, frozen=True):
    """A clause with a known mistake, or one that is left out."""

    clause: ClauseId
    change: str

    def made(self, game: Game) -> RuleChanges:
        """Give it as what rules carry."""
        clause = next(clause for clause in game.clauses() if clause.id == self.clause)
        if self.change == LEFT_OUT:
            return RuleChanges(without=(clause.id,))
        return RuleChanges(instead=(clause.mutants()[self.change],))


class ChangedVerdict(Struct, frozen=True):
    """A claim whose verdict changes, and why it is not decided any more if it is not."""

    claim: ClaimId
    before: str
    after: str
    reason: str = ""


class MatrixRow(Struct, frozen=True):
    """A change of a clause and what it does to the claims; `failed` says why that is not known."""

    change: ClauseChange
    changed: tuple[ChangedVerdict, ...]
    failed: str = ""


def changes_of(clauses: Sequence[Clause]) -> list[ClauseChange]:
    """List the changes of clauses: each left out, and with each known mistake."""
    return [ClauseChange(clause.id, change) for clause in clauses for change in (LEFT_OUT, *clause.mutants())]


def matrix(game: Game, changes: Sequence[ClauseChange], wish: ProofRequest) -> Iterator[MatrixRow]:
    """Decide all claims under each change, one after another, in several processes."""
    work = partial(_rows, game.key, wish)
    for rows in map_in_order(work, changes, min(wish.jobs, len(changes)), _lost, size=1):
        yield from rows


def _lost(changes: list[ClauseChange]) -> list[MatrixRow]:
    return [MatrixRow(change, (), KILLED) for change in changes]


def _rows(key: str, wish: ProofRequest, changes: list[ClauseChange]) -> list[MatrixRow]:
    game = next(game for game in GAMES if game.key == key)
    return [row_of(game, wish, change) for change in changes]


def row_of(game: Game, wish: ProofRequest, change: ClauseChange) -> MatrixRow:
    """Decide all claims under a change."""
    under = game.under(change.made(game))
    claims = {claim.id: claim for claim in under.proofs().claims}
    outcomes = [outcome_of(under, claims[task.claim], task) for task in tasks(under, tuple(claims.values()), wish)]
    settled = gather_outcomes(claims.values(), outcomes)
    return MatrixRow(
        change,
        tuple(
            ChangedVerdict(
                each.claim.id,
                each.claim.expected,
                each.telling.word,
                each.telling.verdict.reason if isinstance(each.telling.verdict, Unknown) else "",
            )
            for each in settled
            if not each.as_stated
        ),
    )
