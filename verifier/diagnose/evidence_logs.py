"""Games of programs as they are judged: their lines are kept as evidence, as far as there is room."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from hashlib import blake2b

import msgspec
from msgspec import Struct, field

from models.clause import OUTSIDE
from models.game import Game, GameEngine
from models.reading import Reading
from verifier.diagnose.known_facts import KnownFacts
from verifier.dialect import BOM, all_derived, derived_keys
from verifier.finding import Finding, Verdict
from verifier.infer.infer_findings import LACKING
from verifier.judge import judge

MOST_BYTES = 1 << 26  # of lines that are kept
MOST_LINES = 5_000  # of a game: what stands behind them is no evidence, so that one long game takes no longer than many


class _Header(Struct):
    source: object = None
    tournament: object = None


_decode_header = msgspec.json.Decoder(_Header).decode
_decode = msgspec.json.Decoder(dict[str, object]).decode
_Noted = tuple[int, str, str, int, int | None]  # in our own form: the line, clause and kind; where it stands
ProgramKey = tuple[str, str]  # the game, and what the headers call the program


class KeptLog(Struct):
    """A game, or those of a tournament that follow each other: the lines in our own form, and what was found wrong.

    `wrong` says where it stands, line and column, by lines in our own form. What is only outside the edition is left
    out. `full` tells that there was no room for a game of the tournament. `copies` counts logs that are the same to the
    letter; `cut` tells that findings stand behind the last line that is kept, `lost` that there was no room for more
    than the header, `lacks` that facts are missing, and `supposed` are the lines in which some are taken for what fits
    best.
    """

    path: str
    lines: list[bytes] = field(default_factory=list)
    game: Game | None = None
    found: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: dict[int, tuple[int, int | None]] = field(default_factory=dict)
    conforms: bool = True
    copies: int = 1
    cut: bool = False
    lacks: bool = False
    supposed: frozenset[int] = frozenset()
    lost: bool = False
    games: int = 1
    source: str = ""
    tournament: object = None
    digest: bytes = b""
    full: bool = False

    @property
    def count(self) -> int:
        """How many games it stands for."""
        return self.games * self.copies

    def follows(self, other: "KeptLog | None") -> bool:
        """Tell whether it goes on with the tournament of another game."""
        return other is not None and self.tournament is not None and self.tournament == other.tournament

    def behind(self, other: "KeptLog") -> "KeptLog":
        """Give it together with a game before it that cannot be read, which may have been one of its tournament."""
        other.game, other.source, other.tournament = self.game, self.source, self.tournament
        other.join(self)
        return other

    def join(self, other: "KeptLog") -> None:
        """Take the next game of the tournament, as far as there is room."""
        room = not self.full and MOST_LINES - len(self.lines) - len(other.lines) >= 0
        self.full = not room  # behind a game that is left out no other one is known to be the next
        self.cut = self.cut or other.cut or (not room and bool(other.found))
        self.lost, self.conforms = self.lost or other.lost, self.conforms and other.conforms
        self.lacks = self.lacks or other.lacks
        self.digest += other.digest
        self.games += other.games
        if room:
            self.lines += other.lines
            self.found += other.found
            self.wrong |= other.wrong


class EvidenceLogs:
    """Keep games while logs are judged; those for which there is no room are counted as left out, by program."""

    def __init__(
        self,
        by: Callable[..., Iterator[Finding | Verdict]] = judge,
        most_bytes: int = MOST_BYTES,
        most_logs: int | None = None,
    ) -> None:
        self.by, self.room, self.places = by, most_bytes, most_logs
        self.logs: list[KeptLog] = []
        self.known = dict[bytes, KeptLog]()
        self.facts = KnownFacts()
        self.left_out: Counter[ProgramKey] = Counter()
        self.games: dict[str, Game] = {}
        self.reading, self.strict = Reading(), False

    def judge(
        self,
        path: str,
        blocks: Iterable[Sequence[bytes]],
        reading: Reading,
        *,
        strict: bool = False,
        copies: int = 1,
        conforms: bool = False,
    ) -> Iterator[Finding | Verdict]:
        """Judge a log, and keep its lines; `conforms` tells that it is known to, whatever is missing in it."""
        self.reading, self.strict = reading, strict
        lines, kept = _GameLines(blocks, self.room), KeptLog(path, copies=copies)
        last: dict[str, KeptLog] = {}  # of each kind of game, which may be one of a tournament
        unread: KeptLog | None = None  # a game that cannot be read, before any other
        noted: list[_Noted] = []
        for result in self.by(path, lines, reading, strict=strict, watch=lines.ended):
            if isinstance(result, Finding):
                number = result.line or 0
                kept.lacks = kept.lacks or result.clause == LACKING
                yield result  # where the log is in another form, its own place has been put in
                full = bool(noted) and noted[-1][0] - lines.before > MOST_LINES
                if not (full or result.kind == OUTSIDE or result.raw.startswith(BOM)):  # the mark is left out
                    noted.append((number, result.clause, result.kind, result.line or 0, _column(result)))
                continue
            kept.game, kept.conforms = result.model, conforms or result.outcome == "conforms"
            kept.lacks = kept.lacks or result.inferred is not None
            _note(kept, noted, lines.before, lines.last)
            lines.put_into(kept)
            noted.clear()
            yield result
            if result.model is not None:
                before = last.get(result.model.key)
                if before is None and unread is not None and kept.tournament is not None:
                    kept = kept.behind(unread)
                if before is not None and kept.follows(before):
                    before.join(kept)
                else:
                    last[result.model.key] = kept
                    self._keep(before)
            else:
                unread = kept if unread is None else unread
                for before in last.values():  # a game that cannot be read may have been one of the tournament
                    if before.tournament is not None:
                        before.join(kept)
            kept = KeptLog(path, copies=copies)
        for each in last.values():
            self._keep(each)

    def _keep(self, kept: KeptLog | None) -> None:
        if kept is None or kept.game is None:
            return
        known = None if kept.lost else self.known.get(kept.digest)
        if known is not None:
            known.copies += kept.copies
        full = self.places is not None and len(self.logs) >= self.places
        full = full or kept.lost or sum(map(len, kept.lines)) > self.room
        key = kept.game.key, kept.source
        self.games[kept.game.key] = kept.game
        if known is not None or full:
            self.left_out[key] += kept.count if kept.cut or (kept.found and known is None) else 0
            return
        self.known[kept.digest] = kept
        if kept.lacks:
            self._know(kept)
        kept.lines = [_as_recorded(line, kept.game.shown_by()) for line in kept.lines]
        self.left_out[key] += kept.count if kept.cut else 0
        self.room -= sum(map(len, kept.lines))
        self.logs.append(kept)

    def _know(self, kept: KeptLog) -> None:
        """Keep what is known of a log in which facts are missing, and what is found wrong in that."""
        known = self.facts.of(kept.lines, self.reading, conforms=kept.conforms)
        kept.lines, kept.supposed, kept.found = known.lines, frozenset(known.supposed), Counter()
        kept.cut = kept.cut or (known.cut and not kept.conforms)
        for found in judge(kept.path, [kept.lines], self.reading, strict=self.strict):
            if isinstance(found, Finding) and found.kind != OUTSIDE:
                kept.found[found.clause, found.kind] += 1


def _note(kept: KeptLog, noted: Sequence[_Noted], before: int, last: int) -> None:
    """Note what is found wrong in the lines of a game that are kept; what stands behind it is about the next one."""
    for number, clause, kind, line, column in noted:
        if number - before > MOST_LINES:
            kept.cut = kept.cut or number <= last
        elif number <= last:
            kept.found[clause, kind] += 1
            kept.wrong[number] = line, column


def _column(found: Finding) -> int | None:
    return None if found.place is None else found.place.column


class _GameLines:
    """The lines of a log as they are read, to be kept game by game, of each the first ones."""

    def __init__(self, blocks: Iterable[Sequence[bytes]], most_bytes: int) -> None:
        self.blocks, self.most = blocks, most_bytes
        self.before = self.last = 0  # lines before the running game, and up to its end once that is known
        self.block: Sequence[bytes] = ()
        self.read = 0  # lines before the block
        self._begin()

    def _begin(self) -> None:
        self.head = list[bytes]()
        self.size, self.hash = 0, blake2b()

    def __iter__(self) -> Iterator[Sequence[bytes]]:
        for lines in self.blocks:
            self._put_by(len(self.block))
            self.read += len(self.block)
            self.block = lines
            yield lines

    def ended(self, engine: GameEngine | None, last: int) -> None:
        """Note the last line of the running game."""
        self.last = last

    def _put_by(self, end: int) -> None:
        """Keep what belongs to the running game of the lines of a block; some may have been mended by now."""
        own = self.block[max(0, self.before - self.read) : end]
        text = b"".join(own)
        if BOM in text:
            own = [line.removeprefix(BOM) for line in own]
            text = b"".join(own)
        self.hash.update(text)
        self.size += len(text)
        self.head.extend(own[: max(0, MOST_LINES - len(self.head))])
        if self.size > self.most:
            del self.head[_header_at(self.head) + 1 :]

    def put_into(self, kept: KeptLog) -> None:
        """Give the lines of the running game, which has ended, and go on with the next one."""
        self._put_by(self.last - self.read)
        kept.lines, kept.digest, kept.lost = self.head, self.hash.digest(), self.size > self.most
        kept.source, kept.tournament = _read_header(self.head)
        self.before = self.last
        self._begin()


def _header_at(lines: Sequence[bytes]) -> int:
    return next((place for place, line in enumerate(lines) if line.strip()), len(lines))


def _read_header(lines: Sequence[bytes]) -> tuple[str, object]:
    """Give the program that a header names, empty where it names none, and what names the tournament."""
    try:
        header = _decode_header(lines[_header_at(lines)])
    except (msgspec.MsgspecError, IndexError, ValueError, RecursionError):
        return "", None
    source, tournament = header.source, header.tournament
    series = tournament.get("id") if isinstance(tournament, dict) else None
    if source is None or isinstance(source, str):
        return source or "", series
    return msgspec.json.encode(source).decode(), series


def _as_recorded(line: bytes, shown: Container[str]) -> bytes:
    """Take away what a converted event shows only because it follows by the rules: it is no evidence of a program."""
    if b'"derived"' not in line:
        return line
    try:
        event = _decode(line)
        derived, whole = derived_keys(event), all_derived(event)
        kept = {key: value for key, value in event.items() if key not in derived or not (whole or key in shown)}
        return msgspec.json.encode(kept) + b"\n"
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError):
        return line
