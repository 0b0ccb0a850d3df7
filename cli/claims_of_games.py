"""`--game all`: the claims about all games together, for the commands that decide or list them."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import typer
from msgspec import Struct
from msgspec.structs import replace

from cli.options import complete_game, game_with, refuse, refuse_any
from cli.prove_files import suggestion

if TYPE_CHECKING:
    from models.game import Game
    from models.proof import Provable
    from verifier.prove_all import ClaimTask, ProofRequest, Settled

ALL = "all"


def _complete(incomplete: str) -> list[str]:
    return [*complete_game(incomplete), *([ALL] if ALL.startswith(incomplete) else [])]


GAME_OR_ALL = typer.Option(
    None, "--game", metavar="GAME", help="Which game it is about; `all`: every game.", autocompletion=_complete
)


class ClaimsOfGame(Struct, frozen=True):
    """Claims about a game that are to be decided, and how."""

    game: "Game"
    claims: "Sequence[Provable]"
    wish: "ProofRequest"

    def tasks(self) -> "list[ClaimTask]":
        """List what there is to do. Raises Malformed where there are no such rules."""
        from verifier.prove_all import tasks

        return tasks(self.game, self.claims, self.wish)


def game_with_claims(key: str | None) -> "Game":
    """Give the game a user names where `all` would do too; refuse one that nothing is claimed of."""
    return game_with("proofs", key, also=(ALL,))


def games_with_claims() -> "list[Game]":
    """Give the games about which something is claimed."""
    from models.games import GAMES

    return [game for game in GAMES if game.offers("proofs")]


def refuse_of_one(given: Mapping[str, object]) -> None:
    """Refuse what is about one game beside `--game all`."""
    refuse_any(given, "{} is about one game", "name the game instead of `all`")


def claims_of_all(named: Sequence[str], wish: "ProofRequest") -> list[ClaimsOfGame]:
    """Give the claims that a user names, whichever games they are about, all if none is.

    A game is decided for those of the numbers of players that it has; one that has none of them is left out. One
    without gardens is decided as printed, whatever the side. Both is told. Raises Malformed where a game with gardens
    has none of the wanted side.
    """
    from verifier.prove import selected

    games = games_with_claims()
    known = {str(claim.id): game.key for game in games for claim in game.proofs().claims}
    unknown = next((name for name in named if name.upper() not in known), None)
    if unknown is not None:
        refuse(f"there is no claim {unknown[:20]!r}", suggestion(unknown, known) or "`cloverproof claims` lists all")
    found = list[ClaimsOfGame]()
    for game in games:
        own = [name for name in named if known[name.upper()] == game.key]
        if named and not own:
            continue
        proofs, fitting = game.proofs(), wish
        if wish.players:
            fitting = replace(wish, players=tuple(each for each in wish.players if each in proofs.players))
            if not fitting.players:
                _tell_left_out(game.key, proofs.players)
                continue
        if wish.side is not None and not game.offers("gardens"):
            print(f"note: {game.key} is decided as printed: it has no gardens, so no --side", file=sys.stderr)
            fitting = replace(fitting, side=None)
        proofs.rules(None, fitting.side, proofs.players[0])
        found.append(ClaimsOfGame(game, list(selected(proofs.claims, own)), fitting))
    return found


def _tell_left_out(key: str, players: Sequence[int]) -> None:
    print(f"note: {key} is left out: it is for {' or '.join(map(str, players))} players", file=sys.stderr)


def tell_other_games(game: "Game") -> None:
    """Say how to decide the claims about the other games too."""
    others = [each.key for each in games_with_claims() if each.key != game.key]
    if others:
        more = ", ".join(others)
        print(f"note: these are about {game.key}; --game all decides those about {more} too", file=sys.stderr)


def with_games(parts: Sequence[ClaimsOfGame], settled: "Sequence[Settled]") -> "list[tuple[Game, Settled]]":
    """Put to each decision the game that it is about."""
    about = {claim.id: part.game for part in parts for claim in part.claims}
    return [(about[each.claim.id], each) for each in settled]
