"""Claims that several tests look at, each decided once for its fewest players at full size."""

from functools import cache

from msgspec.structs import replace

from models.claim import ClaimId
from models.games import GAMES
from models.proof import Provable
from verifier.prove import ClaimDecision, decide

GAME = GAMES[0]
PROOFS = GAME.proofs()
CLAIMS = PROOFS.claims


def claim_of(name: str) -> Provable:
    """Find a claim by its id."""
    return next(claim for claim in CLAIMS if claim.id == ClaimId(name))


def fewest(claim: Provable) -> int:
    """Give the fewest players a claim is about."""
    return next(n for n in PROOFS.players if claim.applies(PROOFS.rules(None, None, n)))


@cache
def decision(name: str, players: int | None = None, side: int | None = None, top: int | None = None) -> ClaimDecision:
    """Decide a claim, keeping all that was asked."""
    claim = claim_of(name)
    rules = PROOFS.rules(None, side, players or fewest(claim))
    return decide(GAME, claim, replace(rules, top=top or rules.top), 120, keep=True)
