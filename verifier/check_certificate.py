"""The checker of certificates: a program by itself, that shares nothing with the solvers but the rules of the game.

One file, so that whoever is to trust it reads this and the rules alone.

A certificate holds a strategy for the hero and one for all others together: a move for each position they can come to.
Where a side claims nothing it gives up, and the position counts as the worst it can still be worth for that side.
The checker lets one side follow its strategy and finds the other side's best answer exactly, in fractions. The hero's
strategy so proves that the puzzle is worth at least something, the others' that it is worth at most something.

Against a fixed strategy only one side still decides. It can reach some ends and draws without drawing before, and the
best of these is what it gets, unless it can go on for ever and prefers that (endless play is worth 0). For the goal
`force` what counts is the hero's own turns until he has surely won, and the numbers drawn are chosen against him.

Where both choose at the same time a side's choice may be a mix. The other side answers knowing the mix alone, so each
of its choices is worth the mean of what can follow.
"""

import gzip
import json
import re
import zlib
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import IO, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from models.game import Game
from models.games import GAMES
from models.position import DRAW, Position, Problem, payoff
from models.reading import Malformed

FORMAT = "cloverproof-certificate/1"
GIVE_UP = "give up"
LIMIT = 5_000_000
LONGEST_LINE = 1 << 20
LONGEST_SHARE = 4000  # characters of a share of a mix
SHOWN = 40  # characters of a text that are shown
VALUE = re.compile(r"never|0|-?[1-9][0-9]*(/[1-9][0-9]*)?")
NOT_JSON = (msgspec.MsgspecError, RecursionError, UnicodeDecodeError)
TRUNCATED = "Input data was truncated"
NEVER = Fraction(1 << 60)  # own turns where no number of them suffices
Side = Literal["hero", "others"]
SIDES: tuple[Side, Side] = ("hero", "others")
# Whether the player to move has decided to draw; where both choose together, what the other side has chosen.
Key = tuple[Position, bool | str]
Mix = dict[str, Fraction]  # how likely each choice is
Choose = Callable[[Side, Position, bool], str | Mix | None]
Span = Callable[[Problem], tuple[Fraction, Fraction]]
Tell = Callable[[int], None]  # hears from time to time how many positions were gone through
OFTEN = 1 << 10


class Refused(Exception):
    """A certificate that does not prove what it says: the line (0: the whole file) and the reason."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line, self.reason = line, reason


class CannotBeDone(Refused):
    """What a strategy chooses is not possible at its position."""


class InvalidCertificate(Exception):
    """A file that is no certificate: the line and the reason."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line, self.reason = line, reason


class Proven(Struct, frozen=True):
    """What a certificate proves: the bounds, and how many positions each side's strategy comes to.

    For the goal `force` the bounds are the hero's own turns: `lower` the fewest that can do, `upper` those that do
    (NEVER where none).
    """

    problem: Problem
    lower: Fraction
    upper: Fraction
    positions: dict[str, int]


class _Head(Struct, forbid_unknown_fields=True):
    format: Literal["cloverproof-certificate/1"]
    puzzle: dict[str, Any]
    objective: Literal["win", "points"]
    lower: str
    upper: str


class _Line(Struct, forbid_unknown_fields=True):
    side: Side
    at: str
    value: str
    move: str | None = None
    reveal: int | None = None
    mix: dict[str, str] | None = None


def best_answer(
    problem: Problem,
    side: Side,
    choose: Choose,
    limit: int = LIMIT,
    span: Span | None = None,
    tell: Tell | None = None,
) -> dict[Key, Fraction]:
    """Give what every position that can come is worth where one side follows a strategy and the other answers best.

    `choose` names the side's move at a position or, for the goal `force` and the others, the number that is revealed
    where the last argument is True; where both choose together it may name a mix. Where the other side moves it may
    name GIVE_UP or nothing. `span` tells the least
    and the most a problem can be worth; without it nobody can give up. Raises Refused for a move that is none, and
    where positions exceed the limit.
    """
    ways, ends = _reached(problem, side, choose, limit, span, tell)
    if problem.goal == "force":
        return _own_turns(problem, side, ways, ends)
    values = dict(ends)
    layers: dict[int, list[Key]] = defaultdict(list)
    for key in ways:
        layers[key[0].layer].append(key)
    for layer in sorted(layers):
        inside = []
        for key in layers[layer]:
            if key[1]:
                values[key] = sum((share * values[after] for after, share in ways[key]), Fraction(0))
            else:
                inside.append(key)
        _answer_inside(inside, ways, values, -1 if side == "hero" else 1)
    return values


