"""What logs look like: the known mistakes that explain their findings, in words."""

from collections.abc import Iterator, Sequence

from models.games import GAMES
from reports.style import Paint, count_of, visible
from verifier.codes import CODES
from verifier.diagnose.diagnosis import Diagnosis, NamedMistake
from verifier.diagnose.search import MOST as MOST_MISTAKES

UNREADABLE = frozenset(code.id for code in CODES)
LONGEST_NAME = 60  # characters of what a program calls itself
NUMBERS = ("no", "one", "two", "three", "four", "five")
MOST_NAMED = 6  # mistakes that could stand in the place of one, and other sets


def diagnosis_text(diagnosis: Diagnosis, paint: Paint, name: str | None = None) -> str:
    """Say what games look like, of a program of some name; by default the one it gives itself."""
    return "".join(f"{line}\n" for line in _lines(diagnosis, paint, diagnosis.source if name is None else name))


def diagnosis_texts(found: Sequence[Diagnosis], paint: Paint, path: str | None = None) -> Iterator[str]:
    """Say what the games of each program look like; those that were not looked at together, behind the others."""
    looked = [each for each in found if not each.unlooked]
    kinds = {each.game for each in found}
    for each in looked:
        yield diagnosis_text(each, paint, _name_of(each, path, kinds=len(kinds), programs=len(found)))
    rest = [each for each in found if each.unlooked]
    if rest:
        yield "".join(f"{line}\n" for line in _unlooked(rest, paint, path))


def _name_of(diagnosis: Diagnosis, path: str | None, *, kinds: int, programs: int) -> str:
    """Name a program by what tells it from the others."""
    source = diagnosis.source[:LONGEST_NAME] or ("a program without a name" if programs > kinds else "")
    named = [path or "", diagnosis.game if kinds > 1 else "", source if path is None or programs > kinds else ""]
    return ", ".join(filter(None, named))


def _unlooked(rest: Sequence[Diagnosis], paint: Paint, path: str | None) -> Iterator[str]:
    """Say which programs were not looked at."""
    games, findings = sum(each.left_out for each in rest), sum(each.findings for each in rest)
    where = "" if path is None else f" ({visible(path)})"
    told = f"{count_of(findings, 'finding')} of " if findings else ""
    names = [visible(each.source[:LONGEST_NAME]) for each in rest if each.source]
    some = f" of {', '.join(names[:MOST_NAMED])}" if names else ""
    more = f" and {count_of(len(names) - MOST_NAMED, 'more program')}" if len(names) > MOST_NAMED else ""
    yield f"{paint('strong', 'Not looked at')}{where}: {told}{count_of(games, 'game')}{some}{more}"
    why = "They are too long or too many, or facts are missing in them."
    yield f"  {'Diagnose them for themselves.' if findings else why}"


def diagnosis_sentences(found: Sequence[Diagnosis]) -> Iterator[str]:
    """Say in a sentence what the games of each program look like; nothing where no known mistake explains a finding."""
    kinds = {each.game for each in found}
    for each in found:
        name = _name_of(each, None, kinds=len(kinds), programs=len(found)) if len(found) > 1 else ""
        where = f" ({visible(name)})" if name else ""
        if each.declared:
            yield f"Nothing is found wrong{where} if {each.declared[0].words}."
        elif each.sets and not each.slight:
            words = "; ".join(mistake.words for mistake in each.sets[0])
            other = " (other mistakes explain it too)" if any(each.apart) or each.others else ""
            other += ", though games without a finding speak against it" if each.against else ""
            yield f"What it {'looks' if each.fits else 'partly looks'} like{where}: {words}{other}."


