"""Claims about where a tile may be laid."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from models.claim import ClaimId, Look
from models.clause import breached
from models.good_fortune import clauses as listed
from models.good_fortune.clauses.gf204_connect import Connect
from models.good_fortune.editions import HAND, Rules
from models.good_fortune.moves import Turn
from models.good_fortune.proofs import graph_checks
from models.good_fortune.proofs.counterexamples import first_turn, tiles_from
from models.good_fortune.proofs.counts import COUNTS, counts_belong_together
from models.good_fortune.proofs.play import PLACES, placed
from models.good_fortune.proofs.predicates import clauses_about, keeps_clauses, some_turn, table_between, variants
from models.good_fortune.symbolic_state import SymbolicLaying, SymbolicStep, SymbolicTable, heaps_of, held
from models.good_fortune.symbolic_tiles import SomeFace, SomeTiles, whole_face
from models.good_fortune.table import Hands
from models.good_fortune.tiles import Tile, Tiles
from models.proof import Counterexample, Goal, NoCase, Provable, Question
from models.smt import And, Formula, Iff, Implies, Not, Number, Or, Term, Values, number

DEALT: Hands = (
    tuple(map(Tile, (1, 2, 3, 4, 8, 9, 10, 11, 12))),
    tuple(map(Tile, (13, 14, 15, 16, 17, 18, 19, 20, 21))),
)
LYING: Tiles = (Tile(5), Tile(6), Tile(7))
FIRST, SECOND = 2, 13  # the tiles that are laid in the case


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


class FacesByPlace(SomeTiles):
    """Tiles told by where they lie, whatever their numbers are, and of which all is known to somebody.

    As no two of these places hold the same tile, every tile set is among them and nothing else.
    """

    def __init__(self, **tiles: Number) -> None:
        made = {name: whole_face(f"tile.{name}") for name in tiles}
        super().__init__([face for face, _, _ in made.values()])
        self.at: dict[object, SomeFace] = {
            tile.key if isinstance(tile, Term) else tile: made[name][0] for name, tile in tiles.items()
        }
        self.in_order = And(first < second for _, first, second in made.values())

    def face(self, tile: Number) -> SomeFace:
        """Give what the tile at one of the places carries."""
        return self.at[tile.key if isinstance(tile, Term) else tile]


class Chosen:
    """Any table of a game that goes on, the tiles that were chosen there, and every way of laying them in their order.

    What is laid first is said in plain words and not by the clauses, so that what they forbid shows.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules, free = rules, table_between(rules)
        count = 1 if rules.simple else 2
        self.players = tuple(number(f"layer.{place}", 1, 2) for place in range(count))
        self.laid = tuple(number(f"laid.{place}", 1, rules.top) for place in range(count))
        places = dict(zip(("left", "middle", "right"), free.line, strict=True))
        self.tiles = FacesByPlace(**places, **dict(zip(("first", "second"), self.laid, strict=False)))
        self.table = replace(free, tiles=self.tiles)

    @property
    def premises(self) -> tuple[Formula, ...]:
        """What is known: play goes on, the tiles are in hand, and they are laid in the order of the sheet."""
        table = self.table
        owned = (
            Or(And(player == seat + 1, held(table.hands[seat], tile)) for seat in (0, 1))
            for player, tile in zip(self.players, self.laid, strict=True)
        )
        known = (placed(table), And(counts_belong_together(table).values()), self.tiles.in_order)
        return (*known, Not(table.ended), And(owned), self._in_turn())

    def _in_turn(self) -> Formula:
        if self.rules.simple:
            return self.players[0] != self.table.last
        lower = self.laid[0] < self.laid[1]
        return And(self.players[0] != self.players[1], Iff(lower, Not(self.table.large)))

    def ways(self) -> Iterator[tuple[tuple[bool, ...], SymbolicStep]]:
        """Give the turns with each tile at each end."""
        for lefts in product((True, False), repeat=len(self.laid)):
            yield lefts, lay_at(self.rules, self.table, self.players, self.laid, lefts)

    def connect_or_cannot(self, step: SymbolicStep) -> Formula:
        """State that each tile of a turn shares a charm where it is laid, or shares none at the other end."""
        shares = self.tiles.shares
        ends = ((each, (each.line[0], each.line[-1])[:: 1 if each.laying.left else -1]) for each in step.met)
        return And(
            Or(shares(each.laying.tile, here), Not(shares(each.laying.tile, there))) for each, (here, there) in ends
        )


def lay_at(
    rules: Rules,
    table: SymbolicTable,
    players: Sequence[Number],
    tiles: Sequence[Number],
    lefts: Sequence[bool],
) -> SymbolicStep:
    """Give the turn in which tiles are laid at these ends; what becomes of the others is not told."""
    laid = tuple(SymbolicLaying(*each) for each in zip(players, tiles, lefts, strict=True))
    return some_turn(rules, table, laid=laid, chooser=0)


