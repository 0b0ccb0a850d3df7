"""What the page of recorded games says and shows, as data: events in words, findings, frames, a curve of values."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from models.game import Edition, Game
from models.view import View
from reports.analysis_text import skipped_lines
from reports.breach_pictures import breach_scene, united
from reports.replay.curve import CurvePoint, curve_legend, curve_svg, curve_title
from reports.replay.frames import Frame, GameFrames, GamePainter, Stock
from reports.replay.log_names import PlayerNames, shortened, told_apart
from reports.replay.told_findings import TOLD, CodeCount, FindingPart, conflict_parts, counted, finding_part
from reports.replay.unplayed import SHOWING, known_words, line_keys, line_words, surely
from reports.replay.worth import scale_words, turn_worth
from reports.step_words import step_words
from reports.style import count_of, readable, uncolored
from verifier.analyze import Analysed
from verifier.finding import Finding
from verifier.replay import ReplayedGame, ReplayedStep, Unplayed

COUNTED = {
    "conforms": ("conforms to the rules", "conform to the rules"),
    "breaks": ("breaks the rules", "break the rules"),
    "unreadable": ("cannot be read", "cannot be read"),
}


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
    """One game: its number on the page, of which game and log, who plays, what became of it, its events."""

    number: int
    game: str
    name: str
    path: str
    names: tuple[str, ...]
    outcome: str
    verdict: str
    events: list[EventPart]
    others: list[FindingPart]
    codes: list[CodeCount]
    first_breach: str
    explained: bool
    until: str
    stopped: str
    curve: str
    curve_title: str
    legend: list[tuple[str, str]]
    scale: str
    unseen: list[str]
    frames: GameFrames
    pieces: str = ""  # how pieces are written

    @property
    def title(self) -> str:
        """What heads it."""
        return f"{self.game}: {self.name}"

    @property
    def marked(self) -> bool:
        """Tell whether turns are marked that gave value away."""
        return any(event.mark for event in self.events)

    @property
    def choice(self) -> str:
        """What it is called where games are chosen."""
        return f"{self.number}. {self.game}: {shortened(self.name)}: {self.verdict}"


def game_part(
    number: int, game: ReplayedGame, stock: Stock, analysed: Sequence[Analysed] = (), note: str = ""
) -> ReplayPart:
    """Put a game into words and frames; the note says where its analysis stopped, if it did."""
    model, verdict = game.model, game.verdict
    which = f", game {game.number} of the log" if game.number and game.number > 1 else ""
    counts = [count_of(verdict.turns, "turn"), *([] if verdict.finished else ["no result"])]
    outside = sum(each.outside for each in game.findings)
    counts += [count_of(verdict.findings - outside, "finding")] if verdict.findings > outside else []
    counts += [f"{count_of(outside, 'note')} on what is outside the edition"] if outside else []
    part = ReplayPart(
        number=number,
        game=model.title if model is not None else "Log",
        name=f"{stock.names.get(game.path) or told_apart([game.path])[game.path]}{which}",
        path=readable(game.path),
        names=game.names,
        outcome=verdict.outcome,
        verdict=f"{COUNTED[verdict.outcome][0]} ({', '.join(counts)})",
        events=[],
        others=[finding_part(each, stock.codes, full=True) for each in game.others[:TOLD]],
        codes=[],
        first_breach="",
        explained=game.explained,
        until="" if game.until is None else _until(game),
        stopped=game.stopped,
        curve="",
        curve_title="",
        legend=[],
        scale="",
        unseen=[],
        frames=GameFrames(),
    )
    if model is not None:
        part.pieces = model.rulebook().pieces if model.rulebook is not None else ""
        events = _Events(part, model, stock)
        if any(each.step is not None for each in game.steps):
            events.write(game, {each.turn.line: each for each in analysed})
        else:
            for unplayed in game.beyond:
                events.unplayed(unplayed)
    part.unseen += [note] if note else []
    part.codes = counted(_named(part))
    return part


def _until(game: ReplayedGame) -> str:
    clauses = {code for each in game.findings if each.conflict is not None for code, _ in each.conflict.clauses}
    told = f"No legal game explains this record; up to line {(game.until or 1) - 1} one does, which is shown."
    return f"{told} {count_of(len(clauses), 'clause')} and what is recorded contradict each other." if clauses else told


def _named(part: ReplayPart) -> Iterator[tuple[str, str, FindingPart]]:
    """Give the findings of a game, each with the anchor and the words of the place where it stands."""
    for each in part.others:
        yield "", "", each
    for event in part.events:
        for each in event.findings:
            yield event.anchor, f"turn {event.label}" if event.label else event.words.partition(":")[0], each


class _Events:
    """Writes the events of a game one after the other, with their frames."""

    def __init__(self, part: ReplayPart, model: Game, stock: Stock) -> None:
        self.part, self.model, self.stock = part, model, stock
        self.told, self.names = 0, PlayerNames(part.names).told
        self.prefix = "" if part.number == 1 else f"g{part.number}-"
        self.anchors: dict[int, str] = {}  # by the lines of the log
        self.points: list[CurvePoint] = []
        self.edition: Edition | None = None

    def write(self, game: ReplayedGame, values: Mapping[int, Analysed]) -> None:
        """Write all events of a game, and the curve of what its turns were worth."""
        part, views = self.part, list(_views(self.model, game))
        self.edition = next(self.model.edition_of(each.step) for each in game.steps if each.step is not None)
        self.painter = GamePainter(views, self.stock, self.names)
        part.frames = self.painter.made
        self.painter.frame(views[0], None)
        part.events.append(EventPart(f"{self.prefix}event-0", "", "the game begins", []))
        for each, before, after in zip(game.steps, views, views[1:], strict=False):
            self._step(each, before, after, values.get(each.line))
        rest = views[len(game.steps) :]
        for unplayed, before, after in zip(game.beyond, rest, rest[1:], strict=False):
            self.unplayed(unplayed)
            self.painter.frame(after, before)
        players = len(self.painter.made.grids) or 2
        part.curve, part.curve_title = curve_svg(self.points, part.number, players), curve_title(players)
        part.legend, part.scale = curve_legend(self.points, part.number), scale_words(values.values(), self.model)
        unseen = sorted((each for each in values.values() if not each.decisions), key=lambda each: each.turn.turn)
        part.unseen = [line.strip() for line in skipped_lines(unseen, uncolored)]

    def _step(self, each: ReplayedStep, before: View, after: View, analysed: Analysed | None) -> None:
        label = "" if each.turn is None else str(each.turn)
        event = self._event(label, each.source, self.names(_words(self.model, each)))
        event.known, event.sure = known_words(each.known), surely(each.known)
        frame = self.painter.frame(after, before, event.sure)
        self._find(event, each.findings)
        _mark_breach(frame, self.painter, each, before, after)
        if analysed is not None and each.turn is not None:
            point = turn_worth(analysed, event.anchor, frame, self.painter, self.model, before)
            event.mark, event.lost = point.mark, point.words
            self.points.append(point)

    def unplayed(self, line: Unplayed) -> None:
        """Write a line of which there is no table."""
        event = self._event("", line.source, f"line {line.source}: {self.names(line_words(line.raw))}")
        event.known, event.sure = "Not played: the table shows what lay there before and what the line says", "unplayed"
        self._find(event, line.findings)

    def _event(self, label: str, line: int, words: str) -> EventPart:
        anchor = f"{self.prefix}turn-{label}" if label else f"{self.prefix}event-{len(self.part.events)}"
        event = EventPart(anchor, label, words, [])
        self.anchors[line] = anchor
        self.part.events.append(event)
        return event

    def _find(self, event: EventPart, findings: Sequence[Finding]) -> None:
        for finding in findings:
            if finding.conflict is not None:
                event.findings += conflict_parts(finding, self.stock.codes, self.anchors, self.edition)
            else:
                self.told += 1
                legal = self.told <= self.stock.listed and not event.findings
                event.findings.append(finding_part(finding, self.stock.codes, full=self.told <= TOLD, legal=legal))
            if not self.part.first_breach and not finding.outside:
                self.part.first_breach = event.anchor


def _views(model: Game, game: ReplayedGame) -> Iterator[View]:
    """Show the table before the first step and after each; a refused move changes nothing.

    Then as it is behind lines that cannot be played, as far as they say.
    """
    first = next(each.step for each in game.steps if each.step is not None)
    view = model.view(first.before)
    yield view
    for each in game.steps:
        view = view if each.step is None else model.view(each.step.after)
        yield view
    for line in game.beyond:
        said = line_keys(line.raw)
        if model.recorded_view is not None and said.get("event") in SHOWING:
            view = model.recorded_view(view, said)
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


def _mark_breach(frame: Frame, painter: GamePainter, each: ReplayedStep, before: View, after: View) -> None:
    """Mark a broken step as pictures of its findings do: what is wrong, and on the table before it what was legal."""
    scenes = [
        breach_scene(found.rules[0], found.rules[2], found.fault, refused=each.step is None)
        for found in each.findings
        if found.rules is not None and not found.outside
    ]
    if not scenes:
        return
    painter.before_scene(frame, before, united(before, [scene.before for scene in scenes]))
    if each.step is not None:
        painter.after_scene(frame, after, united(after, [scene.after for scene in scenes]))