def _lines(diagnosis: Diagnosis, paint: Paint, name: str) -> Iterator[str]:
    head = paint("strong", "What it looks like")
    where = f" ({visible(name)})" if name else ""
    if diagnosis.declared:
        enough = " one of these holds" if len(diagnosis.declared) > 1 else ""
        yield f"{head}{where}: nothing is found wrong if{enough}"
        yield from (f"  - {paint('strong', each.words)} ({each.remedy})" for each in diagnosis.declared)
        if not diagnosis.fits or len(diagnosis.sets[0]) > 1:  # several mistakes suppose more than a reading
            yield from _notes(diagnosis)
            return
        head, where = "Or, less likely, for a way of reading supposes no fault", ""
    if diagnosis.read_as is not None:
        meant = diagnosis.read_as
        yield f"{head}{where}: {paint('strong', meant.words)} ({meant.remedy})"
        head, where = "Read so", ""
    if not diagnosis.sets or diagnosis.slight or (diagnosis.slip is not None and not diagnosis.fits):
        yield f"{head}{where}: {_unexplained(diagnosis)}"
        yield from _most_of(diagnosis, paint)
        yield from _notes(diagnosis)
        return
    yield f"{head}{where}: {_supposing(diagnosis)}"
    yield from _set_of(diagnosis, paint)
    yield f"  {_share(diagnosis)}"
    if diagnosis.doubtful:
        many = NUMBERS[len(diagnosis.sets[0])]
        yield f"  So many as {many} may fit by chance: look at findings of each before you believe it."
    yield from _against(diagnosis)
    yield from _other_sets(diagnosis)
    yield from _telling(diagnosis)
    yield from _notes(diagnosis)


def _supposing(diagnosis: Diagnosis) -> str:
    """Say what the mistakes that follow are."""
    if not diagnosis.fits:
        much = "most" if 2 * diagnosis.explained > diagnosis.findings else "some"
        sought = "set that was tried" if diagnosis.stopped else f"set of up to {NUMBERS[MOST_MISTAKES]} known mistakes"
        return f"no {sought} explains all; {much} of it is explained if the program behaves as if"
    return f"the program {'may behave' if diagnosis.doubtful else 'behaves'} as if"


def _set_of(diagnosis: Diagnosis, paint: Paint) -> Iterator[str]:
    """Name the mistakes of the first set, and what could stand in the place of each."""
    for each, swaps in zip(diagnosis.sets[0], diagnosis.apart, strict=True):
        yield f"  - {paint('strong', each.words)} ({_clauses(each)})"
        shown = swaps if len(swaps) == MOST_NAMED + 1 else swaps[:MOST_NAMED]
        yield from (f"    or {other.words} ({', '.join(other.clauses)})" for other in shown)
        if len(swaps) > len(shown):
            yield f"    or one of {len(swaps) - len(shown)} other mistakes"


def _most_of(diagnosis: Diagnosis, paint: Paint) -> Iterator[str]:
    """Say in a line what explains most, where that is little."""
    if diagnosis.sets and diagnosis.slip is None:
        words = "; ".join(each.words for each in diagnosis.sets[0])
        yield paint("dim", f"  The most that a set explains is {diagnosis.explained}: {words}.")
    if diagnosis.alone:
        logs = "one log is" if diagnosis.alone == 1 else f"{diagnosis.alone} logs are"
        yield f"  But {logs} explained, each alone: they may come from several programs or versions (`--each`)."


def _against(diagnosis: Diagnosis) -> Iterator[str]:
    """Say which logs without a finding speak against the mistakes."""
    if diagnosis.against:
        named = ", ".join(map(visible, diagnosis.against[:MOST_NAMED]))
        more = f" and {len(diagnosis.against) - MOST_NAMED} more" if len(diagnosis.against) > MOST_NAMED else ""
        verb = "speaks" if len(diagnosis.against) == 1 else "speak"
        yield f"  But {named}{more} {verb} against it, in which nothing is wrong: it holds if the games that are right"
        yield "  come from another version of the program. Leave them out, or look at each log alone (`--each`)."


