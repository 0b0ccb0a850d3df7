"""What can be wrong with an adapter, in words for its author, and where to change it."""

from collections.abc import Iterator, Sequence

from models.checked_talk import hedged
from models.driving import Check, Request
from models.lucky_numbers.garden import Board

COUNTED_FROM_1 = (
    "in the branches for `take` and `put`, and in `to_move`: players count from 1, so a list of the program"
)
COUNTED_FROM_1 += " that counts from 0 is read at player - 1, and `to_move` is its index + 1"
COLUMN_THEN_ROW = (
    "the letter of a cell is its column, from the left, the digit its row, from above; `gardens` is written"
)
COLUMN_THEN_ROW += " row by row, the first row first"
LATEST = "in the branch for `put`: call the program first, then write `shows` from what it is then"


def _mirrored(board: Board, cell: int) -> Iterator[tuple[str, int]]:
    last = board.side - 1
    column, row = cell % board.side, cell // board.side
    yield "row and column are swapped", column * board.side + row
    yield "columns are counted from the right", row * board.side + last - column
    yield "rows are counted from below", (last - row) * board.side + column
    yield "rows and columns are counted from the wrong end", (last - row) * board.side + last - column
    yield "row and column are swapped and counted from the wrong end", (last - column) * board.side + last - row


def transposed(board: Board, cell: int) -> int:
    """Give the cell with row and column swapped."""
    return cell % board.side * board.side + cell // board.side


def shows_elsewhere(board: Board, asked: int, shown: int, where: str, request: Request) -> Check:
    """Tell that a clover shows on another cell than it was laid on."""
    how = next((words for words, cell in _mirrored(board, asked) if cell == shown), "cells are counted otherwise")
    fault = f"a clover laid on {board.names[asked]} shows on {board.names[shown]}: {how}"
    return _grave(
        "cells", fault, f"in the branch for `{where}`, or where `gardens` is written: {COLUMN_THEN_ROW}", request
    )


def listed_transposed(board: Board, cells: set[int], request: Request) -> Check:
    """Tell that the legal moves name cells with row and column swapped."""
    cell = next(cell for cell in sorted(cells) if transposed(board, cell) not in cells)
    fault = (
        f"lists {board.names[transposed(board, cell)]} where {board.names[cell]} is legal, and so on: row and column"
    )
    return _grave("cells", f"{fault} are swapped", f"in the branch for `legal`: {COLUMN_THEN_ROW}", request)


def other_garden(player: int, shown: int, request: Request) -> Check:
    """Tell that a clover shows in the garden of another player."""
    fault = f"a clover laid by player {player} shows in the garden of player {shown}"
    return _grave("players", fault, COUNTED_FROM_1, request)


def player_zero(fault: str, request: Request) -> Check:
    """Tell that players are counted from 0."""
    return _grave("players", fault, COUNTED_FROM_1, request)


def first_turn_refused(who: str, why: str, request: Request) -> Check:
    """Tell that no turn can be taken at all."""
    fault = f"`to_move` shows {who}, and the first turn of the game is refused"
    help = f"in the branch for `take`: {why[:80] or 'no reason is given'}; this is also what a program does that lets"
    help += " nobody begin"
    return Check("take", fault, help, certain=False, shown_by=(request,))


def player_ignored(asked: int, mover: int, requests: tuple[Request, ...]) -> Check:
    """Tell that whoever is named, the program's own player to move has the turn."""
    fault = f"a turn asked of player {asked} is taken by player {mover}: whose turn it is is not checked"
    help = 'in the branch for `take`: where `player` is not the one to move, answer {"ok":false,"why":"not your turn"}'
    return Check("turn order", fault, help, True, True, requests)


def nothing_changed(legal: bool, cell: str, requests: tuple[Request, ...]) -> Check:
    """Tell that an answer says ok and the table is as before."""
    if legal:
        help = f"{LATEST}; where the program says that it has not done it, the answer is not ok"
        return Check("put", f"a put on {cell} is answered ok, but {cell} shows nothing new", help, True, True, requests)
    fault = f"an illegal put on {cell} is answered ok, but nothing has changed: the program refused it"
    help = (
        'in the branch for `put`: look at what the program returns, and answer {"ok":false,"why":...} where it refuses'
    )
    return Check("refusals", fault, help, True, True, requests)


def shown_late(requests: tuple[Request, ...]) -> Check:
    """Tell that what is shown is the table before the request."""
    return Check(
        "shows", "`shows` is one answer late: it holds the table before the request", LATEST, True, True, requests
    )


