"""Where a key stands in a line of JSON."""

from itertools import islice

from verifier.json_parts import parts_of


def span_of(line: str, key: str) -> tuple[int, int] | None:
    """Give start and end of `"key":value` at the top level of a JSON object; the last one if it stands twice.

    `laid/1/end` leads on into the value, by places in lists (from 0) and keys, as far as it can be followed.
    """
    found, at = None, line.find("{")
    for step in key.split("/"):
        opening = line[at] if at >= 0 else ""
        if opening == "{":
            parts = [part for part in parts_of(line, at) if part.key == f'"{step}"'][-1:]
        elif opening == "[" and step.isdigit():
            parts = list(islice(parts_of(line, at), int(step), int(step) + 1))
        else:
            break
        if not parts:
            break
        found, at = (parts[0].begin, parts[0].end), parts[0].start
    return found
