"""Judge a log in whatever form it is; for our own form nothing else is imported."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import chain

from msgspec import Struct

from models.reading import Reading
from verifier.finding import Finding, Verdict
from verifier.judge import judge
from verifier.source import SourceLimits, Unreadable, split, texts, with_line_ends

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.mapping import Mapping

HEAD = 1 << 16  # bytes by which a form is recognized
OURS = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"event"\s*:')


def judge_log(
    path: str,
    limits: SourceLimits,
    reading: Reading,
    *,
    strict: bool = False,
    dialect: str | None = None,
    mapping: "Mapping | None" = None,
    by: Callable[..., Iterator[Finding | Verdict]] = judge,
) -> Iterator[Finding | Verdict]:
    """Judge a log in the form that is named, or in the one that its content shows; `by` stands for `judge`."""
    with closing(texts(path, limits)) as texts_read:
        chunks = with_line_ends(texts_read)
        try:
            head = head_of(chunks)
        except Unreadable as stop:
            yield from by(path, _stopped(stop), reading, strict=strict)
            return
        whole = chain((head,), chunks)
        if dialect is None and mapping is None and OURS.match(head):
            yield from by(path, split(whole, limits.line), reading, strict=strict)
            return
        from verifier.foreign import judge_foreign

        yield from judge_foreign(
            path, head, whole, limits, reading, strict=strict, dialect=dialect, mapping=mapping, by=by
        )


class JudgingOptions(Struct, frozen=True, kw_only=True):
    """How the logs of a command are read and judged, the same for each of them."""

    reading: Reading
    limits: SourceLimits
    strict: bool = False
    dialect: str | None = None
    mapping: "Mapping | None" = None

    def judged(self, path: str, by: Callable[..., Iterator[Finding | Verdict]] = judge) -> Iterator[Finding | Verdict]:
        """Judge a log; `by` stands for `judge`."""
        return judge_log(
            path,
            self.limits,
            self.reading,
            strict=self.strict,
            dialect=self.dialect,
            mapping=self.mapping,
            by=by,
        )


def head_of(chunks: Iterator[bytes]) -> bytes:
    """Read as much as tells the form of a log; what is in our form may come line by line. Raises Unreadable."""
    head = next(chunks, b"")
    while len(head) < HEAD and not OURS.match(head):
        more = next(chunks, b"")
        if not more:
            break
        head += more
    return head


def _stopped(stop: Unreadable) -> Iterator[Sequence[bytes]]:
    raise stop
    yield