def other_clover(asked: int, shown: int, remembered: bool, request: Request) -> Check:
    """Tell that another clover is laid than was asked."""
    if remembered:
        help = "in the branch for `put`: forget the clover that you keep from `take` as soon as it is put"
        return _grave(
            "clover in hand", f"{asked} is laid, but {shown} shows, the clover of an earlier turn", help, request
        )
    help = "in the branch for `put`: in the set-up `clover` says which clover of the hand is laid"
    return _grave("clover in hand", f"{asked} is laid, but {shown} shows, another clover of the hand", help, request)


def held_on(number: int, request: Request) -> Check:
    """Tell that the clover in hand is shown after it was put."""
    if not number:
        return Check("clover in hand", "`held` is 0", "write null where no clover is in hand", shown_by=(request,))
    help = "in the branch for `put`: clear the clover that you keep in hand (null), or leave `held` out"
    return Check("clover in hand", "the clover that was put still shows as `held`", help, shown_by=(request,))


def same_again(number: int, certain: bool, requests: tuple[Request, ...]) -> Check:
    """Tell that takes name the clover of an earlier one."""
    fault = f"turn after turn the same {number} is taken from the pile"
    help = "in the branch for `take`: reveal a clover each time, and forget the one that was put"
    help = hedged(help, certain, "reveals what lies face up")
    return Check("clover in hand", fault, help, certain, certain, requests)


def no_clover(request: Request, *, grave: bool = True) -> Check:
    """Tell that a take names no clover; it is grave where nothing else that is shown tells it."""
    help = 'in the branch for `take`: add "clover", the number that is in hand now'
    return Check("take", "the answer to `take` names no clover", help, grave, True, (request,))


def unlike_held(clover: int, held: int, request: Request) -> Check:
    """Tell that the clover taken and the clover in hand differ."""
    fault = f'"clover" says {clover}, `held` shows {held}'
    return Check(
        "clover in hand",
        fault,
        "in the branch for `take`: both name the clover that was taken just now",
        shown_by=(request,),
    )


def lost_on_refusal(request: Request) -> Check:
    """Tell that behind a refused put a legal one is refused too."""
    fault = "after a refused put a legal one is refused too"
    help = hedged(
        "in the branch for `put`: keep the clover in hand until a put succeeds", False, "ends a turn by a refusal"
    )
    return Check("refusals", fault, help, certain=False, shown_by=(request,))


def remembered_refusal(request: Request) -> Check:
    """Tell that after a turn from the middle a legal put of a revealed clover is refused."""
    fault = "after a clover from the middle, a legal put of one from the pile is refused"
    help = "in the branch for `put`: forget the clover from the middle that you keep as soon as it is put (this is also"
    return Check(
        "clover in hand",
        fault,
        f"{help} what a program does that refuses legal cells)",
        certain=False,
        shown_by=(request,),
    )


def not_dealt(fault: str, certain: bool, requests: tuple[Request, ...]) -> Check:
    """Tell that a program which claims to `deal` deals otherwise."""
    help = (
        "in the branch for `new`: give the program `hands` and `pile`, its first number first to be revealed, or leave"
    )
    help += " `deal` out of `can`"
    help = hedged(help, certain, "reveals at random")
    return Check("deal", fault, help, certain, certain, requests)


def another_order(
    from_the_end: bool, drawn: Sequence[int], pile: Sequence[int], requests: tuple[Request, ...]
) -> Check:
    """Tell that the clovers of a table come in another order than they were sent."""
    fault = f"a table is sent with {', '.join(map(str, pile))} face down, and {', '.join(map(str, drawn))} are revealed"
    fault = f"clovers are revealed from the end of `pile` ({fault})" if from_the_end else fault
    help = "in the branch for `table`: give the program `pile`, its first number first to be revealed"
    help = hedged(help, from_the_end, "reveals at random")
    return Check("table", fault, help, from_the_end, from_the_end, requests)


def not_begun_anew(fault: str, requests: tuple[Request, ...]) -> Check:
    """Tell that a second game goes on with the first one's table."""
    help = "in the branch for `new`: make a new game of the program, or leave `again` out of `can`"
    return Check("several games", fault, help, True, True, requests)


def _grave(what: str, fault: str, help: str, request: Request) -> Check:
    return Check(what, fault, help, True, True, (request,))
