"""Where a key stands in a line of JSON."""

import re

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def span_of(line: str, key: str) -> tuple[int, int] | None:
    """Give start and end of `"key":value` at the top level of a JSON object; the last one if it stands twice.

    `laid/1/end` leads on into the value, by places in lists (from 0) and keys, as far as it can be followed.
    """
    name, _, path = key.partition("/")
    found = _key_span(line, name)
    return _within(line, *found, path) if found and path else found


def _within(line: str, start: int, end: int, path: str) -> tuple[int, int]:
    """Follow a path into the value of `"key":value`, or into a value of a list."""
    text = line[start:end]
    opening = min((at for at in (text.find("["), text.find("{")) if at >= 0), default=-1)
    part, _, rest = path.partition("/")
    if opening < 0 or not part:
        return start, end
    if text[opening] == "{":
        inner = _key_span(text[opening:], part)
    else:
        inner = _place_span(text[opening:], int(part)) if part.isdigit() else None
    if inner is None:
        return start, end
    shift = start + opening
    return _within(line, shift + inner[0], shift + inner[1], rest)


def _place_span(text: str, place: int) -> tuple[int, int] | None:
    """Give start and end of a value of a list that a text begins with."""
    depth, at, started, last = 0, 0, -1, -1
    for token in TOKEN.finditer(text):
        sign = token[0]
        if depth == 1 and sign in ",]":
            if at == place and started >= 0:
                return started, last
            at, started = at + 1, -1
            if sign == "]":
                return None
            continue
        if depth == 1 and started < 0:
            started = token.start()
        depth += (sign in "[{") - (sign in "]}")
        last = token.end()
    return None


def _key_span(line: str, key: str) -> tuple[int, int] | None:
    found, depth, expecting_key, started = None, 0, False, -1
    tokens = TOKEN.finditer(line)
    for token in tokens:
        text = token[0]
        if text in "{[":
            depth += 1
            expecting_key = depth == 1
        elif text in "]}":
            depth -= 1
        elif text == "," and depth == 1:
            expecting_key, started = True, -1
        elif expecting_key and depth == 1:
            expecting_key = False
            started = token.start() if text == f'"{key}"' else -1
        if started >= 0 and text != "," and depth >= 1:
            found = started, token.end()
    return found
