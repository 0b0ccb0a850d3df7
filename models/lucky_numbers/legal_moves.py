"""What is legal on a table, in words and pictures, as the clauses say it."""

from collections.abc import Sequence

from msgspec.structs import replace

from models.clause import Clause, Fault, Picture, breached
from models.lucky_numbers.asked_moves import LegalWays, asked_ways, cells_to_lay, may_move, may_reveal, may_start
from models.lucky_numbers.clauses import CLAUSES
from models.lucky_numbers.clauses.ln201_order import ORDER
from models.lucky_numbers.clauses.ln203_reveal import REVEAL
from models.lucky_numbers.clauses.ln301_ascending import PLACEMENT
from models.lucky_numbers.editions import EDITIONS, LARGEST_TOP, NO_EQUAL_EXCHANGE, Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Cell, Clover, Garden, in_words, label, read_garden
from models.lucky_numbers.moves import Placing, Player, Source, Turn
from models.lucky_numbers.table import Step, Table, new_table, write_heap
from models.reading import Malformed, Reading
from models.view import Card, CellVerdict, CellVerdicts, Strip, View

SIGNS = {
    "①": "it can be added here",
    "( )": "it can be exchanged for this one",
    "②": "a smaller number comes after this cell",
    "③": "an equal number is in line",
    "④": "a larger number comes before this cell",
}


def broken_clauses(step: Step, clauses: Sequence[Clause[Step]] = CLAUSES) -> list[Clause[Step]]:
    """Give the rules of the edition that a step breaks."""
    return breached(step.before.rules.changes.in_force(clauses), step)


def turn_to(table: Table, player: Player, clover: Clover, cell: Cell) -> Step:
    """Give the step that puts a revealed clover on a cell: added if the cell is empty, exchanged if not."""
    action = "place" if table.garden(player)[cell] == EMPTY else "exchange"
    return step_of(table, Turn(player, "pile", clover, "place" if action == "place" else "exchange", cell))


def legal_cells(table: Table, player: Player, clover: Clover) -> list[Cell]:
    """Give the cells where the placement clauses allow a clover."""
    rules, garden = table.rules, table.garden(player)
    placement = rules.changes.form_of(PLACEMENT)
    return [Cell(cell) for cell in range(len(garden)) if placement.fits(rules, garden, cell, clover)]


def _ways(table: Table, player: Player, source: Source, clover: Clover) -> LegalWays:
    """Give what may be done with a clover; where clauses are otherwise, all of them are asked."""
    if table.rules.changes:
        return asked_ways(table, player, source, clover)
    return LegalWays(tuple(legal_cells(table, player, clover)), left=source == "pile")


def _cells_in_words(table: Table, player: Player, cells: Sequence[Cell]) -> tuple[str, str]:
    """Name the cells a clover can be added to, and the clovers it can replace; empty where there are none."""
    garden, board = table.garden(player), table.rules.board
    free = [board.names[cell] for cell in cells if garden[cell] == EMPTY]
    taken = [f"the {garden[cell]} on {board.names[cell]}" for cell in cells if garden[cell] != EMPTY]
    return in_words(free, "or"), in_words(taken, "or")


def remedy(step: Step) -> str:
    """Say where the clover of a turn could have gone."""
    move = step.move
    if not isinstance(move, Turn):
        return ""
    ways = _ways(step.before, move.player, move.source, move.clover)
    free, taken = _cells_in_words(step.before, move.player, ways.cells)
    left = "it may be left in the middle" if ways.left else "another one must be taken"
    if not ways and move.source == "pile":
        return f"nothing may be done with a revealed {move.clover}"
    if not free and not taken:
        return f"{move.clover} fits no cell of this garden; {left}"
    if not free:
        return f"{move.clover} may replace {taken}"
    return f"{move.clover} fits {free}" + (f"; it may replace {taken}" if taken else "")


