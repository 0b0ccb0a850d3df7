"""Rules that are otherwise, for the commands that take `--rules`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from msgspec import Struct
from msgspec.structs import replace

from cli.options import refuse
from cli.own_claims import own_text, refuse_claims

if TYPE_CHECKING:
    from cli.own_claims import OwnGiven
    from models.changes import RuleChanges
    from models.game import Game
    from verifier.own_claims.own_file import OwnText

RULES = typer.Option(
    None, "--rules", metavar="FILE", help="What if? Rules that are otherwise, in a file: see docs/what-if.md."
)


class RulesGiven(Struct, frozen=True):
    """A file of rules that a user names, read: the game as it would be, and what is otherwise in words."""

    source: "OwnText"
    game: "Game"
    changes: "RuleChanges"
    words: tuple[str, ...]

    def tell(self) -> None:
        """Say on standard error which rules are otherwise."""
        for each in self.words:
            print(f"what if: {each}", file=sys.stderr)


def own_rules(path: Path | None, game_key: str | None = None) -> RulesGiven | None:
    """Read the file of rules that a user names, None if none is."""
    if path is None:
        return None
    from verifier.own_claims.own_file import BadOwnFile
    from verifier.what_if.rules_file import read_rules
    from verifier.what_if.rules_text import PAGE

    name = str(path)
    source = own_text(name, PAGE)
    try:
        read = read_rules(source)
    except BadOwnFile as wrong:
        refuse_claims(name, wrong)
    if game_key not in (None, read.game.key):
        refuse(f"{name[:1000]} is about {read.game.key}", "leave --game out, or name its game in the file")
    changes = read.changes()
    given = RulesGiven(source, read.game.under(changes), changes, read.words)
    given.tell()
    return given


def under_rules(own: "OwnGiven | None", what_if: RulesGiven | None) -> "OwnGiven | None":
    """Give claims of a user's own about the game as its rules would be."""
    if own is None or what_if is None:
        return own
    if own.file.game not in (None, what_if.game.key):
        refuse(f"{own.name[:1000]} is about {own.file.game}", f"the rules are about {what_if.game.key}")
    return replace(own, game=what_if.game)
