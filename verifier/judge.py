"""Judge logs: replay each game with its engine, and ask the clauses about every step the engine does not allow.

There are no rules here. What a game is comes from `models.games`. Longer than other modules: the loop over the lines
and the state of a run belong together.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from operator import length_hint

import msgspec

from models.changes import RuleChanges
from models.clause import OUTSIDE, AnyStep, Clause, ClauseId, Fault, Kind, binds
from models.game import Game, GameEngine, GameSeries
from models.reading import Malformed, Reading
from verifier.finding import Finding, Verdict
from verifier.line import (
    BOM,
    CODE_OF,
    LONGEST_HEADER,
    Header,
    game_named,
    header_of,
    is_foreign_header,
    no_game_yet,
    read_header,
    second_header,
    what_is_wrong,
)
from verifier.line_notes import NEVER, LineNotes, required_fault
from verifier.source import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.known_breach import KnownBreach


@lru_cache(maxsize=1024)
def _clauses_for(game: Game, move: type) -> tuple[Clause, ...]:
    return tuple(clause for clause in game.clauses() if issubclass(move, clause.moves))


@lru_cache(maxsize=1024)
def binding_for(game: Game, move: type) -> tuple[Clause, ...]:
    """Give the clauses that are rules of the edition for a kind of move."""
    return tuple(clause for clause in _clauses_for(game, move) if binds(clause, move))


@lru_cache(maxsize=1024)
def _named(game: Game, ids: tuple[ClauseId, ...], move: type) -> list[tuple[Clause, ClauseId, Kind]]:
    """Give clauses by their ids, each with its id and what it is that a kind of move breaks it."""
    clauses = {clause.id: clause for clause in game.clauses()}
    return [(clauses[id], id, clauses[id].kind_by(move)) for id in ids]


def _leaves_some(game: Game, covers: Container[str]) -> bool:
    """Tell whether a game has clauses that an engine does not cover; what engines share is looked through once."""
    return _uncovered(game, covers) if isinstance(covers, frozenset) else bool(game.uncovered(covers))


@lru_cache(maxsize=256)
def _uncovered(game: Game, covers: frozenset[str]) -> bool:
    return bool(game.uncovered(covers))


@lru_cache(maxsize=16)
def _under(game: Game, changes: RuleChanges) -> Game:
    return game.under(changes)


def broken(game: Game, step: AnyStep) -> list[Clause]:
    """Give the clauses a step breaks."""
    move: type = type(step.move)
    return [clause for clause in _clauses_for(game, move) if not clause.holds(step)]


def judge(
    path: str,
    blocks: Iterable[Sequence[bytes]],
    reading: Reading,
    *,
    thorough: bool = False,
    strict: bool = False,
    watch: Callable[[GameEngine | None, int], None] | None = None,
    instead: Callable[[Game], Game] | None = None,
    ending: Callable[[GameEngine], bytes | None] | None = None,
) -> Iterator[Finding | Verdict]:
    """Judge the games of a log, given as blocks of lines: findings as they come, a verdict behind each game.

    `thorough` asks all clauses about every step and the engine about none; `strict` lets what is outside the edition
    break a log too. `watch` is told before each verdict how the game was left, and the last line of it. `instead` gives
    the game to judge by in the place of the one that a header names, such as one with a mistaken clause. `ending` gives
    a last line that follows from how the game was left, if there is one.
    """
    run = _Run(path, reading, thorough, strict)
    run.watch, run.instead = watch, instead
    number = given = 0
    try:
        for lines in blocks:
            given += len(lines)
            if lines and not lines[0].strip() and not b"".join(lines).strip():  # a bomb may unpack to nothing else
                number, run.blanks = given, run.blanks + len(lines)
                continue
            rest = iter(lines)
            while True:
                line = run.take(rest)
                if run.known:
                    yield from run.breached(given)
                if line is None:
                    break
                number = run.notes.number = given - length_hint(rest)
                try:
                    event = run.decode(line)
                except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                    yield from run.undecodable(line, number, error)
                else:
                    if not run.make(event):
                        yield from run.event(event, line, number)
                if run.notes.meant:
                    run.notes.put(lines, length_hint(rest))
            number = given
        last = None if ending is None or run.engine is None or run.unread else ending(run.engine)
        if last is not None:
            number = run.notes.number = given + 1
            yield from run.line(last, number)
    except Unreadable as stop:
        line_of = stop.line if stop.line is not None else (number or None)
        yield run.unreadable(line_of, stop.code, Fault(stop.message, help=stop.help), column=stop.column)
    yield from run.close(number, at_end=True)


class _Run:
    """The state of judging one file."""

    def __init__(self, path: str, reading: Reading, thorough: bool, strict: bool) -> None:
        self.path, self.reading, self.thorough, self.strict = path, reading, thorough, strict
        self.series: dict[str, GameSeries] = {}
        self.notes = LineNotes()
        self.changes = reading.changes if reading.changes else None
        self._wait()

    def _reset(self, line: int) -> None:
        """Wait for a header: nothing else is judged."""
        self.model = self.engine = None
        self._wait()
        self.started, self.blanks = line, 0
        self.findings, self.first_wrong = 0, None
        self.breaks = self.unread = False
        self.breach = None

    games = started = blanks = findings = 0
    first_wrong: int | None = None
    breaks = unread = False
    breach: Callable[[], AnyStep] | None = None
    model: Game | None = None
    engine: GameEngine | None = None
    watch: Callable[[GameEngine | None, int], None] | None = None
    instead: Callable[[Game], Game] | None = None

    def line(self, line: bytes, number: int) -> Iterable[Finding | Verdict]:
        """Judge a line that the engine did not take undecoded."""
        try:
            event = self.decode(line)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            return self.undecodable(line, number, error)
        return () if self.make(event) else self.event(event, line, number)

    def undecodable(self, line: bytes, number: int, error: Exception) -> Iterator[Finding | Verdict]:
        """Report a line that is no event, unless it is blank or belongs to a game that is given up already."""
        if not line.strip():
            self.blanks += 1
        elif number == 1 and line.startswith(BOM):
            message = "a byte order mark stands at the start of the log: it was left out"
            self.notes.marked(message, "write UTF-8 without it")
            yield from self.line(line[len(BOM) :], number)
        elif line.startswith(BOM) and is_foreign_header(line[len(BOM) :]):
            self.notes.marked(
                "a byte order mark stands before the header: the game behind it was read", "join logs without it"
            )
            yield from self._open(line[len(BOM) :], number)
        elif self.engine is not None or not self.unread:
            code, fault, column = what_is_wrong(line, error, self.model)
            if self.engine is not None and is_foreign_header(line):
                yield from self._open(line, number)
                return
            yield self.unreadable(number, code, fault, raw=line, column=column)
            self._give_up()

    def unreadable(
        self, line: int | None, code: str, fault: Fault, *, raw: bytes = b"", column: int | None = None
    ) -> Finding:
        """Report a place that cannot be read."""
        self.unread = True
        self._count(line)
        game = self.games or None
        return Finding(self.path, line, game, code, "unreadable", lambda: fault, raw=raw, column=column)

    def _give_up(self) -> None:
        """Judge nothing more of the game: after a hole nothing can be judged."""
        for series in self.series.values():
            series.lose()
        self._wait()

    def _wait(self) -> None:
        """Wait for the next header."""
        self.take: Callable[[Iterator[bytes]], bytes | None] = _each
        self.decode: Callable[[bytes], object] = header_of
        self.make: Callable[[object], bool] = _no
        self.known: list[KnownBreach] = []

    def _count(self, line: int | None) -> None:
        self.findings += 1
        if self.first_wrong is None and line is not None:
            self.first_wrong = line

    # --- events

    def event(self, event: object, line: bytes, number: int) -> Iterator[Finding | Verdict]:
        """Judge an event that the engine did not simply allow."""
        if isinstance(event, Header):
            of_game = event.event.strip().lower() == "game"
            return self._open(line, number) if of_game else self._before_header(event, line, number)
        if self.model is not None and isinstance(event, self.model.header):
            return self._open(line, number)
        if self.model is not None and isinstance(event, self.model.refused):
            return self._refused(event, line, number)
        return self._step(event, line, number)

    def _before_header(self, event: Header, line: bytes, number: int) -> Iterator[Finding | Verdict]:
        if not self.unread:
            yield self.unreadable(number, "LOG009", no_game_yet(event, line), raw=line)

    def _open(self, line: bytes, number: int) -> Iterator[Finding | Verdict]:
        """Begin a game at its header."""
        if self.engine is not None and number == self.started + self.blanks + 1 and not self.unread:
            yield self.unreadable(number, "LOG011", second_header(self.started), raw=line)
        if self.games or self.unread:
            yield from self.close(number - 1)
            self._reset(number)
        self.games += 1
        self.started, self.blanks = number, 0
        self.notes.of_game = self.games
        try:
            try:
                model, event, play = self._begin(line)
            except (Malformed, msgspec.MsgspecError, ValueError):
                meant = self.notes.mended(line, None)
                if meant is None:
                    raise
                model, event, play = self._begin(meant)
        except Malformed as wrong:
            yield self._malformed(wrong, line, number)
            self._give_up()
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            code, fault, column = what_is_wrong(line, error, game_named(line))
            yield self.unreadable(number, code, fault, raw=line, column=column)
            self._give_up()
        else:
            self.model, self.engine = model, play
            self.notes.opens(model, event, self.notes.meant or line)
            self.decode = self.notes.decoder(model, play)
            thorough = self.thorough or _leaves_some(model, play.covers)
            if not thorough:
                self.take, self.make = play.take, play.make
                if self.instead is None and self.changes is None:
                    play.known = self.known
            if thorough or not play.opening(event):
                yield from self._step(event, line, number)

    def _begin(self, line: bytes) -> tuple[Game, object, GameEngine]:
        """Read a header. Raises Malformed, or what decoding raises."""
        model, event = read_header(line) if len(line) <= LONGEST_HEADER else read_header.__wrapped__(line)
        changes = self.changes
        if changes is not None:
            if changes.game not in ("", model.key):
                message, help = f"the changed rules are about {changes.game}", "judge this log without --rules"
                raise Malformed("header", "game", message, help)
            model = _under(model, changes)
        if self.instead is not None:
            model = self.instead(model)
        if model.key not in self.series:
            self.series[model.key] = model.series()
        return model, event, model.engine(event, self.reading, self.series[model.key])

    def _malformed(self, wrong: Malformed, line: bytes, number: int) -> Finding:
        fault = Fault(wrong.message, wrong.field, help=wrong.help)
        return self.unreadable(number, CODE_OF[wrong.sort], fault, raw=line)

    def _step(self, event: object, line: bytes, number: int) -> Iterator[Finding]:
        assert self.engine is not None
        assert self.model is not None
        model, play, turns = self.model, self.engine, self.engine.turns
        try:
            step = play.step(event)
        except Malformed as wrong:
            if (meant := self.notes.meant_for(wrong, line, model)) is None:
                yield self._malformed(wrong, line, number)
                self._give_up()
            elif not self.make(meant):
                yield from self._step(meant, line, number)
            return
        clauses = broken(model, step)
        play.adopt(step)
        turn = play.turns if play.turns != turns else None
        for clause in clauses:
            yield self._finding(clause, clause.kind(step), lambda: step, _player(event), line, number, turn)

    def breached(self, given: int) -> list[Finding]:
        """Report what turns break that the engine has made, where so many lines were given."""
        assert self.model is not None
        model, path, game, found = self.model, self.path, self.games, []
        clauses, named = None, []
        for known in self.known:
            number, step = given - known.left, known.step
            if known.clauses is not clauses:
                clauses = known.clauses
                named = _named(model, clauses, known.move)
            for clause, id, kind in named:
                if self.breaks or (kind == OUTSIDE and not self.strict):
                    self.findings += 1
                else:
                    self._breaks(step, number)
                found.append(
                    Finding(
                        path,
                        number,
                        game,
                        id,
                        kind,
                        None,
                        known.turn,
                        known.player,
                        known.line,
                        None,
                        (model, clause, step),
                    )
                )
        self.known.clear()
        return found

    def _refused(self, event: object, line: bytes, number: int) -> Iterator[Finding]:
        assert self.engine is not None
        assert self.model is not None
        trial = self.engine.trial(event)
        if trial is None:
            return
        step, asked = trial
        move: type = type(step.move)
        if any(not clause.holds(step) for clause in binding_for(self.model, move)):
            return
        clause = self.model.granting(asked)
        if clause is None:
            return
        turn = self.engine.turns + 1
        yield self._finding(clause, "refused-legal", lambda: step, _player(event), line, number, turn)

    def _breaks(self, step: Callable[[], AnyStep], number: int) -> None:
        """Count what breaks the log."""
        if self.breach is None and not self.unread:
            self.breach = step
        self.breaks = True
        self.findings += 1
        if self.first_wrong is None:
            self.first_wrong = number

    def _finding(
        self,
        clause: Clause,
        kind: Kind,
        step: Callable[[], AnyStep],
        player: int | None,
        line: bytes,
        number: int,
        turn: int | None,
    ) -> Finding:
        if kind == OUTSIDE and not self.strict:
            self.findings += 1
        else:
            self._breaks(step, number)
        return Finding(
            self.path,
            number,
            self.games,
            clause.id,
            kind,
            partial(_legal, clause, self.reading.changes) if kind == "refused-legal" else None,
            turn=turn,
            player=player,
            raw=line,
            found_by=(self.model, clause, step) if self.model else None,
        )

    # --- the end of a game

    def close(self, last: int, *, at_end: bool = False) -> Iterator[Finding | Verdict]:
        """Give the verdict on the game that ends with a line."""
        if at_end and not self.games and not self.unread:
            yield self.unreadable(last or None, "LOG002", Fault("the log holds no game", help="it has no event at all"))
        if not self.games and not self.unread:
            return
        begun = self.started or 1
        if self.watch is not None:
            self.watch(self.engine, last)
        notes = () if self.engine is None else self.notes.close(None if self.unread else self.engine, begun)
        if not self.unread and self.engine is not None and self.reading.required:
            fault = required_fault(self.engine.facts_told.lacking(), self.reading.required)
            if fault is not None:
                yield self.unreadable(begun, NEVER, fault)
        yield Verdict(
            path=self.path,
            game=self.games or None,
            outcome="breaks" if self.breaks else "unreadable" if self.unread else "conforms",
            finished=self.engine is not None and self.engine.finished(),
            turns=0 if self.engine is None else self.engine.turns,
            findings=self.findings,
            valid_lines=max(0, (last + 1 if self.first_wrong is None else self.first_wrong) - begun),
            at=self.first_wrong,
            model=self.model,
            breach=self.breach,
            notes=notes,
        )


def _each(lines: Iterator[bytes]) -> bytes | None:
    """Leave every line to the clauses."""
    return next(lines, None)


def _no(event: object) -> bool:
    """Leave an event to the clauses."""
    return False


def _player(event: object) -> int | None:
    """Give whose move an event tells, if it does."""
    return getattr(event, "player", None)


def _legal(clause: Clause, changes: RuleChanges) -> Fault:
    why = f"{clause.id} is left out" if clause.id in changes.without else clause.title
    return Fault(f"a legal move was refused ({why})", "event", "the rules allow it")
