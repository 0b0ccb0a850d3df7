"""Paths as URIs."""

import os
from urllib.parse import quote


def uri(path: str) -> str:
    """Give a path as a URI, relative where the path is; bytes that are no text are written as they are."""
    if path == "-":
        return "stdin"
    written = quote(os.fsencode(path.replace(os.sep, "/")), safe="/")
    if path.startswith("/"):
        return f"file://{written}"
    return f"./{written}" if ":" in path.split("/")[0] or written.startswith("//") else written
