"""The codes of what makes a log unreadable; ids are permanent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One way in which a log cannot be read: what it is, and what to do about it."""

    id: str
    title: str
    statement: str
    remedy: str


CODES = (
    Code(
        "LOG001",
        "cannot be opened or read",
        "The path does not exist, may not be read, is a folder without logs, or vanished or changed while it was read.",
        "Check the path. Folders are searched for names ending in .jsonl, .ndjson and their .gz forms.",
    ),
    Code(
        "LOG002",
        "no game in it",
        "The log holds no event at all.",
        "A log has one JSON object a line; the first one is the `game` event.",
    ),
    Code(
        "LOG003",
        "not plain UTF-8 text",
        "The log is binary, UTF-16, or begins with a byte order mark.",
        "Write UTF-8 without a byte order mark.",
    ),
    Code(
        "LOG004",
        "not JSON",
        "The line is not one complete JSON object: cut off, damaged, or something else.",
        "Write one whole JSON object a line (JSON Lines).",
    ),
    Code(
        "LOG005",
        "line too long",
        "A line is longer than the limit, which keeps a damaged log from filling the memory.",
        "Write one event a line, or raise --max-line (bytes).",
    ),
    Code(
        "LOG006",
        "compressed log damaged or too large",
        "The gzip data is cut off or damaged, or unpacks to more than the limit.",
        "Pack the log again, or raise --max-unpacked (bytes).",
    ),
    Code(
        "LOG007",
        "not an event of the format",
        "The object is no known event, or lacks a key it must have, or a key has a value of the wrong type.",
        "`cloverproof schema log` prints the JSON Schema of all events.",
    ),
    Code(
        "LOG008",
        "a value that does not exist in the game",
        "A player, cell or number that this game does not have, such as player 7, cell e9 or number 21.",
        "Players count from 1, cells are named a1, b1 ..., numbers go from 1 to the highest of the game.",
    ),
    Code(
        "LOG009",
        "no header",
        "An event comes before any `game` event, so nothing says which game and edition it belongs to.",
        'Begin each game with a line {"event":"game","format":"cloverproof/1","game":...,"edition":...,"players":...}.',
    ),
    Code(
        "LOG010",
        "a header that cannot be judged by",
        "The header asks for a format, game, edition, set-up, house rule or size for which no rules are known.",
        "Check the header; --edition judges by another edition than the log names.",
    ),
    Code(
        "LOG011",
        "an event out of place",
        "An event stands where it means nothing: a second start or result, an event after `stop`, a header right "
        "behind a header, a tournament's result without its games.",
        "The events of a game are: game, setup ..., start, turn ..., then end or stop.",
    ),
    Code(
        "LOG012",
        "a needed fact was not recorded",
        "A value is null or missing without which the turn cannot be judged, and what follows neither.",
        "Record player, source, clover, action and cell of each turn.",
    ),
)