def _unexplained(diagnosis: Diagnosis) -> str:
    """Say that no mistake explains anything; what cannot be read is none of play."""
    unread = sum(count for clause, count in diagnosis.left if clause in UNREADABLE)
    if unread == diagnosis.findings:
        codes = " and ".join(f"`cloverproof explain {clause}`" for clause, _ in diagnosis.left)
        return f"no mistake of play; what cannot be read is to be mended first ({codes})"
    slip = diagnosis.slip
    if slip is not None:
        return "perhaps one slip of the record, for no known mistakes explain all of it"
    wrong = "the only finding" if diagnosis.findings == 1 else f"any of the {_findings(diagnosis)}"
    if diagnosis.sets:
        return f"no known mistakes explain more than a few of the {_findings(diagnosis)}"
    return f"no known mistake explains {wrong}"


def _clauses(mistake: NamedMistake) -> str:
    return "; ".join(f"{id}: {title}" for id, title in zip(mistake.clauses, mistake.titles, strict=True))


def _share(diagnosis: Diagnosis) -> str:
    what = _findings(diagnosis)
    if diagnosis.logs:
        what += f" of {count_of(diagnosis.logs, 'game')}"
    if diagnosis.fits:
        return f"It explains {'all' if diagnosis.findings > 1 else 'the'} {what}."
    left = ", ".join(f"{count} {clause}" for clause, count in diagnosis.left)
    more = ": sets of more mistakes were not tried" if len(diagnosis.sets[0]) == MOST_MISTAKES else ""
    return f"It explains {diagnosis.explained} of the {what}, and leaves {left}{more}."


def _findings(diagnosis: Diagnosis) -> str:
    return count_of(diagnosis.findings, "finding" if diagnosis.logs else "wrong answer")


def _other_sets(diagnosis: Diagnosis) -> Iterator[str]:
    others = diagnosis.others
    if others:
        yield "  Other sets explain the same:"
        for other in others[:MOST_NAMED]:
            named = [f"{each.words} ({', '.join(each.clauses)})" for each in other]
            yield f"  - {'; and '.join(named)}"
        if len(others) > MOST_NAMED:
            yield f"  - and {len(others) - MOST_NAMED} more"


def _telling(diagnosis: Diagnosis) -> Iterator[str]:
    if len(diagnosis.sets) < 2:
        return
    if not diagnosis.telling:
        yield "  No case of the conformance suite tells them apart."
        return
    game = "" if diagnosis.game == GAMES[0].key else f" --game {diagnosis.game}"
    suite = f"cloverproof suite DIR{game}"
    yield f"  To tell them apart, put to the program (`{suite}` writes these steps, docs/formats.md explains them):"
    for each in diagnosis.telling:
        yield f"  - {each.case}  ({each.key})"
        yield f"    accepted: {_some(each.accepted)}"
        yield f"    refused: {_some(each.refused)}"


def _some(words: tuple[str, ...]) -> str:
    more = f"; {len(words) - MOST_NAMED} more" if len(words) > MOST_NAMED else ""
    return "; ".join(words[:MOST_NAMED]) + more


def _notes(diagnosis: Diagnosis) -> Iterator[str]:
    if diagnosis.slip is not None:
        either = "Or all of it is one slip of the record" if diagnosis.fits else "All of it is one place"
        column = "" if diagnosis.slip.column is None else f", column {diagnosis.slip.column},"
        line = f"line {diagnosis.slip.line}{column} of {visible(diagnosis.slip.path)}"
        yield f"  {either}: {line}, one of {diagnosis.slip.lines}."
    if diagnosis.stopped:
        among = count_of(diagnosis.stopped, "mistake")
        more = "other sets may fit as well" if diagnosis.fits else "another set may explain more"
        yield f"  The search was cut short among sets of {among}; {more}."
    if diagnosis.left_out:
        were = "was" if diagnosis.left_out == 1 else "were"
        yield f"  {count_of(diagnosis.left_out, 'game')} with findings {were} not looked at, or not to the end."
