"""Records of Good Fortune with facts missing: what the solver finds is what trying all fillings with the judge finds."""

import json
import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import combinations, permutations, product
from typing import Any

import msgspec
import pytest

from models.game import Reading
from models.good_fortune.game import GOOD_FORTUNE
from tests.good_fortune_games import Event, Log, Program, Row, random_tiles
from verifier.infer.decide import Consistent, Impossible, Outcome, explain
from verifier.infer.sat import Clock
from verifier.judge import Verdict, judge

DECODE = msgspec.json.Decoder(GOOD_FORTUNE.events).decode
Told = dict[tuple[int, str], Any]
EACH = 2  # tiles in a hand of the small game, which has seven
FATES = ("won", "discarded")


def read(log: Log) -> tuple[Any, list[int]]:
    assert GOOD_FORTUNE.record is not None
    record = GOOD_FORTUNE.record(DECODE(json.dumps(log[0]).encode()), Reading())
    for number, event in enumerate(log[1:], 2):
        record.add(DECODE(json.dumps(event).encode()), number)
    return record, list(range(2, len(log) + 1))


def infer(log: Log, seconds: float = 60) -> Outcome:
    record, lines = read(log)
    return explain(record, lines, Clock(seconds))


def found(outcome: Outcome) -> dict[tuple[int, str], set[Any]]:
    assert isinstance(outcome, Consistent), outcome
    assert all(each.all_of_them for each in outcome.found)
    return {(each.gap.line, each.gap.key): {each.gap.write(value) for value in each.values} for each in outcome.found}


def lines_of(log: Log) -> list[bytes]:
    return [json.dumps(event).encode() for event in log]


def conforms(log: Log) -> bool:
    verdict = list(judge("x", [lines_of(log)], Reading()))[-1]
    assert isinstance(verdict, Verdict)
    return verdict.outcome == "conforms"


# Trying everything ----------------------------------------------------------------------------------------------------


def deals(event: Event, top: int, each: int) -> Iterator[tuple[Event, Told]]:
    """Give every deal of all tiles that is as recorded, and where the tiles lie of which nothing was."""
    hands, line = event["hands"] or [None, None], event["line"]
    known = {tile for heap in (*hands, line) for tile in heap or () if tile is not None}
    for order in permutations(range(1, top + 1), 3):
        if line is not None and any(tile not in (None, lies) for tile, lies in zip(line, order, strict=True)):
            continue
        rest = [tile for tile in range(1, top + 1) if tile not in order]
        for one in combinations(rest, each):
            both = [list(one), [tile for tile in rest if tile not in one]]
            if all(holds(both[seat], hands[seat]) for seat in (0, 1)):
                told: Told = {}
                if any(hand is None or None in hand for hand in hands):
                    where = {tile: f"in the hand of player {seat + 1}" for seat in (0, 1) for tile in both[seat]}
                    told |= {(2, f"tile {t}"): where.get(t, "in the line") for t in range(1, top + 1) if t not in known}
                told |= {(2, f"line/{k}"): order[k] for k in range(3) if line is None or line[k] is None}
                yield {**event, "hands": both, "line": list(order)}, told


def holds(heap: Sequence[int], said: Sequence[int | None] | None) -> bool:
    """Tell whether a heap is as recorded, where some tiles of it may not be."""
    return said is None or (len(said) == len(heap) and {tile for tile in said if tile is not None} <= {*heap})


def layings(said: Event, place: int, hands: Sequence[Sequence[int]], line: Sequence[int]) -> Iterator[tuple[Event, Told]]:
    """Give every laying of a tile of either hand; the tile that must be pushed out is, if none is named."""
    for player, tile, end, fate in product((1, 2), (*hands[0], *hands[1]), ("left", "right"), FATES):
        named = next((key for key in FATES if said.get(key) is not None), None)
        if any(said.get(key) not in (None, value) for key, value in zip(("player", "tile", "end"), (player, tile, end))):
            continue
        if (named is not None and fate != named) or tile not in hands[player - 1]:
            continue
        out = line[-1] if end == "left" else line[0]
        if named is not None and said[named] != out:
            continue
        told = {"player": player, "tile": tile, "end": end, "fate": fate}
        known = {key for key in ("player", "tile", "end") if said.get(key) is not None} | ({"fate"} if named else set())
        facts = {f"laid/{place}/{key}": value for key, value in told.items() if key not in known}
        yield {"player": player, "tile": tile, "end": end, fate: out}, facts


def turns(said: Event, hands: Any, line: Any, simple: bool) -> Iterator[tuple[list[Event], dict[str, Any], Any, Any]]:
    """Give every way to fill the layings of a turn, with the hands and the line after it."""
    laid = said.get("laid") or [{}] * (1 if simple else 2)
    ways: list[tuple[list[Event], dict[str, Any], Any, Any]] = [([], {}, hands, line)]
    for place, each in enumerate(laid):
        more = []
        for before, told, mine, row in ways:
            for laying, facts in layings(each, place, mine, row):
                left = [[tile for tile in hand if tile != laying["tile"]] for hand in mine]
                new = [laying["tile"], *row[:-1]] if laying["end"] == "left" else [*row[1:], laying["tile"]]
                more.append(([*before, laying], told | facts, left, new))
        ways = more
    yield from ways


