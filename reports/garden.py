"""What can become of a garden, in text."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from models.clause import Picture
from models.gardens import Completability, Filling, OwnTurn, Placement
from models.view import CellVerdict
from reports.boards import drawing, side_by_side
from reports.garden_rows import best_placements, number_rows
from reports.style import COLUMNS, Paint, count_of, uncolored


def outlook_text(
    laid: Filling, found: Completability, breaches: Sequence[CellVerdict], clovers: str, paint: Paint = uncolored
) -> str:
    """Draw the garden and what it can become; say whether it can be filled, what blocks it, and the fewest turns."""
    lines = [*_drawn(laid, found, paint), ""]
    if not found.legal:
        lines.append(paint("bad", "The garden is not in order:"))
        lines += [f"  {breach.cell}  {breach.reason} ({', '.join(breach.clauses)})" for breach in breaches]
        return "\n".join(lines) + "\n"
    if found.fillable:
        ways = f"{found.completions:,} {'way' if found.completions == 1 else 'ways'}"
        lines.append(f"{paint('good', 'It can be filled')} without exchanges, in {paint('strong', ways)} ({clovers}).")
    else:
        lines += [*_blocked(laid, found, clovers, paint)]
    return "\n".join([*lines, *_turns(laid, found, paint)]) + "\n"


def _drawn(laid: Filling, found: Completability, paint: Paint) -> list[str]:
    blocked = {cell: f"({laid.numbers[cell]})" for cell in found.blocked or ()}
    before = _picture(laid, laid.numbers, blocked)
    pictures, role = [before], "bad"
    if found.full is not None and found.turns:
        changed = {turn.cell: f"[{found.full[turn.cell]}]" for turn in found.turns}
        pictures.append(_picture(laid, found.full, changed))
    painted = [drawing(picture, _marked(paint, role if at == 0 else "good")) for at, picture in enumerate(pictures)]
    return [f"  {row}" for row in side_by_side(painted)]


def _marked(paint: Paint, role: str) -> Paint:
    return lambda part, text: paint(role if part == "mark" else part, text)


def _picture(laid: Filling, numbers: Sequence[int], signs: Mapping[int, str]) -> Picture:
    side = laid.grid.side
    texts = [str(number or ".") for number in numbers]
    rows = tuple(tuple(texts[start : start + side]) for start in range(0, len(texts), side))
    return Picture("", rows, {divmod(cell, side): sign for cell, sign in signs.items()})


def _blocked(laid: Filling, found: Completability, clovers: str, paint: Paint) -> list[str]:
    no = paint("bad", "It cannot be filled")
    if not found.blocked:
        return [f"{no}: no full garden at all can be made of these clovers ({clovers})."]
    held = _listed([f"the {laid.numbers[cell]} on {laid.grid.names[cell]}" for cell in found.blocked])
    verb = "blocks" if len(found.blocked) == 1 else "block"
    return [f"{no} without exchanges ({clovers}): {held} {verb} it."]


def _turns(laid: Filling, found: Completability, paint: Paint) -> list[str]:
    if not found.turns:
        return ["The garden is full."] if found.turns is not None else []
    assert found.full is not None
    kept = sum(old == new for old, new in zip(laid.numbers, found.full, strict=True))
    held = sum(map(bool, laid.numbers))
    stay = "all clovers stay" if kept == held else f"{kept} of {count_of(held, 'clover')} can stay"
    lines = [f"Fewest own turns: {paint('strong', str(len(found.turns)))}; {stay}."]
    if len({turn.cell for turn in found.turns}) < len(found.turns):
        lines.append("Clovers stand in each other's way: one cell or more must be changed twice.")
    lines.append("")
    wide = len(str(len(found.turns)))
    return lines + [f"  {at:>{wide}}. {_turn(laid, turn)}" for at, turn in enumerate(found.turns, 1)]


def _turn(laid: Filling, turn: OwnTurn) -> str:
    name = laid.grid.names[turn.cell]
    clover = _a(turn.clover)
    return f"exchange the {turn.out} on {name} for {clover}" if turn.out else f"add {clover} on {name}"


def _a(number: int) -> str:
    return f"{'an' if number in (8, 11, 18) else 'a'} {number}"


def shares_text(laid: Filling, counts: Mapping[int, Mapping[int, int]], completions: int) -> str:
    """List the numbers that can end up on each empty cell, and the best cells for each number."""
    if not any(counts.values()):
        return ""
    lines = ["", "What can end up where, in what share of the completions:"]
    for cell, of_cell in counts.items():
        parts = [f"{number}: {with_per_cent(Fraction(count, completions))}" for number, count in of_cell.items()]
        lines += _wrapped(f"  {laid.grid.names[cell]}  ", parts)
    lines += ["", "The best cells for each number, and the completions that are left then:"]
    rows = number_rows(laid, counts)
    parts = [f"{number} on {' or '.join(row.cells)}: {row.completions:,}" for number, row in rows.items()]
    return "\n".join([*lines, *_wrapped("  ", parts)]) + "\n"


def _wrapped(head: str, parts: Sequence[str], wide: int = 110) -> list[str]:
    """Write parts behind a head, in as many lines as they need."""
    wide = min(wide, COLUMNS.get() or wide)
    lines, line = [], head
    for at, part in enumerate(parts):
        text = part + ("," if at < len(parts) - 1 else "")
        if len(line) + len(text) > wide and line.strip():
            lines.append(line.rstrip())
            line = " " * len(head)
        line += text + " "
    return [*lines, line.rstrip()]


def per_cent(share: Fraction | float) -> str:
    """Write a share in per cent, with three digits at least where it is small."""
    return f"{float(share):.1%}" if share >= Fraction(1, 100) else f"{100 * float(share):.2g}%"


def with_per_cent(share: Fraction) -> str:
    """Write a share, and in per cent; all or nothing needs no digits."""
    return f"{share} ({100 * share}%)" if share.denominator == 1 else f"{share} ({per_cent(share)})"


def drawn_text(laid: Filling, clover: int, placements: tuple[Placement, ...], paint: Paint) -> str:
    """Compare what a drawn clover makes of the garden on each cell."""
    most, fewest = best_placements(placements)
    lines = ["", f"If {_a(clover)} is drawn, it leaves:", ""]
    ways = max(len(f"{each.completions:,}") for each in placements)
    for each in placements:
        turns = "no full garden" if each.turns is None else count_of(each.turns, "turn")
        notes = [text for text, best in (("most ways", most), ("fewest turns", fewest)) if each in best]
        told = paint("good", "  " + ", ".join(notes)) if notes else ""
        what, way = _placed(laid, each), "way " if each.completions == 1 else "ways"
        lines.append(f"  {what:<22}  {each.completions:>{ways},} {way}, then {turns}{told}")
    return "\n".join(lines) + "\n"


def _placed(laid: Filling, placement: Placement) -> str:
    if placement.cell is None:
        return "left in the middle"
    name = laid.grid.names[placement.cell]
    return f"{name}, for the {placement.out}" if placement.out else f"{name}, added"


def _listed(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