Ways = dict[Key, list[tuple[Key, Fraction]]]


def _reached(
    problem: Problem, side: Side, choose: Choose, limit: int, span: Span | None, tell: Tell | None
) -> tuple[Ways, dict[Key, Fraction]]:
    """Follow the strategy from the start: the ways on with their chances (1 for a move), and what ends are worth."""
    ways: Ways = {}
    ends: dict[Key, Fraction] = {}
    waiting: list[Key] = [(problem.start, False)]
    seen = set(waiting)
    while waiting:
        key = waiting.pop()
        worth = payoff(problem, key[0])
        if worth is None and span is not None and not key[1] and choose(side, key[0], False) == GIVE_UP:
            worth = span(replace(problem, start=key[0]))[side == "others"]
        if worth is not None:
            ends[key] = worth
            continue
        ways[key] = _ways_on(problem, side, choose, key)
        if tell is not None and not len(ways) % OFTEN:
            tell(len(ways))
        for after, _ in ways[key]:
            if after not in seen:
                if len(seen) >= limit:
                    raise Refused(f"more than {limit:,} positions to go through")
                seen.add(after)
                waiting.append(after)
    return ways, ends


def _ways_on(problem: Problem, side: Side, choose: Choose, key: Key) -> list[tuple[Key, Fraction]]:
    position, drawing = key
    if isinstance(drawing, str):
        return _mixed(problem, side, choose, position, drawing)
    if position.together:
        return [((position, other), Fraction(1)) for other in _choices(position, _first(problem, position) != side)]
    if drawing:
        chances = position.chances()
        total = sum(chance.copies for chance in chances)
        if problem.goal == "force" and side == "others":
            number = choose(side, position, True)
            found = [chance for chance in chances if str(chance.number) == number]
            if not found:
                raise CannotBeDone(f"no {number} is face down at {position.write()}")
            return [((found[0].after, False), Fraction(1))]
        return [((chance.after, False), Fraction(chance.copies, total)) for chance in chances]
    moves = position.moves()
    if _first(problem, position) == side:
        move = choose(side, position, False)
        if not isinstance(move, str) or move not in moves:
            raise CannotBeDone(f"{str(move)[:SHOWN]!r} is no legal move at {position.write()}")
        moves = (move,)
    return [((position, True) if move == DRAW else (position.after(move), False), Fraction(1)) for move in moves]


def _first(problem: Problem, position: Position) -> Side:
    """Name the side of the player to move."""
    return "hero" if position.mover == problem.hero else "others"


def _choices(position: Position, first: bool) -> tuple[str, ...]:
    """Give the choices of the player who is to move, or of the other one, where both choose together."""
    return position.moves() if first else position.after(position.moves()[0]).moves()


def _mixed(problem: Problem, side: Side, choose: Choose, position: Position, other: str) -> list[tuple[Key, Fraction]]:
    """Give what can follow one choice of the other side, where both choose together."""
    first = _first(problem, position) == side
    chosen = choose(side, position, False)
    if chosen is None:
        raise Refused(f"the strategy of the {side} does not know {position.write()}")
    mix = {chosen: Fraction(1)} if isinstance(chosen, str) else chosen
    own = _choices(position, first)
    for each in mix:
        if each not in own:
            raise CannotBeDone(f"{each[:SHOWN]!r} is no legal move at {position.write()}")
    if sum(mix.values()) != 1 or min(mix.values()) <= 0:
        raise CannotBeDone(f"the shares of a mix are above 0 and sum to 1, not so at {position.write()}")
    pairs = ((each, other) if first else (other, each) for each in mix)
    shares = zip(pairs, mix.values(), strict=True)
    return [((position.after(one).after(two), False), share) for (one, two), share in shares]


