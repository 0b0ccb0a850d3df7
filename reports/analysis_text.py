"""A recorded game, turn by turn, with what each decision gave away, in words, and luck and choices apart.

Worths that are estimated have their interval in brackets behind them, which proven ones have not.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise

from msgspec import Struct

from models.position import Objective
from models.solving import Words
from reports.analyze import mark, mark_of
from reports.style import COLUMNS, Paint, broken_lines, count_of
from verifier.analyze import Analysed, Bounds, JudgedDecision
from verifier.luck_and_skill import Account, told_apart

LEAST = 0.005  # that is not rounded to nothing
MOVE, WORTH = 14, 16  # columns at least
FIRST = 16  # where the moves begin
ESTIMATED = (
    "with an interval (95 %): estimated, if all play on by the policy",
    "what was given away by estimate goes by the move that looks best",
)


class _Row(Struct, frozen=True):
    """A decision as it is told: whose it is, the move, the worths, and what it gave away, painted in a role."""

    who: str
    move: str
    before: str
    after: str
    lost: str
    role: str


def analysis_text(
    turns: Sequence[Analysed], words: Words, paint: Paint, unit: int = 1, objective: Objective = "win"
) -> str:
    """Write the turns that were looked at, first to last, and what they gave away."""
    ordered, account = told_apart(turns, objective, words.opposed)
    rows = [_rows(turn, words, unit) for turn in ordered if not turn.why]
    table = _Table([row for told in rows for row in told], paint)
    lines, skipped, left = table.head(), list[Analysed](), iter(rows)
    for turn in ordered:
        if turn.why:
            skipped.append(turn)
            continue
        lines += skipped_lines(skipped, paint)
        skipped = []
        lines += [line for row in next(left) for line in table.lines(row)]
    lines += skipped_lines(skipped, paint)
    told = [] if account is None else ["", *account_lines(account)]
    return "\n".join([*lines, "", *_summary(ordered, unit), *told]) + "\n"


def progress(turn: Analysed, unit: int = 1) -> str:
    """Say in short what was found of a turn."""
    lost = f", {mark(turn, unit)} gave away {_sum(turn.gave_away, turn.decisions)}" if turn.gave_away else ""
    first = turn.decisions[0]
    about = "about " if first.guessed is not None and not first.before.exact else ""
    return f"turn {turn.turn.turn}: worth {about}{_told(first, before=True)}{lost}"


class _Table:
    """Decisions one below the other: in columns, or where the terminal is too narrow for them each in lines."""

    def __init__(self, rows: Sequence[_Row], paint: Paint) -> None:
        self.paint = paint
        self.move = max((MOVE, *(len(row.move) for row in rows)))
        self.before = max((WORTH, *(len(row.before) for row in rows)))
        after = max((4, *(len(row.after) for row in rows)))
        self.room = COLUMNS.get()
        self.wide = self.room is None or FIRST + self.move + 2 + self.before + 2 + after <= self.room

    def head(self) -> list[str]:
        """Name the columns."""
        if not self.wide:
            return []
        return [self.paint("dim", f"turn  player    {'move':<{self.move}}  {'was worth':<{self.before}}  left")]

    def lines(self, row: _Row) -> list[str]:
        """Write a decision."""
        if not self.wide:
            head = f"{row.who}  {row.move}" if row.who.strip() else f"      {row.move}"
            lines = [*broken_lines(head, 6), *broken_lines(f"      was worth {row.before}", 8)]
            return [*lines, *broken_lines(f"      left {row.after}", 8), *self._lost(row, 6)]
        text = f"{row.who}  {row.move:<{self.move}}  {row.before:<{self.before}}  {row.after}"
        if not row.lost:
            return [text]
        beside = text.ljust(len(row.who) + self.move + self.before + 12)
        if self.room is None or len(beside) + 2 + len(row.lost) <= self.room:
            return [beside + self.paint(row.role, f"  {row.lost}")]
        return [text, *self._lost(row, FIRST)]

    def _lost(self, row: _Row, indent: int) -> list[str]:
        if not row.lost:
            return []
        return [self.paint(row.role, part) for part in broken_lines(f"{' ' * indent}{row.lost}", indent + 2)]


def _rows(turn: Analysed, words: Words, unit: int) -> list[_Row]:
    """Tell each decision; who decides is named where it is not the same as before."""
    rows, player = list[_Row](), 0
    for decision in turn.decisions:
        who = f"player {decision.player}" if decision.player != player else " " * len(f"player {decision.player}")
        number = "" if player else str(turn.turn.turn)
        lost, role = _given_away(decision, words, unit)
        move = words.brief(decision.move, decision.drawn)
        before, after = _told(decision, before=True), _told(decision, before=False)
        rows.append(_Row(f"{number:>4}  {who}", move, before, after, lost, role))
        player = decision.player
    return rows


def _given_away(decision: JudgedDecision, words: Words, unit: int) -> tuple[str, str]:
    """Say what a decision gave away, and in which role that is painted."""
    if decision.told_lost:
        best = words.brief(decision.best, decision.drawn)
        return f"{mark_of(decision.told_lost / unit)} gave away {_loss(decision)}; best: {best}", "error"
    if not decision.lost.high or decision.guessed is not None or decision.lost.high >= unit + unit:  # it says nothing
        return "", "dim"
    return f"gave away at most {_short(decision.lost.high)}", "dim"


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
    return f"{guess.mean + 0.0:.2f} ({guess.low + 0.0:.2f} to {guess.high + 0.0:.2f})"


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
        lines += [paint("dim", part) for part in broken_lines(f"      {which} not looked at: {why}", 8)]
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
        *broken_lines(
            f"{count_of(len(looked), 'turn')} looked at, {exact} known exactly"
            + f", {guessed} estimated" * bool(guessed),
            2,
        )
    ]
    if guessed:
        lines += [part for line in ESTIMATED for part in broken_lines(line, 2)]
    for player in sorted({player for turn in looked for player in turn.players}):
        own = [each for turn in looked for each in turn.decisions if each.player == player]
        losses = [each.told_lost for each in own]
        marks = [mark_of(each / unit) for each in losses]
        counts = ", ".join(f"{marks.count(sign)} {sign}" for sign in ("?!", "?", "??") if sign in marks)
        told = f"player {player} gave away {_sum(sum(losses, Fraction(0)), own)}" + (f" ({counts})" if counts else "")
        lines += broken_lines(told, 2)
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
    changes = [(account.start.mean, account.start.low, account.start.high)]
    for player in (1, 2):
        sign = 1 if player == 1 else -1
        for change, reach in zip(account.of(player), account.reach_of(player), strict=True):
            changes.append((sign * change, sign * change - reach, sign * change + reach))
    changes.append((account.met, account.met, account.met))
    start, *shifts, met = map(_change, adding_up([mean for mean, _, _ in changes]), changes)
    what = "luck and choices" if account.draws or account.meets else "choices"
    lines = [f"{what}, as player 1 sees it: {start} at the beginning"]
    for player in (1, 2):
        draws, choices = shifts[2 * player - 2 : 2 * player]
        lines.append(f"  player {player}: {f'draws {draws}, ' if account.draws else ''}choices {choices}")
    if account.meets:
        lines.append(f"  choices made at the same time, as they met: {met}")
    lines.append(f"  {'result' if account.ended else 'so far'} {account.result + 0.0:+.2f}")
    return [part for line in lines for part in broken_lines(line, 4)]


def adding_up(values: Sequence[float]) -> list[float]:
    """Round values to two places so that their sum is that of the values, rounded."""
    sums = [round(each, 2) for each in accumulate(values, initial=0.0)]
    return [after - before for before, after in pairwise(sums)]


def _change(shown: float, change: tuple[float, float, float]) -> str:
    _, low, high = change
    around = f" ({_signed(low)} to {_signed(high)})" if high - low >= LEAST + LEAST else ""
    return f"{_signed(shown)}{around}"


def _signed(value: float) -> str:
    return f"{round(value, 2) + 0.0:+.2f}"  # no -0.00
