"""A partial log: its record as formulas, and the game that explains it, in lines and in words."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from models.lucky_numbers.partial_record import LuckyRecord
from models.partial_log import Fact, LogFormulas, WitnessLine
from models.smt import Values


class LuckyLog(LuckyRecord):
    """One game of a log in which facts may be missing."""

    def loosened(self) -> Iterator["LuckyLog"]:
        """Give nothing: an account of this record for any number of missing turns leaves open how they went."""
        return iter(())

    def account(
        self, line: int, *, since: int | None = None, sure: bool, missing: int | None, pause: Callable[[], None]
    ) -> LogFormulas:
        """State the record up to a line as formulas."""
        from models.lucky_numbers.symbolic_log import LogEncoder

        return LogEncoder(self, line, since, sure=sure, missing=missing, pause=pause).account

    def explained(self, account: LogFormulas, values: Values) -> Sequence[WitnessLine] | None:
        """Give the game that has these values, None where it does not show what the record shows."""
        from models.lucky_numbers.witness_log import witness_lines

        return witness_lines(self, account, values)

    def played(self, chance: Random) -> Sequence[WitnessLine] | None:
        """Play one game towards the result behind a gap of unknown length."""
        from models.lucky_numbers.directed_play import played_lines

        return played_lines(self, chance)

    def words(self, facts: Sequence[Fact]) -> str:
        """Say in words what some facts of one line say."""
        from models.lucky_numbers.witness_log import facts_in_words

        return facts_in_words(self, facts)

    def kind(self, line: int) -> str:
        """Say what a line is."""
        from models.lucky_numbers.witness_log import line_kind

        return line_kind(self, line)
