"""What a report on logs says, as data that every form of the report is written from."""

import shlex
from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from models.clause import Clause
from models.evidence import Scene
from models.game import Game
from models.games import GAMES
from reports.rules import cite_text
from reports.spans import span_of
from reports.style import counted, readable
from verifier.codes import CODES
from verifier.evidence.exercise import exercising
from verifier.evidence.fairness import LEAST, PARTS, Fairness, fairness
from verifier.evidence.tally import Breach, Evidence, Example, Marks
from verifier.minimize import Cut

State = Literal["kept", "broken", "outside", "never", "unbroken"]
KINDS = {
    "breach": "breaks the rule",
    "refused-legal": "refuses a legal move",
    "result": "names a wrong result",
    "outside-edition": "outside the edition",
    "unreadable": "cannot be read",
}
STATES: dict[State, str] = {
    "kept": "kept",
    "broken": "broken",
    "outside": "outside the edition",
    "never": "never exercised",
    "unbroken": "not broken",
}
SUSPICIOUS = 0.001
FREE = "outside-edition"


class ClauseLine(Struct, frozen=True):
    """One clause: how often the logs exercise it, and what became of it."""

    id: str
    title: str
    statement: str
    sources: tuple[str, ...]
    state: State
    occasions: int
    kept: int
    broken: int
    outside: int
    refused: int
    games: int
    item: str = ""
    shows: str = ""


class BreachPart(Struct, frozen=True):
    """One kind of breach with its smallest example."""

    key: str
    clause: str
    title: str
    statement: str
    kind: str
    words: str
    count: int
    games: int
    path: str
    line: int | None
    column: int | None
    game: int | None
    turn: int | None
    message: str
    label: str
    help: str
    rule: str
    before: str
    wrong: str
    after: str
    command: str
    scene: Scene | None = None
    cut: Cut | None = None
    cut_name: str = ""


class FactLine(Struct, frozen=True):
    """A fact that was not always recorded."""

    fact: str
    missing: int
    of: int
    hidden: str


class ReadingLine(Struct, frozen=True):
    """An open question and the answers the program gave by what it did."""

    question: str
    answers: tuple[tuple[str, int], ...]


class DrawsPart(Struct, frozen=True):
    """The draws of games with one highest number."""

    fairness: Fairness
    words: str
    verdict: Literal["fair", "suspicious", "too few"]
    rows: tuple[tuple[int, tuple[tuple[int, float, float | None], ...]], ...]


class GamePart(Struct, frozen=True):
    """What there is to say of all logs of one game; `counted` tells whether more than breaches is known of it."""

    key: str
    title: str
    games: int
    counted: bool
    clauses: tuple[ClauseLine, ...]
    facts: tuple[FactLine, ...]
    readings: tuple[ReadingLine, ...]
    ends: tuple[tuple[str, int], ...]
    draws: tuple[DrawsPart, ...]

    def count(self, state: State) -> int:
        """Count the clauses in a state."""
        return sum(clause.state == state for clause in self.clauses)

    @property
    def states(self) -> str:
        """How many clauses are in which state, in words."""
        return ", ".join(f"{self.count(state)} {words}" for state, words in STATES.items() if self.count(state))


class Document(Struct, frozen=True):
    """A report on logs."""

    title: str
    verdict: Literal["conforms", "breaks", "unreadable", "nothing"]
    sentence: str
    logs: int
    turns: int
    conform: int
    breaking: int
    unreadable: int
    unfinished: int
    findings: int
    settings: tuple[str, ...]
    games: tuple[GamePart, ...]
    breaches: tuple[BreachPart, ...]
    outside: tuple[BreachPart, ...]
    unread: tuple[BreachPart, ...]


