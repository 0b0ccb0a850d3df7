"""Claims about what a collection scores: whether the rules determine it, and what other readings would give."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

from models.claim import ClaimId
from models.good_fortune.clauses.gf402_groups import GROUPING
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.editions import HAND, LINE, Rules
from models.good_fortune.effect import step_of
from models.good_fortune.moves import BOTH, Ending, TileGroup
from models.good_fortune.proofs.patterns import Collection, patterns
from models.good_fortune.scoring import Way, totals
from models.good_fortune.symbolic_tiles import SomeGroup
from models.good_fortune.table import NOBODY, Step, Table
from models.good_fortune.tiles import CHARMS, FACES, Face, Tile, Tiles, TileSet
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import And, Formula, Implies, Not, Number, Or, Sum, Values, number
from models.smtlib import formula_holds, number_in

SCORING = (GROUPING.id, Score.id)
ALONE = "a tile alone scores the same by either of its charms"
NONE_TURNS_IT = (
    "it stands on GF402 and GF403, and none of their known mistakes turns it: each lets more groups through than the "
    "rules, counts once what gives the same here, or scores all splits alike"
)
WAYS: tuple[Way, ...] = ("again", "once", "free")


def _question(
    rules: Rules, name: str, size: int, goal: str, wrong: Callable[[Collection], Formula], settled: str = ""
) -> Question:
    """Ask of all collections of a size at once whether something is wrong with one."""
    known = [Collection(pattern, rules.changes) for pattern in patterns(size)]
    which = number("pattern", 0, len(known) - 1)
    bad = Or(And(which == place, wrong(each)) for place, each in enumerate(known))
    dice = [number(f"tile.{tile}.die", 1, FACES) for tile in range(1, size + 1)]

    def case(values: Values) -> Counterexample:
        found = known[number_in(values, which)]
        pairs = ((CHARMS[one], CHARMS[other]) for one, other in found.pattern)
        faces = (Face(pair, number_in(values, die)) for pair, die in zip(pairs, dice, strict=True))
        tiles = TileSet(tuple(faces))
        return Counterexample(tuple(results(tiles, found, values)), facts=readings(tiles))

    smallest = (("dice in all", Sum(dice)), (".pattern", which))
    goals = (Goal(goal, Not(bad)),)
    return Question(f"{name}, {size} tiles", (), goals, SCORING, smallest, case, settled=settled)


def results(tiles: TileSet, found: Collection, values: Values) -> Iterator[Step]:
    """Give a result for each total that the rules allow where player 1 has won all tiles of a set."""
    owned: Tiles = tuple(Tile(tile) for tile in range(1, len(tiles.faces) + 1))
    top = 2 * HAND + LINE
    line = tuple(Tile(tile) for tile in range(top - LINE + 1, top + 1))
    rules = Rules(tiles=tiles, changes=found.changes)
    table = Table(
        rules,
        NOBODY,
        line,
        (owned, ()),
        holder=BOTH[1],
        side="large",
        dealt=True,
        laid=(HAND, HAND),
        ended=True,
        turns=HAND,
        counted=found.changes.first_counts(rules),
    )
    told: dict[int, list[list[TileGroup]]] = {}
    for way in found.by_the_rules():
        if formula_holds(way.allowed, values):
            named = [] if way.groups is None else [_named(found, way.groups, values)]
            told.setdefault(number_in(values, way.total), []).extend(named)
    for total, ways in sorted(told.items(), reverse=True):
        winners, *_ = found.score.winners_of((total, 0))
        groups = min(ways, key=lambda way: [CHARMS.index(each.charm) for each in way], default=None)
        yield step_of(table, Ending(None, None if groups is None else (tuple(groups), ()), (total, 0), winners))


def _named(found: Collection, groups: Sequence[SomeGroup], values: Values) -> list[TileGroup]:
    """Give groups with their tiles, the highest in rank first."""
    ranked = sorted(groups, key=lambda each: (-number_in(values, each.size), -number_in(values, each.dice)))
    return [
        TileGroup(
            CHARMS[number_in(values, each.charm) - 1],
            tuple(map(Tile, each.members)),
            number_in(values, found.score.points_term(each.size, each.dice)),
        )
        for each in ranked
    ]


def readings(tiles: TileSet) -> tuple[tuple[str, str], ...]:
    """Tell what a collection scores by the rules and by two other readings."""
    words = {"again": "counted again", "once": "ordered once", "free": "split at will, at best"}
    return tuple((words[way], " or ".join(map(str, totals(tiles.faces, way)))) for way in WAYS)


def _tiles(case: Counterexample) -> TileSet:
    tiles: TileSet = case.steps[0].before.rules.tiles
    return tiles


def _allowed(case: Counterexample) -> set[int]:
    """Give the totals of a case: its results, which were replayed, are all that the rules allow."""
    return {step.move.totals[0] for step in case.steps}


def _determined(*sizes: int) -> Callable[[Rules], Iterator[Question]]:
    def differ(of: Collection) -> Formula:
        pairs = combinations(of.by_the_rules(), 2)
        return Or(And(one.allowed, other.allowed, one.total != other.total) for one, other in pairs)

    return lambda rules: (
        _question(rules, "any two groupings", size, "the same total", differ, ALONE if size == 1 else "")
        for size in sizes
    )


def _once(*sizes: int) -> Callable[[Rules], Iterator[Question]]:
    def differ(of: Collection) -> Formula:
        ways = of.by_the_rules()
        return Or(
            And(once, (Not(And(way.allowed, way.total == total)) for way in ways)) for once, total in of.ordered_once()
        )

    return lambda rules: (
        _question(rules, "any collection", size, "a total by the rules too", differ) for size in sizes
    )


def _once_decided(rules: Rules) -> Iterator[Question]:
    def differ(of: Collection) -> Formula:
        again, once = alone([(way.allowed, way.total) for way in of.by_the_rules()]), alone(of.ordered_once())
        pairs = product(again, once)
        return Or(And(one, other, total != different) for (one, total), (other, different) in pairs)

    def alone(ways: list[tuple[Formula, Number]]) -> list[tuple[Formula, Number]]:
        """State of each way when no way gives another total."""
        return [
            (And(right, (Implies(other, each == total) for other, each in ways)), total)
            for right, total in ways
            if right is not False
        ]

    yield _question(rules, "any collection", 4, "the same total where both readings have one", differ)


def _free(*sizes: int) -> Callable[[Rules], Iterator[Question]]:
    def higher(of: Collection) -> Formula:
        ways = of.by_the_rules()
        return Or(And(Implies(way.allowed, way.total < total) for way in ways) for _, _, total in of.splits())

    return lambda rules: (_question(rules, "any split", size, "no more than by the rules", higher) for size in sizes)


def _two_totals(case: Counterexample) -> bool:
    return len(_allowed(case)) > 1


def _other_once(case: Counterexample) -> bool:
    return not set(totals(_tiles(case).faces, "once")) <= _allowed(case)


def _both_decided(case: Counterexample) -> bool:
    once, again = set(totals(_tiles(case).faces, "once")), _allowed(case)
    return len(once) == len(again) == 1 and once != again


def _better_free(case: Counterexample) -> bool:
    return totals(_tiles(case).faces, "free")[0] > max(_allowed(case))


def _forty(rules: Rules) -> Iterator[Question]:
    for most in (4, FACES):
        tiles, dice = number("tiles", 1, 2 * HAND), number("dice", 1, 2 * HAND * most)
        possible = And(tiles <= dice, dice <= tiles * most)
        four_or_five = Or(And(tiles == 4, dice == 10), And(tiles == 5, dice == 8))
        goal = Goal("4 x 10 or 5 x 8", four_or_five)
        premises = (possible, score_of(rules, tiles, dice, "points") == 40)
        yield Question(f"dice from 1 to {most}", premises, (goal,), (Score.id,))


def score_of(rules: Rules, tiles: Number, dice: Number, name: str) -> Number:
    """Give what a group scores by the clause in force; any points, with a name of their own, where none is."""
    if Score.id in rules.changes.without:
        return number(name, 0, 2 * HAND * 2 * HAND * FACES)
    return rules.changes.form_of(Score()).points_term(tiles, dice)


CLAIMS = (
    Provable(
        ClaimId("GFC21"),
        "Up to three tiles have one score.",
        "proved",
        "all collections of up to three tiles, dice from 1 to 6",
        "How small can a collection be whose score the sheet leaves open?",
        _determined(1, 2, 3),
        per_players=False,
    ),
    Provable(
        ClaimId("GFC22"),
        "Every collection has one score.",
        "refuted",
        "all collections of four tiles, dice from 1 to 6",
        "A tie in number and in dice leaves open which charm is grouped first, and that changes the total.",
        _determined(4),
        _two_totals,
        per_players=False,
    ),
    Provable(
        ClaimId("GFC23"),
        "For up to three tiles it makes no difference whether the charms are ordered once or counted again.",
        "proved",
        f"all collections of up to three tiles, dice from 1 to 6; {NONE_TURNS_IT}",
        "The sheet can be read both ways.",
        _once(1, 2, 3),
        per_players=False,
    ),
    Provable(
        ClaimId("GFC24"),
        "It makes no difference whether the charms are ordered once or counted again.",
        "refuted",
        "all collections of four tiles, dice from 1 to 6",
        "The sheet can be read both ways, and the result of a game depends on it.",
        _once(4),
        _other_once,
        per_players=False,
    ),
    Provable(
        ClaimId("GFC25"),
        "For up to three tiles no split at will scores more than the groups by the rules.",
        "proved",
        f"all collections of up to three tiles, dice from 1 to 6; {NONE_TURNS_IT}",
        "Is grouping a duty that can cost points?",
        _free(1, 2, 3),
        per_players=False,
    ),
    Provable(
        ClaimId("GFC26"),
        "No split of the tiles at will scores more than the groups by the rules.",
        "refuted",
        "all collections of four tiles, dice from 1 to 6",
        "Grouping is a duty, not an optimum: a program that seeks the best split scores too much.",
        _free(4),
        _better_free,
        per_players=False,
    ),
    Provable(
        ClaimId("GFC27"),
        "A group of 40 points has four tiles with 10 on their dice, or five with 8.",
        "proved",
        "all groups of up to 18 tiles, dice from 1 to 4 or to 6",
        "The printed final scores both have such a group.",
        _forty,
        per_players=False,
    ),
    Provable(
        ClaimId("GFC28"),
        "Where each of both readings decides the score, they agree: ordered once, or counted again.",
        "refuted",
        "all collections of four tiles, dice from 1 to 6",
        "So it is no matter of ties whether to count again.",
        _once_decided,
        _both_decided,
        per_players=False,
    ),
)
