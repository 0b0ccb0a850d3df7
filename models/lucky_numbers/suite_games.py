"""Games for the suite: complete logs of every end, tie and variant, and tables to list the legal turns of."""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from models.lucky_numbers.editions import EDITIONS, STANDARD, VARIANTS, Rules
from models.lucky_numbers.effect import step_of
from models.lucky_numbers.garden import EMPTY, Cell, Clover, board
from models.lucky_numbers.moves import Action, Player, Source, Turn
from models.lucky_numbers.random_play import Event, RandomGame, tournament_result
from models.lucky_numbers.state_encoding import MOVER
from models.lucky_numbers.successors import FastSpace
from models.lucky_numbers.table import Step
from models.random_games import Make, played_games
from models.state_space import Code, StateSpace, SuiteGame

EXAMPLE = "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19"
OTHER = "2 . . ./. 9 . ./. . 12 ./. . . 18"
THIRD = "1 . . ./. 6 . ./. . 11 ./. . . 18"
NEARLY = "1 3 5 7/2 4 6 8/3 5 7 9/4 6 8 ."

# Tables with one thing each that programs get wrong.
CHOSEN = (
    f"{EXAMPLE}; {OTHER}; to move 1; drawn 13",
    f"{EXAMPLE}; {OTHER}; to move 1; drawn 13; strict",
    f"{EXAMPLE}; {OTHER}; middle 1 9 12 20; to move 1",
    f"{OTHER}; {EXAMPLE}; middle 4 4 17; to move 1",
    f"{NEARLY}; {OTHER}; middle 10 11; to move 1",
    f"{NEARLY}; {OTHER}; middle 10 11; hidden 12; to move 1",
    f"{NEARLY.replace('.', '10')}; {OTHER}; middle 1",
    f"{OTHER}; {THIRD}; middle 3 4; hidden -",
    f"{OTHER}; {THIRD}; middle 3 4; hidden 5 9; to move 2",
    "9 . . ./. 5 . ./. . 5 ./. . . 2; 7 . . ./. 7 . ./. . 7 ./. . . 6; to move 1; sets 4",
    "9 . . ./. 8 . ./. . 7 ./. . . 6; 5 . . ./. 4 . ./. . 3 ./. . . 2; middle 1 20; to move 1",
    "1 . . 20/. . . ./5 . . ./6 . . .; 3 . . ./. . . ./. . . ./. . . 9; middle 2 12 19; to move 1",
    ". . . 9/. . . ./. . . ./. . . .; 4 . . 5/. . . ./. . . ./8 . . 11; middle 8 9 10; to move 1",
    "1 . ./. 5 ./. . 9; 2 . ./. 6 ./. . 8; 3 . ./. 4 ./. . 7; middle 5 5; to move 3; top 9",
    "1 ./. 5; 2 ./. 4; 3 ./. 3; 6 ./. 1; to move 4; top 6",
    "3 ./. 3; 3 ./. 3; to move 1; top 5; sets 4; strict",
    "4 ./. 4; . ./. .; middle 4 4; to move 1; top 5; sets 4",
    "3 5/5 .; 3 ./. 6; middle 6; to move 1; top 6; drawn 4; bruno",
)
# Steps beside the cases of the clauses: each breaks one clause alone, or none.
CASES = (
    ". ./. 4; 1 ./. 4 | set 1: 2 a1",
    "setup; michael; 1 ./. .; 1 ./. . | set 1: 4 b2",
    "1 2/. 4; 1 ./. 4; last 2; pile 1; drawn | 1: 3 a2",
)
SIZES = ((2, 6, 2), (2, 8, 3), (3, 9, 2), (3, 12, 3), (4, 20, 2), (4, 20, 3), (4, 20, 4), (5, 26, 2))
WALKS = {2: 3, 3: 3, 4: 2, 5: 1}  # by the rows of a garden
DEPTHS = {2: 4, 3: 3}  # turns that are counted, by the rows of a garden


