"""Requests with turns left away, made whole again: whose turn it is, and in which order clovers are revealed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import eq

from msgspec.structs import replace

from models.asking import cut_into_turns
from models.driving import Hello, Request
from models.lucky_numbers.driving.requests import New, Put, SetTable, Take

Turns = list[list[Request]]


def units(requests: Sequence[Request]) -> tuple[list[Request], Turns]:
    """Cut requests into what comes before play, and turns; a turn begins where a clover is taken."""
    return cut_into_turns(requests, Take, Put)


def mended(hello: Hello, requests: Sequence[Request]) -> Iterator[list[Request]]:
    """Let the players take turns again, and reveal what is laid, where the program takes a deal.

    Where a house rule may give another turn, players who took turns in a row do so in a second version.
    """
    before, turns = units(requests)
    if not before or not turns or not isinstance(before[0], New | SetTable):
        yield list(requests)
        return
    begin = before[0]
    asked = [_taken(turn).player for turn in turns]
    first = begin.to_move if isinstance(begin, SetTable) else asked[0]
    seats = [(first - 1 + at) % begin.players + 1 for at in range(len(turns))]
    yield _made(before, begin, turns, seats)
    if isinstance(begin, New) and begin.variants:
        again = list(accumulate(map(eq, asked, asked[1:]), lambda turn, same: turn + (not same), initial=0))
        if again[-1] < len(turns) - 1:
            yield _made(before, begin, turns, [seats[turn] for turn in again])


def _made(before: Sequence[Request], begin: New | SetTable, turns: Turns, seats: Sequence[int]) -> list[Request]:
    """Write turns for the players who take them."""
    middle: Counter[int] = Counter(begin.middle if isinstance(begin, SetTable) else ())
    found, revealed = list(before), list[int]()
    for player, turn in zip(seats, turns, strict=True):
        last, laid = _taken(turn), next((each for each in reversed(turn) if isinstance(each, Put)), None)
        for request in turn:
            if isinstance(request, Put):
                found.append(replace(request, player=player))
            elif request is last and laid is not None:
                taken = last.source == "middle" and middle[laid.clover] > 0
                middle[laid.clover] -= taken
                revealed += [] if taken else [laid.clover]
                found.append(Take(player, "middle", laid.clover) if taken else Take(player, "pile"))
            else:
                found.append(request)
        if laid is not None and laid.cell is None:
            middle[laid.clover] += 1
    if begin.pile is not None:
        rest = Counter(begin.pile) - Counter(revealed)
        found[0] = replace(begin, pile=(*revealed, *rest.elements()))
    return found


def _taken(turn: Sequence[Request]) -> Take:
    return next(each for each in reversed(turn) if isinstance(each, Take))
