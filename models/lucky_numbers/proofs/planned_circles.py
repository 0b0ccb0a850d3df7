"""Circles by changed rules: lines of play that come back to a table, looked for turn by turn."""

from collections.abc import Callable, Iterator

from models.lucky_numbers.asked_moves import is_legal
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import Clover
from models.lucky_numbers.moves import Player, Turn
from models.lucky_numbers.proofs.cycles import strict_rules
from models.lucky_numbers.proofs.planned_cases import case_of, turns_of
from models.lucky_numbers.proofs.planned_lines import begun, in_turn, keeps_on, taking, wanted
from models.lucky_numbers.proofs.traces import LineOfPlay
from models.lucky_numbers.table import Table
from models.proof import Counterexample, Goal, Question
from models.smt import Values

MOST_LEFT, MOST_TRIED = 2, 1500  # clovers that are left before a circle, and turns that are tried in all
Circle = Callable[[Rules, int, int], bool]


def circles(short: Circle, *, strict: bool = False) -> Callable[[Rules], Iterator[Question]]:
    """Look for a circle that is `short`, of so many turns and closed with so many in all."""

    def questions(rules: Rules) -> Iterator[Question]:
        asked = strict_rules(rules) if strict else rules
        case = next(_lines(asked, comes_back(short)), None)

        def found(values: Values) -> Counterexample:
            assert case is not None
            return case

        yield Question("short lines of play", (), (Goal("none is a circle", case is None),), case=found, played=True)

    return questions


def comes_back(short: Circle) -> Callable[[Counterexample], bool]:
    """Tell whether the last table of a case was there before, in a circle that is `short`."""

    def refutes(case: Counterexample) -> bool:
        last, turns = case.steps[-1].after, len(turns_of(case))
        lain = [step.before for step in case.steps if isinstance(step.move, Turn)]
        again = (turns - place for place, table in enumerate(lain) if _alike(table, last))
        return last.ended is None and any(short(last.rules, length, turns) for length in again)

    return refutes


def _alike(one: Table, other: Table) -> bool:
    told = ("gardens", "middle", "hidden", "pile", "counted")
    return all(getattr(one, what) == getattr(other, what) for what in told) and _next(one) == _next(other)


def _next(table: Table) -> int:
    """Give whose turn it is where turns go round, as the clauses tell it by who had the last one."""
    return (table.first or 1) if table.last is None else table.last % table.rules.players + 1


def _lines(rules: Rules, refutes: Callable[[Counterexample], bool]) -> Iterator[Counterexample]:
    line, tried = begun(rules), 0
    if line is None:
        return
    depth = 2 * rules.players + 1
    for left in range(MOST_LEFT + 1):
        waiting = [line]
        for _ in range(depth):
            longer = list[LineOfPlay]()
            for each in waiting:
                for move in _on(each):
                    tried += 1
                    if tried > MOST_TRIED:
                        return
                    if is_legal(each.table, move):
                        then = each.copy()
                        then.make(move)
                        longer.append(then)
                        if refutes(case_of(then)):
                            yield case_of(then)
            waiting = longer
        last = next((move for move in _leaving(line) if is_legal(line.table, move)), None)
        if last is None or left == MOST_LEFT:
            return
        line = line.copy()
        line.make(last)


def _on(line: LineOfPlay) -> Iterator[Turn]:
    for player in in_turn(line):
        moves = (*taking(line, player), *_left_by(line, player)) if line.table.middle else _left_by(line, player)
        yield from (move for move in moves if keeps_on(line, move))


def _leaving(line: LineOfPlay) -> Iterator[Turn]:
    for player in in_turn(line):
        yield from _left_by(line, player)


def _left_by(line: LineOfPlay, player: Player) -> list[Turn]:
    """Reveal and leave a number that lies on marked cells of the own garden, or of another one."""
    rules = line.table.rules
    own = {wanted(rules, of, cell) for of in (player, *line.table.players) for cell in rules.board.diagonal[:2]}
    return [Turn(player, "pile", Clover(number), "discard") for number in sorted(own)]
