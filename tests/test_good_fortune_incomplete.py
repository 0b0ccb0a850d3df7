"""Records of Good Fortune with facts missing: what the solver finds is what trying all fillings with the judge finds."""

import json
import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, program
from models.good_fortune.game import GOOD_FORTUNE
from models.reading import Reading
from tests.good_fortune_games import FAULTS, Event, Log, Program, Row, random_tiles, spoilt
from verifier.finding import Finding, Verdict
from verifier.infer.decide import Consistent, Impossible, Outcome, Query, account_of, possible
from verifier.infer.explain import decide_record
from verifier.infer.inferred import How
from verifier.infer.logs import judge_inferring
from verifier.infer.sat import Clock
from verifier.judge import judge
from verifier.recover import Recovered, records, recover

DECODE = msgspec.json.Decoder(GOOD_FORTUNE.events).decode
Told = dict[tuple[int, str], Any]
EACH = 2  # tiles in a hand of the small game, which has seven
FATES = ("won", "discarded")
CHARMS = ("clover", "horseshoe", "hand-of-fatma", "maneki-neko", "ganesh", "matiasma", "scarab")


def read(log: Log) -> tuple[Any, list[int]]:
    assert GOOD_FORTUNE.partial_log is not None
    record = GOOD_FORTUNE.partial_log(DECODE(json.dumps(log[0]).encode()), Reading())
    for number, event in enumerate(log[1:], 2):
        record.add(DECODE(json.dumps(event).encode()), number)
    return record, list(range(2, len(log) + 1))


def infer(log: Log, seconds: float = 60) -> Outcome:
    record, lines = read(log)
    return decide_record(record, lines, Clock(seconds))


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


def layings(
    said: Event, place: int, hands: Sequence[Sequence[int]], line: Sequence[int]
) -> Iterator[tuple[Event, dict[str, Any]]]:
    """Give every laying of a tile of either hand; the tile that must be pushed out is, if none is named."""
    for player, tile, end, fate in product((1, 2), (*hands[0], *hands[1]), ("left", "right"), FATES):
        named = next((key for key in FATES if said.get(key) is not None), None)
        if any(said.get(key) not in (None, value) for key, value in (("player", player), ("tile", tile), ("end", end))):
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
    turns = [event for event in made if event["event"] == "turn"]
    changes: list[Any] = [_other_laying, _other_laying, _other_order, _other_medallion, _other_heaps, _other_result]
    rng.choice(changes)(rng, made, rng.choice(turns))
    return made


def _other_laying(rng: random.Random, log: Log, turn: Event) -> None:
    laying = rng.choice(turn["laid"] or [{}])
    keys = [key for key in ("player", "tile", "end", "won", "discarded") if laying.get(key) is not None]
    key = rng.choice(keys or ["end"])
    if key == "player":
        laying[key] = 3 - laying[key]
    elif key == "end":
        laying[key] = "left" if laying.get(key) == "right" else "right"
    else:
        top = 2 * log[0].get("hand", 9) + 3
        laying[key] = rng.choice([tile for tile in range(1, top + 1) if tile != laying[key]])


def _other_order(rng: random.Random, log: Log, turn: Event) -> None:
    if turn["laid"]:
        turn["laid"].reverse()


def _other_medallion(rng: random.Random, log: Log, turn: Event) -> None:
    key = rng.choice(["chooser", "holder", "side"])
    turn[key] = ("small" if turn.get(key) == "large" else "large") if key == "side" else rng.randint(1, 2)


def _other_heaps(rng: random.Random, log: Log, turn: Event) -> None:
    event, key = rng.choice([(turn, "hands"), (turn, "collections"), (log[-1], "collections")])
    for heap in event.get(key) or ():
        if heap:
            heap.pop()
            return


def _other_result(rng: random.Random, log: Log, turn: Event) -> None:
    end, key = log[-1], rng.choice(["winners", "totals", "groups", "early"])
    if key == "early":
        log[-2:] = log[-1:]
    elif key == "groups" and end.get(key) and end[key][0]:
        end[key][0][0]["charm"] = rng.choice(CHARMS)
    elif key == "totals" and end.get(key):
        end[key][rng.randint(0, 1)] += 1
    elif key == "winners" and end.get(key):
        end[key] = [3 - winner for winner in end[key]]


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


