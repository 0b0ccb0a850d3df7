"""Under which variants a record of Game Park is sound that does not tell which ones were played."""

from itertools import chain, product
from operator import length_hint

import msgspec

from models.reading import Malformed, Reading
from verifier.dialect import USUAL, Event
from verifier.dialects.own import encoded
from verifier.event_decoder import decoder_of
from verifier.finding import Finding
from verifier.judge import binding_for, judge
from verifier.line import read_header
from verifier.note import Note

READING = "LOG104"
VARIANTS: tuple[list[str], ...] = ([], ["bruno"])
AT_ONCE = 32  # lines that are judged before it is asked whether something is broken
FIRST = 2  # the number of the line behind the header
TURN = b'{"event":"turn"'
MOST = 1 << 22  # bytes of events that are judged once more


class SoundReadings:
    """The events of a record, to be judged under each of the variants that it may have been played with."""

    def __init__(self, header: Event) -> None:
        self.header, self.lines, self.size = header, list[bytes](), 0
        self.in_turn = False

    def add(self, event: Event) -> None:
        """Keep an event."""
        if self.size <= MOST:
            line = encoded({key: value for key, value in event.items() if key != "derived"})
            self.lines.append(line)
            self.size += len(line)

    def notes(self, wrong: int | None) -> list[Note]:
        """Name the variants under which nothing is broken, where something is without them.

        `wrong` is the number of the first line that breaks something, where that is known.
        """
        if self.size > MOST or (wrong is None and self._sound({})):
            return []
        if wrong is not None:
            self._in_turn(wrong - FIRST)
        stated = self.header.get("setup")
        setups = USUAL.editions[0].setups if stated is None else (stated,)
        usual = self.header.get("edition") == USUAL.editions[0].key  # else no set-up may mean another one
        sound, hopeless = list[Event](), [VARIANTS[0]] if usual and self.in_turn else []
        for setup, variants in product(setups, VARIANTS):
            way = {"setup": setup, "variants": variants}
            if variants in hopeless or not (self._unusual(way) or not usual):
                continue
            if self._sound(way):
                sound.append(way)
            elif self.in_turn:
                hopeless.append(variants)
        fewest = min((len(self._unusual(way)) for way in sound), default=0)
        return [self._note(way) for way in sound if len(self._unusual(way)) == fewest]

    def _in_turn(self, line: int) -> None:
        """Note whether what was found broken last is a turn, so that it is broken whatever the set-up was."""
        self.in_turn = 0 <= line < len(self.lines) and self.lines[line].startswith(TURN)

    def _unusual(self, way: Event) -> Event:
        """Give what of a way to play is not usual, and not what the record says."""
        usual = {"setup": USUAL.editions[0].setups[0], "variants": []}
        return {key: value for key, value in way.items() if value not in (usual[key], self.header.get(key))}

    def _sound(self, facts: Event) -> bool:
        self.in_turn = False
        header = encoded({key: value for key, value in {**self.header, **facts}.items() if key != "derived"})
        try:
            if self._breaks(header):
                return False
        except (Malformed, msgspec.MsgspecError, ValueError, RecursionError):
            pass  # a judge may know what was meant
        blocks = (self.lines[at : at + AT_ONCE] for at in range(0, len(self.lines), AT_ONCE))
        results = judge("", chain(([header],), blocks), Reading())
        return all(result.outside for result in results if isinstance(result, Finding))

    def _breaks(self, header: bytes) -> bool:
        """Tell whether an engine comes to a step that breaks a rule, at a glance: no more is said of it.

        Raises Malformed, or what decoding raises.
        """
        game, event = read_header(header)
        engine, lines = game.engine(event, Reading(), game.series()), iter(self.lines)
        if game.uncovered(engine.covers):
            return False
        makes, decode = engine.opening, decoder_of(game).decode
        while True:
            if not makes(event):
                step = engine.step(event)
                move: type = type(step.move)
                if not all(clause.holds(step) for clause in binding_for(game, move)):
                    self._in_turn(len(self.lines) - length_hint(lines) - 1)
                    return True
                engine.adopt(step)
            line = engine.take(lines)
            if line is None:
                return False
            makes, event = engine.make, decode(line)

    def _note(self, facts: Event) -> Note:
        said = self._unusual(facts)
        lines = ", ".join(f"{key} = {msgspec.json.encode(value).decode()}" for key, value in said.items())
        message = f"played with {lines or 'no variant'}, nothing in this record is broken; the record does not tell"
        help = f"if it was so, say it under [header] of a mapping (--mapping): {lines or 'variants = []'}"
        return Note(READING, message, help, None, 1)
