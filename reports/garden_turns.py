"""The chance to fill a garden, and how many turns that takes, in text and in JSON."""

from fractions import Fraction

from models.gardens import Completability, Filling, Shuffles
from reports.garden import per_cent
from reports.garden_rows import ChanceRow, ExpectedRow, SampledRow, TakenRow
from reports.style import Paint, count_of, uncolored
from verifier.analyze import Interval
from verifier.expected_turns import Expected, FillChance, Taken

LAID = "each laid where the fewest draws are left"


def chance_text(chance: FillChance, shuffles: Shuffles) -> str:
    """Say how likely the next reveals alone fill the garden."""
    count = chance.reveals
    revealed = f"the next {count_of(count, 'reveal')}" if count > 1 else "the next reveal"
    if chance.exact is not None:
        return f"\nChance that {revealed} alone can fill it, playing best: {_exact(chance.exact)}.\n"
    found = chance.sampled
    assert found is not None
    lines = [
        "",
        f"Chance that {revealed} alone fill it, sampled: {per_cent(found.mean)}"
        f" ({per_cent(found.low)} to {per_cent(found.high)}).",
        f"({_orders(shuffles)}, {LAID}; playing best it is no lower.)",
    ]
    if chance.fewer is not None:
        fewer, share = chance.fewer
        lines.append(f"Counted exactly: {count_of(fewer, 'reveal')} can fill it with {_exact(share)}.")
    return "\n".join(lines) + "\n"


def _exact(probability: Fraction) -> str:
    return str(probability) if probability.denominator == 1 else f"{probability} (about {float(probability):.3%})"


def _orders(shuffles: Shuffles) -> str:
    return f"{shuffles.orders:,} orders of the face-down clovers, seed {shuffles.seed}"


def expected_text(laid: Filling, found: Expected, outlook: Completability, paint: Paint = uncolored) -> str:
    """Say how many own turns it takes, and what each clover of the middle saves."""
    turns, mean = found.turns, found.turns.mean
    shown = f"about {mean.mean:.1f}" if not turns.unfilled else f"{mean.mean:.1f} or more"
    lines = [
        "",
        f"Own turns that reveal a clover each, sampled: {paint('strong', shown)} on average"
        f" ({mean.low:.1f} to {mean.high:.1f}).",
    ]
    within = [f"{words} within {turn}" for words, turn in (("half", turns.half), ("nine in ten", turns.most)) if turn]
    told = [", ".join(within)] if within else []
    if turns.unfilled:
        told.append(f"{per_cent(turns.unfilled)} not with all {count_of(sum(found.shuffles.pile), 'clover')}")
    if told:
        lines.append(f"Of the orders it is full in {'; in '.join(told)}.")
    if outlook.turns is not None:
        lines.append(f"With whatever clovers are wanted: {count_of(len(outlook.turns), 'turn')}.")
    lines.append(f"({_orders(found.shuffles)}, {LAID}.)")
    if found.middle:
        lines += ["", "What taking a clover from the middle now saves, its own turn counted:", ""]
        lines += [_taken(laid, each, paint) for each in found.middle]
    return "\n".join(lines) + "\n"


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
    return ChanceRow(chance.reveals, sampled=_sampled(chance.sampled, shuffles))


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
