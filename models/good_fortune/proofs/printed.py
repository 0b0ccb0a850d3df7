"""Claims about what the sheet prints: the first turn and the final scores."""

from collections.abc import Iterator, Sequence

from models.claim import ClaimId
from models.good_fortune.clauses.gf402_groups import GROUPING, Grouping
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.editions import HAND, LINE, Rules
from models.good_fortune.effect import step_of
from models.good_fortune.moves import BOTH, Ending, TileGroup, Turn
from models.good_fortune.proofs.connecting import Faces, before_first_turn, printed_size
from models.good_fortune.proofs.counterexamples import first_turn, tiles_from
from models.good_fortune.proofs.predicates import clauses_about, keeps_clauses, some_turn
from models.good_fortune.proofs.scores import score_of
from models.good_fortune.symbolic_state import SymbolicLaying, SymbolicStep
from models.good_fortune.symbolic_tiles import KINDS, SomeGroup, SomeTiles, whole_face
from models.good_fortune.table import NOBODY, Hands, Table
from models.good_fortune.tiles import CHARMS, FACES, Tile, Tiles
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import And, Formula, Not, Number, Or, Sum, Values, flag, number
from models.smtlib import number_in

FATMA = CHARMS.index("hand-of-fatma")
MIDDLE = 12  # it stands for the tile between 8 and 15, whose number is not told
LYING: Tiles = (Tile(8), Tile(MIDDLE), Tile(15))
DEALT: Hands = (  # what else is in hand is not told either
    tuple(map(Tile, (1, 2, 3, 4, 6, 7, 9, 10, 11))),
    tuple(map(Tile, (5, 13, 14, 16, 17, 18, 19, 20, 21))),
)
SCORES = ((40, 14, 8), (40, 15, 4))
OF_SCORES = ((4, 2, 2), (4, 3, 2))  # so many tiles in the groups of a case
MOST_DIE = 4  # in a case: larger ones are not needed


# The first turn -------------------------------------------------------------------------------------------------------


def _first_turn(rules: Rules) -> tuple[Faces, SymbolicStep, tuple[Formula, ...]]:
    """Give the printed first turn: what is told of it, whichever end the 9 goes to."""
    faces = Faces(5, 8, 9, MIDDLE, 15)
    table = before_first_turn(rules, faces, DEALT, LYING)
    left = flag("left")
    five, nine = SymbolicLaying(2, 5, True, 15, True), SymbolicLaying(1, 9, left, number("out", 1, rules.top), False)
    step = some_turn(rules, table, laid=(five, nine), chooser=1)
    fatma = And(faces.tiles.face(tile).carries[FATMA] for tile in (5, 8))
    return faces, step, (faces.in_order, fatma)


def _impossible_turn(rules: Rules) -> Iterator[Question]:
    faces, step, told = _first_turn(rules)

    def case(values: Values) -> Counterexample:
        tiles = tiles_from(faces.tiles, values, rules.top)
        return Counterexample(first_turn(rules, tiles, DEALT, LYING, step.move, values), whole=True)

    goal = Goal("it breaks a clause", Not(keeps_clauses(step)))
    yield Question("any tile set", told, (goal,), clauses_about(Turn), faces.smallest, case)


def _won_the_15(case: Counterexample) -> bool:
    return bool(case.steps[-1].after.won == ((), (15,)))


def _turn_forces(rules: Rules) -> Iterator[Question]:
    faces, step, told = _first_turn(rules)
    tiles = faces.tiles
    goals = (
        Goal("9 shares no charm with 5", Not(tiles.shares(9, 5))),
        Goal("9 shares none with the tile between 8 and 15", Not(tiles.shares(9, MIDDLE))),
        Goal("9 carries no hand-of-fatma", Not(tiles.face(9).carries[FATMA])),
    )
    yield Question("any tile set", (*told, keeps_clauses(step)), goals, clauses_about(Turn))


# The final scores -----------------------------------------------------------------------------------------------------


def _groups_force(rules: Rules) -> Iterator[Question]:
    sizes = {40: ((4, 10), (5, 8)), 15: ((3, 5),), 14: ((2, 7),), 8: ((2, 4),), 4: ((1, 4), (2, 2))}
    for points, ways in sizes.items():
        tiles, dice = number("tiles", 1, HAND), number("dice", 1, HAND * FACES)
        possible = And(tiles <= dice, dice <= tiles * FACES, score_of(rules, tiles, dice, "points") == points)
        goal = Goal("so many tiles and dice", Or(And(tiles == size, dice == total) for size, total in ways))
        yield Question(f"a group of {points}", (possible,), (goal,), (Score.id,))


def _not_ten(rules: Rules) -> Iterator[Question]:
    sizes = [number(f"tiles.{points}", 1, HAND) for points in SCORES[1]]
    dice = [number(f"dice.{points}", 1, HAND * FACES) for points in SCORES[1]]
    groups = And(
        And(size <= sum_, sum_ <= size * FACES, score_of(rules, size, sum_, f"points.{points}") == points)
        for size, sum_, points in zip(sizes, dice, SCORES[1], strict=True)
    )
    premises = (groups, Sum(sizes) <= rules.hand)
    together = And(size == count for size, count in zip(sizes, (5, 3, 2), strict=True))
    goals = (Goal("not 5, 3 and 2", Not(together)), Goal("eight or nine tiles", Sum(sizes) >= 8))
    yield Question("a collection of at most nine tiles", premises, goals, (Score.id,))


