"""Tables, moves and what is legal, by default: as the mechanics write them."""

from models.clause import Fault, Picture, breached
from models.game import Edition, Game
from models.mechanics import Step, legal_steps
from models.reading import Malformed, Reading
from models.view import MoveVerdict, MoveVerdicts, View

MOST = 12  # legal moves in a line of help


def edition_of(game: Game, step: Step) -> Edition:
    """Give the edition a step is judged by: that of its rules, else the first."""
    rules = getattr(step.before, "rules", None)
    edition: Edition = getattr(rules, "edition", game.editions[0])
    return edition


def options(game: Game, step: Step) -> tuple[str, ...]:
    """Say every legal turn at the table of a step."""
    mechanics = game.mechanics()
    return tuple(mechanics.say(legal.move) for legal in legal_steps(mechanics, game.clauses(), step.before))


def remedy(game: Game, step: Step) -> str:
    """Say what would have been right."""
    legal = options(game, step)
    rest = f" and {len(legal) - MOST} more" if len(legal) > MOST else ""
    return f"legal: {', '.join(legal[:MOST])}{rest}" if legal else "no turn is legal: play is over"


def picture(game: Game, step: Step, fault: Fault) -> Picture | None:
    """Draw the table before a step."""
    drawn: Picture | None = game.mechanics().picture(step.before)
    return drawn


def view(game: Game, table: object) -> View:
    """Show a table: its picture, or the line that writes it."""
    mechanics = game.mechanics()
    drawn = mechanics.picture(table)
    return View((), (mechanics.write(table),)) if drawn is None else View((drawn,), ())


def move_verdicts(game: Game, text: str, reading: Reading) -> MoveVerdicts:
    """Say what the rules say of every turn one can think of at a written table. Raises Malformed."""
    mechanics, clauses = game.mechanics(), game.clauses()
    table, found = mechanics.read(text, reading), []
    for move in mechanics.candidates(table):
        step = mechanics.step(table, move)
        against = breached(clauses, step)
        reason = "; ".join(clause.fault(step).message for clause in against)
        found.append(MoveVerdict(mechanics.say(move), tuple(clause.id for clause in against), reason))
    return MoveVerdicts(mechanics.write(table), view(game, table), tuple(found))


def case(game: Game, text: str) -> Step:
    """Read a case of a clause: `TABLE | MOVE`. Raises ValueError."""
    mechanics = game.mechanics()
    before, bar, move = text.partition(" | ")
    if not bar or not before.strip():
        raise ValueError("a case is written `TABLE | MOVE`")
    try:
        return mechanics.step(mechanics.read(before, Reading()), mechanics.hear(move))
    except Malformed as wrong:
        raise ValueError(wrong.message) from wrong
