"""What turns were worth and gave away, in words, as points of a curve, and as better moves on the table."""

from collections.abc import Iterable
from fractions import Fraction

from models.game import Game
from models.position import Position, Problem
from models.view import View
from reports.analyze import mark
from reports.pictures.grids import Mark
from reports.pictures.tables import Marks, changed, touched
from reports.replay.curve import TWO, CurvePoint, seen_by_first
from reports.replay.frames import Frame, GamePainter
from verifier.analyze import Analysed, Bounds, JudgedDecision


def turn_worth(
    analysed: Analysed, anchor: str, frame: Frame, painter: GamePainter, model: Game, view: View
) -> CurvePoint:
    """Say what a turn was worth, and show better moves on the table before it, of which there is a view."""
    turn = analysed.turn.turn
    if not analysed.decisions:
        return CurvePoint(turn, anchor, analysed.turn.player, None, "", f"not looked at: {analysed.why}")
    words = model.positions().words()
    first, told = analysed.decisions[0], []
    for place, each in enumerate(analysed.decisions):
        if not each.told_lost:
            continue
        who = f"player {each.player} " if len(analysed.players) > 1 else ""
        told.append(f"{who}gave away {_gave_away(each)}; better: {words.say(each.best)}")
        _show_better(frame, painter, model, analysed.turn.choices[place][0], each.best, view)
    worth, mean = first.before, None
    if first.guessed is not None and not worth.exact:
        guess = first.guessed.before
        worth, mean = Bounds(Fraction(guess.low), Fraction(guess.high)), Fraction(guess.mean)
    point = CurvePoint(turn, anchor, first.player, worth, mark(analysed, words.unit("win")), "", mean)
    players = len(painter.made.grids) or TWO
    side = 1 if players == TWO else first.player
    return point.saying("; ".join([f"worth {seen_by_first(point, players).told} to player {side} before", *told]))


def _gave_away(decision: JudgedDecision) -> str:
    low, high = decision.lost.low, decision.lost.high
    if not low:
        return f"about {float(decision.told_lost):.2f}"
    return str(low) if low == high else f"at least {low}"


def _show_better(frame: Frame, painter: GamePainter, model: Game, position: Position, best: str, view: View) -> None:
    """Show a better move on the table before the turn: on cells, in rows that a piece comes to, or on the piece."""
    found, shown = touched(model, position, best), model.positions().show(position)
    painter.mark(frame.before, Marks({place: Mark("better", text) for place, text in found.cells.items()}))
    try:
        after = model.positions().show(position.after(best))
    except ValueError:  # chance decides
        return
    come = changed(shown, after).pieces
    if come:
        painter.better_rows(frame, view, after, come)
    else:
        painter.better_pieces(frame, view, [(shown.strips[row].title, place) for row, place in found.pieces])


def scale_words(turns: Iterable[Analysed], model: Game) -> str:
    """Say what the numbers of a curve mean; nothing where no turn was looked at."""
    start = next((each.turn.choices[0][0] for each in turns if each.decisions), None)
    if start is None:
        return ""
    return model.positions().words().ask(Problem(start, "win", "win", start.mover)).partition(". ")[2]