def fillings(log: Log) -> Iterator[tuple[Log, Told]]:
    """Give every way to fill what is missing, turn after turn; what breaks a rule at once is left out by the judge."""
    simple, guessing = (name in (log[0].get("variants") or ()) for name in ("simple-laying", "guessing"))
    each = log[0].get("hand", 9)
    for deal, told in deals(log[1], 2 * each + 3, each):
        todo: list[tuple[Log, Told, Any, Any]] = [([log[0], deal], told, deal["hands"], deal["line"])]
        for number, event in enumerate(log[2:], 3):
            more: list[tuple[Log, Told, Any, Any]] = []
            for made, said, hands, line in todo:
                if event["event"] != "turn":
                    ends = [event] if not in_part(event.get("collections")) else shown_ways(event, made)
                    more += [([*made, each], said, hands, line) for each in ends]
                    continue
                for laid, facts, left, row in turns(event, hands, line, simple):
                    whole = {**event, "laid": laid}
                    if not as_shown(event, left, row, [*made, whole]):
                        continue
                    whole |= dict.fromkeys(("line", "hands", "collections"))
                    choosers = [event.get("chooser")] if event.get("chooser") or simple or guessing else [1, 2]
                    for chooser in choosers:
                        mine = {f"{key}": value for key, value in facts.items()}
                        if not event.get("chooser") and not (simple or guessing):
                            mine["chooser"] = chooser
                        new = [*made, {**whole, "chooser": chooser}]
                        if conforms(new):
                            more.append((new, said | {(number, key): value for key, value in mine.items()}, left, row))
            todo = more
        yield from ((made, said) for made, said, _, _ in todo if conforms(made))


def in_part(heaps: Any) -> bool:
    return heaps is not None and any(heap is None or None in heap for heap in heaps)


def won_in(log: Log) -> list[list[int]]:
    """Give what the layings of a game won."""
    won: list[list[int]] = [[], []]
    for event in log:
        for laying in (event.get("laid") or ()) if event["event"] == "turn" else ():
            if laying.get("won") is not None:
                won[laying["player"] - 1].append(laying["won"])
    return won


def shown_ways(event: Event, made: Log) -> list[Event]:
    won = won_in(made)
    right = all(holds(won[seat], event["collections"][seat]) for seat in (0, 1))
    return [{**event, "collections": won}] if right else []


def as_shown(event: Event, hands: Any, line: Any, made: Log) -> bool:
    """Tell whether the table after a turn is as it was shown, for what a sound game must show."""
    row, mine, taken = event.get("line"), event.get("hands"), event.get("collections")
    won = won_in(made)
    return (
        (row is None or (len(row) == 3 and all(said in (None, lies) for said, lies in zip(row, line, strict=True))))
        and (mine is None or all(holds(hands[seat], mine[seat]) for seat in (0, 1)))
        and (taken is None or all(holds(won[seat], taken[seat]) for seat in (0, 1)))
    )


def tried(log: Log) -> dict[tuple[int, str], set[Any]] | None:
    """Give the values of each missing fact in all legal fillings, None where there is none."""
    values: dict[tuple[int, str], set[Any]] | None = None
    for _, told in fillings(log):
        values = {} if values is None else values
        for key, value in told.items():
            values.setdefault(key, set()).add(value)
    return values


# Records to try -------------------------------------------------------------------------------------------------------


def small_game(rng: random.Random, each: int = EACH, *, tells_tiles: bool = True) -> Log:
    variant = rng.choice([None, None, None, "guessing", "simple-laying"])
    program = Program(rng, each, variant=variant, tells_tiles=tells_tiles, rows=random_tiles(rng, 2 * each + 3))
    program.tells = rng.random() < 0.5
    return program.play()


def blanked(rng: random.Random, log: Log, count: int) -> Log:
    """Blank some facts anywhere."""
    made = deepcopy(log)
    places: list[tuple[Any, Any]] = []
    for event in made[1:]:
        if event["event"] == "deal":
            places += [(event, "hands"), (event, "line"), (event["hands"], 0), (event["hands"], 1)]
            places += [(hand, place) for hand in event["hands"] for place in range(len(hand))]
            places += [(event["line"], place) for place in range(3)]
        elif event["event"] == "turn":
            places += [(laying, key) for laying in event["laid"] for key in laying] * 2
            places += [(event, "laid"), *((event, key) for key in event if key not in ("event", "laid"))]
            for key in ("line", "hands", "collections"):
                places += [(event[key], place) for place in range(len(event.get(key) or ()))]
        else:
            places += [(event, key) for key in event if key != "event"]
    for holder, key in rng.sample(places, count):
        holder[key] = None
    return made


