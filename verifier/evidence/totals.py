"""The evidence of many logs: small, and the same in whatever order its parts are added."""

import os
from collections.abc import Mapping

import msgspec
from msgspec import Struct, field

from models.clause import Cite, Kind
from models.evidence import StepView
from models.view import View
from verifier.evidence.fairness import Shuffle
from verifier.verdict_counts import VerdictCounts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.infer.inferred import Inferred

MOST_KEYS = 500  # different texts that are counted under one heading
REST = "others"
MOST_NAMES = 5  # games that are named for one kind of breach


class ClauseCounts(Struct):
    """One clause: the steps it spoke about, those that broke it, those outside the edition, the logs that break it.

    `refused` counts legal moves refused; they are among `broken` and among the `occasions`.
    """

    occasions: int = 0
    broken: int = 0
    outside: int = 0
    refused: int = 0
    logs: int = 0

    @property
    def kept(self) -> int:
        """The steps that kept it."""
        return self.occasions - self.broken - self.outside

    def join(self, other: "ClauseCounts") -> None:
        """Add the marks of other logs."""
        self.occasions += other.occasions
        self.broken += other.broken
        self.outside += other.outside
        self.refused += other.refused
        self.logs += other.logs


class FindingPlace(Struct, frozen=True, order=True):
    """Where a finding stands; the smallest place has the fewest lines of its game before it.

    `name` is the path as the system has it, for not every path is text.
    """

    before: int
    name: bytes
    game: int
    line: int

    @property
    def path(self) -> str:
        """The path as programs pass it on."""
        return os.fsdecode(self.name)


class SmallestExample(Struct, frozen=True):
    """The smallest example of a kind of breach, with all there is to show of it.

    `field` is the key in `raw` whose value is wrong, `column` the place, from
    1, where it is no key. `views` are the table before and after it.
    """

    place: FindingPlace
    turn: int | None
    player: int | None
    message: str
    label: str
    help: str
    raw: str
    field: str = ""
    column: int | None = None
    cite: Cite | None = None
    scene: StepView | None = None
    views: tuple[View, View] | None = None


class Breach(Struct):
    """One kind of breach: how often it occurs, in how many games, its smallest example, and the first games by name."""

    game: str
    clause: str
    kind: Kind
    example: SmallestExample
    count: int = 0
    games: int = 0
    first: list[tuple[bytes, int]] = field(default_factory=list)

    def note(self, name: bytes, game: int) -> None:
        """Count a game that shows it."""
        self.games += 1
        self.first = sorted([*self.first, (name, game)])[:MOST_NAMES]

    def join(self, other: "Breach") -> None:
        """Add the same kind of breach in other logs."""
        self.first = sorted([*self.first, *other.first])[:MOST_NAMES]
        self.count += other.count
        self.games += other.games
        if other.example.place < self.example.place:
            self.example = other.example


class InferredCounts(Struct):
    """Records whose facts are missing, by what inferring came to; the facts that were missing where a game was found.

    `forced` counts those that can have been one value alone.
    """

    consistent: int = 0
    impossible: int = 0
    undecided: int = 0
    facts: int = 0
    forced: int = 0

    def add(self, inferred: "Inferred") -> None:
        """Count a record."""
        setattr(self, inferred.explained, getattr(self, inferred.explained) + 1)
        self.facts += len(inferred.found)
        self.forced += sum(each.forced for each in inferred.found)

    def join(self, other: "InferredCounts") -> None:
        """Add what was counted of other records."""
        for key in self.__struct_fields__:
            setattr(self, key, getattr(self, key) + getattr(other, key))


class EvidenceTotals(Struct):
    """All that logs show. Keys of clauses and of what else belongs to a game begin with the key of the game."""

    tally: VerdictCounts = field(default_factory=VerdictCounts)
    unfinished: int = 0
    games: dict[str, int] = field(default_factory=dict)
    headers: dict[str, int] = field(default_factory=dict)
    clauses: dict[str, dict[str, ClauseCounts]] = field(default_factory=dict)
    lacking: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)
    readings: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    ends: dict[str, dict[str, int]] = field(default_factory=dict)
    breaches: dict[str, Breach] = field(default_factory=dict)
    shuffles: dict[str, Shuffle] = field(default_factory=dict)
    unshuffled: int = 0
    inferred: InferredCounts = field(default_factory=InferredCounts)

    def join(self, other: "EvidenceTotals") -> None:
        """Add what other logs show."""
        self.tally.join(other.tally)
        self.unfinished += other.unfinished
        self.unshuffled += other.unshuffled
        self.inferred.join(other.inferred)
        add(self.games, other.games)
        add(self.headers, other.headers)
        for game, counts in other.ends.items():
            add(self.ends.setdefault(game, {}), counts)
        for game, answers in other.readings.items():
            for question, told in answers.items():
                add(self.readings.setdefault(game, {}).setdefault(question, {}), told)
        for game, facts in other.lacking.items():
            own = self.lacking.setdefault(game, {})
            for fact, (missing, of) in facts.items():
                before = own.get(fact, (0, 0))
                own[fact] = before[0] + missing, before[1] + of
        for game, marks in other.clauses.items():
            for clause, one in marks.items():
                self.clauses.setdefault(game, {}).setdefault(clause, ClauseCounts()).join(one)
        for key, breach in other.breaches.items():
            if key in self.breaches:
                self.breaches[key].join(breach)
            else:
                self.breaches[key] = msgspec.structs.replace(breach)
        for key, shuffle in other.shuffles.items():
            self.shuffles.setdefault(key, Shuffle(shuffle.top)).join(shuffle)


def add(counts: dict[str, int], others: Mapping[str, int]) -> None:
    """Add counts to counts. What would be too many different texts is counted together."""
    for key, count in others.items():
        known = key if key in counts or len(counts) < MOST_KEYS else REST
        counts[known] = counts.get(known, 0) + count


# Packed sums are longer than the numbers that message packs can hold, so they travel as bytes.


class _Shuffled(Struct):
    top: int
    games: int
    draws: list[int]
    seen: list[list[int]]
    chances: list[bytes]
    pairs: list[list[bytes]]


class _Stored(Struct):
    plain: EvidenceTotals
    shuffles: dict[str, _Shuffled]


_encode, _decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(_Stored).decode


def stored(evidence: EvidenceTotals) -> bytes:
    """Write evidence as bytes."""
    shuffles = {
        key: _Shuffled(
            one.top,
            one.games,
            one.draws,
            one.seen,
            [_bytes(sum_) for sum_ in one.chances],
            [[_bytes(sum_) for sum_ in row] for row in one.pairs],
        )
        for key, one in evidence.shuffles.items()
    }
    return _encode(_Stored(msgspec.structs.replace(evidence, shuffles={}), shuffles))


def restored(content: bytes) -> EvidenceTotals:
    """Read evidence from bytes. Raises msgspec.MsgspecError."""
    found = _decode(content)
    for key, one in found.shuffles.items():
        chances = [int.from_bytes(sum_) for sum_ in one.chances]
        pairs = [[int.from_bytes(sum_) for sum_ in row] for row in one.pairs]
        found.plain.shuffles[key] = Shuffle(one.top, one.games, one.draws, one.seen, chances, pairs)
    return found.plain


def _bytes(number: int) -> bytes:
    return number.to_bytes((number.bit_length() + 7) // 8)


def as_plain(evidence: EvidenceTotals) -> object:
    """Give evidence as plain values, equal for equal evidence."""
    return msgspec.msgpack.decode(stored(evidence))
