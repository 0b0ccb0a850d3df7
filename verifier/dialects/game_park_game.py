"""A game in a record of Game Park, action by action."""

from collections import deque
from collections.abc import Callable, Sequence

from verifier.dialect import Event, scribe_of
from verifier.dialects.game_park_record import At, Move, ParkAction, ParkRecord, Text, contradiction
from verifier.key_values import cell_at

DRAW, LAY, DRAW_FOR_EVERYONE, CONCEDE = 0, 1, 2, 3


class ParkGame:
    """The state of reading one game: what was revealed and not yet laid, and what must still lie face down."""

    def __init__(self, header: Event, record: ParkRecord, text: Text) -> None:
        initial = record.initial_state
        self.log_writer, self.record, self.text = scribe_of(header), record, text
        self.begun = False  # whether a clover was revealed in a turn
        self.revealed: tuple[int | None, int | None] | None = None  # who reveals, and which clover
        pile = None if initial is None else initial.face_down_clovers
        self.pile = None if pile is None else deque(clover.number for clover in pile)
        self.middle = None if initial is None else initial.face_up_clovers
        hands = [] if initial is None else initial.players
        self.hands = [None if hand.clovers is None else [clover.number for clover in hand.clovers] for hand in hands]
        self.common: list[int] = []  # what was revealed for everybody, and is not laid yet
        shows = record.final_state is not None and record.actions and record.actions[-1].move.type == LAY
        self.last = len(record.actions) - 1 if shows else -1  # the action after which lies what the final state shows

    def told(self, index: int, action: ParkAction) -> list[Event]:
        """Give the events that a move makes: none where it goes on with the next one."""
        move, player = action.move, self.player(index, action)
        if move.type == LAY:
            return self._lay(player, move, index)
        if move.type == DRAW:
            return self._draw(player, move, index)
        if move.type == DRAW_FOR_EVERYONE:
            return self._draw_for_everyone(move, index)
        if move.type == CONCEDE:
            return self.log_writer.write({"event": "concede", "player": player})
        raise contradiction(At(self.text, index), f"there is no move of type {str(move.type)[:20]}")

    def player(self, index: int, action: ParkAction) -> int | None:
        """Give whose move it is, None where the record does not tell. Raises Unreadable."""
        player, of_move = action.player, action.move.player
        if player is not None and of_move is not None and player != of_move:
            message = f"the action is of player {player}, but its move of player {of_move}"
            raise contradiction(At(self.text, index), message)
        return player if of_move is None else of_move

    def follow(self, index: int, action: ParkAction) -> list[Event]:
        """Give the events of what a move brought about of itself, such as the next clover for everyone."""
        events: list[Event] = []
        for move in action.consequences or ():
            if move.type in (LAY, DRAW, DRAW_FOR_EVERYONE):
                events += self.told(index, ParkAction(move))
        return events

    def _next(self) -> int | None:
        """Take the next face-down clover, if the record says which one it is."""
        return self.pile.popleft() if self.pile else None

    def _draw(self, player: int | None, move: Move, index: int) -> list[Event]:
        if self.revealed is not None:
            raise contradiction(At(self.text, index), "a clover is revealed, but the one before was not laid")
        seen = self.number(move, index)
        self._begin()
        self.begun = True
        hidden = self._next()
        if seen is not None and hidden is not None and seen != hidden:
            message = f"a {seen} is revealed, but the next face-down clover is a {hidden}"
            raise contradiction(At(self.text, index), message)
        self.revealed = player, seen if seen is not None else hidden
        return []

    def _draw_for_everyone(self, move: Move, index: int) -> list[Event]:
        seen = [clover.number for clover in move.clover] if isinstance(move.clover, list) else None
        hidden = [self._next() for _ in range(len(self.hands))] if self.pile is not None else []
        if seen is not None and hidden and sorted(seen) != sorted(number or 0 for number in hidden):
            message = f"{_listed(seen)} are revealed, but the next face-down clovers are {_listed(hidden)}"
            raise contradiction(At(self.text, index), message)
        self.common += seen or [number for number in hidden if number is not None]
        return []

    def number(self, move: Move, index: int) -> int | None:
        """Give the clover of a move that has one. Raises Unreadable where it has several."""
        if isinstance(move.clover, list):
            raise contradiction(At(self.text, index), "a list of clovers in a move of one clover")
        return None if move.clover is None else move.clover.number

    def _begin(self) -> None:
        """Note what lies on the table, as long as play may not have begun."""
        if self.begun or self.pile is None or self.log_writer.start.get("pile") == len(self.pile):
            return
        self.log_writer.start = {"pile": len(self.pile)}
        if self.middle is not None:
            self.log_writer.start["middle"] = [clover.number for clover in self.middle]

    def _lay(self, player: int | None, move: Move, index: int) -> list[Event]:
        number = self.number(move, index)
        revealed, self.revealed = self.revealed, None
        if revealed is not None:
            who, drawn = revealed
            if who is not None and player is not None and who != player:
                message = f"player {who} reveals a clover, but player {player} lays it"
                raise contradiction(At(self.text, index), message)
            if drawn is not None and number is not None and drawn != number:
                raise contradiction(At(self.text, index), f"a {drawn} was revealed, but a {number} is laid")
            number = drawn if number is None else number
        elif not self.begun:
            self._begin()
        event: Event = {"event": "lay", "player": player, "clover": number}
        event["from"] = "pile" if revealed is not None else "middle"
        if move.row == -1 and move.column == -1:
            event["action"] = "discard"
        else:
            event["cell"] = cell_at(move.column, move.row)
        if index == self.last:
            event |= self.shown()
        events = self.log_writer.write(event)
        if not self.begun and events[-1]["event"] == "setup":
            self.from_hand(player, number, index)
        return events

    def from_hand(self, player: int | None, number: int | None, index: int) -> None:
        """Take a clover that is laid before play from those that the player has, if the record says which these are.

        Raises Unreadable where it is not among them.
        """
        hand = self.hands[player - 1] if player is not None and 0 < player <= len(self.hands) else None
        if number is None or (hand is None and not self.common):
            return
        for held in (hand or [], self.common):
            if number in held:
                held.remove(number)
                return
        has = _listed(sorted([*(hand or []), *self.common]))
        raise contradiction(At(self.text, index), f"player {player} lays a {number}, but has {has}")

    def shown(self) -> Event:
        """Give what the final state shows, which is what lies there after the last move."""
        final, shown = self.record.final_state, Event()
        if final is not None and final.face_down_clovers is not None:
            shown["pile"] = len(final.face_down_clovers)
        if final is not None and final.face_up_clovers is not None:
            shown["middle"] = [clover.number for clover in final.face_up_clovers]
        return shown

    def end(self) -> list[Event]:
        """Give the result where play is over, and a break where the record ends within a turn."""
        if self.revealed is not None:
            return [{"event": "stop", "reason": "the record ends behind a revealed clover"}]
        result = self.log_writer.result()
        return [] if result is None else [result]

    def compare(self) -> None:
        """Raise Unreadable where the gardens of the final state are not those that the moves made."""
        message = self.unlike(self.log_writer.lies)
        if message:
            raise contradiction(At(self.text, 0, "finalState"), message)

    def unlike(self, lies: Callable[[int, str], int | None]) -> str:
        """Say where the final state shows another number than lies there, nothing where it does not."""
        if self.record.final_state is None or self.revealed is not None:
            return ""
        for player, hand in enumerate(self.record.final_state.players, 1):
            for row, clovers in enumerate(hand.garden):
                for column, clover in enumerate(clovers):
                    cell, shown = cell_at(column, row), 0 if clover is None else clover.number
                    laid = lies(player, cell or "")
                    if laid is not None and laid != shown:
                        message = (
                            f"the final state shows {_a(shown)} on {cell} in the garden of player {player}, "
                            f"but the moves leave {_a(laid)} there"
                        )
                        conceded = any(action.move.type == CONCEDE for action in self.record.actions)
                        return "" if conceded else message
        return ""


def _a(number: int) -> str:
    return f"a {number}" if number else "nothing"


def _listed(numbers: Sequence[int | None]) -> str:
    return " ".join("?" if number is None else str(number) for number in numbers[:20]) or "none"