def falsified(rng: random.Random, log: Log) -> Log:
    """Make one fact false."""
    made = deepcopy(log)
    all_of_them = [laying for event in made if event["event"] == "turn" for laying in event["laid"] or ()]
    laying = rng.choice(all_of_them or [{}])
    keys = [key for key in ("player", "tile", "end", "won", "discarded") if laying.get(key) is not None]
    if not keys:
        return made
    key = rng.choice(keys)
    if key == "player":
        laying[key] = 3 - laying[key]
    elif key == "end":
        laying[key] = "left" if laying[key] == "right" else "right"
    else:
        top = 2 * log[0].get("hand", 9) + 3
        laying[key] = rng.choice([tile for tile in range(1, top + 1) if tile != laying[key]])
    return made


@pytest.mark.parametrize("seed", range(60))
def test_what_is_found_is_what_trying_all_fillings_finds(seed: int) -> None:
    rng = random.Random(seed)
    for wrong in (False, True):
        log = blanked(rng, small_game(rng), rng.randint(1, 8))
        if wrong:
            log = falsified(rng, log)
        expected, outcome = tried(log), infer(log)
        if expected is None:
            assert isinstance(outcome, Impossible), log
        else:
            assert found(outcome) == expected, log


# Tiles that are not known ---------------------------------------------------------------------------------------------

CHARMS = ("clover", "horseshoe", "hand-of-fatma", "maneki-neko", "ganesh", "matiasma", "scarab")
PAIRS = list(combinations(range(7), 2))


def sets_of_five() -> list[list[Row]]:
    """Give a set of five tiles for each way in which they can share charms; the first tile has the first two charms."""
    masks = [1 << one | 1 << other for one, other in PAIRS]
    found: dict[int, tuple[int, ...]] = {}
    for some in product(range(len(masks)), repeat=4):
        drawn = (0, *some)
        shared = 0
        for place, (one, other) in enumerate(combinations(drawn, 2)):
            shared |= bool(masks[one] & masks[other]) << place
        found.setdefault(shared, drawn)
    return [
        [(tile, *(CHARMS[c] for c in PAIRS[pair]), 1) for tile, pair in enumerate(drawn, 1)]  # type: ignore[misc]
        for drawn in found.values()
    ]


SETS_OF_FIVE = sets_of_five()


def tried_with(log: Log, sets: Sequence[list[Row]]) -> dict[tuple[int, str], set[Any]] | None:
    """Give the values of each missing fact in all legal fillings under some tile sets, None where there is none."""
    values: dict[tuple[int, str], set[Any]] | None = None
    for rows in sets:
        mine = tried([{**log[0], "tiles": [list(row) for row in rows]}, *log[1:]])
        if mine is not None:
            values = {} if values is None else values
            for key, some in mine.items():
                values.setdefault(key, set()).update(some)
    return values


@pytest.mark.parametrize("seed", range(8))
def test_with_tiles_nobody_wrote_down_it_is_what_trying_all_tile_sets_finds(seed: int) -> None:
    rng = random.Random(f"tiles {seed}")
    log = small_game(rng, 1, tells_tiles=False)
    log[-1] = {"event": "end", "collections": log[-1]["collections"]}
    log = blanked(rng, log, rng.randint(1, 5))
    if seed % 2:
        log = falsified(rng, log)
    assert answer(infer(log)) == tried_with(log, SETS_OF_FIVE), log


def answer(outcome: Outcome) -> dict[tuple[int, str], set[Any]] | None:
    return None if isinstance(outcome, Impossible) else found(outcome)


@pytest.mark.parametrize("seed", range(8))
def test_totals_alone_say_what_was_won_and_by_which_dice(seed: int) -> None:
    rng = random.Random(f"dice {seed}")
    log = small_game(rng, 2)
    lost = rng.sample(range(1, 8), 2)
    rows = [list(row) for row in log[0]["tiles"]]
    for tile in lost:
        rows[tile - 1][3] = None
    log[0]["tiles"] = rows
    end = log[-1]
    log[-1] = {"event": "end", "totals": end["totals"], "winners": end["winners"] if seed % 3 else None}
    if seed % 4 == 3:
        log[-1] |= {"totals": None, "winners": [rng.randint(1, 2)]}
    elif seed % 2:
        log[-1]["totals"][rng.randint(0, 1)] += 1
    log = blanked(rng, log[:-1], rng.randint(2, 6)) + log[-1:]
    dice = [dict(zip(lost, faces, strict=True)) for faces in product(range(1, 7), repeat=2)]
    sets = [[(n, one, other, some.get(n, die)) for n, one, other, die in rows] for some in dice]
    assert answer(infer(log)) == tried_with(log, sets), log  # type: ignore[arg-type]