@pytest.mark.parametrize("seed", [3, 14, 51, 69, 83, 126, 143, 145, 153, 172, 178, 180])
def test_of_open_facts_all_values_are_found_and_no_others(seed: int) -> None:
    rng = random.Random(seed)
    log = blanked(rng, small_game(rng), rng.randint(6, 18))
    values = found(infer(log))
    assert values == tried(log)
    assert any(len(some) > 1 for some in values.values())


# Tiles that are not known ---------------------------------------------------------------------------------------------

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
    log = blanked(rng, log, rng.randint(1, 4))
    if seed % 2:
        log = falsified(rng, log)
    assert answer(infer(log)) == tried_with(log, SETS_OF_FIVE), log


def answer(outcome: Outcome) -> dict[tuple[int, str], set[Any]] | None:
    return None if isinstance(outcome, Impossible) else found(outcome)


@pytest.mark.parametrize("seed", range(6))
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
    assert answer(infer(log)) == tried_with(log, sets), log


# Whole games ----------------------------------------------------------------------------------------------------------


def judged(log: Log, **how: Any) -> list[Finding | Verdict]:
    return list(judge_inferring("x", [lines_of(log)], Reading(), how=How(**how)))


def last(results: Sequence[Finding | Verdict]) -> Verdict:
    verdict = results[-1]
    assert isinstance(verdict, Verdict)
    return verdict


def test_a_whole_log_is_explained_just_if_the_judge_finds_nothing() -> None:
    kinds = set()
    for seed in range(50):
        rng = random.Random(f"whole {seed}")
        log = spoilt(small_game(rng), rng) if seed % 4 else small_game(rng)
        if any(None in row for row in log[0]["tiles"]):
            continue
        results = list(judge("x", [lines_of(log)], Reading()))
        findings = [each for each in results if isinstance(each, Finding)]
        if any(each.kind in ("unreadable", "refused-legal") for each in findings):
            continue
        verdict = last(results)
        record, lines = read(log)
        outcome = decide_record(record, lines, Clock(60))
        assert (verdict.outcome == "conforms") is isinstance(outcome, Consistent), log
        if isinstance(outcome, Impossible):
            assert outcome.at == verdict.at
        kinds.add(verdict.outcome)
    assert kinds == {"conforms", "breaks"}


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_a_program_with_a_mistake_is_found_out_in_spite_of_gaps(fault: str) -> None:
    faulty, clauses = FAULTS[fault]
    for seed in range(20):
        log = faulty(random.Random(seed), 5).play()
        if conforms(log):
            continue
        log[2]["laid"][1]["tile"] = log[1]["line"][1] = None
        outcome = infer(log)
        if isinstance(outcome, Impossible) and clauses & {*outcome.clauses}:
            return
    raise AssertionError("it was never found out by its clause")


def test_nobody_plays_on_after_a_concession() -> None:
    log = small_game(random.Random(1))
    log[2]["chooser"] = log[1]["hands"] = None
    log.insert(3, {"event": "concede", "player": 1})
    outcome = infer(log)
    assert isinstance(outcome, Impossible)
    assert (outcome.at, list(outcome.clauses)) == (5, ["GF201", "GF209"])  # there were tiles to lay: play was not over


def test_a_concession_behind_another_one_changes_nothing_with_facts_missing_too() -> None:
    log = small_game(random.Random(1))[:3]
    log[2]["chooser"] = log[1]["hands"] = None
    log += [{"event": "concede", "player": 1}, {"event": "concede", "player": 2}]
    assert isinstance(infer([*log, {"event": "end", "winners": [2]}]), Consistent)
    for winners in ([], [1]):
        outcome = infer([*log, {"event": "end", "winners": winners}])
        assert isinstance(outcome, Impossible)
        assert "GF403" in outcome.clauses


@pytest.mark.parametrize("seed", range(6))
def test_no_fact_and_no_clause_of_a_conflict_can_go(seed: int) -> None:
    rng = random.Random(f"conflict {seed}")
    log = blanked(rng, small_game(rng, tells_tiles=seed % 2 == 0), 2)
    while isinstance(outcome := infer(log), Consistent):
        log = falsified(rng, log)
    assert isinstance(outcome, Impossible)
    assert outcome.minimal
    # Asked anew, one element after the other.
    record, _ = read(log)
    query = Query(account_of(record, outcome.at, Clock(60), sure=False), Clock(60), sure=False)
    names = {fact.flag.args[0]: literal for literal, fact in query.facts.items()}
    kept = [names[fact.flag.args[0]] for fact in outcome.facts] + [query.clauses[each] for each in outcome.clauses]
    assert query.sat.ask(kept) is False
    for one in kept:
        assert query.sat.ask([each for each in kept if each != one]) is True
    # One line less, and there is a game.
    before = outcome.at - 1
    assert before < 2 or isinstance(infer(log[:before]), Consistent)