def _answer_inside(keys: list[Key], ways: Ways, values: dict[Key, Fraction], sign: int) -> None:
    """Find the values inside one layer, where one side decides alone: the highest it can reach for sign 1, else the
    lowest.
    """
    before: dict[Key, list[Key]] = defaultdict(list)
    for key in keys:
        for after, _ in ways[key]:
            before[after].append(key)
    endless = _endless(keys, ways, values, before)
    ends = sorted((key for key in before if key in values), key=lambda key: -sign * values[key])
    for end in ends:
        reached = [end]
        while reached:
            for key in before[reached.pop()]:
                if key not in values:
                    values[key] = values[end]
                    reached.append(key)
    for key in endless:
        best = values.get(key)
        values[key] = Fraction(0) if best is None or sign * best < 0 else best


def _endless(keys: list[Key], ways: Ways, values: dict[Key, Fraction], before: dict[Key, list[Key]]) -> set[Key]:
    """Give the positions from which play can go on for ever: those left when dead ends are taken off repeatedly."""
    left = {key: sum(after not in values for after, _ in ways[key]) for key in keys}
    dead = [key for key, count in left.items() if not count]
    while dead:
        done = dead.pop()
        del left[done]
        for key in before[done]:
            left[key] -= 1
            if not left[key]:
                dead.append(key)
    return set(left)


def _own_turns(problem: Problem, side: Side, ways: Ways, ends: dict[Key, Fraction]) -> dict[Key, Fraction]:
    """Count the hero's own turns to a sure win: the most the others can make it, or the fewest the hero can."""
    before: dict[Key, list[tuple[Key, int]]] = defaultdict(list)
    for key, onward in ways.items():
        for after, _ in onward:
            turn = key[0].mover == problem.hero and not key[1] and not after[1]
            before[after].append((key, int(turn)))
    turns = dict.fromkeys((*ways, *ends), NEVER)

    def own(key: Key) -> bool:
        return key[0].mover == problem.hero

    # Where the others give up and the hero is to move, he needs that turn at least.
    won: deque[Key] = deque(sorted((key for key, worth in ends.items() if worth == 1), key=own))
    for key in won:
        turns[key] = Fraction(own(key))
    if side == "others":
        while won:  # fewest first: what costs no turn goes to the front
            after = won.popleft()
            for key, cost in before[after]:
                if turns[after] + cost < turns[key]:
                    turns[key] = turns[after] + cost
                    (won.append if cost else won.appendleft)(key)
        return turns
    left = {key: len(onward) for key, onward in ways.items()}
    most: dict[Key, Fraction] = defaultdict(Fraction)
    while won:
        after = won.popleft()
        for key, cost in before[after]:
            most[key] = max(most[key], turns[after] + cost)
            left[key] -= 1
            if not left[key]:
                turns[key] = most[key]
                won.append(key)
    return turns


# What the lines say: side, position and whether something is revealed; the line, the choice, the value.
Said = dict[tuple[str, str, bool], tuple[int, str | Mix, str]]

# Reading -------------------------------------------------------------------------------------------------------------


def verify(path: str, expected: Problem | None = None, limit: int = LIMIT, tell: Tell | None = None) -> Proven:
    """Check a certificate, for an expected problem if one is given.

    Raises Refused where it does not prove what it says, Unreadable where it is no certificate.
    """
    with _opened(path) as file:
        lines = _lines(file)
        head, problem, span = _head(next(lines, (1, b"")))
        if expected is not None and problem != expected:
            raise Refused("it is for another puzzle")
        said: Said = {}
        for number, text in lines:
            _take(number, text, said)
    bounds: list[Fraction] = []
    positions: dict[str, int] = {}
    for side in SIDES:
        strategy = _Strategy(said, problem)
        try:
            values = best_answer(problem, side, strategy, limit, span, tell)
        except CannotBeDone as wrong:
            raise Refused(wrong.reason, strategy.line) from None
        _compare(side, values, said)
        positions[side] = len(values)
        bounds.append(values[problem.start, False])
    if problem.goal == "force":
        bounds.reverse()
    if said:
        line = min(line for line, _, _ in said.values())
        raise Refused("this position never comes where its side follows its strategy", line)
    for name, told, bound in (("lower", head.lower, bounds[0]), ("upper", head.upper, bounds[1])):
        if told != canonical_json(bound):
            raise Refused(
                f"it says that the {name} bound is {told[:SHOWN]}; its strategies prove {canonical_json(bound)}", 1
            )
    return Proven(problem, bounds[0], bounds[1], positions)


