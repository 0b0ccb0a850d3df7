"""Traces: whole lines of play, from the header on, that lead to a table."""

from collections.abc import Iterable, Sequence
from copy import copy
from itertools import chain

import msgspec

from models.formats import LOG_FORMAT
from models.lucky_numbers import events
from models.lucky_numbers.editions import MICHAEL, SIDE, STANDARD, TOP, Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden
from models.lucky_numbers.moves import Conceding, End, Move, Opening, Placing, Player, Scores, Start, Turn
from models.lucky_numbers.table import Played, Step, new_table
from models.proof import NoCase


class LineOfPlay:
    """A line of play as it grows; `first` has the first turn, `series` are earlier games of a tournament."""

    def __init__(self, rules: Rules, first: int = 1, series: tuple[Played, ...] | None = None) -> None:
        self.first = first
        self.table = new_table(rules, series or (), series is not None)
        self.steps: list[Step] = []
        self.make(Opening())

    def copy(self) -> "LineOfPlay":
        """Give the same line, to be gone on with in another way."""
        other = copy(self)
        other.steps = list(self.steps)
        return other

    def make(self, move: Move) -> None:
        """Make a move."""
        step = step_of(self.table, move)
        self.steps.append(step)
        self.table = step.after

    def set_up(self, gardens: Sequence[Garden]) -> None:
        """Lay the marked cells, in rounds, which every set-up allows; then let the first player begin."""
        for cell in self.table.rules.board.diagonal:
            for seat, garden in enumerate(gardens, 1):
                self.make(Placing(Player(seat), garden[cell], cell))
        self.make(Start(Player(self.first)))

    def reveal(self, player: int, clover: int, cell: int | None) -> None:
        """Reveal a clover and lay it on a cell, or leave it."""
        old = EMPTY if cell is None else self.table.garden(Player(player))[cell]
        action = "discard" if cell is None else "place" if old == EMPTY else "exchange"
        self._turn(player, "pile", clover, action, cell, old)

    def take(self, player: int, clover: int, cell: int) -> None:
        """Take a clover from the middle and lay it on a cell."""
        old = self.table.garden(Player(player))[cell]
        self._turn(player, "middle", clover, "place" if old == EMPTY else "exchange", cell, old)

    def _turn(self, player: int, source: str, clover: int, action: str, cell: int | None, old: Clover) -> None:
        made = Turn(
            Player(player),
            "middle" if source == "middle" else "pile",
            Clover(clover),
            "discard" if action == "discard" else "place" if action == "place" else "exchange",
            None if cell is None else Cell(cell),
            old or None,
        )
        self.make(made)

    @property
    def mover(self) -> int:
        """Whose turn it is, where turns go round."""
        return self.first if self.table.last is None else self.table.last % self.table.rules.players + 1

    @property
    def round(self) -> list[int]:
        """All players, who has the first turn first."""
        players = self.table.rules.players
        return [(self.first - 1 + place) % players + 1 for place in range(players)]


def gardens_beside(rules: Rules, gardens: Sequence[Garden], keep: Sequence[int] = ()) -> list[Garden]:
    """Put gardens with only marked cells filled beside the given ones, with clovers that are left over.

    `keep` are clovers that must stay face down. Raises NoCase where there are not enough.
    """
    left = unused(rules, gardens, keep)
    made = list(gardens)
    while len(made) < rules.players:
        garden = list(rules.board.empty())
        for cell in rules.board.diagonal:
            if not left:
                raise NoCase("there are not enough clovers for the other gardens")
            garden[cell] = Clover(left.pop(0))
        made.append(tuple(garden))
    return made


def unused(rules: Rules, gardens: Sequence[Garden], keep: Sequence[int] = ()) -> list[int]:
    """List the clovers that lie in no garden, without those to keep, smallest first. Raises NoCase if too many lie."""
    left = [each for each in range(1, rules.top + 1) for _ in range(rules.sets)]
    for clover in chain(*gardens, keep):
        if clover != EMPTY:
            if clover not in left:
                raise NoCase(f"there are not enough copies of the {clover}")
            left.remove(clover)
    return left