def test_a_game_with_every_third_fact_blank_is_explained_and_the_truth_is_among_what_is_found() -> None:
    for variant, tells_tiles in ((None, True), (None, False), ("guessing", True), ("simple-laying", False)):
        rng = random.Random(f"{variant} {tells_tiles}")
        whole = Program(rng, 9, variant=variant, tells_tiles=tells_tiles).play()
        log, truth = deepcopy(whole), {}
        for number, event in enumerate(log, 1):
            for place, laying in enumerate(event.get("laid") or ()):
                for key in [key for key in laying if rng.random() < 1 / 3]:
                    what = "fate" if key in FATES else key
                    truth[number, f"laid/{place}/{what}"] = key if key in FATES else laying[key]
                    laying[key] = None
        log[1]["hands"][0][3] = log[1]["line"][2] = None
        truth[2, "line/2"] = whole[1]["line"][2]
        truth[2, f"tile {whole[1]['hands'][0][3]}"] = "in the hand of player 1"
        values = found(infer(log))
        for where, value in truth.items():
            assert value in values[where], where


def test_the_command_says_what_was_missing_and_writes_a_game_that_conforms(tmp_path: Path) -> None:
    for tells_tiles in (True, False):
        whole = Program(random.Random(5), 9, tells_tiles=tells_tiles).play()
        log = deepcopy(whole)
        log[3]["laid"][0]["tile"] = log[4]["laid"] = log[1]["line"] = None
        log[5:7] = [{"event": "gap", "turns": 2}]
        path, made = tmp_path / "gaps.jsonl", tmp_path / "found.jsonl"
        path.write_bytes(b"\n".join(lines_of(log)) + b"\n")
        run = CliRunner().invoke(program(COMMANDS), ["validate", str(path), "--explanation", str(made)])
        assert (run.exit_code, "a legal game explains it" in run.stdout) == (0, True)
        again = CliRunner().invoke(program(COMMANDS), ["validate", "--no-infer", str(made)])
        assert again.exit_code == 0
        assert CliRunner().invoke(program(COMMANDS), ["validate", "--no-infer", str(path)]).exit_code == 2
        told = [json.loads(line) for line in made.read_text().splitlines()]
        assert [event["event"] for event in told] == [event["event"] for event in whole]
        assert None not in [value for row in told[0]["tiles"] for value in row]
        assert told[1]["line"] == whole[1]["line"]
        assert [each["laid"] for each in told[2:11]] == [each["laid"] for each in whole[2:11]]


def test_a_conflict_is_drawn_with_its_lines(tmp_path: Path) -> None:
    log = Program(random.Random(5), 9).play()
    log[3]["laid"][0]["tile"] = None
    log[6]["chooser"] = 3 - log[6]["chooser"]
    path = tmp_path / "false.jsonl"
    path.write_bytes(b"\n".join(lines_of(log)) + b"\n")
    run = CliRunner().invoke(program(COMMANDS), ["validate", str(path)])
    assert run.exit_code == 1
    assert "error[GF201]: no legal game explains lines 6 and 7\n" in run.stdout
    assert f"line 7 is a turn: player {log[6]['chooser']} chooses first\n" in run.stdout
    assert "longest consistent prefix: lines 1 to 6" in run.stdout


def test_a_log_that_no_tile_set_allows_breaks_though_each_turn_is_allowed_by_some() -> None:
    log = small_game(random.Random(3), tells_tiles=False)
    log[-1] = {"event": "end", "collections": log[-1]["collections"], "totals": [1000, 0], "winners": [1]}
    assert conforms(log)
    results = judged(log)
    assert last(results).outcome == "breaks"
    (finding,) = (each for each in results if isinstance(each, Finding) and each.kind != "outside-edition")
    assert (finding.clause, finding.line) == ("GF403", len(log))
    log[-1] |= {"totals": None}
    assert last(judged(log)).outcome == "conforms"


