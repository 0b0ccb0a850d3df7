"""Deals and tables to send to a program, and the games that lead to a table."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from random import Random

from models.driving import Event
from models.lucky_numbers.driving.requests import SetTable
from models.lucky_numbers.editions import Rules
from models.lucky_numbers.garden import EMPTY, Garden, read_garden, write_garden
from models.lucky_numbers.kernel import in_order, span
from models.lucky_numbers.random_play import RandomGame

MOST_LEFT = 3  # face-down clovers of a late table
TRIES = 40

Added = Sequence[Sequence[tuple[int, int]]]  # for each player the cells on which clovers were added, and their numbers


def events_before(rules: Rules, request: SetTable) -> list[Event] | None:
    """Give a legal game that leads to a table, None where none is known.

    Every clover that lies in a garden beside the diagonal was added in a turn, every one in the middle was left there.
    Whoever is to move at the table has begun the game, if that can be: so a round ends where it does for a program that
    begins with the table.
    """
    try:
        gardens = [read_garden(text, rules.top)[1] for text in request.gardens]
    except ValueError:
        return None
    board, players = rules.board, range(1, rules.players + 1)
    if not _whole(rules, gardens, request):
        return None
    added = [
        [(cell, number) for cell, number in enumerate(garden) if number and cell not in board.diagonal]
        for garden in gardens
    ]
    turns = _turns_before(rules, request, added, 0)
    if turns is None:
        return None
    events: list[Event] = [
        {"event": "setup", "player": player, "clover": gardens[player - 1][cell], "cell": board.names[cell]}
        for player in players
        for cell in board.diagonal
    ]
    turns = _turns_before(rules, request, added, -len(turns) % rules.players) or turns
    first = turns[0]["player"] if turns else request.to_move
    return [*events, {"event": "start", "first": first, "pile": rules.dealt, "middle": []}, *turns]


def _turns_before(rules: Rules, request: SetTable, added: Added, lent: int) -> list[Event] | None:
    """Give turns in which clovers were added and left; in so many more, clovers were left that were taken later.

    None where players have too few turns for it.
    """
    players, board = range(1, rules.players + 1), rules.board
    turns = sum(map(len, added)) + len(request.middle) + lent
    first = (request.to_move - 1 - turns) % rules.players + 1
    seats = list(islice(cycle((*range(first, rules.players + 1), *range(1, first))), turns))
    owner = max(players, key=lambda player: len(added[player - 1]))
    if len(added[owner - 1]) < lent or any(
        seats.count(player) < len(added[player - 1]) + seats[:lent].count(player) for player in players
    ):
        return None
    rest, left = list(map(list, added)), list(request.middle)
    later = [number for _, number in rest[owner - 1][:lent]]
    events = list[Event]()
    for at, seat in enumerate(seats):
        turn: Event = {"event": "turn", "player": seat, "from": "pile"}
        if at < lent:
            events.append(turn | {"clover": later[at], "action": "discard"})
        elif own := rest[seat - 1]:
            source = "middle" if seat == owner and len(own) <= lent else "pile"
            cell, number = own.pop()
            events.append(turn | {"from": source, "clover": number, "action": "place", "cell": board.names[cell]})
        else:
            events.append(turn | {"clover": left.pop(), "action": "discard"})
    return events


def set_up_events(rules: Rules, gardens: Sequence[Garden | None], one_by_one: bool) -> list[Event]:
    """Give the set-up that a program has made itself, from the gardens it shows."""
    names = rules.board.names
    laid = [
        (index, player, cell, number)
        for player, garden in enumerate(gardens, 1)
        for index, (cell, number) in enumerate((at, number) for at, number in enumerate(garden or ()) if number)
    ]
    laid.sort(key=lambda each: each[0] if one_by_one else each[1])
    return [
        {"event": "setup", "player": player, "clover": number, "cell": names[cell]} for _, player, cell, number in laid
    ]


def _whole(rules: Rules, gardens: list[Garden], request: SetTable) -> bool:
    """Tell whether a table can be the one of a game that goes on."""
    board = rules.board
    seen = Counter((*request.middle, *request.pile, *(number for garden in gardens for number in garden if number)))
    return (
        len(gardens) == rules.players
        and bool(request.pile)
        and all(len(garden) == board.side**2 and EMPTY in garden for garden in gardens)
        and all(garden[cell] for garden in gardens for cell in board.diagonal)
        and all(in_order(garden, board.before, board.after) for garden in gardens)
        and seen == Counter(dict.fromkeys(range(1, rules.top + 1), rules.sets))
    )


def deal(rng: Random, rules: Rules, style: str) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Give hands for the set-up, and the other clovers in the order of revealing."""
    clovers = [number for number in range(1, rules.top + 1) for _ in range(rules.sets)]
    rng.shuffle(clovers)
    side = rules.board.side
    hands = [clovers[start : start + side] for start in range(0, side * rules.players, side)]
    if style == "fill":
        hands = list(map(sorted, hands))
    return tuple(map(tuple, hands)), tuple(clovers[side * rules.players :])


def late_table(rng: Random, rules: Rules) -> SetTable | None:
    """Give a table near the end of a game: few clovers face down, or a garden with one empty cell.

    At some the last clover fills the last cell, at others players tie.
    """
    for request in islice(_late_tables(rng, rules), TRIES):
        if events_before(rules, request) is not None:
            return request
    return None


def _late_tables(rng: Random, rules: Rules) -> Iterator[SetTable]:
    for _ in range(4 * TRIES):  # on some small boards no game comes so far
        game = RandomGame(rng, rules, rng.choice(("fill", "fill", "any", "leave")), first=1)
        game.set_up()
        seat, near = 1, rng.random() < 0.5
        while not game.over and len(game.pile) > MOST_LEFT:
            game.turn(seat)
            seat = game.next(seat)
            if near and any(garden.count(EMPTY) == 1 for garden in game.gardens):
                break
        if game.over:
            continue
        pile, middle = list(game.pile), list(game.middle)
        if near:
            seat = min(range(1, rules.players + 1), key=lambda player: game.gardens[player - 1].count(EMPTY))
            pile, middle = _last_one_fits(rules, game.gardens[seat - 1], pile, middle)
        gardens = tuple(write_garden(rules.board.side, garden) for garden in game.gardens)
        yield SetTable(rules.players, gardens, tuple(middle), tuple(pile), seat)


def _last_one_fits(rules: Rules, garden: Garden, pile: list[int], middle: list[int]) -> tuple[list[int], list[int]]:
    """Leave face down one clover that fits the empty cell, and put the others into the middle."""
    cell = garden.index(EMPTY)
    low, high = span(garden, rules.board.before[cell], rules.board.after[cell], rules.top)
    fitting = next((number for number in pile if low <= number < high), pile[0])
    rest = list(pile)
    rest.remove(fitting)
    return [fitting], middle + rest
