"""What the page of recorded games says and shows, as data: events in words, findings, frames, a curve of values."""

import os
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from models.clause import AnyStep
from models.game import Game
from models.reading import Malformed
from models.view import View
from reports.analyze import mark
from reports.findings import rule_notes
from reports.pictures.tables import changed
from reports.position_pictures import breach_scene
from reports.replay.curve import CurvePoint, curve_svg
from reports.replay.frames import Frame, GameFrames, GamePainter, Stock
from reports.solve import between
from reports.style import count_of, readable
from verifier.analyze import Analysed, Bounds, JudgedDecision
from verifier.finding import Finding
from verifier.infer.inferred import Known
from verifier.replay import ReplayedGame, ReplayedStep

VERDICTS = {"conforms": "conforms to the rules", "breaks": "breaks the rules", "unreadable": "cannot be read"}
KINDS = {
    "breach": "breach",
    "refused-legal": "a legal move was refused",
    "outside-edition": "outside the edition",
    "result": "wrong result",
    "unreadable": "unreadable",
}
TOLD = 60  # findings of a game that are listed with their rules
LISTED, LEGAL = 12, 8  # findings with what was legal, and the lines on it
VALUES = 8  # values of an open fact that are named


class FindingPart(Struct, frozen=True):
    """A finding in words: its code, what sort it is, what is wrong, the rule, what would have been right."""

    code: str
    kind: str
    sort: str
    message: str
    rule: str = ""
    help: str = ""
    legal: tuple[str, ...] = ()


class EventPart(Struct):
    """One event: its anchor, what is written before it, what happens in words, what was found, what was not recorded.

    `mark` is that of what the turn gave away, `lost` says how much and what would have been better.
    """

    anchor: str
    label: str
    words: str
    findings: list[FindingPart]
    known: str = ""
    sure: str = ""
    mark: str = ""
    lost: str = ""


class ReplayPart(Struct):
    """One game: its number on the page, where it comes from, who plays, what became of it, its events."""

    number: int
    title: str
    path: str
    names: tuple[str, ...]
    outcome: str
    verdict: str
    events: list[EventPart]
    others: list[FindingPart]
    first_breach: str
    explained: bool
    stopped: str
    curve: str
    frames: GameFrames


def game_part(number: int, game: ReplayedGame, stock: Stock, analysed: Sequence[Analysed] = ()) -> ReplayPart:
    """Put a game into words and frames."""
    model, verdict = game.model, game.verdict
    which = f", game {game.number} of the log" if game.number and game.number > 1 else ""
    counts = [count_of(verdict.turns, "turn"), *([] if verdict.finished else ["no result"])]
    counts += [count_of(verdict.findings, "finding")] if verdict.findings else []
    part = ReplayPart(
        number=number,
        title=f"{model.title if model is not None else 'A game'}: {readable(os.path.basename(game.path))}{which}",
        path=readable(game.path),
        names=game.names,
        outcome=verdict.outcome,
        verdict=f"{VERDICTS[verdict.outcome]} ({', '.join(counts)})",
        events=[],
        others=[_finding(each, full=True) for each in game.others[:TOLD]],
        first_breach="",
        explained=game.explained,
        stopped=game.stopped,
        curve="",
        frames=GameFrames(),
    )
    if model is not None and any(each.step is not None for each in game.steps):
        _events(part, game, model, stock, {each.turn.line: each for each in analysed})
    return part


def _events(part: ReplayPart, game: ReplayedGame, model: Game, stock: Stock, values: Mapping[int, Analysed]) -> None:
    views = list(_views(model, game.steps))
    painter = GamePainter(views, stock)
    prefix = "" if part.number == 1 else f"g{part.number}-"
    part.frames = painter.made
    painter.frame(views[0], None)
    part.events.append(EventPart(f"{prefix}event-0", "", "the game begins", []))
    points: list[CurvePoint] = []
    told = 0
    for place, (each, view) in enumerate(zip(game.steps, views[1:], strict=True), 1):
        anchor = f"{prefix}turn-{each.turn}" if each.turn is not None else f"{prefix}event-{place}"
        event = EventPart(anchor, "" if each.turn is None else str(each.turn), _words(model, each), [])
        event.known, event.sure = _known_words(each.known), _sure(each.known)
        frame = painter.frame(view, views[place - 1], event.sure)
        for finding in each.findings:
            told += 1
            event.findings.append(_finding(finding, full=told <= TOLD, legal=told <= LISTED and not event.findings))
            if not part.first_breach and not finding.outside:
                part.first_breach = anchor
        _mark_breach(frame, painter, each)
        analysed = values.get(each.line)
        if analysed is not None and each.turn is not None:
            _value(event, frame, painter, model, analysed, points)
        part.events.append(event)
    part.curve = curve_svg(points, part.number, players=len(painter.made.grids) or 2)


