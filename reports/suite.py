"""The conformance suite in words: its description, grades, and the table of mutants."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from models.formats import LOG_FORMAT
from models.game import Game
from reports.style import Paint, count_of, visible
from verifier.drive.run_suite import SuiteRun
from verifier.grade import Grades
from verifier.mutants import MutantScore
from verifier.suite import EVERYTHING, FORMAT, KINDS, Item, ItemFilter

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


def readme(game: Game, questions: Sequence[Item], seed: int, chosen: ItemFilter = EVERYTHING) -> str:
    """Describe the suite of a game and how to run a program against it."""
    counts = {kind: sum(item.kind == kind for item in questions) for kind in KINDS}
    return f"""# A conformance suite for programs that play {game.title}

Format `{FORMAT}`, made by `cloverproof suite --game {game.key}` with `--seed {seed}{chosen.flags}`: the same seed makes
the same files, byte by byte.
`manifest.json` holds the SHA-256 of each of them; made again beside it, `diff -r` shows what somebody has changed.

| file | holds | how many |
| --- | --- | --- |
| `positions.jsonl` | tables: all legal turns, and all others by the clauses they break | {counts["position"]} |
| `tables.perft` | `id \\| table \\| lines of 1, 2, ... turns` | {counts["perft"]} |
| `tables.jsonl` | the same tables and counts in JSON | {counts["perft"]} |
| `steps.jsonl` | one move on a table each: legal or not | {counts["step"]} |
| `games/` | complete legal logs: every kind of end, tie and variant | {counts["game"]} |
| `slips/` | logs that only a program with a mistake would write | {counts["slip"]} |
| `logs.jsonl` | what there is to know about each log of `games/` and `slips/` | {counts["game"] + counts["slip"]} |
| `answers.jsonl` | the right answer to everything | {len(questions)} |

## Run your program against it

Let it write one JSON object a line, in any order, for any of these kinds of questions; a kind of which it answers
nothing is left out, and a question of another kind that it does not answer is told as unanswered, not as wrong.
`answers.jsonl` shows what the right ones look like.

- **A position**: read `table`, answer `{{"id","legal":[...]}}` with all legal turns.
- **A perft table**: `{{"id","counts":[...]}}`.
- **A step**: read `case`, answer `{{"id","legal":true}}` or `false`.
- **A log** of `games/` or `slips/`: replay it, answer `{{"id","verdict":"conforms"}}`, or `"breaks"` with the `line` of
  the first event that the rules do not allow. A `refused` event is wrong where the move was legal.

`outside` (is something declared that no rule book has: a house rule, another size, giving up) and the `clauses` of a
step may be left out. Then:

    cloverproof suite --check YOUR-ANSWERS.jsonl --game {game.key} --seed {seed}{chosen.flags}

## How tables and turns are written

{game.suite_items().notation.strip()}

{_objects(game)}{_logs(game)}
"""


OBJECTS = """\
In JSON each table is there as an object too, `position`, with the keys of a puzzle; `to_move` is always there, null
where nobody is to move. A step has its table as `before`, with what happened before it, its move as `event`, an
event of a log, and `shows`, what was shown otherwise than it follows, or null. `cloverproof schema suite-position` and
`suite-step` tell every key.

"""


def _logs(game: Game) -> str:
    page = game.notation.partition(",")[0]
    return f"Logs are JSON Lines in the format `{LOG_FORMAT}`. cloverproof's {page} describes it all."


def _objects(game: Game) -> str:
    return "" if game.suite_items().forms is None else OBJECTS


def grades_text(grades: Grades, paint: Paint, most: int, kinds: Sequence[str] = KINDS) -> str:
    """Say how a program did."""
    lines = []
    for kind in kinds:
        name = NAMES[kind].ljust(18)
        if not grades.answered[kind]:
            lines.append(f"{name} {paint('dim', 'not answered')}")
            continue
        right, asked = grades.right[kind], grades.asked[kind]
        open = asked - grades.answered[kind]
        text = f"{right} of {asked} right" + (f", {open} unanswered" if open else "")
        lines.append(f"{name} {paint('good' if right == asked else 'bad', text)}")
    wrong = list(grades.wrong.items())
    lines += [f"wrong: {paint('place', key)}: {visible(fault)}" for key, fault in wrong[:most]]
    if len(wrong) > most:
        lines.append(f"... and {count_of(len(wrong) - most, 'more wrong answer')} (--most)")
    lines += _unanswered(grades, most)
    lines += [f"unknown: {visible(key[:60])}" for key in grades.unknown[:most]]
    return "".join(f"{line}\n" for line in lines)


def _unanswered(grades: Grades, most: int) -> list[str]:
    """Name the questions without an answer, some of each kind."""
    lines = []
    for kind in grades.kinds:
        keys = [key for key in grades.unanswered if key.partition("-")[0] == kind]
        more = f" and {len(keys) - most} more (--most)" if len(keys) > most else ""
        lines += [f"unanswered: {', '.join(keys[:most])}{more}"] if keys else []
    return lines


def suite_run_text(run: SuiteRun, paint: Paint, most: int) -> str:
    """Say how a program that was asked did, and what it was not asked."""
    text = grades_text(run.grades, paint, most, [kind for kind in KINDS if run.grades.answered[kind]])
    for key, why in list(run.unanswered.items())[:most]:
        text += f"unanswered: {paint('place', key)}: {visible(why)}\n"
    if len(run.unanswered) > most:
        text += f"... and {count_of(len(run.unanswered) - most, 'more unanswered item')} (--most)\n"
    for (kind, reason), times in run.reasons.items():
        text += f"not asked: {times} of the {NAMES[kind]}: {visible(reason)}\n"
    tried = {*run.grades.kinds, *(key.partition("-")[0] for key in run.unanswered)}
    silent = [NAMES[kind] for kind in dict.fromkeys(kind for kind, _ in run.reasons) if kind not in tried]
    if silent and tried:
        text += f"{paint('bad', 'nothing is said')} of the {' and the '.join(silent)}: none could be asked\n"
    return text


def mutants_text(scores: Sequence[MutantScore], paint: Paint) -> str:
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


def mutant_rows(scores: Sequence[MutantScore]) -> list[MutantRow]:
    """Give the JSON form."""
    return [
        MutantRow(score.mistake.name, dict(score.caught), score.first, bool(score.caught) and score.named)
        for score in scores
    ]
