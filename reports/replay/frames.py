"""The tables of a game as small differences, which the page's script puts into drawings made beforehand."""

from collections.abc import Callable, Collection, Iterable, Sequence

from msgspec import Struct, field

from models.view import Card, Strip, View
from reports.pictures.files import Scene
from reports.pictures.grids import CELL, DrawnGrid, board_of
from reports.pictures.strips import HIGH, ROUND, WIDE, clover, tile
from reports.pictures.tables import Marks, changed, other_lines
from reports.replay.log_names import told_apart
from reports.replay.told_findings import CodeStock, listed_in
from reports.style import visible

Change = tuple[int, str] | tuple[int, str, str]  # a cell, the text and the kind, if any, it has from now on
Marked = dict[str, list[int | tuple[int, str]]]  # by kind: cells, with the text that they have in this frame alone
Row = tuple[int, int, list[int]]  # of a row of pieces: from which place on how many go, and which come
MarkedRow = tuple[int, int, list[int], dict[str, list[int]]]  # what it is shown as, and by kind the places marked there


class Frame(Struct, omit_defaults=True):
    """What one event changes on the table, and what is marked there while it is shown, beside the cells that change.

    `before` is marked on the table before the event; `pieces` tells how rows of pieces change, by their number,
    `marked` how they are shown in this frame alone, and `earlier` how on the table before the event, with what is
    marked there; `lines` are the numbers of the sentences below the table where they change.
    """

    cells: list[Change] = field(default_factory=list, name="c")
    marks: Marked = field(default_factory=dict, name="m")
    before: Marked = field(default_factory=dict, name="b")
    pieces: dict[int, Row] = field(default_factory=dict, name="s")
    marked: dict[int, MarkedRow] = field(default_factory=dict, name="x")
    earlier: dict[int, MarkedRow] = field(default_factory=dict, name="w")
    lines: list[int] | None = field(default=None, name="l")


class GameFrames(Struct):
    """The frames of a game: its grids as (title, number of the blank), the titles of its rows of pieces."""

    grids: list[tuple[str, int]] = field(default_factory=list, name="g")
    rows: list[str] = field(default_factory=list, name="r")
    frames: list[Frame] = field(default_factory=list, name="f")


class Stock:
    """What the games of a page share: drawings of blank grids and pieces, sentences, what codes mean.

    `listed` is the number of findings of each game with which it is listed what was legal; `names` are those of the
    logs, whose paths are given, one for each game.
    """

    def __init__(self, paths: Sequence[str] = ()) -> None:
        self.codes, self.listed, self.names = CodeStock(), listed_in(len(paths)), told_apart(paths)
        self.blanks: dict[tuple[int, int, bool, int], int] = {}
        self.pieces: dict[tuple[Card, bool], int] = {}
        self.lines: dict[str, int] = {}

    def blank(self, grids: Sequence[DrawnGrid]) -> int:
        """Give the number of the blank that all states of a grid fit on."""
        rows = max(len(grid.rows) for grid in grids)
        columns = max((len(row) for grid in grids for row in grid.rows), default=0)
        key = rows, columns, grids[0].named, max(grid.cell_width for grid in grids)
        return self.blanks.setdefault(key, len(self.blanks))

    def piece(self, card: Card, round: bool) -> int:
        """Give the number of a piece."""
        return self.pieces.setdefault((card, round), len(self.pieces))

    def blank_drawings(self) -> list[str]:
        """Draw the blank grids, with a piece on each cell."""
        return [_blank(*key) for key in self.blanks]

    def piece_drawings(self) -> list[tuple[str, str]]:
        """Draw the pieces, each with what it is in words."""
        signs = sorted({sign for card, _ in self.pieces for sign in card.signs})
        drawn = []
        for card, round in self.pieces:
            wide, high, draw = (ROUND, ROUND, clover) if round else (WIDE + 4, HIGH + 4, tile)
            parts = "".join(draw(0 if round else 2, 0 if round else 2, card, signs))
            box = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
            points = [] if card.points is None else ["points", str(card.points)]
            words = " ".join([card.name, *card.signs, *points]) or "a free place"
            drawn.append((visible(words), visible(f'<svg class="garden piece" {box} aria-hidden="true">{parts}</svg>')))
        return drawn


def _blank(rows: int, columns: int, named: bool, wide: int) -> str:
    long = "0" * (1 if wide == CELL else 4)
    grid = DrawnGrid("", tuple((long,) * columns for _ in range(rows)), named=named, wide=wide)
    across, down = grid.size
    return (
        f'<svg class="garden" viewBox="0 0 {across} {down}" width="{across}" height="{down}" role="img">'
        f"{''.join(grid.parts(grouped=True))}</svg>"
    )


