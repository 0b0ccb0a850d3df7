"""What logs of one program look like: the known mistakes under which all that they show would be right."""

from collections.abc import Sequence

from msgspec import Struct

from models.declaration import Declaration
from models.game import Game
from models.state_space import Mutant
from verifier.diagnose.telling_apart import TellingCase


class NamedMistake(Struct, frozen=True):
    """A known mistake: its words, and the clauses it is made in with their titles."""

    words: str
    clauses: tuple[str, ...]
    titles: tuple[str, ...]


class OneLine(Struct, frozen=True):
    """A line of a log, and how many lines all logs have."""

    path: str
    line: int
    lines: int


class Diagnosis(Struct, frozen=True):
    """The smallest sets of known mistakes that explain most, the narrowest first.

    `findings` counts what is wrong in the logs, `left` what the sets leave, by clause. Sets that stand beside each
    other explain the same. `telling` are cases that tell apart what the logs do not; `stopped` how many mistakes had
    the sets among which the search was cut short, 0 if it was not. `declared` are ways of reading the logs under which
    they have no finding, `read_as` is one without which the mistakes would not be seen. `slip` is the one line about
    which all findings are, where there are many others.
    """

    game: str
    logs: int
    findings: int
    sets: tuple[tuple[NamedMistake, ...], ...]
    left: tuple[tuple[str, int], ...]
    telling: tuple[TellingCase, ...] = ()
    stopped: int = 0
    left_out: int = 0
    declared: tuple[Declaration, ...] = ()
    source: str = ""
    read_as: Declaration | None = None
    slip: OneLine | None = None

    @property
    def explained(self) -> int:
        """How many findings the mistakes explain."""
        return self.findings - sum(count for _, count in self.left)

    @property
    def apart(self) -> tuple[tuple[NamedMistake, ...], ...]:
        """Beside each mistake of the first set, those that could stand in its place."""
        if not self.sets:
            return ()
        first = self.sets[0]
        found = []
        for place in range(len(first)):
            rest = {*first[:place], *first[place + 1 :]}
            swaps = [{*other} - rest for other in self.sets[1:] if len(other) == len(first) and rest < {*other}]
            found.append(tuple(next(iter(swap)) for swap in swaps))
        return tuple(found)

    @property
    def others(self) -> tuple[tuple[NamedMistake, ...], ...]:
        """Sets that explain as much, with more than one mistake of the first in another one's place."""
        first = set(self.sets[0]) if self.sets else set()
        return tuple(other for other in self.sets[1:] if len(first & {*other}) < len(first) - 1)

    @property
    def fits(self) -> bool:
        """Tell whether everything is explained."""
        return not self.left and bool(self.sets)


def words(mistakes: Sequence[Mutant], own: Sequence[int]) -> str:
    """Give the words of some mistakes."""
    return ", and ".join(mistakes[each].name.rpartition(": ")[2] for each in own)


def named_mistake(game: Game, mistake: Mutant) -> NamedMistake:
    """Name a mistake and its clauses."""
    wrong = mistake.changed(game.clauses()).values()
    ids, titles = tuple(clause.id for clause in wrong), tuple(clause.title for clause in wrong)
    return NamedMistake(mistake.name.removeprefix(f"{ids[0]}: "), ids, titles)
