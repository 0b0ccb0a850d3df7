"""What driving a program has found, in words."""

from collections.abc import Iterator, Sequence

import msgspec

from models.game import Game
from reports.findings import finding_text
from reports.style import Paint, count_of, visible
from verifier.drive.kinds import Kind, places
from verifier.drive.play import PlayedGame
from verifier.drive.run import Run, Seen
from verifier.drive.score import RunScore

LAST = 6  # requests that are shown with a difference
LONGEST = 160  # characters of a request or an answer that are shown
FAULTS = {
    "hang": "no answer",
    "exit": "the process ended",
    "too-long": "a line that does not end",
    "garbage": "an answer that cannot be read",
    "closed": "a closed pipe",
    "crash": "the program crashed",
    "cannot-start": "the program cannot be started",
    "contradiction": "answers contradict each other",
}


def difference_text(seen: Seen, game: Game, errors: str, repeat: str, paint: Paint) -> str:
    """Tell a kind of difference once: what was asked and answered, what is right, how often, how to see it again."""
    shown = seen.shortest or seen.first
    assert shown is not None
    text = _head(seen.kind, shown, game, paint)
    rows = [f"found {count_of(seen.times, 'time')} in {count_of(seen.games, 'game')}"]
    if seen.repeats is False:
        rows.append("not repeatable: when the same requests were made again it did not come back")
    else:
        rows.append(f"shortest exchange found: {count_of(len(shown.requests), 'request')}{repeat}")
    text += "".join(f"   {paint('frame', '=')} {row}\n" for row in rows)
    text += "".join(f"   {row}\n" for row in _talk(shown, paint))
    if errors.strip():
        tail = [visible(row)[:LONGEST] for row in errors.strip().splitlines()[-LAST:]]
        text += "   on standard error:\n" + "".join(f"     {row}\n" for row in tail)
    return text + "\n"


def _head(kind: Kind, shown: PlayedGame, game: Game, paint: Paint) -> str:
    for finding in shown.findings:
        if (finding.kind, finding.clause) == kind:
            return finding_text(finding, paint).rstrip("\n") + "\n"
    for difference in shown.discrepancies:
        if ("shown", difference.clause, difference.said) == kind:
            return (
                f"{paint('error', f'error[{difference.clause}]')}{paint('strong', ': ' + visible(difference.asked))}\n"
                f"   {paint('frame', '=')} the program: {visible(difference.said)}\n"
                f"   {paint('frame', '=')} by the rules: {visible(difference.right)}\n"
            )
    fault = shown.fault
    words = FAULTS.get(kind[0], kind[0])
    place = f" at `{visible(kind[1])}`" if len(kind) > 1 and kind[1] else ""
    text = f"{paint('error', 'error')}{paint('strong', f': {words}{place}')}\n"
    if fault is not None:
        text += f"   {paint('frame', '=')} {visible(fault.message)}\n"
        if fault.help:
            text += f"   {paint('frame', '=')} help: {visible(fault.help)}\n"
    return text


def _talk(shown: PlayedGame, paint: Paint) -> Iterator[str]:
    """Give the last requests and answers."""
    first = max(0, len(shown.requests) - LAST)
    if first:
        yield paint("dim", f"... {count_of(first, 'request')} before")
    answers: Sequence[bytes | None] = [*shown.answers, *[None] * (len(shown.requests) - len(shown.answers))]
    for request, answer in list(zip(shown.requests, answers, strict=True))[first:]:
        yield f"{paint('dim', 'asked   ')} {visible(msgspec.json.encode(request).decode())[:LONGEST]}"
        said = "nothing" if answer is None else visible(answer.decode("utf-8", "backslashreplace").strip())[:LONGEST]
        yield f"{paint('dim', 'answered')} {said}"


def coverage_text(score: RunScore, game: Game, run: Run, paint: Paint) -> str:
    """Tell clause by clause what was exercised, what could not be tried, and which known mistakes would have shown."""
    names = [mistake.name for mistake in score.mistakes]
    rows = []
    for clause in game.clauses():
        own = [name for name in names if name.startswith(f"{clause.id}: ")]
        seen = sum(name in score.noticed for name in own)
        told = f"{score.exercised[clause.id]:,}" if score.asked[clause.id] else "not asked"
        rows.append(f"  {clause.id}  {told:>10}  {seen:>2} of {len(own):>2}  {clause.title}")
    scored = "" if score.scored == score.games else f", counted in {score.scored:,} of {score.games:,} games"
    text = f"clause   exercised  mistakes noticed{scored}\n" + "\n".join(rows) + "\n"
    caught = len(score.noticed)
    text += f"\nmutation score: a program with one of {len(names)} known mistakes would have shown {caught} of them\n"
    unasked = set(score.unasked())
    missed = [name for name in score.missed() if name.partition(":")[0] not in unasked]
    if missed:
        text += "not noticed:\n" + "".join(f"  {name}\n" for name in missed)
    if unasked:
        text += f"nothing that was asked has to do with {', '.join(sorted(unasked))}\n"
    if run.cannot:
        text += "could not be told:\n" + "".join(
            f"  {visible(place)} ({count_of(times, 'time')})\n" for place, times in run.cannot.most_common()
        )
    if run.avoid:
        failed = sorted(run.avoid)
        text += "not asked again after it failed:\n" + "".join(f"  {visible(each)}\n" for each in failed)
    return text


def replay_text(shown: PlayedGame, paint: Paint) -> str:
    """Say what came of making requests again."""
    good = not any(True for _ in places(shown))
    verdict = paint("good", "no difference found") if good else paint("bad", "differs from the rules")
    return f"{count_of(len(shown.answers), 'request')} made again: {verdict}\n"


def summary_text(run: Run, paint: Paint) -> str:
    """Sum up a run."""
    name = visible(run.hello.name or "the program")
    version = f" {visible(run.hello.version)}" if run.hello.version else ""
    verdict = paint("bad", "differs from the rules") if run.kinds else paint("good", "no difference found")
    text = f"{name}{version}: {verdict}\n"
    text += f"{count_of(run.games, 'game')}, {count_of(run.turns, 'turn')}, {count_of(run.asked, 'request')}"
    text += f" in {run.seconds:.1f} s ({run.waited / max(run.seconds, 1e-9):.0%} of it waiting for answers); "
    text += f"{count_of(len(run.kinds), 'kind')} of differences, {run.differences:,} in all; seed {run.seed}\n"
    if run.stopped:
        text += f"stopped: {visible(run.stopped)}\n"
    return text
