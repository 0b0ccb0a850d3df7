"""Events that break a clause in a way that the engine sees by itself: the rest of them is as it must be.

A clover that does not ascend, one that does not lie there to be taken, another middle than the turn leaves, a turn
after the end, a start without the set-up. Such an event is made as any other is, and the step that clauses speak about
is built only where somebody asks for it.
"""

from functools import cache, partial

import msgspec

from models.known_breach import KnownBreach
from models.lucky_numbers import events
from models.lucky_numbers.bitboards import Act, Layout, Who
from models.lucky_numbers.clauses.ln101_sets import OneSetEach
from models.lucky_numbers.clauses.ln102_setup_count import DiagonalFull
from models.lucky_numbers.clauses.ln204_leave import LeaveRevealed
from models.lucky_numbers.clauses.ln205_take import TakeFaceUp
from models.lucky_numbers.clauses.ln206_middle import MiddleKept
from models.lucky_numbers.clauses.ln301_ascending import Ascending
from models.lucky_numbers.clauses.ln303_exchange import Exchange
from models.lucky_numbers.clauses.ln401_full_garden import FullGarden
from models.lucky_numbers.clauses.ln402_last_clover import LastClover
from models.lucky_numbers.engine_state import EngineState, Position
from models.lucky_numbers.kernel import may_replace
from models.lucky_numbers.moves import Start, Turn
from models.lucky_numbers.snapshot import step_from
from models.lucky_numbers.table import Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.clause import ClauseId

_decode = msgspec.json.Decoder(events.TurnEvent).decode
LEFT, KEPT, EXCHANGED = LeaveRevealed.id, MiddleKept.id, Exchange.id
WRONG_MIDDLE = {each: (each,) for each in (LEFT, KEPT, EXCHANGED)}
WRONG_START = {
    (pile, set_up): (*([OneSetEach.id] if pile else []), *([DiagonalFull.id] if set_up else []))
    for pile in (False, True)
    for set_up in (False, True)
}


# states LN204, LN205, LN206, LN401, LN402 as known breaches, tied by
# tests/test_known_breaches.py::test_what_the_engine_knows_to_be_broken_is_what_the_clauses_say
def breach_in(
    engine: EngineState, line: bytes, parts: tuple[Who, Act], shown: bytes, base: EngineState, left: int
) -> KnownBreach | None:
    """Make a turn that breaks nothing but these clauses, and say which of them it breaks.

    None, and nothing has changed, where it is not seen that it keeps all others. `shown` is the end of the line, from
    the height of the pile on, `base` the engine as it stood before some turns, `left` counts the lines behind.
    The hot path of faulty logs, so one function over local names.
    """
    (player, number, takes, against, own), (cell, out, old, leaves) = parts
    layout, comma, pile, middle = engine.layout, engine.style.comma, engine.pile, engine.middle
    garden, heap, shown_by = engine.gardens[player], middle, LEFT
    absent = descends = False
    late = None
    if player != engine.to_move and (engine.to_move or not engine.may_begin()):
        late = _after_end(engine, player)
        if late is None:
            return None
    if takes is None:
        pile -= 1
        if pile < 0 or not engine.hidden[number]:
            return None
    elif cell is None:
        return None
    else:
        heap = heap.replace(takes, comma, 1)
        absent = heap == middle
    lies, enters = 0, number
    if cell is not None:
        lies, shown_by = layout.number_on(garden, cell), KEPT
        if (out is None) == (lies > 0) or (out and out != lies):
            return None
        enters = lies
        if out is not None:
            shown_by = EXCHANGED
            if not out:
                _, _, old, leaves = layout.exchange(cell, lies)
        equal = lies == number and not may_replace(lies, number, engine.rules.equal_exchange)
        descends = equal or garden & against[cell] != old
        garden += own[cell] - leaves
        if late and out is None and garden >= layout.full:
            return None
    if enters:
        heap += layout.tokens[comma][enters]
    told: bytes | None = b""
    if absent or descends or late:
        told = engine.shown(shown, pile, heap)
        if told is None:
            return None
    if told:
        clauses = _broken(absent, descends, None, late)
    else:
        told = engine.told
        if not told or not _all_numbers(told, engine.alike, layout, comma):
            return None
        clauses = _broken(absent, descends, shown_by, late)
    position = engine.position()
    if takes is None:
        engine.hidden[number] -= 1
    engine.gardens[player], engine.pile, engine.middle = garden, pile, told
    engine.turns += 1
    engine.told = b""
    engine.last, engine.drawn, engine.to_move = player, takes is None, engine.following[player]
    engine.first = engine.first or player
    engine.played_on = engine.played_on or late is not None
    engine.end_by(player)
    make = partial(_step, base, position, line)
    return KnownBreach(clauses, player, Turn, engine.turns, line, left, make)


