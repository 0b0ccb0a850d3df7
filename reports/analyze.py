"""A recorded game, turn by turn, with what each decision gave away."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from models.position import DRAW, LEAVE
from reports.style import Paint, counted
from verifier.analyze import Analysed, Bounds, Decision

SLIGHT, GRAVE = Fraction(1, 10), Fraction(1, 2)
Mark = Literal["", "?!", "?", "??"]
Pair = Annotated[
    list[Annotated[str, Meta(pattern=r"^-?\d+(/\d+)?$")]],
    Meta(min_length=2, max_length=2, description="proven bounds, two fractions; equal where the value is known"),
]


class DecisionRow(Struct):
    """One decision of a turn, with worths as the player who decides sees them."""

    drawn: Annotated[int | None, Meta(description="the clover in hand; null where there was none")]
    move: Annotated[str, Meta(description="`draw` or `take N CELL`; with a clover in hand `CELL`, or `-` to leave it")]
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
    player: Annotated[int, Meta(ge=0)]
    decisions: Annotated[list[DecisionRow], Meta(description="empty where the turn was not looked at")]
    mark: Annotated[Mark, Meta(description="surely given away: `?!` below 1/10, `?` below 1/2, `??` from there on")]
    why: Annotated[str | None, Meta(description="why it was not looked at")] = None


def mark(turn: Analysed) -> Mark:
    """Mark what a turn surely gave away, as reports on chess games do: slight, a mistake, grave."""
    lost = turn.gave_away
    return "" if not lost else "?!" if lost < SLIGHT else "?" if lost < GRAVE else "??"


def turn_row(turn: Analysed) -> TurnRow:
    """Give a turn as data."""
    place = turn.turn
    rows = [
        DecisionRow(
            each.drawn or None,
            each.move,
            _pair(each.before),
            _pair(each.after),
            each.best,
            _pair(each.lost),
            each.before.exact and each.after.exact,
        )
        for each in turn.decisions
    ]
    return TurnRow(place.game, place.turn, place.line, place.player, rows, mark(turn), turn.why or None)


def _pair(bounds: Bounds) -> list[str]:
    return [str(bounds.low), str(bounds.high)]


def analysis_text(turns: Sequence[Analysed], paint: Paint) -> str:
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
        for number, decision in enumerate(turn.decisions):
            lines.append(_line(turn, decision, number, paint))
    lines += _skipped(skipped, paint)
    return "\n".join([*lines, "", *_summary(ordered)]) + "\n"


def progress(turn: Analysed) -> str:
    """Say in short what was found of a turn."""
    worth = turn.decisions[0].before
    lost = f", {mark(turn)} gave away {turn.gave_away}" if turn.gave_away else ""
    return f"turn {turn.turn.turn}: worth {_worth(worth)}{lost}"


def _line(turn: Analysed, decision: Decision, number: int, paint: Paint) -> str:
    place = turn.turn
    who = f"{place.turn:>4}  player {place.player}" if not number else " " * (6 + len(f"player {place.player}"))
    text = f"{who}  {_move(decision.move, decision.drawn):<14}  {_worth(decision.before):<16}  {_worth(decision.after)}"
    if not decision.lost.high:
        return text
    text = text.ljust(len(who) + 42)
    if decision.lost.low:
        sign, best = mark(turn), _move(decision.best, decision.drawn)
        return text + paint("error", f"  {sign} gave away {_worth(decision.lost)}; best: {best}")
    return text + paint("dim", f"  gave away at most {_short(decision.lost.high)}")


def _move(move: str, drawn: int) -> str:
    if move in (DRAW, LEAVE):
        return f"leave the {drawn}" if move == LEAVE else move
    return f"{drawn} to {move}" if drawn else "take {} to {}".format(*move.split(" ")[1:])


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


def _summary(turns: Sequence[Analysed]) -> list[str]:
    looked = [turn for turn in turns if turn.decisions]
    exact = sum(all(each.before.exact and each.after.exact for each in turn.decisions) for turn in looked)
    lines = [f"{counted(len(looked), 'turn')} looked at, {exact} known exactly"]
    for player in sorted({turn.turn.player for turn in looked}):
        own = [turn for turn in looked if turn.turn.player == player]
        lost = sum((turn.gave_away for turn in own), Fraction(0))
        marks = [mark(turn) for turn in own]
        counts = ", ".join(f"{marks.count(sign)} {sign}" for sign in ("?!", "?", "??") if sign in marks)
        lines.append(f"player {player} gave away {lost}" + (f" ({counts})" if counts else ""))
    return lines


def analysis_data(turns: Sequence[Analysed]) -> list[dict[str, Any]]:
    """Give the turns as plain data, first to last."""
    import msgspec

    ordered = sorted(turns, key=lambda each: (each.turn.game, each.turn.turn))
    return [msgspec.to_builtins(turn_row(turn)) for turn in ordered]