def test_facts_that_judging_can_do_without_are_found_where_it_is_asked_for() -> None:
    whole = Program(random.Random(4), 9).play()
    log = deepcopy(whole)
    log[4]["chooser"] = None
    fate = next(key for key in FATES if key in log[6]["laid"][1])
    del log[6]["laid"][1][fate]
    assert last(judged(log)).inferred is None
    told = last(judged(log, always=True))
    assert told.outcome == "conforms"
    assert told.inferred is not None
    values = {(each.line, each.key): each.values for each in told.inferred.found}
    assert values == {(5, "chooser"): (whole[4]["chooser"],), (7, "laid/1/fate"): (fate,)}
    of_whole = last(judged(whole, always=True)).inferred
    assert of_whole is not None
    assert of_whole.found == ()


def test_no_time_is_undecided_and_never_conforms() -> None:
    for tells_tiles in (True, False):
        log = Program(random.Random(1), 9, tells_tiles=tells_tiles).play()
        if tells_tiles:
            log[4]["laid"] = None
        finding, verdict = judged(log, seconds=0.0)
        assert isinstance(finding, Finding)
        assert isinstance(verdict, Verdict)
        assert verdict.inferred is not None
        assert (finding.clause, verdict.outcome, verdict.inferred.explained) == ("LOG012", "unreadable", "undecided")


def test_an_unknown_number_of_turns_is_found() -> None:
    whole = small_game(random.Random(9), 3)
    count = sum(event["event"] == "turn" for event in whole)
    log = [*whole[:2], {"event": "gap"}, whole[-1]]
    assert found(infer(log))[3, "turns"] == {count}
    assert isinstance(infer([*whole[:2], {"event": "gap", "turns": count - 1}, whole[-1]]), Impossible)
    assert isinstance(infer([*whole[:2], {"event": "gap", "turns": count + 1}, {"event": "stop"}]), Impossible)
    assert found(infer([*whole[:2], {"event": "gap"}, {"event": "stop"}]))[3, "turns"] == {*range(count + 1)}


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"event": "gap", "turns": -1}, "LOG008"),
        ({"event": "gap", "turns": 10**9}, "LOG008"),
        ({"event": "turn", "laid": [{"tile": 9}, None]}, "LOG007"),
        ({"event": "turn", "laid": [{"tile": 99}, {}]}, "LOG008"),
        ({"event": "turn", "laid": [{"won": 1, "discarded": 2}, {}]}, "LOG008"),
        ({"event": "turn", "laid": [{"player": 0}, {}]}, "LOG008"),
        ({"event": "turn", "laid": None, "line": [1, None, 99]}, "LOG008"),
        ({"event": "turn", "laid": None, "hands": [[None]]}, "LOG008"),
        ({"event": "turn", "laid": None, "hands": [[None] * 8, []]}, "LOG008"),
        ({"event": "deal", "hands": None, "line": None}, "LOG011"),
        ({"event": "gap", "turns": "two"}, "LOG007"),
    ],
)
def test_what_makes_no_sense_is_named_with_its_line(event: Event, code: str) -> None:
    game = small_game(random.Random(1))
    results = judged([*game[:2], {"event": "gap", "turns": 0}, event])
    (finding,) = (each for each in results if isinstance(each, Finding) and each.kind == "unreadable")
    assert (finding.clause, finding.line) == (code, 4)


# Tile sets from records with gaps -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_what_records_with_gaps_say_of_tiles_holds_in_just_the_sets_that_allow_a_legal_filling(seed: int) -> None:
    rng = random.Random(f"recover {seed}")
    log = small_game(rng, 1, tells_tiles=False)
    log[-1] = {"event": "end", "collections": log[-1]["collections"]}
    log[2]["laid"][0]["tile"] = None
    log = blanked(rng, log, 2)
    fitting = [rows for rows in SETS_OF_FIVE if tried([{**log[0], "tiles": [list(row) for row in rows]}, *log[1:]])]
    told = recovered([log])
    if not fitting:
        assert told.skipped
        return
    assert told.sort == "possible"
    shared: list[set[tuple[int, int]]] = [
        {(a[0], b[0]) for a, b in combinations(rows, 2) if {*a[1:3]} & {*b[1:3]}} for rows in fitting
    ]
    always = set.intersection(*shared)
    never = {*combinations(range(1, 6), 2)}.difference(*shared)
    assert {*told.forced.get("share a charm", ())} == {f"{one}-{other}" for one, other in always}
    assert {*told.forced.get("share none", ())} == {f"{one}-{other}" for one, other in never}


