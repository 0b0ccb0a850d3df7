"""Games for the suite: complete logs of every end, tie and variant, and tables to list the legal turns of."""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from msgspec.structs import replace

from models.good_fortune.editions import HAND, LINE, Rules
from models.good_fortune.effect import step_of
from models.good_fortune.layings import ENDS
from models.good_fortune.moves import BOTH, TileLaying, Turn, other_player
from models.good_fortune.random_play import Event, Manner, RandomGame
from models.good_fortune.state_space import INVENTED, read_space
from models.good_fortune.successors import Tables, write_table
from models.good_fortune.table import Step
from models.good_fortune.tiles import CHARMS, Face, TileSet, load
from models.random_games import Make, played_games
from models.reading import Reading
from models.state_space import Code, StateSpace, SuiteGame

# Tables with one thing each that programs get wrong.
CHOSEN = (
    "tiles invented; line 8 20 15; hands 1 3/5 21; holder 1",
    "tiles invented; line 8 20 15; hands 1 3/5 21; holder 2; side large",
    "tiles invented; line 8 20 15; hands 1 3/5 21; guessing",
    "tiles invented; line 8 20 15; hands 1 3/5 21; simple",
    "tiles invented; line 8 20 15; hands 1 3/5; simple; last 2",
    "tiles 1AB1 2CD1 3CE1 4CF1 5FG1; line 2 3 4; hands 1/5; size 1",
    "tiles 1CB1 2CD1 3CE1 4CF1 5FG1; line 2 3 4; hands 1/5; size 1",
    "tiles 1AE1 2CD1 3CE1 4CF1 5EG1; line 2 3 4; hands 1/5; size 1",
    "tiles 1AB1 2CD1 3CE1 4EF1 5AG1; line 2 3 4; hands 1/5; size 1",
    "tiles 1AB1 2CD1 3CE1 4EF1 5BG1; line 2 3 4; hands 1/5; holder 2; side large; size 1",
    "tiles 1AB1 2AB1 3AB1 4AB1 5AB1; line 2 3 4; hands 1/5; size 1",
    "tiles invented; line 8 20 15; hands -/-; won 1 3/5 21",
    "tiles invented; line 8 20 15; hands -/-; won 1 3/5 21; simple; last 2",
)
# Steps beside the cases of the clauses: each breaks one clause alone, or none.
CASES = (
    "size 1 | deal 1/5, line 2 3 4, holder 2, side large",
    "tiles 5AB1 8CD1 12DE1 15AG1 9FG1; hands 9/5; line 8 12 15; holder 1 | 2: 5 right +8, 1: 9 right -12",
    "tiles 5AB1 8CD1 12DE1 15AG1 9FG1; hands 9/5; line 8 12 15; holder 1 | 2: 5 right +8, 1: 9 left +5 => line 9 12 15",
    "tiles 3AB1 4AC1 5BD1 6CE1; won 3 4 5 6/-; hands -/- | end groups A 3 4 = 4 + B 5 = 1 + C 6 = 1/-, totals 6 0",
)
WALKS = ((1, 5), (2, 6), (3, 2))  # so many tiles in hand, so many tables of the kind
VARIANTS = ((False, False), (False, False), (True, False), (False, True))  # guessing, simple
DEEP = 3  # turns that are counted at most
MANY = 24  # layings beyond which few wrong ones are tried


def suite_tables(seed: int) -> Sequence[str]:
    """Give the chosen tables, a whole deal, and tables late in random games of every variant."""
    rng = random.Random(f"positions {seed}")
    whole = RandomGame(rng, Rules(tiles=load(INVENTED, None)), Manner())
    whole.deal()
    found = [*CHOSEN, write_table(whole.table)]
    for left, count in WALKS:
        for number in range(count * len(VARIANTS)):
            guessing, simple = VARIANTS[number % len(VARIANTS)]
            hand = rng.choice((left, left + 2, HAND))
            tiles = some_tiles(rng, 2 * hand + LINE)
            game = RandomGame(rng, Rules(guessing=guessing, simple=simple, hand=hand, tiles=tiles), Manner())
            game.deal()
            while sum(map(len, game.table.hands)) > 2 * left - (simple and number % 3 == 0):
                game.turn()
            found.append(write_table(game.table))
    return tuple(dict.fromkeys(found))