def legal_moves(table: Table, mover: Player | None, clover: Clover | None) -> tuple[str, ...]:
    """Say what is legal on a table: for a mover, if it may be that player's turn, and for a revealed clover."""
    if not table.playing:
        return _setup_options(table)
    able = [player for player in table.players if may_move(table, player)] if table.rules.changes else []
    if able:
        return _turns_of(table, able, mover, clover)
    if table.ended is not None:
        return ("nothing: play is over",)
    due = table.rules.changes.form_of(ORDER).due(table)
    if not due:
        return ("nothing: everybody has conceded",)
    if table.rules.changes:
        return ("nothing: no turn is legal by these rules",)
    return _turns_of(table, due, mover, clover)


def _turns_of(table: Table, due: Sequence[Player], mover: Player | None, clover: Clover | None) -> tuple[str, ...]:
    """Say what is legal for the mover if it is among the players who are due, else for the first of them."""
    player = due[0] if mover is None or mover not in due else mover
    lines = []
    if len(due) > 1:
        which = "first" if table.last is None else "next"
        lines.append(f"{in_words([f'player {player}' for player in due], 'or')} may take the {which} turn")
    if may_reveal(table, player) if table.rules.changes else table.pile:
        lines.append(f"player {player} may reveal one of {table.pile} face-down clovers")
        if clover is not None and table.rules.changes.form_of(REVEAL).can_come(table, clover):
            lines.append(f"a revealed {clover}: {_in_words(table, player, 'pile', clover)}")
    taken = (
        f"the {each} from the middle: {_in_words(table, player, 'middle', each)}" for each in sorted({*table.middle})
    )
    return (*lines, *taken)


def _in_words(table: Table, player: Player, source: Source, clover: Clover) -> str:
    ways = _ways(table, player, source, clover)
    free, taken = _cells_in_words(table, player, ways.cells)
    told = [free and f"on {free}", taken and f"for {taken}", "left in the middle" if ways.left else ""]
    return ", or ".join(way for way in told if way) or ("nothing" if source == "pile" else "fits nowhere")


def _setup_options(table: Table) -> tuple[str, ...]:
    board, asked = table.rules.board, bool(table.rules.changes)
    lines = []
    for player, garden in zip(table.players, table.gardens, strict=True):
        waits = table.rules.one_by_one and table.placed[player - 1] > min(table.placed)
        free = () if waits else tuple(cell for cell in board.diagonal if garden[cell] == EMPTY)
        free = cells_to_lay(table, player) if asked else free
        if free:
            lines.append(
                f"player {player} may place a clover on {in_words([board.names[cell] for cell in free], 'or')}"
            )
    starts = may_start(table) if asked else not lines
    return (*lines, "play may start") if starts else tuple(lines)


def draw(rules: Rules, title: str, garden: Garden, signs: dict[Cell, str] | None = None) -> Picture:
    """Draw a garden; `signs` stand instead of or beside the numbers: `[13]`, `(15)`."""
    texts = [str(clover or ".") for clover in garden]
    marks = {}
    for cell, sign in (signs or {}).items():
        column, row = rules.board.place(cell)
        marks[row, column] = sign
    side = rules.board.side
    rows = tuple(tuple(texts[start : start + side]) for start in range(0, len(texts), side))
    return Picture(title, rows, marks)


def picture(step: Step, fault: Fault) -> Picture | None:
    """Draw the mover's garden before a step: the clover on its cell in brackets, what speaks against it in round."""
    move, rules = step.move, step.before.rules
    if not isinstance(move, Turn | Placing) or move.cell is None:
        return None
    garden = step.before.garden(move.player)
    signs = {rules.board.cells[name]: f"({garden[rules.board.cells[name]]})" for name in fault.against}
    signs[move.cell] = f"[{move.clover}]"
    return draw(rules, f"garden of player {move.player}", garden, signs)


def view(table: Table) -> View:
    """Show a table: all gardens, the middle, the pile, whose turn it is."""
    pictures = tuple(
        draw(table.rules, f"player {player}", garden)
        for player, garden in zip(table.players, table.gardens, strict=True)
    )
    lines = [f"middle: {write_heap(table.middle)}", f"face down: {table.pile}"]
    due = table.rules.changes.form_of(ORDER).due(table)
    if table.ended is not None:
        lines.append("play is over")
    elif table.playing and len(due) == 1:
        lines.append(f"to move: player {due[0]}")
    return View(pictures, tuple(lines), strips=(heap("middle", table.middle),))


