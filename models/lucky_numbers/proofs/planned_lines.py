"""Lines of play by changed rules that follow a plan: each move is the first legal one that the plan proposes."""

from collections.abc import Callable, Iterable, Iterator

from models.lucky_numbers.asked_moves import is_legal, turns_with
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Cell, Clover
from models.lucky_numbers.moves import Move, Placing, Player, Start, Turn
from models.lucky_numbers.proofs.traces import LineOfPlay
from models.lucky_numbers.table import Table

Plan = Callable[[LineOfPlay], Iterable[Move]]
Found = Callable[[LineOfPlay], bool]


def follow(line: LineOfPlay, plan: Plan, found: Found, most: int) -> bool:
    """Let a line go on by a plan until something is found; after so many moves, or with no legal one, it is not."""
    for _ in range(most):
        if found(line):
            return True
        move = next((move for move in plan(line) if is_legal_told(line.table, move)), None)
        if move is None:
            return False
        line.make(move)
    return found(line)


def is_legal_told(table: Table, move: Move) -> bool:
    """Tell whether a move is legal where a log tells how the table lies after it, as it does at the start."""
    if isinstance(move, Start):
        after = step_of(table, move).after
        move = Start(move.first, after.pile, after.middle)
    return is_legal(table, move)


def begun(rules: Rules, first: int = 1, *, crowded: bool = False) -> LineOfPlay | None:
    """Lay what must be laid and start play; a crowded garden of player 1 lacks one cell, if that may be.

    None where play cannot be started so.
    """
    line = LineOfPlay(rules, first)
    plan = _crowding if crowded else _laying
    started = follow(line, plan, lambda line: line.table.playing, rules.players * rules.board.area + 1)
    return line if started else None


def wanted(rules: Rules, player: int, cell: int) -> Clover:
    """Give the number that a garden shall have on a cell: they ascend in reading order, one higher for the last player."""
    return Clover(cell + 1 + (player == rules.players and rules.top > rules.board.area))


def _laying(line: LineOfPlay) -> Iterator[Move]:
    yield Start(Player(line.first))
    yield from _placings(line, line.table.players)


def _crowding(line: LineOfPlay) -> Iterator[Move]:
    own = [move for move in _placings(line, line.table.players[:1]) if move.cell != line.table.rules.board.unmarked[-1]]
    yield from own
    yield from _laying(line)


def _placings(line: LineOfPlay, players: Iterable[Player]) -> Iterator[Placing]:
    table, board = line.table, line.table.rules.board
    for player in sorted(players, key=lambda player: table.placed[player - 1]):
        for cell in (*board.diagonal, *board.unmarked):
            if table.garden(player)[cell] == EMPTY:
                yield Placing(player, wanted(table.rules, player, cell), Cell(cell))


# What a player can do -------------------------------------------------------------------------------------------------


def numbers(line: LineOfPlay) -> list[Clover]:
    """Give all numbers, those with most copies face down first."""
    every = [Clover(number) for number in range(1, line.table.rules.top + 1)]
    return sorted(every, key=lambda number: (-line.table.hidden[number], -number))


def filling(line: LineOfPlay, player: Player) -> Iterator[Turn]:
    """Add what the garden shall have on an empty cell."""
    rules, garden = line.table.rules, line.table.garden(player)
    for cell in (cell for cell, lies in enumerate(garden) if lies == EMPTY):
        yield Turn(player, "pile", wanted(rules, player, cell), "place", Cell(cell))
        yield Turn(player, "middle", wanted(rules, player, cell), "place", Cell(cell))


def leaving(line: LineOfPlay, player: Player) -> Iterator[Turn]:
    """Reveal a clover and leave it."""
    yield from (Turn(player, "pile", number, "discard") for number in numbers(line))


def taking(line: LineOfPlay, player: Player) -> Iterator[Turn]:
    """Take a clover from the middle, any one where there is none: leave it there, or put it on some cell."""
    for number in sorted(set(line.table.middle)) or numbers(line):
        yield from turns_with(line.table, player, "middle", number)


def in_turn(line: LineOfPlay) -> list[Player]:
    """Give all players, who is next first."""
    players, start = line.table.rules.players, line.mover
    return [Player((start - 1 + place) % players + 1) for place in range(players)]


def hurry(line: LineOfPlay) -> Iterator[Move]:
    """Let player 1 fill the own garden, and all others leave what they reveal."""
    for player in in_turn(line):
        if player == 1:
            yield from filling(line, player)
        yield from leaving(line, player)


def drain(line: LineOfPlay) -> Iterator[Move]:
    """Let all leave what they reveal."""
    for player in in_turn(line):
        yield from leaving(line, player)


def favour(line: LineOfPlay) -> Iterator[Move]:
    """Let player 1 have as many turns as may be, from the middle if there are clovers."""
    for player in line.table.players:
        yield from taking(line, player)
        yield from leaving(line, player)


def linger(line: LineOfPlay, *, revealing: Player | None = None) -> Iterator[Move]:
    """Let all put off the end: leave pile and empty cells as they are, if need be by exchanging; one may only reveal.

    Without one who only reveals nobody exchanges.
    """
    for player in in_turn(line):
        moves = [*leaving(line, player)] if player == revealing else [*taking(line, player), *leaving(line, player)]
        if revealing is None:
            moves = [move for move in moves if move.action != "exchange"]
        yield from (move for move in moves if keeps_on(line, move))
        yield from (move for move in moves if not keeps_on(line, move))


def keeps_on(line: LineOfPlay, move: Turn) -> bool:
    """Tell whether a turn leaves what is needed to go on: no clover less is face down and no cell less is empty."""
    after = step_of(line.table, move).after
    return after.pile >= line.table.pile and sum(after.empty) >= sum(line.table.empty)