def some_tiles(rng: random.Random, top: int) -> TileSet:
    """Draw a tile set: each pair of charms once as far as they go, or any pairs."""
    pairs = list(combinations(CHARMS, 2))
    rng.shuffle(pairs)
    some = (pairs * (top // len(pairs) + 1))[:top] if rng.random() < 0.5 else rng.choices(pairs, k=top)
    return TileSet(tuple(Face(pair, rng.randint(1, 4)) for pair in some))


def perft_depth(table: str) -> int:
    """Tell how many turns are counted from a table: few where there are many."""
    space, code = read_space(table, Reading())
    return DEEP if space.level(code) <= 2 * DEEP else 2


def candidate_turns(space: StateSpace, code: Code) -> Iterator[tuple[str, Step]]:
    """Give every turn one can think of: each pair of tiles in each order, by whoever has them, at each end.

    Tiles of the other hand and of the line are tried too, one in a turn, and turns of one tile more or less.
    """
    assert isinstance(space, Tables)
    table = space.table(code)
    own = [TileLaying(player, tile, end) for player in BOTH for tile in table.hand(player) for end in ENDS]
    alien = [replace(each, player=other_player(each.player)) for each in own[::2]]
    alien += [TileLaying(player, table.line[0], "left") for player in BOTH]
    alien = alien[-2:] if len(own) > MANY else alien
    singles = [(each,) for each in (*own, *alien)]
    pairs = [
        *product(own, own),
        *product(own, alien),
        *product(alien, own),
    ]
    usual, other = (singles, pairs[:MANY]) if table.rules.simple else (pairs, singles)
    for laid in (*usual, *other):
        if len({each.tile for each in laid}) == len(laid):
            words = ", ".join(f"{each.player}: {each.tile} {each.end}" for each in laid)
            yield words, step_of(table, Turn(laid))


# Complete games -------------------------------------------------------------------------------------------------------


USUAL = Manner()
UNKNOWN = ("collections", "totals", "winners")  # of a result where tiles are not known


def _game(
    told: Manner = USUAL,
    *,
    hand: int = HAND,
    guessing: bool = False,
    simple: bool = False,
    most: int = 99,
    conceding: bool = False,
) -> Make:
    """Give what plays a game with these settings."""

    def make(rng: random.Random) -> tuple[list[Event], set[str]]:
        top = 2 * hand + LINE
        tiles = load(INVENTED, None) if told.tiles == "name" else some_tiles(rng, top)
        game = RandomGame(rng, Rules(guessing=guessing, simple=simple, tiles=tiles, hand=hand), told)
        if conceding:
            game.open()
            game.deal()
            game.turn()
            game.concede(rng.choice(BOTH))
            return game.events, game.reasons
        return game.whole(most), game.reasons

    return make


GAMES: tuple[tuple[str, str, Make], ...] = (
    ("printed", "one winner", _game(Manner(tiles="name"))),
    ("printed-other-tiles", "one winner", _game()),
    ("equal-points-both", "equal points", _game()),
    ("equal-points-nobody", "equal points", _game(Manner(tie="nobody"))),
    ("open-score", "a score that is left open", _game()),
    ("open-score-totals-only", "a score that is left open", _game(Manner(result=("totals", "winners")))),
    ("counted-again", "counting again matters", _game()),
    ("split-at-will", "a split at will would score more", _game()),
    ("just-laid-is-won", "a tile just laid is won", _game(hand=3)),
    ("nothing-shown", "one winner", _game(Manner(shown=False, tiles="name"))),
    ("fates-not-told", "one winner", _game(Manner(fates=False, tiles="name"))),
    ("chooser-not-told", "one winner", _game(Manner(chooser=False))),
    (
        "tiles-not-known",
        "tiles that are not known",
        _game(Manner(tiles="none", result=UNKNOWN)),
    ),
    (
        "tiles-half-known",
        "tiles that are not known",
        _game(Manner(tiles="half", result=UNKNOWN)),
    ),
    ("collections-only", "one winner", _game(Manner(result=("collections",)))),
    ("refused", "a refusal", _game(Manner(refusals=True))),
    ("refused-simple", "a refusal", _game(Manner(refusals=True), hand=4, simple=True)),
    ("guessing", "one winner", _game(guessing=True)),
    ("guessing-medallion-stays", "one winner", _game(Manner(medallion="stays"), guessing=True)),
    ("guessing-small", "equal points", _game(hand=4, guessing=True)),
    ("simple", "one winner", _game(simple=True)),
    ("simple-small", "equal points", _game(hand=3, simple=True)),
    ("breaks-off", "no end", _game(most=4)),
    ("conceding", "one player left", _game(conceding=True)),
    ("small-1", "equal points", _game(hand=1)),
    ("small-2", "one winner", _game(hand=2)),
    ("large-12", "one winner", _game(hand=12)),
)


@lru_cache(maxsize=4)
def suite_games(seed: int) -> Sequence[SuiteGame]:
    """Play games until each shows what it is for."""
    return played_games(GAMES, seed)
