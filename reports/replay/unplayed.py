"""What was not recorded or cannot be played, in words: facts that were found, and lines as they are written."""

from collections.abc import Sequence

import msgspec

from verifier.infer.inferred import Known

VALUES = 8  # values of an open fact that are named
LONGEST = 240  # signs of a line that are shown
LEFT_OUT = ("event", "at")  # keys of a line that are told apart from the others, or not at all
SHOWING = ("setup", "start", "deal", "turn", "shown", "end")  # events that say how the table lies
STOPS = (msgspec.MsgspecError, ValueError, RecursionError)


def surely(known: Sequence[Known]) -> str:
    """Tell how certain an event is: "forced" or "open" where facts of it were not recorded."""
    if not known:
        return ""
    return "forced" if all(each.exact and len(each.values) == 1 for each in known) else "open"


def known_words(known: Sequence[Known]) -> str:
    """Say what the facts can be that were not recorded; nothing where all were."""
    told = []
    for each in known:
        values = [_text(value) for value in each.values[:VALUES]]
        if each.exact and len(each.values) == 1:
            told.append(f"{each.key} {values[0]} (certain)")
        else:
            more = "..." if len(each.values) > VALUES or not each.exact else ""
            told.append(f"{each.key} one of {' '.join([*values, more]).strip()}")
    return f"Not recorded: {'; '.join(told)}" if told else ""


def _text(value: object) -> str:
    return "none" if value is None else " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def line_keys(raw: bytes) -> dict[str, object]:
    """Give what a recorded line says, key by key; nothing of a line that is no event."""
    try:
        return msgspec.json.decode(raw, type=dict[str, object])
    except STOPS:
        return {}


def line_words(raw: bytes) -> str:
    """Say what a recorded line says, key by key; a line that is no event as it is written."""
    event = line_keys(raw)
    if not event:
        return _cut(raw.decode("utf-8", "backslashreplace"))
    said = [f"{key} {_value(value)}" for key, value in event.items() if key not in LEFT_OUT and value is not None]
    missing = [key for key, value in event.items() if value is None]
    said += [f"not recorded: {', '.join(missing)}"] if missing else []
    return _cut(f"{event.get('event', 'no event')}: {', '.join(said)}".removesuffix(": "))


def _value(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text):,} signs)"