def _always_possible(rules: Rules) -> Iterator[Question]:
    for name, some in variants(rules):
        chosen = Chosen(some)
        possible = Or(keeps_clauses(step) for _, step in chosen.ways())
        yield Question(f"a turn, {name}", chosen.premises, (Goal("at some end", possible),), clauses_about(Turn))


def _both_or_one(rules: Rules) -> Iterator[Question]:
    for name, some in variants(rules):
        chosen = Chosen(some)
        goals = tuple(
            Goal(_ends_in_words(lefts), Iff(keeps_clauses(step), chosen.connect_or_cannot(step)))
            for lefts, step in chosen.ways()
        )
        yield Question(f"a turn, {name}", chosen.premises, goals, clauses_about(Turn))


def _ends_in_words(lefts: Sequence[bool]) -> str:
    return ", then ".join("left" if left else "right" for left in lefts)


# Not always at the left end -------------------------------------------------------------------------------------------


def _free(rules: Rules) -> Iterator[Question]:
    """Ask about the first turn of a game first, as what is found there can be played; then about every turn."""
    yield _free_at_first(rules)
    for name, some in variants(rules):
        chosen = Chosen(some)
        kept = {lefts: keeps_clauses(step) for lefts, step in chosen.ways()}
        goals = [Goal("the first tile", Or(here for lefts, here in kept.items() if lefts[0]))]
        if len(chosen.laid) > 1:
            left, right = (
                Implies(Or(kept[first, True], kept[first, False]), kept[first, True]) for first in (True, False)
            )
            goals += [Goal("the second, the first left", left), Goal("the second, the first right", right)]
        yield Question(
            f"a turn, {name}",
            chosen.premises,
            tuple(goals),
            clauses_about(Turn),
            doubt="it can be so on a table, but no game was played that leads to it",
        )


def before_first_turn(rules: Rules, faces: Faces, hands: Hands, line: Tiles) -> SymbolicTable:
    """Give the table as it was dealt, before player 1 begins the first turn."""
    return replace(
        table_between(rules),
        tiles=faces.tiles,
        hands=heaps_of(rules, hands),
        line=line,
        holder=1,
        large=False,
        ended=False,
        last=0,
        laid=(0, 0),
        turns=0,
    )


def _free_at_first(rules: Rules) -> Question:
    faces = Faces(*LYING, FIRST, SECOND)
    table = before_first_turn(rules, faces, DEALT, LYING)
    steps = [lay_at(rules, table, (1, 2), (FIRST, SECOND), (True, left)) for left in (True, False)]

    def case(values: Values) -> Counterexample:
        tiles = tiles_from(faces.tiles, values, rules.top)
        in_force = rules.changes.in_force(listed.CLAUSES)
        for step in steps:
            line = first_turn(rules, tiles, DEALT, LYING, step.move, values)
            if tuple(clause.id for clause in breached(in_force, line[-1])) == (Connect.id,):
                return Counterexample(line, whole=True, broken=(Connect.id,))
        raise NoCase("the turn that was found breaks no clause, or others too")

    goal = Goal("it may be laid on the left", Or(keeps_clauses(step) for step in steps))
    about = clauses_about(Turn)
    return Question("the first turn of a game", (faces.in_order,), (goal,), about, faces.smallest, case)


def _forced(case: Counterexample) -> bool:
    return case.broken == (Connect.id,) and case.steps[-1].move.laid[0].end == "left"


def printed_size(rules: Rules) -> bool:
    """Tell whether as many tiles are dealt as in the printed game."""
    return rules.hand == HAND


TURNS = "all turns of any game, whatever the tiles carry, in the game as printed, in Guessing and in Simple laying"

CLAIMS = (
    Provable(
        ClaimId("GFC11"),
        "A laying is always possible: any tile has a legal end at any line, and any two tiles can be laid one after "
        "the other.",
        "proved",
        TURNS,
        "A program never needs a way to pass, nor to take a choice back.",
        _always_possible,
        rests_on=(PLACES, COUNTS),
        per_players=False,
        look=Look("games", lambda rules, games: not games.dead),
    ),
    Provable(
        ClaimId("GFC12"),
        "A tile may be laid at an end exactly if it shares a charm there or shares none at the other end.",
        "proved",
        TURNS,
        "So there is one legal end, or both: both if it shares with both ends or with neither.",
        _both_or_one,
        rests_on=(PLACES, COUNTS),
        per_players=False,
        look=Look("steps", graph_checks.connects_or_cannot),
    ),
    Provable(
        ClaimId("GFC13"),
        "Every tile may be laid at the left end.",
        "refuted",
        TURNS + "; the case is the first turn of a game, whose other tiles may carry anything",
        "Connecting can be forced: the end is not always a choice.",
        _free,
        _forced,
        per_players=False,
        applies=printed_size,
        look=Look("tables", graph_checks.left_is_free),
    ),
)
