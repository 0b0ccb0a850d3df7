"""`--game all`: the claims about all games together, for the commands that decide or list them."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import typer
from msgspec import Struct
from msgspec.structs import replace

from cli.options import complete_game, refuse, refuse_any
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


def games_with_claims() -> "list[Game]":
    """Give the games about which something is claimed."""
    from models.games import GAMES

    return [game for game in GAMES if game.offers("proofs")]


def refuse_of_one(given: Mapping[str, object]) -> None:
    """Refuse what is about one game beside `--game all`."""
    refuse_any(given, "{} is about one game", "name the game instead of `all`")


def claims_of_all(named: Sequence[str], wish: "ProofRequest") -> list[ClaimsOfGame]:
    """Give the claims that a user names, whichever games they are about, all if none is.

    A game is decided for those of the numbers of players that it has. One that has no gardens of the wanted side is
    decided as printed, which is told. Raises Malformed where no game has them.
    """
    from models.reading import Malformed
    from verifier.prove import selected

    games = games_with_claims()
    known = {str(claim.id): game.key for game in games for claim in game.proofs().claims}
    unknown = next((name for name in named if name.upper() not in known), None)
    if unknown is not None:
        refuse(f"there is no claim {unknown[:20]!r}", suggestion(unknown, known) or "`cloverproof claims` lists all")
    found, faults = list[ClaimsOfGame](), dict[str, Malformed]()
    for game in games:
        own = [name for name in named if known[name.upper()] == game.key]
        players = tuple(each for each in wish.players if each in game.proofs().players)
        if (named and not own) or (wish.players and not players):
            continue
        fitting = replace(wish, players=players)
        try:
            game.proofs().rules(None, wish.side, game.proofs().players[0])
        except Malformed as wrong:
            faults[game.key], fitting = wrong, replace(fitting, side=None)
        found.append(ClaimsOfGame(game, list(selected(game.proofs().claims, own)), fitting))
    if faults and len(faults) == len(found):
        raise next(iter(faults.values()))
    for key, fault in faults.items():
        print(f"note: {key} is decided as printed: {fault.message}", file=sys.stderr)
    return found


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