class Options(Struct, frozen=True):
    """What was asked for, as far as a report repeats it; files and forms as the user named them."""

    edition: str | None = None
    equal_exchange: bool = True
    strict: bool = False
    dialect: str | None = None
    mapping: str | None = None
    tiles: str | None = None

    @property
    def flags(self) -> list[str]:
        """The options of `cloverproof validate` that judge alike."""
        found = ["--edition", self.edition] if self.edition else []
        found += [] if self.equal_exchange else ["--no-equal-exchange"]
        for name in ("dialect", "mapping", "tiles"):
            value = getattr(self, name)
            found += [f"--{name}", value] if value else []
        return [*found, *(["--strict"] if self.strict else [])]

    @property
    def words(self) -> tuple[str, ...]:
        """What differs from the usual, in words."""
        found = [f"judged by the edition {self.edition}, whatever the logs name"] if self.edition else []
        found += [] if self.equal_exchange else ["judged by the strict reading: no clover replaces an equal one"]
        return (*found, *(["what is outside the edition counts as a breach"] if self.strict else []))


def document(
    evidence: Evidence, options: Options, cuts: Mapping[str, Cut] | None = None, title: str = "Rule conformance"
) -> Document:
    """Say what the evidence shows. Takes some seconds where a clause was never exercised: the suite is made for it."""
    tally = evidence.tally
    parts = [_breach(key, each, options, (cuts or {}).get(key)) for key, each in sorted(evidence.breaches.items())]
    games = tuple(_game(game, evidence) for game in GAMES if evidence.games.get(game.key))
    return Document(
        title,
        _verdict(evidence),
        _sentence(evidence),
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
            each for each in parts if each.kind not in (FREE, "unreadable") or (each.kind == FREE and options.strict)
        ),
        tuple(each for each in parts if each.kind == FREE and not options.strict),
        tuple(each for each in parts if each.kind == "unreadable"),
    )


def _verdict(evidence: Evidence) -> Literal["conforms", "breaks", "unreadable", "nothing"]:
    tally = evidence.tally
    if not tally.logs:
        return "nothing"
    return "breaks" if tally.breaking else "unreadable" if tally.unreadable or tally.unread else "conforms"


def _sentence(evidence: Evidence) -> str:
    tally = evidence.tally
    if not tally.logs:
        return "No log was judged."
    parts = []
    if tally.breaking:
        kinds = (each for each in evidence.breaches.values() if each.kind not in (FREE, "unreadable"))
        clauses = ", ".join(sorted({each.clause for each in kinds})) or "by what is outside the edition"
        verb = "breaks" if tally.breaking == 1 else "break"
        parts.append(f"{counted(tally.breaking, 'log')} of {tally.logs:,} {verb} the rules: {clauses}.")
    if tally.unreadable:
        parts.append(f"{counted(tally.unreadable, 'log')} of {tally.logs} cannot be read.")
    if not parts:
        every = "The log keeps" if tally.logs == 1 else f"All {tally.logs:,} logs keep"
        parts.append(f"{every} every clause that is exercised.")
    return " ".join(parts)


# --- clauses


def _game(game: Game, evidence: Evidence) -> GamePart:
    marks = evidence.clauses.get(game.key, {})
    never = [each.id for each in game.clauses() if not marks.get(each.id, Marks()).occasions] if game.evidence else []
    items = exercising(game, never) if game.offers("exhibits") else {}
    titles = game.evidence().readings if game.evidence is not None else {}
    told = evidence.readings.get(game.key, {})
    return GamePart(
        game.key,
        game.title,
        evidence.games[game.key],
        game.evidence is not None,
        tuple(
            _clause(each, marks.get(each.id, Marks()), items.get(each.id), counted=game.evidence is not None)
            for each in game.clauses()
        ),
        tuple(
            FactLine(fact, missing, of, _hidden(missing, of))
            for fact, (missing, of) in evidence.lacking.get(game.key, {}).items()
            if missing
        ),
        tuple(ReadingLine(text, _sorted(told.get(key, {}))) for key, text in titles.items()),
        _sorted(evidence.ends.get(game.key, {})),
        tuple(_draws(fairness(each)) for key, each in sorted(evidence.shuffles.items()) if key.split()[0] == game.key),
    )


