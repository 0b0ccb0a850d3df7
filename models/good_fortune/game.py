"""Good Fortune as a `Game`: which function answers for each part."""

from models.clause import ClauseId, Fault, Picture
from models.game import Edition, Game
from models.good_fortune import events
from models.good_fortune.editions import EDITIONS
from models.good_fortune.engine import Engine, GameSeries
from models.reading import Reading
from models.view import CellVerdicts, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from models.clause import Clause
    from models.declaration import Declaration
    from models.driving import Driving
    from models.evidence import Evidence, RuleBook
    from models.good_fortune.table import Step, Table
    from models.material import Material
    from models.partial_log import PartialLog
    from models.proof import Proofs
    from models.solving import Positions
    from models.state_space import StateSpaces, SuiteItems


def _clauses() -> "Sequence[Clause[Step]]":
    from models.good_fortune.clauses import CLAUSES

    return CLAUSES


def _ids() -> "Sequence[ClauseId]":
    from models.good_fortune.clauses import IDS

    return IDS


def _shown_by() -> "Mapping[str, Sequence[ClauseId]]":
    from models.good_fortune.clauses import SHOWN_BY

    return SHOWN_BY


def _edition_of(step: "Step") -> Edition:
    return step.before.rules.edition


def _remedy(step: "Step") -> str:
    from models.good_fortune.legal_moves import remedy

    return remedy(step)


def _picture(step: "Step", fault: Fault) -> Picture | None:
    from models.good_fortune.legal_moves import picture

    return picture(step, fault)


def _case(text: str) -> "Step":
    from models.good_fortune.cases import read_case

    return read_case(text)


def _view(table: "Table") -> View:
    from models.good_fortune.legal_moves import view

    return view(table)


def _options(step: "Step") -> tuple[str, ...]:
    from models.good_fortune.legal_moves import legal_moves

    return legal_moves(step)


def _moves(line: str, tile: int, reading: Reading, top: int | None) -> CellVerdicts:
    from models.good_fortune.legal_moves import end_verdicts

    return end_verdicts(line, tile, reading, top)


def _material() -> "Material":
    from models.good_fortune.material import MATERIAL

    return MATERIAL


def _puzzle() -> type:
    from models.good_fortune.puzzle import FortunePuzzle

    return FortunePuzzle


def _positions() -> "Positions":
    from models.good_fortune.puzzle_forms import POSITIONS

    return POSITIONS


def _worlds() -> "StateSpaces":
    from models.good_fortune.state_space import STATE_SPACES

    return STATE_SPACES


def _exhibits() -> "SuiteItems":
    from models.good_fortune.suite_items import SUITE_ITEMS

    return SUITE_ITEMS


def _proofs() -> "Proofs":
    from models.good_fortune.proofs.catalogue import PROOFS

    return PROOFS


def _driving() -> "Driving":
    from models.good_fortune.driving import DRIVING

    return DRIVING


def _evidence() -> "Evidence":
    from models.good_fortune.evidence import EVIDENCE

    return EVIDENCE


def _recorded_view(view: View, said: "Mapping[str, object]") -> View:
    from models.good_fortune.recorded_view import recorded_view

    return recorded_view(view, said)


def _record(header: events.GameEvent, reading: Reading) -> "PartialLog":
    from models.good_fortune.partial_log import FortuneLog

    return FortuneLog(header, reading)


def _rulebook() -> "RuleBook":
    from models.good_fortune.rulebook import RULEBOOK

    return RULEBOOK


def _declarations() -> "Sequence[Declaration]":
    from models.good_fortune.declarations import DECLARATIONS

    return DECLARATIONS


GOOD_FORTUNE: "Game[events.Event, events.GameEvent, GameSeries, Table, Step]" = Game(
    key="good-fortune",
    title="Good Fortune",
    editions=EDITIONS,
    events=events.Event,
    notation="docs/good-fortune.md, cases of clauses",
    header=events.GameEvent,
    refused=events.RefusedEvent,
    clauses=_clauses,
    ids=_ids,
    shown_by=_shown_by,
    series=GameSeries,
    engine=Engine,
    edition_of=_edition_of,
    remedy=_remedy,
    picture=_picture,
    case=_case,
    view=_view,
    options=_options,
    moves=_moves,
    material=_material,
    state_spaces=_worlds,
    puzzle=_puzzle,
    positions=_positions,
    suite_items=_exhibits,
    proofs=_proofs,
    driving=_driving,
    evidence=_evidence,
    partial_log=_record,
    recorded_view=_recorded_view,
    rulebook=_rulebook,
    declarations=_declarations,
)
