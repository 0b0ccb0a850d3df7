"""Lines of play by changed rules that are legal, and are not as they are seen otherwise."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

from models.clause import breached
from models.lucky_numbers.asked_moves import turns_with
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Cell, Clover
from models.lucky_numbers.moves import End, Move, Placing, Player, Start, Turn
from models.lucky_numbers.proofs.images import Image
from models.lucky_numbers.proofs.planned_lines import drain, hurry, in_turn, is_legal_told
from models.lucky_numbers.proofs.traces import LineOfPlay
from models.lucky_numbers.table import Step, new_table
from models.proof import Counterexample, Goal, Question
from models.smt import Values

LINES, TURNS = 24, 8  # lines that are tried, and how many turns most of them have by chance
Seen = Callable[[Rules], Image]


def seen_illegal(seen: Seen) -> Callable[[Rules], Iterator[Question]]:
    """Look for a legal line of play that is illegal as it is seen otherwise."""

    def questions(rules: Rules) -> Iterator[Question]:
        case = next(_lines(rules, seen(rules)), None)

        def found(values: Values) -> Counterexample:
            assert case is not None
            return case

        goal = Goal("each is seen as a legal one", case is None)
        yield Question("some lines of play", (), (goal,), case=found, played=True)

    return questions


def is_seen_illegal(seen: Seen) -> Callable[[Counterexample], bool]:
    """Tell whether the last move of a case breaks a clause where all are seen otherwise, and those before do not."""

    def refutes(case: Counterexample) -> bool:
        image = seen(case.steps[0].before.rules)
        broken = [breached_clauses(step) for step in _seen(image, [step.move for step in case.steps])]
        return bool(broken[-1]) and not any(broken[:-1])

    return refutes


def breached_clauses(step: Step) -> list[str]:
    """Name the clauses in force that a step breaks."""
    return [str(clause.id) for clause in breached(step.before.rules.changes.in_force(CLAUSES), step)]


def _seen(image: Image, moves: Sequence[Move]) -> Iterator[Step]:
    table = new_table(image.rules)
    for move in moves:
        step = step_of(table, _image_of(image, move))
        yield step
        table = step.after


def _image_of(image: Image, move: Move) -> Move:
    """Give what a move is seen as; what was shown after it is not told."""

    def player(one: Player) -> Player:
        return Player(image.seats[one - 1] + 1)

    def clover(number: Clover) -> Clover:
        return Clover(image.rules.top + 1 - number if image.reversed and number else number)

    match move:
        case Placing():
            return Placing(player(move.player), clover(move.clover), Cell(image.cells[move.cell]))
        case Start(first) if first is not None:
            return Start(player(first))
        case Turn():
            cell = None if move.cell is None else Cell(image.cells[move.cell])
            out = None if move.out is None else clover(move.out)
            return Turn(player(move.player), move.source, clover(move.clover), move.action, cell, out)
        case End(winners, empty) if winners is not None and empty is not None:
            return End(frozenset(map(player, winners)), image.by_seat(empty))
    return move


def _lines(rules: Rules, image: Image) -> Iterator[Counterexample]:
    """Play lines by chance and to their ends, and give those that are seen as illegal, up to the first such move."""
    for number in range(LINES):
        chance = random.Random(number)
        line, seen = LineOfPlay(rules, 1 + number % rules.players), new_table(rules)
        starts = Start(None if number % 3 == 1 else Player(line.first))
        ends = partial(_to_the_end, drain if number % 4 < 2 else hurry)
        turns = 0 if number % 5 > 2 else TURNS
        seen = step_of(seen, line.steps[0].move).after
        while (move := _next(line, chance, starts, ends, turns)) is not None:
            line.make(move)
            step = step_of(seen, _image_of(image, move))
            if broken := breached_clauses(step):
                facts = (("seen otherwise the last move breaks", ", ".join(broken)),)
                yield Counterexample(tuple(line.steps), whole=True, facts=facts)
                break
            seen = step.after


def _next(
    line: LineOfPlay, chance: random.Random, starts: Start, ends: Callable[[LineOfPlay], Iterator[Move]], turns: int
) -> Move | None:
    if isinstance(line.steps[-1].move, End) or line.table.turns > line.table.rules.clovers:
        return None
    if not line.table.playing:
        proposed: Iterator[Move] = chain([starts], _placings(line, chance))
    else:
        proposed = _turns(line, chance) if line.table.turns < turns else ends(line)
    return next((move for move in proposed if is_legal_told(line.table, move)), None)


def _placings(line: LineOfPlay, chance: random.Random) -> Iterator[Move]:
    rules, table = line.table.rules, line.table
    placings: list[Placing] = [
        Placing(player, Clover(number), cell)
        for player in table.players
        for cell in rules.board.diagonal
        if table.garden(player)[cell] == EMPTY
        for number in range(1, rules.top + 1)
    ]
    chance.shuffle(placings)
    yield from sorted(placings, key=lambda move: table.placed[move.player - 1])


def _turns(line: LineOfPlay, chance: random.Random) -> Iterator[Move]:
    for player in in_turn(line):
        turns = [
            turn
            for source, some in (("pile", range(1, line.table.rules.top + 1)), ("middle", sorted({*line.table.middle})))
            for number in some
            for turn in turns_with(line.table, player, "pile" if source == "pile" else "middle", Clover(number))
        ]
        chance.shuffle(turns)
        yield from turns


def _to_the_end(plan: Callable[[LineOfPlay], Iterator[Move]], line: LineOfPlay) -> Iterator[Move]:
    """Play on by a plan, and then name any winners."""
    yield from plan(line)
    if line.table.ended is not None:
        players, empty = line.table.players, line.table.ended.empty
        yield from (End(frozenset({player}), empty) for player in players)
        yield End(frozenset(players), empty)
