"""The phases of one turn in text."""

from models.state_space import Phases
from reports.style import Paint


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
                lines.append(f"    {way + ': ' if way else ''}-> {words[arrow.target]}")
    return "\n".join(lines) + "\n"
