"""What recorded games say of tiles that are not known, in text and JSON."""

from textwrap import wrap
from typing import Annotated, Literal

from msgspec import Meta, Struct

from reports.style import Paint, count_of, readable, visible
from verifier.recover import Recovered

SHOWN = 40  # lines of forced facts in text


class MoveRow(Struct):
    """A move that takes part in a contradiction."""

    path: str
    line: int
    move: str


class SkippedRow(Struct):
    """A game that is not used, and why."""

    path: str
    game: Annotated[int, Meta(description="which game of the file, from 1")]
    why: str


class InferRow(Struct):
    """The output of `cloverproof tiles infer --format json`."""

    verdict: Annotated[
        Literal["possible", "impossible", "unknown"],
        Meta(description="is there a tile set under which all games were legal?"),
    ]
    games: int
    moves: Annotated[int, Meta(description="layings and results that say something of the tiles")]
    forced: Annotated[dict[str, list[str]], Meta(description="by sort, what holds in every such tile set")]
    asked: Annotated[dict[str, int], Meta(description="by sort, how many facts there could be")]
    contradiction: Annotated[list[MoveRow], Meta(description="a smallest set of moves that exclude each other")]
    skipped: list[SkippedRow]
    complete: Annotated[bool, Meta(description="false: the solver gave up before it was clear what is forced")] = True


def recovered_row(told: Recovered) -> InferRow:
    """Give the JSON form."""
    return InferRow(
        told.sort,
        told.games,
        told.hints,
        told.forced,
        told.candidates,
        [MoveRow(readable(hint.key[0]), hint.key[1], hint.words) for hint in told.clash],
        [SkippedRow(readable(record.path), record.game, record.fault) for record in told.skipped],
        told.complete,
    )


def recovered_text(told: Recovered, paint: Paint) -> str:
    """Write it for people."""
    lines = [f"{count_of(told.games, 'game')}, {count_of(told.hints, 'move')} that say something of the tiles"]
    for record in told.skipped:
        where = f"{visible(readable(record.path))}, game {record.game}"
        lines.append(f"{paint('warning', 'not used')}: {where}: {visible(record.fault)}")
    if told.sort == "impossible":
        lines.append(paint("bad", "There is no tile set under which they were all legal. These exclude each other:"))
        lines += [f"  {visible(readable(hint.key[0]))}:{hint.key[1]}: {hint.words}" for hint in told.clash]
        return "\n".join(lines) + "\n"
    if told.sort == "unknown":
        lines.append(paint("bad", "Not decided: the solver gave up, or what it found was not confirmed."))
        return "\n".join(lines) + "\n"
    lines.append(paint("good", "There is a tile set under which they were all legal. In every such set:"))
    if not told.complete:
        lines.append(paint("warning", "  the solver gave up before it was clear what holds (--timeout)"))
    for sort in told.candidates:
        known = told.forced.get(sort, [])
        lines += ["", f"  {sort} ({len(known)})"]
        rows = wrap(", ".join(known), 96, break_on_hyphens=False)
        lines += [f"    {row}" for row in rows[:SHOWN]]
        lines += [f"    ... (--format json lists all {len(known)})"] if len(rows) > SHOWN else []
    return "\n".join(lines) + "\n"
