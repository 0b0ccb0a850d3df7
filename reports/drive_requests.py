"""The requests to a program as a table, from their types."""

import msgspec
from msgspec import Struct

from models.driving import Request
from models.game import Game


class KeyForm(Struct, frozen=True, rename={"choices": "anyOf"}):
    """A key as a JSON Schema describes it."""

    description: str = ""
    enum: tuple[str | int | None, ...] = ()
    choices: tuple["KeyForm", ...] = ()


class RequestForm(Struct, frozen=True):
    """A request as a JSON Schema describes it."""

    properties: dict[str, KeyForm]
    required: tuple[str, ...]


def requests_table(game: Game) -> str:
    """Write the requests of a game as a table."""
    rows = ["| request | keys | meaning |", "| --- | --- | --- |"]
    return "\n".join([*rows, *(_row(request) for request in game.driving().requests)]) + "\n"


def _row(request: type[Request]) -> str:
    _, parts = msgspec.json.schema_components((request,))
    form = msgspec.convert(parts[request.__name__], RequestForm)
    keys = [_key(name, about, name in form.required) for name, about in form.properties.items() if name != "do"]
    words = (request.__doc__ or "").splitlines()[0].rstrip(".")
    cells = f"`{request.__struct_config__.tag}`", "; ".join(keys) or "none", words[:1].lower() + words[1:]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _key(name: str, about: KeyForm, needed: bool) -> str:
    described = next((each.description for each in (about, *about.choices) if each.description), "")
    words = described or " or ".join(f'"{value}"' for value in about.enum)
    return f"`{name}`{'' if needed else ' (optional)'}{': ' + words if words else ''}"
