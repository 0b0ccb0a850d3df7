"""Claims of a user's own, for `cloverproof prove` and `cloverproof claims`."""

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from msgspec import Struct

from cli.options import game_with, refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.game import Game
    from models.proof import Provable
    from verifier.own_claims.claims_file import ClaimsFile
    from verifier.own_claims.own_file import BadOwnFile, OwnText
    from verifier.prove_all import ProofRequest


class OwnGiven(Struct, frozen=True):
    """A file of claims that a user names, read, and the game it is about."""

    name: str
    game: "Game"
    file: "ClaimsFile"

    def claims(self) -> "Sequence[Provable]":
        """Give its claims."""
        from verifier.own_claims.own_file import BadOwnFile
        from verifier.own_claims.provables import own_provables

        try:
            return own_provables(self.game, self.file)
        except BadOwnFile as wrong:
            refuse_claims(self.name, wrong)

    def checked(self, named: list[str], wish: "ProofRequest") -> list[str]:
        """Check all that the file says, for the sizes asked about; give the claims that are named, all if none is.

        Raises Malformed where there are no such rules.
        """
        from verifier.own_claims.own_file import BadOwnFile
        from verifier.own_claims.provables import check_own

        proofs = self.game.proofs()
        sizes = [proofs.rules(wish.edition, wish.side, players) for players in wish.players or proofs.players]
        try:
            check_own(self.game, self.file, sizes)
        except BadOwnFile as wrong:
            refuse_claims(self.name, wrong)
        return [name for name in named if name != self.name] or [claim.id for claim in self.file.claims]


def own_claims_in(named: "Sequence[str]", game_key: str | None) -> OwnGiven | None:
    """Read the file of claims among what a user names, None where there is none: ids have neither point nor slash."""
    files = [name for name in named if "." in name or "/" in name]
    if len(files) > 1:
        refuse("only one file of claims can be read at a time", "put the claims into one file")
    return own_claims_of(files[0], game_key) if files else None


def own_claims_of(name: str, game_key: str | None) -> OwnGiven:
    """Read a file of claims that a user names, and find its game."""
    from models.games import GAMES
    from verifier.own_claims.claims_file import PAGE, read_claims
    from verifier.own_claims.own_file import BadOwnFile

    source = own_text(name, PAGE)
    try:
        read = read_claims(source)
    except BadOwnFile as wrong:
        refuse_claims(name, wrong)
    if game_key is not None and read.game not in (None, game_key):
        refuse(f"{name[:1000]} is about {str(read.game)[:40]}", "leave --game out")
    keys = [game.key for game in GAMES if game.offers("proofs")]
    if read.game is not None and read.game not in keys:
        place = read.places.of("", 0, "game").start
        refuse_claims(name, read.fault(f"the game {read.game[:40]!r} is not known", f"known: {', '.join(keys)}", place))
    return OwnGiven(name, game_with("proofs", read.game or game_key), read)


def refuse_claims(name: str, wrong: "BadOwnFile") -> NoReturn:
    """Say what is wrong in a file of claims, and where."""
    refuse(f"{name[:1000]}:{wrong.line}:{wrong.column}: {wrong.message}", wrong.help)


def own_text(name: str, help_line: str) -> "OwnText":
    """Read a file of a user's own as text."""
    from verifier.own_claims.own_file import LARGEST, OwnText

    try:
        with Path(name).open("rb") as file:
            raw = file.read(LARGEST + 1)
        text = raw.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        refuse(f"cannot read {name[:1000]}: {reason}", help_line)
    if len(raw) > LARGEST:
        refuse(f"{name[:1000]} is too large", f"such a file has at most {LARGEST} bytes")
    return OwnText(name, text)
