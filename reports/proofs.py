"""Claims and what became of them, in text, JSON and SMT-LIB."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from models.game import Game
from models.proof import Counterexample, Provable
from reports.boards import INDENT, drawing, side_by_side
from reports.style import COLUMNS, Paint, broken_lines, count_of
from reports.verdict_words import SHORT, verdict_words
from verifier.distinguish import Mistaken
from verifier.prove import SolverQuery, Unknown
from verifier.prove_all import Outcome, Settled, witness_of

SHOWN = 6  # steps of a line of play where not all are asked for


class ClaimRow(msgspec.Struct):
    """A claim as `cloverproof claims --format json` lists it; `on_graph`: `graph --claims` decides it too."""

    claim: str
    game: str
    statement: str
    scope: str
    expected: str
    why: str
    rests_on: tuple[str, ...]
    on_graph: bool


class WitnessRow(msgspec.Struct):
    """What refutes a claim: the table in the end (`gardens`, as the game writes it, and its middle where it has one),
    the line of play in words, what else there is to say.
    """

    players: int
    gardens: list[str]
    middle: list[int]
    line: list[str]
    facts: dict[str, str]
    breaks: tuple[str, ...] = ()


class MistakeRow(msgspec.Struct):
    """A known mistake in a clause and a step that tells it apart, one line of `cloverproof prove --mutants`.

    `gardens` and `middle` lie before the step.
    """

    clause: str
    mistake: str
    told_apart: bool
    clause_allows: bool | None
    step: str
    gardens: list[str]
    middle: list[int]
    seconds: float
    reason: str = ""


class ProofRow(msgspec.Struct):
    """What became of a claim, one line of `cloverproof prove --format json`."""

    claim: str
    statement: str
    verdict: str
    expected: str
    witness: WitnessRow | None
    seconds: float
    checked_by: tuple[str, ...]
    players: tuple[int, ...]
    questions: int
    building: float
    crosschecking: float
    reason: str = ""
    game: str | UnsetType = UNSET  # told where several games are asked about


def claim_rows(game: Game, claims: Sequence[Provable]) -> list[ClaimRow]:
    """List claims about a game."""
    return [
        ClaimRow(
            claim.id,
            game.key,
            claim.statement,
            claim.scope,
            claim.expected,
            claim.why,
            claim.rests_on,
            claim.look is not None,
        )
        for claim in claims
    ]


def claims_text(claims: Iterable[Provable], paint: Paint) -> str:
    """List claims: what each says, over what, what is expected, why it matters."""
    lines = []
    for claim in claims:
        lines += [paint("strong", f"{claim.id}  claimed to be {SHORT[claim.expected]}"), *_indented(claim.statement)]
        lines += [*_indented(f"Over {claim.scope}."), *_indented(claim.why), ""]
    return "\n".join(lines)


def _indented(text: str) -> list[str]:
    import textwrap

    wide = min(100, COLUMNS.get() or 100)
    return textwrap.wrap(text, wide, initial_indent="  ", subsequent_indent="  ")


def settled_text(game: Game, settled: Settled, paint: Paint, whole: bool) -> str:
    """Tell what became of a claim, and draw what refutes it."""
    word, shows_case = settled.telling.word, witness_of(settled.telling) is not None
    return _told(game, settled, verdict_words(word, settled.claim.expected, shows_case=shows_case), paint, whole)


def change_text(game: Game, settled: Settled, paint: Paint) -> str:
    """Tell how the verdict on a claim changes under rules that are otherwise, and draw what speaks against it."""
    return _told(game, settled, _change(settled), paint, whole=True)


def _change(settled: Settled) -> str:
    return f"{SHORT[settled.claim.expected]} -> {SHORT[settled.telling.word]}"


def changes_summary(settled: Sequence[Settled], changed: Sequence[Settled]) -> str:
    """Count the claims whose verdict changes."""
    ways = Counter(map(_change, changed))
    counts = "; ".join(f"{count} {way}" for way, count in sorted(ways.items()))
    verb = "changes" if len(changed) == 1 else "change"
    told = f"{len(changed)} of {count_of(len(settled), 'claim')} {verb}{': ' if counts else ''}{counts}"
    return f"{told}\n"


def _told(game: Game, settled: Settled, verdict: str, paint: Paint, whole: bool) -> str:
    claim, outcome = settled.claim, settled.telling
    role = "good" if settled.as_stated else "error"
    players = ", ".join(str(each.players) for each in settled.outcomes)
    who = f" [{players} players]" if claim.per_players else ""
    lines = [f"{paint('strong', claim.id)}  {paint(role, verdict)}{who}"]
    lines += _indented(claim.statement)
    if isinstance(outcome.verdict, Unknown):
        lines += _indented(f"Not decided: {outcome.verdict.reason}")
    case = witness_of(outcome)
    if case is not None:
        lines += ["", *(f"    {line}" for line in _case_lines(game, case, paint, whole))]
    return "\n".join(lines) + "\n"


def _case_lines(game: Game, case: Counterexample, paint: Paint, whole: bool) -> Iterator[str]:
    if not case.of_values:
        pictures = [drawing(picture, paint) for picture in game.proofs().draw(case)]
        yield from side_by_side(pictures)
    said = [f"{name}: {value}" for name, value in case.facts]
    if said:
        yield from broken_lines("; ".join(said), 2, INDENT)
    if case.broken:
        yield f"the step breaks {', '.join(case.broken)}"
    told = [] if case.of_values else [each.words for each in game.proofs().tell(case.steps)][1:]
    left_out = 0 if whole else max(0, len(told) - SHOWN)
    if left_out:
        yield f"... after {count_of(left_out, 'step')}:"
    yield from (part for line in told[left_out:] for part in broken_lines(line, 2, INDENT))


def summary(settled: list[Settled]) -> str:
    """Count the verdicts."""
    words = [each.telling.word for each in settled]
    counts = ", ".join(f"{words.count(word)} {told}" for word, told in SHORT.items() if word in words)
    wrong = sum(not each.as_stated for each in settled)
    end = "each as we claim" if not wrong else f"{wrong} not as we claim"
    return f"{count_of(len(settled), 'claim')}: {counts}; {end}\n"


def proof_row(game: Game, settled: Settled, *, named: bool = False) -> ProofRow:
    """Give the JSON form, in which the game is `named` or not."""
    outcome, case = settled.telling, witness_of(settled.telling)
    return ProofRow(
        claim=settled.claim.id,
        statement=settled.claim.statement,
        verdict=outcome.word,
        expected=settled.claim.expected,
        witness=None if case is None else _witness(game, outcome, case),
        seconds=settled.seconds,
        checked_by=outcome.checked_by,
        players=tuple(each.players for each in settled.outcomes),
        questions=sum(each.asked for each in settled.outcomes),
        building=round(sum(each.building for each in settled.outcomes), 3),
        crosschecking=round(sum(each.crosschecking for each in settled.outcomes), 3),
        reason=outcome.verdict.reason if isinstance(outcome.verdict, Unknown) else "",
        game=game.key if named else UNSET,
    )


def _witness(game: Game, outcome: Outcome, case: Counterexample) -> WitnessRow:
    facts = dict(case.facts)
    if case.of_values:
        return WitnessRow(outcome.players, [], [], [], facts, case.broken)
    told = game.proofs().tell(case.steps)
    last = told[-1].state
    return WitnessRow(
        outcome.players, last["written"], last.get("middle", []), [each.words for each in told[1:]], facts, case.broken
    )


def mistake_row(game: Game, told: Mistaken) -> MistakeRow:
    """Give the JSON form of what tells a mistake apart."""
    if told.step is None:
        return MistakeRow(told.clause.id, told.mistake, False, None, "", [], [], told.seconds, told.reason)
    before, after = game.proofs().tell([told.step])
    lies = before.state
    return MistakeRow(
        told.clause.id,
        told.mistake,
        told_apart=True,
        clause_allows=told.clause_allows,
        step=after.words,
        gardens=lies["written"],
        middle=lies.get("middle", []),
        seconds=told.seconds,
    )


def mistakes_text(game: Game, found: Sequence[Mistaken], paint: Paint) -> str:
    """List mistakes with the steps that tell them apart, and count them."""
    lines = []
    for row in (mistake_row(game, told) for told in found):
        lines.append(f"{paint('strong', row.clause)}  {row.mistake}")
        if not row.told_apart:
            lines.append("  " + paint("error", row.reason))
            continue
        who = "the clause" if row.clause_allows else "the mistake"
        lines += _indented(f"Only {who} allows: {row.step} ({'; '.join(row.gardens)}).")
    killed = sum(told.step is not None for told in found)
    return (
        "\n".join([*lines, "", f"{count_of(len(found), 'mistake')}: {killed} told apart by a step that a solver found"])
        + "\n"
    )


def smt2_files(claim: Provable, outcome: Outcome) -> Iterable[tuple[str, str]]:
    """Give the name and text of each question as a file of its own, plain SMT-LIB."""
    for number, asked in enumerate(outcome.files, 1):
        yield f"{claim.id}-{outcome.players}-{number:03}.smt2", _smt2(claim, outcome, asked)


def _smt2(claim: Provable, outcome: Outcome, asked: SolverQuery) -> str:
    heads = [
        f"claim {claim.id}: {claim.statement}",
        f"claimed to be {SHORT[claim.expected]}, for {outcome.players} players",
        f"question: {asked.question}",
        f"asked: {asked.goal}" + ("" if asked.goal == "premises" else " (denied; unsat proves it)"),
        f"clauses: {' '.join(asked.clauses) or 'none'}",
        f"z3 answered {asked.answer}",
    ]
    return "".join(f"; {head}\n" for head in heads) + "(set-logic QF_LIA)\n" + asked.text
