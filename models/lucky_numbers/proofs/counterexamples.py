"""Cases of claims in words, pictures and logs."""

from collections.abc import Iterable, Sequence

from models.clause import Picture
from models.lucky_numbers.garden import write_garden
from models.lucky_numbers.legal_moves import draw as drawn
from models.lucky_numbers.moves import Conceding, End, Opening, Placing, Player, Scores, Start, Stop, Turn
from models.lucky_numbers.table import Step, Table, write_heap
from models.proof import Counterexample, StepInWords


def steps_in_words(steps: Sequence[Step]) -> list[StepInWords]:
    """Put steps into words, behind the table that they begin with."""
    first = StepInWords("init", "the table before", state_of(steps[0].before))
    return [first, *(StepInWords(_action(step), _words(step), state_of(step.after)) for step in steps)]


def _action(step: Step) -> str:
    """Name the action of a step, as one word."""
    move = step.move
    if isinstance(move, Turn):
        return ("reveal" if move.source == "pile" else "take") + "-" + move.action
    return type(move).__name__.lower()


def _words(step: Step) -> str:
    move, names = step.move, step.before.rules.board.names
    match move:
        case Opening():
            return "all clovers lie face down"
        case Placing():
            return f"player {move.player} places {move.clover} on {names[move.cell]}"
        case Start():
            lies = f" and {write_heap(step.after.middle)} face up" if step.after.middle else ""
            return f"play starts, {step.after.pile} clovers are face down{lies}"
        case Turn():
            return f"player {move.player} {_turn_words(move, names)}"
        case End():
            if move.winners is None:
                return "play is over"
            return f"play is over, won by {_listed(move.winners)}"
        case Scores():
            points = "" if move.points is None else f", points {' '.join(map(str, move.points))}"
            won = "" if move.winners is None else f", won by {_listed(move.winners)}"
            return f"the tournament is over{points}{won}"
        case Conceding():
            return f"player {move.player} gives up"
        case Stop():
            return "the record breaks off"
    return type(move).__name__.lower()


def _listed(players: Iterable[Player]) -> str:
    return " and ".join(f"player {player}" for player in sorted(players)) or "nobody"


def _turn_words(move: Turn, names: tuple[str, ...]) -> str:
    got = f"reveals {move.clover}" if move.source == "pile" else f"takes {move.clover} from the middle"
    if move.cell is None:
        return f"{got} and leaves it"
    if move.action == "place":
        return f"{got} and adds it on {names[move.cell]}"
    return f"{got} and exchanges it for the {move.out or 'clover'} on {names[move.cell]}"


def state_of(table: Table) -> dict[str, object]:
    """Give a table as plain values."""
    side = table.rules.board.side
    return {
        "gardens": [[int(clover) for clover in garden] for garden in table.gardens],
        "written": [write_garden(side, garden) for garden in table.gardens],
        "middle": [int(clover) for clover in table.middle],
        "pile": table.pile,
        "hidden": [int(each) for each, count in enumerate(table.hidden) for _ in range(count)],
        "playing": table.playing,
        "last": int(table.last or 0),
        "over": table.ended is not None,
    }


def draw_case(case: Counterexample) -> tuple[Picture, ...]:
    """Draw the gardens at the end of a case, with the clover of its last step; a tournament has none."""
    if case.steps and isinstance(case.steps[-1].move, Scores):
        return ()
    table = case.table if case.table is not None else case.steps[-1].after
    step = case.steps[-1] if case.steps else None
    pictures = []
    for player, garden in enumerate(table.gardens, 1):
        signs = {}
        if (
            step is not None
            and isinstance(step.move, Turn)
            and step.move.player == player
            and step.move.cell is not None
        ):
            signs[step.move.cell] = f"[{step.move.clover}]"
        pictures.append(drawn(table.rules, f"player {player}", garden, signs))
    return tuple(pictures)
