"""Tables and turns once more, written from the rule sheets alone: slow, plain, and with nothing of the models in it."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

Numbers = tuple[int, ...]


@dataclass(frozen=True)
class Place:
    """A table: the gardens row by row (0: empty), the middle, the face-down numbers, who moves (None: nobody)."""

    gardens: tuple[Numbers, ...]
    middle: Numbers
    hidden: Numbers
    mover: int | None
    drawn: int | None = None


@dataclass(frozen=True)
class Plain:
    """One game: its side, whether equal numbers are exchanged, and the neighbours that give another turn."""

    side: int
    equal: bool = True
    again: tuple[tuple[int, int], ...] = ()

    def fits(self, garden: Numbers, row: int, column: int, number: int) -> bool:
        for other in range(self.side):
            left, above = garden[row * self.side + other], garden[other * self.side + column]
            if other != column and left and (left >= number if other < column else left <= number):
                return False
            if other != row and above and (above >= number if other < row else above <= number):
                return False
        return True

    def turns(self, place: Place) -> Iterator[tuple[str, bool, Place]]:
        """Give the words of every legal turn, whether a clover is revealed, and the table after it."""
        if place.mover is None:
            return
        sources = [("", place.drawn, place.middle, place.hidden)]
        if place.drawn is None:
            sources = [
                ("", number, place.middle, without(place.hidden, number)) for number in sorted(set(place.hidden))
            ]
            sources += [
                ("m", number, without(place.middle, number), place.hidden) for number in sorted(set(place.middle))
            ]
        for sign, number, middle, hidden in sources:
            assert number is not None
            last = not sign and not hidden
            following = None if last else (place.mover + 1) % len(place.gardens)
            if not sign:
                left = tuple(sorted((*middle, number)))
                yield f"{number} -", True, Place(place.gardens, left, hidden, following)
            for words, garden, out, again in self.layings(place.gardens[place.mover], number):
                gardens = (*place.gardens[: place.mover], garden, *place.gardens[place.mover + 1 :])
                heap = tuple(sorted((*middle, *([out] if out else []))))
                over = last or (0 not in garden and not out)
                after = None if over else place.mover if again else following
                yield sign + words, not sign, Place(gardens, heap, hidden, after)

    def layings(self, garden: Numbers, number: int) -> Iterator[tuple[str, Numbers, int, bool]]:
        for row, column in product(range(self.side), repeat=2):
            cell = row * self.side + column
            out = garden[cell]
            if self.fits(garden, row, column, number) and (out != number or self.equal):
                near = [(row + down, column + right) for down, right in self.again]
                again = any(
                    0 <= other < self.side and 0 <= beside < self.side and garden[other * self.side + beside] == number
                    for other, beside in near
                )
                name = f"{'abcdefghi'[column]}{row + 1}"
                words = f"{number}x{out} {name}" if out else f"{number} {name}"
                yield words, (*garden[:cell], number, *garden[cell + 1 :]), out, again


def without(heap: Numbers, number: int) -> Numbers:
    at = heap.index(number)
    return heap[:at] + heap[at + 1 :]


def starts(side: int, top: int, sets: int, players: int) -> Iterator[Place]:
    """Lay numbers on all diagonals in every way."""
    for laid in product(range(1, top + 1), repeat=side * players):
        seen = Counter(laid)
        if max(seen.values()) <= sets:
            gardens = []
            for player in range(players):
                garden = [0] * side**2
                garden[:: side + 1] = laid[player * side : (player + 1) * side]
                gardens.append(tuple(garden))
            hidden = tuple(number for number in range(1, top + 1) for _ in range(sets - seen[number]))
            yield Place(tuple(gardens), (), hidden, 0)


def end_of(place: Place) -> str:
    if any(0 not in garden for garden in place.gardens):
        return "a full garden"
    empty = [garden.count(0) for garden in place.gardens]
    winners = empty.count(min(empty))
    return f"the last clover, {'one winner' if winners == 1 else f'shared by {winners}'}"


def counted(game: Plain, first: Iterable[Place], depth: int | None = None) -> dict[str, object]:
    """Count everything that can follow, breadth first."""
    distance = dict.fromkeys(first, 0)
    found: dict[str, object] = {"first": len(distance)}
    waiting, turns, chances, left = deque(distance), 0, 0, 0
    ends: Counter[str] = Counter()
    soonest: dict[str, int] = {}
    while waiting:
        place = waiting.popleft()
        if place.mover is None:
            ends[end_of(place)] += 1
            soonest.setdefault(end_of(place), distance[place])
        elif distance[place] == depth:
            left += 1
        else:
            chances += len(set(place.hidden)) if place.drawn is None else 0
            for _, _, after in game.turns(place):
                turns += 1
                if after not in distance:
                    distance[after] = distance[place] + 1
                    waiting.append(after)
    found |= {"tables": len(distance), "turns": turns, "chances": chances, "left": left}
    return found | {"ends": dict(ends), "soonest": soonest, "deepest": max(distance.values())}


def lines(game: Plain, place: Place, depth: int) -> int:
    """Count lines one by one."""
    after = [after for _, _, after in game.turns(place)]
    return len(after) if depth == 1 else sum(lines(game, each, depth - 1) for each in after)


def read(text: str) -> tuple[Plain, Place]:
    """Read a table whose face-down numbers are named."""
    parts = text.split("; ")
    gardens = [
        tuple(int(cell) if cell != "." else 0 for cell in part.replace("/", " ").split())
        for part in parts
        if "/" in part
    ]
    facts = {
        part.rsplit(" ", 1)[0] if part[0] in "dt" else part.partition(" ")[0]: part for part in parts if "/" not in part
    }
    heap = {
        name: tuple(sorted(int(number) for number in facts[name].split()[1:] if number != "-"))
        for name in ("middle", "hidden")
    }
    drawn = int(facts["drawn"].split()[1]) if "drawn" in facts else None
    mover = int(facts["to move"].split()[2]) - 1
    game = Plain(int(len(gardens[0]) ** 0.5), "strict" not in facts, RISING if "bruno" in facts else ())
    return game, Place(tuple(gardens), heap["middle"], heap["hidden"], mover, drawn)


RISING = ((-1, 1), (1, -1))
EVERY = (*RISING, (-1, -1), (1, 1))
