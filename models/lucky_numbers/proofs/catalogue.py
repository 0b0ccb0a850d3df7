"""All claims about Lucky Numbers that are proved or refuted for all gardens and tables of a size."""

from models.game import Malformed, Reading
from models.lucky_numbers import events
from models.lucky_numbers.editions import EDITIONS, Rules, rules_of
from models.lucky_numbers.proofs import cycles, endings, fillings, invariance, placing, printed, setups, tournaments
from models.lucky_numbers.proofs.lines import log_of
from models.lucky_numbers.proofs.telling import draw, tell
from models.lucky_numbers.unknowns import KINDS, some_step
from models.lucky_numbers.values import step_with, values_of
from models.proof import Proofs, Provable, Symbols

GROUPS = (invariance, placing, fillings, setups, endings, cycles, printed, tournaments)
CLAIMS: tuple[Provable, ...] = tuple(
    sorted((claim for group in GROUPS for claim in group.CLAIMS), key=lambda claim: claim.id)
)
LARGEST_SIDE = 5


def _rules(edition: str | None, side: int | None, players: int) -> Rules:
    """Give the rules of a game with the printed numbers; raises Malformed where there are none."""
    if side is not None and side > LARGEST_SIDE:
        raise Malformed("value", "side", f"a side of {side} is too large to prove", f"it goes up to {LARGEST_SIDE}")
    header = events.GameEvent(
        format="", game="lucky-numbers", edition=edition or EDITIONS[0].key, players=players, side=side
    )
    return rules_of(header, Reading())


PROOFS = Proofs(
    symbols=Symbols(some_step, values_of, step_with, KINDS),
    claims=CLAIMS,
    rules=_rules,
    players=(2, 3, 4),
    log=log_of,
    tell=tell,
    draw=draw,
)
