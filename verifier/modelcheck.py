"""Decide claims on the graph of a small game: on every table and every step that can come."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from models.claim import Games, Look
from models.proof import Provable
from models.state_space import Code, StateSpace
from verifier.explore import Census, TooManyTables, components_of, layers


@dataclass
class Decided:
    """What became of a claim: on how many tables or steps it was checked, and where it is refuted."""

    claim: Provable
    look: Look
    checked: int = 0
    case: str = ""

    @property
    def holds(self) -> bool:
        """Tell whether nothing speaks against it."""
        return not self.case

    @property
    def surprising(self) -> bool:
        """Tell whether a claim that stands for proved is refuted; one that stands for refuted may hold when small."""
        return self.claim.expected == "proved" and not self.holds


def check_claims(
    space: StateSpace,
    first: Iterable[Code],
    claims: Iterable[Provable],
    *,
    depth: int | None = None,
    limit: int | None = None,
    watch: Callable[[int], None] | None = None,
) -> tuple[Census, list[Decided]]:
    """Decide all claims that a graph can decide and that apply. Raises TooMany beyond a limit of tables."""
    census, rules = Census(depth=depth), space.rules
    looks = ((claim, claim.look) for claim in claims)
    decided = [Decided(claim, look) for claim, look in looks if look is not None and look.applies(rules)]
    of_tables = [each for each in decided if each.look.scope == "tables"]
    of_steps = [each for each in decided if each.look.scope == "steps"]
    for layer, inner in layers(space, first, census, depth=depth, limit=limit):
        census.levels += 1
        components_of(space, layer, inner, census)
        for code in layer:
            _ask(of_tables, space.table(code), lambda code=code: space.write(code))  # type: ignore[misc]
            inside = depth is None or layer[code] < depth
            if inside and any(each.holds for each in of_steps):
                for way, step in space.steps(code):
                    _ask(of_steps, step, lambda code=code, way=way: f"{space.write(code)} | {way.text}")  # type: ignore[misc]
        if watch is not None:
            watch(census.tables)
    games = Games(dict(census.soonest), census.dead, len(census.cycle) or None)
    for each in decided:
        if each.look.scope == "games":
            each.checked = census.tables
            if not each.look.check(rules, games):
                each.case = " -> ".join(map(space.write, census.cycle)) if games.cycle else "see the counts"
    return census, decided


def _ask(claims: list[Decided], subject: object, words: Callable[[], str]) -> None:
    for each in claims:
        if each.holds:
            each.checked += 1
            if not each.look.check(subject):
                each.case = words()


__all__ = ["Decided", "TooManyTables", "check_claims"]
