"""All claims about Lucky Numbers that are proved or refuted for all gardens and tables of a size."""

from msgspec.structs import replace

from models.lucky_numbers import events
from models.lucky_numbers.assignments import SYMBOLS
from models.lucky_numbers.editions import EDITIONS, FALLING, RISING, STRICT, Rules, rules_of
from models.lucky_numbers.garden import board
from models.lucky_numbers.proofs import (
    copies,
    cycle_lengths,
    cycles,
    editions_alike,
    endings,
    fillings,
    invariance,
    lengths,
    placing,
    printed,
    results,
    setups,
    shortcuts,
    soonest,
    starting,
    symmetries,
    tournaments,
    turns,
    unrepeated,
)
from models.lucky_numbers.proofs.counterexamples import draw_case, steps_in_words
from models.lucky_numbers.proofs.open_play import OPEN_PLAY
from models.lucky_numbers.proofs.traces import log_of
from models.proof import Proofs, Provable
from models.reading import Malformed, Reading

GROUPS = (
    invariance,
    lengths,
    turns,
    placing,
    shortcuts,
    cycle_lengths,
    fillings,
    setups,
    endings,
    soonest,
    cycles,
    printed,
    tournaments,
    results,
    copies,
    editions_alike,
    symmetries,
    starting,
    unrepeated,
)
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


def _small() -> tuple[Rules, ...]:
    """Give small games, and a large one, in which every knob of a clause can be turned."""
    small = Rules(board=board(2), top=5)
    return (
        small,
        replace(small, players=3, sets=3),
        replace(small, one_by_one=True),
        replace(small, equal_exchange=False),
        replace(small, again=RISING, variants=("bruno",)),
        replace(small, again=RISING + FALLING, variants=("bruno-any",)),
        Rules(edition=EDITIONS[1], one_by_one=True),
    )


PROOFS = Proofs(
    symbols=SYMBOLS,
    claims=CLAIMS,
    rules=_rules,
    players=(2, 3, 4),
    log=log_of,
    tell=steps_in_words,
    draw=draw_case,
    small=_small(),
    reading=lambda rules: Reading(answers=frozenset() if rules.equal_exchange else STRICT, changes=rules.changes),
    play=OPEN_PLAY,
)
