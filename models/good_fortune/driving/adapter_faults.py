"""What can be wrong with an adapter, in words for its author, and where to change it."""

from models.checked_talk import hedged
from models.driving import Check, Request

COUNTED_FROM_1 = (
    "in the branches for `choose` and `lay`, and in `to_move`, `holder` and `chosen`: players are 1 and 2, so a list"
)
COUNTED_FROM_1 += " of the program that counts from 0 is read at player - 1"
NUMBERED = "in the branch for `choose`, and wherever tiles are named: a tile is the number printed on it, from 1 on"
LATEST = "call the program first, then write `shows` from what it is then"


def other_player(fault: str, requests: tuple[Request, ...]) -> Check:
    """Tell that players are counted from 0, or in another order."""
    return Check("players", fault, COUNTED_FROM_1, True, True, requests)


def numbered_otherwise(asked: int, shown: int, request: Request) -> Check:
    """Tell that another tile shows than was asked for."""
    how = ": tiles are counted from 0" if abs(asked - shown) == 1 else ""
    return Check("tiles", f"the {asked} was asked for, and the {shown} shows{how}", NUMBERED, True, True, (request,))


def wrong_count(key: str, count: int, request: Request) -> Check:
    """Tell that a list with a place for each player has more or fewer."""
    help = f"where `{key}` is written: one for each player, that of player 1 first"
    return Check("shows", f"`{key}` is shown of {count} players, not of 2", help, True, True, (request,))


def chosen_zero(request: Request) -> Check:
    """Tell that a 0 stands where no tile is chosen."""
    return Check("shows", "`chosen` holds a 0", "write null where no tile is chosen", shown_by=(request,))


def not_dealt(fault: str, certain: bool, request: Request) -> Check:
    """Tell that a program which claims to `deal` deals otherwise."""
    help = "in the branch for `new`: give the program `hands` and `line`, from left to right, and show them so, or"
    help += " leave `deal` out of `can`"
    help = hedged(help, certain, "tells its line from right to left")
    return Check("deal", fault, help, certain, certain, (request,))


def not_begun_anew(key: str, request: Request) -> Check:
    """Tell that a second game goes on with the first one's table."""
    fault = f"a second `new` shows other {key} than the first one: the game before is not over"
    help = "in the branch for `new`: make a new game of the program, or leave `again` out of `can`"
    return Check("several games", fault, help, True, True, (request,))


def first_choice_refused(who: str, why: str, request: Request) -> Check:
    """Tell that nobody may choose at all."""
    fault = f"`to_move` shows {who}, and the first choice of the game is refused"
    help = f"in the branch for `choose`: {why[:80] or 'no reason is given'}; this is also what a program does that lets"
    return Check("choose", fault, f"{help} another player begin", certain=False, shown_by=(request,))


def nothing_changed(do: str, legal: bool, requests: tuple[Request, ...]) -> Check:
    """Tell that an answer says ok and the table is as before."""
    if legal:
        help = (
            f"in the branch for `{do}`: {LATEST}; where the program says that it has not done it, the answer is not ok"
        )
        return Check(do, f"`{do}` is answered ok, but nothing new shows", help, True, True, requests)
    fault = f"an illegal `{do}` is answered ok, but nothing has changed: the program refused it"
    help = f"in the branch for `{do}`: look at what the program returns, and answer"
    help += ' {"ok":false,"why":...} where it refuses'
    return Check("refusals", fault, help, True, True, requests)


def shown_late(do: str, requests: tuple[Request, ...]) -> Check:
    """Tell that what is shown is the table before the request."""
    fault = "`shows` is one answer late: it holds the table before the request"
    return Check("shows", fault, f"in the branch for `{do}`: {LATEST}", True, True, requests)


def lost_on_refusal(do: str, requests: tuple[Request, ...]) -> Check:
    """Tell that behind a refused request a legal one is refused too."""
    help = f"in the branch for `{do}`: leave what was chosen and laid as it is when the program refuses"
    help = hedged(help, False, "ends a turn by a refusal")
    fault = f"after a refused `{do}` a legal one is refused too"
    return Check("refusals", fault, help, certain=False, shown_by=requests)


def other_end(end: str, certain: bool, request: Request) -> Check:
    """Tell that a tile shows at the other end than it was laid."""
    fault = f"a tile laid on the {end} shows on the other end of the line: left and right are swapped"
    help = "in the branch for `lay`, or where `line` is written: the first tile of `line` is the left end"
    help = hedged(help, certain, "lays on the wrong end")
    return Check("ends", fault, help, certain, certain, (request,))


def listed_other_end(listed: str, legal: str, certain: bool, request: Request) -> Check:
    """Tell that the legal moves name the other end."""
    fault = f"the legal moves are {listed} where {legal} alone is legal: left and right are swapped"
    help = "in the branch for `legal`: `left` is the end that `line` begins with"
    help = hedged(help, certain, "tells its line from right to left, or has another tile due")
    return Check("ends", fault, help, certain, certain, (request,))


def strange_move(move: str, laying: bool, certain: bool, request: Request) -> Check:
    """Tell that the legal moves are not written as they must be."""
    help = "in the branch for `legal`: write the tiles that may be chosen as texts, like `12`, and with a tile that is"
    help += " to be laid `left` and `right`"
    help = hedged(help, certain, "has another thing due")
    when = "a tile is to be laid" if laying else "a tile is to be chosen"
    fault = f"the legal moves hold {move[:40]!r} where {when}"
    return Check("legal moves", fault, help, certain, certain, (request,))


def no_moves(request: Request) -> Check:
    """Tell that no moves are listed at all."""
    fault = "the answers to `legal` hold no `moves`, neither before a tile is chosen nor where one is to be laid"
    help = 'in the branch for `legal`: answer {"moves":[...]}, or leave `legal` out of `can`'
    return Check("legal moves", fault, help, shown_by=(request,))


def still_in_hand(request: Request) -> Check:
    """Tell that a tile is in hand and in the line."""
    return Check(
        "lay",
        "a tile that was laid is shown in a hand",
        "in `hands`: show what is in hand now",
        certain=False,
        shown_by=(request,),
    )


def other_collection(request: Request) -> Check:
    """Tell that a tile that was won shows with the other player."""
    fault = "a tile that was won shows in the collection of the other player"
    help = hedged("in `collections`: that of player 1 comes first", False, "gives it to the other")
    return Check("players", fault, help, certain=False, shown_by=(request,))
