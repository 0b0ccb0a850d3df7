"""What driving a program has found, in words."""

from collections.abc import Iterator

from models.game import Edition, Game
from reports.drive_exchange import answer_text, exchange_lines, request_text
from reports.drive_rows import DifferenceRow, difference_row, discrepancy_of, finding_of, turn_of
from reports.findings import finding_text, rule_notes
from reports.style import Paint, count_of, visible
from verifier.drive.played_game import PlayedGame
from verifier.drive.run import Run, Seen
from verifier.drive.shorten import breach_at

LAST = 6  # requests that are shown before the one that tells, and lines of standard error
MOST_PLACES = 5  # at which one failure is shown
LONGEST = 160  # characters of a line of standard error
FAULTS = {
    "hang": "no answer",
    "exit": "the process ended",
    "too-long": "a line that does not end",
    "garbage": "an answer that cannot be read",
    "twice": "two answers to one request",
    "closed": "a closed pipe",
    "crash": "the program crashed",
    "cannot-start": "the program cannot be started",
    "contradiction": "answers contradict each other",
}


def difference_text(seen: Seen, game: Game, repeat: str, paint: Paint) -> str:
    """Tell a kind of difference once: what was asked and answered, what is right, how often, how to see it again."""
    shown, row = seen.shortest or seen.first, difference_row(seen)
    assert shown is not None
    head, field = _head(seen, row, shown, game, paint)
    notes = [*_exchange(seen, shown, field), _often(row)]
    if shown.later:
        told = f"{count_of(len(shown.requests), 'request')}, not repeatable from a new process"
        notes.append(f"shortest exchange found: {told}: it shows after earlier games")
    elif seen.repeats is False:
        notes.append("not repeatable: when the same requests were made again it did not come back")
    elif seen.repeats is None and repeat:
        notes.append(f"not made again yet: {count_of(len(shown.requests), 'request')}{repeat}")
    elif seen.repeats:
        told = count_of(len(shown.exchange), "request")
        if shown.before:
            told += f", the first {len(shown.before)} of an earlier game, without which it does not show"
        notes.append(f"shortest exchange found: {told}{repeat}")
    text = head + "".join(f"   {paint('frame', '=')} {note}\n" for note in notes)
    before = exchange_lines(shown.requests, shown.answers, breach_at(shown, seen.kind) - 1, LAST)
    if before:
        text += "   before it:\n" + "".join(f"     {paint('dim', line)}\n" for line in before)
    if row.errors.strip():
        text += "   on standard error:\n" + "".join(f"     {line}\n" for line in _tail(row.errors))
    return text + "\n"


def _head(seen: Seen, row: DifferenceRow, shown: PlayedGame, game: Game, paint: Paint) -> tuple[str, str]:
    """Give code, message and place, and the key of the log that shows it."""
    place = _place(seen, row, shown)
    finding = finding_of(shown, seen.kind)
    if finding is not None:
        return finding_text(finding, paint, place).rstrip("\n") + "\n", finding.fault.field
    code = "error" if row.clause is None else f"error[{row.clause}]"
    message = visible(row.message) if row.clause is not None else _failure(seen, row, shown)
    text = f"{paint('error', code)}{paint('strong', ': ' + message)}\n"
    text += f"  {paint('frame', '-->')} {paint('place', place)}\n"
    return text + "".join(f"   {paint('frame', '=')} {note}\n" for note in _notes(seen, row, shown, game)), ""


def _failure(seen: Seen, row: DifferenceRow, shown: PlayedGame) -> str:
    named = seen.places and _at_first_place(seen, shown)
    where = f" where `{visible(seen.places[0][:LONGEST])}` was tried" if named else ""
    return f"{FAULTS[row.kind]}{where}"


