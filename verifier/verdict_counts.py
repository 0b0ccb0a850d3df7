"""Counts of verdicts and findings of all logs judged so far."""

from msgspec import Struct

from verifier.finding import Verdict


class VerdictCounts(Struct):
    """What was judged so far."""

    logs: int = 0
    conform: int = 0
    breaking: int = 0
    unreadable: int = 0
    turns: int = 0
    findings: int = 0
    unread: bool = False

    def add(self, verdict: Verdict) -> None:
        """Count a verdict."""
        self.logs += 1
        self.turns += verdict.turns
        self.findings += verdict.findings
        self.conform += verdict.outcome == "conforms"
        self.breaking += verdict.outcome == "breaks"
        self.unreadable += verdict.outcome == "unreadable"

    def join(self, other: "VerdictCounts") -> None:
        """Add what another process counted."""
        for key in ("logs", "conform", "breaking", "unreadable", "turns", "findings"):
            setattr(self, key, getattr(self, key) + getattr(other, key))
        self.unread = self.unread or other.unread

    @property
    def exit_code(self) -> int:
        """0 nothing wrong, 1 findings, 2 unreadable input."""
        return 2 if self.unread else 1 if self.breaking else 0
