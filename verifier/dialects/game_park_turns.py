"""The turns of a record of Game Park of which nothing is unusual, as lines of our form, all at once."""

from collections.abc import Iterator

from models.game import GameEngine
from verifier.dialect import Event, LinesAtOnce
from verifier.dialects.game_park_game import DRAW, LAY, ParkGame
from verifier.dialects.game_park_record import At, Behind, Clover, ParkAction, Text
from verifier.dialects.own import encoded
from verifier.key_values import cell_at

LARGEST = 9  # rows and columns whose names are kept
CELLS = {(column, row): cell_at(column, row) for column in range(LARGEST) for row in range(LARGEST)} | {(-1, -1): ""}


class PlainTurns:
    """Reads the actions of a game; `lines` are its events, `at` the number of the action in which each stands.

    The set-up is read as in any record, and each turn goes on from there: who reveals a clover lays it, and all of it
    is told. Where that is not so, `read` says no, and nothing that was read counts.
    """

    def __init__(self, game: ParkGame, players: int) -> None:
        self.game, self.players = game, players
        self.lines: list[bytes] = []
        self.at: list[int] = []
        self.laid: dict[tuple[int, str], int] = {}

    def read(self) -> bool:
        """Read all actions; tell whether all of them are plain, and the record agrees with them."""
        actions = iter(enumerate(self.game.record.actions))
        return self._setup(actions) and self._turns(actions) and not self.game.unlike(self.lies)

    def batch(self, text: Text) -> LinesAtOnce:
        """Give what was read."""
        begins = "" if self.game.record.initial_state is None else "initialState.faceDownClovers"
        final = self.game.record.final_state

        def spot(line: int) -> At | Behind:
            if line == len(self.at):
                return Behind(text) if final is None else At(text, 0, "finalState")
            return At(text, 0, begins) if begins and line == self.start else At(text, self.at[line])

        return LinesAtOnce(self.lines, spot, self.ending)

    def ending(self, engine: GameEngine | None) -> bytes | None:
        """Give the result, where play is over, and add it to the lines."""
        writer = self.game.log_writer
        followed = writer.followed(list(self.lines)) if engine is None else engine
        result = None if followed is None else writer.result_by(followed)
        if result is None:
            return None
        self.lines.append(encoded(result))
        return self.lines[-1]

    def lies(self, player: int, cell: str) -> int | None:
        """Give the number on a cell, 0 where it is empty, None where nobody can tell."""
        number = self.laid.get((player, cell))
        return self.game.log_writer.lies(player, cell) if number is None else number

    def _add(self, index: int, events: list[Event]) -> None:
        for event in events:
            event.pop("derived", None)
            self.lines.append(encoded(event))
            self.at.append(index)

    def _setup(self, actions: Iterator[tuple[int, ParkAction]]) -> bool:
        """Read what is done before a clover is revealed, and that one."""
        for index, action in actions:
            move = action.move
            if move.type not in (DRAW, LAY) or action.consequences or (move.type == LAY and index == self.game.last):
                return False
            events = self.game.told(index, action)
            if move.type == DRAW:
                start: Event = {"event": "start", **self.game.log_writer.start}
                self.start = len(self.lines)
                self._add(index + 1, [start])
                return True
            if events[-1]["event"] != "setup":
                return False
            self._add(index, events)
        return False

    def _turns(self, actions: Iterator[tuple[int, ParkAction]]) -> bool:
        """Read the turns.

        The hot path of these records, so one loop over local names.
        """
        game, laid, lies, players, at = self.game, self.laid, self.game.log_writer.lies, self.players, self.at
        pile, last = game.pile, game.last
        texts: list[str] = []
        drawer, drawn = game.revealed or (None, None)
        game.revealed, revealed = None, True
        for index, action in actions:
            move, player = action.move, action.player
            clover, of_move, kind = move.clover, move.player, move.type
            if action.consequences or (player is not None and of_move is not None and player != of_move):
                return False
            player = player if of_move is None else of_move
            if clover is None:
                number = None
            elif type(clover) is Clover:
                number = clover.number
            else:
                return False
            if kind == DRAW:
                if revealed:
                    return False
                drawer, drawn, revealed = player, number, True
                if pile:
                    hidden = pile.popleft()
                    if number is not None and number != hidden:
                        return False
                    drawn = hidden
                continue
            name = CELLS.get((move.column, move.row))  # type: ignore[arg-type] # what is not there is no key
            if kind != LAY or name is None or player is None or not 0 < player <= players:
                return False
            if revealed:
                if drawer is not None and drawer != player:
                    return False
                if number is None:
                    number = drawn
                elif drawn is not None and drawn != number:
                    return False
            if number is None or number < 1:
                return False
            who = f'{{"event":"turn","player":{player},"from":"{"pile" if revealed else "middle"}","clover":{number}'
            revealed = False
            if not name:
                act = ',"action":"discard"'
            else:
                key = player, name
                old = laid[key] if key in laid else lies(player, name)
                if old is None:
                    return False
                laid[key] = number
                act = (
                    f',"action":"exchange","cell":"{name}","out":{old}' if old else f',"action":"place","cell":"{name}"'
                )
            if index == last:
                shown = encoded(game.shown())[:-1].decode()[1:]
                act = f"{act},{shown}" if shown else act
            texts.append(f"{who}{act}}}")
            at.append(index)
        if texts:
            self.lines += "\n".join(texts).encode().split(b"\n")
        return not revealed and bool(texts)
