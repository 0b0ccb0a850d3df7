"""The conformance suite in words: its description, grades, and the table of mutants."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from reports.style import Paint, counted, visible
from verifier.grade import Grades
from verifier.mutants import Score
from verifier.suite import FORMAT, KINDS, Item

NAMES = {
    "position": "positions",
    "perft": "perft tables",
    "step": "steps",
    "game": "games",
    "slip": "logs with mistakes",
}


class AnswerRow(Struct, omit_defaults=True):
    """One answer to the suite; which keys it has depends on the kind of question."""

    id: Annotated[str, Meta(description="of the item that is answered")]
    legal: Annotated[list[str] | bool | None, Meta(description="all legal turns of a position; is a step legal")] = None
    counts: Annotated[list[int] | None, Meta(description="lines of 1, 2, ... turns")] = None
    verdict: Annotated[Literal["conforms", "breaks"] | None, Meta(description="on a log")] = None
    line: Annotated[int | None, Meta(description="of the first event of a log that the rules do not allow")] = None
    outside: Annotated[
        list[int] | bool | None, Meta(description="lines that declare what no rule book has; does a step. Optional")
    ] = None
    clauses: Annotated[list[str] | None, Meta(description="the clauses a step breaks. Optional")] = None


class MutantRow(Struct):
    """A mistake, and what of the suite fails a program with it."""

    mistake: str
    caught: dict[str, int]
    first: str
    by_names_only: bool


def readme(questions: Sequence[Item], seed: int) -> str:
    """Describe the suite and how to run a program against it."""
    counts = {kind: sum(item.kind == kind for item in questions) for kind in KINDS}
    return f"""# A conformance suite for programs that play Lucky Numbers

Format `{FORMAT}`, made by `cloverproof suite` with `--seed {seed}`: the same seed makes the same files, byte by byte.
`manifest.json` holds the SHA-256 of each of them; made again beside it, `diff -r` shows what somebody has changed.

| file | holds | how many |
| --- | --- | --- |
| `positions.jsonl` | tables: all legal turns, and all others by the clauses they break | {counts["position"]} |
| `tables.perft` | `id \\| table \\| lines of 1, 2, ... turns` | {counts["perft"]} |
| `steps.jsonl` | one move on a table each: legal or not | {counts["step"]} |
| `games/` | complete legal logs: every kind of end, tie, set-up and variant | {counts["game"]} |
| `slips/` | logs that only a program with a mistake would write | {counts["slip"]} |
| `logs.jsonl` | what there is to know about each log of `games/` and `slips/` | {counts["game"] + counts["slip"]} |
| `answers.jsonl` | the right answer to everything | {len(questions)} |

## Run your program against it

Let it write one JSON object a line, in any order, for any of these kinds of questions; a kind of which it answers
nothing is left out. `answers.jsonl` shows what the right ones look like.

- **A position**: read `table`, answer `{{"id","legal":[...]}}` with all legal turns.
- **A perft table**: `{{"id","counts":[...]}}`. What can be revealed counts as different turns,
  copies of a number do not.
- **A step**: read `case`, answer `{{"id","legal":true}}` or `false`.
- **A log** of `games/` or `slips/`: replay it, answer `{{"id","verdict":"conforms"}}`, or `"breaks"` with the `line` of
  the first event that the rules do not allow. A `refused` event is wrong where the move was legal.

`outside` (is something declared that no rule book has: a house rule, another size, giving up) and the `clauses` of a
step may be left out. Then:

    cloverproof suite --check YOUR-ANSWERS.jsonl --seed {seed}

## How tables and turns are written

A table is one line: the gardens of players 1, 2, ..., row by row, `.` an empty cell; then `middle` the face-up numbers,
`hidden` the face-down ones (absent: all clovers of the sets that are not seen), `to move` the player (absent: play is
over), `drawn` a number that was just revealed, `top` the highest number (20 if absent), `sets` the copies of each
number (one for each player if absent), `strict` where a clover may not replace one of the same number, `bruno` or
`bruno-any` for a house rule.

A turn: `5 b1` reveal a 5 and add it on b1, `5x7 b2` exchange it for the 7 there, `5 -` leave it in the middle; with an
`m` in front the clover is taken from the middle. `5x b1` is an exchange where nothing lies.

A step is `facts of the table | move => shown after it`: the gardens, then facts such as `middle 3`, `pile 9`, `setup`
(before play), `michael` (the set-up one by one), `first 2`, `last 1` (who had the last turn), `drawn` (it revealed a
clover), `conceded 2`. Moves: `1: 13 c1` player 1 reveals a 13 and adds it, `1: 13x10 d2` exchanges it, `1: 13 -` leaves
it, `1: m13 c1` takes it from the middle; `set 1: 5 a1`, `start ...`, `end ...`, `tournament ...`, `concede 2`, `open`
(the header). What is not said is as usual: play goes on, it is the turn of whoever moves. Logs are JSON Lines in the
format `cloverproof/1`. cloverproof's docs/formats.md describes both in full.
"""


def grades_text(grades: Grades, paint: Paint, most: int) -> str:
    """Say how a program did."""
    lines = []
    for kind in KINDS:
        name = NAMES[kind].ljust(18)
        if not grades.answered[kind]:
            lines.append(f"{name} {paint('dim', 'not answered')}")
            continue
        right, asked = grades.right[kind], grades.asked[kind]
        lines.append(f"{name} {paint('good' if right == asked else 'bad', f'{right} of {asked} right')}")
    wrong = list(grades.wrong.items())
    lines += [f"wrong: {paint('place', key)}: {visible(fault)}" for key, fault in wrong[:most]]
    if len(wrong) > most:
        lines.append(f"... and {counted(len(wrong) - most, 'more wrong answer')} (--most)")
    lines += [f"unknown: {visible(key[:60])}" for key in grades.unknown[:most]]
    return "\n".join(lines) + "\n"


def mutants_text(scores: Sequence[Score], paint: Paint) -> str:
    """Write the mutation table: what of the suite fails each mistake."""
    columns = [kind for kind in KINDS if kind != "perft"]
    wide = max(len(score.mistake.name) for score in scores)
    head = "  ".join(kind.rjust(8) for kind in columns)
    lines = [paint("strong", f"{'mistake'.ljust(wide)}  {head}  first caught by")]
    for score in scores:
        counts = "  ".join(str(score.caught[kind] or "-").rjust(8) for kind in columns)
        first = score.first or paint("bad", "MISSED")
        mark = " (by its clauses)" if score.caught and score.named else ""
        lines.append(f"{score.mistake.name.ljust(wide)}  {counts}  {first}{mark}")
    caught = sum(bool(score.caught) for score in scores)
    share = f"{100 * caught / len(scores):.0f} %" if caught == len(scores) else f"{100 * caught / len(scores):.1f} %"
    lines += ["", f"mutation score: {caught} of {len(scores)} mistakes caught, {share}"]
    named = sum(bool(score.caught) and score.named for score in scores)
    if named:
        lines.append(f"{named} of them only where a program names the clauses that a step breaks")
    lines += [f"missed: {score.mistake.name}" for score in scores if not score.caught]
    return "\n".join(lines) + "\n"


def mutant_rows(scores: Sequence[Score]) -> list[MutantRow]:
    """Give the JSON form."""
    return [
        MutantRow(score.mistake.name, dict(score.caught), score.first, bool(score.caught) and score.named)
        for score in scores
    ]
