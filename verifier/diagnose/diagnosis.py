"""What logs of one program look like: the known mistakes under which all that they show would be right."""

from collections.abc import Sequence

from msgspec import Struct

from models.declaration import Declaration
from models.game import Game
from models.state_space import Mutant
from verifier.diagnose.set_groups import other_sets, swaps_of
from verifier.diagnose.telling_apart import TellingCase

SLIGHT = 5  # a set that explains less than one finding in so many is no discovery
DOUBTFUL = 3  # mistakes of a set that may fit by chance


class NamedMistake(Struct, frozen=True):
    """A known mistake: its words, and the clauses it is made in with their titles."""

    words: str
    clauses: tuple[str, ...]
    titles: tuple[str, ...]


class OneLine(Struct, frozen=True):
    """A line of a log, and how many lines all logs have; in another form the place and how many events.

    `column` is None in our own form.
    """

    path: str
    line: int
    lines: int
    column: int | None = None


class Diagnosis(Struct, frozen=True):
    """The smallest sets of known mistakes that explain most, the narrowest first.

    `findings` counts what is wrong in the logs, `left` what the sets leave, by clause. Sets that stand beside each
    other explain the same. `telling` are cases that tell apart what the logs do not; `stopped` how many mistakes had
    the sets among which the search was cut short, 0 if it was not. `declared` are ways of reading the logs under which
    they have no finding, `read_as` is one without which the mistakes would not be seen. `slip` is the one line about
    which all findings are, where there are many others. `against` are logs without a finding that speak against the
    sets, which explain the others; `alone` is how many logs are explained for themselves where nothing explains all.
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
    against: tuple[str, ...] = ()
    alone: int = 0

    @property
    def explained(self) -> int:
        """How many findings the mistakes explain."""
        return self.findings - sum(count for _, count in self.left)

    @property
    def apart(self) -> tuple[tuple[NamedMistake, ...], ...]:
        """Beside each mistake of the first set, those that could stand in its place."""
        return swaps_of(self.sets)

    @property
    def others(self) -> tuple[Sequence[NamedMistake], ...]:
        """Sets that explain as much, and are not the first one with others in the places of its mistakes."""
        return other_sets(self.sets)

    @property
    def unlooked(self) -> bool:
        """Tell whether none of the games with findings was looked at."""
        return not self.logs and bool(self.left_out)

    @property
    def fits(self) -> bool:
        """Tell whether everything is explained."""
        return not self.left and bool(self.sets)

    @property
    def slight(self) -> bool:
        """Tell whether so little is explained that it may be chance."""
        return not self.fits and SLIGHT * self.explained < self.findings

    @property
    def doubtful(self) -> bool:
        """Tell whether the sets may fit by chance: they need many mistakes, or explain little."""
        return bool(self.sets) and (self.slight or len(self.sets[0]) >= DOUBTFUL)


def named_mistake(game: Game, mistake: Mutant) -> NamedMistake:
    """Name a mistake and its clauses."""
    wrong = mistake.changed(game.clauses()).values()
    ids, titles = tuple(clause.id for clause in wrong), tuple(clause.title for clause in wrong)
    return NamedMistake(mistake.name.removeprefix(f"{ids[0]}: "), ids, titles)
