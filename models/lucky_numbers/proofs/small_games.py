"""Small games that are solved outright, backwards from their ends: what a deal is worth, and a line of best play."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction

from models.lucky_numbers.editions import STRICT, Rules
from models.lucky_numbers.moves import Turn
from models.lucky_numbers.state_space import open_space
from models.state_space import Code, Edge, GameSize

NOTHING = Fraction(0)


class SolvedGame:
    """A game of two on a board of two rows, and what each of its tables is worth to player 1 by best play.

    A win is worth 1, a shared or an endless game 0, a loss -1. `towards` gives for a table of which one side must get
    somewhere the next table on the way. Raises Malformed where the rules cannot be explored.
    """

    def __init__(self, rules: Rules, top: int, sets: int) -> None:
        """Solve the game with numbers up to `top` and so many sets, by rules that are otherwise those given."""
        answers = frozenset() if rules.equal_exchange else STRICT
        self.space = open_space(GameSize(2, top, sets, changes=rules.changes, answers=answers))
        self.deals = [code for code in self.space.starts() if self._laid_ascending(code)]
        self.ways: dict[Code, list[Edge]] = {}
        self.worth: dict[Code, Fraction] = {}
        self.towards: dict[Code, Code] = {}
        levels = defaultdict(list)
        for code in self._explored():
            levels[self.space.level(code)].append(code)
        for level in sorted(levels):
            _Level(self, levels[level]).solve()

    def _laid_ascending(self, code: Code) -> bool:
        return all(garden[0] <= garden[-1] for garden in self.space.table(code).gardens)

    def _explored(self) -> Iterable[Code]:
        waiting = list(self.deals)
        while waiting:
            code = waiting.pop()
            if code not in self.ways:
                self.ways[code] = self.space.ways(code)
                waiting += [edge.after for edge in self.ways[code]]
        return self.ways

    def starting(self) -> Fraction:
        """Give what it is worth to start, on the average over all draws, each player laying the lower clover on a1."""
        counts = {code: self._draws_of(code) for code in self.deals}
        return sum((self.worth[code] * count for code, count in counts.items()), NOTHING) / sum(counts.values())

    def _draws_of(self, code: Code) -> int:
        """Count the draws, clover by clover, that lead to a deal."""
        rules = self.space.rules
        left, count = [rules.sets] * (rules.top + 1), 1
        for garden in self.space.table(code).gardens:
            for clover in (garden[0], garden[-1]):
                count *= left[clover]
                left[clover] -= 1
            count *= 1 if garden[0] == garden[-1] else 2
        return count

    def best_line(self, code: Code) -> list[Turn]:
        """Give the turns of a game by best play from a deal that is won or lost for certain."""
        turns = []
        while self.ways[code]:
            wanted = self.towards.get(code, self.ways[code][0].after)
            move = next(step.move for edge, step in self.space.steps(code) if edge.after == wanted)
            assert isinstance(move, Turn)
            turns.append(move)
            code = wanted
        return turns


def _clover(edge: Edge) -> int:
    """Read the clover of a turn as it is written: `5 b1`, `5x7 b2`, `5 -`."""
    return int(edge.text.partition(" ")[0].partition("x")[0])


class _Level:
    """Tables that lead to each other by exchanges with the middle, and to lower levels, which are solved."""

    def __init__(self, game: SolvedGame, codes: list[Code]) -> None:
        self.game, self.codes = game, codes
        self.mover: dict[Code, int] = {}
        self.beside: dict[Code, list[Code]] = {}
        self.leaving: dict[Code, list[tuple[Fraction, Code]]] = {}

    def solve(self) -> None:
        """Give each table its worth: reach what is best, from the highest down; whatever nobody reaches is 0."""
        for code in self.codes:
            end = self.game.space.ending(code)
            if end is None:
                self._open(code)
            else:
                self.game.worth[code] = NOTHING if len(end.winners) > 1 else Fraction(1 if 1 in end.winners else -1)
        worths = sorted({worth for ways in self.leaving.values() for worth, _ in ways})
        for worth in reversed(worths):
            if worth > 0:
                self._reach(1, worth, worth.__le__)
        for worth in worths:
            if worth < 0:
                self._reach(2, worth, worth.__ge__)
        for code in self.mover:
            self.game.worth.setdefault(code, NOTHING)

    def _open(self, code: Code) -> None:
        """Note the ways from a table; a reveal is worth the average over what may be revealed, each used best."""
        table, beside, down = self.game.space.table(code), list[Code](), list[tuple[Fraction, Code]]()
        revealed: defaultdict[int, list[tuple[Fraction, Code]]] = defaultdict(list)
        for edge in self.game.ways[code]:
            if edge.chance:
                revealed[_clover(edge)].append((self.game.worth[edge.after], edge.after))
            elif edge.after in self.game.worth:
                down.append((self.game.worth[edge.after], edge.after))
            else:
                beside.append(edge.after)
        assert table.first is not None
        self.mover[code], self.beside[code] = table.first, beside
        best = max if table.first == 1 else min
        if revealed:
            used = {clover: best(ways) for clover, ways in revealed.items()}
            average = sum((worth * table.hidden[clover] for clover, (worth, _) in used.items()), NOTHING) / table.pile
            down.append((average, best(used.values())[1]))
        self.leaving[code] = down

    def _reach(self, player: int, worth: Fraction, good: Callable[[Fraction], bool]) -> None:
        """Find where a player can force a way out that is good enough, soonest first."""
        found = True
        while found:
            found = False
            for code, mover in self.mover.items():
                if code in self.game.worth:
                    continue
                out = [after for value, after in self.leaving[code] if good(value)]
                on = [after for after in self.beside[code] if after in self.game.worth and good(self.game.worth[after])]
                forced = len(out) + len(on) == len(self.leaving[code]) + len(self.beside[code]) and bool(out or on)
                if forced or (mover == player and (out or on)):
                    self.game.worth[code] = worth
                    if mover == player:
                        self.game.towards[code] = (out or on)[0]
                    found = True
