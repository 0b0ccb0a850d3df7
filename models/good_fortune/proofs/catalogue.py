"""All claims about Good Fortune that are proved or refuted."""

from models.good_fortune import events
from models.good_fortune.assignments import SYMBOLS
from models.good_fortune.editions import EDITIONS, Rules, rules_of
from models.good_fortune.proofs import choosing, connecting, counts, play, printed, scores
from models.good_fortune.proofs.counterexamples import draw_case, log_of, steps_in_words
from models.good_fortune.proofs.forms import SMALL
from models.good_fortune.proofs.open_play import OPEN_PLAY
from models.good_fortune.result_views import result_view
from models.proof import Proofs, Provable
from models.reading import Malformed, Reading

GROUPS = (play, counts, connecting, scores, printed, choosing)
CLAIMS: tuple[Provable, ...] = tuple(
    sorted((claim for group in GROUPS for claim in group.CLAIMS), key=lambda claim: claim.id)
)


def _rules(edition: str | None, side: int | None, players: int) -> Rules:
    """Give the rules of the printed game; raises Malformed where there are none."""
    if side is not None:
        raise Malformed("value", "side", "the game has no gardens, so no side", "leave --side out")
    header = events.GameEvent(format="", game="good-fortune", edition=edition or EDITIONS[0].key, players=players)
    return rules_of(header, Reading())


PROOFS = Proofs(
    symbols=SYMBOLS,
    claims=CLAIMS,
    rules=_rules,
    players=(2,),
    log=log_of,
    tell=steps_in_words,
    draw=draw_case,
    small=SMALL,
    reading=lambda rules: Reading(changes=rules.changes),
    play=OPEN_PLAY,
    result=result_view,
)
