"""The codes of what makes a log unreadable, and of what is noted beside findings; ids are permanent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One way in which a log cannot be read, or a note on it: what it is, and what to do about it."""

    id: str
    title: str
    statement: str
    remedy: str


CODES = (
    Code(
        "LOG001",
        "cannot be opened or read",
        "The path does not exist, may not be read, is a folder without logs, or vanished or changed while it was read.",
        "Check the path. Folders are searched for names ending in .jsonl, .ndjson and their .gz forms, else in .json.",
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
        "The log is binary, UTF-16, or in another encoding.",
        "Write UTF-8.",
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
        "Players count from 1, cells are named a1, b1 ..., numbers go from 1 to the highest of the game, charms are "
        "the seven of the game.",
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
        "The events of a game: game, what comes before play (setup ..., start; or deal), turn ..., then end or stop.",
    ),
    Code(
        "LOG012",
        "a needed fact was not recorded",
        "A value is null or missing without which the turn cannot be judged, and what follows neither.",
        "Record player, source, clover, action and cell of each turn; with tiles the deal, each tile laid and its end.",
    ),
    Code(
        "LOG013",
        "in no form that is known",
        "The log is not in our own form, and its beginning is that of no other form either; what each form needs is "
        "said there.",
        "JSON of any shape is read with a mapping, which `cloverproof convert --guess FILE` proposes; or let a program "
        "write our form (`cloverproof schema log`): `cloverproof convert --exporter python` or javascript shows how. "
        "docs/dialects.md describes the other forms; --dialect NAME names one whose beginning is unusual.",
    ),
    Code(
        "LOG014",
        "not what this form holds",
        "A record of another program has a part that its form does not have, or lacks one that it must have.",
        "Give the record as the program wrote it; --dialect NAME names another form.",
    ),
    Code(
        "LOG015",
        "record too large",
        "A record that has to be read as a whole is longer than the limit, which keeps it from filling the memory.",
        "If it is meant to be so long, raise --max-document (bytes).",
    ),
    Code(
        "LOG016",
        "a mapping is missing or does not fit",
        "The form does not tell what its names mean and no --mapping says it, or the mapping names what the record "
        "does not have.",
        "docs/mappings.md has an example of a mapping for each form that takes one.",
    ),
    Code(
        "LOG017",
        "a row or line that cannot be read",
        "A row of a table or a line of a score sheet is not written as its form asks, or a value in it is none.",
        "docs/dialects.md tells how rows and lines are written.",
    ),
    Code(
        "LOG018",
        "a record that contradicts itself",
        "A record of another program says two things that cannot both be so, such as a clover that was revealed and "
        "another one that is laid: there is no event that says this, and nothing behind it can be judged.",
        "See whether the record is whole and in its order.",
    ),
    Code(
        "LOG019",
        "not to be said in that form",
        "A log is to be converted to a form that has no way to say what an event of it says.",
        "Convert to another form; our own one holds everything.",
    ),
    Code(
        "LOG020",
        "facts that no game at all explains",
        "What some lines of a record with gaps say cannot all be so in any legal game, though no one clause forbids "
        "it: clovers lie where nothing could have moved them.",
        "Look at the lines that are named; docs/incomplete.md tells how such a record is read.",
    ),
    Code(
        "LOG101",
        "a note: a key that nobody knows",
        "An event has a key that is none of its keys, or a record one that its mapping gives no meaning; it is "
        "ignored, and what it says is not judged.",
        "If it is a fact under another name, give it the name in docs/formats.md, or say it in the mapping; if not, "
        "leave it as it is, or name it in `ignored` under [record] of the mapping.",
    ),
    Code(
        "LOG102",
        "a note: a fact that was never recorded",
        "No event of the game says a fact in which alone some breaches show, such as the middle after a turn: the log "
        "conforms without having been judged by it. Where --require names the fact, the log counts as unreadable.",
        "Record the fact. `--require middle,pile` makes sure that it is.",
    ),
    Code(
        "LOG103",
        "a note: a slip that was read",
        "Something is not written as the format asks, but can mean one thing only: a word or cell in capitals, a whole "
        "number as 13.0, the events as one JSON array. It is read as it was meant.",
        "Write it as the note says.",
    ),
    Code(
        "LOG104",
        "a note: a reading under which nothing is broken",
        "A record of another program does not tell which variants were played. It is judged without them and breaks "
        "clauses; played with those that the note names it would break none.",
        "If it was played so, say it under [header] of a mapping.",
    ),
)
