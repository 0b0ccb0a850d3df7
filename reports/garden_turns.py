"""The chance to fill a garden, and how many turns that takes, in text and in JSON."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import UNSET
from msgspec.structs import replace

from models.gardens import Completability, Filling, Shuffles
from reports.garden import per_cent
from reports.garden_rows import ChanceRow, CountedRow, ExpectedRow, SampledRow, TakenRow
from reports.style import Paint, broken_lines, count_of, uncolored
from verifier.analyze import Interval
from verifier.expected_turns import Expected, FillChance, Taken

LAID = "each laid where the fewest draws are left"


def chance_text(chance: FillChance, shuffles: Shuffles) -> str:
    """Say how likely the next reveals alone fill the garden."""
    count = chance.reveals
    revealed = f"the next {count_of(count, 'reveal')}" if count > 1 else "the next reveal"
    if chance.exact is not None:
        return _broken(["", f"Chance that {revealed} alone can fill it, playing best: {_exact(chance.exact)}."])
    found = chance.sampled
    assert found is not None
    told = [
        f"Chance that {revealed} alone can fill it, playing best: at least about {per_cent(found.low)}.",
        f"It is no lower than by a policy, by which it is sampled as {per_cent(found.mean)}"
        f" (95 % interval {per_cent(found.low)} to {per_cent(found.high)}):",
        f"({_orders(chance.orders, shuffles.seed)}, {LAID}.)",
    ]
    if chance.fewer is not None:
        fewer, share = chance.fewer
        told.append(f"Counted exactly: {count_of(fewer, 'reveal')} can fill it with {_exact(share)}.")
    return _broken(["", *told])


def _broken(lines: Iterable[str]) -> str:
    """Give lines of prose, broken where the terminal ends."""
    return "\n".join(part for line in lines for part in broken_lines(line, 2)) + "\n"


def _exact(probability: Fraction) -> str:
    return str(probability) if probability.denominator == 1 else f"{probability} (about {float(probability):.3%})"


def _orders(orders: int, seed: int) -> str:
    return f"{orders:,} orders of the face-down clovers, seed {seed}"


def expected_text(laid: Filling, found: Expected, outlook: Completability, paint: Paint = uncolored) -> str:
    """Say how many own turns it takes, and what each clover of the middle saves."""
    turns, mean = found.turns, found.turns.mean
    if turns.unfilled == 1:
        lines = [f"Sampled: none of the orders fills it, with all {count_of(sum(found.shuffles.pile), 'clover')}."]
    else:
        shown = f"{'at least' if turns.unfilled else 'about'} {mean.mean:.1f}"
        lines = [
            f"Own turns that reveal a clover each, sampled: {shown} on average ({mean.low:.1f} to {mean.high:.1f}).",
            *_within(found),
        ]
    if outlook.turns is not None:
        lines.append(f"With whatever clovers are wanted: {count_of(len(outlook.turns), 'turn')}.")
    told = _broken(["", *lines, f"({_orders(found.shuffles.orders, found.shuffles.seed)}, {LAID}.)"])
    if found.middle:
        told += _broken(["", "What taking a clover from the middle now saves, its own turn counted:", ""])
        told += "".join(f"{_taken(laid, each, paint)}\n" for each in found.middle)
    return told


def _within(found: Expected) -> list[str]:
    """Say within how many turns most orders fill the garden, and how many do not."""
    turns = found.turns
    within = [
        f"{words} within {turn}" for words, turn in (("half fill it", turns.half), ("nine in ten", turns.most)) if turn
    ]
    told = [", ".join(within)] if within else []
    if turns.unfilled:
        verb = "do not" if within else "do not fill it"
        told.append(f"{per_cent(turns.unfilled)} {verb} with all {count_of(sum(found.shuffles.pile), 'clover')}")
    return [f"Of the orders {'; '.join(told)}."] if told else []


def _taken(laid: Filling, taken: Taken, paint: Paint) -> str:
    if taken.cell is None:
        return f"  {taken.clover:>2}         fits nowhere"
    place = f"{taken.clover:>2} to {laid.grid.names[taken.cell]}"
    told = f"{taken.saves.mean:5.1f} turns ({taken.saves.low:.1f} to {taken.saves.high:.1f})"
    if not taken.matters:
        return f"  {place}  {'no turn':<11}  {'' if taken.saves.mean <= 0 else told.strip()}".rstrip()
    after = "" if taken.turns is None else f"  {count_of(taken.turns, 'turn')} at least after it"
    return f"  {paint('good', place)}  {told}{after}"


def chance_row(chance: FillChance, shuffles: Shuffles) -> ChanceRow:
    """Give the JSON form."""
    if chance.exact is not None:
        return ChanceRow(chance.reveals, str(chance.exact))
    assert chance.sampled is not None
    counted = UNSET if chance.fewer is None else CountedRow(chance.fewer[0], str(chance.fewer[1]))
    sampled = _sampled(chance.sampled, replace(shuffles, orders=chance.orders))
    return ChanceRow(chance.reveals, sampled=sampled, policy=LAID, bound="lower", counted=counted)


def expected_row(laid: Filling, found: Expected) -> ExpectedRow:
    """Give the JSON form."""
    turns, shuffles, names = found.turns, found.shuffles, laid.grid.names
    middle = [
        TakenRow(
            each.clover,
            None if each.cell is None else names[each.cell],
            each.completions,
            each.turns,
            _sampled(each.saves, shuffles),
            each.matters,
        )
        for each in found.middle
    ]
    return ExpectedRow(_sampled(turns.mean, shuffles), turns.half, turns.most, round(turns.unfilled, 6), middle)


def _sampled(found: Interval, shuffles: Shuffles) -> SampledRow:
    mean, low, high = (round(value, 6) for value in (found.mean, found.low, found.high))
    return SampledRow(mean, low, high, shuffles.orders, shuffles.seed)
