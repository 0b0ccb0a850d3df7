"""Counts of verdicts and findings of all logs judged so far."""

import os

from msgspec import Struct, field

from verifier.finding import Verdict
from verifier.note import Note

MOST_NOTES = 200  # different notes that are kept


class NoteCount(Struct):
    """One note: the logs it is about, the first of them by name as the system has it, and the place in that."""

    code: str
    message: str
    help: str
    name: bytes
    line: int | None
    logs: int = 1

    @property
    def path(self) -> str:
        """The path as programs pass it on."""
        return os.fsdecode(self.name)


class NoteTotals(Struct):
    """The different notes on logs, by code and words; the same in whatever order its parts are added."""

    notes: dict[str, NoteCount] = field(default_factory=dict)

    def add(self, path: str, note: Note) -> None:
        """Take a note on a log."""
        self.count(NoteCount(note.code, note.message, note.help, os.fsencode(path), note.line))

    def count(self, note: NoteCount) -> None:
        """Add what was counted."""
        key = f"{note.code} {note.message}"
        known = self.notes.get(key)
        if known is None:
            if len(self.notes) < MOST_NOTES:
                self.notes[key] = note
            return
        first = min(known, note, key=lambda each: (each.name, each.line or 0))
        self.notes[key] = NoteCount(note.code, note.message, first.help, first.name, first.line, known.logs + note.logs)


MOST_LOGS = 200  # of each sort whose paths are kept


class VerdictCounts(Struct):
    """What was judged so far, and the paths of some logs, those that are wrong and those that are not."""

    logs: int = 0
    conform: int = 0
    breaking: int = 0
    unreadable: int = 0
    turns: int = 0
    findings: int = 0
    unread: bool = False
    noted: NoteTotals = field(default_factory=NoteTotals)
    wrong: list[bytes] = field(default_factory=list)
    right: list[bytes] = field(default_factory=list)

    def add(self, verdict: Verdict) -> None:
        """Count a verdict."""
        self.logs += 1
        self.turns += verdict.turns
        self.findings += verdict.findings
        self.conform += verdict.outcome == "conforms"
        self.breaking += verdict.outcome == "breaks"
        self.unreadable += verdict.outcome == "unreadable"
        for note in verdict.notes:
            self.noted.add(verdict.path, note)
        paths = self.right if verdict.outcome == "conforms" else self.wrong
        path = os.fsencode(verdict.path)  # not every path is text
        if len(paths) < MOST_LOGS and path not in paths:
            paths.append(path)

    def join(self, other: "VerdictCounts") -> None:
        """Add what another process counted."""
        for key in ("logs", "conform", "breaking", "unreadable", "turns", "findings"):
            setattr(self, key, getattr(self, key) + getattr(other, key))
        self.unread = self.unread or other.unread
        for note in other.noted.notes.values():
            self.noted.count(note)
        self.wrong = sorted({*self.wrong, *other.wrong})[:MOST_LOGS]
        self.right = sorted({*self.right, *other.right})[:MOST_LOGS]

    @property
    def exit_code(self) -> int:
        """0 nothing wrong, 1 findings, 2 unreadable input."""
        return 2 if self.unread else 1 if self.breaking else 0
