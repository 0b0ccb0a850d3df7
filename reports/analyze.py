"""A recorded game, turn by turn, with what each decision gave away."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice, zip_longest
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from models.position import Objective
from models.solving import Words
from reports.style import Paint, count_of
from verifier.analyze import Analysed, Bounds, Guessed, JudgedDecision
from verifier.luck_and_skill import Account, Shift, account_of

SLIGHT, GRAVE = Fraction(1, 10), Fraction(1, 2)
LEAST = 0.005  # that is not rounded to nothing
Mark = Literal["", "?!", "?", "??"]
Pair = Annotated[
    list[Annotated[str, Meta(pattern=r"^-?\d+(/\d+)?$")]],
    Meta(min_length=2, max_length=2, description="proven bounds, two fractions; equal where the value is known"),
]


class GuessRow(Struct):
    """What games played out say of a decision; not proven."""

    before: Annotated[
        list[float], Meta(description="what the position is worth if the policy chooses: mean, 95 % interval")
    ]
    after: Annotated[list[float], Meta(description="what is left after the move that was made")]
    lost: Annotated[
        list[float], Meta(description="how much better the best move is than the one that was made, on the same draws")
    ]
    significant: Annotated[bool, Meta(description="the loss is more than three standard errors")]
    playouts: int


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
    estimate: Annotated[GuessRow | None, Meta(description="null where both worths are known")] = None
    choice: Annotated[
        float | None, Meta(description="what the choice changed for the player, see docs/solve.md; null: not known")
    ] = None
    luck: Annotated[float | None, Meta(description="what the draw changed for the player; null: not known")] = None
    met: Annotated[
        float | None,
        Meta(description="with the second of two choices made at the same time: what came of both; null: not known"),
    ] = None


class TurnRow(Struct):
    """One turn of the output of `solve --analyze --format json`."""

    game: Annotated[int, Meta(ge=1, description="which game of the file")]
    turn: Annotated[int, Meta(ge=1, description="which turn of the game")]
    line: Annotated[int, Meta(ge=1)]
    player: Annotated[int, Meta(ge=0, description="whose turn it was; where both play in it, who decided first")]
    decisions: Annotated[list[DecisionRow], Meta(description="empty where the turn was not looked at")]
    mark: Annotated[
        Mark,
        Meta(
            description="the most a player gave away, proven or significant: `?!` below 1/10, `?` below 1/2, `??` from "
            "there on"
        ),
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


def turn_row(turn: Analysed, unit: int = 1, shifts: Sequence[Shift] = ()) -> TurnRow:
    """Give a turn as data, with what its decisions changed where that is known."""
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
            each.exact,
            _guess_row(each.guessed),
            *_changes(shift),
        )
        for each, shift in zip_longest(turn.decisions, shifts)
    ]
    return TurnRow(place.game, place.turn, place.line, place.player, rows, mark(turn, unit), turn.why or None)


def _guess_row(guessed: Guessed | None) -> GuessRow | None:
    if guessed is None:
        return None
    before, after, lost = (
        [_rounded(each.mean), _rounded(each.low), _rounded(each.high)]
        for each in (guessed.before, guessed.after, guessed.lost)
    )
    return GuessRow(before, after, lost, guessed.sure, guessed.games)


def _changes(shift: Shift | None) -> tuple[float | None, float | None, float | None]:
    """Give what the choice, the draw, and choices made at the same time changed for the player who decided."""
    if shift is None:
        return None, None, None
    sign = 1 if shift.player == 1 else -1
    return _rounded(sign * shift.choice), _rounded(sign * shift.luck), _rounded(sign * shift.met)


def _rounded(value: float) -> float:
    return round(value, 4) + 0.0  # no -0.0


def _pair(bounds: Bounds) -> list[str]:
    return [str(bounds.low), str(bounds.high)]


def analysis_text(
    turns: Sequence[Analysed], words: Words, paint: Paint, unit: int = 1, objective: Objective = "win"
) -> str:
    """Write the turns that were looked at, first to last, and what they gave away."""
    ordered = sorted(turns, key=lambda each: (each.turn.game, each.turn.turn))
    lines: list[str] = [paint("dim", "turn  player    move            was worth         left")]
    skipped: list[Analysed] = []
    for turn in ordered:
        if turn.why:
            skipped.append(turn)
            continue
        lines += skipped_lines(skipped, paint)
        skipped = []
        lines += _lines(turn, words, paint, unit)
    lines += skipped_lines(skipped, paint)
    account = account_of(turns, objective) if objective == "win" or words.opposed else None
    told = [] if account is None else ["", *account_lines(account)]
    return "\n".join([*lines, "", *_summary(ordered, unit), *told]) + "\n"


def progress(turn: Analysed, unit: int = 1) -> str:
    """Say in short what was found of a turn."""
    lost = f", {mark(turn, unit)} gave away {_sum(turn.gave_away, turn.decisions)}" if turn.gave_away else ""
    return f"turn {turn.turn.turn}: worth {_told(turn.decisions[0], before=True)}{lost}"


def _lines(turn: Analysed, words: Words, paint: Paint, unit: int) -> list[str]:
    """Write a line for each decision; who decides is named where it is not the same as before."""
    lines, before = [], 0
    for decision in turn.decisions:
        who = f"player {decision.player}" if decision.player != before else " " * len(f"player {decision.player}")
        number = "" if before else str(turn.turn.turn)
        sign = mark_of(decision.told_lost / unit)
        lines.append(_line(f"{number:>4}  {who}", sign, decision, words, paint, unit))
        before = decision.player
    return lines


def _line(who: str, sign: Mark, decision: JudgedDecision, words: Words, paint: Paint, unit: int) -> str:
    move = words.brief(decision.move, decision.drawn)
    before, after = _told(decision, before=True), _told(decision, before=False)
    text = f"{who}  {move:<14}  {before:<16}  {after}"
    if not decision.lost.high:
        return text
    text = text.ljust(len(who) + 42)
    if decision.told_lost:
        best = words.brief(decision.best, decision.drawn)
        return text + paint("error", f"  {sign} gave away {_loss(decision)}; best: {best}")
    if decision.guessed is not None or decision.lost.high >= unit + unit:  # it says nothing
        return text.rstrip()
    return text + paint("dim", f"  gave away at most {_short(decision.lost.high)}")


def _loss(decision: JudgedDecision) -> str:
    if decision.lost.low or decision.guessed is None:
        return _worth(decision.lost)
    lost = decision.guessed.lost
    return f"about {lost.mean:.2f} ({lost.low:.2f} to {lost.high:.2f})"


def _told(decision: JudgedDecision, before: bool) -> str:
    """Write a worth, or an estimate of it with the interval around."""
    proven = decision.before if before else decision.after
    if proven.exact or decision.guessed is None:
        return _worth(proven)
    guess = decision.guessed.before if before else decision.guessed.after
    return f"about {guess.mean:.2f} ±{(guess.high - guess.low) / 2:.2f}"


def _worth(bounds: Bounds) -> str:
    return _short(bounds.low) if bounds.exact else f"{_short(bounds.low)} to {_short(bounds.high)}"


def _short(value: Fraction) -> str:
    """Write a bound; long fractions are rounded."""
    return str(value) if len(str(value)) <= 7 else f"{float(value):.4f}"


def skipped_lines(turns: Sequence[Analysed], paint: Paint) -> list[str]:
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
    exact = sum(all(each.exact for each in turn.decisions) for turn in looked)
    guessed = sum(any(each.guessed is not None for each in turn.decisions) for turn in looked)
    lines = [
        f"{count_of(len(looked), 'turn')} looked at, {exact} known exactly" + f", {guessed} estimated" * (guessed > 0)
    ]
    if guessed:
        lines.append("about: if all play on by the policy; what was given away goes by the move that looks best")
    for player in sorted({player for turn in looked for player in turn.players}):
        own = [each for turn in looked for each in turn.decisions if each.player == player]
        losses = [each.told_lost for each in own]
        marks = [mark_of(each / unit) for each in losses]
        counts = ", ".join(f"{marks.count(sign)} {sign}" for sign in ("?!", "?", "??") if sign in marks)
        lines.append(
            f"player {player} gave away {_sum(sum(losses, Fraction(0)), own)}" + (f" ({counts})" if counts else "")
        )
    return lines


def _sum(lost: Fraction, decisions: Sequence[JudgedDecision]) -> str:
    """Write what decisions gave away together, in decimals where a part of it is only estimated.

    Nothing is told to be nothing only where that is proven.
    """
    if not lost and any(each.lost.high for each in decisions):
        return "nothing that is proven or significant"
    estimated = any(each.told_lost and not each.lost.low for each in decisions)
    return f"about {float(lost):.2f}" if estimated else _short(lost)


def account_lines(account: Account) -> list[str]:
    """Say what luck and what the choices changed in a game of two, so that it adds up."""
    what = "luck and choices" if account.draws or account.meets else "choices"
    lines = [f"{what}, as player 1 sees it: {_change(account.start, account.start_reach)} at the beginning"]
    for player in (1, 2):
        sign, changes = 1 if player == 1 else -1, zip(account.of(player), account.reach_of(player), strict=True)
        draws, choices = (_change(sign * change, reach) for change, reach in changes)
        lines.append(f"  player {player}: {f'draws {draws}, ' if account.draws else ''}choices {choices}")
    if account.meets:
        lines.append(f"  choices made at the same time, as they met: {_change(account.met)}")
    if abs(account.rest) >= LEAST:
        lines.append(f"  left over {_change(account.rest)}: where one estimate corrects the one before")
    return [*lines, f"  {'result' if account.ended else 'so far'} {_change(account.result)}"]


def _change(value: float, reach: float = 0.0) -> str:
    around = f" ±{reach:.2f}" if reach >= LEAST else ""
    return f"{value + 0.0:+.2f}{around}"  # no -0.00


def analysis_data(
    turns: Sequence[Analysed], unit: int = 1, objective: Objective = "win", opposed: bool = False
) -> list[dict[str, Any]]:
    """Give the turns as plain data, first to last."""
    import msgspec

    ordered = sorted(turns, key=lambda each: (each.turn.game, each.turn.turn))
    account = account_of(turns, objective) if objective == "win" or opposed else None
    shifts = iter(() if account is None else account.shifts)
    return [msgspec.to_builtins(turn_row(turn, unit, list(islice(shifts, len(turn.decisions))))) for turn in ordered]
