"""Whether requests of a file fit a program: its size, and clovers that there are."""

from collections import Counter
from collections.abc import Iterable

from models.driving import Hello, Request
from models.lucky_numbers.driving.requests import LuckyHello, New, Put, SetTable, Take

MOST_TOLD = 3  # clovers


def misfit(hello: Hello, request: Request) -> str:
    """Say what of a request no game with this program has; nothing where it fits."""
    assert isinstance(hello, LuckyHello)
    match request:
        case New() | SetTable() if request.players not in (hello.players or (request.players,)):
            told = ", ".join(map(str, hello.players))
            return f"a game of {request.players} players, and the program plays with {told}"
        case New(hands=hands, pile=pile) if pile is not None:
            dealt = [*pile, *(number for hand in hands or () for number in hand)]
            return _other_clovers(hello, request.players, "are dealt", dealt)
        case New(hands=hands) if hands is not None:
            return "`hands` are dealt, and no `pile`"
        case SetTable():
            laid = [text for garden in request.gardens for text in garden.replace("/", " ").split() if text != "."]
            if not all(text.isdecimal() for text in laid):
                return "a garden holds what is neither . nor a number"
            return _other_clovers(
                hello, request.players, "lie there", [*request.middle, *request.pile, *map(int, laid)]
            )
        case Put(clover=number) | Take(clover=int(number)) if not 1 <= number <= hello.top:
            return f"there is no {number}: the clovers go from 1 to {hello.top}"
    return ""


def _other_clovers(hello: LuckyHello, players: int, where: str, told: Iterable[int]) -> str:
    """Say which clovers are missing, and which are too many."""
    sets = hello.sets or players
    here, all_of_them = Counter(told), Counter(dict.fromkeys(range(1, hello.top + 1), sets))
    wrong = sorted(
        (here - all_of_them) + (all_of_them - here), key=lambda number: (here[number] <= all_of_them[number], number)
    )
    faults = [f"{here[number]} of the {number} {where}, not {all_of_them[number]}" for number in wrong[:MOST_TOLD]]
    faults += [f"and so on for {len(wrong) - MOST_TOLD} more"] if wrong[MOST_TOLD:] else []
    return f"{'; '.join(faults)} (the game has {sets} of each from 1 to {hello.top})" if faults else ""
