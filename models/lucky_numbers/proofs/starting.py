"""Claims about what it is worth to start, on boards small enough to be solved."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from models.claim import ClaimId
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.proofs.small_games import SolvedGame
from models.lucky_numbers.proofs.traces import LineOfPlay, name_result
from models.proof import Counterexample, Goal, Provable, Question
from models.reading import Malformed
from models.smt import Values
from models.state_space import Code


def _deals(top: int, sets: int, *, losing: bool) -> Callable[[Rules], Iterator[Question]]:
    """Solve a small game and look through its deals for one that is lost (won) for certain."""

    def questions(rules: Rules) -> Iterator[Question]:
        try:
            game = SolvedGame(rules, top, sets)
        except Malformed as reason:
            yield Question("the game", (), (Goal("it can be solved", False),), doubt=str(reason), played=True)
            return
        lost = Fraction(-1 if losing else 1)
        certain = [code for code in game.deals if game.worth[code] == lost]
        worth = "no deal is lost for certain" if losing else "no deal is won for certain"

        def case(values: Values) -> Counterexample:
            return _played(game, certain[0])

        yield Question("all deals", (), (Goal(worth, not certain),), case=case, played=True)

    return questions


def _played(game: SolvedGame, code: Code) -> Counterexample:
    line = LineOfPlay(game.space.rules)
    line.set_up(game.space.table(code).gardens)
    for turn in game.best_line(code):
        line.make(turn)
    name_result(line)
    return Counterexample(tuple(line.steps), whole=True, facts=(("starting is worth", str(game.starting())),))


def _won_by(player: int, worth: Fraction) -> Callable[[Counterexample], bool]:
    def refutes(case: Counterexample) -> bool:
        right = dict(case.facts)["starting is worth"] == str(worth)
        return right and case.steps[-1].move.winners == frozenset({player})

    return refutes


def _two(rules: Rules) -> bool:
    return rules.players == 2 and not rules.again and rules.equal_exchange


SOLVED = (
    "all deals of the game of two on a board of two rows, the lower clover laid on a1; solved backwards from its ends, "
)
SOLVED += "a win worth 1, a shared or endless game 0, a loss -1; no solver has anything to choose"

CLAIMS = (
    Provable(
        ClaimId("LNC79"),
        "With one set of five numbers on a board of two rows nobody who starts can force a win.",
        "refuted",
        SOLVED,
        "Starting is an advantage there: it is worth exactly 1/3.",
        _deals(5, 1, losing=False),
        _won_by(1, Fraction(1, 3)),
        applies=_two,
    ),
    Provable(
        ClaimId("LNC80"),
        "With one set of six numbers on a board of two rows nobody who starts can be forced to lose.",
        "refuted",
        SOLVED,
        "Starting is a disadvantage there: it is worth exactly -1/45.",
        _deals(6, 1, losing=True),
        _won_by(2, Fraction(-1, 45)),
        applies=_two,
    ),
)
