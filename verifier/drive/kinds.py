"""The kinds of differences in a game, and at which request each shows."""

from collections.abc import Iterator

from models.driving import Discrepancy
from verifier.drive.played_game import PlayedGame

Kind = tuple[str, ...]


def kind_of(seen: Discrepancy) -> Kind:
    """Give the kind of what no log says: that of the finding, where one would say it later."""
    return ("breach", seen.clause) if seen.logged else ("shown", seen.clause, seen.said)


def places(game: PlayedGame) -> Iterator[tuple[Kind, int]]:
    """Give each difference of a game as its kind and the number of requests it takes to see it, in their order."""
    found: list[tuple[int, Kind]] = []
    for finding in game.findings:
        if not finding.outside:
            at = game.said[finding.line - 1] if finding.line and finding.line <= len(game.said) else len(game.requests)
            found.append((at, (finding.kind, finding.clause)))
    found += [(len(game.requests), kind_of(each)) for each in game.discrepancies]
    if game.fault is not None:
        found.append((len(game.requests), (game.fault.sort, game.fault.reason)))
    for at, kind in sorted(found):
        yield kind, at
