"""What a run with a program has tried, clause by clause, and which known mistakes it would have noticed."""

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator

from models.game import Game
from reports.drive_rows import CoverageRow, DrivenMistakeRow, coverage_rows, mistake_rows
from reports.style import COLUMNS, broken_lines, count_of, visible
from verifier.drive.run import Run
from verifier.drive.score import UNASKED, RunScore

WIDTH = 110  # columns
MOST = 24  # names in one paragraph
MOST_PLACES = 6  # of play, the most frequent ones
LONGEST = 120  # characters of a place


def coverage_text(score: RunScore, game: Game, run: Run) -> str:
    """Tell clause by clause what was exercised, what could not be tried, and which known mistakes would have shown."""
    rows, mistakes = coverage_rows(score, game), mistake_rows(score)
    shown = [row for row in rows if row.exercised or row.noticed]
    scored = "" if score.scored == score.games else f" (counted in {score.scored:,} of {score.games:,} games)"
    lines = [f"clause  exercised  mistakes noticed{scored}"] if shown else []
    told = [f"  {row.clause}  {row.exercised:>9,}  {_share(row)}  {row.title}" for row in shown]
    lines += [part for line in told for part in broken_lines(line, 31)]
    lines += _wrapped("never exercised", (row.clause for row in rows if row.asked and row not in shown))
    lines += _wrapped("nothing that was asked has to do with", (row.clause for row in rows if not row.asked))
    lines += ["", *_score_lines(mistakes, {row.clause for row in rows if not row.asked})]
    cannot = [f"{_cut(place)} ({count_of(times, 'time')})" for place, times in run.cannot.most_common()]
    lines += _wrapped("could not be told", cannot, "; ", MOST_PLACES)
    lines += _wrapped("not asked again after it failed", (_cut(each) for each in sorted(run.avoid) if each), "; ")
    return "\n".join(lines) + "\n"


def _share(row: CoverageRow) -> str:
    return f"{row.noticed:>3} of {row.mistakes:>2}" if row.mistakes else " " * 9


def _score_lines(mistakes: list[DrivenMistakeRow], unasked: set[str]) -> Iterator[str]:
    noticed = sum(each.noticed for each in mistakes)
    yield f"mutation score: of {count_of(len(mistakes), 'known mistake')} this run would have noticed {noticed}"
    missed, reasons, lacks = (defaultdict[str, list[str]](list) for _ in range(3))
    for each in mistakes:
        if each.noticed or (each.clause in unasked and each.reason in ("", UNASKED)):
            continue
        clause = each.clause or "several clauses"
        if each.reason:
            (reasons if each.offered else lacks)[each.reason].append(clause)
        else:
            missed[clause].append(each.mistake.removeprefix(f"{clause}: "))
    if missed and noticed:
        yield "not noticed:"
        for clause, names in missed.items():
            yield from _wrapped(f"  {clause}", names, "; ")
    for head, found in (("no exchange can show", reasons), ("not offered, and so not tried:", lacks)):
        texts = [f"{reason} ({', '.join(dict.fromkeys(clauses))})" for reason, clauses in found.items()]
        yield from _wrapped(f"{head} {sum(map(len, found.values()))} of them", texts, "; ")


def _wrapped(head: str, names: Iterable[str], between: str = ", ", most: int = MOST) -> list[str]:
    """Write names behind a head, on few lines; nothing where there are none."""
    every = list(names)
    if not every:
        return []
    more = [f"{len(every) - most:,} more"] if len(every) > most else []
    text = f"{head}: {between.join(every[:most] + more)}"
    return textwrap.wrap(text, min(WIDTH, COLUMNS.get() or WIDTH), subsequent_indent="    ", break_on_hyphens=False)


def _cut(place: str) -> str:
    return visible(place[:LONGEST])
