"""The known mistakes that driving a program cannot find, and why, as a table."""

from collections import defaultdict

from models.game import Game
from verifier.drive.score import reason_for
from verifier.suite import all_mistakes


def unshown_table(game: Game) -> str:
    """Write which known mistakes of a game no exchange shows, by reasons; those that some programs show come last."""
    driving, rows = game.driving(), ["| known mistakes | why no exchange shows them |", "| --- | --- |"]
    for reasons, head in ((driving.hidden, ""), (driving.masked, "alone: ")):
        found = defaultdict[str, list[str]](list)
        for mistake in all_mistakes(game):
            if reason := reason_for(mistake.name, reasons):
                found[reason].append(mistake.name)
        rows += [f"| {'; '.join(names)} | {head}{reason} |" for reason, names in found.items()]
    return "\n".join(rows) + "\n"