def _impossible_scores(rules: Rules) -> Iterator[Question]:
    """Ask for two collections in which each tile lies in a known group; each pair of charms may be there once."""
    count = sum(map(sum, OF_SCORES))
    made = [whole_face(f"tile.{tile}", MOST_DIE) for tile in range(1, count + 1)]
    tiles = SomeTiles([face for face, _, _ in made])
    free = list(range(1, count + 1))
    shares = [[[free.pop(0) for _ in range(size)] for size in sizes] for sizes in OF_SCORES]
    charms = [[number(f"charm.{seat}.{place}", 1, len(KINDS)) for place in range(3)] for seat in (1, 2)]
    premises = [And(first < second for _, first, second in made)]
    row = [first * 8 + second for _, first, second in made]
    premises.append(And(one != other for place, one in enumerate(row) for other in row[:place]))
    parts: list[Formula] = []
    for points, heaps, owned in zip(SCORES, shares, charms, strict=True):
        groups = [SomeGroup(tiles, charm, dict.fromkeys(heap, True)) for charm, heap in zip(owned, heaps, strict=True)]
        parts.append(rules.changes.form_of(GROUPING).order_term(groups))
        parts += [tiles.face(t).carries_one_of(group.charm) for group in groups for t in group.members]
        pairs = zip(groups, points, strict=True)
        parts += [score_of(rules, group.size, group.dice, f"points.{told}") == told for group, told in pairs]

    def case(values: Values) -> Counterexample:
        return Counterexample((_result(tiles, shares, charms, values),))

    goal = Goal("no such collections", Not(And(parts)))
    yield Question(
        "8 and 9 tiles, pairs of charms once, dice to 4", tuple(premises), (goal,), (Grouping.id, Score.id), (), case
    )


def _result(
    tiles: SomeTiles, shares: Sequence[Sequence[Sequence[int]]], charms: Sequence[Sequence[Number]], values: Values
) -> object:
    known = tiles_from(tiles, values)
    won = tuple(tuple(Tile(tile) for heap in heaps for tile in heap) for heaps in shares)
    groups = tuple(
        tuple(
            TileGroup(CHARMS[number_in(values, charm) - 1], tuple(map(Tile, heap)), points)
            for charm, heap, points in zip(owned, heaps, told, strict=True)
        )
        for owned, heaps, told in zip(charms, shares, SCORES, strict=True)
    )
    top = 2 * HAND + LINE
    line = tuple(Tile(tile) for tile in range(top - LINE + 1, top + 1))
    table = Table(
        Rules(tiles=known),
        NOBODY,
        line,
        (won[0], won[1]),
        holder=BOTH[1],
        side="large",
        dealt=True,
        laid=(HAND, HAND),
        ended=True,
        turns=HAND,
    )
    totals = (sum(SCORES[0]), sum(SCORES[1]))
    return step_of(table, Ending(groups=(groups[0], groups[1]), totals=totals, winners=frozenset({BOTH[0]})))


def _as_printed(case: Counterexample) -> bool:
    return bool(case.steps[-1].move.totals == (62, 59))


CLAIMS = (
    Provable(
        ClaimId("GFC31"),
        "No tile set allows the printed first turn.",
        "refuted",
        "all tile sets in which 5 and 8 carry the hand of Fatma; a 12 stands for the tile between 8 and 15, and the "
        "other tiles, whose hands the sheet does not show, may carry anything",
        "The example of the sheet is legal by the clauses.",
        _impossible_turn,
        _won_the_15,
        per_players=False,
        applies=printed_size,
    ),
    Provable(
        ClaimId("GFC32"),
        "The printed first turn tells of the printed tiles that 9 shares no charm with 5, nor with the tile between 8 "
        "and 15, and does not carry the hand of Fatma.",
        "proved",
        "all tile sets in which 5 and 8 carry the hand of Fatma; a 12 stands for the tile between 8 and 15",
        "The sheet has no list of the tiles.",
        _turn_forces,
        per_players=False,
        applies=printed_size,
    ),
    Provable(
        ClaimId("GFC33"),
        "No collections score as printed: 40 + 14 + 8 = 62 and 40 + 15 + 4 = 59.",
        "refuted",
        "all collections of 8 tiles (in groups of 4, 2, 2) and of 9 (4, 3, 2), different pairs of charms, dice up to 4",
        "The example of the sheet is possible by the clauses.",
        _impossible_scores,
        _as_printed,
        per_players=False,
        among=True,
    ),
    Provable(
        ClaimId("GFC34"),
        "The printed groups have so many tiles and dice: 40 is 4 x 10 or 5 x 8, 15 is 3 x 5, 14 is 2 x 7, 8 is 2 x 4, "
        "and 4 is 1 x 4 or 2 x 2.",
        "proved",
        "all groups of up to nine tiles, dice from 1 to 6",
        "What the printed final scores force.",
        _groups_force,
        rests_on=(ClaimId("GFC08"),),
        per_players=False,
    ),
    Provable(
        ClaimId("GFC35"),
        "The printed 59 points are not of 5, 3 and 2 tiles: that would be ten, and nobody wins more than nine. "
        "They are of eight or nine.",
        "proved",
        "all collections of up to nine tiles, dice from 1 to 6",
        "What the printed final scores force.",
        _not_ten,
        rests_on=(ClaimId("GFC08"),),
        per_players=False,
    ),
)
