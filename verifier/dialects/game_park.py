"""Game Park's own records: the moves of a game, with the initial state (server) or without it (spectator)."""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from verifier.dialect import HEADER_HELP, USUAL, Dialect, Event, LinesAtOnce, Source, Spot, Told, complete, usual_header
from verifier.dialects.game_park_game import DRAW_FOR_EVERYONE, ParkGame
from verifier.dialects.game_park_readings import SoundReadings
from verifier.dialects.game_park_record import At, Behind, ParkRecord, Text, contradiction
from verifier.dialects.game_park_turns import PlainTurns
from verifier.source import Unreadable


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
        text = Text(source.document(as_written=True))
        record = text.decoded()
        header = _header(record, text, source)
        yield header, _beginning(record, text)
        game = ParkGame(header, record, text)
        game.log_writer.shows = source.derives and game.pile is not None
        yield from self._played(game, text)

    def lines(self, source: Source) -> Iterator[Told | LinesAtOnce]:
        text = Text(source.document(as_written=True))
        record = text.decoded()
        header = _header(record, text, source)
        readings = SoundReadings(header)
        yield header, _beginning(record, text)
        players = header.get("players") if header.get("game") == USUAL.key else None
        plain = PlainTurns(ParkGame(header, record, text), players if isinstance(players, int) else 0)
        try:
            whole = plain.read()
        except Unreadable:
            whole = False  # it is raised where its turn comes
        if whole:
            readings.lines, readings.size = plain.lines, sum(map(len, plain.lines))
            yield plain.batch(text)
        else:
            for event, spot in self._played(ParkGame(header, record, text), text):
                if header.get("variants") is None:
                    readings.add(event)
                yield event, spot
        if header.get("variants") is None:
            source.later.append(readings.notes)

    def _played(self, game: "ParkGame", text: Text) -> Iterator[tuple[Event, At | Behind]]:
        record, initial = game.record, game.record.initial_state
        shown = At(text, 0, "initialState.faceDownClovers")
        for index, action in enumerate(record.actions):
            for event in game.told(index, action):
                yield event, At(text, index) if event["event"] != "start" or initial is None else shown
            yield from ((event, At(text, index)) for event in game.follow(index, action))
        last = At(text, 0, "finalState") if record.final_state is not None else Behind(text)
        for event in game.end():
            yield event, last
        game.compare()


def _beginning(record: ParkRecord, text: Text) -> Spot:
    """Give where a record tells how the game begins."""
    return text.whole if record.stated_first is UNSET else At(text, 0, "initialState")


def _header(record: ParkRecord, text: Text, source: Source) -> Event:
    """Give the header of the game. Raises Unreadable where the record contradicts itself, or that is no beginning."""
    _check(record, text)
    return complete(usual_header(source.mapping, **_facts(record)), HEADER_HELP)


def _check(record: ParkRecord, text: Text) -> None:
    """Raise Unreadable where the options say something else than the initial state, or that is no beginning."""
    options, initial = record.options, record.initial_state
    if initial is None:
        return
    if options is not None:
        for what, said, other in (
            ("players", options.players, len(initial.players) or None),
            ("isBrunoVariant", options.is_bruno_variant, initial.is_bruno_variant),
            ("isMichaelVariant", options.is_michael_variant, initial.is_michael_variant),
        ):
            if said is not None and other is not None and said != other:
                message = f"the options say {_json(said)} of {what}, the initial state {_json(other)}"
                raise contradiction(At(text, 0, "options"), message)
    if any(clover is not None for hand in initial.players for row in hand.garden for clover in row):
        place = At(text, 0, "initialState").place()
        message = "the record begins in the middle of a game: clovers lie in the gardens of its initial state"
        raise Unreadable("LOG014", message, "give the record from its beginning", place.line, place.column)


def _json(value: bool | int) -> str:
    return msgspec.json.encode(value).decode()


def _facts(record: ParkRecord) -> Event:
    """Give what the record says of the game; what it does not say is None, and what is only taken for granted derived.

    A record does not name the edition; without options and initial state the players are those that are seen.
    """
    told = [each for each in (record.options, record.initial_state) if each is not None]
    michael = next((each.is_michael_variant for each in told if each.is_michael_variant is not None), None)
    bruno = next((each.is_bruno_variant for each in told if each.is_bruno_variant is not None), None)
    players, derived = _players(record), ["edition"]
    if players is None:
        seen = {each.player if each.move.player is None else each.move.player for each in record.actions}
        players = max((player or 0 for player in seen), default=0)
        derived.append("players")
    if michael is None and _draws_for_everyone(record):
        michael = True
        derived.append("setup")
    setups = USUAL.editions[0].setups
    return {
        "edition": USUAL.editions[0].key,
        "setup": None if michael is None else setups[michael],
        "players": players or None,
        "variants": None if bruno is None else ["bruno"] if bruno else [],
        "source": "game-park",
        "derived": derived,
    }


def _players(record: ParkRecord) -> int | None:
    """Count the players, None where the record does not tell."""
    if record.initial_state is not None and record.initial_state.players:
        return len(record.initial_state.players)
    return None if record.options is None else record.options.players


def _draws_for_everyone(record: ParkRecord) -> bool:
    """Tell whether a clover is revealed for everybody, of itself or by a move."""
    follows = [action.consequences for action in record.actions if action.consequences]
    return DRAW_FOR_EVERYONE in {action.move.type for action in record.actions} or any(
        move.type == DRAW_FOR_EVERYONE for moves in follows for move in moves
    )


GAME_PARK = GamePark()
