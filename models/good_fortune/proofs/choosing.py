"""Claims about choosing: what is it worth to choose second, and can a game end in a tie."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from msgspec import structs

from models.claim import ClaimId, Look
from models.good_fortune.clauses.gf403_score import Score
from models.good_fortune.collections import totals_of
from models.good_fortune.editions import Rules
from models.good_fortune.effect import step_of
from models.good_fortune.moves import BOTH, Dealing, Ending, Move, Opening, Player, TileLaying, Turn, other_player
from models.good_fortune.proofs import graph_checks
from models.good_fortune.proofs.counts import COUNTS
from models.good_fortune.proofs.play import PLACES, placed
from models.good_fortune.proofs.predicates import clauses_about, keeps_clauses, some_turn, table_between
from models.good_fortune.state_space import read_space
from models.good_fortune.successors import Tables
from models.good_fortune.symbolic_state import MOST
from models.good_fortune.table import Step, Table, undealt_table
from models.good_fortune.tiles import Tile, load
from models.proof import Counterexample, Goal, Provable, Question
from models.reading import Reading
from models.smt import And, Iff, Or, number

WORSE = "tiles invented; line 7 9 21; hands 2 4 6/8 12 16"  # the seventh turn of nine, in which the small side is up
TIED = (
    "3 4 5 6 9 11 12 17 21/1 2 7 8 13 16 18 19 20/15 14 10",
    "1:4L 2:18L, 1:12L 2:2R, 2:1L 1:17L, 2:19L 1:5L, 1:6R 2:20R, 1:21R 2:7L, 1:11R 2:13R, 2:8R 1:3R, 1:9R 2:16R",
)


# What a choice is worth -----------------------------------------------------------------------------------------------


def _second_sees_more(rules: Rules) -> Iterator[Question]:
    """Ask of any worths of all pairs of tiles: what is sure where one chooses first is no more than where second.

    Choosing first is worth so much if some own tile is, whatever is answered; choosing second is worth no more than so
    much if the other has a tile to which no answer is worth more.
    """
    for size in range(2, rules.hand + 1):
        tiles = range(size)
        worth = {(own, other): number(f"worth.{own}.{other}", -MOST, MOST) for own in tiles for other in tiles}
        first, second = number("first", -MOST, MOST), number("second", -MOST, MOST)
        attained = Or(And(worth[own, other] >= first for other in tiles) for own in tiles)
        at_most = Or(And(worth[own, other] <= second for own in tiles) for other in tiles)
        goal = Goal("no less", first <= second)
        yield Question(f"{size} tiles in hand", (attained, at_most), (goal,))
    yield _laid_alike(rules)


def _laid_alike(rules: Rules) -> Question:
    """Ask whether two chosen tiles may be laid in the same ways whoever chose first, and so has the medallion.

    Line, hands and collections then follow from how they are laid (GFC04). So it is in the last turn, in which nobody
    has a choice (GFC05), and in the one before it.
    """
    table, laid = table_between(rules), some_turn(rules).move.laid
    holders = [number(f"holder.{place}", *BOTH) for place in range(2)]
    choosers = [number(f"chooser.{place}", *BOTH) for place in range(2)]
    first, second = (
        some_turn(rules, replace(table, holder=holder), laid=laid, chooser=chooser)
        for holder, chooser in zip(holders, choosers, strict=True)
    )
    chosen = And(holder == chooser for holder, chooser in zip(holders, choosers, strict=True))
    goal = Goal("legal for both or for neither", Iff(keeps_clauses(first), keeps_clauses(second)))
    premises = (placed(table), chosen, holders[0] != holders[1])
    return Question("a turn, whoever chose first", premises, (goal,), clauses_about(Turn))


def _tables(first: Player) -> tuple[Tables, Table]:
    """Give the world of the table in which choosing second is worse, and the table itself, for who chooses first."""
    tables, code = read_space(f"{WORSE}; holder {first}", Reading())
    assert isinstance(tables, Tables)
    return tables, tables.table(code)


@cache
def worth(first: Player) -> tuple[int, tuple[Step, ...]]:
    """Play a table out in every way: what player 1 is ahead by in the end, and a line of best play."""
    tables, table = _tables(first)

    @cache
    def best(table: Table) -> tuple[int, tuple[Step, ...]]:
        if table.ended:
            one, other = (totals_of(table.rules.tiles, won) for won in table.won)
            if len(one) + len(other) > 2:
                raise ValueError("the score is left open")
            return one[0] - other[0], ()
        assert table.holder is not None
        chooser, answers = table.holder, other_player(table.holder)
        ways = [
            _best(answers, [pair(table, chooser, own, answer) for answer in table.hand(answers)])
            for own in table.hand(chooser)
        ]
        return _best(chooser, ways)

    def pair(table: Table, chooser: Player, own: Tile, answer: Tile) -> tuple[int, tuple[Step, ...]]:
        """Lay two chosen tiles, first one and then the other, each player as is best."""
        chosen = sorted(((own, chooser), (answer, other_player(chooser))), reverse=table.side == "large")
        (tile, mover), (then, follower) = chosen
        ways = []
        for laying, line in tables.layings(table.line, mover, tile):
            steps = [
                step_of(table, Turn((laying, after), chooser)) for after, _ in tables.layings(line, follower, then)
            ]
            ways.append(_best(follower, [_ahead(step) for step in steps]))
        return _best(mover, ways)

    def _ahead(step: Step) -> tuple[int, tuple[Step, ...]]:
        value, rest = best(step.after)
        return value, (step, *rest)

    return best(table)


def _best(player: Player, ways: Sequence[tuple[int, tuple[Step, ...]]]) -> tuple[int, tuple[Step, ...]]:
    pick = max if player == 1 else min
    return pick(ways, key=lambda way: way[0])


def _never_worse(rules: Rules) -> Iterator[Question]:
    first, second = worth(BOTH[0])[0], worth(BOTH[1])[0]

    def case(values: object) -> Counterexample:
        facts = (("player 1 chooses first", f"ahead by {first}"), ("player 1 chooses second", f"ahead by {second}"))
        return Counterexample(worth(BOTH[1])[1], _tables(BOTH[1])[1], facts=facts)

    goal = Goal("player 1 does no worse by choosing second", second >= first)
    yield Question("three turns before the end, played out in every way", (), (goal,), case=case, played=True)


def _worse(case: Counterexample) -> bool:
    return len(case.steps) == 3 and worth(BOTH[1])[0] < worth(BOTH[0])[0]


# A tie ----------------------------------------------------------------------------------------------------------------


def line_of_play(rules: Rules, deal: str, turns: str) -> tuple[Step, ...]:
    """Play a whole game of which deal and layings are written down, with the invented tiles."""
    one, other, line = (tuple(Tile(int(each)) for each in part.split()) for part in deal.split("/"))
    table, steps = undealt_table(structs.replace(rules, tiles=load("invented", None))), []
    moves: list[Move] = [Opening(), Dealing((one, other), line)]
    for turn in turns.split(", "):
        laid = tuple(
            TileLaying(Player(int(each[0])), Tile(int(each[2:-1])), "left" if each[-1] == "L" else "right")
            for each in turn.split()
        )
        moves.append(Turn(laid))
    for move in moves:
        steps.append(step_of(table, move))
        table = steps[-1].after
    first, second = (totals_of(table.rules.tiles, won)[0] for won in table.won)
    winners, *_ = Score().winners_of((first, second))
    steps.append(step_of(table, Ending(table.won, totals=(first, second), winners=winners)))
    return tuple(steps)


def _one_wins(rules: Rules) -> Iterator[Question]:
    steps = line_of_play(rules, *TIED)
    one, other = (totals_of(steps[-1].before.rules.tiles, won) for won in steps[-1].before.won)
    goal = Goal("one player is ahead", one != other)
    yield Question(
        "a game of nine turns", (), (goal,), case=lambda values: Counterexample(steps, whole=True), played=True
    )


def _tie(case: Counterexample) -> bool:
    one, other = case.steps[-1].move.totals
    return bool(one == other)


CLAIMS = (
    Provable(
        ClaimId("GFC41"),
        "One player is ahead in the end.",
        "refuted",
        "whole games with the invented tiles",
        "The sheet does not tell what a tie means.",
        _one_wins,
        _tie,
        per_players=False,
        look=Look("tables", graph_checks.one_is_ahead),
        among=True,
    ),
    Provable(
        ClaimId("GFC42"),
        "Choosing second is no disadvantage where what follows is worth the same whoever chose first, as it is in the "
        "last two turns.",
        "proved",
        "all worths of all pairs of tiles, two to nine in hand; and all turns in the game as printed: two tiles may be "
        "laid in the same ways whoever chose first",
        "Whoever chooses second sees more; and in the last turn nobody has anything to choose.",
        _second_sees_more,
        rests_on=(PLACES, COUNTS, ClaimId("GFC04")),
        per_players=False,
    ),
    Provable(
        ClaimId("GFC43"),
        "Choosing second is never a disadvantage.",
        "refuted",
        "tables three turns before the end with the invented tiles",
        "Whoever chooses second now must choose first in the next turn, and that can be worse.",
        _never_worse,
        _worse,
        per_players=False,
        among=True,
    ),
)
