"""Whole games of the least and of the greatest length, played by what a solver found of them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Garden
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.proofs.placing import garden_with
from models.lucky_numbers.proofs.predicates import (
    ascends_term,
    clauses_about,
    copies_in,
    filled,
    keeps_clauses,
    laid_apart,
    marked_filled,
    some_garden,
    some_turn,
    start_of,
)
from models.lucky_numbers.proofs.traces import LineOfPlay, gardens_beside, line_to, name_result
from models.lucky_numbers.symbolic_effect import symbolic_step_of
from models.lucky_numbers.symbolic_state import DISCARD, Numbers, SymbolicStep, SymbolicTable
from models.proof import Counterexample, Goal, NoCase, Question
from models.smt import And, Formula, Not, Or, Values
from models.smtlib import number_in


def _turns(case: Counterexample) -> list[Turn]:
    return [step.move for step in case.steps if isinstance(step.move, Turn)]


def _ended(case: Counterexample) -> str:
    """Name the end of play, which the last step tells a result of; empty if there is none."""
    ended = case.steps[-1].before.ended
    return "" if ended is None else str(ended.by)


def _told(line: LineOfPlay) -> Counterexample:
    turns = sum(isinstance(step.move, Turn) for step in line.steps)
    return Counterexample(tuple(line.steps), whole=True, facts=(("turns", str(turns)),))


def _each_once(rules: Rules, garden: Numbers) -> Formula:
    return And(copies_in(garden, each) <= 1 for each in range(1, rules.top + 1))


# The shortest game ----------------------------------------------------------------------------------------------------


def soonest_full(rules: Rules) -> Iterator[Question]:
    """Ask for a garden that can be filled with one copy of each number; the others only leave what they reveal."""
    garden = some_garden(rules, least=1)

    def case(values: Values) -> Counterexample:
        line = line_to(rules, gardens_beside(rules, [garden_with(garden, values)]))
        name_result(line)
        return _told(line)

    goal = Goal("it is out of order", Not(ascends_term(rules, garden)))
    yield Question("a full garden", (_each_once(rules, garden),), (goal,), case=case)


def has_filled_soonest(case: Counterexample) -> bool:
    """Tell whether a game was over when the player who started had filled all unmarked cells, one each turn."""
    rules, turns = case.steps[0].before.rules, _turns(case)
    needed = len(rules.board.unmarked)
    return _ended(case) == "full" and len(turns) == (needed - 1) * rules.players + 1


# One who always reveals -----------------------------------------------------------------------------------------------


def alone_to_reveal(rules: Rules) -> Iterator[Question]:
    """Ask for a first round in which only player 1 reveals and no cell is filled; the game goes on so."""
    first = replace(marked_laid(rules), playing=True, first=1)
    steps = _round_of(first)
    last = steps[-1].after
    goes_on = Or(last.pile < first.pile - 1, Or(now < then for now, then in zip(last.empty, first.empty, strict=True)))
    moves = [step.move for step in steps]
    smallest = tuple(each for n, move in enumerate(moves) for each in ((f".{n}", move.clover), (f".on {n}", move.cell)))
    premises = (And(map(keeps_clauses, steps)),)

    def case(values: Values) -> Counterexample:
        line = LineOfPlay(rules)
        line.set_up(laid_apart(rules))  # type: ignore[arg-type]
        clover = number_in(values, moves[0].clover)
        line.reveal(1, clover, None)
        for player, move in enumerate(moves[1:], 2):
            line.take(player, number_in(values, move.clover), number_in(values, move.cell))
        while line.table.ended is None:
            _one_round_more(line)
        name_result(line)
        return _told(line)

    goal = Goal("a second clover is revealed or a cell is filled", goes_on)
    yield Question("the first round", premises, (goal,), clauses_about(Turn), smallest, case)


def marked_laid(rules: Rules) -> SymbolicTable:
    """Give the table before play with known clovers on all marked cells."""
    gardens = laid_apart(rules)
    laid = [clover for garden in gardens for clover in garden]
    hidden = (0, *(rules.sets - laid.count(each) for each in range(1, rules.top + 1)))
    placed = (rules.board.side,) * rules.players
    return replace(start_of(rules), gardens=gardens, hidden=hidden, pile=rules.dealt, placed=placed)


def _round_of(first: SymbolicTable) -> list[SymbolicStep]:
    table, steps = first, list[SymbolicStep]()
    for player in range(1, first.rules.players + 1):
        known = {"from_middle": False, "action": DISCARD, "cell": 0} if player == 1 else {}
        move = some_turn(first.rules, f"turn{player}", player=player, **known)
        steps.append(symbolic_step_of(table, move))
        table = steps[-1].after
    return steps


def _one_round_more(line: LineOfPlay) -> None:
    """Let player 1 reveal and leave, and all others exchange a clover of a marked cell, which takes any number."""
    rules = line.table.rules
    hidden = next((each for each in range(1, rules.top + 1) if line.table.hidden[each]), None)
    if hidden is None:
        raise NoCase("nothing is left that could be revealed")
    line.reveal(1, hidden, None)
    for player in range(2, rules.players + 1):
        if line.table.ended is not None:
            return
        garden = line.table.gardens[player - 1]
        cell = rules.board.diagonal[0]
        taken = next((clover for clover in line.table.middle if clover != garden[cell]), None)
        if taken is None:
            raise NoCase("nothing in the middle differs from the clover that is to be exchanged")
        line.take(player, taken, cell)


def has_revealed_alone(case: Counterexample) -> bool:
    """Tell whether only player 1 revealed, in each own turn, and with the last of as many turns as there can be."""
    rules, turns = case.steps[0].before.rules, _turns(case)
    alone = all((turn.source == "pile") == (turn.player == 1) for turn in turns)
    return alone and _ended(case) == "pile" and len(turns) == (rules.dealt - 1) * rules.players + 1


# The longest game under a limit ---------------------------------------------------------------------------------------


def exchanging_once(rules: Rules) -> Iterator[Question]:
    """Ask for a garden that is full but for one cell with one copy of each number, so that all can have it alike."""
    garden = some_garden(rules)
    premises = (
        marked_filled(rules, garden),
        filled(garden) == rules.board.side**2 - 1,
        _each_once(rules, garden),
        And(cell < rules.top for cell in garden),
    )

    def case(values: Values) -> Counterexample:
        line = LineOfPlay(rules)
        _slowly(line, garden_with(garden, values))
        name_result(line)
        return _told(line)

    goal = Goal("it is out of order", Not(ascends_term(rules, garden)))
    yield Question("a garden short of one cell", premises, (goal,), case=case)


def _slowly(line: LineOfPlay, garden: Garden) -> None:
    """Let all leave what they reveal; then add from the middle and exchange once, and reveal at the very end again."""
    rules, board = line.table.rules, line.table.rules.board
    line.set_up([garden] * rules.players)
    to_add = [cell for cell in range(board.area) if garden[cell] != EMPTY and cell not in board.diagonal]
    spare = [each for each in range(1, rules.top + 1) if each not in garden and each != rules.top]
    used = [garden[cell] for cell in to_add] + [rules.top]
    rest = _keep(spare, rules.dealt // rules.players - len(used))
    for clover in [*used, *rest][: rules.dealt // rules.players - 1]:
        for player in range(1, rules.players + 1):
            line.reveal(player, clover, None)
    for cell in to_add:
        for player in range(1, rules.players + 1):
            line.take(player, garden[cell], cell)
    for player in range(1, rules.players + 1):
        line.take(player, rules.top, board.area - 1)
    left = [each for each in range(1, rules.top + 1) for _ in range(line.table.hidden[each])]
    for clover in left:
        line.reveal(line.mover, clover, None)


def _keep(spare: Sequence[int], count: int) -> list[int]:
    if len(spare) < count:
        raise NoCase("there are not enough clovers for the last round")
    return list(spare[:count])


def has_lasted_longest(case: Counterexample) -> bool:
    """Tell whether everybody exchanged once at most in a game of as many turns as there can be then."""
    rules, turns = case.steps[0].before.rules, _turns(case)
    exchanges = [turn.player for turn in turns if turn.action == "exchange"]
    longest = rules.dealt + rules.players * len(rules.board.unmarked)
    return len(turns) == longest and len(set(exchanges)) == len(exchanges) and _ended(case) != ""