def _views(model: Game, steps: Sequence[ReplayedStep]) -> Iterator[View]:
    """Show the table before the first step and after each; a refused move changes nothing."""
    first = next(each.step for each in steps if each.step is not None)
    view = model.view(first.before)
    yield view
    for each in steps:
        view = view if each.step is None else model.view(each.step.after)
        yield view


def _words(model: Game, each: ReplayedStep) -> str:
    step = each.step
    refused = step is None
    if step is None:  # what was refused stands in the finding, where there is one
        step = next((found.rules[2] for found in each.findings if found.rules is not None), None)
    if step is None:
        return "a move is refused"
    words = step_words(model, step)
    return f"refused: {words}" if refused else words


def step_words(model: Game, step: AnyStep) -> str:
    """Say what a step does."""
    if model.offers("proofs"):
        return model.proofs().tell([step])[-1].words
    return str(model.mechanics().say(step.move)) if model.offers("mechanics") else type(step.move).__name__.lower()


def _finding(finding: Finding, *, full: bool, legal: bool = True) -> FindingPart:
    sort = KINDS[finding.kind]
    message = finding.fault.message + (f" ({finding.fault.label})" if finding.fault.label else "")
    if not full or finding.rules is None:
        return FindingPart(finding.clause, finding.kind, sort, message, help=finding.fault.help if full else "")
    game, clause, step = finding.rules
    rule = "" if finding.outside else "; ".join(rule_notes(clause, game.edition_of(step))).removeprefix("rule: ")
    lines = game.options(step)[:LEGAL] if legal and not finding.outside else ()
    return FindingPart(finding.clause, finding.kind, sort, message, rule or clause.title, finding.help, lines)


def _mark_breach(frame: Frame, painter: GamePainter, each: ReplayedStep) -> None:
    """Mark what speaks against a broken step, and on the table before it where the piece could have gone."""
    found = next((one for one in each.findings if one.rules is not None and not one.outside), None)
    if found is None or found.rules is None:
        return
    scene = breach_scene(found.rules[0], found.rules[2], found.fault)
    frame.before = painter.marks(scene.before.marks)
    if each.step is not None:
        frame.marks += [mark for mark in painter.marks(scene.after.marks) if mark[1] == "against"]


# What was not recorded ------------------------------------------------------------------------------------------------


def _sure(known: Sequence[Known]) -> str:
    if not known:
        return ""
    return "forced" if all(each.exact and len(each.values) == 1 for each in known) else "open"


def _known_words(known: Sequence[Known]) -> str:
    told = []
    for each in known:
        values = [_text(value) for value in each.values[:VALUES]]
        if each.exact and len(each.values) == 1:
            told.append(f"{each.key} {values[0]} (certain)")
        else:
            more = "..." if len(each.values) > VALUES or not each.exact else ""
            told.append(f"{each.key} one of {' '.join([*values, more]).strip()}")
    return "; ".join(told)


def _text(value: object) -> str:
    return "-" if value is None else " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


# What turns were worth ------------------------------------------------------------------------------------------------


def _value(
    event: EventPart, frame: Frame, painter: GamePainter, model: Game, analysed: Analysed, points: list[CurvePoint]
) -> None:
    words = model.positions().words()
    if not analysed.decisions:
        event.lost = f"not looked at: {analysed.why}" if analysed.why else ""
        return
    unit = words.unit("win")
    first, event.mark = analysed.decisions[0], mark(analysed, unit)
    told = []
    for each in analysed.decisions:
        if not each.told_lost:
            continue
        told.append(f"gave away {_gave_away(each)}; better: {words.say(each.best)}")
        frame.before += _better(painter, model, analysed, each.best)
    worth, about = first.before, between(first.before)
    if first.guessed is not None and not worth.exact:
        guess = first.guessed.before
        worth = Bounds(Fraction(guess.low), Fraction(guess.high))
        about = f"about {guess.mean:.2f} ({guess.low:.2f} to {guess.high:.2f}, estimated)"
    event.lost = "; ".join([f"worth {about} to player {first.player} before", *told])
    points.append(CurvePoint(analysed.turn.turn, event.anchor, first.player, worth, event.mark, event.lost))


def _gave_away(decision: JudgedDecision) -> str:
    low, high = decision.lost.low, decision.lost.high
    if not low:
        return f"about {float(decision.told_lost):.2f}"
    return str(low) if low == high else f"at least {low}"


def _better(painter: GamePainter, model: Game, analysed: Analysed, best: str) -> list[tuple[int, str, str]]:
    """Show a better move on the table before the turn, where no chance is in it."""
    for position, _ in analysed.turn.choices:
        try:
            after = model.positions().show(position.after(best))
            marks = changed(model.positions().show(position), after)
            cells = [(place, after.pictures[place[0]].rows[place[1]][place[2]]) for place in marks.cells]
            return [(painter.slot(place), "better", text) for place, text in cells]
        except (ValueError, IndexError, Malformed):
            continue
    return []
