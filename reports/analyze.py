"""A recorded game, turn by turn, with what each decision gave away, as data; its marks."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice, zip_longest
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from models.position import Objective
from verifier.analyze import Analysed, Bounds, Guessed
from verifier.luck_and_skill import Shift, told_apart

SLIGHT, GRAVE = Fraction(1, 10), Fraction(1, 2)
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


def analysis_data(
    turns: Sequence[Analysed], unit: int = 1, objective: Objective = "win", opposed: bool = False
) -> list[dict[str, Any]]:
    """Give the turns as plain data, first to last."""
    import msgspec

    ordered, account = told_apart(turns, objective, opposed)
    shifts = iter(() if account is None else account.shifts)
    return [msgspec.to_builtins(turn_row(turn, unit, list(islice(shifts, len(turn.decisions))))) for turn in ordered]
