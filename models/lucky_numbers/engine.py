"""The fast engine: replays the lines of a log, move by move.

It allows a move only if every clause does; in all doubt it says no and changes nothing, and the clauses are asked
about the step (`step`, `adopt`). That both agree is what the tests compare event by event. Longer than other modules:
the hot loops and the moves share all fields of one class.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from operator import length_hint
from typing import Any

import msgspec

from models.lucky_numbers import events
from models.lucky_numbers.bitboards import STYLES, Act, Who, piles_of
from models.lucky_numbers.editions import SIDE, TOP
from models.lucky_numbers.engine_state import EngineState, Position, same_numbers, without_copy
from models.lucky_numbers.kernel import may_replace, middle_changes, winners

TYPE_CHECKING = False
if TYPE_CHECKING:
    from models.known_breach import KnownBreach
    from models.lucky_numbers.table import Step, Table

# fmt: off
COVERS = frozenset((
    "LN101", "LN102", "LN103", "LN104",
    "LN201", "LN203", "LN204", "LN205", "LN206", "LN207", "LN208", "LN209",
    "LN301", "LN302", "LN303",
    "LN401", "LN402", "LN403", "LN404",
    "LN501", "LN502",
    "LN601", "LN602", "LN603",
))
# fmt: on
_winners_of = lru_cache(maxsize=1024)(winners)
_encode = msgspec.json.Encoder().encode


class Engine(EngineState):
    """One game of a log."""

    covers = COVERS

    def opening(self, event: events.GameEvent) -> bool:
        """Declare the printed game."""
        rules = self.rules
        printed = rules.board.side == SIDE and rules.top == TOP and rules.sets == rules.players
        return printed and not rules.again and self.series.key is None

    # --- undecoded lines

    def take(self, lines: Iterator[bytes]) -> bytes | None:
        """Make the moves of lines as long as they are seen to keep every clause; give the first that is not.

        Where somebody wants to know of them, turns of which is seen what they break are made too.
        """
        self.standing = None
        while True:
            self.refused = False
            line = self._turns(lines) if self.playing else self._setups(lines)
            if line is None or self.refused:
                break
            if not self._unplain(line) and not (self.refused and self._breaks(line, lines)):
                break
        if line is not None:
            self.given = line, length_hint(lines)
        return line

    def _turns(self, lines: Iterator[bytes]) -> bytes | None:
        """Make plain turns; give the first line that is none, or None at the end.

        The hot path of every log, so one loop over local names. A line is cut before its action and where it shows
        the pile: what the first two parts mean is remembered by their text, so that they need not be decoded again,
        and the third is compared with the text that must stand there. Nothing is changed before all is checked.
        """
        # states LN201, LN203, LN204, LN205, LN206, LN207, LN301, LN302, LN303, LN401, LN402 as hot loop, tied by
        # tests/test_small_boards.py::test_engine_clauses_and_slow_judge_agree_on_every_turn_of_a_tiny_game
        if not (self.to_move or self.may_begin()):
            return next(lines, None)
        layout, style, strict = self.layout, self.style, not self.rules.equal_exchange
        cut_action, cut_pile, _, comma, shows = style
        whos, acts, tokens, full = layout.whos[comma], layout.acts, layout.tokens[comma], layout.full
        gardens, hidden, following = self.gardens, self.hidden, self.following
        piles, inside = piles_of(self.rules.clovers, style), slice(len(comma), -len(comma))
        if self.pile >= len(piles):
            return next(lines, None)
        self.silent, self.only_pile, self.told = 0, 0, b""
        known = None if layout.ways or self.series.key is not None else self.known
        first_turn = turns = self.turns
        begun, base, going = 0, None, True
        line: bytes | None
        while going:
            pile, middle, to_move, last = self.pile, self.middle, self.to_move, self.last
            taken, ends, over = None if self.drawn else b"", False, False
            made, heap_text = turns, middle[inside] + b"]}"
            for line in lines:
                first_part, _, then = line.partition(cut_action)
                then, cut, tail = then.partition(cut_pile)
                try:
                    who, act = whos[first_part], acts[then]
                except KeyError:
                    read = self.reader.read(first_part, then, comma)
                    if read is None:
                        break
                    who, act = read
                player, number, takes, against, own = who
                cell, out, old, leaves = act
                if player != to_move:
                    if to_move or not self.may_begin():
                        self.refused = to_move != 0
                        break
                    begun = to_move = player
                garden = gardens[player]
                if cell is None:
                    if takes is not None:
                        self.refused = True
                        break
                    enters = tokens[number]
                else:
                    if out is None:
                        enters = b""
                    else:
                        if not out:
                            out = layout.number_on(garden, cell)
                            _, _, old, leaves = layout.exchange(cell, out)
                        if not out or (out == number and strict):
                            self.refused = not layout.ways
                            break
                        enters = tokens[out]
                    if garden & against[cell] != old:
                        self.refused = not layout.ways
                        break
                    garden += own[cell] - leaves
                    if garden >= full:
                        if self.ended:
                            break
                        ends = True
                if takes is None:
                    copies, left = hidden[number], pile - 1
                    if left < 1 or not copies:
                        if left or not copies or self.ended:
                            break
                        ends = True
                    heap = middle + enters if enters else middle
                else:
                    left, heap = pile, middle.replace(takes, comma, 1)
                    if heap == middle:
                        self.refused = True
                        break
                    heap += enters
                if shows:
                    heap_text = heap_text if heap is middle else heap[inside] + b"]}"
                    if tail != piles[left] + heap_text:
                        if takes is not None:  # another copy may have been taken
                            heap = without_copy(middle, takes, comma, tail, len(piles[left])) + enters
                            heap_text = heap[inside] + b"]}"
                        if takes is None or tail != piles[left] + heap_text:
                            told = self.shown(tail, left, heap)
                            if not told:
                                if told is not None and known is not None and self.told:
                                    base, first = base or self.moment(), self.first or (begun if last else None)
                                    drawn = taken is None
                                    position = tuple(gardens), tuple(hidden), pile, middle, last, first, drawn, turns
                                    told = _other_middle()(self, line, (who, act), base, position, length_hint(lines))
                                if not told:
                                    self.refused = told is not None
                                    break
                            heap, heap_text = told, told[inside] + b"]}"
                elif tail or not cut:
                    break
                if takes is None:
                    hidden[number] = copies - 1
                gardens[player] = garden
                turns += 1
                pile, middle = left, heap
                last, taken, to_move = player, takes, following[player]
                if ends:
                    over, line = True, next(lines, None)
                    break
            else:
                line = None
            self.pile, self.middle = pile, middle
            if turns != made:
                self.turns, self.to_move, self.last, self.drawn = turns, to_move, last, taken is None
                self.first = self.first or begun
            if over:
                self.end_by(player)
            going = False
            if line is not None and self.refused and cut and known is not None:
                base = base or self.moment()
                found = _breach_in()(self, line, (who, act), tail, base, length_hint(lines))
                if found is not None:
                    known.append(found)
                    turns, going, self.refused = self.turns, True, False
        if turns != first_turn:
            self.told_by(turns - first_turn, shows=shows)
        return line

    # states LN101, LN102, LN103, LN501, LN502 as hot loop, tied by
    # tests/test_agreement.py::test_a_mutilated_log_is_judged_alike_by_all
    def _setups(self, lines: Iterator[bytes]) -> bytes | None:
        """Place the clovers of the set-up; give the first line that does not, or None at the end."""
        if self.closed or self.stopped:
            return next(lines, None)
        known_of, placed, hidden, gardens = self.layout.setups.get, self.placed, self.hidden, self.gardens
        side, one_by_one, pile = self.rules.board.side, self.rules.one_by_one, self.pile
        line: bytes | None
        for line in lines:
            known = known_of(line) or self.reader.learn_setup(line)
            if known is None:
                break
            player, number, bits, clover = known
            count, garden = placed[player], gardens[player]
            if not hidden[number] or garden & bits or count >= side or pile < 1:
                break
            if one_by_one and count > min(placed):
                break
            placed[player] = count + 1
            hidden[number] -= 1
            gardens[player] = garden + clover
            pile -= 1
        else:
            line = None
        self.pile = pile
        return line

    def _unplain(self, line: bytes) -> bool:
        """Make a turn that is not plain, given undecoded."""
        if not self.playing or b'"action"' not in line:
            return False
        style = self.style
        text, cut, tail = line.partition(style.pile)
        if not (style.shows and cut):
            if not self._write_like(line):
                return False
            style = self.style
            text, cut, tail = line.partition(style.pile)
        parts = self.reader.parts(text, style) if cut else None
        self.silent = self.only_pile = 0
        if parts is None or not self._turn(*parts, lambda left, heap: self.shown(tail, left, heap)):
            return False
        self.told_by(1, shows=style.shows)
        return True

    def _write_like(self, line: bytes) -> bool:
        """Go on in the style in which a turn is written; tell whether one is."""
        style = next((style for style in STYLES if style.action in line and style.pile in line), None)
        if style is None:
            return False
        if style is self.style:
            return True
        numbers = self.numbers()
        self.style = style
        self.lay(numbers)
        return True

    # --- moves

    # states LN201, LN203, LN204, LN205, LN207, LN208, LN302 as engine, tied by
    # tests/test_small_boards.py::test_engine_clauses_and_slow_judge_agree_on_every_turn_of_a_tiny_game
    def _turn(self, who: Who, act: Act, shown: Callable[[int, bytes], bytes | None]) -> bool:
        """Make a turn, plain or not: it may be the first or the last one, or earn another one."""
        self.refused = True
        layout, tokens = self.layout, self.layout.tokens[self.style.comma]
        player, number, takes, against, own = who
        cell, out, old, leaves = act
        begins = not self.to_move and self.may_begin()
        if player != self.to_move and not begins:
            return False
        left, heap = self.pile, self.middle
        if takes is None:
            left -= 1
            if left < 0 or not self.hidden[number]:
                return False
        else:
            heap = heap.replace(takes, self.style.comma, 1)
            if heap == self.middle:
                return False
        garden, twins = self.gardens[player], 0
        if cell is None:
            if takes is not None:
                return False
        else:
            if out == 0:
                out = layout.number_on(garden, cell)
                _, _, old, leaves = layout.exchange(cell, out)
            if out is not None and not (out and may_replace(out, number, self.rules.equal_exchange)):
                return False
            wrong = garden & against[cell] ^ old
            twins = wrong & layout.twins(cell, number) if wrong else 0
            if wrong != twins:
                return False
            garden += own[cell] - leaves
        _, enters = middle_changes(takes is not None, cell is not None, number, out or 0)
        told = shown(left, heap + tokens[enters] if enters else heap)
        if not told:
            self.refused = told is not None
            return False
        self.gardens[player], self.pile, self.middle = garden, left, told
        self.last, self.drawn, self.to_move = player, takes is None, self.following[player]
        self.turns += 1
        if self.drawn:
            self.hidden[number] -= 1
        if begins:
            self.first = player
        if twins:
            self.again_after, self.to_move = self.turns, player
        self.end_by(player)
        self.refused = False
        return True

    def _breaks(self, line: bytes, lines: Iterator[bytes]) -> bool:
        """Make a turn that was refused if all it breaks is seen by itself, where somebody wants to know."""
        layout, style = self.layout, self.style
        text, cut, tail = line.partition(style.pile)
        if self.known is None or not cut or layout.ways or self.series.key is not None:
            return False
        parts = self.reader.parts(text, style)
        if parts is None:
            return False
        found = _breach_in()(self, line, parts, tail, self.moment(), length_hint(lines))
        if found is None:
            return False
        self.known.append(found)
        self.told_by(1, shows=style.shows)
        return True

    # --- events

    def make(self, event: events.Event) -> bool:
        """Make the move of an event if it keeps every clause."""
        made = MAKE[type(event)](self, event)
        if made:
            self.standing = None
        return made

    def turn(self, event: events.TurnEvent) -> bool:
        """Take a turn that is not written as logs usually are."""
        if self.refused or not self.playing or event.gardens is not None:
            return False
        who = self.reader.who(event.player, event.clover, event.source, self.style.comma)
        act = self.reader.act(event.action, event.cell, event.out)
        if who is None or act is None:
            return False
        return self._turn(who, act, lambda left, heap: self._as_told(event, left, heap))

    def _as_told(self, event: events.TurnEvent, left: int, heap: bytes) -> bytes:
        """Give the middle in the order an event shows it; nothing unless it shows the pile and middle it must."""
        if event.pile is not None and event.pile != left:
            return b""
        if event.middle is None:
            return heap
        comma = self.style.comma
        told = b"".join([comma, *[b"%d" % number + comma for number in event.middle]])
        return told if same_numbers(told, heap, comma) else b""

    def setup(self, event: events.SetupEvent) -> bool:
        """Place a clover before play; what is not written as logs usually are is written so first."""
        if self.playing or self.reader.setup(event) is None:
            return False
        return self._setups(iter((_encode(event),))) is None

    # states LN101, LN102 as engine, tied by
    # tests/test_agreement.py::test_a_mutilated_log_is_judged_alike_by_all
    def start(self, event: events.StartEvent) -> bool:
        """Begin to play."""
        rules, first = self.rules, event.first
        if self.playing or self.closed or self.stopped or self.conceded or event.middle:
            return False
        if first is not None and (not 0 < first <= rules.players or self.series.key is not None):
            return False
        wrong = event.pile is not None and event.pile != rules.dealt
        if wrong or self.placed.count(rules.board.side) != rules.players:
            found = None if self.known is None else _wrong_start()(self, event)
            if self.known is None or found is None:
                return False
            self.known.append(found)
            self.pile = self.pile if event.pile is None else event.pile
        self.playing = True
        self.first = first
        if first is not None:
            self.to_move = first
        return True

    # states LN404, LN602 as engine, tied by
    # tests/test_agreement.py::test_a_mutilated_log_is_judged_alike_by_all
    def end(self, event: events.EndEvent) -> bool:
        """Name the result."""
        if self.ended is None or self.closed or self.stopped or self.conceded:
            return False
        by, empty, _ = self.ended
        named = _winners_of(empty, by == "full")
        if event.winners is not None and sorted(event.winners) != named:
            return False
        if event.empty is not None and tuple(event.empty) != empty:
            return False
        if event.points is not None or self.series.key is not None:
            points = [2 if player in named else -count for player, count in enumerate(empty, 1)]
            if event.points is not None and event.points != points:
                return False
            if self.series.key is not None:
                self._played(tuple(points))
        self.closed = True
        return True

    def stop(self, event: events.StopEvent) -> bool:
        """Break off."""
        if self.stopped:
            return False
        if self.closed:
            return True
        self.stopped = True
        self.to_move = 0
        self._settle()
        return True

    def stand(self, table: "Table") -> None:
        """Let `step` and `trial` go by a table; what is made next is made of what was made last, or adopted."""
        self.standing, self.first = table, table.first
        self.settled = self.settled or (self.series.key is not None and len(table.series) != len(self.series.games))
        self.series.games = table.series

    def finished(self) -> bool:
        """Tell whether a result was named."""
        return self.closed

    def table(self) -> "Table":
        """Give the table as it lies, as clauses read it."""
        from models.lucky_numbers.snapshot import table_of

        return table_of(self)

    def step(self, event: events.Event) -> "Step":
        """Give what the event does, allowed or not, as a step that clauses judge. Raises Malformed."""
        from models.lucky_numbers.snapshot import step_from

        return step_from(self, event)

    def trial(self, event: events.Event) -> "tuple[Step, str] | None":
        """Give the step a refused event asked for and what it asked for, None where that cannot be told."""
        from models.lucky_numbers.snapshot import trial_from

        assert isinstance(event, events.RefusedEvent)
        return trial_from(self, event)

    def adopt(self, step: "Step") -> None:
        """Go on from the table after a step."""
        from models.lucky_numbers.snapshot import load

        load(self, step)


@cache
def _breach_in() -> "Callable[[Engine, bytes, tuple[Who, Act], bytes, EngineState, int], KnownBreach | None]":
    from models.lucky_numbers.known_breaches import breach_in

    return breach_in


@cache
def _other_middle() -> "Callable[[Engine, bytes, tuple[Who, Act], EngineState, Position, int], bytes]":
    from models.lucky_numbers.known_breaches import other_middle

    return other_middle


@cache
def _wrong_start() -> "Callable[[Engine, events.StartEvent], KnownBreach | None]":
    from models.lucky_numbers.known_breaches import wrong_start

    return wrong_start


def _never(engine: Engine, event: object) -> bool:
    return False


MAKE: dict[type, Callable[[Engine, Any], bool]] = {
    events.GameEvent: _never,
    events.SetupEvent: Engine.setup,
    events.StartEvent: Engine.start,
    events.TurnEvent: Engine.turn,
    events.RefusedEvent: _never,
    events.GapEvent: _never,
    events.ShownEvent: _never,
    events.ConcedeEvent: _never,
    events.EndEvent: Engine.end,
    events.StopEvent: Engine.stop,
    events.TournamentEvent: _never,
}