def recovered(logs: Sequence[Log]) -> Recovered:
    used = [each for place, log in enumerate(logs) for each in records(f"g{place}", lines_of(log))]
    return recover(GOOD_FORTUNE, used, Reading(), timeout=300)


def test_whole_games_and_records_with_gaps_tell_of_tiles_together() -> None:
    rows = random_tiles(random.Random(2), 9)
    games = [Program(random.Random(seed), 3, tells_tiles=False, rows=rows).play() for seed in range(4)]
    blank = deepcopy(games)
    blank[0][2]["laid"][0]["tile"] = blank[0][1]["line"] = blank[1][3]["laid"] = None
    whole, gaps = recovered(games), recovered(blank)
    assert (whole.sort, gaps.sort, gaps.games) == ("possible", "possible", 4)
    for sort, some in gaps.forced.items():
        assert {*some} <= {*whole.forced[sort]}
    assert gaps.forced["share a charm"]
    blank[1][3]["holder"] = 3 - blank[1][3]["holder"]
    assert [each.path for each in recovered(blank).skipped] == ["g1"]


# A result behind a gap ------------------------------------------------------------------------------------------------

SOUND = Path(__file__).parent.parent / "docs" / "examples" / "good-fortune-sound.jsonl"
BEHIND: dict[str, tuple[Event, str]] = {
    "the player with fewer points wins": ({"totals": [36, 56], "winners": [1]}, "GF403"),
    "both win, though not with equal points": ({"totals": [36, 56], "winners": [1, 2]}, "GF403"),
    "more points than nine tiles can give": ({"totals": [900, 56]}, "GF403"),
    "a tile that both have won": ({"collections": [[11, 14, 15], [11, 2]]}, "GF401"),
    "more than nine tiles that one has won": ({"collections": [[*range(1, 11)], []]}, "GF401"),
    "a tile in groups of both": (
        {"groups": [[{"charm": "ganesh", "tiles": [15, 8, 4]}], [{"charm": "scarab", "tiles": [1, 16, 15]}]]},
        "GF402",
    ),
}


@pytest.mark.parametrize(("name", "known"), [(name, number % 2 == 0) for number, name in enumerate(BEHIND)])
def test_a_result_behind_a_gap_that_no_game_has_is_refused_at_once(name: str, known: bool) -> None:
    result, clause = BEHIND[name]
    header, deal, *_ = [json.loads(line) for line in SOUND.read_text().splitlines()]
    if not known:
        del header["tiles"]
    record, lines = read([header, deal, {"event": "gap"}, {"event": "end", **result}])
    clock = Clock(300)
    outcome = decide_record(record, lines, clock)
    assert isinstance(outcome, Impossible)
    assert outcome.at == lines[-1]
    assert clause in outcome.clauses


@pytest.mark.parametrize("seed", range(2))
def test_less_is_asked_of_games_that_were_played_than_they_keep(seed: int) -> None:
    log = [json.loads(line) for line in SOUND.read_text().splitlines()]
    kept = random.Random(seed).randrange(2, len(log) - 1)
    shown = {key: log[-1][key] for key in ("collections", "groups", "totals", "winners")}
    for key in random.Random(seed).sample(sorted(shown), seed % 3):
        del shown[key]
    record, lines = read([*log[:kept], {"event": "gap"}, {"event": "end", **shown}])
    loose = list(record.loosened())
    assert len(loose) == 2
    assert all(possible(each, lines[-1], Clock(60)) for each in loose)


@pytest.mark.parametrize(
    ("kept", "keys"), [(2, ("totals", "winners")), (9, ("totals",)), (9, ("collections", "groups"))]
)
def test_points_that_games_have_are_explained_behind_a_gap_by_a_game(kept: int, keys: tuple[str, ...]) -> None:
    log = [json.loads(line) for line in SOUND.read_text().splitlines()]
    told = [*log[:kept], {"event": "gap"}, {"event": "end", **{key: log[-1][key] for key in keys}}]
    made: list[bytes] = []
    how = How(seconds=300, explanation=made.append)
    verdict = list(judge_inferring("x", [lines_of(told)], Reading(), how=how))[-1]
    assert isinstance(verdict, Verdict)
    assert verdict.outcome == "conforms"
    replayed = list(judge("x", [made[0].splitlines()], Reading()))[-1]
    assert isinstance(replayed, Verdict)
    assert (replayed.outcome, replayed.finished, replayed.turns) == ("conforms", True, 9)
    assert [json.loads(line) for line in made[0].splitlines()][:kept] == log[:kept]