def _notes(seen: Seen, row: DifferenceRow, shown: PlayedGame, game: Game) -> Iterator[str]:
    if discrepancy_of(shown, seen.kind) is not None:
        yield f"right: {visible(row.right)}"
        clause = next(each for each in game.clauses() if each.id == row.clause)
        yield from rule_notes(clause, _edition(shown, game))
        return
    yield visible(row.message)
    named = _at_first_place(seen, shown)
    if others := seen.places[1 if named else 0 : MOST_PLACES]:
        more = f" and {len(seen.places) - MOST_PLACES} more" if len(seen.places) > MOST_PLACES else ""
        told = ", ".join(f"`{visible(each[:LONGEST])}`" for each in others)
        yield f"{'also' if named else 'it failed'} where {told}{more} was tried"
    if row.help:
        yield f"help: {visible(row.help)}"


def _at_first_place(seen: Seen, shown: PlayedGame) -> bool:
    """Tell whether the exchange that is shown ends by a request like the one at which a game failed first."""
    ends = [type(each.requests[-1]) for each in (seen.first, shown) if each is not None and each.requests]
    return len(set(ends)) <= 1


def _edition(shown: PlayedGame, game: Game) -> Edition:
    named = shown.events[0].get("edition") if shown.events else None
    return next((each for each in game.editions if each.key == named), game.editions[0])


def _place(seen: Seen, row: DifferenceRow, shown: PlayedGame) -> str:
    if shown is seen.first and row.game is not None:
        turn = turn_of(shown, seen.kind)
        return f"game {row.game}{f', turn {turn}' if turn else ''}"
    which = "an exchange that did not come back" if seen.repeats is False else "the shortest exchange"
    which = "the shortest exchange, after earlier games" if shown.later else which
    return f"{which}, request {len(shown.before) + breach_at(shown, seen.kind)}"


def _exchange(seen: Seen, shown: PlayedGame, field: str) -> Iterator[str]:
    at = breach_at(shown, seen.kind) - 1
    if 0 <= at < len(shown.requests):
        yield f"asked: {request_text(shown.requests[at])}"
        yield f"answered: {answer_text(shown.answers, at, field)}"


def _often(row: DifferenceRow) -> str:
    often = f"found {count_of(row.times, 'time')} in {count_of(row.games, 'game')}"
    if row.game is None:
        return f"{often}, while shorter exchanges were looked for"
    turn = f", turn {row.turn}" if row.turn else ""
    return f"{often}, first in game {row.game}{turn}"


def _tail(errors: str) -> list[str]:
    return [visible(row)[:LONGEST] for row in errors.strip().splitlines()[-LAST:]]


def replay_text(run: Run, paint: Paint) -> str:
    """Say what came of making requests again."""
    return f"{count_of(run.asked, 'request')} made again: {_verdict(run, paint)}\n"


def _verdict(run: Run, paint: Paint) -> str:
    return paint("bad", "differs from the rules") if run.kinds else paint("good", "no difference found")


def summary_text(run: Run, paint: Paint) -> str:
    """Sum up a run."""
    name = program_name(run)
    text = f"{name}: {_verdict(run, paint)}\n"
    text += f"{count_of(run.games, 'game')}, {count_of(run.turns, 'turn')}, {count_of(run.asked, 'request')}"
    text += f" in {run.seconds:.1f} s ({run.waited / max(run.seconds, 1e-9):.0%} of it waiting for answers); "
    text += f"{count_of(len(run.kinds), 'kind')} of differences, {run.differences:,} in all; seed {run.seed}\n"
    if run.cut_short:
        text += f"{run.cut_short:,} of {count_of(run.games, 'game')} stopped early, each where the program had failed "
        text += "before (not asked again), so that less was tried: mend the failures first, and run again\n"
    if run.stopped:
        text += f"stopped: {visible(run.stopped)}\n"
    return text


def program_name(run: Run) -> str:
    """Name the program as it names itself."""
    version = f" {run.hello.version}" if run.hello.version else ""
    return visible(f"{run.hello.name or 'the program'}{version}"[:LONGEST])
