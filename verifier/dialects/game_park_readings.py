"""Under which variants a record of Game Park is sound that does not tell which ones were played."""

from itertools import chain, product

import msgspec

from models.reading import Reading
from verifier.dialect import USUAL, Event
from verifier.dialects.own import encoded
from verifier.finding import Finding
from verifier.judge import judge
from verifier.note import Note

READING = "LOG104"
VARIANTS: tuple[list[str], ...] = ([], ["bruno"])
AT_ONCE = 32  # lines that are judged before it is asked whether something is broken
MOST = 1 << 22  # bytes of events that are judged once more


class SoundReadings:
    """The events of a record, to be judged under each of the variants that it may have been played with."""

    def __init__(self, header: Event) -> None:
        self.header, self.lines, self.size = header, list[bytes](), 0

    def add(self, event: Event) -> None:
        """Keep an event."""
        if self.size <= MOST:
            line = encoded({key: value for key, value in event.items() if key != "derived"})
            self.lines.append(line)
            self.size += len(line)

    def notes(self) -> list[Note]:
        """Name the variants under which nothing is broken, where something is without them."""
        if self.size > MOST or self._sound({}):
            return []
        stated = self.header.get("setup")
        setups = USUAL.editions[0].setups if stated is None else (stated,)
        ways = [{"setup": setup, "variants": variants} for setup, variants in product(setups, VARIANTS)]
        usual = self.header.get("edition") == USUAL.editions[0].key  # else no set-up may mean another one
        sound = [way for way in ways if (self._unusual(way) or not usual) and self._sound(way)]
        fewest = min((len(self._unusual(way)) for way in sound), default=0)
        return [self._note(way) for way in sound if len(self._unusual(way)) == fewest]

    def _unusual(self, way: Event) -> Event:
        """Give what of a way to play is not usual, and not what the record says."""
        usual = {"setup": USUAL.editions[0].setups[0], "variants": []}
        return {key: value for key, value in way.items() if value not in (usual[key], self.header.get(key))}

    def _sound(self, facts: Event) -> bool:
        header = encoded({key: value for key, value in {**self.header, **facts}.items() if key != "derived"})
        blocks = (self.lines[at : at + AT_ONCE] for at in range(0, len(self.lines), AT_ONCE))
        results = judge("", chain(([header],), blocks), Reading())
        return all(result.outside for result in results if isinstance(result, Finding))

    def _note(self, facts: Event) -> Note:
        said = self._unusual(facts)
        lines = ", ".join(f"{key} = {msgspec.json.encode(value).decode()}" for key, value in said.items())
        message = f"played with {lines or 'no variant'}, nothing in this record is broken; the record does not tell"
        help = f"if it was so, say it under [header] of a mapping (--mapping): {lines or 'variants = []'}"
        return Note(READING, message, help, None, 1)
