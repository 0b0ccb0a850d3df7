"""Game Park's own records: the moves of a game, with the initial state (server) or without it (spectator)."""

from collections import deque
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from verifier.dialect import USUAL, Dialect, Event, Source, Told, scribe_of, usual_header
from verifier.document import Part, document_of
from verifier.facts import cell_at
from verifier.source import Unreadable

DRAW, LAY, DRAW_FOR_EVERYONE, CONCEDE = 0, 1, 2, 3
FACTS = {"player": ("move.playerId",), "clover": ("move.clover",), "cell": ("move.row", "move.column")}


class Clover(Struct, gc=False):
    """A clover as it stands in a record."""

    number: int


class Move(Struct, gc=False, rename={"player": "playerId"}):
    """A move; row and column count from 0, -1 and -1 leave the clover in the middle."""

    type: int
    player: int | None = None
    clover: Clover | list[Clover] | None = None
    row: int | None = None
    column: int | None = None


class Action(Struct, gc=False, rename={"player": "playerId"}):
    """What a player did."""

    move: Move
    player: int | None = None


class Options(Struct, rename="camel"):
    """The variants of a game."""

    players: int | None = None
    is_bruno_variant: bool | None = None
    is_michael_variant: bool | None = None


class Hand(Struct):
    """A player's garden and hand, as far as they matter."""

    garden: list[list[Clover | None]] = []


class State(Struct, rename="camel"):
    """All that lies on the table."""

    players: list[Hand] = []
    face_down_clovers: list[Clover] | None = None
    face_up_clovers: list[Clover] | None = None
    is_bruno_variant: bool | None = None
    is_michael_variant: bool | None = None


_action = msgspec.json.Decoder(Action).decode
_state = msgspec.json.Decoder(State).decode
_options = msgspec.json.Decoder(Options).decode


class GamePark(Dialect):
    """Game Park's own records.

    Stated: who lays which clover where, who reveals one, and in the server's form what lies on the table at the start
    and at the end. Derived: whether a clover is laid before play, added or exchanged, which one lay there, where it
    came from (revealed just before, or taken from the middle), the pile and the middle after each turn (server's form
    only), the end and the winners.
    """

    name = "game-park"
    title = "Game Park's own records, as the server or a spectator sees them"
    endings = (".json", ".json.gz")

    def missed(self, head: bytes) -> str:
        if not head.lstrip().startswith(b"{"):
            return "a JSON object"
        if b'"actions"' not in head and b'"initialState"' not in head:
            return 'the keys "actions" or "initialState"'
        return "" if b'"move"' in head or b'"faceDownClovers"' in head else 'actions with a "move"'

    def read(self, source: Source) -> Iterator[Told]:
        record = document_of(source.document())
        parts = record.members()
        actions = parts.get("actions")
        if actions is None:
            where = record.place()
            message = 'the record has no "actions"'
            raise Unreadable("LOG014", message, "give the whole record of the game", where.line, where.column)
        initial = _read(_state, parts.get("initialState"))
        options = _read(_options, parts.get("options"))
        moves = list(_moves(actions))
        players = _players(initial, options, moves)
        header = usual_header(source.mapping, **_facts(initial, options, moves, players))
        yield header, parts.get("initialState", record)
        game = _Game(header, initial, _read(_state, parts.get("finalState")), len(moves), players)
        game.scribe.shows = source.derives and game.pile is not None
        shown = parts["initialState"].at("faceDownClovers") if initial is not None else None
        for index, (part, action) in enumerate(moves):
            for event in game.told(index, action, part):
                yield event, part if event["event"] != "start" or shown is None else shown
        for event in game.end():
            yield event, parts.get("finalState") or _behind(actions)


def _behind(part: Part) -> Part:
    """Give the end of a list, where an end of play would stand."""
    return Part(part.document, part.end - 1, part.end, part.raw, part.pointer)


def _read(decode: Any, part: Part | None) -> Any:
    """Decode a part of the record, None where it is absent. Raises Unreadable."""
    if part is None or bytes(part.raw) == b"null":
        return None
    try:
        return decode(part.raw)
    except (msgspec.MsgspecError, RecursionError, ValueError) as fault:
        raise part.document.unreadable("LOG014", _why(fault), "give the record as it was written", part.start) from None


def _why(fault: Exception) -> str:
    return "a part of the record is nested too deeply" if isinstance(fault, RecursionError) else f"unexpected: {fault}"


def _moves(actions: Part) -> Iterator[tuple[Part, Action]]:
    for part in actions.elements(FACTS):
        yield part, _read(_action, part)


