"""`cloverproof convert --guess`: a mapping for the records of a program that is not known."""

import re
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from cli.options import refuse, write_out
from cli.system_faults import reason
from models.formats import LOG_FORMAT
from models.game import Game
from models.games import GAMES
from verifier.convert import NotConverted
from verifier.dialect import USUAL, Source
from verifier.foreign import recognize
from verifier.guess.proposal import NoProposal, Proposal, propose
from verifier.mapping import NO_MAPPING
from verifier.source import SourceLimits, Unreadable, texts

MOST = 40  # records that are looked at
HEAD = 1 << 16
FORMS = ("cloverproof", "board-game-arena", "json", "table")  # our own, and those that may need a mapping
WAYS = (
    "a program can write our form instead: `cloverproof convert --exporter python` (or javascript) prints how; "
    "docs/mappings.md tells how a mapping is written by hand"
)


def guess_mapping(paths: Iterable[str], limits: SourceLimits, to: Path | None) -> int:
    """Propose a mapping for records, print or write it, and give the exit code. Raises NotConverted."""
    records = [(path, _text(path, limits)) for path, _ in zip(paths, range(MOST), strict=False)]
    known = _known(records)
    if known:
        path, form = known
        refuse(f"{path} is in the form {form}, which is read without a mapping", f"cloverproof validate {path}")
    other = next((game for game in GAMES if game is not USUAL and any(_names(text, game) for _, text in records)), None)
    if other is not None:
        refuse(f"{records[0][0]} names {other.title}: --guess knows the records of {USUAL.title} alone", WAYS)
    try:
        proposal = propose(records, limits)
    except Unreadable as stop:
        help = f"--guess is for JSON, JSON Lines and tables; {WAYS}"
        raise NotConverted(records[0][0], Unreadable(stop.code, stop.message, help, stop.line, stop.column)) from None
    except NoProposal as none:
        refuse(f"no moves of {USUAL.title} are found in {records[0][0]}: {none}", WAYS)
    if to is None:
        write_out(proposal.text)
    else:
        _write(proposal.text, to)
    _tell(proposal, records, to)
    return 1 if proposal.failed else 0


def _text(path: str, limits: SourceLimits) -> bytes:
    try:
        with closing(texts(path, limits)) as chunks:
            return Source(chunks, limits).document()
    except Unreadable as stop:
        raise NotConverted(path, stop) from None


def _known(records: list[tuple[str, bytes]]) -> tuple[str, str] | None:
    """Give a record in a form that needs no mapping, and the form."""
    for path, text in records:
        try:
            form = recognize(path, text[:HEAD], NO_MAPPING)
        except Unreadable:
            continue
        foreign = form.name == FORMS[0] and LOG_FORMAT.encode() not in text  # its own entries are called events too
        if form.name not in FORMS[1:] and not foreign and not form.missed(text[:HEAD]):
            return path, form.name
    return None


def _names(text: bytes, game: Game) -> bool:
    """Tell whether a record names a game, however its words are joined."""
    words = map(re.escape, game.key.split("-"))
    return re.search("[^a-z0-9]?".join(words), text[:HEAD].decode("utf-8", "replace"), re.IGNORECASE) is not None


def _write(text: str, to: Path) -> None:
    from verifier.atomic_file import whole_file

    try:
        with whole_file(to) as file:
            file.write(text.encode("utf-8", "backslashreplace"))
    except (OSError, ValueError) as fault:
        refuse(f"cannot write {to}: {reason(fault)}")


def _tell(proposal: Proposal, records: list[tuple[str, bytes]], to: Path | None) -> None:
    """Say how the records are read with a mapping, and what comes next."""
    from reports.style import count_of, visible

    for told in proposal.read:
        print(visible(f"read with it: {told}"), file=sys.stderr)
    if proposal.unsure:
        print(f"not sure of {count_of(proposal.unsure, 'line')}, marked NOT SURE", file=sys.stderr)
    if proposal.failed:
        print(f"what cannot be read is to be corrected in the mapping; or {WAYS}", file=sys.stderr)
    name = "mapping.toml" if to is None else str(to)
    print(visible(f"next: cloverproof validate --mapping {name} {records[0][0]}"), file=sys.stderr)