def _sorted(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _hidden(missing: int, of: int) -> str:
    if of == 1:
        return "not recorded"
    return "never recorded" if missing == of else f"not recorded {missing:,} of {of:,} times"


def _clause(clause: Clause[Any], marks: Marks, item: tuple[str, str] | None, *, counted: bool) -> ClauseLine:
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
        marks.occasions,
        max(0, marks.kept),
        marks.broken,
        marks.outside,
        marks.refused,
        marks.logs,
        *(item or ("", "")),
    )


# --- breaches


def _breach(key: str, breach: Breach, options: Options, cut: Cut | None) -> BreachPart:
    example, place = breach.example, breach.example.place
    title, statement = _titles(breach)
    path = readable(place.path)
    start, end = _wrong(example)
    name = f"{breach.clause}-{breach.kind}"
    return BreachPart(
        name,
        breach.clause,
        title,
        statement,
        breach.kind,
        KINDS[breach.kind],
        breach.count,
        breach.games,
        "standard input" if place.path == "-" else path,
        place.line or None,
        start + 1 if end > start else None,
        place.game or None,
        example.turn,
        example.message,
        example.label,
        example.help,
        cite_text(example.cite) if example.cite is not None else "",
        example.raw[:start],
        example.raw[start:end],
        example.raw[end:],
        _command(path, options),
        example.scene,
        cut,
        f"minimized/{name}.jsonl" if cut is not None else "",
    )


def _titles(breach: Breach) -> tuple[str, str]:
    for game in GAMES:
        for clause in game.clauses() if game.key == breach.game else ():
            if clause.id == breach.clause:
                return clause.title, clause.statement
    return next(((code.title, code.statement) for code in CODES if code.id == breach.clause), (breach.clause, ""))


def _wrong(example: Example) -> tuple[int, int]:
    """Give the part of the line that is wrong, as places between its characters."""
    if example.field:
        return span_of(example.raw, example.field) or (0, 0)
    if example.column is not None and example.raw:
        at = max(0, min(example.column - 1, len(example.raw) - 1))
        return at, at + 1
    return 0, 0


def _command(path: str, options: Options) -> str:
    source = "- < LOG" if path == "-" else shlex.quote(path if not path.startswith("-") else f"./{path}")
    return " ".join(["cloverproof", "validate", *map(shlex.quote, options.flags), source])


# --- draws


def _draws(found: Fairness) -> DrawsPart:
    rows = tuple(
        (
            number,
            tuple(
                (
                    found.seen[part][number],
                    found.expected[part][number],
                    (found.seen[part][number] - found.expected[part][number]) / found.spread[part][number] ** 0.5
                    if found.spread[part][number] > 0 and found.p is not None
                    else None,
                )
                for part in range(len(PARTS))
            ),
        )
        for number in range(1, found.top + 1)
    )
    total = sum(found.draws)
    if found.p is None:
        words = (
            f"Too few draws to tell: {total:,} draws in {counted(found.games, 'game')}; each number must be expected "
            f"at least {LEAST:.0f} times in each half of the pile, and one is expected {found.least:.1f} times."
        )
        return DrawsPart(found, words, "too few", rows)
    suspicious = found.p < SUSPICIOUS
    chance = f"{found.p:.3f}" if found.p >= SUSPICIOUS else f"{found.p:.1e}"
    told = (
        "Draws from a well shuffled pile differ so much that rarely: look at the shuffling."
        if suspicious
        else "No reason to doubt the shuffling."
    )
    words = f"Chi-square {found.value:.1f} with {found.freedom} degrees of freedom, p = {chance}. {told}"
    return DrawsPart(found, words, "suspicious" if suspicious else "fair", rows)
