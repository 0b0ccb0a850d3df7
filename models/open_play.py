"""What a game gives for claims of a user's own: tables and steps with unknowns, what they keep, how a game begins."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic

from msgspec import Struct

from models.claim import ClaimId
from models.clause import ClauseId
from models.parameters import RulesT, StepT
from models.smt import Formula, Values


class SymbolicMade(Struct, frozen=True, eq=False):
    """A step with unknowns: the table before, the move, the table after, and what says that it is legal.

    `kind` is the kind of move; `step` is what terms of clauses are stated over. Of a `known` one all is told.
    """

    kind: type
    before: object
    move: object
    after: object
    step: object
    legal: tuple[Formula, ...]
    clauses: tuple[ClauseId, ...]
    known: bool = False


class Beginning(Struct, Generic[StepT], frozen=True, eq=False):
    """The first steps of any game with unknowns in them, up to the first turn, what else is known of the first table,
    and how a whole line of play is read from values: the steps to the first turn, and the moves behind them.
    """

    steps: tuple[SymbolicMade, ...]
    premises: tuple[Formula, ...]
    read: Callable[[Values, Sequence[SymbolicMade]], tuple[StepT, ...]]


class OpenPlay(Struct, Generic[RulesT, StepT], frozen=True):
    """What a game gives for claims of a user's own.

    `kinds` are the moves that change a table, `turn` is the one that players make in play, `results` those that name
    a result. `first` gives the step that leads to the first table of a game, `some` a step of a kind that keeps all
    clauses, from a table of which only is known what `invariants` say of it, each proved by a claim; `behind` gives a
    turn from a known table, with a name of its own. `determined` names the claim by which the table after a step is
    what the step itself says. `known_table` and `known_step` give what lies or happened as terms, `told` tells a step
    with unknowns, legal or not. `counts` tells that tables carry counters of clauses that are added. `recorded` are
    fields of a move that only say what was recorded of its effect: conditions cannot name them. `scope` says which
    tables are meant.
    """

    turn: type
    kinds: tuple[type, ...]
    results: tuple[type, ...]
    first: Callable[[RulesT], SymbolicMade]
    some: Callable[[RulesT, type], SymbolicMade]
    behind: Callable[[object, str], SymbolicMade]
    invariants: Callable[[object], Mapping[ClaimId, Formula]]
    determined: ClaimId
    begin: Callable[[RulesT], Beginning[StepT]]
    known_table: Callable[[object], object]
    known_step: Callable[[StepT], SymbolicMade]
    told: Callable[[object], SymbolicMade]
    scope: str
    counts: bool = False
    recorded: frozenset[str] = frozenset()
