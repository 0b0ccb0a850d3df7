"""Where a key stands in a line of JSON."""

import re

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def span_of(line: str, key: str) -> tuple[int, int] | None:
    """Give start and end of `"key":value` at the top level of a JSON object; the last one if it stands twice."""
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