def suite_tables(seed: int) -> Sequence[str]:
    """Give the chosen tables, and tables some way into random games of several sizes."""
    rng = random.Random(f"positions {seed}")
    found = list(CHOSEN)
    for side, top, players in SIZES:
        for _ in range(WALKS[side]):
            rules = Rules(board=board(side), top=top, sets=players, players=players)
            game = RandomGame(rng, rules, rng.choice(("fill", "any")), first=1)
            game.set_up()
            turns = rng.randint(0, max(1, len(game.pile) * 2 // 3))
            seat = 1
            for _ in range(turns):
                game.turn(seat)
                seat = game.next(seat)
                if game.over:
                    break
            if not game.over:
                found.append(_written(game, seat))
    return tuple(dict.fromkeys(found))


def _written(game: RandomGame, seat: int) -> str:
    space = game.board
    code = seat | sum(
        space.garden_id(garden) << shift for shift, garden in zip(space.shifts, game.gardens, strict=True)
    )
    return space.write(code + (sum(space.unit[number] for number in game.middle) << space.middle_at))


def perft_depth(table: str) -> int:
    """Tell how many turns are counted from a table."""
    return DEPTHS.get(table.partition(";")[0].count("/") + 1, 2)


def candidate_turns(space: StateSpace, code: Code) -> Iterator[tuple[str, Step]]:
    """Give every turn of the player to move that one can think of: each source, clover, action and cell."""
    assert isinstance(space, FastSpace)
    table, drawn = space.table(code), code >> space.drawn_at & space.drawn_mask
    player = Player(code & MOVER or 1)
    garden, names = table.garden(player), space.rules.board.names
    sources: tuple[Source, ...] = ("pile",) if drawn else ("pile", "middle")
    numbers = (drawn,) if drawn else range(1, space.rules.top + 1)
    for source in sources:
        for number in numbers:
            start = f"{'m' if source == 'middle' else ''}{number}"
            clover = Clover(number)
            yield f"{start} -", step_of(table, Turn(player, source, clover, "discard"))
            for cell, name in enumerate(names):
                for action in ("place", "exchange"):
                    out = f"x{garden[cell] or ''}" if action == "exchange" else ""
                    yield (
                        f"{start}{out} {name}",
                        step_of(table, _turn(player, source, clover, action, cell, garden[cell])),
                    )


def _turn(player: Player, source: Source, clover: Clover, action: str, cell: int, old: Clover) -> Turn:
    what: Action = "exchange" if action == "exchange" else "place"
    return Turn(player, source, clover, what, Cell(cell), old if action == "exchange" and old != EMPTY else None)


# Complete games -------------------------------------------------------------------------------------------------------


def _game(style: str = "any", most: int = 400, **settings: Any) -> Make:
    """Give what plays a game with these settings."""
    facts = {name: settings.pop(name) for name in ("shown", "named", "refusals", "first") if name in settings}
    rules = _rules(**settings)

    def make(rng: random.Random) -> tuple[list[Event], set[str]]:
        game = RandomGame(rng, rules, style, **facts)
        return game.whole(most), game.reasons

    return make


def _rules(
    players: int = 2,
    side: int = 4,
    top: int = 20,
    sets: int | None = None,
    edition: str = EDITIONS[0].key,
    setup: str = STANDARD,
    variants: tuple[str, ...] = (),
) -> Rules:
    found = next(each for each in EDITIONS if each.key == edition)
    return Rules(
        edition=found,
        board=board(side),
        top=top,
        sets=sets or players,
        players=players,
        one_by_one=setup not in found.setups or setup == "michael",
        again=tuple(dict.fromkeys(way for name in variants for way in VARIANTS[name])),
        variants=variants,
    )


def _conceding(players: int, leavers: int, turns: int) -> Make:
    """Give what plays a game in which some give up after some turns."""

    def make(rng: random.Random) -> tuple[list[Event], set[str]]:
        game = RandomGame(rng, _rules(players=players), "leave", first=1)
        game.open()
        game.set_up()
        seat = 1
        for _ in range(turns):
            game.turn(seat)
            seat = game.next(seat)
        for leaver in rng.sample(range(1, players + 1), leavers):
            game.concede(leaver)
        if leavers == players - 1:
            game.end()
        else:
            game.first = seat if seat not in game.conceded else game.next(seat)
            game.play()
        return game.events, game.reasons

    return make


def _tournament(players: int, style: str, side: int = 4, top: int = 20) -> Make:
    """Give what plays a tournament: each player starts one game."""

    def make(rng: random.Random) -> tuple[list[Event], set[str]]:
        events: list[Event] = []
        for number, first in enumerate(rng.sample(range(1, players + 1), players), 1):
            series = {"id": "cup", "game": number}
            game = RandomGame(rng, _rules(players=players, side=side, top=top), style, first=first, tournament=series)
            events += game.whole()
        result = tournament_result(events, players)
        tied = {"a tied tournament"} if len(result["winners"]) > 1 else {"one champion"}
        return [*events, result], tied

    return make


GAMES: tuple[tuple[str, str, Make], ...] = (
    ("full-2", "a full garden", _game("fill")),
    ("full-3", "a full garden", _game("fill", players=3)),
    ("full-4", "a full garden", _game("fill", players=4)),
    ("full-by-last-clover", "a full garden by the last clover", _game("fill", side=2, top=5)),
    ("last-clover-2", "the last clover", _game("any", players=2)),
    ("last-clover-3", "the last clover", _game("leave", players=3)),
    ("last-clover-4", "the last clover", _game("leave", players=4)),
    ("tie-2-of-2", "the last clover, 2 winners", _game("leave")),
    ("tie-2-of-3", "the last clover, 2 winners", _game("leave", players=3)),
    ("tie-3-of-3", "the last clover, 3 winners", _game("leave", players=3)),
    ("tie-2-of-4", "the last clover, 2 winners", _game("leave", players=4)),
    ("tie-3-of-4", "the last clover, 3 winners", _game("leave", players=4)),
    ("tie-4-of-4", "the last clover, 4 winners", _game("leave", players=4, side=3, top=9)),
    ("michael", "an exchange", _game(setup="michael", players=3)),
    ("edition-2012", "an exchange", _game(edition="ravensburger-2012", setup="michael", players=4)),
    ("equal-exchange", "an equal exchange", _game("any")),
    ("exchange-from-middle", "an exchange from the middle", _game("any", players=3)),
    ("round-and-round", "no end", _game("circle", most=60, side=3, top=12)),
    ("refused", "a refusal", _game("any", refusals=True)),
    ("first-not-named", "an exchange", _game("any", named=False)),
    ("nothing-shown", "an exchange", _game("any", shown=False)),
    ("breaks-off", "no end", _game("any", most=9)),
    ("bruno", "another turn", _game("any", variants=("bruno",))),
    ("bruno-any", "another turn", _game("any", variants=("bruno-any",), players=3)),
    ("conceding", "the last clover", _conceding(3, 1, 9)),
    ("all-but-one-concede", "one player left", _conceding(3, 2, 8)),
    ("small-2", "a full garden", _game("fill", side=2, top=6)),
    ("small-3", "the last clover", _game("any", side=3, top=9, players=3)),
    ("large-5", "an exchange", _game("fill", side=5, top=30)),
    ("four-sets", "an exchange", _game("any", sets=4)),
    ("tournament-2", "one champion", _tournament(2, "fill")),
    ("tournament-3", "one champion", _tournament(3, "leave")),
    ("tournament-tied", "a tied tournament", _tournament(2, "leave", side=2, top=5)),
)


@lru_cache(maxsize=4)
def suite_games(seed: int) -> Sequence[SuiteGame]:
    """Play games until each shows what it is for."""
    return played_games(GAMES, seed)