def other_middle(
    engine: EngineState,
    line: bytes,
    parts: tuple[Who, Act],
    base: EngineState,
    position: Position,
    left: int,
) -> bytes:
    """Note that all that is wrong about a turn is the middle it shows, and give that; nothing where more may be wrong.

    `position` is what the turn is made at, the others are those of `breach_in`.
    """
    told = engine.told
    if not _all_numbers(told, engine.alike, engine.layout, engine.style.comma):
        return b""
    (player, _, _, _, _), (cell, out, _, _) = parts
    clauses = WRONG_MIDDLE[LEFT if cell is None else KEPT if out is None else EXCHANGED]
    make = partial(_step, base, position, line)
    assert engine.known is not None
    engine.known.append(KnownBreach(clauses, player, Turn, position[-1] + 1, line, left, make))
    return told


@cache
def _broken(
    absent: bool, descends: bool, shown_by: "ClauseId | None", late: "ClauseId | None"
) -> "tuple[ClauseId, ...]":
    """Name what is broken, in the order of the clauses."""
    broken = [TakeFaceUp.id] if absent else []
    if descends:
        broken.append(Ascending.id)
    broken += [each for each in (shown_by, late) if each is not None]
    return tuple(sorted(broken))


def _after_end(engine: EngineState, player: int) -> "ClauseId | None":
    """Name the clause that ends play with the turn before that of a player, whose turn it would be next.

    None where it is another player's, or something else has happened since.
    """
    if engine.ended is None or engine.last is None or player != engine.following[engine.last]:
        return None
    if engine.played_on or engine.closed or engine.stopped or engine.conceded:
        return None
    return FullGarden.id if engine.ended[0] == "full" else LastClover.id


def _all_numbers(told: bytes, alike: int, layout: Layout, comma: bytes) -> bool:
    """Tell whether a middle is written as numbers of the game; what stands before `alike` is."""
    ends = -len(comma)
    if alike and (len(told) == alike or told[alike:ends] in layout.numerals):
        return True
    return told == comma or layout.numerals.issuperset(told[-ends:ends].split(comma))


def _step(base: EngineState, position: Position, line: bytes) -> Step:
    return step_from(base.at(position), _decode(line))


# states LN101, LN102 as known breaches, tied by
# tests/test_known_breaches.py::test_a_start_that_is_known_to_be_wrong_breaks_what_the_clauses_say
def wrong_start(engine: EngineState, event: events.StartEvent) -> KnownBreach | None:
    """Say what a start breaks that nothing is wrong about but the pile it shows and the set-up before it.

    None where that is not seen.
    """
    rules, pile = engine.rules, event.pile
    if pile is None or not 0 < pile <= rules.clovers or engine.series.key is not None:
        return None
    if engine.turns or engine.first or engine.drawn or engine.middle != engine.style.comma:
        return None
    if max(engine.gardens) >= engine.layout.full:
        return None
    clauses = WRONG_START[pile != rules.dealt, engine.placed.count(rules.board.side) != rules.players]
    base = engine.moment()
    base.placed = [*engine.placed]
    line, left = engine.given
    return KnownBreach(clauses, None, Start, None, line, left, partial(_start, base, engine.position(), event))


def _start(base: EngineState, position: Position, event: events.StartEvent) -> Step:
    return step_from(base.at(position), event)
