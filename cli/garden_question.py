"""Gardens and the clovers in reach, as users of `garden` and `setup` write them."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, structs

from models.gardens import Filling, Gardens
from models.reading import Malformed

LARGEST_SIDE, LARGEST_TOP, MOST_SETS = 5, 30, 4
WORD = 20


class GardenQuestion(Struct, frozen=True):
    """A garden and the clovers in reach: `copies[n]` counts those with number n, in the garden and outside.

    `middle` are those of them that lie face up.
    """

    laid: Filling
    top: int
    copies: tuple[int, ...]
    clovers: str
    middle: tuple[int, ...] = ()

    @property
    def pile(self) -> tuple[int, ...]:
        """Count the clovers outside the garden and the middle."""
        seen = Counter((*self.laid.numbers, *self.middle))
        return tuple(count - (seen[number] if number else 0) for number, count in enumerate(self.copies))

    def with_middle(self, text: str) -> "GardenQuestion":
        """Give the same question with clovers that lie in the middle. Raises Malformed."""
        asked = structs.replace(self, middle=read_numbers(text, self.top, "middle"))
        for number, count in enumerate(asked.pile):
            if count < 0:
                fault = f"the middle holds more clovers with number {number} than are in reach"
                raise Malformed("value", "middle", fault, f"in reach: {self.clovers}, less what lies in the garden")
        return asked


def read_question(
    gardens: Gardens,
    text: str,
    top: int | None = None,
    sets: int | None = None,
    gone: str | Sequence[int] | None = None,
    pool: str | Sequence[int] | None = None,
) -> GardenQuestion:
    """Read a garden and what is in reach. Raises Malformed where they mean nothing."""
    top = highest(gardens, top)
    laid = gardens.read(text, top)
    if laid.grid.side > LARGEST_SIDE:
        fault = f"a garden of {laid.grid.side} rows is too large to work out"
        raise Malformed("value", "garden", fault, f"up to {LARGEST_SIDE} rows can be")
    if pool is not None:
        if gone is not None:
            fault, help = "a pool and clovers that are gone do not go together", "the pool names all that can be had"
            raise Malformed("value", "pool", fault, help)
        pooled = read_numbers(pool, top, "pool")
        copies = copies_of_pool(laid.numbers, top, pooled)
        if sets is not None:
            everything, held = (*laid.numbers, *pooled), "the garden and the pool hold"
            copies_of_sets(everything, top, count_of_sets(gardens, sets), (), held)
        return GardenQuestion(laid, top, copies, f"a pool of {len(pooled)} clovers")
    sets, away = count_of_sets(gardens, sets), read_numbers(gone or (), top, "gone")
    copies = copies_of_sets(laid.numbers, top, sets, away)
    told = f"{sets} {'set' if sets == 1 else 'sets'} of 1 to {top}"
    return GardenQuestion(laid, top, copies, f"{told} without {' '.join(map(str, sorted(away)))}" if away else told)


def highest(gardens: Gardens, top: int | None) -> int:
    """Check the highest number, or give the usual one."""
    top = gardens.top if top is None else top
    if not 1 <= top <= LARGEST_TOP:
        raise Malformed("value", "top", f"the highest number cannot be {top}", f"it goes from 1 to {LARGEST_TOP}")
    return top


def count_of_sets(gardens: Gardens, sets: int | None) -> int:
    """Check the number of sets, or give the usual one."""
    sets = gardens.sets if sets is None else sets
    if not 1 <= sets <= MOST_SETS:
        raise Malformed("value", "sets", f"there cannot be {sets} sets", f"there are 1 to {MOST_SETS}")
    return sets


def copies_of_sets(
    numbers: Sequence[int], top: int, sets: int, gone: Sequence[int], held: str = "the garden holds"
) -> tuple[int, ...]:
    """Count the clovers of each number that are in reach or in the garden. Raises Malformed where there are too few."""
    there, away = Counter(numbers), Counter(gone)
    for number in range(1, top + 1):
        if there[number] > sets:
            fault = f"{held} {there[number]} clovers with number {number}, but there {_are(sets)}"
            raise Malformed("value", "garden", fault, "--sets says how many of each number exist")
        if there[number] + away[number] > sets:
            both = f"{there[number]} held and {away[number]} gone"
            fault = f"too many clovers with number {number}, {both}: there {_are(sets)}"
            raise Malformed("value", "gone", fault, "--sets says how many of each number exist")
    return (0, *(sets - away[number] for number in range(1, top + 1)))


def _are(copies: int) -> str:
    return "is only one" if copies == 1 else f"are only {copies}"


def copies_of_pool(numbers: Sequence[int], top: int, pool: Sequence[int]) -> tuple[int, ...]:
    """Count the clovers of each number in a pool and in the garden."""
    counts = Counter(numbers) + Counter(pool)
    return (0, *(counts[number] for number in range(1, top + 1)))


def read_numbers(given: str | Sequence[int], top: int, name: str) -> tuple[int, ...]:
    """Read numbers of clovers, `7 7 12`. Raises Malformed, naming the place, where one is none."""
    tokens = given.replace(",", " ").split() if isinstance(given, str) else [str(number) for number in given]
    for place, token in enumerate(tokens, 1):
        if not (token.isascii() and token.isdigit() and len(token) < 6 and 1 <= int(token) <= top):
            fault = f"{name}, place {place}: {token[:WORD]!r} is not a number from 1 to {top}"
            raise Malformed("value", name, fault, "write numbers with spaces between them, like '7 7 12'")
    return tuple(int(token) for token in tokens)
