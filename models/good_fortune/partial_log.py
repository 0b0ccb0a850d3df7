"""A partial log: its record as formulas, and the game that explains it, in lines and in words."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from random import Random

from models.good_fortune.partial_events import Blank
from models.good_fortune.partial_record import FortuneRecord
from models.partial_log import Fact, LogFormulas, WitnessLine
from models.smt import Values


class FortuneLog(FortuneRecord):
    """One game of a log in which facts may be missing.

    `loose`: how a table behind a gap came about is left open; where it is not `scored`, what it scores too.
    """

    loose, scored = False, True

    def loosened(self) -> "Iterator[FortuneLog]":
        """Give the record with anything that claims allow behind a gap of unknown length, where something is."""
        gaps = [place for place, entry in enumerate(self.entries, 1) if isinstance(entry, Blank)]
        for scored in (False, True) if gaps and gaps[0] < len(self.entries) else ():
            other = copy(self)
            other.loose, other.scored = True, scored
            yield other

    @property
    def lacks(self) -> bool:
        """Whether any fact of the events is missing, be it one that judging can do without."""
        last = max((entry.line for entry in self.entries), default=0)
        return bool(self.account(last, sure=True, missing=None, pause=lambda: None).gaps)

    def account(
        self, line: int, *, since: int | None = None, sure: bool, missing: int | None, pause: Callable[[], None]
    ) -> LogFormulas:
        """State the record up to a line as formulas."""
        from models.good_fortune.symbolic_log import LogEncoder

        encoder = LogEncoder(self, line, sure=sure, pause=pause, loose=self.loose, scored=self.scored)
        return encoder.account

    def explained(self, account: LogFormulas, values: Values) -> Sequence[WitnessLine]:
        """Give the game that has these values."""
        from models.good_fortune.witness_log import witness_lines

        return witness_lines(self, account, values)

    def played(self, chance: Random) -> Sequence[WitnessLine] | None:
        """Play games towards the result behind a gap of unknown length."""
        from models.good_fortune.directed_play import played_lines

        return played_lines(self, chance)

    def words(self, facts: Sequence[Fact]) -> str:
        """Say in words what some facts of one line say."""
        from models.good_fortune.witness_log import facts_in_words

        return facts_in_words(self, facts)

    def kind(self, line: int) -> str:
        """Say what a line is."""
        from models.good_fortune.witness_log import line_kind

        return line_kind(self, line)
