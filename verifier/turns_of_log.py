"""The turns of a recorded game, each with the table before it."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from models.game import Game, GameEngine
from models.games import GAMES
from models.position import Position
from models.reading import Malformed, Reading
from verifier.judge import broken
from verifier.line import Header
from verifier.mending import mended_line

STOPS = (msgspec.MsgspecError, ValueError, RecursionError)


class LogFault(Exception):
    """A place in a log that cannot be used: what is wrong, what would help, the line."""

    def __init__(self, message: str, help: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.message, self.help, self.line = message, help, line


class Recorded(Struct, frozen=True):
    """One turn of a log: which game of the file and which turn of it (from 1), where it stands, what was decided.

    `choices` are its decisions, each a position and the name of the move; empty where a solver has no form for it, and
    then `why` says so. `breaks` names the clauses it breaks.
    """

    game: int
    turn: int
    line: int
    player: int
    choices: tuple[tuple[Position, str], ...]
    breaks: tuple[str, ...] = ()
    why: str = ""


def recorded_turns(lines: Iterable[bytes], reading: Reading) -> Iterator[tuple[Game, Recorded]]:
    """Give the turns of all games of a log. Raises LogFault where a line cannot be read."""
    model: Game | None = None
    play: GameEngine | None = None
    games = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        line = mended_line(line, model)
        try:
            head = msgspec.json.decode(line, type=Header)
            if head.event == "game":
                model, games = _game(head, number), games + 1
                if reading.material is not None and not model.offers("material"):
                    raise LogFault(model.lacks("material"), "leave out --tiles", number)
                event = msgspec.json.decode(line, type=model.events)
                play = model.engine(event, reading, model.series())
                continue
            if model is None or play is None:
                raise LogFault(f"a {head.event[:20]!r} event before any game", "a log begins with its header", number)
            event = msgspec.json.decode(line, type=model.events)
            recorded = None if isinstance(event, model.refused) else _recorded(model, play, event, games, number)
            if not isinstance(event, model.refused):
                play.adopt(play.step(event))
        except Malformed as wrong:
            raise LogFault(wrong.message, wrong.help, number) from None
        except STOPS as wrong:
            raise LogFault(f"this is no event of a log: {_worded(wrong)}", "see `validate`", number) from None
        if recorded is not None:
            yield model, recorded


def _worded(wrong: Exception) -> str:
    """Say why a line cannot be read."""
    text = str(wrong)[:100]
    return "the line ends before its JSON object does" if text == "Input data was truncated" else text


def _game(head: Header, number: int) -> Game:
    game = next((game for game in GAMES if game.key == head.game and game.offers("positions")), None)
    if game is None:
        known = ", ".join(game.key for game in GAMES if game.offers("positions"))
        raise LogFault(f"positions of the game {str(head.game)[:40]!r} cannot be solved", f"known: {known}", number)
    return game


def _recorded(model: Game, play: GameEngine, event: object, games: int, number: int) -> Recorded | None:
    table, turn = play.table(), play.turns + 1
    choices: tuple[tuple[Position, str], ...] = ()
    why = ""
    try:
        choices = model.positions().at(table, event)
        if not choices:
            return None
    except Malformed as wrong:
        if wrong.sort != "value":
            raise
        why = wrong.message
    step = play.step(event)
    breaks = tuple(clause.id for clause in broken(model, step) if clause.kind(step) == "breach")
    player = getattr(event, "player", None) or (choices[0][0].mover if choices else 0)
    return Recorded(games, turn, number, player, choices, breaks, why)


def position_at(
    lines: Iterable[bytes], reading: Reading, turn: int, game: int = 1, revealed: bool = False
) -> tuple[Game, Position]:
    """Give the position before a turn of a game, with what was drawn in that turn in hand if `revealed`.

    Raises LogFault where there is no such turn, or a solver has no form for its position.
    """
    most = games = 0
    for model, recorded in recorded_turns(lines, reading):
        games = recorded.game
        if recorded.game != game:
            continue
        most = recorded.turn
        if recorded.turn == turn:
            if recorded.why:
                raise LogFault(recorded.why, "", recorded.line)
            choices = tuple(each for each in recorded.choices if each[0].drawn or not revealed)
            if not choices:
                raise LogFault("no clover was revealed in this turn", "leave out --revealed", recorded.line)
            position = choices[0][0]
            if not position.mover:
                raise LogFault("play was over before this turn", "", recorded.line)
            return model, position
    if not most:
        raise LogFault(
            f"there is no game {game} with turns", f"the last game with turns is game {games}" if games else ""
        )
    raise LogFault(f"game {game} of the log has {most} turn{'' if most == 1 else 's'}", f"there is no turn {turn}")
