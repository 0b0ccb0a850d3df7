"""The turns of a record of Game Park of which nothing is unusual, as lines of our form, all at once."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from models.game import GameEngine
from verifier.dialect import LinesAtOnce
from verifier.dialects.game_park_game import DRAW, LAY, ParkGame
from verifier.dialects.game_park_record import At, Behind, Clover, ParkAction, Text
from verifier.dialects.own import encoded
from verifier.key_values import cell_at

LARGEST = 9  # rows and columns whose names are kept
MOST_NUMBERS = 1000  # up to here the texts with a number are kept
WHO = '{"event":"turn","player":%d,"from":"%s","clover":'
SETUP = b'{"event":"setup","player":%d,"clover":%d,"cell":"%b"}'
DISCARD = b',"action":"discard"}'


class _Texts(dict[int, bytes]):
    """Texts that differ in one number: each is made where it is asked for first."""

    def __init__(self, before: str, behind: str = "") -> None:
        super().__init__()
        self.before, self.behind = before, behind

    def __missing__(self, number: int) -> bytes:
        text = f"{self.before}{number}{self.behind}".encode()
        if number < MOST_NUMBERS:
            self[number] = text
        return text


# What is done on a cell: its name, the text of adding a clover, those of exchanging one; no name where it is discarded.
Act = tuple[str, bytes, _Texts]

# The number on each cell where a player has laid one, the texts of revealing and of taking a clover.
Hand = tuple[dict[str, int], _Texts, _Texts]


def _act(name: str | None) -> Act:
    exchanged = _Texts(f',"action":"exchange","cell":"{name}","out":', "}")
    return name or "", f',"action":"place","cell":"{name}"}}'.encode(), exchanged


ACTS = {(column, row): _act(cell_at(column, row)) for column in range(LARGEST) for row in range(LARGEST)}
ACTS[-1, -1] = NOWHERE = _act(None)


@lru_cache(maxsize=16)
def _who(player: int) -> tuple[_Texts, _Texts]:
    return _Texts(WHO % (player, "pile")), _Texts(WHO % (player, "middle"))


class PlainTurns:
    """Reads the actions of a game; `lines` are its events, of which the first `start` ones tell the set-up.

    The set-up is read as in any record, and each turn goes on from there: who reveals a clover lays it, and all of it
    is told. Where that is not so, `read` says no, and nothing that was read counts.
    """

    def __init__(self, game: ParkGame, players: int) -> None:
        self.game, self.players = game, players
        self.lines: list[bytes] = []
        self.start = 0
        self.bare: int | None = None  # what lies where nothing was laid, None where nobody can tell
        self.hands: dict[int | None, Hand] = {}

    def read(self) -> bool:
        """Read all actions; tell whether all of them are plain, and the record agrees with them."""
        actions = iter(self.game.record.actions)
        return self._setup(actions) and self._turns(actions) and not self.game.unlike(self.lies)

    def batch(self, text: Text) -> LinesAtOnce:
        """Give what was read."""
        record, told = self.game.record, len(self.lines)

        def spot(line: int) -> At | Behind:
            if line == told:
                return Behind(text) if record.final_state is None else At(text, 0, "finalState")
            if line == self.start and record.initial_state is not None:
                return At(text, 0, "initialState.faceDownClovers")
            at.extend(islice(rest, max(0, line + 1 - len(at))))
            return At(text, at[line])

        at, rest = list[int](), self._at()
        return LinesAtOnce(self.lines, spot, self.ending)

    def _at(self) -> Iterator[int]:
        """Give the number of the action in which each line stands."""
        for index, action in enumerate(self.game.record.actions):
            if index == self.start:
                yield index + 1
            elif action.move.type == LAY:
                yield index

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
        hand = self.hands.get(player)
        return self.bare if hand is None else hand[0].get(cell, self.bare)

    def _setup(self, actions: Iterator[ParkAction]) -> bool:
        """Read what is done before a clover is revealed, and that one."""
        game, missing = self.game, [*self.game.log_writer.missing]
        self.bare = game.log_writer.lies(0, "")
        for index, action in enumerate(actions):
            move, player = action.move, game.player(index, action)
            if action.consequences:
                return False
            if move.type == DRAW:
                game.told(index, action)
                self.start = index
                self.lines.append(encoded({"event": "start", **game.log_writer.start}))
                return True
            number, hand = game.number(move, index), self._hand(player)
            cell, _, _ = ACTS.get((move.column, move.row), NOWHERE)  # type: ignore[arg-type] # None is no key
            if move.type != LAY or index == game.last or number is None or hand is None or not cell:
                return False
            if player is None or max(missing, default=0) <= 0:
                return False
            game.from_hand(player, number, index)
            missing[player - 1] -= 1
            garden, _, _ = hand
            garden[cell] = number
            self.lines.append(SETUP % (player, number, cell.encode()))
        return False

    def _hand(self, player: int | None) -> Hand | None:
        """Give what a player has, None where there is no such player."""
        hand = self.hands.get(player)
        if hand is None and player is not None and 0 < player <= self.players:
            hand = self.hands[player] = {}, *_who(player)
        return hand

    def _turns(self, actions: Iterator[ParkAction]) -> bool:
        """Read the turns.

        The hot path of these records, so one loop over local names.
        """
        game, hands, lines, pile, bare = self.game, self.hands, self.lines, self.game.pile, self.bare
        drawer, drawn = game.revealed or (None, None)
        game.revealed, revealed = None, True
        for action in actions:
            move, player = action.move, action.player
            clover, of_move, kind = move.clover, move.player, move.type
            if action.consequences:
                return False
            if player is None:
                player = of_move
            elif of_move is not None and player != of_move:
                return False
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
            act = ACTS.get((move.column, move.row))  # type: ignore[arg-type] # what is not there is no key
            hand = hands.get(player) or self._hand(player)
            if kind != LAY or act is None or hand is None:
                return False
            garden, revealing, taking = hand
            if revealed:
                if drawer is not None and drawer != player:
                    return False
                if number is None:
                    number = drawn
                elif drawn is not None and drawn != number:
                    return False
            if number is None or number < 1:
                return False
            text = revealing[number] if revealed else taking[number]
            revealed = False
            cell, added, exchanged = act
            if cell:
                old = garden.get(cell, bare)
                if old is None:
                    return False
                garden[cell] = number
                text += exchanged[old] if old else added
            else:
                text += DISCARD
            lines.append(text)
        if game.last >= 0 and (shown := game.shown()):
            lines[-1] = b"%b,%b" % (lines[-1][:-1], encoded(shown)[1:])
        return not revealed
