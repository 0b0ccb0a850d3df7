"""Lucky Numbers as the rest of the house sees it."""

from models.clause import ClauseId, Fault, Picture
from models.game import CellVerdicts, Edition, Game, Reading, Scribe
from models.lucky_numbers import events
from models.lucky_numbers.editions import EDITIONS
from models.lucky_numbers.play import Engine, Series
from models.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.clause import Clause
    from models.evidence import Evidence, RuleBook
    from models.gardens import Gardens
    from models.lucky_numbers.table import Step, Table
    from models.proof import Proofs
    from models.record import Record
    from models.solving import Positions
    from models.world import Exhibits, Worlds


def _clauses() -> "Sequence[Clause[Step]]":
    from models.lucky_numbers.clauses import CLAUSES

    return CLAUSES


def _ids() -> "Sequence[ClauseId]":
    from models.lucky_numbers.clauses import IDS

    return IDS


def _scribe(header: dict[str, object]) -> Scribe:
    from models.lucky_numbers.scribe import Narrator

    return Narrator(header)


def _edition_of(step: "Step") -> Edition:
    return step.before.rules.edition


def _remedy(step: "Step") -> str:
    from models.lucky_numbers.options import remedy

    return remedy(step)


def _picture(step: "Step", fault: Fault) -> Picture | None:
    from models.lucky_numbers.options import picture

    return picture(step, fault)


def _case(text: str) -> "Step":
    from models.lucky_numbers.cases import read_case

    return read_case(text)


def _view(table: "Table") -> View:
    from models.lucky_numbers.options import view

    return view(table)


def _options(step: "Step") -> tuple[str, ...]:
    from models.lucky_numbers.moves import Turn
    from models.lucky_numbers.options import options

    if not isinstance(step.move, Turn):
        return options(step.before, None, None)
    return options(step.before, step.move.player, step.move.clover if step.move.source == "pile" else None)


def _moves(garden: str, clover: int, reading: Reading, top: int | None) -> CellVerdicts:
    from models.lucky_numbers.editions import TOP
    from models.lucky_numbers.options import cell_verdicts

    return cell_verdicts(garden, clover, reading, TOP if top is None else top)


def _puzzle() -> type:
    from models.lucky_numbers.puzzle import Puzzle

    return Puzzle


def _gardens() -> "Gardens":
    from models.lucky_numbers.gardens.interface import GARDENS

    return GARDENS


def _worlds() -> "Worlds":
    from models.lucky_numbers.worlds import WORLDS

    return WORLDS


def _exhibits() -> "Exhibits":
    from models.lucky_numbers.exhibits import EXHIBITS

    return EXHIBITS


def _positions() -> "Positions":
    from models.lucky_numbers.problems import POSITIONS

    return POSITIONS


def _proofs() -> "Proofs":
    from models.lucky_numbers.proofs.catalogue import PROOFS

    return PROOFS


def _evidence() -> "Evidence":
    from models.lucky_numbers.evidence import EVIDENCE

    return EVIDENCE


def _record(header: events.GameEvent, reading: Reading) -> "Record":
    from models.lucky_numbers.record import LuckyRecord

    return LuckyRecord(header, reading)


def _rulebook() -> "RuleBook":
    from models.lucky_numbers.rulebook import RULEBOOK

    return RULEBOOK


LUCKY_NUMBERS: "Game[events.Event, events.GameEvent, Series, Table, Step]" = Game(
    key="lucky-numbers",
    title="Lucky Numbers",
    editions=EDITIONS,
    events=events.Event,
    header=events.GameEvent,
    refused=events.RefusedEvent,
    clauses=_clauses,
    ids=_ids,
    series=Series,
    play=Engine,
    scribe=_scribe,
    edition_of=_edition_of,
    remedy=_remedy,
    picture=_picture,
    case=_case,
    view=_view,
    options=_options,
    moves=_moves,
    forms=("score-sheet", "table"),
    puzzle=_puzzle,
    gardens=_gardens,
    worlds=_worlds,
    exhibits=_exhibits,
    positions=_positions,
    proofs=_proofs,
    evidence=_evidence,
    record=_record,
    rulebook=_rulebook,
)