def heap(title: str, clovers: Sequence[int]) -> Strip:
    """Give clovers that lie in the open, to be drawn."""
    return Strip(title, tuple(Card(str(int(clover)), ()) for clover in clovers), round=True)


def cell_verdicts(text: str, number: int, reading: Reading, top: int) -> CellVerdicts:
    """Judge every cell of a written garden for one clover. Raises Malformed where garden or clover is none."""
    if not 1 <= top <= LARGEST_TOP:
        raise Malformed("value", "top", f"the highest number cannot be {top}", f"it goes from 1 to {LARGEST_TOP}")
    try:
        board, garden = read_garden(text, top)
    except ValueError as error:
        raise Malformed("value", "garden", str(error), "write it row by row, like '3 5 . ./7 8 . 10/...'") from None
    if not 1 <= number <= top:
        raise Malformed("value", "clover", f"there is no clover {number}", f"numbers go from 1 to {top}")
    edition = next(edition for edition in EDITIONS if reading.edition in (None, edition.key))
    rules = Rules(edition=edition, board=board, top=top, equal_exchange=NO_EQUAL_EXCHANGE not in reading.answers)
    table = replace(new_table(rules), playing=True, gardens=(garden, board.empty()))
    verdicts = tuple(_verdict(table, Clover(number), Cell(cell)) for cell in range(len(garden)))
    disorder = _disorder(rules, garden)
    return CellVerdicts(
        verdicts,
        *_reasons(rules, garden, Clover(number), verdicts),
        forced=not any(verdict.legal for verdict in verdicts),
        notes=disorder,
        in_order=not disorder,
    )


def _verdict(table: Table, clover: Clover, cell: Cell) -> CellVerdict:
    step, rules = turn_to(table, Player(1), clover, cell), table.rules
    assert isinstance(step.move, Turn)
    garden = table.gardens[0]
    # What the pile holds is not part of the question: only the clauses on placing are asked.
    broken = broken_clauses(step, [clause for clause in CLAUSES if clause.id.startswith("LN3")])
    against = rules.changes.form_of(PLACEMENT).against(rules, garden, cell, clover)
    return CellVerdict(
        cell=rules.board.names[cell],
        action=step.move.action,
        clauses=tuple(clause.id for clause in broken),
        against={rules.board.names[other]: int(garden[other]) for other in against},
        reason=in_words([label(rules.board, garden, cell, other, clover) for other in against]),
    )


def _reasons(
    rules: Rules, garden: Garden, clover: Clover, verdicts: tuple[CellVerdict, ...]
) -> tuple[Picture, tuple[str, ...]]:
    """Draw the verdicts with the signs of the printed example; it marks empty cells and what can be exchanged."""
    signs: dict[Cell, str] = {}
    for cell, verdict in enumerate(verdicts):
        if verdict.legal:
            signs[Cell(cell)] = "①" if verdict.action == "place" else f"({garden[cell]})"
        elif verdict.action == "place":
            others = {rules.board.cells[name]: number == clover for name, number in verdict.against.items()}
            signs[Cell(cell)] = "".join(sorted({_sign(rules, Cell(cell), *other) for other in others.items()}))
    used = "".join(signs.values())
    return draw(rules, "", garden, signs), tuple(f"{sign} {text}" for sign, text in SIGNS.items() if sign[0] in used)


def _sign(rules: Rules, cell: Cell, other: Cell, equal: bool) -> str:
    """Give the printed example's sign for a number that forbids an empty cell."""
    return "③" if equal else "②" if other in rules.board.after[cell] else "④"


def _disorder(rules: Rules, garden: Garden) -> tuple[str, ...]:
    lenient = replace(rules, equal_exchange=True)
    wrong = [
        rules.board.names[cell]
        for cell, clover in enumerate(garden)
        if clover != EMPTY and PLACEMENT.against(lenient, garden, Cell(cell), clover)
    ]
    return (f"the garden itself is not in order: see {in_words(wrong)} (LN301)",) if wrong else ()