def _facts(initial: State | None, options: Options | None, moves: list[tuple[Part, Action]], players: int) -> Event:
    """Give what the record says of the game; what it does not say is None."""
    told = [each for each in (options, initial) if each is not None]
    michael = next((each.is_michael_variant for each in told if each.is_michael_variant is not None), None)
    bruno = next((each.is_bruno_variant for each in told if each.is_bruno_variant is not None), None)
    if michael is None and any(action.move.type == DRAW_FOR_EVERYONE for _, action in moves):
        michael = True
    setups = USUAL.editions[0].setups
    return {
        "edition": USUAL.editions[0].key,
        "setup": None if michael is None else setups[michael],
        "players": players,
        "variants": None if bruno is None else ["bruno"] if bruno else [],
        "source": "game-park",
    }


def _players(initial: State | None, options: Options | None, moves: list[tuple[Part, Action]]) -> int:
    """Count the players; a spectator sees them only by what they do."""
    if initial is not None and initial.players:
        return len(initial.players)
    if options is not None and options.players is not None:
        return options.players
    return max((action.move.player or action.player or 0 for _, action in moves), default=0)


class _Game:
    """The state of reading one game: what was revealed and not yet laid, and what must still lie face down."""

    def __init__(self, header: Event, initial: State | None, final: State | None, length: int, players: int) -> None:
        self.scribe, self.final, self.length, self.players = scribe_of(header), final, length, players
        self.begun = False  # whether a clover was revealed in a turn
        self.revealed: tuple[int | None, int | None] | None = None  # who reveals, and which clover
        pile = None if initial is None else initial.face_down_clovers
        self.pile = None if pile is None else deque(clover.number for clover in pile)
        self.middle = None if initial is None or initial.face_up_clovers is None else initial.face_up_clovers

    def told(self, index: int, action: Action, part: Part) -> list[Event]:
        """Give the events that a move makes: none where it goes on with the next one."""
        move = action.move
        player = move.player if move.player is not None else action.player
        if move.type == DRAW:
            return self._draw(player, move, part)
        if move.type == DRAW_FOR_EVERYONE:
            for _ in range(self.players if self.pile is not None else 0):
                self._next()
            return []
        if move.type == CONCEDE:
            return self.scribe.write({"event": "concede", "player": player})
        if move.type == LAY:
            return self._lay(player, move, part, last=index == self.length - 1)
        raise _contradiction(part, f"there is no move of type {str(move.type)[:20]}")

    def _next(self) -> int | None:
        """Take the next face-down clover, if the record says which one it is."""
        return self.pile.popleft() if self.pile else None

    def _draw(self, player: int | None, move: Move, part: Part) -> list[Event]:
        if self.revealed is not None:
            raise _contradiction(part, "a clover is revealed, but the one before was not laid")
        seen = move.clover.number if isinstance(move.clover, Clover) else None
        self._begin()
        self.begun = True
        hidden = self._next()
        if seen is not None and hidden is not None and seen != hidden:
            raise _contradiction(part, f"a {seen} is revealed, but the next face-down clover is a {hidden}")
        self.revealed = player, seen if seen is not None else hidden
        return []

    def _begin(self) -> None:
        """Note what lies on the table, as long as play may not have begun."""
        if self.begun or self.pile is None:
            return
        self.scribe.start = {"pile": len(self.pile)}
        if self.middle is not None:
            self.scribe.start["middle"] = [clover.number for clover in self.middle]

    def _lay(self, player: int | None, move: Move, part: Part, *, last: bool) -> list[Event]:
        number = move.clover.number if isinstance(move.clover, Clover) else None
        revealed, self.revealed = self.revealed, None
        if revealed is not None:
            who, drawn = revealed
            if who is not None and player is not None and who != player:
                raise _contradiction(part, f"player {who} reveals a clover, but player {player} lays it")
            if drawn is not None and number is not None and drawn != number:
                raise _contradiction(part, f"a {drawn} was revealed, but a {number} is laid")
            number = drawn if number is None else number
        else:
            self._begin()
        event: Event = {"event": "lay", "player": player, "clover": number}
        event["from"] = "pile" if revealed is not None else "middle"
        if move.row == -1 and move.column == -1:
            event["action"] = "discard"
        else:
            event["cell"] = cell_at(move.column, move.row)
        if last and self.final is not None:
            event |= self._shown(self.final)
        return self.scribe.write(event)

    @staticmethod
    def _shown(final: State) -> Event:
        """Give what the final state shows, which is what lies there after the last move."""
        shown: Event = {}
        if final.face_down_clovers is not None:
            shown["pile"] = len(final.face_down_clovers)
        if final.face_up_clovers is not None:
            shown["middle"] = [clover.number for clover in final.face_up_clovers]
        return shown

    def end(self) -> list[Event]:
        """Give the result where play is over, and a break where the record ends within a turn."""
        if self.revealed is not None:
            return [{"event": "stop", "reason": "the record ends behind a revealed clover"}]
        result = self.scribe.result()
        return [] if result is None else [result]


def _contradiction(part: Part, message: str) -> Unreadable:
    where = part.place()
    return Unreadable("LOG018", message, "the record contradicts itself here", where.line, where.column)


GAME_PARK = GamePark()
