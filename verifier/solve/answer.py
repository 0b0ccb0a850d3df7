"""What is told of a solved puzzle: its value, that of each move, a best line, and what is proven."""

import time
from collections.abc import Callable
from fractions import Fraction

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from models.game import Game
from models.position import DRAW, Chance, Position, Problem, payoff
from verifier.analyze import Bounds
from verifier.check_certificate import GIVE_UP
from verifier.explicit_model import TooLarge
from verifier.solve.matrix_search import OutOfRoom
from verifier.solve.search_interface import AnytimeSearch, SearchPlace, begin
from verifier.solve.simultaneous import StandoffSearch
from verifier.solve.solver import SearchLimits

LONGEST_LINE = 40
SPARE = 5.0  # seconds for the other moves, even if the value was found sooner

Watch = Callable[[AnytimeSearch], None]


class Ply(Struct, frozen=True):
    """One move of a line: who made it, its name, the number it revealed, with `copies` of `of` the likeliest."""

    player: int
    move: str
    number: int = 0
    copies: int = 0
    of: int = 0


class Together(Struct, frozen=True):
    """What is best where both choose at the same time.

    `mixes` tells for both players, in the order of `players`, how likely each choice is in a best mix. `shown` tells
    what the problem is worth if that player has to show the choice of this turn before the other one chooses.
    """

    players: tuple[int, int]
    mixes: tuple[dict[str, Fraction], dict[str, Fraction]]
    shown: tuple[Bounds, Bounds]


class Answer(Struct, frozen=True):
    """The result.

    `moves` are best first for the player to move. `turns` is, for the goal `force`, the fewest own turns that surely
    suffice. `reason` tells what ended the search before all was known: "time", "memory", "stopped" or nothing.
    `repeats` tells that the line goes round in a circle from its end on. `together` is there where both choose at the
    same time and the worth is known. `mixed` tells that on the line somebody chooses by a mix, of which the likeliest
    choice is told.
    """

    problem: Problem
    worth: Bounds
    moves: tuple[tuple[str, Bounds], ...]
    line: tuple[Ply, ...]
    repeats: bool
    turns: int | None
    states: int
    seconds: float
    reason: str
    together: Together | None = None
    mixed: bool = False

    @property
    def best(self) -> tuple[str, ...]:
        """Name the moves that are proven to be as good as any."""
        most = max((bounds.high for _, bounds in self.moves), default=Fraction(0))
        return tuple(move for move, bounds in self.moves if bounds.low >= most)


def solve(
    game: Game,
    problem: Problem,
    limits: SearchLimits,
    watch: Watch | None = None,
    every: bool = False,
    jobs: int = 1,
) -> tuple[Answer, AnytimeSearch]:
    """Solve a problem within limits; with `every` find the value of each move, else what a little more time tells.

    What is found does not hang on how many threads there are, but for the time it takes. Raises Malformed where it is
    too large to be told in numbers.
    """
    search = begin(game, problem, jobs)
    began = time.monotonic()  # compiling and loading do not count
    worth = search.run(limits, watch)
    reason = search.reason
    spent = time.monotonic() - began
    left = None if limits.seconds is None else max(0.0, limits.seconds - spent)
    if not every:
        spare = max(SPARE, spent)
        left = spare if left is None else min(spare, left)
    moves = move_worths(search, replace(limits, seconds=left), watch)
    turns = None
    if problem.goal == "force" and worth.low == 1:
        turns = _fewest_turns(game, problem, limits, watch)
    line, repeats = best_line(search)
    high = max(bounds.high for _, bounds in moves) if moves else worth.high
    worth = Bounds(max(worth.low, *(bounds.low for _, bounds in moves)), min(worth.high, high)) if moves else worth
    moves.sort(key=lambda each: (-each[1].low, -each[1].high))
    together = both_choose(search) if worth.exact else None
    seconds = time.monotonic() - began
    effort = search.positions, seconds, reason
    mixed = isinstance(search, StandoffSearch) and _mixes_on(search, line)
    return Answer(problem, worth, tuple(moves), line, repeats, turns, *effort, together, mixed), search


def _mixes_on(search: StandoffSearch, line: tuple[Ply, ...]) -> bool:
    """Tell whether a choice on a line is one of several that a best mix makes."""
    position = search.problem.start
    for ply in line:
        if search.mix(position).get(ply.move, Fraction(1)) != 1:
            return True
        position = position.after(ply.move)
    return False


def both_choose(search: AnytimeSearch) -> Together | None:
    """Tell what is best where both choose at the same time, None elsewhere and where a limit comes first."""
    start = search.problem.start
    if not start.together or not isinstance(search, StandoffSearch):
        return None
    players = (start.mover, start.after(start.moves()[0]).mover)
    try:
        mixes = search.sure_mix(start)
    except OutOfRoom:
        return None
    return Together(players, mixes, (search.openly(players[0]), search.openly(players[1])))


