"""Logs of one program as they are judged: their lines are kept as evidence, as far as there is room."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct, field

from models.clause import OUTSIDE
from models.game import Game
from models.reading import Reading
from verifier.dialect import all_derived, derived_keys
from verifier.finding import Finding, Verdict
from verifier.judge import judge

MOST_BYTES = 1 << 26  # of lines that are kept


class _Sourced(Struct):
    source: str | None = None


_decode_header = msgspec.json.Decoder(_Sourced).decode
_decode = msgspec.json.Decoder(dict[str, object]).decode


class KeptLog(Struct):
    """A log, its lines in our own form, its game, and what was found wrong in it and on which lines.

    What is only outside the edition is left out.
    """

    path: str
    lines: list[bytes] = field(default_factory=list)
    game: Game | None = None
    found: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong_lines: set[int] = field(default_factory=set)
    conforms: bool = True

    @property
    def source(self) -> str:
        """The program that the header names, empty where it names none."""
        try:
            return _decode_header(self.lines[0]).source or ""
        except (msgspec.MsgspecError, IndexError, ValueError):
            return ""


class EvidenceLogs:
    """Keep logs while they are judged; those for which there is no room are counted as left out."""

    def __init__(
        self,
        by: Callable[..., Iterator[Finding | Verdict]] = judge,
        most_bytes: int = MOST_BYTES,
        most_logs: int | None = None,
    ) -> None:
        self.by, self.room, self.places = by, most_bytes, most_logs
        self.logs: list[KeptLog] = []
        self.left_out = 0
        self.reading, self.strict = Reading(), False

    def judge(
        self, path: str, blocks: Iterable[Sequence[bytes]], reading: Reading, *, strict: bool = False
    ) -> Iterator[Finding | Verdict]:
        """Judge a log, and keep its lines."""
        self.reading, self.strict = reading, strict
        kept = KeptLog(path)
        for result in self.by(path, self._noted(kept, blocks), reading, strict=strict):
            if isinstance(result, Finding):
                if result.kind != OUTSIDE:
                    kept.found[result.clause, result.kind] += 1
                    kept.wrong_lines.add(result.line or 0)
            else:
                kept.game = kept.game or result.model
                kept.conforms = kept.conforms and result.outcome == "conforms"
            yield result
        self._keep(kept)

    def _noted(self, kept: KeptLog, blocks: Iterable[Sequence[bytes]]) -> Iterator[Sequence[bytes]]:
        size = 0
        for lines in blocks:
            size += sum(map(len, lines))
            if size <= self.room:
                kept.lines.extend(lines)
            yield lines
        if size > self.room:
            kept.lines.clear()

    def _keep(self, kept: KeptLog) -> None:
        full = self.places is not None and len(self.logs) >= self.places
        if kept.game is None:
            return
        if not kept.lines or full:
            self.left_out += bool(kept.found)
            return
        kept.lines = [_as_recorded(line, kept.game.shown_by()) for line in kept.lines]
        self.room -= sum(map(len, kept.lines))
        self.logs.append(kept)


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