def line_to(
    rules: Rules,
    gardens: Sequence[Garden],
    keep: Sequence[int] = (),
    spare: int = 0,
    begun: LineOfPlay | None = None,
) -> LineOfPlay:
    """Play until all gardens lie as given, everybody only adding revealed clovers or leaving them.

    The first player is then to move, and `spare` more rounds have been played. `keep` stays face down. A line that has
    `begun` goes on from its header. Raises NoCase where it cannot be played.
    """
    line, left = begun or LineOfPlay(rules), unused(rules, gardens, keep)
    line.set_up(gardens)
    to_add = [[cell for cell in rules.board.unmarked if garden[cell] != EMPTY] for garden in gardens]
    while any(to_add) or spare:
        spare -= not any(to_add)
        for seat in line.round:
            cells = to_add[seat - 1]
            if cells:
                cell = cells.pop(0)
                line.reveal(seat, gardens[seat - 1][cell], cell)
            else:
                if not left:
                    raise NoCase("all clovers are gone before the gardens lie so")
                line.reveal(seat, left.pop(0), None)
            if line.table.ended is not None:
                return line
    return line


def finish(line: LineOfPlay) -> None:
    """Let everybody reveal and leave what is left, and name the result."""
    rules = line.table.rules
    hidden = [each for each in range(1, rules.top + 1) for _ in range(line.table.hidden[each])]
    for clover in hidden:
        line.reveal(line.mover, clover, None)
    name_result(line)


def name_result(line: LineOfPlay) -> None:
    """Name the winners that the clauses name."""
    from models.lucky_numbers.clauses.ln401_full_garden import FULL
    from models.lucky_numbers.clauses.ln403_fewest_empty import FEWEST

    ended = line.table.ended
    if ended is None:
        raise NoCase("play does not end there")
    form_of = line.table.rules.changes.form_of
    full = ended.by == "full"
    winners = form_of(FULL).winners(ended) if full else form_of(FEWEST).winners(line.table, ended.empty)
    line.make(End(winners, ended.empty))


# As a log -------------------------------------------------------------------------------------------------------------


def log_of(steps: Sequence[Step]) -> list[bytes]:
    """Write a whole line of play as the lines of a log."""
    return [msgspec.json.encode(_without_nothing(_event(step))) + b"\n" for step in steps]


def _without_nothing(event: events.Event) -> dict[str, object]:
    return {key: value for key, value in msgspec.to_builtins(event).items() if value is not None}


def _event(step: Step) -> events.Event:
    rules, move, after = step.before.rules, step.move, step.after
    names = rules.board.names
    match move:
        case Opening():
            return _header(rules, len(step.before.series) + 1 if step.before.tournament else None)
        case Placing():
            return events.SetupEvent(move.player, move.clover, names[move.cell])
        case Start():
            return events.StartEvent(move.first, after.pile, list(after.middle))
        case Turn():
            cell = None if move.cell is None else names[move.cell]
            middle: list[int] = list(after.middle)
            return events.TurnEvent(
                move.player, move.source, move.clover, move.action, cell, move.out, after.pile, middle
            )
        case Conceding():
            return events.ConcedeEvent(move.player)
        case End():
            winners = None if move.winners is None else sorted(move.winners)
            points = None if move.points is None else list(move.points)
            return events.EndEvent(winners, None if move.empty is None else list(move.empty), points)  # type: ignore[arg-type]
        case Scores():
            told = None if move.winners is None else sorted(move.winners)
            return events.TournamentEvent(None if move.points is None else list(move.points), told)  # type: ignore[arg-type]
    raise ValueError(f"a line of play has no {type(move).__name__}")


def _header(rules: Rules, game: int | None) -> events.GameEvent:
    return events.GameEvent(
        format=LOG_FORMAT,
        game="lucky-numbers",
        edition=rules.edition.key,
        players=rules.players,
        setup=MICHAEL if rules.one_by_one else STANDARD,
        variants=list(rules.variants) or None,
        side=rules.board.side if rules.board.side != SIDE else None,
        top=rules.top if rules.top != TOP else None,
        sets=rules.sets if rules.sets != rules.players else None,
        tournament=None if game is None else events.Series("tournament", game),
    )


def first_garden(side: int, cells: Iterable[int]) -> tuple[tuple[int, int, int], ...]:
    """Give cells of the first garden as places on boards."""
    return tuple((0, *divmod(cell, side)) for cell in cells)
