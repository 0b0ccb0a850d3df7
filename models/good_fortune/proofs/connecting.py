"""Claims about where a tile may be laid."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from models.claim import ClaimId, Look
from models.good_fortune.clauses.gf204_connect import Connect
from models.good_fortune.editions import Rules
from models.good_fortune.moves import Turn
from models.good_fortune.proofs import graph_checks
from models.good_fortune.proofs.counterexamples import step_of_faces
from models.good_fortune.proofs.predicates import clauses_about, keeps_clauses, some_turn, table_between
from models.good_fortune.symbolic_state import SymbolicLaying, SymbolicStep, SymbolicTable
from models.good_fortune.symbolic_tiles import SomeTiles, whole_face
from models.proof import Counterexample, Goal, Provable, Question
from models.smt import And, Formula, Iff, Not, Number, Or, Values

LYING, FIRST, SECOND = (5, 6, 7), 2, 3  # the numbers stand for any: only which of both laid is lower matters


ONE_TABLE = (
    "any tiles in hand and line, whatever they carry, on one table: in the middle of a game, the small side up; tiles "
    "stand there for any others"
)


class Faces:
    """Tiles of which all is known to somebody, and nothing to us."""

    def __init__(self, *tiles: int) -> None:
        made = {tile: whole_face(f"tile.{tile}") for tile in tiles}
        blank = whole_face("tile.0")[0]
        self.tiles = SomeTiles([made[tile][0] if tile in made else blank for tile in range(1, max(tiles) + 1)])
        self.in_order = And(first < second for _, first, second in made.values())
        self.smallest: tuple[tuple[str, Number], ...] = tuple(
            (f".{tile}", first * 8 + second) for tile, (_, first, second) in made.items()
        )


def one_tile_table(rules: Rules, tiles: SomeTiles, *hands: int) -> SymbolicTable:
    """Give the table on which the players have one tile each in hand, in the middle of a game."""
    one, other = (tuple(int(0 < tile == held) for tile in range(rules.top + 1)) for held in hands)
    return replace(
        table_between(rules),
        tiles=tiles,
        hands=(one, other),
        line=LYING,
        holder=1,
        large=False,
        ended=False,
        last=0,
        laid=(1, 1),
        turns=1,
    )


def lay_at(rules: Rules, table: SymbolicTable, *lefts: bool) -> SymbolicStep:
    """Give the turn in which the tiles in hand are laid at these ends, and what becomes of the others is not told."""
    tiles = zip((1, 2), (FIRST, SECOND), lefts, strict=False)
    laid = tuple(SymbolicLaying(player, tile, left) for player, tile, left in tiles)
    return some_turn(rules, table, laid=laid, chooser=0)


def _simple(rules: Rules) -> Rules:
    from msgspec.structs import replace as changed

    return changed(rules, simple=True)


def _always_possible(rules: Rules) -> Iterator[Question]:
    for some, count in ((_simple(rules), 1), (rules, 2)):
        faces = Faces(*LYING, FIRST, SECOND)
        table = one_tile_table(some, faces.tiles, FIRST, SECOND)
        ways = [keeps_clauses(lay_at(some, table, *lefts)) for lefts in product((True, False), repeat=count)]
        name = "one tile" if count == 1 else "two tiles, one after the other"
        yield Question(name, (faces.in_order,), (Goal("at some end", Or(ways)),), clauses_about(Turn))


def _ends(rules: Rules) -> tuple[Faces, list[SymbolicStep], list[Formula]]:
    some, faces = _simple(rules), Faces(*LYING, FIRST)
    table = one_tile_table(some, faces.tiles, FIRST, 0)
    steps = [lay_at(some, table, left) for left in (True, False)]
    return faces, steps, [faces.tiles.shares(FIRST, LYING[place]) for place in (0, -1)]


def _both_or_one(rules: Rules) -> Iterator[Question]:
    faces, steps, (left, right) = _ends(rules)
    goals = (
        Goal("left", Iff(keeps_clauses(steps[0]), Or(left, Not(right)))),
        Goal("right", Iff(keeps_clauses(steps[1]), Or(right, Not(left)))),
    )
    yield Question("any tile at any line", (faces.in_order,), goals, clauses_about(Turn))


def _free(rules: Rules) -> Iterator[Question]:
    faces, steps, _ = _ends(rules)

    def case(values: Values) -> Counterexample:
        step = step_of_faces(steps[0], faces.tiles, values)
        return Counterexample((step,), broken=(Connect.id,))

    goal = Goal("it may be laid on the left", keeps_clauses(steps[0]))
    yield Question("any tile at any line", (faces.in_order,), (goal,), clauses_about(Turn), faces.smallest, case)


def _forced(case: Counterexample) -> bool:
    return case.broken == (Connect.id,)


CLAIMS = (
    Provable(
        ClaimId("GFC11"),
        "A laying is always possible: any tile has a legal end at any line, and any two tiles can be laid one after "
        "the other.",
        "proved",
        ONE_TABLE,
        "A program never needs a way to pass, nor to take a choice back.",
        _always_possible,
        per_players=False,
        look=Look("games", lambda rules, games: not games.dead),
    ),
    Provable(
        ClaimId("GFC12"),
        "A tile may be laid at an end exactly if it shares a charm there or shares none at the other end.",
        "proved",
        ONE_TABLE,
        "So there is one legal end, or both: both if it shares with both ends or with neither.",
        _both_or_one,
        per_players=False,
        look=Look("steps", graph_checks.connects_or_cannot),
    ),
    Provable(
        ClaimId("GFC13"),
        "Every tile may be laid at the left end.",
        "refuted",
        ONE_TABLE,
        "Connecting can be forced: the end is not always a choice.",
        _free,
        _forced,
        per_players=False,
        look=Look("tables", graph_checks.left_is_free),
        among=True,
    ),
)