def canonical_json(value: Fraction) -> str:
    """Write a value as certificates do."""
    return "never" if value == NEVER else str(value)


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    try:
        with gzip.open(path) if path.endswith(".gz") else Path(path).open("rb") as file:
            yield file  # type: ignore[misc]
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InvalidCertificate("this is no complete .gz file") from None
    except OSError as wrong:
        raise InvalidCertificate(f"cannot read it: {wrong.strerror}") from None
    except ValueError:
        raise InvalidCertificate("there is no file with such a name") from None


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        if len(line) == LONGEST_LINE:
            raise InvalidCertificate("the line is too long", number)
        yield number, line


def _head(first: tuple[int, bytes]) -> tuple[_Head, Problem, Span]:
    try:
        head = msgspec.json.decode(first[1], type=_Head)
        game = _game(head.puzzle.get("game"))
        problem = game.positions().read(msgspec.convert(head.puzzle, game.puzzle()), head.objective)
    except NOT_JSON as wrong:
        raise InvalidCertificate(f"this does not begin a certificate: {_worded(wrong)}", 1) from None
    except Malformed as wrong:
        raise InvalidCertificate(f"its puzzle cannot be: {wrong.message}", 1) from None
    for bound in (head.lower, head.upper):
        _check_value(bound, 1)
    return head, problem, game.positions().span


def _game(name: object) -> Game:
    for game in GAMES:
        if game.key == name and game.offers("positions"):
            return game
    why = "it names no game" if name is None else f"there are no puzzles of the game {str(name)[:SHOWN]!r}"
    raise Malformed("value", "game", why, "")


def _check_value(text: str, line: int) -> None:
    if not VALUE.fullmatch(text):
        raise InvalidCertificate(f"{text[:SHOWN]!r} is no value: a fraction in lowest terms like -3/4, or never", line)


def _worded(wrong: Exception) -> str:
    """Say why a line cannot be read."""
    return "the line ends before its JSON object does" if str(wrong) == TRUNCATED else str(wrong)


def _take(number: int, text: bytes, said: Said) -> None:
    try:
        line = msgspec.json.decode(text, type=_Line)
    except NOT_JSON as wrong:
        raise InvalidCertificate(_worded(wrong), number) from None
    _check_value(line.value, number)
    if [line.move, line.reveal, line.mix].count(None) != 2:
        raise InvalidCertificate("a line holds either a move, or a mix of them, or what is revealed", number)
    for share in (line.mix or {}).values():
        _check_value(share, number)
        if share == "never" or len(share) > LONGEST_SHARE:
            raise InvalidCertificate(f"{share[:SHOWN]!r} is no share of a mix", number)
    key = line.side, line.at, line.reveal is not None
    if key in said:
        raise InvalidCertificate(f"this position stands on line {said[key][0]} too", number)
    chosen: str | Mix = str(line.reveal) if line.move is None else line.move
    if line.mix is not None:
        chosen = {move: Fraction(share) for move, share in line.mix.items()}
    said[key] = number, chosen, line.value


class _Strategy:
    """What the lines say a side does, and the line that said so last."""

    def __init__(self, said: Said, problem: Problem) -> None:
        self.said, self.problem, self.line = said, problem, 0

    def __call__(self, side: Side, position: Position, drawing: bool) -> str | Mix | None:
        """Give the choice of a side at a position. Raises Refused."""
        line = self.said.get((side, position.write(), drawing))
        if line is None:
            if not drawing and (position.mover == self.problem.hero) != (side == "hero"):
                return None
            raise Refused(f"the strategy of the {side} does not know {position.write()}")
        self.line = line[0]
        return line[1]


def _compare(side: Side, values: dict[Key, Fraction], said: Said) -> None:
    """Compare the values of the lines with what is true, and take off the lines that were used."""
    for (position, drawing), value in values.items():
        line = None if isinstance(drawing, str) else said.pop((side, position.write(), drawing), None)
        if line is not None and line[2] != canonical_json(value):
            raise Refused(f"it says {line[2][:SHOWN]!r}, but the best answer leaves {canonical_json(value)}", line[0])


def dumps(keys: dict[str, Any]) -> str:
    """Write one line."""
    return json.dumps(keys, separators=(",", ":")) + "\n"
