"""Lucky Numbers as a `Game`: which function answers for each part."""

from models.clause import ClauseId, Fault, Picture
from models.game import Edition, Game, LogWriter
from models.lucky_numbers import events
from models.lucky_numbers.editions import EDITIONS
from models.lucky_numbers.engine import Engine
from models.lucky_numbers.series import GameSeries
from models.reading import Reading
from models.view import CellVerdicts, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from models.clause import Clause
    from models.declaration import Declaration
    from models.driving import Driving
    from models.evidence import Evidence, RuleBook
    from models.gardens import Gardens
    from models.lucky_numbers.table import Step, Table
    from models.partial_log import PartialLog
    from models.proof import Proofs
    from models.solving import Positions
    from models.state_space import StateSpaces, SuiteItems


def _clauses() -> "Sequence[Clause[Step]]":
    from models.lucky_numbers.clauses import CLAUSES

    return CLAUSES


def _ids() -> "Sequence[ClauseId]":
    from models.lucky_numbers.clauses import IDS

    return IDS


def _scribe(header: dict[str, object]) -> LogWriter:
    from models.lucky_numbers.log_writer import TableLogWriter

    return TableLogWriter(header)


def _shown_by() -> "Mapping[str, Sequence[ClauseId]]":
    from models.lucky_numbers.clauses import SHOWN_BY

    return SHOWN_BY


def _edition_of(step: "Step") -> Edition:
    return step.before.rules.edition


def _remedy(step: "Step") -> str:
    from models.lucky_numbers.legal_moves import remedy

    return remedy(step)


def _picture(step: "Step", fault: Fault) -> Picture | None:
    from models.lucky_numbers.legal_moves import picture

    return picture(step, fault)


def _case(text: str) -> "Step":
    from models.lucky_numbers.cases import read_case

    return read_case(text)


def _view(table: "Table") -> View:
    from models.lucky_numbers.legal_moves import view

    return view(table)


def _options(step: "Step") -> tuple[str, ...]:
    from models.lucky_numbers.legal_moves import legal_moves
    from models.lucky_numbers.moves import Turn

    if not isinstance(step.move, Turn):
        return legal_moves(step.before, None, None)
    return legal_moves(step.before, step.move.player, step.move.clover if step.move.source == "pile" else None)


def _moves(garden: str, clover: int, reading: Reading, top: int | None) -> CellVerdicts:
    from models.lucky_numbers.editions import TOP
    from models.lucky_numbers.legal_moves import cell_verdicts

    return cell_verdicts(garden, clover, reading, TOP if top is None else top)


def _puzzle() -> type:
    from models.lucky_numbers.puzzle import Puzzle

    return Puzzle


def _gardens() -> "Gardens":
    from models.lucky_numbers.gardens.interface import GARDENS

    return GARDENS


def _worlds() -> "StateSpaces":
    from models.lucky_numbers.state_space import STATE_SPACES

    return STATE_SPACES


def _exhibits() -> "SuiteItems":
    from models.lucky_numbers.suite_items import SUITE_ITEMS

    return SUITE_ITEMS


def _positions() -> "Positions":
    from models.lucky_numbers.puzzle_forms import POSITIONS

    return POSITIONS


def _proofs() -> "Proofs":
    from models.lucky_numbers.proofs.catalogue import PROOFS

    return PROOFS


def _driving() -> "Driving":
    from models.lucky_numbers.driving import DRIVING

    return DRIVING


def _evidence() -> "Evidence":
    from models.lucky_numbers.evidence import EVIDENCE

    return EVIDENCE


def _recorded_view(view: View, said: "Mapping[str, object]") -> View:
    from models.lucky_numbers.recorded_view import recorded_view

    return recorded_view(view, said)


def _record(header: events.GameEvent, reading: Reading) -> "PartialLog":
    from models.lucky_numbers.partial_log import LuckyLog

    return LuckyLog(header, reading)


def _rulebook() -> "RuleBook":
    from models.lucky_numbers.rulebook import RULEBOOK

    return RULEBOOK


def _declarations() -> "Sequence[Declaration]":
    from models.lucky_numbers.declarations import DECLARATIONS

    return DECLARATIONS


LUCKY_NUMBERS: "Game[events.Event, events.GameEvent, GameSeries, Table, Step]" = Game(
    key="lucky-numbers",
    title="Lucky Numbers",
    editions=EDITIONS,
    events=events.Event,
    header=events.GameEvent,
    refused=events.RefusedEvent,
    clauses=_clauses,
    ids=_ids,
    shown_by=_shown_by,
    series=GameSeries,
    engine=Engine,
    stand=Engine.stand,
    log_writer=_scribe,
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
    state_spaces=_worlds,
    suite_items=_exhibits,
    positions=_positions,
    proofs=_proofs,
    evidence=_evidence,
    driving=_driving,
    partial_log=_record,
    recorded_view=_recorded_view,
    rulebook=_rulebook,
    declarations=_declarations,
)