class GamePainter:
    """Makes frames of views, one after the other; `told` writes the players' names into what they say."""

    def __init__(self, views: Sequence[View], stock: Stock, told: Callable[[str], str]) -> None:
        self.stock, self.told, self.made = stock, told, GameFrames()
        most = max((len(view.pictures) for view in views), default=0)
        self.first: list[int] = []  # the first cell of each grid
        self.across: list[int] = []
        count = 0
        for number in range(most):
            states = [board_of(view.pictures[number]) for view in views if number < len(view.pictures)]
            self.made.grids.append((told(visible(states[0].title)), stock.blank(states)))
            self.first.append(count)
            self.across.append(max((len(row) for state in states for row in state.rows), default=0))
            count += self.across[-1] * max(len(state.rows) for state in states)
        self.made.rows = [
            told(visible(strip.title)) for strip in max((view.strips for view in views), key=len, default=())
        ]
        self.texts, self.kinds = [""] * count, [""] * count
        self.lying: list[list[int]] = [[] for _ in self.made.rows]
        self.lines: list[int] = []

    def slot(self, place: tuple[int, int, int]) -> int:
        """Number a cell."""
        number, row, column = place
        return self.first[number] + row * self.across[number] + column

    def mark(self, frame: Marked, marks: Marks) -> None:
        """Mark cells in a frame; what was placed is marked without being told."""
        for place, mark in marks.cells.items():
            if mark.kind != "moved":
                slot = self.slot(place)
                frame.setdefault(mark.kind, []).append((slot, visible(mark.text)) if mark.text else slot)

    def before_scene(self, frame: Frame, view: View, scene: Scene) -> None:
        """Mark on the table before an event, of which there is a view, what a scene of it marks and adds."""
        self.mark(frame.before, scene.marks)
        self._mark_rows(frame.earlier, view, scene)

    def after_scene(self, frame: Frame, view: View, scene: Scene) -> None:
        """Mark on the table after the last event, of which there is a view, what a scene of it marks and adds."""
        self.mark(frame.marks, scene.marks)
        self._mark_rows(frame.marked, view, scene)
        said = self._lines([line for line in other_lines(scene.view) if line not in other_lines(view)])
        if said:
            frame.lines = self.lines = [*self.lines, *said]

    def _mark_rows(self, rows: dict[int, MarkedRow], view: View, scene: Scene) -> None:
        for number, (old, new) in enumerate(zip(view.strips, scene.view.strips, strict=False)):
            kinds: dict[str, list[int]] = {}
            for (row, place), mark in scene.marks.pieces.items():
                if row == number and mark.kind != "moved":
                    kinds.setdefault(mark.kind, []).append(place)
            if kinds or old != new:
                rows[number] = (*_splice(self._lying(old), self._lying(new)), kinds)

    def better_pieces(self, frame: Frame, view: View, pieces: Iterable[tuple[str, int]]) -> None:
        """Mark pieces, by the title of their row and the place in it, on the table before, of which there is a view."""
        rows = [strip.title for strip in view.strips]
        for title, place in pieces:
            if title in rows:
                frame.earlier.setdefault(rows.index(title), (0, 0, [], {"better": [place]}))

    def better_rows(self, frame: Frame, view: View, after: View, come: Collection[tuple[int, int]]) -> None:
        """Show on the table before, of which there is a view, rows as they are after a better move, and what comes."""
        rows = {strip.title: number for number, strip in enumerate(view.strips)}
        for number, strip in enumerate(after.strips):
            places = [place for row, place in come if row == number]
            at = rows.get(strip.title)
            if places and at is not None:
                spliced = _splice(self._lying(view.strips[at]), self._lying(strip))
                frame.earlier.setdefault(at, (*spliced, {"better": places}))

    def _lying(self, strip: Strip) -> list[int]:
        return [self.stock.piece(card, strip.round) for card in strip.cards]

    def frame(self, view: View, before: View | None, sure: str = "") -> Frame:
        """Make the next frame; `sure` tells how certain it is where it was not recorded: "forced" or "open"."""
        frame, moved = Frame(), Marks() if before is None else changed(before, view)
        new = {self.slot(place) for place in moved.cells}
        for number, picture in enumerate(view.pictures):
            for row, texts in enumerate(board_of(picture).rows):
                for column, text in enumerate(texts):
                    slot = self.slot((number, row, column))
                    kind = sure if slot in new else self.kinds[slot] if text == self.texts[slot] else ""
                    if (text, kind) != (self.texts[slot], self.kinds[slot]):
                        frame.cells.append((slot, visible(text), kind) if kind else (slot, visible(text)))
                        self.texts[slot], self.kinds[slot] = text, kind
        for number, strip in enumerate(view.strips):
            lying = self._lying(strip)
            if lying != self.lying[number]:
                frame.pieces[number] = _splice(self.lying[number], lying)
                self.lying[number] = lying
        lines = self._lines(other_lines(view))
        if lines != self.lines:
            frame.lines = self.lines = lines
        self.made.frames.append(frame)
        return frame

    def _lines(self, lines: Iterable[str]) -> list[int]:
        said = [self.told(visible(line)) for line in lines]
        return [self.stock.lines.setdefault(line, len(self.stock.lines)) for line in said]


def _splice(old: Sequence[int], new: Sequence[int]) -> Row:
    """Tell from which place on how many go and which come."""
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    rest = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    return first, len(old) - rest - first, list(new[first : len(new) - rest])
