"""A partial log: its record as formulas, and the game that explains it, in lines and in words."""

from collections.abc import Callable, Sequence

from models.good_fortune.partial_record import FortuneRecord
from models.partial_log import Fact, LogFormulas, WitnessLine
from models.smt import Values


class FortuneLog(FortuneRecord):
    """One game of a log in which facts may be missing."""

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

        return LogEncoder(self, line, sure=sure, pause=pause).account

    def explained(self, account: LogFormulas, values: Values) -> Sequence[WitnessLine]:
        """Give the game that has these values."""
        from models.good_fortune.witness_log import witness_lines

        return witness_lines(self, account, values)

    def words(self, facts: Sequence[Fact]) -> str:
        """Say in words what some facts of one line say."""
        from models.good_fortune.witness_log import facts_in_words

        return facts_in_words(self, facts)

    def kind(self, line: int) -> str:
        """Say what a line is."""
        from models.good_fortune.witness_log import line_kind

        return line_kind(self, line)
