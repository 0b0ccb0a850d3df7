"""Are the face-down clovers shuffled? Draws compared with drawing blindly from what is known to lie there.

The set-up tells what lies face down. If the pile is well shuffled, each reveal is number n with the chance h/p, where h
of the p face-down clovers have that number, whatever came before and whoever decided to reveal. So the counts of the
numbers less the sum of these chances are sums of martingale differences, and their quadratic form with the inverse of
the summed conditional covariance is chi-square distributed in the limit, with one degree of freedom less than there are
numbers. That holds although games stop when they do, which a comparison with plain expected counts would not allow.
Early and late draws are counted apart and give two such terms, which add up.

The sums are kept as whole numbers (fixed point), so that adding up in any order gives the same.
"""

from functools import lru_cache

from msgspec import Struct, field

from models.evidence import Draws
from verifier.evidence.chisquare import solved, tail

FIELD = 96  # bits for one number in a packed row
POINT = 40  # binary places
LEAST = 5.0  # expected draws of each number in each part: below, chi-square is no good approximation
PARTS = ("early", "late")
MOST_NUMBERS = 64  # games with higher numbers are left out: their sums would be large and their counts small


class Shuffle(Struct):
    """The draws of all games with the same highest number; by part how many, how often each number, and packed sums.

    `chances` packs the sum of h/p of each number, `pairs[n]` the sum of the products of the chances of n and each
    number.
    """

    top: int
    games: int = 0
    draws: list[int] = field(default_factory=lambda: [0, 0])
    seen: list[list[int]] = field(default_factory=list)
    chances: list[int] = field(default_factory=lambda: [0, 0])
    pairs: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seen = self.seen or [[0] * (self.top + 1) for _ in PARTS]
        self.pairs = self.pairs or [[0] * (self.top + 1) for _ in PARTS]

    def join(self, other: "Shuffle") -> None:
        """Add the draws of other games."""
        self.games += other.games
        for part in range(len(PARTS)):
            self.draws[part] += other.draws[part]
            self.chances[part] += other.chances[part]
            self.seen[part] = [one + two for one, two in zip(self.seen[part], other.seen[part], strict=True)]
            self.pairs[part] = [one + two for one, two in zip(self.pairs[part], other.pairs[part], strict=True)]

    def add(self, drawn: Draws) -> None:
        """Add a game, up to the first clover that cannot have lain face down.

        Called for every game, so it works on packed numbers: while a copy lies face down, its row of products grows by
        the same sum for all copies, so a copy's share is added once, when it is revealed or the part ends.
        """
        hidden, dealt = list(drawn.hidden), sum(drawn.hidden)
        packed = sum(count << FIELD * number for number, count in enumerate(hidden))
        self.games += 1
        for part, numbers in enumerate((drawn.numbers[: dealt // 2], drawn.numbers[dealt // 2 :])):
            seen, pairs = self.seen[part], self.pairs[part]
            chances = products = 0
            left = dealt - part * (dealt // 2)
            for number in numbers:
                if not hidden[number]:
                    left = 0
                    break
                chance, square = _weights(left)
                chances += chance * packed
                products += square * packed
                pairs[number] += products
                hidden[number] -= 1
                packed -= 1 << FIELD * number
                seen[number] += 1
                self.draws[part] += 1
                left -= 1
            self.chances[part] += chances
            for number, count in enumerate(hidden):
                if count:
                    pairs[number] += count * products
            if not left:
                return


@lru_cache(maxsize=4096)
def _weights(pile: int) -> tuple[int, int]:
    return ((1 << POINT) + pile // 2) // pile, ((1 << POINT) + pile * pile // 2) // (pile * pile)


def unpacked(packed: int, top: int) -> list[float]:
    """Give the sums of each number, at index 0 nothing."""
    field_of = (1 << FIELD) - 1
    return [(packed >> FIELD * number & field_of) / (1 << POINT) for number in range(top + 1)]


class Fairness(Struct, frozen=True):
    """What the draws say: for each part and number the draws and how many were to be expected, and the test.

    `p` is None where there are too few draws to tell (`least` is the smallest expected count).
    """

    top: int
    games: int
    draws: tuple[int, ...]
    seen: tuple[tuple[int, ...], ...]
    expected: tuple[tuple[float, ...], ...]
    spread: tuple[tuple[float, ...], ...]
    least: float
    value: float = 0.0
    freedom: int = 0
    p: float | None = None


def fairness(shuffle: Shuffle) -> Fairness:
    """Compare the draws with drawing blindly."""
    top = shuffle.top
    expected = [unpacked(chances, top) for chances in shuffle.chances]
    pairs = [[unpacked(row, top) for row in rows] for rows in shuffle.pairs]
    spread = [[max(0.0, expected[part][n] - pairs[part][n][n]) for n in range(top + 1)] for part in range(len(PARTS))]
    told = Fairness(
        top,
        shuffle.games,
        tuple(shuffle.draws),
        tuple(tuple(seen) for seen in shuffle.seen),
        tuple(map(tuple, expected)),
        tuple(map(tuple, spread)),
        min((count for part in expected for count in part[1:]), default=0.0),
    )
    if told.least < LEAST or top < 2:
        return told
    value = 0.0
    for part in range(len(PARTS)):
        numbers = range(1, top)  # the last number follows from the others
        surplus = [shuffle.seen[part][n] - expected[part][n] for n in numbers]
        matrix = [[(expected[part][n] if n == m else 0.0) - pairs[part][n][m] for m in numbers] for n in numbers]
        found = solved(matrix, surplus)
        if found is None:
            return told
        value += sum(one * two for one, two in zip(surplus, found, strict=True))
    freedom = len(PARTS) * (top - 1)
    return Fairness(
        told.top,
        told.games,
        told.draws,
        told.seen,
        told.expected,
        told.spread,
        told.least,
        value,
        freedom,
        tail(value, freedom),
    )
