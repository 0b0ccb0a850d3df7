"""Problems of a solver with other clauses in force: those that the slow positions ask about every move."""

from msgspec.structs import replace

from models.changes import RuleChanges
from models.lucky_numbers import clauses as listed
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.positions import LuckyPosition
from models.position import Problem
from models.reading import Malformed


def under_changes(problem: Problem, changes: RuleChanges) -> Problem:
    """Give a problem with another form of the placement clause, or with conditions on turns. Raises Malformed."""
    beyond = [id for id in changes.ids if id in listed.IDS and id != PLACEMENT.id]
    if beyond or changes.counting is not None:
        what = f"a changed {beyond[0]}" if beyond else "rules that count"
        help_line = "`graph --rules` explores small games by them, `prove --rules` asks about all"
        raise Malformed("value", "rules", f"puzzles are not solved by {what}", help_line)
    start = problem.start
    assert isinstance(start, LuckyPosition)
    return replace(problem, start=replace(start, rules=replace(start.rules, changes=changes)))
