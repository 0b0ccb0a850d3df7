"""`cloverproof garden`."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.options import COLOR, GAME, Format, game_with, json_lines, paint_for, refuse, refuse_useless, write_out
from cli.pictures import PNG, SVG, PictureFiles

if TYPE_CHECKING:
    from cli.garden_expect import TurnsAsked
    from cli.garden_question import GardenQuestion
    from cli.solve_progress import Progress
    from models.gardens import Completability, Gardens, Placement
    from models.view import CellVerdict
    from reports.style import Paint
    from verifier.expected_turns import Expected, FillChance


def garden(
    garden: str | None = typer.Argument(None, help="The garden, row by row: '3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19'."),
    sets: int | None = typer.Option(None, help="How many clovers of each number exist, 1 to 4.  [default: 2]"),
    top: int | None = typer.Option(None, help="The highest number of the game.  [default: 20]"),
    gone: str | None = typer.Option(None, help="Clovers that are out of reach: '7 7 12'."),
    pool: str | None = typer.Option(None, help="Exactly the clovers that can be had, instead of whole sets."),
    drawn: int | None = typer.Option(None, help="Compare where to put a clover with this number."),
    chance: int | None = typer.Option(None, help="The probability that so many reveals alone can fill it."),
    expect: bool = typer.Option(False, "--expect", help="Sample how many own turns it takes to fill it."),
    middle: str | None = typer.Option(None, help="Clovers in the middle: what does taking one save? '7 12'."),
    orders: int | None = typer.Option(
        None, help="In how many orders clovers are revealed to sample.  [default: 4000]", min=20, max=1_000_000
    ),
    seed: int | None = typer.Option(None, help="Which orders those are.  [default: 1]", min=0, max=2**32 - 1),
    exact: bool = typer.Option(False, "--exact", help="Count the chance, however long it takes; never sample it."),
    svg: Path | None = SVG,
    png: Path | None = PNG,
    batch: str | None = typer.Option(
        None, metavar="FILE", help="Answer for many gardens, JSON lines in (.gz too) and out."
    ),
    shares: bool | None = typer.Option(
        None, "--shares/--no-shares", help="What can end up where; by default except in a batch."
    ),
    jobs: int | None = typer.Option(None, help="Processes for a batch.  [default: 1]", min=1),
    game: str | None = GAME,
    format: Format = typer.Option(Format.text, help="How to write the result."),
    color: bool | None = COLOR,
) -> None:
    """Tell whether and how a garden can still be completed.

    Example: cloverproof garden "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19"
    """
    from cli.garden_expect import ORDERS, SEED, TurnsAsked
    from cli.garden_question import read_question
    from models.gardens import unreached
    from models.reading import Malformed

    gardens = game_with("gardens", game).gardens()
    if (garden is None) == (batch is None):
        refuse("a garden or --batch FILE is needed, one of them", "like: cloverproof garden '3 5 . ./7 8 . 10/...'")
    turns = TurnsAsked(chance, expect or middle is not None, orders or ORDERS, SEED if seed is None else seed, exact)
    sampling, sampled = turns.samples and batch is None, "with --expect, --middle, or --chance without --exact"
    refuse_useless(
        (
            ("--orders", orders is not None, sampling, sampled),
            ("--seed", seed is not None, sampling, sampled),
            ("--exact", exact, chance is not None, "with --chance"),
            ("--jobs", jobs is not None, batch is not None, "with --batch"),
            ("--sets", sets is not None, pool is None or batch is not None, "without --pool, which names all clovers"),
        )
    )
    try:
        if batch is not None:
            if (drawn, chance, svg, png, middle, expect) != (None, None, None, None, None, False):
                refuse("--drawn, --chance, --expect, --middle, --svg and --png ask about one garden, not about a batch")
            from cli.garden_batch import Usual, answer_all, check_usual

            usual = Usual(top, sets, gone, pool, shares or False)
            check_usual(gardens, usual)
            raise typer.Exit(answer_all(gardens, batch, usual, jobs or 1))
        assert garden is not None
        pictures = PictureFiles(svg, png)
        asked = read_question(gardens, garden, top, sets, gone, pool)
        if why := unreached(asked.laid):
            typer.echo(f"note: {why}", err=True)
        if middle is not None:
            asked = asked.with_middle(middle)
        _answer(gardens, asked, drawn, turns, pictures, shares is not False, format, paint_for(color))
    except Malformed as wrong:
        refuse(wrong.message, wrong.help)


def _answer(
    gardens: "Gardens",
    asked: "GardenQuestion",
    drawn: int | None,
    turns: "TurnsAsked",
    pictures: PictureFiles,
    shares: bool,
    format: Format,
    paint: "Paint",
) -> None:
    from cli.solve_progress import Progress

    _check(asked, drawn, turns.chance)
    with Progress("working out what can become of the garden") as progress:
        found = gardens.completability(asked.laid, asked.copies)
        breaches = () if found.legal else gardens.breaches(asked.laid, asked.top)
        extras = _Extras(asked, found, drawn, turns)
        if pictures:
            from reports.garden_svg import garden_svg

            pictures.write(garden_svg(asked.laid, found))
        try:
            if found.legal:
                extras.find(gardens, shares, progress)
        finally:  # what is known is told, also where the rest is too much or Ctrl-C ends it
            progress.show("")
            write_out(extras.json(breaches) if format is Format.json else extras.text(breaches, paint))
        if extras.broken_off:
            raise KeyboardInterrupt
    raise typer.Exit(0 if found.legal else 1)


class _Extras:
    """What is told of one garden beside the verdict: shares, a drawn clover, a chance."""

    def __init__(
        self, asked: "GardenQuestion", found: "Completability", drawn: int | None, turns: "TurnsAsked"
    ) -> None:
        self.asked, self.found, self.drawn, self.turns = asked, found, drawn, turns
        self.shuffles = turns.shuffles(asked, 0)
        self.counts: dict[int, dict[int, int]] | None = None
        self.placements: tuple[Placement, ...] | None = None
        self.chance: FillChance | None = None
        self.expected: Expected | None = None

    def find(self, gardens: "Gardens", shares: bool, progress: "Progress") -> None:
        """Find one after the other what is asked of a garden that is in order. Raises Malformed."""
        laid, copies = self.asked.laid, self.asked.copies
        if shares:
            self.counts = gardens.shares(laid, copies)
        if self.drawn is not None:
            cells = gardens.legal_cells(laid, self.asked.top, self.drawn)
            self.placements = gardens.placements(laid, copies, self.drawn, cells)
        self.chance = self.turns.chance_of(gardens, self.asked, progress)
        if not self.broken_off:
            self.expected = self.turns.expected_of(gardens, self.asked, progress)

    @property
    def broken_off(self) -> bool:
        """Tell whether Ctrl-C came before all orders were gone through."""
        chance, expected, most = self.chance, self.expected, self.turns.orders
        few = chance is not None and chance.sampled is not None and chance.orders < most
        return few or (expected is not None and expected.shuffles.orders < most)

    def text(self, breaches: "tuple[CellVerdict, ...]", paint: "Paint") -> str:
        from reports.garden import drawn_text, outlook_text, shares_text
        from reports.garden_turns import chance_text, expected_text

        laid = self.asked.laid
        text = outlook_text(laid, self.found, breaches, self.asked.clovers, paint)
        if self.counts is not None:
            text += shares_text(laid, self.counts, self.found.completions)
        if self.drawn is not None and self.placements is not None:
            text += drawn_text(laid, self.drawn, self.placements, paint)
        if self.chance is not None:
            text += chance_text(self.chance, self.shuffles)
        if self.expected is not None:
            text += expected_text(laid, self.expected, self.found, paint)
        return text

    def json(self, breaches: "tuple[CellVerdict, ...]") -> str:
        from reports.garden_rows import add_shares, drawn_row, garden_row
        from reports.garden_turns import chance_row, expected_row

        row = garden_row(self.asked.laid, self.found, breaches)
        if self.counts is not None:
            add_shares(row, self.asked.laid, self.counts)
        if self.drawn is not None and self.placements is not None:
            row.drawn = drawn_row(self.asked.laid, self.drawn, self.placements)
        if self.chance is not None:
            row.chance = chance_row(self.chance, self.shuffles)
        if self.expected is not None:
            row.expected = expected_row(self.asked.laid, self.expected)
        return json_lines([row])


def _check(asked: "GardenQuestion", drawn: int | None, reveals: int | None) -> None:
    """Refuse a clover that cannot be drawn, and more reveals than there are clovers."""
    pile = asked.pile
    if drawn is not None and not 1 <= drawn <= asked.top:
        refuse(f"there is no clover {drawn}", f"numbers go from 1 to {asked.top}")
    if drawn is not None and not pile[drawn]:
        refuse(f"no {drawn} is left to be drawn", f"in reach: {asked.clovers}, less what lies in the garden")
    if reveals is not None and not 1 <= reveals <= sum(pile):
        refuse(f"{reveals} reveals cannot be", f"there are 1 to {sum(pile)} clovers face down")
