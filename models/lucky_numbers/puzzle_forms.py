"""From a written puzzle to a position and what is asked of it, and back."""

from fractions import Fraction
from typing import cast

from msgspec import convert
from msgspec.structs import replace

from models.endgame import Unaided
from models.formats import PUZZLE_FORMAT
from models.lucky_numbers.changed_positions import under_changes
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.clauses.ln602_points import POINTS
from models.lucky_numbers.editions import LARGEST_TOP, MOST_PLAYERS, MOST_SETS, TOP, Rules
from models.lucky_numbers.garden import EMPTY, Board, Clover, Garden, board, read_garden, write_garden
from models.lucky_numbers.notation import ALONE_SETS, read_table
from models.lucky_numbers.positions import EVERYBODY, LuckyPosition, is_exchange, touched
from models.lucky_numbers.puzzle import Puzzle
from models.lucky_numbers.puzzle_checks import check_order, refuse_house_rules
from models.lucky_numbers.puzzle_decisions import decisions_at
from models.lucky_numbers.random_positions import random_position
from models.playouts import Policy
from models.position import Goal, Objective, Position, Problem
from models.puzzle_faults import refuse_uncovered, short_number, wrong_puzzle
from models.reading import Malformed, Reading
from models.solving import Positions, Words
from models.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.endgame import Endgame
    from models.playouts import Playouts
    from models.puzzle_kind import PuzzleKind

MOST_TURNS = 10**6


def read_puzzle(puzzle: Puzzle, objective: Objective) -> Problem:
    """Give the problem of a puzzle. Raises Malformed, whose field is a key of the puzzle or a place in a list."""
    top = _within("top", TOP if puzzle.top is None else puzzle.top, 1, LARGEST_TOP)
    players = len(puzzle.gardens)
    _check_players(puzzle, players, objective)
    usual = ALONE_SETS if players == 1 else players
    sets = _within("sets", usual if puzzle.sets is None else puzzle.sets, 1, MOST_SETS)
    at, gardens = _gardens(puzzle, top)
    rules = Rules(board=at, top=top, sets=sets, players=players, equal_exchange=puzzle.equal_exchange)
    mover = _within("to_move", puzzle.to_move, 1, players)
    left = None if puzzle.turns is None else _within("turns", puzzle.turns, 1, MOST_TURNS)
    position = LuckyPosition(
        rules=rules,
        gardens=gardens,
        middle=tuple(sorted(_numbers("middle", puzzle.middle, rules))),
        hidden=(),
        mover=mover,
        drawn=0 if puzzle.drawn is None else _numbers("drawn", [puzzle.drawn], rules)[0],
        left=left,
        counted=EVERYBODY if puzzle.goal == "win" else mover,
    )
    position = replace(position, hidden=_hidden(puzzle, position))
    _check_end(position)
    return Problem(position, puzzle.goal, objective, mover)


def _check_players(puzzle: Puzzle, players: int, objective: Objective) -> None:
    goal = puzzle.goal
    if not 1 <= players <= MOST_PLAYERS:
        wrong_puzzle("gardens", f"{players} gardens", f"there are 1 to {MOST_PLAYERS} players, each with a garden")
    if goal == "fill" and players > 1:
        wrong_puzzle(
            "goal", f"fill is for one player alone, and there are {players} gardens", "give one garden, or ask win"
        )
    if goal != "fill" and players == 1:
        wrong_puzzle(
            "goal", f"{goal} needs an opponent, and there is one garden", "give every player a garden, or ask fill"
        )
    if goal != "win" and objective == "points":
        wrong_puzzle("goal", f"points are no matter where the goal is {goal}", "they are counted for the goal win")


def _gardens(puzzle: Puzzle, top: int) -> tuple[Board, tuple[Garden, ...]]:
    read_ones: list[Garden] = []
    at = board(4)
    for index, text in enumerate(puzzle.gardens):
        field = f"gardens[{index}]"
        try:
            own, garden = read_garden(text, top)
        except ValueError as error:
            wrong_puzzle(
                field, f"garden of player {index + 1}: {error}", "write it row by row, like '3 5 . ./7 8 . 10/...'"
            )
        if index and own.side != at.side:
            wrong_puzzle(
                field, f"a garden of side {own.side} beside one of side {at.side}", "all gardens have the same side"
            )
        at = own
        check_order(Rules(board=at, top=top), garden, index, field)
        if EMPTY not in garden:
            wrong_puzzle(
                field, f"the garden of player {index + 1} is full (LN401)", "play was over when it became full"
            )
        read_ones.append(garden)
    return at, tuple(read_ones)


