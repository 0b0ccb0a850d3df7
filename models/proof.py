"""What a game gives for proving: steps with unknowns in them, and claims over all their values."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from models.changes import RuleChanges
from models.claim import ClaimId, Expected, Look
from models.clause import ClauseId, Picture
from models.open_play import OpenPlay
from models.parameters import RulesT, StepT
from models.reading import Reading
from models.smt import Formula, Number, Values
from models.symbols import AnySymbols
from models.view import View


class Counterexample(Struct, frozen=True):
    """What speaks against a claim: one step after another, or a table; and what else there is to say, in words.

    A `whole` line of play begins with the header of a game and can be replayed as a log. `broken` names the clauses
    that the last step breaks, which is where a mistake of an implementer shows. `marked` are the places on the boards
    of the table where it can be seen, as (board, row, column), where it is no matter of one step.
    """

    steps: tuple[Any, ...] = ()
    table: Any = None
    whole: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    broken: tuple[ClauseId, ...] = ()
    marked: tuple[tuple[int, int, int], ...] = ()

    @property
    def of_values(self) -> bool:
        """Tell whether it is no step and no table, only values of what the claim speaks of, told in the facts."""
        return not self.steps and self.table is None


LEMMA = "a step of the proof fails; the claim may be true all the same"


class NoCase(Exception):
    """The values a solver found make no case: no line of play leads there."""


class Goal(Struct, frozen=True, eq=False):
    """What must hold wherever the premises of a question hold."""

    name: str
    formula: Formula


class Question(Struct, frozen=True, eq=False):
    """One question to a solver: can the premises hold and a goal not?

    `clauses` names the clauses whose terms are in it. `smallest` are counts that a case makes as small as can be, the
    first one first (a dot before a name keeps it out of the facts: it only sees to it that every solver finds the same
    case). `case` reads a case from the values the solver found, raising NoCase where they make none. Where there is a
    `doubt` a case decides nothing, and the doubt says why. The premises of a `vacuous` one may contradict each other.
    Where building the terms settles every goal, `settled` says what makes it so: nothing is unknown there, or nothing
    but what the encoding fixes. One that is `played` asks what was found out by playing, or leaves to playing its case
    out what no goal tells: play decides it, alone where a solver has nothing to choose.
    """

    name: str
    premises: tuple[Formula, ...]
    goals: tuple[Goal, ...]
    clauses: tuple[ClauseId, ...] = ()
    smallest: tuple[tuple[str, Number], ...] = ()
    case: Callable[[Values], Counterexample] | None = None
    doubt: str = ""
    vacuous: bool = False
    settled: str = ""
    played: bool = False

    @property
    def solved(self) -> bool:
        """Tell whether a solver has anything to choose: something is unknown in what must hold."""
        return any(each is not True and each is not False for each in (*self.premises, *self.formulas))

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """Give what the goals state."""
        return tuple(goal.formula for goal in self.goals)


def everywhere(rules: object) -> bool:
    """Tell that a claim is made for all rules."""
    return True


class Provable(Struct, Generic[RulesT], frozen=True, eq=False):
    """A claim over all gardens or tables of a size, the verdict it stands for, and the questions that decide it.

    `scope` says what it is about and how it is bounded, if it is; `why` who wants to know. `refutes` replays a case
    without any solver. A claim `rests_on` others whose invariants are among its premises. `per_players` tells that the
    questions differ with the number of players. `look` decides it a second time, on the whole graph of a small game;
    one that stands for refuted may hold where the game is small. Where only a doubtful case is found, `further`
    questions decide, which know more, and those of `search` may find a case that decides; under changed rules they are
    asked wherever nothing has spoken against the claim, for a step of its proof may fail, or another claim fall. One
    that something `exists` is proved by a case, and refuted by there being none: its goals say that there is none.
    Questions that only look `among` some cases refute; where they find nothing, nothing is decided.
    """

    id: ClaimId
    statement: str
    expected: Expected
    scope: str
    why: str
    questions: Callable[[RulesT], Iterator[Question]]
    refutes: Callable[[Counterexample], bool] | None = None
    rests_on: tuple[ClaimId, ...] = ()
    per_players: bool = True
    applies: Callable[[RulesT], bool] = everywhere
    look: Look | None = None
    further: Callable[[RulesT], Iterator[Question]] | None = None
    search: Callable[[RulesT], Iterator[Question]] | None = None
    exists: bool = False
    among: bool = False


class StepInWords(Struct, frozen=True):
    """A step in words: the action's name, the whole sentence, and the table after it as plain values."""

    action: str
    words: str
    state: dict[str, Any]


class Proofs(Struct, Generic[RulesT, StepT], frozen=True):
    """What a game gives for proving.

    `rules` gives the rules for an edition, a side and a number of players, raising Malformed where there are none.
    `log` writes a whole line of play as the lines of a log, `tell` puts steps into words (behind the table they begin
    with), `draw` pictures a case. `reading` is how such a log is read, for the rules. `small` are the rules under which
    mistakes in clauses are told from the clauses. `play` is what claims of a user's own are asked about. `result` shows
    what a step that names a result comes from; None for other steps.
    """

    symbols: AnySymbols
    claims: tuple[Provable[RulesT], ...]
    rules: Callable[[str | None, int | None, int], RulesT]
    players: tuple[int, ...]
    log: Callable[[Sequence[StepT]], list[bytes]]
    tell: Callable[[Sequence[StepT]], list[StepInWords]]
    draw: Callable[[Counterexample], tuple[Picture, ...]]
    small: tuple[RulesT, ...]
    reading: Callable[[RulesT], Reading] = lambda rules: Reading()
    play: OpenPlay[RulesT, StepT] | None = None
    result: Callable[[StepT], View | None] = lambda step: None

    def under(self, changes: RuleChanges) -> "Proofs[RulesT, StepT]":
        """Give the same for rules that carry changes."""

        def rules(edition: str | None, side: int | None, players: int) -> RulesT:
            found: RulesT = replace(self.rules(edition, side, players), changes=changes)  # type: ignore[type-var]
            return found

        return replace(self, rules=rules)
