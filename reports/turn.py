"""The phases of one turn in text."""

from collections.abc import Mapping

from models.state_space import Arrow, Phases
from reports.style import Paint, broken_lines


def turn_text(phases: Phases, paint: Paint) -> str:
    """List the moments of a turn, what leads on from each, and the clauses that say so."""
    words = {phase.key: " ".join(phase.words) for phase in phases.phases}
    lines = [paint("strong", phases.title)]
    for phase in phases.phases:
        sign = {"question": "?", "end": "*", "next": ">"}.get(phase.sort, "-")
        lines += ["", f"{sign} {words[phase.key].removesuffix('?')}" + ("?" if phase.sort == "question" else "")]
        for arrow in phases.arrows:
            if arrow.source == phase.key:
                clauses = f" [{' '.join(arrow.clauses)}]" if arrow.clauses else ""
                way = f"{arrow.words}{clauses}".strip()
                lines += broken_lines(f"    {way + ': ' if way else ''}-> {words[arrow.target]}", 8)
    return "\n".join(lines) + "\n"


def way_words(arrow: Arrow, phases: Phases, titles: Mapping[str, str] | None = None) -> str:
    """Say in a sentence what leads from a moment of a turn to the next, with clauses, and their titles if given."""
    words = {phase.key: " ".join(phase.words) for phase in phases.phases}
    named = [f"{id}: {titles[id]}" if titles and id in titles else id for id in arrow.clauses]
    clauses = f" ({(', ' if titles else ' ').join(named)})" if named else ""
    way = f"{arrow.words}{clauses}".strip()
    return f"{words[arrow.source]}: {way + ', then ' if way else ''}{words[arrow.target]}"
