"""What a game's own types are called where a type is made for any game; where none is named, it may be any."""

from typing import TYPE_CHECKING, Protocol


class Moved(Protocol):
    """A step of any game, of which nothing is known here but its move."""

    @property
    def move(self) -> object:
        """The move that was made."""
        ...


if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import TypeVar

    EventT = TypeVar("EventT", default=Any)  # the events of a log
    HeaderT = TypeVar("HeaderT", default=Any)  # the event that begins a game
    SeriesT = TypeVar("SeriesT", default=Any)  # what games of one file have in common
    TableT = TypeVar("TableT", default=Any)  # a table as clauses read it
    MoveT = TypeVar("MoveT", default=Any)  # a move as clauses read it
    StepT = TypeVar("StepT", bound=Moved, default=Any)  # a table, a move, and the table after it
    RulesT = TypeVar("RulesT", default=Any)  # the rules that tables are played by
    SetT = TypeVar("SetT", default=Any)  # what lies in the box
    PlayT = TypeVar("PlayT", default=Any)  # a game as it is being replayed
    PuzzleT = TypeVar("PuzzleT", default=Any)  # the form of a puzzle
    EndgameT = TypeVar("EndgameT", default=Any)  # a problem in the form of a fast solver
    # For protocols that only take, or only give, such values.
    EventIn = TypeVar("EventIn", contravariant=True, default=Any)
    HeaderIn = TypeVar("HeaderIn", contravariant=True, default=Any)
    PlayIn = TypeVar("PlayIn", contravariant=True, default=Any)
    StepIn = TypeVar("StepIn", contravariant=True, default=Any)
    TableOut = TypeVar("TableOut", covariant=True, default=Any)
    StepOut = TypeVar("StepOut", covariant=True, default=Any)
    RulesOut = TypeVar("RulesOut", covariant=True, default=Any)
    PlaceIn = TypeVar("PlaceIn", contravariant=True, default=Any)  # what equal positions have in common
else:
    from typing import TypeVar

    EventT, HeaderT, SeriesT = TypeVar("EventT"), TypeVar("HeaderT"), TypeVar("SeriesT")
    TableT, MoveT, StepT = TypeVar("TableT"), TypeVar("MoveT"), TypeVar("StepT")
    RulesT, SetT, PlayT = TypeVar("RulesT"), TypeVar("SetT"), TypeVar("PlayT")
    PuzzleT, EndgameT = TypeVar("PuzzleT"), TypeVar("EndgameT")
    PlaceIn = TypeVar("PlaceIn", contravariant=True)
    PlayIn = TypeVar("PlayIn", contravariant=True)
    HeaderIn = TypeVar("HeaderIn", contravariant=True)
    EventIn, StepIn = TypeVar("EventIn", contravariant=True), TypeVar("StepIn", contravariant=True)
    TableOut, StepOut = TypeVar("TableOut", covariant=True), TypeVar("StepOut", covariant=True)
    RulesOut = TypeVar("RulesOut", covariant=True)
