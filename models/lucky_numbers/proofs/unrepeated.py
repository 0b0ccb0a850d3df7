"""Claims about games in which no table comes again, on a board small enough to follow all of them."""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from models.claim import ClaimId
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.proofs.traces import LineOfPlay, name_result
from models.lucky_numbers.state_space import open_space
from models.proof import Counterexample, Goal, Provable, Question
from models.reading import Malformed
from models.smt import And, Formula, Implies, Not, Or, Values, flag
from models.smtlib import formula_holds
from models.state_space import Code, GameSize, StateSpace

TOP, SETS, LONGEST = 2, 3, 19


class _Lines:
    """All lines of play of a small game up to some turns: flags tell which table lies after which turn."""

    def __init__(self, space: StateSpace, turns: int) -> None:
        self.space = space
        self.after: dict[Code, tuple[Code, ...]] = {}
        layer = sorted(space.starts())
        names: dict[Code, int] = {}
        self.lies: list[dict[Code, Formula]] = []
        for turn in range(turns + 1):
            for code in layer:
                names.setdefault(code, len(names))
            self.lies.append({code: flag(f"after-{turn}.table-{names[code]}") for code in layer})
            layer = sorted({after for code in layer for after in self._following(code)})

    def _following(self, code: Code) -> tuple[Code, ...]:
        if code not in self.after:
            self.after[code] = tuple(dict.fromkeys(edge.after for edge in self.space.ways(code)))
        return self.after[code]

    def premises(self) -> tuple[Formula, ...]:
        """State that one table lies after each turn, and that each follows the one before it."""
        one = (self._one(list(layer.values())) for layer in self.lies)
        follows = (
            Implies(lies, Or(after[other] for other in self._following(code)))
            for before, after in pairwise(self.lies)
            for code, lies in before.items()
        )
        return (*one, And(follows))

    @staticmethod
    def _one(lies: list[Formula]) -> Formula:
        return And(Or(lies), (Or(Not(one), Not(other)) for one, other in combinations(lies, 2)))

    def comes_again(self) -> Formula:
        """State that some table lies there twice."""
        when = {code: [layer[code] for layer in self.lies if code in layer] for code in self.after}
        return Or(And(one, other) for lies in when.values() for one, other in combinations(lies, 2))

    def line_of(self, values: Values) -> Counterexample:
        """Play the line that values tell."""
        codes = [next(code for code, lies in layer.items() if formula_holds(lies, values)) for layer in self.lies]
        line = LineOfPlay(self.space.rules)
        line.set_up(self.space.table(codes[0]).gardens)
        for before, after in pairwise(codes):
            move = next(step.move for edge, step in self.space.steps(before) if edge.after == after)
            assert isinstance(move, Turn)
            line.make(move)
        name_result(line)
        return Counterexample(tuple(line.steps), whole=True, facts=(("turns", str(len(codes) - 1)),))


def _of_turns(turns: int) -> Callable[[Rules], Iterator[Question]]:
    def questions(rules: Rules) -> Iterator[Question]:
        try:
            lines = _Lines(open_space(GameSize(2, TOP, SETS, changes=rules.changes)), turns)
        except Malformed as reason:
            yield Question("the game", (), (Goal("it can be explored", False),), doubt=str(reason), played=True)
            return
        goal = Goal("a table comes again", lines.comes_again())
        yield Question(f"lines of {turns} turns", lines.premises(), (goal,), case=lines.line_of, played=True)

    return questions


def _never_again(case: Counterexample) -> bool:
    tables = [
        (step.after.gardens, step.after.middle, step.after.pile, step.after.last)
        for step in case.steps
        if isinstance(step.move, Turn)
    ]
    return len(tables) == LONGEST == len(set(tables))


def _two(rules: Rules) -> bool:
    return rules.players == 2 and not rules.again and rules.equal_exchange


SMALL = "all lines of play of the game of two on a board of two rows with three copies each of the numbers 1 and 2"

CLAIMS = (
    Provable(
        ClaimId("LNC81"),
        f"On a board of two rows with three copies each of the numbers 1 and 2, no game of two in which no table comes again "
        f"has more than {LONGEST} turns.",
        "proved",
        SMALL + ", up to one turn more; the printed board is far too large for it",
        "A rule against repetition would end every game, but late.",
        _of_turns(LONGEST + 1),
        applies=_two,
    ),
    Provable(
        ClaimId("LNC82"),
        f"On a board of two rows with three copies each of the numbers 1 and 2, a table comes again in every game of two that "
        f"has {LONGEST} turns.",
        "refuted",
        SMALL,
        "The longest game without repetition; if all just reveal, two turns end it.",
        _of_turns(LONGEST),
        _never_again,
        applies=_two,
    ),
)
