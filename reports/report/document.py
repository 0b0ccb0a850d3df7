"""Put evidence into words: the data that every form of a report on logs is written from."""

from collections.abc import Mapping, Sequence
from typing import Literal

from models.clause import OUTSIDE, Clause
from models.game import Game
from models.games import GAMES
from reports.diagnose import diagnosis_sentences
from reports.report.breaches import breach_part
from reports.report.draws import draws_part
from reports.report.options import ReportOptions
from reports.report.parts import (
    BreachPart,
    ClauseLine,
    FactLine,
    GamePart,
    NoteLine,
    ReadingLine,
    ReportDocument,
    State,
    many,
)
from reports.rules import cite_text
from reports.style import readable
from verifier.diagnose.diagnosis import Diagnosis
from verifier.evidence.exercise import exercising
from verifier.evidence.fairness import fairness
from verifier.evidence.totals import ClauseCounts, EvidenceTotals
from verifier.line_notes import NEVER
from verifier.minimize import Cut

SAID = 3  # diagnoses that are said at once


def document(
    evidence: EvidenceTotals,
    options: ReportOptions,
    cuts: Mapping[str, Cut] | None = None,
    title: str = "Rule conformance",
    diagnoses: Sequence[Diagnosis] = (),
) -> ReportDocument:
    """Say what the evidence shows. Takes some seconds where a clause was never exercised: the suite is made for it."""
    tally = evidence.tally
    parts = [breach_part(each, options, (cuts or {}).get(key)) for key, each in sorted(evidence.breaches.items())]
    games = tuple(_game(game, evidence) for game in GAMES if evidence.games.get(game.key))
    return ReportDocument(
        title,
        _verdict(evidence),
        " ".join(filter(None, (_sentence(evidence, parts), *diagnosis_sentences(diagnoses[:SAID])))),
        tally.logs,
        tally.turns,
        tally.conform,
        tally.breaking,
        tally.unreadable,
        evidence.unfinished,
        tally.findings,
        options.words,
        games,
        tuple(
            each
            for each in parts
            if each.kind not in (OUTSIDE, "unreadable") or (each.kind == OUTSIDE and options.strict)
        ),
        tuple(each for each in parts if each.kind == OUTSIDE and not options.strict),
        tuple(each for each in parts if each.kind == "unreadable"),
        tuple(
            NoteLine(each.code, each.message, each.help, each.logs, f"{readable(each.path)}:{each.line}")
            for _, each in sorted(tally.noted.notes.items())
            if each.code != NEVER  # told among what the logs cannot show
        ),
        tuple(diagnoses),
        evidence.inferred,
    )


def _verdict(evidence: EvidenceTotals) -> Literal["conforms", "breaks", "unreadable", "nothing"]:
    tally = evidence.tally
    if not tally.logs:
        return "nothing"
    return "breaks" if tally.breaking else "unreadable" if tally.unreadable or tally.unread else "conforms"


def _sentence(evidence: EvidenceTotals, kinds: Sequence[BreachPart]) -> str:
    tally = evidence.tally
    if not tally.logs:
        return "No log was judged."
    parts = []
    if tally.breaking:
        verb = "breaks" if tally.breaking == 1 else "break"
        parts.append(f"{many(tally.breaking, 'log')} of {tally.logs:,} {verb} the rules: {_broken_rules(kinds)}.")
    if tally.unreadable:
        parts.append(f"{many(tally.unreadable, 'log')} of {tally.logs:,} cannot be read.")
    if not parts:
        every = "The log keeps" if tally.logs == 1 else f"All {tally.logs:,} logs keep"
        parts.append(f"{every} every clause that is exercised.")
    return " ".join(parts)


def _broken_rules(parts: Sequence[BreachPart]) -> str:
    titles = {each.clause: each.title for each in parts if each.kind not in (OUTSIDE, "unreadable")}
    return "; ".join(f"{titles[clause]} ({clause})" for clause in sorted(titles)) or "by what is outside the edition"


# --- clauses


def _game(game: Game, evidence: EvidenceTotals) -> GamePart:
    marks = evidence.clauses.get(game.key, {})
    never = (
        [each.id for each in game.clauses() if not marks.get(each.id, ClauseCounts()).occasions]
        if game.evidence
        else []
    )
    items = exercising(game, never) if game.offers("suite_items") else {}
    titles = game.evidence().readings if game.evidence is not None else {}
    told = evidence.readings.get(game.key, {})
    return GamePart(
        game.key,
        game.title,
        evidence.games[game.key],
        game.evidence is not None,
        tuple(
            _clause(each, marks.get(each.id, ClauseCounts()), items.get(each.id), counted=game.evidence is not None)
            for each in game.clauses()
        ),
        tuple(
            FactLine(fact, missing, of, _hidden(missing, of))
            for fact, (missing, of) in evidence.lacking.get(game.key, {}).items()
            if missing
        ),
        tuple(ReadingLine(text, _sorted(told.get(key, {}))) for key, text in titles.items()),
        _sorted(evidence.ends.get(game.key, {})),
        tuple(
            draws_part(fairness(each)) for key, each in sorted(evidence.shuffles.items()) if key.split()[0] == game.key
        ),
        game.evidence().drawn if game.evidence is not None else "",
    )


def _sorted(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _hidden(missing: int, of: int) -> str:
    if of == 1:
        return "not recorded"
    return "never recorded" if missing == of else f"not recorded {missing:,} of {of:,} times"


def _clause(clause: Clause, marks: ClauseCounts, item: tuple[str, str] | None, *, counted: bool) -> ClauseLine:
    state: State = "kept" if counted else "unbroken"
    if marks.broken:
        state = "broken"
    elif marks.outside:
        state = "outside"
    elif not marks.occasions and counted:
        state = "never"
    return ClauseLine(
        clause.id,
        clause.title,
        clause.statement,
        tuple(cite_text(cite) for cite in clause.cites),
        state,
        marks.occasions if counted else None,
        max(0, marks.kept) if counted else None,
        marks.broken,
        marks.outside,
        marks.refused,
        marks.logs,
        *(item or ("", "")),
    )
