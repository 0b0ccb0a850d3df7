"""A recorded game, turn by turn, with what each decision gave away."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from reports.style import Paint, counted
from verifier.analyze import Analysed, Bounds, Decision

SLIGHT, GRAVE = Fraction(1, 10), Fraction(1, 2)


class DecisionRow(Struct):
    """One decision: the move, proven bounds of the worth before and after it, the best move, what was given away."""

    move: str
    before: list[str]
    after: list[str]
    best: str
    lost: list[str]
    exact: bool


class TurnRow(Struct):
    """A turn of the game; `mark` is "", "?!", "?" or "??", `why` tells why it was not looked at."""

    game: int
    turn: int
    line: int
    player: int
    decisions: list[DecisionRow]
    mark: str
    why: str | None = None


def mark(turn: Analysed) -> str:
    """Mark what a turn surely gave away, as reports on chess games do: slight, a mistake, grave."""
    lost = turn.gave_away
    return "" if not lost else "?!" if lost < SLIGHT else "?" if lost < GRAVE else "??"


def turn_row(turn: Analysed) -> TurnRow:
    """Give a turn as data."""
    place = turn.turn
    rows = [
        DecisionRow(each.move, _pair(each.before), _pair(each.after), each.best, _pair(each.lost), each.before.exact)
        for each in turn.decisions
    ]
    return TurnRow(place.game, place.turn, place.line, place.player, rows, mark(turn), turn.why or None)


def _pair(bounds: Bounds) -> list[str]:
    return [str(bounds.low), str(bounds.high)]


def analysis_text(turns: Sequence[Analysed], paint: Paint) -> str:
    """Write the turns that were looked at, first to last, and what they gave away."""
    ordered = sorted(turns, key=lambda each: (each.turn.game, each.turn.turn))
    lines: list[str] = []
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
    return "\n".join([*lines, "", _summary(ordered)]) + "\n"


def _line(turn: Analysed, decision: Decision, number: int, paint: Paint) -> str:
    place = turn.turn
    who = f"{place.turn:>4}  player {place.player}" if not number else " " * (6 + len(f"player {place.player}"))
    sign = mark(turn) if decision.lost.low else ""
    text = f"{who}  {decision.move:<12} {_worth(decision.before):>16} -> {_worth(decision.after):<16}"
    if decision.lost.low:
        amount = f"gave away {_worth(decision.lost)}"
        text += paint("error", f" {sign:<2} {amount}; best: {decision.best}")
    elif decision.lost.high:
        text += paint("dim", f"    may have given away up to {decision.lost.high}")
    return text.rstrip()


def _worth(bounds: Bounds) -> str:
    return str(bounds.low) if bounds.exact else f"{_short(bounds.low)} to {_short(bounds.high)}"


def _short(value: Fraction) -> str:
    """Write a bound; long fractions are rounded."""
    return str(value) if len(str(value)) <= 9 else f"{float(value):.4f}"


def _skipped(turns: Sequence[Analysed], paint: Paint) -> list[str]:
    """Sum up turns that were not looked at."""
    lines = []
    for why in dict.fromkeys(turn.why for turn in turns):
        numbers = [turn.turn.turn for turn in turns if turn.why == why]
        which = f"turn {numbers[0]}" if len(numbers) == 1 else f"turns {numbers[0]} to {numbers[-1]}"
        lines.append(paint("dim", f"      {which} not looked at: {why}"))
    return lines


def _summary(turns: Sequence[Analysed]) -> str:
    looked = [turn for turn in turns if turn.decisions]
    exact = sum(all(each.before.exact and each.after.exact for each in turn.decisions) for turn in looked)
    lost: dict[int, Fraction] = {}
    for turn in looked:
        lost[turn.turn.player] = lost.get(turn.turn.player, Fraction(0)) + turn.gave_away
    given = "; ".join(f"player {player} gave away {amount}" for player, amount in sorted(lost.items()))
    return f"{counted(len(looked), 'turn')} looked at, {exact} known exactly" + (f"; {given}" if given else "")


def analysis_data(turns: Sequence[Analysed]) -> list[dict[str, Any]]:
    """Give the turns as plain data, first to last."""
    import msgspec

    ordered = sorted(turns, key=lambda each: (each.turn.game, each.turn.turn))
    return [msgspec.to_builtins(turn_row(turn)) for turn in ordered]
