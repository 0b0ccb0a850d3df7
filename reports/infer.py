"""What inferring came to, in words and in JSON."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from reports.style import Paint, count_of, visible
from verifier.finding import Finding, Verdict
from verifier.infer.inferred import Conflict, Inferred, Known, Line

SHOWN = 20  # missing facts that are listed
VALUES = 12  # possible values that are listed of one
FEW = 4  # lines of a conflict below which each is listed
FRAME = ("player", "from", "action", "cell")  # what only says whose move it was, and where it went


class SaysRow(Struct):
    """A line of a conflict."""

    line: int
    what: str
    says: Annotated[str, Meta(description="in words; empty: only that there is such a line")]
    keys: Annotated[tuple[str, ...], Meta(description="the keys of the line that say it")]


class ConflictRow(Struct):
    """Lines and clauses that contradict each other."""

    lines: tuple[SaysRow, ...]
    clauses: tuple[str, ...]
    minimal: Annotated[bool, Meta(description="none of these facts and clauses can go")]


class FactRow(Struct, kw_only=True):
    """A missing fact."""

    line: int
    missing: Annotated[int | UnsetType, Meta(description="which of the missing moves there, from 1")] = UNSET
    key: str
    count: Annotated[int, Meta(description="how many values are possible")]
    values: tuple[Any, ...]
    exact: Annotated[bool, Meta(description="false: the time ended before all values were tried")]


class InferredRow(Struct):
    """What inferring came to."""

    explained: Literal["consistent", "impossible", "undecided"]
    seconds: Annotated[float | UnsetType, Meta(description="not in a report, whose bytes are the same each time")] = (
        UNSET
    )
    forced: tuple[FactRow, ...] = ()
    open: tuple[FactRow, ...] = ()
    missing_turns: Annotated[
        int | UnsetType, Meta(description="how many turns a gap of unknown length was taken for at most")
    ] = UNSET
    why: str | UnsetType = UNSET
    left_out: Annotated[
        tuple[int, ...] | UnsetType, Meta(description="lines that were neither believed nor judged")
    ] = UNSET


def conflict_row(conflict: Conflict) -> ConflictRow:
    """Give the JSON form of a conflict."""
    lines = tuple(SaysRow(line.line, line.what, line.says, line.keys) for line in conflict.lines)
    return ConflictRow(lines, tuple(clause for clause, _ in conflict.clauses), conflict.minimal)


def _fact(known: Known) -> FactRow:
    return FactRow(
        line=known.line,
        missing=known.place or UNSET,
        key=known.key,
        count=len(known.values),
        values=known.values,
        exact=known.exact,
    )


def inferred_row(inferred: Inferred, *, timed: bool = True) -> InferredRow:
    """Give the JSON form of what inferring came to; untimed, equal records give equal bytes."""
    return InferredRow(
        inferred.explained,
        round(inferred.seconds, 3) if timed else UNSET,
        tuple(_fact(each) for each in inferred.found if each.forced),
        tuple(_fact(each) for each in inferred.found if not each.forced),
        UNSET if inferred.missing is None else inferred.missing,
        inferred.why or UNSET,
        inferred.left_out or UNSET,
    )


def inferred_text(verdict: Verdict, paint: Paint) -> str:
    """Say what the missing facts can have been."""
    inferred = verdict.inferred
    assert inferred is not None
    if inferred.explained == "impossible" and verdict.breach is None and inferred.located:
        first, last = (verdict.at or 1) - verdict.valid_lines, (verdict.at or 1) - 1
        unit = "line" if verdict.place is None else "event"  # a log in another form has events
        lines = f"{unit} {first}" if first == last else f"{unit}s {first} to {last}"
        return f"  longest consistent prefix: {lines}\n{_left_out(inferred)}\n"
    if inferred.explained != "consistent":
        return ""
    if not (inferred.found or inferred.left_out):
        return "  a legal game explains it, as far as it is recorded\n\n"
    return "".join(f"  {line}\n" for line in _facts(inferred, paint)) + _left_out(inferred) + "\n"


def _left_out(inferred: Inferred) -> str:
    if not inferred.left_out:
        return ""
    return (
        f"  not judged, because facts are missing: {line_numbers(inferred.left_out)} (refused moves, sums of points)\n"
    )


def _facts(inferred: Inferred, paint: Paint) -> Iterator[str]:
    found = inferred.found
    forced = [each for each in found if each.forced]
    turns = {each.line for each in found if each.key == "action"}
    many = sorted((each for each in found if each not in forced), key=lambda each: each.line not in turns)
    yield f"a legal game explains it; {count_of(len(found), 'missing fact')}: {len(forced)} forced, {len(many)} open"
    if inferred.missing is not None:
        yield f"with up to {inferred.missing} turns in each gap of unknown length"
    for each in forced[:SHOWN]:
        yield f"{_where(each)} {each.key} {paint('strong', _value(each.values[0]))}"
    if len(forced) > SHOWN:
        yield f"... and {len(forced) - SHOWN} more that are forced (--format json, --explanation FILE)"
    for each in many[:SHOWN]:
        values = " ".join(map(_value, each.values[:VALUES])) + (" ..." if len(each.values) > VALUES else "")
        least = "" if each.exact else "at least "
        yield f"{_where(each)} {each.key} {least}{count_of(len(each.values), 'value')}: {values}"
    if len(many) > SHOWN:
        yield f"... and {len(many) - SHOWN} more that are open (--format json)"


def _where(known: Known) -> str:
    return f"line {known.line}, missing {known.place}:" if known.place else f"line {known.line}:"


def _value(value: object) -> str:
    return "-" if value is None else str(value)


def conflict_text(finding: Finding, paint: Paint) -> str:
    """Draw a conflict: its lines with what they say, and the clauses."""
    from reports.findings import finding_text, name

    conflict = finding.conflict
    assert conflict is not None
    if not (conflict.clauses or any(line.says for line in conflict.lines)):
        return finding_text(finding, paint)
    codes = ", ".join(clause for clause, _ in conflict.clauses if clause not in conflict.claims) or finding.clause
    numbers = line_numbers([line.line for line in conflict.lines])
    gutter = " " * len(str(finding.line))
    lines = [
        f"{paint('error', f'error[{codes}]')}{paint('strong', f': no legal game explains {numbers}')}",
        f"{gutter}{paint('frame', '-->')} {paint('place', name(finding.path))}:{finding.line}",
        paint("frame", f"{gutter} |"),
    ]
    lines += [f"{gutter} {paint('frame', '|')} {text}" for text in _told(conflict.lines)]
    lines.append(paint("frame", f"{gutter} |"))
    for clause, title in conflict.clauses:
        proved = f" (proved: `cloverproof prove {clause}`)" if clause in conflict.claims else ""
        lines.append(f"{gutter} {paint('frame', '=')} {clause}: {title}{proved}")
    lines.append(f"{gutter} {paint('frame', '=')} help: {finding.fault.help}")
    return "\n".join(lines) + "\n\n"


def _told(lines: tuple[Line, ...]) -> Iterator[str]:
    """Give one line of text for each line, and one for several that only say who moved, and where."""
    run: list[Line] = []
    for place, line in enumerate(lines):
        inside = 0 < place < len(lines) - 1
        if inside and line.says and {*FRAME}.issuperset(line.keys):
            run.append(line)
            continue
        yield from _run(run)
        run = []
        yield _one(line)
    yield from _run(run)


def _run(run: list[Line]) -> Iterator[str]:
    if len(run) < FEW:
        yield from map(_one, run)
        return
    numbers = line_numbers([line.line for line in run])
    if len({(line.what, line.says) for line in run}) == 1:
        yield f"{numbers} are each {run[0].what}: {visible(run[0].says)}"
    else:
        keys = [key for key in FRAME if any(key in line.keys for line in run)]
        yield f"{numbers} are needed too: their {', '.join(keys)}"


def _one(line: Line) -> str:
    return f"line {line.line} is {line_words(line)}"


def line_words(line: Line) -> str:
    """Say what a line of a conflict is, and what it says."""
    return f"{line.what}{f': {visible(line.says)}' if line.says else ''}"


def line_numbers(numbers: Sequence[int]) -> str:
    """Write line numbers: `lines 3, 9 and 14 to 20`."""
    spans: list[list[int]] = []
    for number in dict.fromkeys(numbers):
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    texts: list[str] = []
    for span in spans:
        texts += [f"{span[0]} to {span[-1]}"] if len(span) > 2 else map(str, span)
    listed = ", ".join(texts[:-1]) + (" and " if len(texts) > 1 else "") + texts[-1]
    return f"{'line' if len(set(numbers)) == 1 else 'lines'} {listed}"