def move_worths(search: AnytimeSearch, limits: SearchLimits, watch: Watch | None = None) -> list[tuple[str, Bounds]]:
    """Find what each move from the start is worth, in the order of the moves."""
    start, began = search.problem.start, time.monotonic()
    nodes: dict[str, SearchPlace | None] = {}
    for move in start.moves():
        after = None if move == DRAW else start.after(move)
        if after is None:
            nodes[move] = search.draw()
        elif payoff(search.problem, after) is None:
            nodes[move] = search.find(after)
    for node in sorted({each for each in nodes.values() if each is not None}, key=search.promise):
        if not search.known(node):
            left = None if limits.seconds is None else max(0.0, limits.seconds - (time.monotonic() - began))
            search.run(replace(limits, seconds=left), watch, node)
    search.settle()
    found = []
    for move in start.moves():
        at = nodes.get(move)
        found.append((move, search.worth(start.after(move)) if at is None else search.bounds_of(at)))
    return found


def _fewest_turns(game: Game, problem: Problem, limits: SearchLimits, watch: Watch | None) -> int | None:
    """Find in how many own turns a win can surely be forced, None where a limit came first."""
    most = problem.start.left
    turns = 1
    while most is None or turns <= most:
        puzzle: object = msgspec.convert(game.positions().write(problem) | {"turns": turns}, game.puzzle())
        search = begin(game, game.positions().read(puzzle, problem.objective))
        worth = search.run(limits, watch)
        if worth.low == 1:
            return turns
        if worth.high == 1:
            return None
        turns += 1
    return most


def best_line(search: AnytimeSearch) -> tuple[tuple[Ply, ...], bool]:
    """Follow best moves of both sides from the start, and the likeliest clover of each draw, as far as they are known.

    Tell also whether it comes back to where it was; nobody goes round who can have something better than that.
    """
    plies, round_at = _line(search, lambda position: best_move(search, position))
    if round_at is None:
        return plies, False
    worth = search.worth(round_at)
    if worth.exact and worth.low == 0:
        return plies, True
    # Some best moves lead in a circle, so the side that gains by an end takes those that get on.
    hero = worth.low > 0
    try:
        kept = search.strategy("hero" if hero else "others")
    except TooLarge:
        return (), False

    def getting_on(position: Position) -> str | None:
        if (position.mover == search.problem.hero) == hero and search.worth(position).exact:
            move = kept.move(position)
            if isinstance(move, str) and move != GIVE_UP:
                return move
        return best_move(search, position)

    plies, round_at = _line(search, getting_on)
    return plies, round_at is not None


def _line(search: AnytimeSearch, choose: Callable[[Position], str | None]) -> tuple[tuple[Ply, ...], Position | None]:
    """Follow the moves chosen; give the position at which the line comes back to where it was, if it does."""
    position, plies, seen = search.problem.start, list[Ply](), set[Position]()
    while payoff(search.problem, position) is None and len(plies) < LONGEST_LINE:
        if position in seen:
            return tuple(plies), position
        seen.add(position)
        move = choose(position)
        if move is None:
            break
        if move != DRAW:
            plies.append(Ply(position.mover, move))
            position = position.after(move)
            continue
        chance = max(position.chances(), key=lambda each: each.copies)
        plies.append(Ply(position.mover, DRAW, chance.number, chance.copies, position.layer))
        position = chance.after
    return tuple(plies), None


def best_move(search: AnytimeSearch, position: Position) -> str | None:
    """Name a move that is proven to be best, None where none is; of a best mix the likeliest."""
    search.look(position)
    if isinstance(search, StandoffSearch) and (mix := search.mix(position)):
        return max(mix, key=mix.__getitem__)
    hero = position.mover == search.problem.hero
    worths = {move: _worth_of(search, position, move) for move in position.moves()}
    if not worths:
        return None
    whole = search.worth(position)
    if hero:
        best = max(worths, key=lambda move: (worths[move].low, worths[move].high, move == DRAW))
        sure = worths[best].low >= whole.high or all(worths[best].low >= other.high for other in worths.values())
    else:
        best = min(worths, key=lambda move: (worths[move].high, worths[move].low, move != DRAW))
        sure = worths[best].high <= whole.low or all(worths[best].high <= other.low for other in worths.values())
    return best if sure else None


def _worth_of(search: AnytimeSearch, position: Position, move: str) -> Bounds:
    if move != DRAW:
        return search.worth(position.after(move))
    chances = position.chances()
    worths = [search.worth(chance.after) for chance in chances]
    if search.worst:
        return Bounds(min(worth.low for worth in worths), min(worth.high for worth in worths))
    return Bounds(_mean(chances, [each.low for each in worths]), _mean(chances, [each.high for each in worths]))


def _mean(chances: tuple[Chance, ...], worths: list[Fraction]) -> Fraction:
    total = sum(chance.copies for chance in chances)
    return sum((chance.copies * worth for chance, worth in zip(chances, worths, strict=True)), Fraction(0)) / total