def _within(field: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        wrong_puzzle(field, f"{field} cannot be {short_number(value)}", f"{field} goes from {least} to {most}")
    return value


def _numbers(field: str, numbers: list[int], rules: Rules) -> list[Clover]:
    for index, number in enumerate(numbers):
        if not 1 <= number <= rules.top:
            place = field if field == "drawn" else f"{field}[{index}]"
            wrong_puzzle(
                place, f"there is no clover with the number {short_number(number)}", f"numbers go from 1 to {rules.top}"
            )
    return cast("list[Clover]", list(numbers))


def _hidden(puzzle: Puzzle, position: LuckyPosition) -> tuple[int, ...]:
    """Count what is face down: what the puzzle lists, else all copies that are not seen."""
    rules = position.rules
    seen = [0] * (rules.top + 1)
    for number in (*(n for garden in position.gardens for n in garden), *position.middle, position.drawn):
        seen[number] += 1
    down = [0] * (rules.top + 1)
    if puzzle.pile is None:
        down[1:] = [max(0, rules.sets - count) for count in seen[1:]]
    else:
        for number in _numbers("pile", puzzle.pile, rules):
            down[number] += 1
    for number in range(1, rules.top + 1):
        if seen[number] + down[number] > rules.sets:
            sets = "1 set has one copy" if rules.sets == 1 else f"{rules.sets} sets have {rules.sets} copies"
            wrong_puzzle(
                _where(puzzle, number),
                f"{seen[number] + down[number]} copies of {number} (LN101)",
                f"{sets} of each number; a key `sets` may say otherwise",
            )
    return tuple(down)


def _where(puzzle: Puzzle, number: int) -> str:
    """Name the last list that holds a number."""
    for field, numbers in (("pile", puzzle.pile or []), ("middle", puzzle.middle)):
        if number in numbers:
            return f"{field}[{len(numbers) - 1 - numbers[::-1].index(number)}]"
    return "drawn" if puzzle.drawn == number else "gardens"


def _check_end(position: LuckyPosition) -> None:
    if not position.layer and not position.drawn:
        wrong_puzzle(
            "pile",
            "nothing is face down and nobody is to move: play is over (LN402)",
            "name the numbers in `pile`, or the last clover as `drawn`",
        )


def write_puzzle(problem: Problem) -> dict[str, object]:
    """Give the puzzle of a problem as keys and values; what is as usual is left out."""
    position = problem.start
    assert isinstance(position, LuckyPosition)
    rules = position.rules
    usual = ALONE_SETS if rules.players == 1 else rules.players
    keys: dict[str, object] = {
        "format": PUZZLE_FORMAT,
        "game": "lucky-numbers",
        "gardens": [write_garden(rules.board.side, garden) for garden in position.gardens],
        "middle": list(position.middle),
        "pile": [number for number, count in enumerate(position.hidden) for _ in range(count)],
        "to_move": position.mover,
        "drawn": position.drawn or None,
        "goal": problem.goal,
        "turns": position.left,
        "equal_exchange": rules.equal_exchange,
    }
    if rules.top != TOP:
        keys["top"] = rules.top
    if rules.sets != usual:
        keys["sets"] = rules.sets
    return keys


def read_written(text: str, reading: Reading, goal: Goal, objective: Objective) -> Problem:
    """Give the problem of a table written in one line. Raises Malformed."""
    table, drawn = read_table(text, reading, fewest=1 if goal == "fill" else 2)
    refuse_house_rules(table.rules)
    order = ORDER.due(table)
    mover = order[0] if order else 1
    position = LuckyPosition(table.rules, table.gardens, table.middle, table.hidden, mover, drawn or 0)
    keys = write_puzzle(Problem(position, goal, objective, mover))
    return read_puzzle(convert(keys, Puzzle), objective)


def show_position(position: Position) -> View:
    """Show a position."""
    assert isinstance(position, LuckyPosition)
    return position.view()


def worth_span(problem: Problem) -> tuple[Fraction, Fraction]:
    """Give the least and the most that a problem can be worth: empty cells never get more."""
    if problem.goal != "win":
        return Fraction(0), Fraction(1)
    if problem.objective == "win":
        return Fraction(-1), Fraction(1)
    assert isinstance(problem.start, LuckyPosition)
    empty = problem.start.gardens[problem.hero - 1].count(EMPTY)
    return Fraction(-empty * POINTS.per_cell), Fraction(POINTS.prize)


def to_endgame(problem: Problem) -> "Endgame | Unaided":
    """Give a problem in the form of the fast solver. Raises Malformed where that does not know it."""
    from models.lucky_numbers.checked_successors import uncovered
    from models.lucky_numbers.endgame import LuckyEndgame

    assert isinstance(problem.start, LuckyPosition)
    if problem.start.rules.changes:
        return Unaided(problem)
    refuse_uncovered([clause.id for clause in uncovered()])
    return LuckyEndgame(problem)


def to_playouts(problem: Problem) -> "Playouts":
    """Give what plays a problem out. Raises Malformed where that does not know it."""
    from models.lucky_numbers.checked_successors import uncovered
    from models.lucky_numbers.playouts import LuckyPlayouts

    assert isinstance(problem.start, LuckyPosition)
    refuse_uncovered([clause.id for clause in uncovered()])
    if problem.start.rules.changes:
        raise Malformed(
            "value", "rules", "games are not played out under changed rules", "bounds are proven all the same"
        )
    return LuckyPlayouts(problem)


def wording() -> Words:
    """Give the words for it all."""
    from models.lucky_numbers.wording import WORDS

    return WORDS


def puzzle_kinds() -> "tuple[PuzzleKind, ...]":
    """Give the kinds of puzzles that are made."""
    from models.lucky_numbers.puzzle_kinds import KINDS

    return KINDS


POLICIES = (
    Policy(
        "mixed", "in each game in one of three ways: `ahead` in every second one, `greedy` and `race` in the others"
    ),
    Policy("ahead", "weighing each move by what the next reveal can bring"),
    Policy("greedy", "laying where the fewest draws are left, by the completions of the garden"),
    Policy("race", "laying clovers where their numbers suit the cells, one cell a turn"),
)

POSITIONS = Positions(
    read_puzzle,
    write_puzzle,
    decisions_at,
    show_position,
    worth_span,
    is_exchange,
    random_position,
    to_endgame,
    wording,
    puzzle_kinds,
    POLICIES,
    to_playouts,
    under_changes,
    read_written,
    touched,
)
