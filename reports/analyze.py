"""A recorded game, turn by turn, with what each decision gave away."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from models.solving import Words
from reports.style import Paint, count_of
from verifier.analyze import Analysed, Bounds, JudgedDecision

SLIGHT, GRAVE = Fraction(1, 10), Fraction(1, 2)
Mark = Literal["", "?!", "?", "??"]
Pair = Annotated[
    list[Annotated[str, Meta(pattern=r"^-?\d+(/\d+)?$")]],
    Meta(min_length=2, max_length=2, description="proven bounds, two fractions; equal where the value is known"),
]


class DecisionRow(Struct):
    """One decision of a turn, with worths as the player who decides sees them."""

    drawn: Annotated[int | None, Meta(description="the number in hand; null where there was none")]
    player: Annotated[int, Meta(ge=1, description="who decides")]
    move: Annotated[str, Meta(description="the name the game gives it, see docs/solve.md")]
    before: Annotated[Pair, Meta(description="what the position was worth")]
    after: Annotated[Pair, Meta(description="what was left of it")]
    best: Annotated[str, Meta(description="the best move as far as it is proven; the one made if none is better")]
    lost: Annotated[Pair, Meta(description="what the decision gave away")]
    exact: Annotated[bool, Meta(description="whether both worths are known")]


class TurnRow(Struct):
    """One turn of the output of `solve --analyze --format json`."""

    game: Annotated[int, Meta(ge=1, description="which game of the file")]
    turn: Annotated[int, Meta(ge=1, description="which turn of the game")]
    line: Annotated[int, Meta(ge=1)]
    player: Annotated[int, Meta(ge=0, description="whose turn it was; where both play in it, who decided first")]
    decisions: Annotated[list[DecisionRow], Meta(description="empty where the turn was not looked at")]
    mark: Annotated[
        Mark, Meta(description="the most a player surely gave away: `?!` below 1/10, `?` below 1/2, `??` from there on")
    ]
    why: Annotated[str | None, Meta(description="why it was not looked at")] = None


def mark(turn: Analysed, unit: int = 1) -> Mark:
    """Mark the most that a player surely gave away in a turn, as reports on chess games do: slight, a mistake, grave.

    `unit` tells how much of a worth is much.
    """
    return mark_of(max((turn.lost_by(player) for player in turn.players), default=Fraction(0)) / unit)


def mark_of(lost: Fraction) -> Mark:
    """Mark what was surely given away, as a part of what is much."""
    return "" if not lost else "?!" if lost < SLIGHT else "?" if lost < GRAVE else "??"


def turn_row(turn: Analysed, unit: int = 1) -> TurnRow:
    """Give a turn as data."""
    place = turn.turn
    rows = [
        DecisionRow(
            each.drawn or None,
            each.player,
            each.move,
            _pair(each.before),
            _pair(each.after),
            each.best,
            _pair(each.lost),
            each.before.exact and each.after.exact,
        )
        for each in turn.decisions
    ]
    return TurnRow(place.game, place.turn, place.line, place.player, rows, mark(turn, unit), turn.why or None)


def _pair(bounds: Bounds) -> list[str]:
    return [str(bounds.low), str(bounds.high)]


def analysis_text(turns: Sequence[Analysed], words: Words, paint: Paint, unit: int = 1) -> str:
    """Write the turns that were looked at, first to last, and what they gave away."""
    ordered = sorted(turns, key=lambda each: (each.turn.game, each.turn.turn))
    lines: list[str] = [paint("dim", "turn  player    move            was worth         left")]
    skipped: list[Analysed] = []
    for turn in ordered:
        if turn.why:
            skipped.append(turn)
            continue
        lines += _skipped(skipped, paint)
        skipped = []
        lines += _lines(turn, words, paint, unit)
    lines += _skipped(skipped, paint)
    return "\n".join([*lines, "", *_summary(ordered, unit)]) + "\n"


def progress(turn: Analysed, unit: int = 1) -> str:
    """Say in short what was found of a turn."""
    worth = turn.decisions[0].before
    lost = f", {mark(turn, unit)} gave away {_short(turn.gave_away)}" if turn.gave_away else ""
    return f"turn {turn.turn.turn}: worth {_worth(worth)}{lost}"


def _lines(turn: Analysed, words: Words, paint: Paint, unit: int) -> list[str]:
    """Write a line for each decision; who decides is named where it is not the same as before."""
    lines, before = [], 0
    for decision in turn.decisions:
        who = f"player {decision.player}" if decision.player != before else " " * len(f"player {decision.player}")
        number = "" if before else str(turn.turn.turn)
        sign = mark_of(decision.lost.low / unit)
        lines.append(_line(f"{number:>4}  {who}", sign, decision, words, paint))
        before = decision.player
    return lines


def _line(who: str, sign: Mark, decision: JudgedDecision, words: Words, paint: Paint) -> str:
    move = words.brief(decision.move, decision.drawn)
    text = f"{who}  {move:<14}  {_worth(decision.before):<16}  {_worth(decision.after)}"
    if not decision.lost.high:
        return text
    text = text.ljust(len(who) + 42)
    if decision.lost.low:
        best = words.brief(decision.best, decision.drawn)
        return text + paint("error", f"  {sign} gave away {_worth(decision.lost)}; best: {best}")
    return text + paint("dim", f"  gave away at most {_short(decision.lost.high)}")


def _worth(bounds: Bounds) -> str:
    return _short(bounds.low) if bounds.exact else f"{_short(bounds.low)} to {_short(bounds.high)}"


def _short(value: Fraction) -> str:
    """Write a bound; long fractions are rounded."""
    return str(value) if len(str(value)) <= 7 else f"{float(value):.4f}"


def _skipped(turns: Sequence[Analysed], paint: Paint) -> list[str]:
    """Sum up turns that were not looked at, those of one reason together."""
    lines = []
    for why in dict.fromkeys(turn.why for turn in turns):
        numbers = [turn.turn.turn for turn in turns if turn.why == why]
        which = f"turn{'' if len(numbers) == 1 else 's'} {_runs(numbers)}"
        lines.append(paint("dim", f"      {which} not looked at: {why}"))
    return lines


def _runs(numbers: Iterable[int]) -> str:
    """Write ascending numbers, runs of them as `3 to 7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return ", ".join(parts)


def _summary(turns: Sequence[Analysed], unit: int) -> list[str]:
    looked = [turn for turn in turns if turn.decisions]
    exact = sum(all(each.before.exact and each.after.exact for each in turn.decisions) for turn in looked)
    lines = [f"{count_of(len(looked), 'turn')} looked at, {exact} known exactly"]
    for player in sorted({player for turn in looked for player in turn.players}):
        losses = [each.lost.low for turn in looked for each in turn.decisions if each.player == player]
        lost = sum(losses, Fraction(0))
        marks = [mark_of(each / unit) for each in losses]
        counts = ", ".join(f"{marks.count(sign)} {sign}" for sign in ("?!", "?", "??") if sign in marks)
        lines.append(f"player {player} gave away {_short(lost)}" + (f" ({counts})" if counts else ""))
    return lines


def analysis_data(turns: Sequence[Analysed], unit: int = 1) -> list[dict[str, Any]]:
    """Give the turns as plain data, first to last."""
    import msgspec

    ordered = sorted(turns, key=lambda each: (each.turn.game, each.turn.turn))
    return [msgspec.to_builtins(turn_row(turn, unit)) for turn in ordered]
