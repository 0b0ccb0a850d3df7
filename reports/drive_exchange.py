"""Requests to a program and its answers, cut to what tells something."""

from collections.abc import Iterator, Sequence

import msgspec

from models.driving import Request
from reports.style import visible

ROOM = 110  # characters of a request or an answer that are shown
VALUE = 60  # characters of one value in it
SHOWN = "shows"  # the key of an answer under which a program shows its table


def request_text(request: Request, room: int = ROOM) -> str:
    """Write a request, cut in the middle where it is long."""
    return shortened_text(visible(msgspec.json.encode(request).decode()), room)


def shortened_text(text: str, room: int) -> str:
    """Cut a text in its middle."""
    if len(text) <= room:
        return text
    tail = (room - 5) // 3
    return f"{text[: room - 5 - tail]} ... {text[-tail:]}"


def answer_text(answers: Sequence[bytes], index: int, field: str = "", room: int = 2 * ROOM) -> str:
    """Write an answer: of the table it shows what differs from what was shown before, and a key that is asked for."""
    if not 0 <= index < len(answers):
        return "nothing"
    parts = _object(answers[index])
    if parts is None:
        return shortened_text(visible(answers[index][: 4 * room].decode("utf-8", "backslashreplace").strip()), room)
    before: dict[str, object] = next(_tables(answers[:index]), {})
    shown = parts.get(SHOWN)
    texts = []
    for key, value in parts.items():
        if isinstance(shown, dict) and key == SHOWN:
            told = {name: each for name, each in shown.items() if name == field or before.get(name) != each}
            rest = [] if len(told) == len(shown) else ["..."]
            values = [f"{_json(name)}:{_value(each, before.get(name))}" for name, each in told.items()]
            texts.append(f'"{SHOWN}":{{{",".join(values + rest)}}}')
        else:
            texts.append(f"{_json(key)}:{_value(value, None)}")
    return shortened_text("{" + ",".join(texts) + "}", room)


def exchange_lines(
    requests: Sequence[Request], answers: Sequence[bytes], end: int, most: int, room: int = ROOM
) -> list[str]:
    """Write the last exchanges in front of a place, each on one line: what was asked, and what came of it."""
    first = max(0, end - most)
    return [
        f"{request_text(request, room - 30)} -> {_outcome(answers, place)}"
        for place, request in enumerate(requests[first:end], first)
    ]


def _outcome(answers: Sequence[bytes], index: int) -> str:
    parts = _object(answers[index]) if index < len(answers) else {}
    if not parts:
        return "nothing" if parts is not None else "unreadable"
    for key in ("error", "cannot", "why"):
        if parts.get(key):
            words = {"error": "crashed", "cannot": "cannot", "why": "refused"}[key]
            return f"{words}: {shortened_text(visible(str(parts[key])[:1000]), VALUE)}"
    if parts.get("ok") is False:
        return "refused"
    facts = [
        f"{key} {_value(value, None)}" for key, value in parts.items() if key not in ("ok", SHOWN) and value is not None
    ]
    return shortened_text(visible(", ".join(["ok", *facts])), VALUE)


def _object(answer: bytes) -> dict[str, object] | None:
    try:
        return msgspec.json.decode(answer, type=dict[str, object])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _tables(answers: Sequence[bytes]) -> Iterator[dict[str, object]]:
    """Give what was shown, the last first."""
    for answer in reversed(answers):
        parts = _object(answer)
        if parts and isinstance(shown := parts.get(SHOWN), dict):
            yield shown


def _value(value: object, before: object) -> str:
    """Write a value; of texts in a row only those that have changed."""
    if (
        isinstance(value, list)
        and isinstance(before, list)
        and len(value) == len(before)
        and all(isinstance(each, str) for each in value)
        and any(map(_same, value, before))
    ):
        marks = [
            "..." if _same(*pair) else shortened_text(_json(pair[0]), VALUE) for pair in zip(value, before, strict=True)
        ]
        return f"[{','.join(marks)}]"
    return shortened_text(_json(value), VALUE)


def _same(value: object, before: object) -> bool:
    return value == before


def _json(value: object) -> str:
    return visible(msgspec.json.encode(value).decode())
