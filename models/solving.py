"""What a game gives for solving its positions, and the words for them."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, Generic

from msgspec import Struct

from models.changes import RuleChanges
from models.parameters import EndgameT, EventT, PuzzleT, TableT
from models.playouts import Playouts, Policy
from models.position import Goal, Objective, Position, Problem, PuzzleWish
from models.puzzle_kind import PuzzleKind
from models.reading import Malformed, Reading
from models.view import Touched, View


def no_playouts(_: Problem) -> Playouts:
    """Say that a game has no playouts; raises Malformed."""
    raise Malformed("header", "game", "there are no estimates for this game", "leave out --estimate")


class Words(Struct, frozen=True):
    """How a game speaks of its positions.

    `say` says a move to the player who makes it, `brief` names one in a table (with the number in hand, 0 for none).
    `ask` says what a problem asks and what its worths mean. `ends` says what a move does that ends play by the aim.
    `unit` gives how much of a worth is much: a loss of half of it is grave, below a tenth it is slight. `remark` says
    what there is to say of the end of a line. `opposed` tells that with the objective `points` what one player gains
    the other one loses.
    """

    say: Callable[[str], str]
    brief: Callable[[str, int], str]
    ask: Callable[[Problem], str]
    ends: str
    unit: Callable[[Objective], int]
    remark: Callable[[Position], str]
    opposed: bool = False


class Positions(Struct, Generic[PuzzleT, TableT, EventT, EndgameT], frozen=True):
    """What a game gives for solving its positions.

    `read` makes a problem of a decoded puzzle of the game's form (raises Malformed whose `field` is the key of the
    puzzle, or a place in it as in `gardens[1]`) and an objective; `write` makes the puzzle again, as plain keys and
    values. `at` takes a table out of a log and the event that follows: it gives the decisions of a turn, each as a
    position and the name of the move that was made (nothing if the event is no turn; raises Malformed where a solver
    has no form for the table or the turn is not known). `show` shows a position. `span` gives the least and the most
    that a problem can be worth. `exchanges` tells whether a move at a position is an exchange. `deal` draws a problem
    like a wish. `endgame` gives a problem in the form of a fast solver, an `Endgame`, or a `Duel` for a game without
    chance (raises Malformed where it is too large),
    or `Unaided`. `words` puts it all in words. `kinds` are the kinds of puzzles that
    are made of drawn positions, the usual one first. `policies` are those by which `playouts` plays games out (raises
    Malformed for problems that it cannot); none where a game offers no estimates.
    `under` gives a problem with other clauses in force (raises Malformed where it cannot be solved by them).
    `written` makes a problem of a table written in one line, how it is read and what is asked of it (raises
    Malformed).
    `touched` tells where on what `show` shows a move happens; None for a game in which that is what the move changes.
    """

    read: Callable[[PuzzleT, Objective], Problem]
    write: Callable[[Problem], dict[str, Any]]
    at: Callable[[TableT, EventT], tuple[tuple[Position, str], ...]]
    show: Callable[[Position], View]
    span: Callable[[Problem], tuple[Fraction, Fraction]]
    exchanges: Callable[[Position, str], bool]
    deal: Callable[[Random, PuzzleWish], Problem]
    endgame: Callable[[Problem], EndgameT]
    words: Callable[[], Words]
    kinds: Callable[[], tuple[PuzzleKind, ...]] = tuple
    policies: tuple[Policy, ...] = ()
    playouts: Callable[[Problem], Playouts] = no_playouts
    under: Callable[[Problem, RuleChanges], Problem] | None = None
    written: Callable[[str, Reading, Goal, Objective], Problem] | None = None
    touched: Callable[[Position, str], Touched] | None = None
