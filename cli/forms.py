"""The forms of logs as users name them, and the mappings they write."""

from pathlib import Path

import typer

from cli.options import refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.mapping import Mapping


def dialects(incomplete: str) -> list[str]:
    """Complete the name of a form for the shell."""
    from verifier.dialects import DIALECTS

    return [dialect.name for dialect in DIALECTS if dialect.name.startswith(incomplete)]


DIALECT = typer.Option(
    None,
    "--dialect",
    metavar="DIALECT",
    help="The form the logs are in; without it by content.",
    autocompletion=dialects,
)
MAPPING = typer.Option(
    None, "--mapping", metavar="FILE", help="What names and values of foreign logs mean (TOML or JSON)."
)


def endings_for(dialect: str | None, mapping: "Mapping | None") -> tuple[str, ...] | None:
    """Give the endings of logs in folders that a form or a mapping asks for, None where neither does."""
    if dialect is None and mapping is None:
        return None
    from verifier.foreign import endings_of

    return endings_of(dialect, mapping)


def known_dialect(name: str | None, *, writes: bool = False) -> str | None:
    """Check the form a user names."""
    if name is None:
        return None
    from verifier.dialects import DIALECTS

    known = [dialect.name for dialect in DIALECTS if dialect.writes or not writes]
    if name not in known:
        what = "cannot be written" if name in dialects(name) else "is not known"
        refuse(f"the form {name[:40]!r} {what}", f"known: {', '.join(known)}")
    return name


def mapping_of(path: Path | None) -> "Mapping | None":
    """Read the mapping a user names."""
    if path is None:
        return None
    from verifier.mapping import BadMapping, read_mapping

    try:
        return read_mapping(str(path))
    except BadMapping as bad:
        refuse(bad.message, bad.help)
